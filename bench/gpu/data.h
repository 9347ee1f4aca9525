/*
 * Keys for the benchmarks: made from counters by several threads, the same for the same seed. Used by bench_gpu.c and
 * tune_gpu.c.
 */
#ifndef SWEEPSORT_BENCH_GPU_DATA_H
#define SWEEPSORT_BENCH_GPU_DATA_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "sweepsort.h"

typedef enum data_kind {
    DATA_UNIFORM, /* every bit random; floats: no NaN, for all that sort them agree then */
    DATA_UNIT,    /* floats in [0, 1) */
    DATA_ENTROPY, /* the AND of three random words: 0.54 bits of entropy a bit */
    DATA_SORTED,
    DATA_CONSTANT,
    DATA_KINDS
} data_kind;
extern const char *const data_names[DATA_KINDS];

/* Whether the type has such keys. */
bool data_fits(data_kind kind, sweep_type type);
void data_fill(void *keys, size_t n, sweep_type type, data_kind kind, uint64_t seed);

/* A number that is the same for every order of the same n elements of `bytes` bytes. */
uint64_t data_sum(const void *elements, size_t n, size_t bytes);

/* The first place where a result is wrong, n: it is right. `keys` are in order; where there are `places`, every key is
   the one of `in` that its place names, and equal keys are in the order of their places (so no place is named twice).
   keys or places may be NULL. By several threads. */
size_t data_first_wrong(const void *in, const void *keys, const uint32_t *places, size_t n, sweep_type type);

#endif
