/*
 * A program of its own, in the Metal shading language alone: the copy within device memory. Metal's own command for
 * that takes multiples of four bytes on a Mac, and arrays of narrow keys end elsewhere. Units of 16 bytes first, where
 * both places allow them (else there are none), then what is left, byte by byte.
 * SPDX-License-Identifier: Apache-2.0
 */
#include <metal_stdlib>
using namespace metal;

typedef struct copy_arguments {
    ulong units;
    ulong bytes;
} copy_arguments;

kernel void sweep_copy(device const uchar *from [[buffer(0)]], device uchar *to [[buffer(1)]],
                       constant copy_arguments &a [[buffer(2)]], uint item [[thread_position_in_grid]],
                       uint items [[threads_per_grid]])
{
    device const uint4 *from_units = (device const uint4 *)from;
    device uint4 *to_units = (device uint4 *)to;
    for (ulong at = item; at < a.units; at += items)
        to_units[at] = from_units[at];
    for (ulong at = a.units * 16 + item; at < a.bytes; at += items)
        to[at] = from[at];
}
