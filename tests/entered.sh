#!/bin/sh
# Counts what a reader has to follow: the functions of lib/, inline ones too, that sweep_sort of 3,000 u32 keys enters,
# and the files in which they are.
#
#     entered.sh SOURCES SCRATCH COMPILER [MOST-FUNCTIONS MOST-FILES]
#
# Lists them in the order in which they are first entered. Exit status 1: more than the two numbers; 77: not gcc.
set -eu
sources=$1 scratch=$2 compiler=$3 most_functions=${4:-9999} most_files=${5:-9999}
if ! "$compiler" --version | grep -q -i 'free software foundation' || ! command -v addr2line >/dev/null; then
    echo "SKIPPED: functions are counted by gcc and addr2line"
    exit 77
fi
mkdir -p "$scratch"
cd "$sources"
cat >"$scratch/main.c" <<'END'
#include <stdio.h>
#include <stdint.h>
#include "sweepsort.h"
#define PLAIN __attribute__((no_instrument_function))
static void *entered[10000];
static int count, on;
PLAIN void __cyg_profile_func_enter(void *function, void *site)
{
    (void)site;
    for (int i = 0; i < count; i++)
        if (entered[i] == function)
            return;
    if (on && count < 10000)
        entered[count++] = function;
}
PLAIN void __cyg_profile_func_exit(void *function, void *site)
{
    (void)function;
    (void)site;
}
PLAIN int main(void)
{
    static uint32_t keys[3000];
    for (uint32_t round = 0; round < 2; round++) { /* the first call of a process finds out about the machine */
        for (uint32_t i = 0; i < 3000; i++)
            keys[i] = i * 2654435769u + round;
        on = (int)round;
        sweep_sort(keys, 3000, SWEEP_U32, NULL);
        on = 0;
    }
    for (int i = 0; i < count; i++)
        printf("%p\n", entered[i]);
    return 0;
}
END
flags="-std=gnu11 -O1 -g -fno-pie -DSWEEP_STATIC -D_GNU_SOURCE -Iinclude -finstrument-functions"
flags="$flags -finstrument-functions-exclude-file-list=/usr/"
names=$(sed -n '/^set(SWEEP_SOURCES/,/PARENT_SCOPE/p' lib/CMakeLists.txt | grep '\.c$')
for name in $names; do
    wide=
    case $name in
    *avx2.c) case $("$compiler" -dumpmachine) in x86_64*) wide='-mavx2 -mbmi2' ;; esac ;;
    *avx512.c) continue ;; # counted for the tier that most processors have
    esac
    echo "lib/$name $scratch/$(echo "$name" | tr / _).o${wide:+ $wide}"
done | xargs -P 2 -L 1 sh -c 'compiler=$1 flags=$2 in=$3 out=$4; shift 4; $compiler $flags "$@" -c "$in" -o "$out"' \
    entered "$compiler" "$flags"
echo '#include "cpu/tiers/tier.h"
const struct sweep_tier sweep_tier_avx512 = {.name = "none"};' >"$scratch/none.c"
$compiler -std=gnu11 -D_GNU_SOURCE -Iinclude -iquote lib -c "$scratch/none.c" -o "$scratch/none.o"
# without AVX-512 the choice of the tier falls to AVX2
# shellcheck disable=SC2046
$compiler $flags -no-pie "$scratch/main.c" $(for name in $names; do
    case $name in *avx512.c) ;; *) echo "$scratch/$(echo "$name" | tr / _).o" ;; esac
done) "$scratch/none.o" -o "$scratch/entered" -pthread
"$scratch/entered" | addr2line -f -e "$scratch/entered" | sed 's/:[0-9?].*//' | paste - - |
    awk -v root="$PWD/" '{ sub(root, "", $2); n = split($2, part, "/"); file = part[n]; print file, $1 }' >"$scratch/list"
cat "$scratch/list"
functions=$(wc -l <"$scratch/list")
files=$(cut -d' ' -f1 "$scratch/list" | sort -u | wc -l)
echo "$functions functions in $files files"
[ "$functions" -le "$most_functions" ] && [ "$files" -le "$most_files" ]
