/*
 * Floating-point numbers as text; see floats.h.
 *
 * Reading: the decimal number digits * 10^q is multiplied out to 128 bits with a power of ten from the table. The
 * product is known to within two units of its last bit; unless the middle between two neighbours lies in that gap, the
 * nearest number is certain. Else the decimal number and the middle are compared as whole long numbers.
 *
 * Printing: the decimal numbers that read back as this one fill an interval. Method: R. Giulietti, "The Schubfach way
 * to render doubles", 2020: at the power of ten just below the interval's width one or two multiples lie inside, and at
 * the next power at most one.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "floats.h"

#include <stdbool.h>
#include <string.h>

#include "powers.h"

static int bias_of(struct float_form form)
{
    return (1 << (form.exponent_bits - 1)) - 1;
}

static uint64_t infinity_of(struct float_form form)
{
    return (((uint64_t)1 << form.exponent_bits) - 1) << form.fraction_bits;
}

/* What the bits without sign stand for: *significand * 2^exponent. */
static int unpack(struct float_form form, uint64_t bits, uint64_t *significand)
{
    uint64_t hidden = (uint64_t)1 << form.fraction_bits;
    int exponent = (int)(bits >> form.fraction_bits);
    *significand = (bits & (hidden - 1)) | (exponent ? hidden : 0);
    return (exponent ? exponent : 1) - bias_of(form) - (int)form.fraction_bits;
}

/* ---- reading: the decimal number ----------------------------------------------------------------------------- */

#define WORD_DIGITS 19
/* Significant digits that are looked at one by one; what follows only counts as "a little more". No middle between two
   numbers of a format has as many. */
#define LONG_DIGITS 800

/* A decimal number: word * 10^exponent where `all`, else between that and (word + 1) * 10^exponent. */
struct decimal {
    const char *first; /* its digits and its point, if the number is to be read again */
    const char *last;
    uint64_t word;
    int64_t exponent;
    int64_t last_exponent; /* the power of ten of the last digit */
    bool all;
};

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static const char *read_exponent(const char *at, int64_t *exponent)
{
    const char *digits = at + 1;
    bool negative = *digits == '-';
    digits += negative || *digits == '+';
    if (!is_digit(*digits))
        return at;
    int64_t value = 0;
    for (; is_digit(*digits); digits++)
        if (value < 1000000000)
            value = value * 10 + (*digits - '0');
    *exponent = negative ? -value : value;
    return digits;
}

/* Reads a decimal number; returns its end, or NULL where there is none. */
static const char *read_decimal(const char *at, struct decimal *decimal)
{
    int64_t exponent = 0;
    unsigned used = 0;
    bool digits = false, point = false;
    *decimal = (struct decimal){.first = at, .all = true};
    for (;; at++) {
        if (*at == '.' && !point) {
            point = true;
            continue;
        }
        unsigned digit = (unsigned)(*at - '0');
        if (digit > 9)
            break;
        digits = true;
        decimal->last_exponent -= point;
        if (used < WORD_DIGITS) {
            decimal->word = decimal->word * 10 + digit;
            used += decimal->word != 0;
            decimal->exponent -= point;
        } else {
            decimal->exponent += !point;
            decimal->all &= digit == 0;
        }
    }
    decimal->last = at;
    if (digits && (*at == 'e' || *at == 'E'))
        at = read_exponent(at, &exponent);
    decimal->exponent += exponent;
    decimal->last_exponent += exponent;
    return digits ? at : NULL;
}

/* ---- reading: the nearest number of the format --------------------------------------------------------------- */

/* The number of the format nearest to word * 10^q, word not 0. False: too close to the middle between two numbers to
   tell; then *bits is the lower of them. May give the infinity. */
static bool round_product(uint64_t word, int q, struct float_form form, uint64_t *bits)
{
    int lead = __builtin_clzll(word);
    wide_key power = powers_of_ten()[q - POWER_LEAST];
    wide_key low = wide_product(word << lead, wide_low(power));
    wide_key high = wide_plus(wide_product(word << lead, wide_high(power)), wide_of(0, wide_high(low)));

    /* The value is high * 2^(power_exponent - lead - 63), or up to two units of `high` more. */
    int top = 126 + (int)(wide_high(high) >> 63), bias = bias_of(form);
    int exponent = top + power_exponent(q) - lead - 63;
    if (exponent > bias) {
        *bits = infinity_of(form);
        return true;
    }
    bool normal = exponent >= 1 - bias;
    int drop = top - (int)form.fraction_bits + (normal ? 0 : 1 - bias - exponent);
    if (drop > 127) {
        *bits = 0;
        return drop > 130;
    }
    const wide_key one = wide_of(0, 1);
    uint64_t kept = wide_low(wide_right(high, (unsigned)drop));
    wide_key rest = wide_and(high, wide_minus(wide_left(one, (unsigned)drop), one));
    wide_key half = wide_left(one, (unsigned)drop - 1);
    bool exact = power_is_exact(q), tail = wide_low(low) != 0;
    *bits = normal ? ((uint64_t)(exponent + bias - 1) << form.fraction_bits) + kept : kept;
    if (wide_less(rest, half))
        return exact || !wide_less(half, wide_plus(rest, wide_of(0, 2)));
    if (wide_less(half, rest) || tail || !exact)
        *bits += 1;
    else
        *bits += kept & 1;
    return true;
}

