/*
 * Tests numbers.h: reading and printing keys of every type, against the C library and against exact arithmetic.
 *
 * In: optionally a seed. Out: exit status 0, or the first failures and 1.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "numbers.h"

#include <float.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static uint64_t state;
static unsigned long checks, failures;

static uint64_t random_bits(void)
{
    state += 0x9e3779b97f4a7c15u;
    uint64_t z = state;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return z ^ z >> 31;
}

static void check(bool fine, const char *what, const char *text)
{
    checks++;
    if (!fine && failures++ < 20)
        fprintf(stderr, "FAILED: %s: %.60s\n", what, text);
}

/* Reads a whole line; the bits are those of the key. */
static enum number_fault read_line(const char *line, sweep_type type, sweep_uint128 *bits)
{
    unsigned char key[16];
    const char *after = line;
    enum number_fault fault = number_read(line, &after, type, key);
    if (fault == NUMBER_FINE && *after != '\n')
        return NUMBER_NONE;
    if (fault == NUMBER_FINE)
        *bits = key_bits(key, type_size(type));
    return fault;
}

static void print_line(char line[NUMBER_LONGEST + 2], sweep_uint128 bits, sweep_type type)
{
    unsigned char key[16];
    key_set_bits(key, bits, type_size(type));
    char *end = number_print(line, key, type);
    check(end - line <= NUMBER_LONGEST, "longer than NUMBER_LONGEST", type_name(type));
    end[0] = '\n';
    end[1] = 0;
}

/* ---- floats: what the bits of a type stand for --------------------------------------------------------------- */

static unsigned fraction_bits(sweep_type type)
{
    return type == SWEEP_F16 ? 10 : type == SWEEP_BF16 ? 7 : type == SWEEP_F32 ? 23 : 52;
}

static uint64_t infinity_bits(sweep_type type)
{
    uint64_t sign = (uint64_t)1 << (8 * type_size(type) - 1), hidden = (uint64_t)1 << fraction_bits(type);
    return sign - hidden;
}

/* The value of bits without sign; infinity is the power of two that would come next (f64's is inexact). */
static double value_of(uint64_t bits, sweep_type type)
{
    unsigned fraction = fraction_bits(type);
    int bias = (int)(infinity_bits(type) >> fraction) / 2, exponent = (int)(bits >> fraction);
    double significand = (double)((bits & (((uint64_t)1 << fraction) - 1)) | (exponent ? (uint64_t)1 << fraction : 0));
    return ldexp(significand, (exponent ? exponent : 1) - bias - (int)fraction);
}

/* The middle between two neighbours as text is a tie and goes to the even one; a little more or less does not. */
static void check_middle(uint64_t bits, sweep_type type)
{
    char line[1500], less[1500];
    int decimals = type == SWEEP_F16 ? 30 : type == SWEEP_F64 ? 1080 : 160; /* enough for every digit */
    uint64_t infinity = infinity_bits(type);
    if (type == SWEEP_F64 && LDBL_MANT_DIG < 54)
        return; /* no type here holds the middle */
    long double middle = ((long double)value_of(bits, type) + (long double)value_of(bits + 1, type)) / 2;
    snprintf(line, sizeof line, "%.*Lf\n", decimals, middle);
    char *end = strchr(line, '\n'), *last = end - 1;
    while (*last == '0')
        last--;
    strcpy(less, line);
    if (*last != '.') {
        less[last - line]--;
        memset(less + (last - line) + 1, '9', (size_t)(end - last - 1));
    } else {
        less[0] = 0; /* a whole number: its last digit may be a zero */
    }
    sweep_uint128 read = 0;
    enum number_fault fault = read_line(line, type, &read);
    uint64_t even = bits & 1 ? bits + 1 : bits;
    check(even == infinity ? fault == NUMBER_OUT_OF_RANGE : fault == NUMBER_FINE && read == even, "middle", line);
    if (less[0]) {
        fault = read_line(less, type, &read);
        check(fault == NUMBER_FINE && read == bits, "below the middle", less);
    }
    strcpy(end, "1\n");
    fault = read_line(line, type, &read);
    check(bits + 1 == infinity ? fault == NUMBER_OUT_OF_RANGE : fault == NUMBER_FINE && read == bits + 1,
          "above the middle", line);
}

/* The digits without zeros around them. */
static int count_digits(const char *text)
{
    int digits = 0, zeros = 0;
    for (; *text && *text != 'e'; text++)
        if (*text >= '1' && *text <= '9') {
            digits += zeros + 1;
            zeros = 0;
        } else if (*text == '0' && digits) {
            zeros++;
        }
    return digits;
}

/* A number is printed so that it reads back the same, with no more digits than the shortest %e that does. */
static void check_printed(uint64_t bits, sweep_type type)
{
    char line[NUMBER_LONGEST + 2], other[64];
    sweep_uint128 read = 0;
    print_line(line, bits, type);
    check(read_line(line, type, &read) == NUMBER_FINE && read == bits, "does not read back", line);
    double value = value_of(bits, type);
    int precision = 0;
    do
        snprintf(other, sizeof other, "%.*e\n", precision++, value);
    while (precision < 17 && (read_line(other, type, &read) != NUMBER_FINE || read != bits));
    int digits = count_digits(line);
    check(digits <= precision, "not the shortest", line);
    if (digits == count_digits(other) && bits)
        check(strtod(line, NULL) == strtod(other, NULL), "not the closest of the shortest", line);
}

