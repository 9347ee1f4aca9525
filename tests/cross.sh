#!/bin/sh
# Builds the library and some of its tests for another processor and runs them under qemu.
#
#     cross.sh SOURCES SCRATCH TARGET EMULATOR TEST...
#
# TARGET: of the cross compiler, such as powerpc-linux-gnu (32 bits, big-endian). TEST: test_stages, test_hybrid, test_bytes.
# Exit status 77: no cross compiler or no emulator here.
set -eu
sources=$1 scratch=$2 target=$3 emulator=$4
shift 4
compiler=$target-gcc
if ! command -v "$compiler" >/dev/null || ! command -v "$emulator" >/dev/null; then
    echo "SKIPPED: nothing is run for $target: it needs $compiler and $emulator"
    exit 77
fi
mkdir -p "$scratch"
cd "$sources"
library="$(echo lib/*.c)"
parts_of() {
    case $1 in
    test_bytes) echo tests/check.c tests/test_bytes.c ;;
    test_hybrid) echo tests/check.c tests/reference.c tests/patterns.c tests/hooks.c tests/case.c tests/matrix.c tests/shapes.c tests/test_hybrid.c ;;
    test_stages) echo tests/check.c tests/reference.c tests/patterns.c tests/hooks.c tests/case.c tests/test_stages.c \
        tests/stages_*.c ;;
    esac
}
objects() { for file in "$@"; do echo "$scratch/$(echo "$file" | tr / _).o"; done; }

everything="$library $(echo lib/cpu/*.c)"
for test in "$@"; do everything="$everything $(parts_of "$test")"; done
for file in $(echo "$everything" | tr ' ' '\n' | sort -u); do
    printf '%s %s\n' "$file" "$(objects "$file")"
done | xargs -P 2 -n 2 sh -c '"$0" -std=gnu11 -O1 -Wall -Wextra -Werror -DSWEEP_STATIC -DSWEEP_TEST -DTEST_EMULATED -D_GNU_SOURCE \
    -Iinclude -iquote lib -Itests -c "$1" -o "$2"' "$compiler"
rm -f "$scratch/library.a"
# shellcheck disable=SC2046,SC2086
"$target-ar" rc "$scratch/library.a" $(objects $library lib/cpu/*.c)
for test in "$@"; do
    # shellcheck disable=SC2046
    $compiler $(objects $(parts_of "$test")) "$scratch/library.a" -o "$scratch/$test" -static -pthread -lm -latomic
    "$emulator" "$scratch/$test"
done
