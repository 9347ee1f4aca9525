/*
 * The cases of the benchmark by name: what is sorted, of which pattern.
 *
 * In: names as the command line has them. Out: numbers, sizes and names. Pure; anyone here may call it.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef SWEEPSORT_BENCH_CASES_H
#define SWEEPSORT_BENCH_CASES_H

#include <stdbool.h>

#include "peer.h"

/* The forms: keys, pairs4+4, pairs8+8, pairs8+32, argsort. NULL at the end. */
enum { FORM_KEYS, FORM_PAIRS_4_4, FORM_PAIRS_8_8, FORM_PAIRS_8_32, FORM_ARGSORT, FORMS };
extern const char *const form_names[];

/* u32, u64, u128, f32, f64: key_names[type - BENCH_U32]. NULL at the end. */
enum { TYPES = 5 };
extern const char *const key_names[];

enum {
    DATA_UNIFORM,
    DATA_SORTED,
    DATA_REVERSED,
    DATA_NEARLY_SORTED,
    DATA_FEW,
    DATA_ZIPF,
    DATA_NARROW,
    DATA_ORGAN_PIPE,
    DATA_MORTON,
    DATA_COUNT
};
extern const char *const data_names[];

size_t bench_type_size(enum bench_type type);

/* The case of a form and a type; false where the form has no keys of that type. */
bool form_case(unsigned form, enum bench_type type, unsigned threads, size_t n, struct bench_case *what);

/* "u64 keys", "u32+u32 pairs", "u64+32 bytes pairs", "u64 argsort". */
const char *case_name(const struct bench_case *what);

bool same_case(const struct bench_case *a, const struct bench_case *b);

#endif
