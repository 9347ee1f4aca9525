/*
 * Tests of what `explain` works out: its sweeps against plain arithmetic, against the independent merge sort and
 * against the library, and the counts and offsets of any radix against floor(key / place) % radix.
 *
 * In: nothing. Out: exit status 0, or 1 and what is wrong.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "explain.h"
#include "numbers.h"
#include "patterns.h"
#include "reference.h"

static int failures, checks;

static void expect(bool right, const char *what, sweep_type type, unsigned detail)
{
    checks++;
    if (!right) {
        printf("FAILED: %s (%s, %u)\n", what, type_name(type), detail);
        failures++;
    }
}

/* The command's own is in explain.c, beside what reads the command line. */
const char *explain_key_text(const struct explanation *explanation, size_t index, char text[EXPLAIN_KEY_TEXT])
{
    *number_print(text, explanation->keys + index * type_size(explanation->type), explanation->type) = '\0';
    return text;
}

static char *make_keys(sweep_type type, size_t n, enum pattern_kind kind)
{
    struct pattern pattern = {.kind = kind,
                              .type = type,
                              .n = n,
                              .seed = n + 5,
                              .distinct = 5,
                              .negative = type_is_float(type),
                              .specials = type_is_float(type)};
    struct pattern_tables *tables = pattern_prepare(&pattern);
    char *keys = malloc(n * type_size(type) + 1);
    if (tables == NULL || keys == NULL) {
        printf("not enough memory\n");
        exit(1);
    }
    pattern_fill(&pattern, tables, 0, n, keys);
    pattern_release(tables);
    return keys;
}

static unsigned even_digits(sweep_digit digits[SWEEP_PLAN_SWEEPS], unsigned begin, unsigned end, unsigned bits)
{
    unsigned count = 0;
    for (unsigned place = begin; place < end; place += bits) {
        digits[count++] = (sweep_digit){(uint8_t)place, (uint8_t)(end - place < bits ? end - place : bits)};
    }
    return count;
}

/* Every sweep: histogram, offsets and moves agree with each other, and equal digits keep their order. */
static void check_sweep(const struct explanation *e, const struct explain_sweep *sweep)
{
    size_t before = 0, n = e->n;
    for (size_t digit = 0; digit < sweep->buckets; digit++) {
        expect(sweep->offsets[digit] == before, "an offset is not the sum of the counts before", e->type, sweep->bits);
        before += sweep->counts[digit];
    }
    expect(before == n, "the counts are not n in all", e->type, sweep->bits);
    size_t shared = 0;
    for (size_t digit = 0; digit < sweep->buckets; digit++) {
        shared += n > 0 && sweep->counts[digit] == n;
    }
    expect(n == 0 || sweep->skipped == (shared == 1), "skipped, though keys differ, or not", e->type, sweep->bits);
    bool taken[EXPLAIN_EVERY_KEY] = {false};
    for (size_t i = 0; i < n; i++) {
        const struct explain_move *move = &sweep->moves[i];
        wide_key digit = (explain_key(e, move->key) >> sweep->place) % sweep->buckets;
        expect(move->digit == digit, "a digit is wrong", e->type, sweep->bits);
        size_t rank = 0;
        for (size_t j = 0; j < i; j++) {
            rank += sweep->moves[j].digit == move->digit;
        }
        expect(move->rank == rank, "a rank is wrong", e->type, sweep->bits);
        expect(move->to == sweep->offsets[move->digit] + rank && move->to < n && !taken[move->to],
               "a destination is wrong", e->type, sweep->bits);
        taken[move->to < n ? move->to : 0] = true;
    }
}

