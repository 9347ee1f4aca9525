/*
 * Generated keys: patterns of every type, the same bytes on every machine for the same pattern, type, count and seed.
 *
 * In: what to generate. Out: any block of its keys, blocks in any order, since key i depends on i and the seed alone.
 * All arithmetic is on whole numbers. Used by gen.c and bench.c.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef SWEEPSORT_PROGRAMS_PATTERNS_H
#define SWEEPSORT_PROGRAMS_PATTERNS_H

#include <stdbool.h>

#include "sweepsort.h"

enum pattern_kind {
    PATTERN_UNIFORM,
    PATTERN_ZIPF,
    PATTERN_FEW,
    PATTERN_SORTED,
    PATTERN_REVERSED,
    PATTERN_NEARLY_SORTED,
    PATTERN_ORGAN_PIPE,
    PATTERN_OUTLIER,
    PATTERN_EQUAL,
    PATTERN_MORTON,
    PATTERN_COUNT
};

/* The patterns by name, in the order of the enum, NULL at the end. */
extern const char *const pattern_names[];

struct pattern {
    enum pattern_kind kind;
    sweep_type type;
    size_t n; /* keys in all */
    uint64_t seed;
    uint64_t distinct; /* FEW: how many different keys, 1 or more */
    bool negative;     /* floats: from [-1, 1) in place of [0, 1) */
    bool specials;     /* floats: about one key in sixteen is a NaN, an infinity, a zero or next to zero, of
                          either sign */
};

/* What generating needs beside the pattern itself: tables made once. */
struct pattern_tables;

/* NULL if memory is short. */
struct pattern_tables *pattern_prepare(const struct pattern *pattern);
void pattern_release(struct pattern_tables *tables);

/* How many different keys FEW can have with this type: distinct must not be above it. */
uint64_t pattern_most_distinct(sweep_type type);

/* Writes keys [first, first + count) of the pattern to `keys`. */
void pattern_fill(const struct pattern *pattern, const struct pattern_tables *tables, size_t first, size_t count,
                  void *keys);

#endif
