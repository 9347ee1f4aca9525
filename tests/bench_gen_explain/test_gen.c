/*
 * Tests of programs/patterns.c: the keys of every pattern and type are the same everywhere, whatever the blocks, and
 * they are what the pattern's name says.
 *
 * In: nothing; `--print` prints the table of checksums for golden_gen.h. Out: exit status 0, or 1 and what is wrong.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "patterns.h"
#include "random.h"
#include "transform.h"

static const uint64_t golden[PATTERN_COUNT][SWEEP_F64 - SWEEP_U8 + 1] = {
#include "golden_gen.h"
};

static int failures;

static void expect(bool right, enum pattern_kind kind, sweep_type type, const char *what)
{
    if (!right) {
        printf("FAILED: %s of %s: %s\n", pattern_names[kind], type_name(type), what);
        failures++;
    }
}

static struct pattern pattern_of(enum pattern_kind kind, sweep_type type, size_t n, uint64_t seed)
{
    return (struct pattern){.kind = kind, .type = type, .n = n, .seed = seed, .distinct = 16};
}

static void *make(const struct pattern *pattern)
{
    struct pattern_tables *tables = pattern_prepare(pattern);
    void *keys = malloc(pattern->n * type_size(pattern->type) + 1);
    if (tables == NULL || keys == NULL) {
        printf("not enough memory\n");
        exit(1);
    }
    pattern_fill(pattern, tables, 0, pattern->n, keys);
    pattern_release(tables);
    return keys;
}

static wide_key bits_at(const void *keys, size_t i, sweep_type type)
{
    return key_load((const char *)keys + i * type_size(type), type);
}

static wide_key order_at(const void *keys, size_t i, sweep_type type)
{
    return key_transform(bits_at(keys, i, type), type, SWEEP_ASCENDING, SWEEP_TOTAL_ORDER);
}

/* FNV-1a over the keys' own bits, low byte first: it does not depend on the machine's byte order. */
static uint64_t checksum(const struct pattern *pattern)
{
    void *keys = make(pattern);
    uint64_t hash = UINT64_C(0xcbf29ce484222325);
    for (size_t i = 0; i < pattern->n; i++) {
        wide_key bits = bits_at(keys, i, pattern->type);
        for (size_t byte = 0; byte < type_size(pattern->type); byte++) {
            hash = (hash ^ (uint64_t)(bits >> (8 * byte) & 0xff)) * UINT64_C(0x100000001b3);
        }
    }
    free(keys);
    return hash;
}

static uint64_t golden_checksum(enum pattern_kind kind, sweep_type type)
{
    struct pattern pattern = pattern_of(kind, type, 1000, 42);
    pattern.specials = type_is_float(type) && kind == PATTERN_UNIFORM;
    pattern.negative = pattern.specials;
    return checksum(&pattern);
}

static void print_golden(void)
{
    for (int kind = 0; kind < PATTERN_COUNT; kind++) {
        printf("    {");
        for (int type = SWEEP_U8; type <= SWEEP_F64; type++) {
            printf("%sUINT64_C(0x%016" PRIx64 ")",
                   type == SWEEP_U8 ? ""
                   : type % 3 == 1  ? ",\n     "
                                    : ", ",
                   golden_checksum((enum pattern_kind)kind, (sweep_type)type));
        }
        printf("},\n");
    }
}

/* Any block, on its own, has the same keys as the whole; nothing is written beside it. */
static void test_blocks(enum pattern_kind kind, sweep_type type)
{
    struct pattern pattern = pattern_of(kind, type, 300, 7);
    size_t size = type_size(type);
    char *whole = make(&pattern), block[302 * 16];
    struct pattern_tables *tables = pattern_prepare(&pattern);
    for (size_t first = 0; first < 300; first += 37) {
        size_t count = 300 - first < 41 ? 300 - first : 41;
        memset(block, 0xa5, sizeof block);
        pattern_fill(&pattern, tables, first, count, block + 1); /* and at any alignment */
        expect(memcmp(block + 1, whole + first * size, count * size) == 0, kind, type,
               "a block differs from the whole");
        expect((unsigned char)block[0] == 0xa5 && (unsigned char)block[1 + count * size] == 0xa5, kind, type,
               "a block is written beside its place");
    }
    pattern_release(tables);
    free(whole);
}

