/*
 * Powers of ten to 128 bits; see powers.h.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "powers.h"

#include <pthread.h>

/* 10^324 has 1077 bits; 2^1535 / 10^343 keeps 128 bits and more of 10^-343. */
#define WORDS 48

static wide_key table[POWER_MOST - POWER_LEAST + 1];
static pthread_once_t once = PTHREAD_ONCE_INIT;

/* A long number, least significant word first. */
static uint32_t words[WORDS];

static void clear_words(void)
{
    for (int i = 0; i < WORDS; i++)
        words[i] = 0;
}

static void multiply_by_ten(void)
{
    uint64_t carry = 0;
    for (int i = 0; i < WORDS; i++) {
        carry += (uint64_t)words[i] * 10;
        words[i] = (uint32_t)carry;
        carry >>= 32;
    }
}

static void divide_by_ten(void)
{
    uint64_t rest = 0;
    for (int i = WORDS - 1; i >= 0; i--) {
        rest = rest << 32 | words[i];
        words[i] = (uint32_t)(rest / 10);
        rest %= 10;
    }
}

/* The top 128 bits from the highest one that is set. */
static wide_key top_bits(void)
{
    int top = WORDS - 1, shift = 0;
    while (!words[top])
        top--;
    wide_key bits = wide_of(0, 0);
    for (int i = top; i > top - 4; i--)
        bits = wide_or(wide_left(bits, 32), wide_of(0, i >= 0 ? words[i] : 0));
    for (; !(wide_high(bits) >> 63); shift++)
        bits = wide_left(bits, 1);
    return shift && top >= 4 ? wide_or(bits, wide_of(0, words[top - 4] >> (32 - shift))) : bits;
}

static void compute(void)
{
    clear_words();
    words[0] = 1;
    for (int k = 0; k <= POWER_MOST; k++, multiply_by_ten())
        table[k - POWER_LEAST] = top_bits();
    clear_words();
    words[WORDS - 1] = (uint32_t)1 << 31; /* 2^1535 */
    for (int k = -1; k >= POWER_LEAST; k--) {
        divide_by_ten(); /* floor(2^1535 / 10^-k): floors of floors are the floor of the whole */
        table[k - POWER_LEAST] = top_bits();
    }
}

const wide_key *powers_of_ten(void)
{
    pthread_once(&once, compute);
    return table;
}
