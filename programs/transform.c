/*
 * The transformed key, one key at a time: see transform.h.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "transform.h"

wide_key key_load(const void *key, sweep_type type)
{
    return key_bits(key, type_size(type));
}

void key_store(void *key, sweep_type type, wide_key bits)
{
    key_set_bits(key, bits, type_size(type));
}

/* The key's highest bit. */
static wide_key sign_of(sweep_type type)
{
    return wide_left(wide_of(0, 1), 8 * (unsigned)type_size(type) - 1);
}

/* The bits of +infinity: every larger magnitude is a NaN. */
static wide_key infinity_bits(sweep_type type)
{
    switch (type) {
    case SWEEP_F16: return wide_of(0, 0x7c00);
    case SWEEP_BF16: return wide_of(0, 0x7f80);
    case SWEEP_F32: return wide_of(0, 0x7f800000);
    default: return wide_of(0, (uint64_t)0x7ff << 52);
    }
}

bool key_is_nan(wide_key bits, sweep_type type)
{
    wide_key magnitude = wide_and(bits, wide_minus(sign_of(type), wide_of(0, 1)));
    return type_is_float(type) && wide_less(infinity_bits(type), magnitude);
}

wide_key key_transform(wide_key bits, sweep_type type, sweep_order order, sweep_float_order float_order)
{
    wide_key sign = sign_of(type), none = wide_of(0, 0);
    wide_key all = wide_or(sign, wide_minus(sign, wide_of(0, 1)));
    if (type_is_float(type) && float_order != SWEEP_TOTAL_ORDER) {
        if (key_is_nan(bits, type)) {
            return float_order == SWEEP_NAN_LAST ? all : none;
        }
        if (wide_equal(bits, sign)) {
            bits = none; /* -0 ties with +0 */
        }
    }
    if (type_is_signed(type)) {
        bits = wide_xor(bits, sign);
    } else if (type_is_float(type)) {
        bits = wide_xor(bits, wide_equal(wide_and(bits, sign), none) ? sign : all);
    }
    return order == SWEEP_DESCENDING ? wide_xor(bits, all) : bits;
}
