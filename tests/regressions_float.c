/*
 * Rows F1 to F11: the order of floats. Every input is written in doubles and tried in all four float types (F8).
 */
#include <math.h>
#include <stdio.h>

#include "regressions.h"

static const sweep_type float_types[] = {SWEEP_F16, SWEEP_BF16, SWEEP_F32, SWEEP_F64};

/* A double in the bits of another float type: fraction cut off, what is too large is infinite, too small zero; a NaN
   keeps its sign, its quiet bit and the top of its payload. */
static reference_bits float_bits(double value, sweep_type type)
{
    const reference_type *made = reference_type_of(type);
    unsigned exponent_bits = 8 * made->bytes - 1 - made->fraction;
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    uint64_t sign = bits >> 63 << (8 * made->bytes - 1), fraction = (bits << 12 >> 12) >> (52 - made->fraction);
    int least = 2 - (1 << (exponent_bits - 1)), most = 1 - least;
    uint64_t infinity = ((UINT64_C(1) << exponent_bits) - 1) << made->fraction;
    if (isnan(value))
        return sign | infinity | (fraction != 0 ? fraction : 1);
    int exponent = (int)(bits >> 52 & 0x7ff) - 1023;
    if (exponent > most)
        return sign | infinity;
    if (exponent < least)
        return sign;
    return sign | (uint64_t)(exponent - least + 1) << made->fraction | fraction;
}

typedef struct literal {
    const char *row;
    sweep_order order;
    sweep_float_order float_order;
    size_t n;
    double keys[8];
    size_t result[8]; /* the right argsort */
} literal;

#define NEGATIVE_NAN (-(double)NAN)

/* The rows that give their result. */
static const literal literals[] = {
    {"F1", SWEEP_ASCENDING, SWEEP_NAN_LAST, 2, {0.0, -0.0}, {0, 1}},
    {"F1", SWEEP_ASCENDING, SWEEP_NAN_LAST, 2, {-0.0, 0.0}, {0, 1}},
    {"F1", SWEEP_ASCENDING, SWEEP_TOTAL_ORDER, 2, {0.0, -0.0}, {1, 0}},
    {"F1", SWEEP_ASCENDING, SWEEP_TOTAL_ORDER, 2, {-0.0, 0.0}, {0, 1}},
    {"F1", SWEEP_ASCENDING, SWEEP_NAN_FIRST, 2, {0.0, -0.0}, {0, 1}},
    {"F1", SWEEP_DESCENDING, SWEEP_NAN_LAST, 2, {0.0, -0.0}, {0, 1}},
    {"F1", SWEEP_DESCENDING, SWEEP_NAN_LAST, 2, {-0.0, 0.0}, {0, 1}},
    {"F1", SWEEP_DESCENDING, SWEEP_TOTAL_ORDER, 2, {-0.0, 0.0}, {1, 0}},
    {"F2", SWEEP_ASCENDING, SWEEP_NAN_LAST, 6, {NEGATIVE_NAN, NAN, -INFINITY, INFINITY, -1, 1}, {2, 4, 5, 3, 0, 1}},
    {"F2", SWEEP_DESCENDING, SWEEP_NAN_LAST, 6, {NEGATIVE_NAN, NAN, -INFINITY, INFINITY, -1, 1}, {3, 5, 4, 2, 0, 1}},
    {"F2", SWEEP_ASCENDING, SWEEP_NAN_FIRST, 6, {NEGATIVE_NAN, NAN, -INFINITY, INFINITY, -1, 1}, {0, 1, 2, 4, 5, 3}},
    {"F2", SWEEP_DESCENDING, SWEEP_NAN_FIRST, 6, {NEGATIVE_NAN, NAN, -INFINITY, INFINITY, -1, 1}, {0, 1, 3, 5, 4, 2}},
    {"F2", SWEEP_ASCENDING, SWEEP_TOTAL_ORDER, 6, {NEGATIVE_NAN, NAN, -INFINITY, INFINITY, -1, 1}, {0, 2, 4, 5, 3, 1}},
    {"F3", SWEEP_ASCENDING, SWEEP_NAN_LAST, 5, {.77, 0, NAN, .5, .85}, {1, 3, 0, 4, 2}},
    {"F3", SWEEP_DESCENDING, SWEEP_NAN_LAST, 5, {.77, 0, NAN, .5, .85}, {4, 0, 3, 1, 2}},
    {"F4", SWEEP_ASCENDING, SWEEP_NAN_LAST, 5, {3, NAN, 1, NAN, 2}, {2, 4, 0, 1, 3}},
    {"F4", SWEEP_DESCENDING, SWEEP_NAN_LAST, 5, {3, NAN, 1, NAN, 2}, {0, 4, 2, 1, 3}},
    {"F7", SWEEP_ASCENDING, SWEEP_NAN_LAST, 3, {0, NEGATIVE_NAN, NAN}, {0, 1, 2}},
    {"F7", SWEEP_ASCENDING, SWEEP_TOTAL_ORDER, 3, {0, NEGATIVE_NAN, NAN}, {1, 0, 2}},
    {"F7", SWEEP_ASCENDING, SWEEP_NAN_FIRST, 3, {0, NEGATIVE_NAN, NAN}, {1, 2, 0}},
    {"F11", SWEEP_ASCENDING, SWEEP_NAN_LAST, 4, {5, 9, NAN, 5}, {0, 3, 1, 2}},
    {"F11", SWEEP_DESCENDING, SWEEP_NAN_LAST, 4, {5, 9, NAN, 5}, {1, 0, 3, 2}},
};

