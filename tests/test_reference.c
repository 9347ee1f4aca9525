/*
 * The tests' own tools, tested: the reference against the C library's sort with comparisons written on values, the
 * patterns against what they promise, the pairwise matrix against a count of its pairs. The library takes no part.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "buffers.h"
#include "check.h"
#include "pairwise.h"
#include "patterns.h"
#include "random.h"
#include "reference.h"

__extension__ typedef __int128 signed_128;

/* A key with its value as a long double (64 bits of mantissa hold every type but the 128-bit ones). */
typedef struct valued {
    long double value;
    bool is_nan;
    size_t index;
} valued;

static bool descending, nan_first;

static int by_value(const void *left_pointer, const void *right_pointer)
{
    const valued *left = left_pointer, *right = right_pointer;
    int order = 0;
    if (left->is_nan != right->is_nan)
        return left->is_nan == nan_first ? -1 : 1;
    if (!left->is_nan)
        order = left->value < right->value ? -1 : left->value > right->value;
    if (descending)
        order = -order;
    return order != 0 ? order : left->index < right->index ? -1 : 1;
}

/* A small float decoded by the definition: (-1)^sign * 2^(exponent - bias) * 1.fraction. */
static long double decode_small_float(unsigned bits, int exponent_bits, int fraction_bits)
{
    int exponent = (int)(bits >> fraction_bits) & ((1 << exponent_bits) - 1), bias = (1 << (exponent_bits - 1)) - 1;
    long double fraction = ldexpl((long double)(bits & ((1u << fraction_bits) - 1)), -fraction_bits);
    long double magnitude = exponent == 0                          ? ldexpl(fraction, 1 - bias)
                            : exponent == (1 << exponent_bits) - 1 ? fraction > 0 ? (long double)NAN : HUGE_VALL
                                                                   : ldexpl(1 + fraction, exponent - bias);
    return bits >> 15 ? -magnitude : magnitude;
}

#define DECODE(ctype)                                                                                                  \
    do {                                                                                                               \
        ctype native;                                                                                                  \
        memcpy(&native, key, sizeof native);                                                                           \
        return (long double)native;                                                                                    \
    } while (0)

static long double decode(const void *key, sweep_type type)
{
    switch (type) {
    case SWEEP_U8: DECODE(uint8_t);
    case SWEEP_U16: DECODE(uint16_t);
    case SWEEP_U32: DECODE(uint32_t);
    case SWEEP_U64: DECODE(uint64_t);
    case SWEEP_I8: DECODE(int8_t);
    case SWEEP_I16: DECODE(int16_t);
    case SWEEP_I32: DECODE(int32_t);
    case SWEEP_I64: DECODE(int64_t);
    case SWEEP_F32: DECODE(float);
    case SWEEP_F64: DECODE(double);
    case SWEEP_F16: return decode_small_float((unsigned)reference_load(key, type), 5, 10);
    case SWEEP_BF16: return decode_small_float((unsigned)reference_load(key, type), 8, 7);
    default: abort();
    }
}

static void compare_with_qsort(sweep_type type, const unsigned char *keys, size_t n)
{
    size_t size = reference_type_of(type)->bytes;
    valued *values = malloc(n * sizeof *values);
    size_t *order = malloc(n * sizeof *order), *expected = malloc(n * sizeof *expected);
    for (int mode = 0; mode < 4; mode++) {
        descending = mode & 1;
        nan_first = mode & 2;
        for (size_t i = 0; i < n; i++) {
            long double value = decode(keys + i * size, type);
            values[i] = (valued){value, isnan(value), i};
        }
        qsort(values, n, sizeof *values, by_value);
        for (size_t i = 0; i < n; i++)
            expected[i] = values[i].index;
        sweep_options options = sweep_default_options();
        options.order = descending ? SWEEP_DESCENDING : SWEEP_ASCENDING;
        options.float_order = nan_first ? SWEEP_NAN_FIRST : SWEEP_NAN_LAST;
        reference_sort(keys, n, type, &options, order);
        CHECK_SAME(expected, order, n, sizeof *order, "order by value");
    }
    free(values);
    free(order);
    free(expected);
}

static void test_against_qsort(void)
{
    enum { N = 3000 };
    unsigned char *keys = malloc(16 * N);
    for (size_t t = 0; t < REFERENCE_TYPES; t++) {
        sweep_type type = reference_types[t].type;
        if (reference_types[t].bytes == 16)
            continue;
        for (unsigned shape = 0; shape < PATTERN_COUNT; shape++) {
            check_case("reference against qsort: %s %s", reference_types[t].name, pattern_name(shape));
            pattern_fill(keys, N, type, shape, check_seed + shape);
            compare_with_qsort(type, keys, N);
        }
    }
    for (unsigned i = 0; i < 2; i++) {
        sweep_type type = i == 0 ? SWEEP_F16 : SWEEP_BF16;
        uint16_t *all = malloc(65536 * sizeof *all);
        check_case("every value of %s", reference_type_of(type)->name);
        for (unsigned bits = 0; bits < 65536; bits++)
            all[bits] = (uint16_t)(bits * 40503u);
        compare_with_qsort(type, (unsigned char *)all, 65536);
        free(all);
    }
    free(keys);
}

