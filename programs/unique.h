/*
 * Equal keys: what -u leaves out.
 *
 * In: sorted keys, and the options they were sorted by. Out: the first key of every run of equal ones, at the front; or
 * where the first key stands that equals the one before. Keys are equal where neither belongs before the other, so the
 * float order and the bit window count. Called by sort.c and check.c.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef SWEEPSORT_UNIQUE_H
#define SWEEPSORT_UNIQUE_H

#include <stddef.h>

#include "sweepsort.h"

/* Moves the keys that stay, and their values of value_size bytes (0: there are none), to the front; returns how many.
 */
size_t unique_keep(void *keys, void *values, size_t n, sweep_type type, size_t value_size,
                   const sweep_options *options);

/* The first i whose key equals the key at i - 1; n if there is none. */
size_t unique_first_repeat(const void *keys, size_t n, sweep_type type, const sweep_options *options);

#endif
