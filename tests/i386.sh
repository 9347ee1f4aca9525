#!/bin/sh
# Builds the command for a 32-bit x86 processor, without the compiler's 128-bit numbers, and compares what it prints and
# sorts with what the command of this build does.
#
#     i386.sh SOURCES SCRATCH CMAKE COMMAND
#
# Exit status 77: no compiler for it here, or its programs do not run.
set -eu
sources=$1 scratch=$2 cmake=$3 here=$4
compiler=i686-linux-gnu-gcc
echo 'int main(void) { return 0; }' >"$scratch.c"
if ! command -v $compiler >/dev/null || ! $compiler -static "$scratch.c" -o "$scratch.out" || ! "$scratch.out"; then
    echo "SKIPPED: nothing is built for 32-bit x86: it needs $compiler (Debian: gcc-i686-linux-gnu) and a processor that runs it"
    exit 77
fi
CC=$compiler CFLAGS= LDFLAGS=-static "$cmake" -S "$sources" -B "$scratch" -DCMAKE_BUILD_TYPE=None -DCMAKE_C_FLAGS=-O1 \
    -DCMAKE_SYSTEM_NAME=Linux -DCMAKE_SYSTEM_PROCESSOR=i686 -DSWEEP_BUILD_SHARED=OFF -DSWEEP_BUILD_TESTS=OFF \
    -DSWEEP_WERROR=ON >"$scratch.log" 2>&1 &&
    "$cmake" --build "$scratch" -j 2 --target sweepsort_command >>"$scratch.log" 2>&1 || {
    cat "$scratch.log"
    exit 1
}
there=$scratch/programs/sweepsort
cd "$scratch"

# same INPUT ARGUMENT...: both commands print the same
same() {
    input=$1
    shift
    "$here" "$@" <"$input" >here.out 2>&1 && status=0 || status=$?
    "$there" "$@" <"$input" >there.out 2>&1 && other=0 || other=$?
    if [ $status != $other ] || ! cmp -s here.out there.out; then
        echo "sweepsort $* <$input differs on 32 bits:"
        diff here.out there.out | head -n 5
        exit 1
    fi
}

for type in u8 i16 u32 i64 u128 i128 f16 bf16 f32 f64; do
    for pattern in uniform few morton nearly-sorted outlier; do
        same /dev/null gen --type $type --pattern $pattern -n 3000 --seed 7
    done
    "$here" gen --type $type -n 3000 --seed 8 -o keys.$type
    same keys.$type sort --type $type --output-format text
    "$here" sort --type $type --output-format text -o text.$type keys.$type
    for order in '' -r; do
        same keys.$type sort --type $type $order
        same keys.$type sort --type $type -u $order
        same text.$type sort --type $type --format text $order
        same keys.$type argsort --type $type $order
    done
    same /dev/null explain --type $type --keys 3,1,2,1 --digit-bits 4 --svg # not the plan: tiers differ
    same /dev/null explain --type $type --keys 3,1,2,1 --radix 10 --place 3
done
same /dev/null explain --type u128 --keys 340282366920938463463374607431768211455,7 --radix 10 \
    --place 100000000000000000000000000000000000000
if "$there" gen -n 5000000000 >there.out 2>&1; then
    echo "more keys than 32 bits can address are not refused"
    exit 1
fi
echo "the same bytes on 32 bits"
