/*
 * Rows I1 to I15: integers, bit windows, digits that are skipped.
 */
#include <limits.h>

#include "regressions.h"

static const sweep_type signed_types[] = {SWEEP_I8, SWEEP_I16, SWEEP_I32, SWEEP_I64, SWEEP_I128};

/* Integers in the bits of a type: sign-extended or cut. */
static void store_integers(unsigned char *keys, sweep_type type, const int64_t *values, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        reference_bits bits = (uint64_t)values[i];
        if (values[i] < 0)
            bits |= ~(reference_bits)0 << 64;
        reference_store(keys + i * reference_type_of(type)->bytes, type, bits);
    }
}

/* I1: many equal negatives after the largest value. */
static void run_largest_first(const char *row)
{
    enum { N = 32768 };
    unsigned char *keys = malloc(N * 16);
    for (size_t t = 0; t < COUNT(signed_types); t++) {
        reference_bits half = (reference_bits)1 << (8 * reference_type_of(signed_types[t])->bytes - 1);
        for (size_t i = 0; i < N; i++)
            reference_store(keys + i * reference_type_of(signed_types[t])->bytes, signed_types[t],
                            i < 100 ? half - 1 : ~(reference_bits)0);
        regression_engines(row, signed_types[t], keys, N, regression_free);
    }
    free(keys);
}

/* I2: a ramp that is sorted already, up to and across a power of two. */
static void run_ramps(const char *row)
{
    unsigned char *keys = malloc(32769 * 16);
    for (size_t t = 1; t < COUNT(signed_types); t++)
        for (size_t n = 32766; n <= 32769; n++) {
            for (size_t i = 0; i < n; i++)
                reference_store(keys + i * reference_type_of(signed_types[t])->bytes, signed_types[t], i + 1);
            regression_engines(row, signed_types[t], keys, n,
                               (regression_fixed){.order = n % 2 == 0 ? SWEEP_ASCENDING : SWEEP_DESCENDING});
        }
    free(keys);
}

/* I3, I10, I12: few keys, every type. */
static void run_few(const char *row, const int64_t *values, size_t n)
{
    unsigned char keys[64 * 16];
    for (size_t t = 0; t < REFERENCE_TYPES; t++) {
        store_integers(keys, reference_types[t].type, values, n);
        regression_kind(row, reference_types[t].type, keys, n, regression_free);
    }
}

static void run_least(const char *row)
{
    static const int64_t wide[] = {INT64_MIN, 0, 3, 2, 1, 3, 6, 4, 3}, narrow[] = {-128, 0, 3, 2, 1, 3, 6, 4, 3};
    run_few(row, wide, COUNT(wide));
    run_few(row, narrow, COUNT(narrow));
}

/* I4: all equal, around powers of two. */
static void run_equal(const char *row)
{
    static const size_t sizes[] = {1, 2, 31, 32, 33, 63, 64, 65, 255, 256, 257, 511, 512, 513};
    unsigned char keys[513 * 16];
    for (size_t t = 0; t < REFERENCE_TYPES; t++)
        for (size_t s = 0; s < COUNT(sizes); s++) {
            pattern_fill(keys, sizes[s], reference_types[t].type, PATTERN_ALL_EQUAL, check_seed + s);
            regression_some(row, reference_types[t].type, keys, sizes[s], regression_free, check_long ? 3 : 17);
        }
}

/* I5: all negative; the window that is the whole key. */
static void run_whole_window(const char *row)
{
    enum { N = 3000 };
    unsigned char keys[N * 16];
    for (size_t t = 0; t < COUNT(signed_types); t++) {
        size_t size = reference_type_of(signed_types[t])->bytes;
        unsigned width = (unsigned)(8 * size);
        pattern_fill(keys, N, signed_types[t], PATTERN_UNIFORM, check_seed);
        for (size_t i = 0; i < N; i++)
            keys[i * size + size - 1] |= 0x80;
        const regression_fixed windows[] = {{.end_bit = width}, {.end_bit = width - 1}, {.begin_bit = width - 1}};
        for (size_t w = 0; w < COUNT(windows); w++)
            regression_some(row, signed_types[t], keys, N, windows[w], check_long ? 1 : 7);
    }
}

/* I6: an empty window orders nothing. */
static void run_empty_window(const char *row)
{
    enum { N = 500 };
    unsigned char keys[N * 16];
    for (size_t t = 0; t < REFERENCE_TYPES; t++) {
        unsigned width = 8 * reference_types[t].bytes;
        const unsigned places[] = {1, width / 2, width - 1, width};
        pattern_fill(keys, N, reference_types[t].type, PATTERN_UNIFORM, check_seed);
        for (size_t p = 0; p < COUNT(places); p++)
            for (size_t n = p; n <= N; n += p + N / 2)
                regression_some(row, reference_types[t].type, keys, n,
                                (regression_fixed){.begin_bit = places[p], .end_bit = places[p]}, check_long ? 1 : 13);
    }
}

