#!/bin/sh
# The Metal backend and its stand-in for the processor of Apple's machines, under qemu: messages keep to another calling
# convention there, and structs travel by address.
#
#     aarch64.sh TOP BUILD SCRATCH
#
# Exit status 77: no cross compiler or no emulator of the processor here.
set -eu
top=$1 build=$2 scratch=$3
compiler=aarch64-linux-gnu-gcc
if ! command -v $compiler >/dev/null || ! command -v qemu-aarch64 >/dev/null; then
    echo "SKIPPED: it needs $compiler and qemu-aarch64"
    exit 77
fi
mkdir -p "$scratch"
cd "$top"
flags="-std=gnu11 -O1 -fPIC -Wall -Wextra -Wno-format-truncation -DSWEEP_STATIC -DSWEEP_TEST -D_GNU_SOURCE -Iinclude -Ilib/gpu -iquote lib"
emulated="lib/gpu/emulation.c lib/gpu/fibre.c"
for bytes in 1 2 4 8 16; do emulated="$emulated $build/gpu/emulator_kernels_$bytes.c"; done
# shellcheck disable=SC2086
$compiler $flags -fvisibility=hidden -shared $emulated tests/metal/stand_in/*.c -o "$scratch/stand_in.so" -pthread
library="$(ls lib/*.c lib/cpu/*.c lib/gpu/*.c) $(find "$build/gpu" -name '*.c')"
tools="tests/check.c tests/reference.c tests/patterns.c tests/hooks.c tests/case.c tests/matrix.c"
tools="$tools tests/gpu/device_case.c tests/metal/world.c"
mkdir -p "$scratch/objects"
for file in $library $tools; do
    printf '%s %s\n' "$file" "$scratch/objects/$(basename "$(dirname "$file")").$(basename "$file").o"
done | xargs -P 2 -n 2 sh -c "$compiler $flags -iquote tests -c \"\$0\" -o \"\$1\""
for test in test_messages test_calls test_failures; do
    # shellcheck disable=SC2086
    $compiler $flags -iquote tests "tests/metal/$test.c" "$scratch"/objects/*.o -o "$scratch/$test" -pthread -lm -ldl
    SWEEP_METAL_LIBRARY=$scratch/stand_in.so qemu-aarch64 -L /usr/aarch64-linux-gnu "$scratch/$test"
done
