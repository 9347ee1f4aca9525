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
#include "wide.h"

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
static inline wide_key key_bits(const void *key, size_t size)
{
    uint64_t halves[2], word;
    uint32_t half;
    uint16_t quarter;
    const uint16_t one = 1;
    const bool little_endian = *(const unsigned char *)&one == 1;
    switch (size) {
    case 1: return wide_of(0, *(const unsigned char *)key);
    case 2: memcpy(&quarter, key, 2); return wide_of(0, quarter);
    case 4: memcpy(&half, key, 4); return wide_of(0, half);
    case 8: memcpy(&word, key, 8); return wide_of(0, word);
    default: memcpy(halves, key, 16); return wide_of(halves[little_endian], halves[!little_endian]);
    }
}

static inline void key_set_bits(void *key, wide_key bits, size_t size)
{
    uint64_t word = wide_low(bits), halves[2];
    uint32_t half = (uint32_t)word;
    uint16_t quarter = (uint16_t)word;
    const uint16_t one = 1;
    const bool little_endian = *(const unsigned char *)&one == 1;
    switch (size) {
    case 1: *(unsigned char *)key = (unsigned char)word; return;
    case 2: memcpy(key, &quarter, 2); return;
    case 4: memcpy(key, &half, 4); return;
    case 8: memcpy(key, &word, 8); return;
    default:
        halves[little_endian] = wide_high(bits);
        halves[!little_endian] = word;
        memcpy(key, halves, 16);
    }
}

#endif