/* I7: every window of a wide key; the long form at the row's own size. */
static void run_every_window(const char *row)
{
    size_t n = check_long ? 10000 : 300;
    uint64_t *keys = malloc(10000 * sizeof *keys);
    pattern_fill(keys, 10000, SWEEP_U64, PATTERN_UNIFORM, check_seed);
    for (unsigned begin = 0; begin <= 64; begin++)
        for (unsigned end = begin == 0 ? 1 : begin; end <= 64; end++) {
            regression_fixed window = {.begin_bit = begin, .end_bit = end};
            regression_some(row, SWEEP_U64, keys, n, window, 101);
            if ((begin * 65 + end) % 61 == 0)
                regression_engines(row, SWEEP_U64, keys, 10000, window);
        }
    free(keys);
    static const sweep_type types[] = {SWEEP_I8, SWEEP_BF16, SWEEP_F32, SWEEP_I128};
    unsigned char narrow[200 * 16];
    for (size_t t = 0; t < COUNT(types); t++) {
        unsigned width = 8 * reference_type_of(types[t])->bytes, step = width > 64 ? 11 : width > 16 ? 5 : 1;
        pattern_fill(narrow, 200, types[t], PATTERN_SPECIALS, check_seed);
        for (unsigned begin = 0; begin <= width; begin += step)
            for (unsigned end = begin == 0 ? 1 : begin; end <= width; end += step)
                regression_some(row, types[t], narrow, 200, (regression_fixed){.begin_bit = begin, .end_bit = end}, 97);
    }
}

/* I8: the window applies to the transformed key: -1 ends in ones, and for descending order all is complemented. */
static void run_transformed_window(const char *row)
{
    static const int64_t values[] = {0, 1, -1};
    static const size_t ascending[] = {0, 1, 2}, descending[] = {2, 1, 0}, by_sign[] = {2, 0, 1};
    unsigned char keys[3 * 16];
    size_t order[3];
    for (size_t t = 0; t < COUNT(signed_types); t++) {
        sweep_type type = signed_types[t];
        unsigned width = 8 * reference_type_of(type)->bytes;
        sweep_options options = sweep_default_options();
        store_integers(keys, type, values, 3);
        check_case("I8: the written results, %s", reference_type_of(type)->name);
        options.end_bit = 2;
        reference_sort(keys, 3, type, &options, order);
        CHECK_SAME(ascending, order, 3, sizeof *order, "low bits");
        options.order = SWEEP_DESCENDING;
        reference_sort(keys, 3, type, &options, order);
        CHECK_SAME(descending, order, 3, sizeof *order, "low bits, descending");
        options.order = SWEEP_ASCENDING;
        options.begin_bit = width - 1;
        options.end_bit = 0;
        reference_sort(keys, 3, type, &options, order);
        CHECK_SAME(by_sign, order, 3, sizeof *order, "sign alone");
        regression_kind(row, type, keys, 3, (regression_fixed){.end_bit = 2});
        regression_kind(row, type, keys, 3, (regression_fixed){.begin_bit = width - 1});
    }
}

/* I9: digit widths that do not divide the key. */
static void run_odd_digits(const char *row)
{
    enum { N = 1200 };
    unsigned char keys[N * 16];
    for (size_t t = 0; t < REFERENCE_TYPES; t++)
        for (unsigned bits = 1; bits <= 16; bits++) {
            pattern_fill(keys, N, reference_types[t].type, (pattern)((t + bits) % PATTERN_COUNT), check_seed + bits);
            for (unsigned e = 0; e < CASE_ENGINES; e++) {
                sort_case tried = case_default(row, e % 2 == 0 ? SWEEP_OPERATION_SORT : SWEEP_OPERATION_SORTPERM,
                                               reference_types[t].type, N);
                tried.options.engine = case_engines[e];
                tried.options.digit_bits = bits;
                tried.options.threads = 1 + (bits + e) % 3;
                tried.workspace = CASE_REUSED;
                if (case_engine_has(case_engines[e], bits))
                    case_run(&tried, keys);
            }
        }
}

/* I10: a constant digit in the middle ends nothing; also first and last, and several of them. */
static void run_constant_middle(const char *row)
{
    static const int64_t values[] = {104, 203, 308, 401, 0x7f005a01, 0x01005a03, 0x7f005a00, 0x02005a02};
    enum { N = 600 };
    unsigned char keys[N * 16];
    run_few(row, values, COUNT(values));
    for (size_t t = 0; t < REFERENCE_TYPES; t++) {
        size_t size = reference_types[t].bytes;
        size_t masks = size >= 16 ? 64 : (size_t)1 << size;
        for (size_t mask = 0; mask < masks; mask++) {
            size_t constant = size >= 16 ? mask * 1027 + 5 : mask; /* bytes of the key that all keys share */
            pattern_fill(keys, N, reference_types[t].type, PATTERN_UNIFORM, check_seed + mask);
            for (size_t i = 0; i < N; i++)
                for (size_t byte = 0; byte < size; byte++)
                    if (constant >> byte & 1)
                        keys[i * size + byte] = (unsigned char)(byte * 37);
            regression_some(row, reference_types[t].type, keys, N, regression_free, check_long ? 3 : 101);
        }
    }
}