/* All sweeps together: the order is that of the merge sort and of the library's argsort. */
static void check_sort(sweep_type type, size_t n, enum pattern_kind kind, sweep_order order,
                       sweep_float_order float_order, unsigned bits)
{
    char *keys = make_keys(type, n, kind);
    struct explanation e = {.type = type, .order = order, .float_order = float_order, .n = n, .keys = keys};
    sweep_digit digits[SWEEP_PLAN_SWEEPS];
    unsigned count = even_digits(digits, 0, 8 * (unsigned)type_size(type), bits);
    explain_work(&e, digits, count);
    expect(e.sweep_count == count, "sweeps are missing", type, bits);
    for (unsigned i = 0; i < count; i++) {
        check_sweep(&e, &e.sweeps[i]);
    }
    uint64_t *places = reference_argsort(keys, n, type, order, float_order);
    uint64_t indices[EXPLAIN_EVERY_KEY];
    sweep_options options = sweep_default_options();
    options.order = order;
    options.float_order = float_order;
    expect(sweep_argsort(keys, indices, n, type, 8, &options) == SWEEP_OK, "argsort fails", type, bits);
    for (size_t i = 0; i < n; i++) {
        expect(e.sorted[i] == places[i], "not the order of the merge sort", type, bits);
        expect(e.sorted[i] == indices[i], "not the order of the library", type, bits);
    }
    free(places);
    explain_release(&e);
    free(keys);
}

static void test_sorts(void)
{
    static const unsigned widths[] = {1, 3, 4, 8, 11};
    static const size_t sizes[] = {0, 1, 2, 17, EXPLAIN_EVERY_KEY};
    for (int t = SWEEP_U8; t <= SWEEP_F64; t++) {
        sweep_type type = (sweep_type)t;
        for (size_t i = 0; i < sizeof widths / sizeof widths[0]; i++) {
            for (size_t s = 0; s < sizeof sizes / sizeof sizes[0]; s++) {
                for (int order = SWEEP_ASCENDING; order <= SWEEP_DESCENDING; order++) {
                    sweep_float_order float_order = (sweep_float_order)((i + s + (size_t)order) % 3);
                    enum pattern_kind kind = (i + s) % 2 == 0 ? PATTERN_UNIFORM : PATTERN_FEW;
                    check_sort(type, sizes[s], kind, (sweep_order)order, float_order, widths[i]);
                }
            }
        }
    }
}

/* ---- any radix -------------------------------------------------------------------------------------------------- */

/* Reads "digit count offset" lines behind the heading, and compares them with counts of the arithmetic. */
static void check_radix_text(const struct explanation *e, unsigned radix, uint64_t place)
{
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    explain_print_radix(out, e, radix, place, false);
    fclose(out);
    size_t *counts = calloc(radix, sizeof *counts);
    for (size_t i = 0; i < e->n; i++) {
        uint64_t key = (uint64_t)key_load(e->keys + i * type_size(e->type), e->type);
        if (type_is_signed(e->type)) { /* the smallest value becomes 0 */
            key = (key + ((uint64_t)1 << (8 * type_size(e->type) - 1))) & (UINT64_MAX >> (64 - 8 * type_size(e->type)));
        }
        counts[key / place % radix]++;
    }
    char *line = strstr(text, "offset\n");
    expect(line != NULL, "no heading", e->type, radix);
    expect((strstr(text, "transformed key") != NULL) == type_is_signed(e->type), "nothing said of the transform",
           e->type, radix);
    size_t before = 0;
    line = line == NULL ? text : line + 7;
    for (unsigned digit = 0; digit < radix; digit++) {
        char *end;
        unsigned long got_digit = strtoul(line, &end, 10), got_count = strtoul(end, &end, 10);
        unsigned long got_offset = strtoul(end, &end, 10);
        expect(got_digit == digit && got_count == counts[digit] && got_offset == before && *end == '\n',
               "a line is wrong", e->type, radix);
        before += counts[digit];
        line = end + (*end == '\n');
    }
    expect(*line == '\0', "too many lines", e->type, radix);
    free(counts);
    free(text);
}

