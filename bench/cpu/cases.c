/*
 * Cases by name: see cases.h.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "cases.h"

#include <stdio.h>

const char *const form_names[] = {"keys", "pairs4+4", "pairs8+8", "pairs8+32", "argsort", NULL};
const char *const key_names[] = {"u32", "u64", "u128", "f32", "f64", NULL};
const char *const data_names[] = {"uniform", "sorted", "reversed",   "nearly-sorted", "few",
                                  "zipf",    "narrow", "organ-pipe", "morton",        NULL};

size_t bench_type_size(enum bench_type type)
{
    return type == BENCH_U128 ? 16 : type == BENCH_U32 || type == BENCH_F32 ? 4 : 8;
}

bool form_case(unsigned form, enum bench_type type, unsigned threads, size_t n, struct bench_case *what)
{
    static const size_t value_sizes[FORMS] = {0, 4, 8, 32, 8};
    *what = (struct bench_case){.operation = form == FORM_KEYS      ? BENCH_KEYS
                                             : form == FORM_ARGSORT ? BENCH_ARGSORT
                                                                    : BENCH_PAIRS,
                                .type = type,
                                .value_size = value_sizes[form],
                                .threads = threads,
                                .n = n};
    switch (form) {
    case FORM_KEYS: return true;
    case FORM_PAIRS_4_4: return type == BENCH_U32;
    case FORM_PAIRS_8_8:
    case FORM_PAIRS_8_32: return type == BENCH_U64;
    default: return type == BENCH_U32 || type == BENCH_U64;
    }
}

const char *case_name(const struct bench_case *what)
{
    static char text[64];
    const char *type = key_names[what->type - BENCH_U32];
    switch (what->operation) {
    case BENCH_KEYS: snprintf(text, sizeof text, "%s keys", type); break;
    case BENCH_ARGSORT: snprintf(text, sizeof text, "%s argsort", type); break;
    case BENCH_PAIRS:
        if (what->value_size == 32) {
            snprintf(text, sizeof text, "%s+32 bytes pairs", type);
        } else {
            snprintf(text, sizeof text, "%s+%s pairs", type, type);
        }
    }
    return text;
}

bool same_case(const struct bench_case *a, const struct bench_case *b)
{
    return a->operation == b->operation && a->type == b->type && a->value_size == b->value_size &&
           a->threads == b->threads && a->n == b->n;
}