/* For floats: the value is finite and in [least, most]; the bits of both as given. */
static bool all_between(const struct pattern *pattern, const void *keys, wide_key least, wide_key most)
{
    for (size_t i = 0; i < pattern->n; i++) {
        wide_key key = order_at(keys, i, pattern->type);
        if (key < least || key > most) {
            return false;
        }
    }
    return true;
}

static wide_key order_of(wide_key bits, sweep_type type)
{
    return key_transform(bits, type, SWEEP_ASCENDING, SWEEP_TOTAL_ORDER);
}

static wide_key float_one(sweep_type type)
{
    return type == SWEEP_F16    ? 0x3c00
           : type == SWEEP_BF16 ? 0x3f80
           : type == SWEEP_F32  ? 0x3f800000
                                : (wide_key)0x3ff << 52;
}

static size_t count_rises(const void *keys, size_t n, sweep_type type)
{
    size_t rises = 0;
    for (size_t i = 1; i < n; i++) {
        rises += order_at(keys, i, type) >= order_at(keys, i - 1, type);
    }
    return rises;
}

static int compare_wide(const void *a, const void *b)
{
    wide_key x = *(const wide_key *)a, y = *(const wide_key *)b;
    return (x > y) - (x < y);
}

static size_t count_distinct(const void *keys, size_t n, sweep_type type)
{
    wide_key *sorted = malloc(n * sizeof *sorted);
    for (size_t i = 0; i < n; i++) {
        sorted[i] = bits_at(keys, i, type);
    }
    qsort(sorted, n, sizeof *sorted, compare_wide);
    size_t distinct = n > 0;
    for (size_t i = 1; i < n; i++) {
        distinct += sorted[i] != sorted[i - 1];
    }
    free(sorted);
    return distinct;
}

#define N 4000

/* Every bit of an integer key is 1 about half the time; floats lie in [0, 1), half of them below one half. */
static void test_uniform(sweep_type type)
{
    struct pattern pattern = pattern_of(PATTERN_UNIFORM, type, N, 3);
    void *keys = make(&pattern);
    if (type_is_float(type)) {
        wide_key one = order_of(float_one(type), type), half_step = (wide_key)1 << (type == SWEEP_F16    ? 10
                                                                                    : type == SWEEP_BF16 ? 7
                                                                                    : type == SWEEP_F32  ? 23
                                                                                                         : 52);
        expect(all_between(&pattern, keys, order_of(0, type), one - 1), PATTERN_UNIFORM, type, "not in [0, 1)");
        size_t below = 0;
        for (size_t i = 0; i < N; i++) {
            below += order_at(keys, i, type) < one - half_step; /* 0.5 is one exponent below 1 */
        }
        expect(below > N * 45 / 100 && below < N * 55 / 100, PATTERN_UNIFORM, type,
               "half of the keys are not below 0.5");
        pattern.negative = true;
        void *both = make(&pattern);
        size_t negative = 0;
        for (size_t i = 0; i < N; i++) {
            negative += order_at(both, i, type) < order_of(0, type);
        }
        expect(negative > N * 45 / 100 && negative < N * 55 / 100, PATTERN_UNIFORM, type, "half are not negative");
        expect(all_between(&pattern, both, order_of(float_one(type) | (wide_key)1 << (8 * type_size(type) - 1), type),
                           one - 1),
               PATTERN_UNIFORM, type, "not in [-1, 1)");
        free(both);
    } else {
        for (size_t bit = 0; bit < 8 * type_size(type); bit++) {
            size_t ones = 0;
            for (size_t i = 0; i < N; i++) {
                ones += (size_t)(bits_at(keys, i, type) >> bit & 1);
            }
            expect(ones > N * 45 / 100 && ones < N * 55 / 100, PATTERN_UNIFORM, type, "a bit is not a fair coin");
        }
    }
    free(keys);
}