/* The literals of a row: the reference gives the written result, and every configuration gives the reference's. */
static void run_literals(const char *row)
{
    unsigned char keys[8 * 8];
    size_t order[8];
    for (size_t t = 0; t < COUNT(float_types); t++)
        for (size_t i = 0; i < COUNT(literals); i++) {
            const literal *tried = &literals[i];
            if (strcmp(tried->row, row) != 0)
                continue;
            sweep_type type = float_types[t];
            for (size_t k = 0; k < tried->n; k++)
                reference_store(keys + k * reference_type_of(type)->bytes, type, float_bits(tried->keys[k], type));
            sweep_options options = sweep_default_options();
            options.order = tried->order;
            options.float_order = tried->float_order;
            check_case("%s: the written result, %s", row, reference_type_of(type)->name);
            reference_sort(keys, tried->n, type, &options, order);
            CHECK_SAME(tried->result, order, tried->n, sizeof *order, "argsort");
            regression_fixed fixed = {true, tried->order, tried->float_order, 0, 0};
            regression_kind(row, type, keys, tried->n, fixed);
        }
}

/* F5: infinities beside NaNs of many payloads, n = 1 to 40: no bit pattern is lost or made. */
static void run_infinity(const char *row)
{
    unsigned char keys[40 * 8];
    random_stream stream = {check_seed};
    for (size_t t = 0; t < COUNT(float_types); t++)
        for (size_t n = 1; n <= 40; n++) {
            sweep_type type = float_types[t];
            for (size_t i = 0; i < n; i++) {
                double special = i % 3 == 0 ? INFINITY : i % 3 == 1 ? NAN : (double)random_below(&stream, 3);
                reference_bits bits = float_bits(special, type) + (i % 3 == 1 ? random_below(&stream, 60) : 0);
                reference_store(keys + i * reference_type_of(type)->bytes, type, bits);
            }
            regression_some(row, type, keys, n, regression_free, check_long ? 1 : 11);
        }
}

/* F6: all NaN; a stable argsort is the identity. */
static void run_all_nan(const char *row)
{
    static const size_t sizes[] = {1, 2, 16, 17, 33, 300};
    unsigned char keys[300 * 8];
    for (size_t t = 0; t < COUNT(float_types); t++)
        for (size_t s = 0; s < COUNT(sizes); s++) {
            sweep_type type = float_types[t];
            for (size_t i = 0; i < sizes[s]; i++)
                reference_store(keys + i * reference_type_of(type)->bytes, type,
                                float_bits(i % 2 == 0 ? NAN : NEGATIVE_NAN, type) + i % 5);
            for (unsigned order = 0; order < 2; order++) {
                regression_fixed fixed = {true, (sweep_order)order, order == 0 ? SWEEP_NAN_LAST : SWEEP_NAN_FIRST, 0,
                                          0};
                uint64_t indices[300];
                sweep_options options = sweep_default_options();
                options.order = fixed.order;
                options.float_order = fixed.float_order;
                check_case("F6: identity, %s n=%zu", reference_type_of(type)->name, sizes[s]);
                CHECK_STATUS(SWEEP_OK, sweep_argsort(keys, indices, sizes[s], type, 8, &options));
                for (size_t i = 0; i < sizes[s]; i++)
                    CHECK(indices[i] == i);
                regression_some(row, type, keys, sizes[s], fixed, check_long ? 1 : 5);
            }
        }
}

/* F9: a long ramp, evens negated; F10: few values of both signs, descending. */
static void run_ramp(const char *row)
{
    size_t n = check_long ? 1000000 : 100000;
    double *keys = malloc(n * sizeof *keys);
    float *narrow = malloc(n * sizeof *narrow);
    for (size_t i = 0; i < n; i++) {
        keys[i] = i % 2 == 0 ? -(double)i : (double)i;
        narrow[i] = (float)keys[i];
    }
    regression_engines(row, SWEEP_F64, keys, n, regression_free);
    regression_engines(row, SWEEP_F32, narrow, n, (regression_fixed){.order = SWEEP_DESCENDING});
    free(keys);
    free(narrow);
}

static void run_both_signs(const char *row)
{
    unsigned char keys[16 * 8];
    random_stream stream = {check_seed};
    for (size_t t = 0; t < COUNT(float_types); t++)
        for (size_t n = 15; n <= 16; n++) {
            for (size_t i = 0; i < n; i++)
                reference_store(keys + i * reference_type_of(float_types[t])->bytes, float_types[t],
                                float_bits((double)random_below(&stream, 2000) / 7 - 140, float_types[t]));
            regression_kind(row, float_types[t], keys, n,
                            (regression_fixed){true, SWEEP_DESCENDING, SWEEP_NAN_LAST, 0, 0});
        }
}

/* F8: every shape of input in every float type. */
static void run_float_patterns(const char *row)
{
    enum { N = 700 };
    unsigned char keys[N * 8];
    for (size_t t = 0; t < COUNT(float_types); t++)
        for (unsigned shape = 0; shape < PATTERN_COUNT; shape++) {
            pattern_fill(keys, N, float_types[t], (pattern)shape, check_seed);
            regression_some(row, float_types[t], keys, N, regression_free, check_long ? 1 : 17);
        }
}

const regression regressions_float[] = {
    {"F1", "zeros of both signs", run_literals},
    {"F2", "NaNs of both signs and infinities", run_literals},
    {"F3", "a NaN among fractions", run_literals},
    {"F4", "argsort with NaNs", run_literals},
    {"F5", "infinity beside NaNs, n = 1 to 40", run_infinity},
    {"F6", "all NaN", run_all_nan},
    {"F7", "one order for every entry point", run_literals},
    {"F8", "every float type, every shape", run_float_patterns},
    {"F9", "a ramp of both signs", run_ramp},
    {"F10", "both signs, descending", run_both_signs},
    {"F11", "a payload beside a NaN", run_literals},
    {NULL, NULL, NULL},
};
