/*
 * HYBRID on data made for it and against it: few values, narrow ranges, heavy values hidden from the sample, everything
 * in one bucket at every level, buckets one above the size of a leaf, alternating extremes, runs that rise or fall
 * nearly to the end. Each shape with every type, as keys alone and with values, in one thread and in three; and the
 * keys that it touches stay linear in n and in the bytes of a key.
 */
#include <stdio.h>
#include <stdlib.h>

#include "case.h"
#include "check.h"
#include "cpu/sample.h"
#include "patterns.h"
#include "random.h"
#include "cpu/trace.h"

enum { MOST = 150000, LARGE = 400000 };

static unsigned char keys[16 * LARGE];

/* ---- shapes: the bits of key i of n, `width` of them ---- */

typedef reference_bits shape(size_t i, size_t n, unsigned width, random_stream *stream);

static reference_bits any(random_stream *stream)
{
    return (reference_bits)random_next(stream) << 64 | random_next(stream);
}

/* Value k of a few, spread over all bits. */
static reference_bits value(uint64_t k)
{
    random_stream stream = {k * 977 + 5};
    return any(&stream);
}

static reference_bits one(size_t i, size_t n, unsigned width, random_stream *stream)
{
    (void)i, (void)n, (void)width, (void)stream;
    return value(1);
}

static reference_bits two(size_t i, size_t n, unsigned width, random_stream *stream)
{
    (void)i, (void)n, (void)width;
    return value(random_below(stream, 2));
}

static reference_bits sixteen(size_t i, size_t n, unsigned width, random_stream *stream)
{
    (void)i, (void)n, (void)width;
    return value(random_below(stream, 16));
}

static reference_bits seventeen(size_t i, size_t n, unsigned width, random_stream *stream)
{
    (void)i, (void)n, (void)width;
    return value(random_below(stream, 17));
}

/* Three of four keys are one of five values, the others anything. */
static reference_bits heavy(size_t i, size_t n, unsigned width, random_stream *stream)
{
    (void)i, (void)n, (void)width;
    return random_below(stream, 4) != 0 ? value(random_below(stream, 5)) : any(stream);
}

/* Heavy values where the first sample looks, and nowhere else. */
static reference_bits against_the_sample(size_t i, size_t n, unsigned width, random_stream *stream)
{
    (void)width;
    return n >= SWEEP_SAMPLE_KEYS && i % (n / SWEEP_SAMPLE_KEYS) == 0 ? value(i % 3) : any(stream);
}

/* A heavy value where the first sample looks; another where a sample of what is left then would; and so on, for half of
   the keys. */
static reference_bits against_every_sample(size_t i, size_t n, unsigned width, random_stream *stream)
{
    static uint32_t marked[LARGE], left[LARGE]; /* the round in which a key is sampled; 0: in none */
    (void)width;
    if (i == 0) {
        uint32_t round = 0;
        for (size_t k = 0; k < n; k++) {
            marked[k] = 0;
            left[k] = (uint32_t)k;
        }
        for (size_t count = n, kept; count > n / 2 && count >= SWEEP_SAMPLE_KEYS; count = kept) {
            size_t step = count / SWEEP_SAMPLE_KEYS;
            kept = 0;
            round++;
            for (size_t k = 0; k < count; k++)
                if (k % step == 0 && k / step < SWEEP_SAMPLE_KEYS)
                    marked[left[k]] = round;
                else
                    left[kept++] = left[k];
        }
    }
    return marked[i] != 0 ? value(marked[i]) : any(stream);
}

/* Everything alike where the first sample looks; elsewhere the lowest bits differ. */
static reference_bits hidden(size_t i, size_t n, unsigned width, random_stream *stream)
{
    (void)width;
    return n >= SWEEP_SAMPLE_KEYS && i % (n / SWEEP_SAMPLE_KEYS) == 0 ? value(7)
                                                                      : value(7) ^ random_below(stream, 1024);
}

/* Evenly spread where the first sample looks; elsewhere the lowest bits alone differ. */
static reference_bits even_at_the_sample(size_t i, size_t n, unsigned width, random_stream *stream)
{
    (void)width;
    return n >= SWEEP_SAMPLE_KEYS && i % (n / SWEEP_SAMPLE_KEYS) == 0 ? any(stream)
                                                                      : value(7) ^ random_below(stream, 1024);
}

/* Evenly spread, but half of the keys share one in 64 of the range. */
static reference_bits half_even(size_t i, size_t n, unsigned width, random_stream *stream)
{
    (void)n;
    return i % 2 == 0 ? any(stream) : (any(stream) >> (128 - width)) >> 6;
}

/* One bucket at every level: key i differs from the others below a bit that falls by and by. */
static reference_bits staircase(size_t i, size_t n, unsigned width, random_stream *stream)
{
    (void)n;
    unsigned place = (unsigned)(i % 97 == 0 ? i / 97 % width : 0);
    return value(3) ^ ((any(stream) & 1) << place);
}