static void test_wide_integers(void)
{
    enum { N = 2000 };
    reference_bits *keys = malloc(N * sizeof *keys);
    size_t *order = malloc(N * sizeof *order);
    sweep_options options = sweep_default_options();
    for (unsigned shape = 0; shape < PATTERN_COUNT; shape++) {
        check_case("128-bit integers: %s", pattern_name(shape));
        pattern_fill(keys, N, SWEEP_I128, shape, check_seed);
        reference_sort(keys, N, SWEEP_I128, &options, order);
        for (size_t i = 1; i < N; i++) {
            signed_128 before = (signed_128)keys[order[i - 1]], after = (signed_128)keys[order[i]];
            CHECK(before < after || (before == after && order[i - 1] < order[i]));
        }
        options.order = SWEEP_DESCENDING;
        reference_sort(keys, N, SWEEP_U128, &options, order);
        for (size_t i = 1; i < N; i++) {
            reference_bits before = keys[order[i - 1]], after = keys[order[i]];
            CHECK(before > after || (before == after && order[i - 1] < order[i]));
        }
        options.order = SWEEP_ASCENDING;
    }
    free(keys);
    free(order);
}

/* Ordinals that the contract gives by name. */
static void test_named_ordinals(void)
{
    static const struct {
        uint32_t key;
        sweep_order order;
        sweep_float_order float_order;
        uint32_t ordinal;
    } rows[] = {
        {0x00000000, SWEEP_ASCENDING, SWEEP_NAN_LAST, 0x80000000}, /* +0 */
        {0x80000000, SWEEP_ASCENDING, SWEEP_NAN_LAST, 0x80000000}, /* -0 counts as +0 */
        {0x80000000, SWEEP_ASCENDING, SWEEP_TOTAL_ORDER, 0x7fffffff},
        {0x80000000, SWEEP_DESCENDING, SWEEP_NAN_LAST, 0x7fffffff},
        {0x00000000, SWEEP_DESCENDING, SWEEP_NAN_FIRST, 0x7fffffff},
        {0x00000000, SWEEP_DESCENDING, SWEEP_TOTAL_ORDER, 0x7fffffff},
        {0x80000000, SWEEP_DESCENDING, SWEEP_TOTAL_ORDER, 0x80000000},
        {0x7f800000, SWEEP_ASCENDING, SWEEP_NAN_LAST, 0xff800000}, /* +inf */
        {0xff800000, SWEEP_ASCENDING, SWEEP_NAN_LAST, 0x007fffff}, /* -inf */
        {0x7f800001, SWEEP_ASCENDING, SWEEP_NAN_LAST, 0xffffffff}, /* NaNs */
        {0xffc00000, SWEEP_ASCENDING, SWEEP_NAN_LAST, 0xffffffff},
        {0x7f800001, SWEEP_DESCENDING, SWEEP_NAN_LAST, 0xffffffff},
        {0xffffffff, SWEEP_DESCENDING, SWEEP_NAN_FIRST, 0x00000000},
        {0x7fc00000, SWEEP_ASCENDING, SWEEP_NAN_FIRST, 0x00000000},
        {0xffffffff, SWEEP_ASCENDING, SWEEP_TOTAL_ORDER, 0x00000000},
        {0x7fffffff, SWEEP_ASCENDING, SWEEP_TOTAL_ORDER, 0xffffffff},
        {0x7fffffff, SWEEP_DESCENDING, SWEEP_TOTAL_ORDER, 0x00000000},
        {0x3f800000, SWEEP_ASCENDING, SWEEP_NAN_LAST, 0xbf800000}, /* 1 */
        {0xbf800000, SWEEP_ASCENDING, SWEEP_NAN_LAST, 0x407fffff}, /* -1 */
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        check_case("ordinal of f32 %08x, order %d, float order %d", (unsigned)rows[i].key, (int)rows[i].order,
                   (int)rows[i].float_order);
        reference_bits got = reference_transform(&rows[i].key, SWEEP_F32, rows[i].order, rows[i].float_order);
        CHECK_TEXT(got == rows[i].ordinal, "%08x expected, %08x found", (unsigned)rows[i].ordinal, (unsigned)got);
    }
    check_case("a window of an ordinal");
    int64_t minus_one = -1;
    sweep_options window = sweep_default_options();
    window.begin_bit = 60;
    CHECK(reference_ordinal(&minus_one, SWEEP_I64, &window) == 7);
    window.end_bit = 63;
    window.order = SWEEP_DESCENDING;
    CHECK(reference_ordinal(&minus_one, SWEEP_I64, &window) == 0);
}