/* 1 is twice as frequent as 2 and ten times as frequent as 10, within the error of 4000 draws. */
static void test_zipf(sweep_type type)
{
    struct pattern pattern = pattern_of(PATTERN_ZIPF, type, N, 3);
    void *keys = make(&pattern);
    wide_key one = type_is_float(type) ? float_one(type) : 1;
    wide_key two = !type_is_float(type) ? 2
                   : type == SWEEP_F16  ? 0x4000
                   : type == SWEEP_BF16 ? 0x4000
                   : type == SWEEP_F32  ? 0x40000000
                                        : (wide_key)0x400 << 52;
    size_t ones = 0, twos = 0;
    for (size_t i = 0; i < N; i++) {
        ones += bits_at(keys, i, type) == one;
        twos += bits_at(keys, i, type) == two;
    }
    expect(ones > N / 14 && ones < N / 4, PATTERN_ZIPF, type, "the share of 1 is wrong");
    expect(twos * 10 > ones * 3 && twos * 10 < ones * 7, PATTERN_ZIPF, type, "2 is not half as frequent as 1");
    expect(all_between(&pattern, keys, order_of(one, type), ~(wide_key)0), PATTERN_ZIPF, type, "a key below 1");
    free(keys);
}

static void test_few(sweep_type type)
{
    static const uint64_t counts[] = {1, 2, 3, 16, 100};
    for (size_t i = 0; i < sizeof counts / sizeof counts[0]; i++) {
        struct pattern pattern = pattern_of(PATTERN_FEW, type, N, 3);
        pattern.distinct = counts[i];
        if (pattern.distinct > pattern_most_distinct(type)) {
            continue;
        }
        void *keys = make(&pattern);
        expect(count_distinct(keys, N, type) == counts[i], PATTERN_FEW, type, "not as many distinct keys as asked");
        free(keys);
    }
}

static void test_orders(sweep_type type)
{
    struct pattern pattern = pattern_of(PATTERN_SORTED, type, N, 3);
    void *keys = make(&pattern);
    expect(count_rises(keys, N, type) == N - 1, PATTERN_SORTED, type, "it falls");
    expect(type_size(type) < 4 || count_distinct(keys, N, type) == N, PATTERN_SORTED, type, "keys repeat");
    free(keys);
    pattern.kind = PATTERN_REVERSED;
    keys = make(&pattern);
    size_t falls = 0;
    for (size_t i = 1; i < N; i++) {
        falls += order_at(keys, i, type) <= order_at(keys, i - 1, type);
    }
    expect(falls == N - 1, PATTERN_REVERSED, type, "it rises");
    free(keys);
    pattern.kind = PATTERN_NEARLY_SORTED;
    keys = make(&pattern);
    size_t rises = count_rises(keys, N, type);
    expect(rises < N - 1 && rises > N * 95 / 100, PATTERN_NEARLY_SORTED, type, "not nearly sorted");
    free(keys);
    for (size_t n = 1; n < 12; n++) {
        pattern = pattern_of(PATTERN_ORGAN_PIPE, type, n, 3);
        keys = make(&pattern);
        size_t top = (n + 1) / 2; /* rises up to here, then falls */
        bool right = true;
        for (size_t i = 1; i < n; i++) {
            wide_key before = order_at(keys, i - 1, type), key = order_at(keys, i, type);
            right = right && (i < top ? key > before : i > top ? key < before : true);
        }
        expect(right, PATTERN_ORGAN_PIPE, type, "not up and down");
        free(keys);
    }
}

static void test_outlier(sweep_type type)
{
    struct pattern pattern = pattern_of(PATTERN_OUTLIER, type, N, 3);
    void *keys = make(&pattern);
    wide_key largest = ~(wide_key)0 >> (128 - 8 * type_size(type) + type_is_signed(type));
    if (type_is_float(type)) {
        largest = type == SWEEP_F16    ? 0x7bff
                  : type == SWEEP_BF16 ? 0x7f7f
                  : type == SWEEP_F32  ? 0x7f7fffff
                                       : (wide_key)0x7feffffffffffff << 4 | 15;
    }
    wide_key limit = type_is_float(type) ? float_one(type) : (wide_key)1 << (4 * type_size(type));
    size_t outliers = 0, small = 0;
    for (size_t i = 0; i < N; i++) {
        outliers += bits_at(keys, i, type) == largest;
        small += bits_at(keys, i, type) < limit;
    }
    expect(outliers == 1 && small == N - 1, PATTERN_OUTLIER, type, "not one outlier above small keys");
    free(keys);
}

