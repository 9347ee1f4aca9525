/*
 * Unsigned numbers of 128 bits: what a key of any type fits. The compiler's own type where it has one; elsewhere
 * (32-bit processors) two halves of 64 bits.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef SWEEPSORT_FILE_WIDE_H
#define SWEEPSORT_FILE_WIDE_H

#include <stdbool.h>
#include <stdint.h>

#ifdef __SIZEOF_INT128__

__extension__ typedef unsigned __int128 wide_key;

static inline wide_key wide_of(uint64_t high, uint64_t low)
{
    return (wide_key)high << 64 | low;
}

static inline uint64_t wide_high(wide_key a)
{
    return (uint64_t)(a >> 64);
}

static inline uint64_t wide_low(wide_key a)
{
    return (uint64_t)a;
}

/* The product of two numbers of 64 bits. */
static inline wide_key wide_product(uint64_t a, uint64_t b)
{
    return (wide_key)a * b;
}

#else

typedef struct wide_key {
    uint64_t high, low;
} wide_key;

static inline wide_key wide_of(uint64_t high, uint64_t low)
{
    return (wide_key){high, low};
}

static inline uint64_t wide_high(wide_key a)
{
    return a.high;
}

static inline uint64_t wide_low(wide_key a)
{
    return a.low;
}

/* The product of two numbers of 64 bits. */
static inline wide_key wide_product(uint64_t a, uint64_t b)
{
    const uint64_t half = 0xffffffff;
    uint64_t low = (a & half) * (b & half), one = (a >> 32) * (b & half) + (low >> 32);
    uint64_t other = (a & half) * (b >> 32) + (one & half);
    return wide_of((a >> 32) * (b >> 32) + (one >> 32) + (other >> 32), other << 32 | (low & half));
}

#endif

static inline wide_key wide_or(wide_key a, wide_key b)
{
    return wide_of(wide_high(a) | wide_high(b), wide_low(a) | wide_low(b));
}

static inline wide_key wide_and(wide_key a, wide_key b)
{
    return wide_of(wide_high(a) & wide_high(b), wide_low(a) & wide_low(b));
}

static inline wide_key wide_xor(wide_key a, wide_key b)
{
    return wide_of(wide_high(a) ^ wide_high(b), wide_low(a) ^ wide_low(b));
}

static inline bool wide_equal(wide_key a, wide_key b)
{
    return wide_high(a) == wide_high(b) && wide_low(a) == wide_low(b);
}

static inline bool wide_less(wide_key a, wide_key b)
{
    return wide_high(a) != wide_high(b) ? wide_high(a) < wide_high(b) : wide_low(a) < wide_low(b);
}

/* a * 2^bits modulo 2^128, and floor(a / 2^bits), for bits below 128. */
static inline wide_key wide_left(wide_key a, unsigned bits)
{
    if (bits == 0)
        return a;
    if (bits >= 64)
        return wide_of(wide_low(a) << (bits - 64), 0);
    return wide_of(wide_high(a) << bits | wide_low(a) >> (64 - bits), wide_low(a) << bits);
}

static inline wide_key wide_right(wide_key a, unsigned bits)
{
    if (bits == 0)
        return a;
    if (bits >= 64)
        return wide_of(0, wide_high(a) >> (bits - 64));
    return wide_of(wide_high(a) >> bits, wide_low(a) >> bits | wide_high(a) << (64 - bits));
}

static inline wide_key wide_plus(wide_key a, wide_key b)
{
    uint64_t low = wide_low(a) + wide_low(b);
    return wide_of(wide_high(a) + wide_high(b) + (low < wide_low(a)), low);
}

static inline wide_key wide_minus(wide_key a, wide_key b)
{
    return wide_of(wide_high(a) - wide_high(b) - (wide_low(a) < wide_low(b)), wide_low(a) - wide_low(b));
}

#ifdef __SIZEOF_INT128__

/* floor(a / b), and a modulo b in *rest; b is not 0. */
static inline wide_key wide_divide(wide_key a, wide_key b, wide_key *rest)
{
    *rest = a % b;
    return a / b;
}

#else

/* floor(a / b), and a modulo b in *rest; b is not 0. Long division, a bit at a time. */
static inline wide_key wide_divide(wide_key a, wide_key b, wide_key *rest)
{
    wide_key quotient = wide_of(0, 0), left = quotient;
    for (unsigned bit = 128; bit-- > 0;) {
        bool carry = wide_high(left) >> 63 != 0;
        left = wide_or(wide_left(left, 1), wide_of(0, wide_low(wide_right(a, bit)) & 1));
        quotient = wide_left(quotient, 1);
        if (carry || !wide_less(left, b)) {
            left = wide_minus(left, b);
            quotient = wide_or(quotient, wide_of(0, 1));
        }
    }
    *rest = left;
    return quotient;
}

#endif

#endif