static void test_narrow(sweep_type type)
{
    for (uint64_t bits = 0; bits < infinity_bits(type); bits++) {
        check_printed(bits, type);
        if (bits < infinity_bits(type) - 1 || type == SWEEP_F16)
            check_middle(bits, type);
    }
}

static void test_wide(sweep_type type, unsigned long rounds)
{
    char line[128];
    for (unsigned long i = 0; i < rounds; i++) {
        uint64_t bits = random_bits() & (((uint64_t)1 << (8 * type_size(type) - 1)) - 1);
        if (i % 5 == 0)
            bits >>= random_bits() % 60; /* small and subnormal numbers */
        if (i % 7 == 0)
            bits &= ~(uint64_t)0 << random_bits() % 63; /* few bits */
        if (i % 11 == 0)
            bits += infinity_bits(type) - (random_bits() & 0xffff) - bits;
        if (bits >= infinity_bits(type))
            continue;
        check_printed(bits, type);
        if (i % 16 == 0 && bits + 1 < infinity_bits(type))
            check_middle(bits, type);
        /* Any number of digits, against the C library. */
        sweep_uint128 read = 0, wanted;
        snprintf(line, sizeof line, "%.*e\n", (int)(random_bits() % 40), value_of(random_bits() >> 1, SWEEP_F64));
        enum number_fault fault = read_line(line, type, &read);
        double wide = strtod(line, NULL);
        float narrow = strtof(line, NULL);
        bool fits = type == SWEEP_F64 ? isfinite(wide) : isfinite(narrow);
        wanted = type == SWEEP_F64 ? key_bits(&wide, 8) : key_bits(&narrow, 4);
        if (strncmp(line, "nan", 3) != 0 && strncmp(line, "inf", 3) != 0)
            check(fits ? fault == NUMBER_FINE && read == wanted : fault == NUMBER_OUT_OF_RANGE, "against strtod", line);
    }
}

/* What has no neighbours: signs, infinities, nan. */
static void test_specials(sweep_type type)
{
    static const char *const texts[] = {"0\n", "-0\n", "inf\n", "-inf\n", "nan\n", "-nan\n"};
    uint64_t sign = (uint64_t)1 << (8 * type_size(type) - 1), infinity = infinity_bits(type);
    uint64_t quiet = infinity | (uint64_t)1 << (fraction_bits(type) - 1);
    uint64_t bits[] = {0, sign, infinity, sign | infinity, quiet, sign | quiet};
    char line[NUMBER_LONGEST + 2];
    for (int i = 0; i < 6; i++) {
        sweep_uint128 read = 0;
        print_line(line, bits[i], type);
        check(strcmp(line, texts[i]) == 0, "printed", line);
        check(read_line(texts[i], type, &read) == NUMBER_FINE && read == bits[i], "read", texts[i]);
    }
    print_line(line, infinity + 1, type);
    check(strcmp(line, "nan\n") == 0, "a nan with payload", line);
}

/* ---- integers ------------------------------------------------------------------------------------------------ */

/* Digit by digit, by the schoolbook. */
static void print_slowly(char *line, sweep_uint128 bits, sweep_type type)
{
    unsigned width = 8 * (unsigned)type_size(type);
    char digits[64];
    int n = 0;
    bool negative = type_is_signed(type) && bits >> (width - 1);
    if (negative)
        bits = (0 - bits) & (~(sweep_uint128)0 >> (128 - width));
    do
        digits[n++] = (char)('0' + (int)(bits % 10));
    while (bits /= 10);
    if (negative)
        digits[n++] = '-';
    while (n)
        *line++ = digits[--n];
    strcpy(line, "\n");
}

static void test_integers(sweep_type type, unsigned long rounds)
{
    unsigned width = 8 * (unsigned)type_size(type);
    char line[NUMBER_LONGEST + 2], other[NUMBER_LONGEST + 2];
    for (unsigned long i = 0; i < rounds; i++) {
        sweep_uint128 bits = (sweep_uint128)random_bits() << 64 | random_bits(), read = 0;
        bits >>= random_bits() % 128;
        if (i % 3 == 0)
            bits = 0 - bits;
        if (i < 5)
            bits = ((sweep_uint128)1 << (width - 1)) + i - 2;
        bits &= ~(sweep_uint128)0 >> (128 - width);
        print_line(line, bits, type);
        print_slowly(other, bits, type);
        check(strcmp(line, other) == 0, "printed", line);
        check(read_line(line, type, &read) == NUMBER_FINE && read == bits, "does not read back", line);
    }
}

int main(int argc, char **argv)
{
    state = argc > 1 ? strtoull(argv[1], NULL, 0) : 20240229;
    printf("seed %" PRIu64 "\n", state);
    for (int type = SWEEP_U8; type <= SWEEP_I128; type++)
        test_integers((sweep_type)type, 30000);
    for (int type = SWEEP_F16; type <= SWEEP_F64; type++)
        test_specials((sweep_type)type);
    test_narrow(SWEEP_F16);
    test_narrow(SWEEP_BF16);
    test_wide(SWEEP_F32, 30000);
    test_wide(SWEEP_F64, 30000);
    printf("%lu checks, %lu failed\n", checks, failures);
    return failures != 0;
}