/* A long number, least significant word first: room for LONG_DIGITS digits times 10^(LONG_DIGITS + 343). */
#define LONG_WORDS 224
struct long_number {
    uint32_t words[LONG_WORDS];
    int used;
};

static void long_multiply_add(struct long_number *number, uint32_t factor, uint32_t summand)
{
    uint64_t carry = summand;
    for (int i = 0; i < number->used; i++) {
        carry += (uint64_t)number->words[i] * factor;
        number->words[i] = (uint32_t)carry;
        carry >>= 32;
    }
    if (carry)
        number->words[number->used++] = (uint32_t)carry;
}

static void long_scale(struct long_number *number, int64_t tens, int64_t twos)
{
    for (; tens > 0; tens--)
        long_multiply_add(number, 10, 0);
    for (; twos > 0; twos -= twos < 31 ? twos : 31)
        long_multiply_add(number, (uint32_t)1 << (twos < 31 ? twos : 31), 0);
}

static int long_compare(const struct long_number *a, const struct long_number *b)
{
    if (a->used != b->used)
        return a->used < b->used ? -1 : 1;
    for (int i = a->used - 1; i >= 0; i--)
        if (a->words[i] != b->words[i])
            return a->words[i] < b->words[i] ? -1 : 1;
    return 0;
}

/* Chooses between the number `below` and its upper neighbour by comparing the decimal number with their middle. */
static uint64_t round_exactly(const struct decimal *decimal, struct float_form form, uint64_t below)
{
    struct long_number left = {.used = 0}, right = {.used = 0};
    int64_t tens = decimal->last_exponent;
    int digits = 0;
    bool more = false;
    for (const char *at = decimal->first; at < decimal->last; at++) {
        if (*at == '.')
            continue;
        if (digits < LONG_DIGITS) {
            long_multiply_add(&left, 10, (uint32_t)(*at - '0'));
            digits += left.used != 0;
        } else {
            more |= *at != '0';
            tens++;
        }
    }
    uint64_t significand;
    int twos = unpack(form, below, &significand) - 1;
    long_multiply_add(&right, 1, (uint32_t)((2 * significand + 1) >> 32));
    if (right.used)
        long_scale(&right, 0, 32);
    long_multiply_add(&right, 1, (uint32_t)(2 * significand + 1));
    long_scale(&left, tens, -twos);
    long_scale(&right, -tens, twos);
    int order = long_compare(&left, &right);
    if (order == 0)
        order = more ? 1 : below & 1 ? 1 : -1;
    return below + (order > 0);
}

static uint64_t round_decimal(const struct decimal *decimal, struct float_form form)
{
    if (decimal->word == 0 || decimal->exponent < POWER_LEAST)
        return 0; /* less than 10^19 * 10^-344, which is less than half of the least number of any format */
    if (decimal->exponent > 308)
        return infinity_of(form);
    int q = (int)decimal->exponent;
    uint64_t bits, above;
    bool sure = round_product(decimal->word, q, form, &bits);
    if (sure && !decimal->all)
        sure = round_product(decimal->word + 1, q, form, &above) && above == bits;
    return sure ? bits : round_exactly(decimal, form, bits);
}

/* Steps over a word in any case, or returns NULL. */
static const char *skip_word(const char *at, const char *word)
{
    for (; *word; word++, at++)
        if ((*at | 0x20) != *word)
            return NULL;
    return at;
}

enum number_fault float_read(const char *at, const char **after, struct float_form form, uint64_t *bits)
{
    bool negative = *at == '-';
    at += negative || *at == '+';
    uint64_t sign = (uint64_t)negative << (form.exponent_bits + form.fraction_bits), infinity = infinity_of(form);
    struct decimal decimal;
    const char *end = read_decimal(at, &decimal);
    if (end) {
        *after = end;
        uint64_t nearest = round_decimal(&decimal, form);
        *bits = sign | nearest;
        return nearest >= infinity ? NUMBER_OUT_OF_RANGE : NUMBER_FINE;
    }
    if ((end = skip_word(at, "infinity")) || (end = skip_word(at, "inf")))
        *bits = sign | infinity;
    else if ((end = skip_word(at, "nan")))
        *bits = sign | infinity | (uint64_t)1 << (form.fraction_bits - 1);
    else
        return NUMBER_NONE;
    *after = end;
    return NUMBER_FINE;
}