static void test_equal(sweep_type type)
{
    struct pattern pattern = pattern_of(PATTERN_EQUAL, type, 100, 3);
    void *keys = make(&pattern);
    expect(count_distinct(keys, 100, type) == 1, PATTERN_EQUAL, type, "keys differ");
    free(keys);
}

/* In clusters: of 512 equal cells of space, most are empty, though there are eight keys for each. No code is longer
   than three coordinates. (A code's leading nine bits are its cell.) */
static void test_morton(void)
{
    static const struct {
        sweep_type type;
        unsigned bits;
    } codes[] = {{SWEEP_U32, 30}, {SWEEP_U64, 63}, {SWEEP_U128, 126}, {SWEEP_U16, 15}, {SWEEP_I64, 63}};
    for (size_t c = 0; c < sizeof codes / sizeof codes[0]; c++) {
        sweep_type type = codes[c].type;
        struct pattern pattern = pattern_of(PATTERN_MORTON, type, N, 3);
        void *keys = make(&pattern);
        bool cells[512] = {false};
        size_t filled = 0;
        for (size_t i = 0; i < N; i++) {
            wide_key code = bits_at(keys, i, type);
            size_t cell = (size_t)(code >> (codes[c].bits - 9));
            expect(cell < 512, PATTERN_MORTON, type, "a code is too long");
            filled += cell < 512 && !cells[cell];
            cells[cell & 511] = true;
        }
        expect(filled > 30 && filled < 300, PATTERN_MORTON, type, "not in clusters");
        expect(type_size(type) < 4 || count_distinct(keys, N, type) > N * 9 / 10, PATTERN_MORTON, type,
               "points repeat");
        free(keys);
    }
}

static void test_specials(sweep_type type)
{
    struct pattern pattern = pattern_of(PATTERN_SORTED, type, N, 3);
    void *plain = make(&pattern);
    pattern.specials = true;
    void *keys = make(&pattern);
    size_t nans = 0, negative_zeros = 0, changed = 0;
    wide_key sign = (wide_key)1 << (8 * type_size(type) - 1);
    for (size_t i = 0; i < N; i++) {
        wide_key bits = bits_at(keys, i, type);
        nans += key_is_nan(bits, type);
        negative_zeros += bits == sign;
        changed += bits != bits_at(plain, i, type);
    }
    expect(nans > N / 80 && negative_zeros > 5 && changed > N / 25 && changed < N / 10, PATTERN_SORTED, type,
           "not the share of special numbers that was promised");
    free(plain);
    free(keys);
}

static void test_seeds(enum pattern_kind kind)
{
    struct pattern pattern = pattern_of(kind, SWEEP_U64, 100, 1);
    uint64_t first = checksum(&pattern);
    pattern.seed = 2;
    expect(checksum(&pattern) != first, kind, SWEEP_U64, "the seed does not matter");
}

int main(int argc, char **argv)
{
    if (argc > 1 && strcmp(argv[1], "--print") == 0) {
        print_golden();
        return 0;
    }
    for (int k = 0; k < PATTERN_COUNT; k++) {
        enum pattern_kind kind = (enum pattern_kind)k;
        test_seeds(kind);
        for (int t = SWEEP_U8; t <= SWEEP_F64; t++) {
            sweep_type type = (sweep_type)t;
            expect(golden_checksum(kind, type) == golden[kind][type - SWEEP_U8], kind, type, "other keys than before");
            test_blocks(kind, type);
        }
    }
    for (int t = SWEEP_U8; t <= SWEEP_F64; t++) {
        sweep_type type = (sweep_type)t;
        test_uniform(type);
        test_zipf(type);
        test_few(type);
        test_orders(type);
        test_outlier(type);
        test_equal(type);
        if (type_is_float(type)) {
            test_specials(type);
        }
    }
    test_morton();
    printf("%s\n", failures == 0 ? "patterns: all right" : "patterns: FAILED");
    return failures > 0;
}