static reference_bits extremes(size_t i, size_t n, unsigned width, random_stream *stream)
{
    (void)n, (void)width, (void)stream;
    return i % 2 == 0 ? 0 : ~(reference_bits)0;
}

/* Top bytes that are each shared by one key more than a leaf holds. */
static reference_bits above_a_leaf(size_t i, size_t n, unsigned width, random_stream *stream)
{
    static const size_t leaves[] = {33, 65, 129, 257, 385, 513};
    (void)n;
    return (reference_bits)(i / leaves[i % COUNT(leaves)]) << (width - 8) ^ (any(stream) >> (128 - width) >> 8);
}

/* Floats between 0 and 1, and their bits for other types. */
static reference_bits unit(size_t i, size_t n, unsigned width, random_stream *stream)
{
    (void)i, (void)n;
    double x = (double)(random_next(stream) >> 11) * 0x1p-53;
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    return width >= 64 ? (reference_bits)bits << (width - 64) : bits >> (64 - width);
}

/* 15 and 17 bits differ: counted where there are more keys than these words. */
static reference_bits narrow(size_t i, size_t n, unsigned width, random_stream *stream)
{
    (void)i, (void)n;
    return value(9) << 17 ^ random_below(stream, 1 << (width < 17 ? width - 1 : 15));
}

/* 17 bits differ, the topmost once: a sample sees fewer. The first are all there, later ones rare. */
static reference_bits skewed(size_t i, size_t n, unsigned width, random_stream *stream)
{
    (void)n, (void)width;
    return i == 77 ? 1 << 16 : (1 << 16) / (1 + random_below(stream, 1 << 16));
}

/* The keys around zero: floats of either sign, and zeros of both. */
static reference_bits zeros(size_t i, size_t n, unsigned width, random_stream *stream)
{
    (void)n;
    reference_bits zero = (reference_bits)1 << (width - 1);
    return i % 7 == 0 ? zero - i % 2 : zero + random_below(stream, 200);
}

/* Each key about twice, far apart. */
static reference_bits twice(size_t i, size_t n, unsigned width, random_stream *stream)
{
    (void)i, (void)width;
    return value(random_below(stream, n / 2));
}

/* The top 54 bits and more tie in all but a few: fragments say little. */
static reference_bits low_bits(size_t i, size_t n, unsigned width, random_stream *stream)
{
    (void)n;
    return i % 50 == 0 ? any(stream)
                       : value(11) ^ ((any(stream) >> (128 - width)) & (width > 64 ? 0xfffffffffff : 0x1ff));
}

/* Rising, with one key in a hundred anywhere: neighbours share buckets. */
static reference_bits nearly(size_t i, size_t n, unsigned width, random_stream *stream)
{
    reference_bits step = (~(reference_bits)0 >> (128 - width)) / n;
    return (random_below(stream, 100) == 0 ? random_below(stream, n) : i) * step +
           (any(stream) >> (128 - width)) % (step + 1);
}

static reference_bits falling(size_t i, size_t n, unsigned width, random_stream *stream)
{
    (void)width, (void)stream;
    return n - i;
}

/* Falling, but the last two keys tie. */
static reference_bits falling_to_a_tie(size_t i, size_t n, unsigned width, random_stream *stream)
{
    (void)width, (void)stream;
    return i + 1 == n ? 2 : n - i;
}

static reference_bits rising_to_a_fall(size_t i, size_t n, unsigned width, random_stream *stream)
{
    (void)width, (void)stream;
    return i + 1 == n ? 0 : i;
}

static const struct {
    const char *name;
    shape *bits;
} shapes[] = {
    {"one value", one},
    {"two values", two},
    {"16 values", sixteen},
    {"17 values", seventeen},
    {"heavy values", heavy},
    {"heavy values at the sample", against_the_sample},
    {"heavy values at every sample", against_every_sample},
    {"alike at the sample", hidden},
    {"even at the sample", even_at_the_sample},
    {"half even", half_even},
    {"staircase", staircase},
    {"extremes", extremes},
    {"one above a leaf", above_a_leaf},
    {"between 0 and 1", unit},
    {"narrow", narrow},
    {"skewed", skewed},
    {"low bits", low_bits},
    {"each twice", twice},
    {"zeros", zeros},
    {"nearly sorted", nearly},
    {"falling", falling},
    {"falling to a tie", falling_to_a_tie},
    {"rising to a fall", rising_to_a_fall},
};

/* ---- the tests ---- */

static void fill(size_t s, size_t n, sweep_type type)
{
    unsigned width = 8 * (unsigned)reference_type_of(type)->bytes;
    random_stream stream = {check_seed + s};
    reference_bits all = ~(reference_bits)0 >> (128 - width);
    for (size_t i = 0; i < n; i++)
        pattern_key_at(keys + i * width / 8, type, shapes[s].bits(i, n, width, &stream) & all);
}

