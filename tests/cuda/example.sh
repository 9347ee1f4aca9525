#!/bin/sh
# Builds the CUDA example against the installed library, and runs it on the mock driver.
#
#     example.sh SOURCE PREFIX SCRATCH CC CUDA-HEADERS MOCK-DRIVER
set -eu
source=$1 prefix=$2 scratch=$3 cc=$4 headers=$5 mock=$6
mkdir -p "$scratch"
library=$(dirname "$(find "$prefix" -name 'libsweepsort.so' | head -n 1)")
"$cc" -std=c11 -Wall -Wextra -Werror -I"$prefix/include" -isystem "$headers" "$source/examples/cuda/sort.c" \
    -L"$library" -lsweepsort "$mock" -Wl,-rpath,"$library" -Wl,-rpath,"$(dirname "$mock")" -o "$scratch/sort"
"$scratch/sort" | tee "$scratch/out"
[ "$(grep -c '^20000 keys sorted in a graph' "$scratch/out")" = 3 ]
grep -q '^20000 keys sorted on a stream' "$scratch/out"
