#!/bin/sh
# Builds the test of the emulator's machine for aarch64 and runs it under qemu.
#
#     aarch64.sh SOURCES SCRATCH
#
# Exit status 77: no cross compiler or no qemu-aarch64 here.
set -eu
sources=$1 scratch=$2
compiler=aarch64-linux-gnu-gcc
if ! command -v $compiler >/dev/null || ! command -v qemu-aarch64 >/dev/null; then
    echo "SKIPPED: the aarch64 context switch is not run: it needs $compiler and qemu-aarch64"
    exit 77
fi
mkdir -p "$scratch"
$compiler -std=gnu11 -O2 -Wall -Wextra -Werror -DSWEEP_STATIC -DSWEEP_TEST -I"$sources/include" -I"$sources/lib" \
    "$sources/tests/gpu/test_emulation.c" "$sources/tests/check.c" "$sources/lib/gpu/emulation.c" \
    "$sources/lib/gpu/fibre.c" -o "$scratch/test_emulation" -static -pthread
exec qemu-aarch64 "$scratch/test_emulation"
