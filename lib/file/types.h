/*
 * The key types by name: "u8" ... "f64" as the command line, the files and the messages spell them.
 *
 * In: a name or a sweep_type. Out: the other one, or what is known of it. Pure; anyone may call it.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef SWEEPSORT_FILE_TYPES_H
#define SWEEPSORT_FILE_TYPES_H

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

#include "sweepsort.h"

/* The names in the order of the enum, NULL at the end: type_names[type - SWEEP_U8]. */
extern const char *const type_names[];

/* The type of that name; 0 if there is none. */
sweep_type type_from_name(const char *name);

/* The name of a type. */
const char *type_name(sweep_type type);

/* The bytes of a key. */
size_t type_size(sweep_type type);

/* Whether keys of the type are floating-point numbers; signed integers. */
bool type_is_float(sweep_type type);
bool type_is_signed(sweep_type type);

/* The bits of a key of `size` bytes as a number, and back. */
static inline sweep_uint128 key_bits(const void *key, size_t size)
{
    sweep_uint128 wide;
    uint64_t word;
    uint32_t half;
    uint16_t quarter;
    switch (size) {
    case 1: return *(const unsigned char *)key;
    case 2: memcpy(&quarter, key, 2); return quarter;
    case 4: memcpy(&half, key, 4); return half;
    case 8: memcpy(&word, key, 8); return word;
    default: memcpy(&wide, key, 16); return wide;
    }
}

static inline void key_set_bits(void *key, sweep_uint128 bits, size_t size)
{
    uint64_t word = (uint64_t)bits;
    uint32_t half = (uint32_t)bits;
    uint16_t quarter = (uint16_t)bits;
    switch (size) {
    case 1: *(unsigned char *)key = (unsigned char)bits; return;
    case 2: memcpy(key, &quarter, 2); return;
    case 4: memcpy(key, &half, 4); return;
    case 8: memcpy(key, &word, 8); return;
    default: memcpy(key, &bits, 16);
    }
}

#endif