/* ---- printing ------------------------------------------------------------------------------------------------ */

/* significand * power / 2^128, made odd where something is cut off: enough to compare it with whole numbers. */
static uint64_t multiply_to_odd(wide_key power, uint64_t significand)
{
    wide_key low = wide_product(wide_low(power), significand);
    wide_key high = wide_plus(wide_product(wide_high(power), significand), wide_of(0, wide_high(low)));
    return wide_high(high) | (wide_low(high) > 1);
}

/* The decimal number digits * 10^k with fewest digits, and closest among those, that reads back as these bits (neither
   zero, infinite nor nan); trailing zeros may be left. */
static uint64_t shortest_decimal(struct float_form form, uint64_t bits, int *k)
{
    uint64_t significand, hidden = (uint64_t)1 << form.fraction_bits;
    int exponent = unpack(form, bits, &significand);
    bool even = significand % 2 == 0;
    bool closer_below =
        significand == hidden && bits >> form.fraction_bits > 1; /* the lower neighbour is half as far */

    /* 10^*k is the largest power of ten not above the interval's width: 2^exponent, or 3/4 of it. */
    *k = (exponent * 1262611 - (closer_below ? 524031 : 0)) >> 22;
    wide_key power = wide_plus(powers_of_ten()[-*k - POWER_LEAST], wide_of(0, !power_is_exact(-*k)));
    int shift = exponent + power_exponent(-*k) + 1;
    uint64_t middle = multiply_to_odd(power, 4 * significand << shift);
    uint64_t lower = multiply_to_odd(power, (4 * significand - 2 + closer_below) << shift) + !even;
    uint64_t upper = multiply_to_odd(power, (4 * significand + 2) << shift) - !even;

    /* In units of 10^*k / 4: multiples of ten first, then of one. */
    uint64_t units = middle / 4, tens = middle / 40;
    bool below = lower <= 40 * tens, above = 40 * tens + 40 <= upper;
    if (tens && below != above) {
        *k += 1;
        return tens + above;
    }
    below = lower <= 4 * units, above = 4 * units + 4 <= upper;
    if (below != above)
        return units + above;
    return units + (middle > 4 * units + 2 || (middle == 4 * units + 2 && units % 2));
}

static char *print_exponent(char *at, int exponent)
{
    unsigned size = exponent < 0 ? 0 - (unsigned)exponent : (unsigned)exponent;
    *at++ = 'e';
    *at++ = exponent < 0 ? '-' : '+';
    if (size >= 100)
        *at++ = (char)('0' + size / 100);
    *at++ = (char)('0' + size / 10 % 10);
    *at++ = (char)('0' + size % 10);
    return at;
}

/* Writes digits * 10^k as %g would. */
static char *print_decimal(char *at, uint64_t digits, int k)
{
    char text[20];
    int length = 0;
    while (digits % 10 == 0) {
        digits /= 10;
        k++;
    }
    for (; digits; digits /= 10)
        text[sizeof text - (size_t)++length] = (char)('0' + digits % 10);
    const char *first = text + sizeof text - (size_t)length;
    int exponent = length + k - 1; /* of the first digit */
    int whole = exponent + 1;      /* digits before the point */
    if (exponent < -4 || exponent >= 16) {
        *at++ = *first;
        if (length > 1) {
            *at++ = '.';
            memcpy(at, first + 1, (size_t)length - 1);
            at += length - 1;
        }
        return print_exponent(at, exponent);
    }
    if (whole <= 0) {
        memcpy(at, "0.000", 5);
        at += 2 - whole;
        memcpy(at, first, (size_t)length);
        return at + length;
    }
    if (whole >= length) {
        memcpy(at, first, (size_t)length);
        memset(at + length, '0', (size_t)(whole - length));
        return at + whole;
    }
    memcpy(at, first, (size_t)whole);
    at[whole] = '.';
    memcpy(at + whole + 1, first + whole, (size_t)(length - whole));
    return at + length + 1;
}

char *float_print(char *at, struct float_form form, uint64_t bits)
{
    uint64_t sign = (uint64_t)1 << (form.exponent_bits + form.fraction_bits), infinity = infinity_of(form);
    if (bits & sign)
        *at++ = '-';
    bits &= sign - 1;
    if (bits >= infinity) {
        memcpy(at, bits == infinity ? "inf" : "nan", 3);
        return at + 3;
    }
    if (bits == 0) {
        *at++ = '0';
        return at;
    }
    int k;
    uint64_t digits = shortest_decimal(form, bits, &k);
    return print_decimal(at, digits, k);
}
