#!/bin/sh
# Programs and libraries of different ages: beside today's library there is one built with headers whose structs have
# grown, and callers of both ages, one of them compiled with -fshort-enums; every caller meets every library.
#
#     abi.sh SOURCES BUILD LIBRARY SCRATCH COMPILER
#
# BUILD: where the build keeps the texts of the kernels. LIBRARY: today's shared one. Out: exit status 0 if every pair does what was agreed.
set -eu
sources=$1 build=$2 library=$3 scratch=$4 compiler=$5
rm -rf "$scratch"
mkdir -p "$scratch/today" "$scratch/grown"
cd "$sources"

# Headers in which every struct that may grow has two fields more.
grown='sweep_options sweep_workspace_config sweep_plan sweep_device_options sweep_device_info sweep_device_times
    sweep_device_report'
cp -R include "$scratch/today/"
cp -R include "$scratch/grown/"
for struct in $grown; do
    sed -i "s/^} $struct;/    uint32_t grown, grown_more;\n} $struct;/" "$scratch"/grown/include/*.h
    grep -q "^    uint32_t grown, grown_more;" "$scratch"/grown/include/*.h
done

# The grown library, without optimisation: it is the structs that matter here.
for file in lib/*.c lib/cpu/*.c lib/gpu/*.c "$build"/gpu/*.c "$build"/gpu/cubin/table.c; do
    flags=
    case $file:$(uname -m) in
    *tier_avx2.c:x86_64) flags='-mavx2 -mbmi2' ;;
    *tier_avx512.c:x86_64) flags='-mavx512f -mavx512bw -mavx512dq -mavx512vl -mbmi2' ;;
    esac
    echo "\"$scratch/grown/$(echo "${file#"$build"}" | tr / _).o\" $flags \"$file\""
done | xargs -P 2 -L 1 "$compiler" -std=gnu11 -O0 -w -fPIC -DSWEEP_GROWN "-I$scratch/grown/include" -iquote lib -Ilib/gpu \
    -c -o
"$compiler" -shared -o "$scratch/grown/library.so" "$scratch"/grown/*.o -pthread -ldl
ln -s "$library" "$scratch/today/library.so"

# caller NAME AGE FLAG...: SCRATCH/NAME.so
caller() {
    name=$1 age=$2
    shift 2
    "$compiler" -std=gnu11 -Wall -Wextra -Werror -fPIC -shared "$@" "-I$scratch/$age/include" tests/abi/caller.c \
        -o "$scratch/$name.so"
}
caller today today
caller grown grown -DGROWN -Wno-missing-field-initializers
caller short_enums today -fshort-enums
"$compiler" -std=gnu11 -Wall -Wextra -Werror tests/abi/meet.c -o "$scratch/meet" -pthread -ldl

# meet CALLER LIBRARY
meet() {
    echo "a caller of $1 meets a library of $2"
    "$scratch/meet" "$scratch/$2/library.so" "$scratch/$1.so"
}
meet today today
meet today grown
meet grown today
meet grown grown
meet short_enums today
meet short_enums grown
