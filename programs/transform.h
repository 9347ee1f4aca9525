/*
 * The transformed key, worked out one key at a time and independently of the library: what `explain` shows digit by
 * digit, and what `bench` checks the library against.
 *
 * In: one key as it lies in memory, of any type and alignment, and the orders asked for. Out: its bits as an unsigned
 * number whose ascending order is the order asked for. Used by reference.c, patterns.c and explain*.c.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef SWEEPSORT_PROGRAMS_TRANSFORM_H
#define SWEEPSORT_PROGRAMS_TRANSFORM_H

#include "types.h"
#include "wide.h"

/* A key's own bits, and back. */
wide_key key_load(const void *key, sweep_type type);
void key_store(void *key, sweep_type type, wide_key bits);

/* The transformed key of a key's own bits: as many bits as the key has. */
wide_key key_transform(wide_key bits, sweep_type type, sweep_order order, sweep_float_order float_order);

/* Whether a float key's own bits are a NaN; false for integers. */
bool key_is_nan(wide_key bits, sweep_type type);

#endif
