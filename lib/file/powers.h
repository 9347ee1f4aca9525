/*
 * Powers of ten to 128 bits, from which floating-point numbers are read and printed.
 *
 * In: k. Out: 10^k as significand * 2^(exponent - 127) with the significand's top bit set, cut (not rounded) to 128
 * bits. Computed once, at the first call, by multiplying and dividing a long number by ten. Called by floats.c alone.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef SWEEPSORT_FILE_POWERS_H
#define SWEEPSORT_FILE_POWERS_H

#include "wide.h"

#define POWER_LEAST (-343)
#define POWER_MOST 324

/* The significands; that of 10^k is table[k - POWER_LEAST]. Exact for 0 <= k <= 55, a little too small else. */
const wide_key *powers_of_ten(void);

/* floor(log2(10^k)), the exponent that goes with it, for |k| <= 1233. */
static inline int power_exponent(int k)
{
    return (k * 1741647) >> 19;
}

static inline int power_is_exact(int k)
{
    return k >= 0 && k <= 55;
}

#endif
