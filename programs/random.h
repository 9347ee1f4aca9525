/*
 * Random numbers that can be had in any order: number i of stream s of a seed, by arithmetic alone.
 *
 * In: a seed, a stream and an index. Out: 64 random bits, the same on every machine. It is the generator SplitMix64
 * (G. Steele, D. Lea, C. Flood, "Fast splittable pseudorandom number generators", 2014), whose i-th number is a mix of
 * its start and i. Used by patterns.c.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef SWEEPSORT_PROGRAMS_RANDOM_H
#define SWEEPSORT_PROGRAMS_RANDOM_H

#include "wide.h"

#define RANDOM_STEP UINT64_C(0x9e3779b97f4a7c15) /* 2^64 over the golden ratio, odd */

static inline uint64_t random_mix(uint64_t x)
{
    x = (x ^ x >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    x = (x ^ x >> 27) * UINT64_C(0x94d049bb133111eb);
    return x ^ x >> 31;
}

/* Where stream s of a seed starts. */
static inline uint64_t random_stream(uint64_t seed, uint64_t stream)
{
    return random_mix(random_mix(seed + RANDOM_STEP) ^ (stream + 1) * RANDOM_STEP);
}

static inline uint64_t random_at(uint64_t stream_start, uint64_t index)
{
    return random_mix(stream_start + (index + 1) * RANDOM_STEP);
}

/* A random number below `bound` from 64 random bits, by the high half of a product. */
static inline uint64_t random_below(uint64_t bits, uint64_t bound)
{
    return wide_high(wide_product(bits, bound));
}

#endif
