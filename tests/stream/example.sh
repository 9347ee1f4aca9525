#!/bin/sh
# Builds the example of CUDA or HIP against the installed library, and runs it on the mock driver.
#
#     example.sh KIND SOURCE PREFIX SCRATCH CC HEADERS MOCK-DRIVER
set -eu
kind=$1 source=$2 prefix=$3 scratch=$4 cc=$5 headers=$6 mock=$7
mkdir -p "$scratch"
library=$(dirname "$(find "$prefix" -name 'libsweepsort.so' | head -n 1)")
"$cc" -std=c11 -Wall -Wextra -Werror -D__HIP_PLATFORM_AMD__ -I"$prefix/include" -isystem "$headers" \
    "$source/examples/$kind/sort.c" -L"$library" -lsweepsort "$mock" -Wl,-rpath,"$library" \
    -Wl,-rpath,"$(dirname "$mock")" -o "$scratch/sort"
"$scratch/sort" | tee "$scratch/out"
grep -q '^20000 [a-z]* sorted on a stream' "$scratch/out"
[ "$kind" = hip ] || [ "$(grep -c '^20000 keys sorted in a graph' "$scratch/out")" = 3 ]
