#!/bin/sh
# `devices`, and --device: the emulator, which is always there, writes what the processor writes.
. "$(dirname "$0")/tool.sh"

# The list.
expect 0 '' sweepsort devices
true_that 'the emulator is listed' grep -q '^emulator  ' out
for kind in opencl cuda hip metal; do
    true_that "$kind is listed, or its absence" grep -q "^$kind" out
done
true_that 'none is left out of the build' sh -c '! grep "left out of this build" out'
expect 0 '' sweepsort devices --json
for kind in opencl cuda hip metal emulator; do
    true_that "$kind is listed, or its absence, in JSON" grep -q "{\"name\": \"$kind[:\"]" out
done
true_that 'each entry is of a known kind' sh -c '! grep "nothing is known of tests" out'
true_that 'none is left out of the build' sh -c '! grep "left out of this build" out'
true_that 'the JSON names the emulator' grep -q '{"name": "emulator", "usable": true' out
SWEEP_HIP_LIBRARY=/none expect 0 '' env SWEEP_HIP_LIBRARY=/none "$program" devices --json
true_that 'absent kinds say why' grep -q '{"name": "hip", "usable": false, "description": "no HIP runtime: /none ' out
SWEEP_CUDA_LIBRARY=/none expect 0 '' env SWEEP_CUDA_LIBRARY=/none "$program" devices
true_that 'no CUDA, and why' grep -q '^cuda        absent: no CUDA driver: /none cannot be opened' out
SWEEP_METAL_LIBRARY=/none expect 0 '' env SWEEP_METAL_LIBRARY=/none "$program" devices
true_that 'no Metal, and why' grep -q "^metal       absent: no Metal: it is a part of Apple's systems, and /none cannot" out
SWEEP_OPENCL_LIBRARY=/none expect 0 '' env SWEEP_OPENCL_LIBRARY=/none "$program" devices
true_that 'no OpenCL, and why' grep -q '^opencl      absent: no OpenCL: /none cannot be opened' out
expect 2 "sweepsort devices: no operands: 'x' is too much
Try 'sweepsort devices --help'." sweepsort devices x

# Sorts.
awk 'BEGIN { srand(7); for (i = 0; i < 3000; i++) print int(rand() * 700) - 350 }' >keys.txt
expect 2 "sweepsort sort: --device metal:0: no Metal: it is a part of Apple's systems, and /none cannot be opened" \
    env SWEEP_METAL_LIBRARY=/none "$program" sort --type i32 --device metal:0 keys.txt
for order in '' -r; do
    for bits in 1 5 8; do
        # shellcheck disable=SC2086
        expect 0 '' sweepsort sort --type i32 $order keys.txt
        cp out right
        # shellcheck disable=SC2086
        expect 0 '' sweepsort sort --type i32 $order --digit-bits $bits --device emulator keys.txt
        same out right
        # shellcheck disable=SC2086
        expect 0 '' sweepsort argsort --type f32 $order keys.txt
        cp out right
        # shellcheck disable=SC2086
        expect 0 '' sweepsort argsort --type f32 $order --digit-bits $bits --device emulator keys.txt
        same out right
    done
done
expect 0 '' sweepsort sort --type i16 -u keys.txt
cp out right
expect 0 '' sweepsort sort --type i16 -u --device emulator keys.txt
same out right
head -c 36000 "$program" >values
expect 0 '' sweepsort sort --type i16 --values values --value-size 12 --values-output right_values keys.txt
cp out right
expect 0 '' sweepsort sort --type i16 --values values --value-size 12 --values-output got_values --device emulator keys.txt
same out right
same got_values right_values

# What cannot be.
expect 2 "sweepsort sort: --device abacus: no such device; 'sweepsort devices' lists what there is" \
    sweepsort sort --type i32 --device abacus keys.txt
expect 2 "sweepsort sort: -S limits sorts on the processor; with --device it means nothing
Try 'sweepsort sort --help'." sweepsort sort --type i32 -S 1G --device emulator keys.txt
expect 2 "sweepsort sort: --parallel is for the processor; with --device it means nothing
Try 'sweepsort sort --help'." sweepsort sort --type i32 --parallel 2 --device emulator keys.txt
expect 2 "sweepsort sort: valid but unsupported: digit_bits is 9; a device takes at most 8" \
    sweepsort sort --type i32 --digit-bits 9 --device emulator keys.txt

# bench: a copy row, splits with 1-bit and 4-bit digits.
expect 0 '' sweepsort bench --device emulator -n 3000 --runs 1
true_that 'a copy row' grep -q '^copy  ' out
true_that 'a row of 1-bit digits' grep -Eq '^split +1 +32 ' out
true_that 'a row of 4-bit digits' grep -Eq '^split +4 +8 ' out
expect 0 '' sweepsort bench --device emulator -n 3000 --runs 1 --pairs 12 --type f64 --json
true_that 'JSON names the device' grep -q '"device": "emulator' out
true_that 'no threads in its rows' [ "$(grep -c '"threads"' out)" = 1 ]
expect 0 '' sweepsort bench --device emulator -n 3000 --runs 1 --argsort --engine split:8
expect 0 '' sweepsort bench --device emulator -n 100 --runs 1
true_that 'one row of what does not depend on the digit' [ "$(grep -c '^split' out)" = 1 ]
true_that 'it is called one launch' grep -Eq '^split \(one launch\) +- +0 ' out
finish
