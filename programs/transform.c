/*
 * The transformed key, one key at a time: see transform.h.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "transform.h"

#include <string.h>

wide_key key_load(const void *key, sweep_type type)
{
    uint8_t u8;
    uint16_t u16;
    uint32_t u32;
    uint64_t u64;
    wide_key u128;
    switch (type_size(type)) {
    case 1: memcpy(&u8, key, sizeof u8); return u8;
    case 2: memcpy(&u16, key, sizeof u16); return u16;
    case 4: memcpy(&u32, key, sizeof u32); return u32;
    case 8: memcpy(&u64, key, sizeof u64); return u64;
    default: memcpy(&u128, key, sizeof u128); return u128;
    }
}

void key_store(void *key, sweep_type type, wide_key bits)
{
    uint8_t u8 = (uint8_t)bits;
    uint16_t u16 = (uint16_t)bits;
    uint32_t u32 = (uint32_t)bits;
    uint64_t u64 = (uint64_t)bits;
    switch (type_size(type)) {
    case 1: memcpy(key, &u8, sizeof u8); break;
    case 2: memcpy(key, &u16, sizeof u16); break;
    case 4: memcpy(key, &u32, sizeof u32); break;
    case 8: memcpy(key, &u64, sizeof u64); break;
    default: memcpy(key, &bits, sizeof bits); break;
    }
}

/* The bits of +infinity: every larger magnitude is a NaN. */
static wide_key infinity_bits(sweep_type type)
{
    switch (type) {
    case SWEEP_F16: return 0x7c00;
    case SWEEP_BF16: return 0x7f80;
    case SWEEP_F32: return 0x7f800000;
    default: return (wide_key)0x7ff << 52;
    }
}

bool key_is_nan(wide_key bits, sweep_type type)
{
    wide_key sign = (wide_key)1 << (8 * type_size(type) - 1);
    return type_is_float(type) && (bits & ~sign) > infinity_bits(type);
}

wide_key key_transform(wide_key bits, sweep_type type, sweep_order order, sweep_float_order float_order)
{
    wide_key sign = (wide_key)1 << (8 * type_size(type) - 1);
    wide_key all = sign | (sign - 1);
    if (type_is_float(type) && float_order != SWEEP_TOTAL_ORDER) {
        if (key_is_nan(bits, type)) {
            return float_order == SWEEP_NAN_LAST ? all : 0;
        }
        if (bits == sign) {
            bits = 0; /* -0 ties with +0 */
        }
    }
    if (type_is_signed(type)) {
        bits ^= sign;
    } else if (type_is_float(type)) {
        bits ^= (bits & sign) != 0 ? all : sign;
    }
    return order == SWEEP_DESCENDING ? bits ^ all : bits;
}