static bool distinct_more_than(const unsigned char *keys, size_t n, size_t size, size_t most)
{
    size_t distinct = 0;
    for (size_t i = 0; i < n; i++) {
        bool seen = false;
        for (size_t j = 0; j < i && !seen; j++)
            seen = memcmp(keys + i * size, keys + j * size, size) == 0;
        distinct += !seen;
    }
    return distinct > most;
}

static void test_patterns(void)
{
    enum { N = 400 };
    unsigned char keys[16 * N], again[16 * N];
    sweep_options total = sweep_default_options();
    total.float_order = SWEEP_TOTAL_ORDER;
    for (size_t t = 0; t < REFERENCE_TYPES; t++) {
        const reference_type *made = &reference_types[t];
        check_case("patterns: %s", made->name);
        for (unsigned shape = 0; shape < PATTERN_COUNT; shape++) {
            pattern_fill(keys, N, made->type, shape, 5);
            pattern_fill(again, N, made->type, shape, 5);
            CHECK_SAME(keys, again, N, made->bytes, pattern_name(shape));
        }
        pattern_fill(keys, N, made->type, PATTERN_SORTED, 1);
        CHECK(reference_first_out_of_order(keys, N, made->type, &total) == N);
        CHECK(distinct_more_than(keys, N, made->bytes, 200));
        total.order = SWEEP_DESCENDING;
        pattern_fill(keys, N, made->type, PATTERN_REVERSE, 1);
        CHECK(reference_first_out_of_order(keys, N, made->type, &total) == N);
        total.order = SWEEP_ASCENDING;
        pattern_fill(keys, N, made->type, PATTERN_ALL_EQUAL, 1);
        CHECK(!distinct_more_than(keys, N, made->bytes, 1));
        pattern_fill(keys, N, made->type, PATTERN_ONE_OUTLIER, 1);
        CHECK(distinct_more_than(keys, N, made->bytes, 1) && !distinct_more_than(keys, N, made->bytes, 2));
        pattern_fill(keys, N, made->type, PATTERN_FEW_DISTINCT, 1);
        CHECK(distinct_more_than(keys, N, made->bytes, 3) && !distinct_more_than(keys, N, made->bytes, 5));
        size_t kinds[4] = {0}; /* NaNs and zeros of both signs */
        pattern_fill(keys, N, made->type, PATTERN_SPECIALS, 1);
        for (size_t i = 0; made->is_float && i < N; i++) {
            long double value = decode(keys + i * made->bytes, made->type);
            bool sign = keys[i * made->bytes + made->bytes - 1] & 0x80;
            if (isnan(value))
                kinds[sign]++;
            else if (value == 0)
                kinds[2 + sign]++;
        }
        CHECK(!made->is_float || (kinds[0] > 5 && kinds[1] > 5 && kinds[2] > 2 && kinds[3] > 2));
    }
}

static bool no_equal_odd_levels(size_t f, unsigned a, size_t g, unsigned b)
{
    return !(f == 0 && g == 2 && a == 1 && b == 1);
}

static void test_pairwise(void)
{
    static const unsigned levels[] = {3, 7, 2, 14, 10, 2};
    enum { FACTORS = sizeof levels / sizeof *levels };
    static pairwise matrix;
    matrix = (pairwise){.factors = FACTORS, .levels = levels, .allowed = no_equal_odd_levels};
    static bool met[FACTORS][14][FACTORS][14];
    size_t rows = 0;
    unsigned row[PAIRWISE_FACTORS];
    check_case("pairwise matrix");
    while (pairwise_next(&matrix, row)) {
        rows++;
        CHECK(!(row[0] == 1 && row[2] == 1));
        for (size_t f = 0; f < FACTORS; f++)
            for (size_t g = 0; g < FACTORS; g++)
                met[f][row[f]][g][row[g]] = true;
    }
    for (size_t f = 0; f < FACTORS; f++)
        for (size_t g = f + 1; g < FACTORS; g++)
            for (unsigned a = 0; a < levels[f]; a++)
                for (unsigned b = 0; b < levels[g]; b++)
                    CHECK(met[f][a][g][b] == no_equal_odd_levels(f, a, g, b));
    CHECK(rows >= 140 && rows < 220 && matrix.lost == 0);
}

static void test_buffers(void)
{
    check_case("guard bytes");
    for (size_t misalignment = 0; misalignment < 64; misalignment += 7) {
        buffer whole = buffer_create(33, misalignment);
        CHECK((uintptr_t)whole.data % 64 == misalignment);
        memset(whole.data, 1, 33);
        CHECK(buffer_destroy(&whole));
        for (int side = 0; side < 2; side++) {
            buffer hurt = buffer_create(33, misalignment);
            CHECK(buffer_guards_hold(&hurt));
            hurt.data[side == 0 ? 33 : -1] ^= 1;
            CHECK(!buffer_destroy(&hurt));
        }
    }
}

int main(int argc, char **argv)
{
    check_start("test_reference", argc, argv);
    test_against_qsort();
    test_wide_integers();
    test_named_ordinals();
    test_patterns();
    test_pairwise();
    test_buffers();
    return check_finish();
}