static void test_radixes(void)
{
    static const unsigned radixes[] = {2, 3, 7, 8, 10, 16, 60, 100, 255, 256, 257, 1000, 1024, 4096, 65535, 65536};
    static const sweep_type types[] = {SWEEP_U8, SWEEP_U32, SWEEP_U64, SWEEP_I16, SWEEP_I64};
    for (size_t t = 0; t < sizeof types / sizeof types[0]; t++) {
        char *keys = make_keys(types[t], 200, t % 2 == 0 ? PATTERN_UNIFORM : PATTERN_ZIPF);
        struct explanation e = {.type = types[t], .n = 200, .keys = keys};
        for (size_t r = 0; r < sizeof radixes / sizeof radixes[0]; r++) {
            check_radix_text(&e, radixes[r], 1);
            check_radix_text(&e, radixes[r], radixes[r]);
            check_radix_text(&e, radixes[r], (uint64_t)radixes[r] * radixes[r]);
            check_radix_text(&e, radixes[r], 12345);
            check_radix_text(&e, radixes[r], UINT64_MAX);
        }
        free(keys);
    }
}

/* The transform's own table of edges, told by hand. */
static void test_transform(void)
{
    static const struct {
        sweep_type type;
        uint64_t bits;
        sweep_order order;
        sweep_float_order float_order;
        uint64_t transformed;
    } rows[] = {
        {SWEEP_U8, 0x00, SWEEP_ASCENDING, SWEEP_NAN_LAST, 0x00},
        {SWEEP_U8, 0x01, SWEEP_DESCENDING, SWEEP_NAN_LAST, 0xfe},
        {SWEEP_I8, 0x80, SWEEP_ASCENDING, SWEEP_NAN_LAST, 0x00},
        {SWEEP_I8, 0xff, SWEEP_ASCENDING, SWEEP_NAN_LAST, 0x7f},
        {SWEEP_I8, 0x7f, SWEEP_DESCENDING, SWEEP_NAN_LAST, 0x00},
        {SWEEP_F32, 0x80000000, SWEEP_ASCENDING, SWEEP_NAN_LAST, 0x80000000}, /* -0 as +0 */
        {SWEEP_F32, 0x00000000, SWEEP_ASCENDING, SWEEP_NAN_LAST, 0x80000000},
        {SWEEP_F32, 0x80000000, SWEEP_ASCENDING, SWEEP_TOTAL_ORDER, 0x7fffffff},
        {SWEEP_F32, 0x80000000, SWEEP_DESCENDING, SWEEP_NAN_FIRST, 0x7fffffff}, /* as +0, complemented */
        {SWEEP_F32, 0xff800000, SWEEP_ASCENDING, SWEEP_NAN_LAST, 0x007fffff},   /* -inf */
        {SWEEP_F32, 0x7f800000, SWEEP_ASCENDING, SWEEP_NAN_LAST, 0xff800000},   /* +inf */
        {SWEEP_F32, 0xffc00000, SWEEP_ASCENDING, SWEEP_NAN_LAST, 0xffffffff},   /* -NaN */
        {SWEEP_F32, 0x7fc00000, SWEEP_DESCENDING, SWEEP_NAN_LAST, 0xffffffff},
        {SWEEP_F32, 0x7f800001, SWEEP_ASCENDING, SWEEP_NAN_FIRST, 0},
        {SWEEP_F32, 0xffc00000, SWEEP_ASCENDING, SWEEP_TOTAL_ORDER, 0x003fffff},
        {SWEEP_F16, 0x7c01, SWEEP_ASCENDING, SWEEP_NAN_LAST, 0xffff},
        {SWEEP_BF16, 0x7f81, SWEEP_ASCENDING, SWEEP_NAN_LAST, 0xffff},
        {SWEEP_BF16, 0x7f80, SWEEP_ASCENDING, SWEEP_NAN_LAST, 0xff80},
        {SWEEP_F64, 0x7ff0000000000001, SWEEP_DESCENDING, SWEEP_NAN_LAST, UINT64_MAX},
        {SWEEP_I64, 0, SWEEP_ASCENDING, SWEEP_NAN_LAST, 0x8000000000000000},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        expect(key_transform(rows[i].bits, rows[i].type, rows[i].order, rows[i].float_order) == rows[i].transformed,
               "a transformed key is wrong", rows[i].type, (unsigned)i);
    }
}

int main(void)
{
    test_transform();
    test_sorts();
    test_radixes();
    printf("explain: %d checks, %d failed\n", checks, failures);
    return failures > 0;
}
