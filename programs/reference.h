/*
 * An independent stable merge sort, and a check of a sorted result against it, element by element.
 *
 * In: the keys as they were before the sort, and the order asked for. Out: for every place of the sorted sequence, the
 * place in the input whose key belongs there; and, for a result, what is wrong with it and where. Nothing of the
 * library takes part. Used by bench.c.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef SWEEPSORT_PROGRAMS_REFERENCE_H
#define SWEEPSORT_PROGRAMS_REFERENCE_H

#include <stdbool.h>

#include "sweepsort.h"

/* n places, to be freed by the caller; NULL if memory is short. The transformed keys decide, ties keep input order. */
uint64_t *reference_argsort(const void *keys, size_t n, sweep_type type, sweep_order order,
                            sweep_float_order float_order);

/* What is wrong with a result. All counts 0: nothing. */
struct reference_difference {
    size_t wrong_keys;    /* places that hold another key than they should, bit for bit */
    size_t wrong_values;  /* places that hold another value, whether or not the key is right */
    size_t first;         /* the first wrong place of either kind */
    bool first_key_wrong; /* else the key there is right and its value is wrong */
};

/* Compares a result with what `places` says it must be. out_keys NULL: keys were not written. values and out_values
   NULL: there are none. */
struct reference_difference reference_compare(const uint64_t *places, size_t n, const void *keys, const void *out_keys,
                                              size_t key_bytes, const void *values, const void *out_values,
                                              size_t value_bytes);

#endif
