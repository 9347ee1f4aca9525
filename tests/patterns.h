/*
 * Inputs for tests: n keys of any type in one of the shapes that sorts meet. The same seed gives the same keys.
 */
#ifndef TESTS_PATTERNS_H
#define TESTS_PATTERNS_H

#include <stddef.h>
#include <stdint.h>

#include "reference.h"

typedef enum pattern {
    PATTERN_UNIFORM,      /* every bit random */
    PATTERN_FEW_DISTINCT, /* five values */
    PATTERN_ALL_EQUAL,
    PATTERN_SORTED, /* in the order of the type, evenly over its range */
    PATTERN_REVERSE,
    PATTERN_ORGAN_PIPE,      /* up, then down */
    PATTERN_SAWTOOTH,        /* up, again and again */
    PATTERN_ONE_OUTLIER,     /* all equal but one */
    PATTERN_ZIPF,            /* the k-th value about 1/k as often as the first */
    PATTERN_NEARLY_SORTED,   /* sorted, then a few swaps */
    PATTERN_CONSTANT_MIDDLE, /* a constant byte under bytes that vary, over bytes that vary */
    PATTERN_LOW_BITS,        /* only the lowest bits vary */
    PATTERN_HIGH_BITS,       /* only the highest bits vary */
    PATTERN_BOUNDARIES,      /* powers of two, one less, one more, and their negatives */
    PATTERN_SPECIALS,        /* floats: NaNs of both signs and many payloads, zeros, denormals, infinities, extremes;
                                integers: extremes, 0, 1 and -1 */
    PATTERN_COUNT
} pattern;

const char *pattern_name(pattern shape);

/* Fills keys, which may have any alignment. */
void pattern_fill(void *keys, size_t n, sweep_type type, pattern shape, uint64_t seed);

/* The key that comes at `ordinal` in the type's own order (floats: total order), counted from 0. */
void pattern_key_at(void *key, sweep_type type, reference_bits ordinal);

#endif
