/*
 * Keys as text; see numbers.h. Integers are read and printed here, floats in floats.c.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "numbers.h"

#include <string.h>

#include "floats.h"

/* The decimal digits of 19 digits' worth: what one 64-bit word always holds. */
#define WORD_DIGITS 19
#define WORD_POWER 10000000000000000000u

static unsigned is_digit(char c)
{
    return (unsigned)(c - '0') < 10;
}

/* ---- reading ------------------------------------------------------------------------------------------------- */

static enum number_fault read_wide(const char *at, const char **after, wide_key *value)
{
    enum number_fault fault = NUMBER_FINE;
    *value = wide_of(0, 0);
    for (; is_digit(*at); at++) {
        wide_key digit = wide_of(0, (unsigned)(*at - '0')), low = wide_product(wide_low(*value), 10);
        wide_key high = wide_plus(wide_product(wide_high(*value), 10), wide_of(0, wide_high(low)));
        wide_key sum = wide_plus(wide_of(wide_low(high), wide_low(low)), digit);
        if (wide_high(high) != 0 || wide_less(sum, digit))
            fault = NUMBER_OUT_OF_RANGE;
        *value = sum;
    }
    *after = at;
    return fault;
}

static enum number_fault read_integer(const char *at, const char **after, sweep_type type, void *key)
{
    bool negative = *at == '-';
    at += negative || *at == '+';
    const char *start = at;
    uint64_t word = 0;
    for (; is_digit(*at); at++)
        word = word * 10 + (unsigned)(*at - '0');
    if (at == start)
        return NUMBER_NONE;
    *after = at;

    unsigned bits = 8 * (unsigned)type_size(type);
    wide_key value = wide_of(0, word);
    if (at - start > WORD_DIGITS && read_wide(start, after, &value) != NUMBER_FINE)
        return NUMBER_OUT_OF_RANGE;
    wide_key most = wide_right(wide_of(UINT64_MAX, UINT64_MAX), 128 - bits);
    if (type_is_signed(type))
        most = wide_plus(wide_right(most, 1), wide_of(0, negative));
    else if (negative)
        most = wide_of(0, 0);
    if (wide_less(most, value))
        return NUMBER_OUT_OF_RANGE;
    if (negative)
        value = wide_minus(wide_of(0, 0), value);
    key_set_bits(key, value, type_size(type));
    return NUMBER_FINE;
}

/* ---- printing ------------------------------------------------------------------------------------------------ */

static char *print_word(char *at, uint64_t value)
{
    static const char pairs[] =
        "00010203040506070809101112131415161718192021222324252627282930313233343536373839404142434445"
        "46474849505152535455565758596061626364656667686970717273747576777879808182838485868788899091"
        "9293949596979899";
    char digits[20], *first = digits + sizeof digits;
    while (value >= 100) {
        first -= 2;
        memcpy(first, pairs + 2 * (value % 100), 2);
        value /= 100;
    }
    if (value >= 10) {
        first -= 2;
        memcpy(first, pairs + 2 * value, 2);
    } else {
        *--first = (char)('0' + value);
    }
    size_t length = (size_t)(digits + sizeof digits - first);
    memcpy(at, first, length);
    return at + length;
}

static char *print_wide(char *at, wide_key value)
{
    if (wide_high(value) == 0)
        return print_word(at, wide_low(value));
    wide_key rest;
    at = print_wide(at, wide_divide(value, wide_of(0, WORD_POWER), &rest));
    uint64_t low = wide_low(rest);
    for (int i = WORD_DIGITS - 1; i >= 0; i--, low /= 10)
        at[i] = (char)('0' + low % 10);
    return at + WORD_DIGITS;
}

static char *print_signed(char *at, int64_t value)
{
    if (value >= 0)
        return print_word(at, (uint64_t)value);
    *at++ = '-';
    return print_word(at, 0 - (uint64_t)value);
}

/* ---- every type ---------------------------------------------------------------------------------------------- */

static struct float_form form_of(sweep_type type)
{
    switch (type) {
    case SWEEP_F16: return (struct float_form){5, 10};
    case SWEEP_BF16: return (struct float_form){8, 7};
    case SWEEP_F32: return (struct float_form){8, 23};
    default: return (struct float_form){11, 52};
    }
}

enum number_fault number_read(const char *at, const char **after, sweep_type type, void *key)
{
    if (!type_is_float(type))
        return read_integer(at, after, type, key);
    uint64_t bits;
    enum number_fault fault = float_read(at, after, form_of(type), &bits);
    if (fault == NUMBER_FINE)
        key_set_bits(key, wide_of(0, bits), type_size(type));
    return fault;
}

char *number_print(char *at, const void *key, sweep_type type)
{
    wide_key wide = key_bits(key, type_size(type));
    uint64_t bits = wide_low(wide);
    switch (type) {
    case SWEEP_I8: return print_signed(at, (int8_t)bits);
    case SWEEP_I16: return print_signed(at, (int16_t)bits);
    case SWEEP_I32: return print_signed(at, (int32_t)bits);
    case SWEEP_I64: return print_signed(at, (int64_t)bits);
    case SWEEP_U128: return print_wide(at, wide);
    case SWEEP_I128:
        if (wide_high(wide) >> 63) {
            *at++ = '-';
            wide = wide_minus(wide_of(0, 0), wide);
        }
        return print_wide(at, wide);
    default: return type_is_float(type) ? float_print(at, form_of(type), bits) : print_word(at, bits);
    }
}