/* I11: one value, more keys than a narrow counter counts. */
static void run_narrow_counters(const char *row)
{
    static const size_t sizes[] = {255, 256, 257, 65535, 65536, 65537};
    unsigned char *keys = malloc(65537 * 16);
    for (size_t t = 0; t < REFERENCE_TYPES; t++)
        for (size_t s = 0; s < COUNT(sizes); s++) {
            if (sizes[s] > 1000 && t % 4 != s % 4 && !check_long)
                continue;
            pattern_fill(keys, sizes[s], reference_types[t].type, s % 2 == 0 ? PATTERN_ALL_EQUAL : PATTERN_ONE_OUTLIER,
                         check_seed);
            regression_engines(row, reference_types[t].type, keys, sizes[s], regression_free);
        }
    free(keys);
}

/* I12: at every digit boundary, one less and one more, of both signs: pruning must see the sign. */
static void run_boundaries(const char *row)
{
    static const int64_t values[] = {-1, 65535, -32768, 0};
    unsigned char keys[6 * 64 * 16];
    run_few(row, values, COUNT(values));
    for (unsigned bits = 0; bits < 63; bits += 1) {
        int64_t power = INT64_C(1) << bits;
        const int64_t around[] = {power, power - 1, power + 1, -power, -power - 1, -power + 1};
        for (size_t t = 0; t < COUNT(signed_types); t++) {
            store_integers(keys, signed_types[t], around, 6);
            regression_some(row, signed_types[t], keys, 6, regression_free, check_long ? 3 : 101);
            for (size_t copies = 1; copies < 20; copies++)
                store_integers(keys + copies * 6 * reference_type_of(signed_types[t])->bytes, signed_types[t], around,
                               6);
            regression_some(row, signed_types[t], keys, 120, regression_free, check_long ? 3 : 101);
        }
    }
    static unsigned char many[2000 * 16];
    for (size_t t = 0; t < REFERENCE_TYPES; t++) {
        pattern_fill(many, 2000, reference_types[t].type, PATTERN_BOUNDARIES, check_seed);
        regression_some(row, reference_types[t].type, many, 2000, regression_free, check_long ? 1 : 7);
    }
}

/* I13: every 8-bit value, signed and unsigned. */
static void run_bytes(const char *row)
{
    unsigned char every[256];
    for (size_t i = 0; i < 256; i++)
        every[i] = (unsigned char)(i * 77 + 128);
    regression_everywhere(row, SWEEP_I8, every, 256, regression_free);
    regression_everywhere(row, SWEEP_U8, every, 256, regression_free);
}

/* I14: bytes beyond 0 and 1 where a truth value is expected. */
static void run_truths(const char *row)
{
    unsigned char truths[100];
    for (size_t i = 0; i < 100; i++)
        truths[i] = (unsigned char)(i % 7 == 0 ? i * 31 : i % 2);
    regression_kind(row, SWEEP_U8, truths, 100, regression_free);
}

/* I15: exactly k bytes of the key vary, k = 0 to all: no sweep, an odd and an even number of them. */
static void run_parity(const char *row)
{
    enum { N = 400 };
    unsigned char keys[N * 16];
    random_stream stream = {check_seed};
    for (size_t t = 0; t < REFERENCE_TYPES; t++) {
        size_t size = reference_types[t].bytes;
        for (size_t varying = 0; varying <= size; varying++) {
            memset(keys, 0x11, sizeof keys);
            for (size_t i = 0; i < N; i++)
                for (size_t k = 0; k < varying; k++)
                    keys[i * size + (k * 5 + 1) % size] = (unsigned char)random_next(&stream);
            regression_some(row, reference_types[t].type, keys, N, regression_free, check_long ? 1 : 19);
            regression_engines(row, reference_types[t].type, keys, N, regression_free);
        }
    }
}

const regression regressions_integer[] = {
    {"I1", "equal negatives after the largest value", run_largest_first},
    {"I2", "sorted ramps across a power of two", run_ramps},
    {"I3", "the least value", run_least},
    {"I4", "all equal", run_equal},
    {"I5", "all negative, window of the whole key", run_whole_window},
    {"I6", "empty window", run_empty_window},
    {"I7", "every window", run_every_window},
    {"I8", "the window is of the transformed key", run_transformed_window},
    {"I9", "digits that do not divide the key", run_odd_digits},
    {"I10", "constant digits anywhere", run_constant_middle},
    {"I11", "one value past narrow counters", run_narrow_counters},
    {"I12", "digit boundaries of both signs", run_boundaries},
    {"I13", "every byte, signed and unsigned", run_bytes},
    {"I14", "truth values beyond 0 and 1", run_truths},
    {"I15", "no, odd and even numbers of sweeps", run_parity},
    {NULL, NULL, NULL},
};
