/*
 * The shapes of shapes.h. A shape draws the place of key i of n in the type's own order, as a number of `width` bits;
 * more bits are cut off.
 */
#include "shapes.h"

#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "cpu/sample.h"
#include "patterns.h"
#include "random.h"

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
    static uint32_t marked[SHAPE_MOST], left[SHAPE_MOST]; /* the round in which a key is sampled; 0: in none */
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

/* ---- floats with rules: what the others take for NaNs and zeros are numbers like all ---- */

/* A NaN of either sign and any payload, in every type of floats. */
static reference_bits nan_of(random_stream *stream, unsigned width)
{
    reference_bits payload = any(stream) >> (128 - width) >> 13;
    return random_below(stream, 2) == 0 ? payload : ~payload;
}

/* -0 or +0. */
static reference_bits zero_of(random_stream *stream, unsigned width)
{
    return ((reference_bits)1 << (width - 1)) - random_below(stream, 2);
}

/* A number from -2 to 2 or so: no zero, no NaN. */
static reference_bits number_of(random_stream *stream, unsigned width)
{
    reference_bits quarter = (reference_bits)1 << (width - 2);
    return quarter + 1 + (any(stream) >> (128 - width)) % (2 * quarter - 2);
}

static reference_bits numbers_and_nans(size_t i, size_t n, unsigned width, random_stream *stream)
{
    (void)i, (void)n;
    return random_below(stream, 10) < 3 ? nan_of(stream, width) : any(stream);
}

static reference_bits nans(size_t i, size_t n, unsigned width, random_stream *stream)
{
    (void)i, (void)n;
    return nan_of(stream, width);
}

/* Half of the zeros are -0; every seventh key is something else. */
static reference_bits zeros_of_both_signs(size_t i, size_t n, unsigned width, random_stream *stream)
{
    (void)n;
    return i % 7 == 3 ? any(stream) : zero_of(stream, width);
}

/* Numbers, and a single NaN late among them. */
static reference_bits late_nan(size_t i, size_t n, unsigned width, random_stream *stream)
{
    return i == n - 1 - n / 5 ? nan_of(stream, width) : number_of(stream, width);
}

/* A few numbers, two of them +0 and, late, -0. */
static reference_bits late_zeros(size_t i, size_t n, unsigned width, random_stream *stream)
{
    reference_bits zero = (reference_bits)1 << (width - 1);
    return i == n - 1 - n / 5 ? zero - 1 : zero + random_below(stream, 40);
}

/* ---- orders that are nearly there, and lengths of numbers ---- */

/* Each length in bits as likely as every other. */
static reference_bits lengths(size_t i, size_t n, unsigned width, random_stream *stream)
{
    (void)i, (void)n;
    return (any(stream) >> (128 - width)) >> random_below(stream, width);
}

static reference_bits powers(size_t i, size_t n, unsigned width, random_stream *stream)
{
    (void)i, (void)n;
    return (reference_bits)1 << random_below(stream, width);
}

/* Falling, by steps of a few keys that tie. */
static reference_bits falling_with_ties(size_t i, size_t n, unsigned width, random_stream *stream)
{
    (void)width, (void)stream;
    return (n - i) / 3;
}

/* Sorted, but for the last hundredth. */
static reference_bits appended(size_t i, size_t n, unsigned width, random_stream *stream)
{
    (void)width;
    return i < n - n / 100 - 1 ? i * 2 : random_below(stream, 2 * n);
}

/* Sorted, but each hundredth key stands where another belongs. */
static reference_bits exchanged(size_t i, size_t n, unsigned width, random_stream *stream)
{
    (void)width, (void)stream;
    return i % 100 == 50 ? n - i : i;
}

/* Two halves of one value each, which differ in one bit. */
static reference_bits halves(size_t i, size_t n, unsigned width, random_stream *stream)
{
    (void)width, (void)stream;
    return i < n / 2 ? 1 << 5 : 0;
}

/* Eight parts of one value each, in no order. */
static reference_bits eighths(size_t i, size_t n, unsigned width, random_stream *stream)
{
    (void)width, (void)stream;
    return value(17 + i * 8 / n);
}

static reference_bits uniform(size_t i, size_t n, unsigned width, random_stream *stream)
{
    (void)i, (void)n, (void)width;
    return any(stream);
}

static const struct {
    const char *name;
    shape *bits;
} shapes[SHAPES] = {
    {"uniform", uniform},
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
    {"numbers and NaNs", numbers_and_nans},
    {"NaNs", nans},
    {"zeros of both signs", zeros_of_both_signs},
    {"late NaN", late_nan},
    {"late zeros", late_zeros},
    {"any length", lengths},
    {"powers of two", powers},
    {"falling with ties", falling_with_ties},
    {"appended", appended},
    {"exchanged", exchanged},
    {"halves", halves},
    {"eighths", eighths},
};

const char *shape_name(size_t number)
{
    return shapes[number].name;
}

size_t shape_named(const char *name)
{
    for (size_t number = 0; number < SHAPES; number++)
        if (strcmp(shapes[number].name, name) == 0)
            return number;
    abort();
}

void shape_fill(void *keys, size_t number, size_t n, sweep_type type, uint64_t seed)
{
    unsigned size = reference_type_of(type)->bytes, width = 8 * size;
    random_stream stream = {seed};
    reference_bits all = ~(reference_bits)0 >> (128 - width);
    for (size_t i = 0; i < n; i++)
        pattern_key_at((unsigned char *)keys + i * size, type, shapes[number].bits(i, n, width, &stream) & all);
}
