/*
 * The arrays of a case: made once, laid out afresh before every sort, checked after it.
 *
 * In: a case, a kind of data and a seed. Out: `count` arrays of n keys, all different, that are sorted within one
 * reading of the clock (many where n is small, so that the clock costs nothing); each begins at a cache line.
 * A check reads all of a sort's output: the keys' order; a sum of hashes, one an element, that says whether keys and
 * values are those of the input; the order of ties where the peer is stable. Used by measure.c.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef SWEEPSORT_BENCH_DATA_H
#define SWEEPSORT_BENCH_DATA_H

#include <stdbool.h>

#include "cases.h"

struct data {
    struct bench_case what;
    size_t count;      /* how many arrays of n keys */
    size_t key_stride; /* bytes from one array of keys to the next; the same for values and records */
    size_t value_stride;
    size_t record_stride;
    char *keys;       /* the input */
    char *values;     /* one array of values, the input of all: value i begins with the number i */
    uint64_t *hashes; /* what an array's elements sum up to */
    char *work;       /* where the sort happens: all arrays of keys, then all of values; or all records */
    size_t work_bytes;
};

/* Bytes that the arrays of a case take, and peers' scratch, about. */
size_t data_bytes(const struct bench_case *what);

void data_make(struct data *data, const struct bench_case *what, unsigned data_kind, uint64_t seed);
void data_free(struct data *data);

/* Lays the input out for a sort. */
void data_refresh(struct data *data, enum bench_layout layout);

/* The array number i where a sort finds it. */
void *data_keys_at(const struct data *data, enum bench_layout layout, size_t i);
void *data_values_at(const struct data *data, enum bench_layout layout, size_t i);

/* Fills in `hashes` from the input. */
void data_hash_input(struct data *data);

/* NULL if every array is sorted and whole; else what is wrong. */
const char *data_check(const struct data *data, enum bench_layout layout, bool stable);

#endif