static void run_shapes(void)
{
    static const size_t sizes[] = {130, 385, 600, 1025, 2049, 4096, 5003, 20011, MOST};
    static const sweep_operation operations[] = {SWEEP_OPERATION_SORT, SWEEP_OPERATION_SORT_PAIRS,
                                                 SWEEP_OPERATION_SORT_COPY, SWEEP_OPERATION_ARGSORT,
                                                 SWEEP_OPERATION_SORTPERM};
    size_t turn = 0;
    for (size_t s = 0; s < COUNT(shapes); s++)
        for (size_t t = 0; t < REFERENCE_TYPES; t++)
            for (size_t z = 0; z < COUNT(sizes); z++, turn++) {
                if (!check_long && (sizes[z] > 20000 ? turn % 23 != 0 : turn % 2 != 0))
                    continue;
                sort_case tried =
                    case_default(shapes[s].name, operations[turn % 3 != 1 ? turn % 2 * 2 : turn % COUNT(operations)],
                                 reference_types[t].type, sizes[z]);
                tried.options.engine = SWEEP_HYBRID;
                tried.options.threads = turn % 5 == 0 ? 3 : 1;
                tried.options.digit_bits = turn % 11 == 0 ? 12 : 0;
                tried.options.order = turn % 4 == 0 ? SWEEP_DESCENDING : SWEEP_ASCENDING;
                tried.options.float_order = (sweep_float_order)(turn % 3);
                tried.value_size = turn % 2 == 0 ? 8 : 4;
                tried.workspace = CASE_REUSED;
                bool alone = tried.operation == SWEEP_OPERATION_SORT || tried.operation == SWEEP_OPERATION_SORT_COPY;
                if (turn % 3 == 2 && alone) { /* in place */
                    tried.options.float_order = SWEEP_TOTAL_ORDER;
                    tried.options.memory_limit = 1;
                }
                fill(s, tried.n, tried.type);
                case_run(&tried, keys);
            }
}

/* So many keys that two digits are counted in one read. */
static void run_large(void)
{
    static const sweep_type types[] = {SWEEP_U32, SWEEP_F32, SWEEP_I64, SWEEP_U128};
    for (size_t s = 0; s < COUNT(shapes); s++)
        for (size_t t = 0; t < COUNT(types); t++)
            for (size_t values = 0; values < 2; values++) {
                if (!check_long && (s * 8 + t * 2 + values) % 9 != 0)
                    continue;
                sort_case tried = case_default(
                    shapes[s].name, values ? SWEEP_OPERATION_SORT_PAIRS : SWEEP_OPERATION_SORT, types[t], LARGE);
                tried.options.engine = SWEEP_HYBRID;
                tried.options.threads = 1 + (unsigned)(s + t) % 2;
                tried.options.float_order = s % 2 == 0 ? SWEEP_NAN_LAST : SWEEP_TOTAL_ORDER;
                tried.value_size = types[t] == SWEEP_I64 ? 8 : 4;
                tried.workspace = CASE_REUSED;
                fill(s, tried.n, tried.type);
                case_run(&tried, keys);
            }
}

/* Whatever the keys are: a key is looked at, counted, moved and sorted at most so often for each byte of it. */
static void run_linear(void)
{
    enum { N = 60000, TIMES_A_BYTE = 12 };
    static const sweep_type types[] = {SWEEP_U32, SWEEP_F32, SWEEP_U64, SWEEP_F64, SWEEP_U128};
    for (size_t s = 0; s < COUNT(shapes); s++)
        for (size_t t = 0; t < COUNT(types); t++)
            for (size_t values = 0; values < 2; values++) {
                size_t size = reference_type_of(types[t])->bytes;
                sweep_options options = sweep_default_options();
                options.engine = SWEEP_HYBRID;
                unsigned char *moved = malloc(N * 8);
                memset(moved, 0, N * 8);
                fill(s, N, types[t]);
                check_case("linear: %s, %s%s", shapes[s].name, reference_types[t].name, values ? " with values" : "");
                sweep_keys_touched = 0;
                CHECK_STATUS(SWEEP_OK, values ? sweep_sort_pairs(keys, moved, N, types[t], 8, &options)
                                              : sweep_sort(keys, N, types[t], &options));
                unsigned long long touched = sweep_keys_touched;
                CHECK_TEXT(touched <= (unsigned long long)N * size * TIMES_A_BYTE, "%llu keys touched, %.1f a key",
                           touched, (double)touched / N);
                free(moved);
            }
}

int main(int argc, char **argv)
{
    check_start("test_hybrid", argc, argv);
    run_shapes();
    run_large();
    run_linear();
    case_finish();
    printf("%zu sorts compared with the reference\n", case_count());
    return check_finish();
}
