/*
 * Generated keys: see patterns.h.
 *
 * Most patterns say where in the type's range key i stands, as a fraction of 2^64, and key_at turns that place into a
 * key of the type; it never decreases, so a rising row of places is a sorted row of keys. zipf and morton give whole
 * numbers instead.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "patterns.h"

#include <stdlib.h>
#include <string.h>

#include "random.h"
#include "transform.h"

const char *const pattern_names[] = {"uniform",    "zipf",    "few",   "sorted", "reversed", "nearly-sorted",
                                     "organ-pipe", "outlier", "equal", "morton", NULL};

/* ---- from numbers to keys --------------------------------------------------------------------------------------- */

/* How many bits of a whole number a float type holds exactly. */
static unsigned float_digits(sweep_type type)
{
    return type == SWEEP_F16 ? 11 : type == SWEEP_BF16 ? 8 : type == SWEEP_F32 ? 24 : 53;
}

/* The bits of `mantissa` * 2^exponent, for a whole number that the type holds exactly, in its normal range or 0. */
static wide_key float_bits(int64_t mantissa, int exponent, sweep_type type)
{
    static const struct {
        unsigned fraction_bits, bias;
    } formats[] = {{10, 15}, {7, 127}, {23, 127}, {52, 1023}}; /* f16, bf16, f32, f64 */
    unsigned fraction_bits = formats[type - SWEEP_F16].fraction_bits, bias = formats[type - SWEEP_F16].bias;
    wide_key sign = wide_left(wide_of(0, mantissa < 0), 8 * (unsigned)type_size(type) - 1);
    uint64_t magnitude = mantissa < 0 ? -(uint64_t)mantissa : (uint64_t)mantissa;
    if (magnitude == 0) {
        return wide_of(0, 0);
    }
    int top = 63;
    while ((magnitude >> top) == 0) {
        top--;
    }
    uint64_t fraction = magnitude << (63 - top) << 1 >> (64 - fraction_bits);
    uint64_t biased = (uint64_t)(top + exponent + (int)bias);
    return wide_or(sign, wide_of(0, biased << fraction_bits | fraction));
}

/* The key that stands at `place` * 2^-64 of the way through the type's range; `more` fills the low half of 128 bits.
   For floats the range is [0, 1), or with `negative` [-1, 1), in even steps. */
static wide_key key_at(uint64_t place, uint64_t more, const struct pattern *pattern)
{
    unsigned bits = 8 * (unsigned)type_size(pattern->type);
    if (type_is_float(pattern->type)) {
        unsigned digits = float_digits(pattern->type);
        int64_t step = (int64_t)(place >> (pattern->negative ? 63 - digits : 64 - digits));
        return float_bits(pattern->negative ? step - ((int64_t)1 << digits) : step, -(int)digits, pattern->type);
    }
    wide_key sign = wide_left(wide_of(0, type_is_signed(pattern->type)), bits - 1);
    return wide_xor(bits == 128 ? wide_of(place, more) : wide_of(0, place >> (64 - bits)), sign);
}

/* A whole number as a key. */
static wide_key key_of_number(uint64_t high, uint64_t low, sweep_type type)
{
    return type_is_float(type) ? float_bits((int64_t)low, 0, type) : wide_of(high, low);
}

/* ---- zipf: a table of running sums ------------------------------------------------------------------------------ */

struct pattern_tables {
    size_t ranks;
    uint64_t sums[]; /* sums[k - 1]: the weights of 1 to k, where k weighs 2^40 / k */
};

static size_t zipf_ranks(sweep_type type)
{
    switch (type) { /* the largest whole number up to 65536 that the type surely holds */
    case SWEEP_U8: return 255;
    case SWEEP_I8: return 127;
    case SWEEP_U16: return 65535;
    case SWEEP_I16: return 32767;
    case SWEEP_F16: return 2048;
    case SWEEP_BF16: return 256;
    default: return 65536;
    }
}

struct pattern_tables *pattern_prepare(const struct pattern *pattern)
{
    size_t ranks = pattern->kind == PATTERN_ZIPF ? zipf_ranks(pattern->type) : 0;
    struct pattern_tables *tables = malloc(sizeof *tables + (ranks + 1) * sizeof tables->sums[0]);
    if (tables == NULL) {
        return NULL;
    }
    tables->ranks = ranks;
    uint64_t sum = 0;
    for (size_t k = 1; k <= ranks; k++) {
        sum += (UINT64_C(1) << 40) / k;
        tables->sums[k - 1] = sum;
    }
    return tables;
}

void pattern_release(struct pattern_tables *tables)
{
    free(tables);
}

static wide_key zipf_key(const struct pattern *pattern, const struct pattern_tables *tables, uint64_t bits)
{
    uint64_t target = random_below(bits, tables->sums[tables->ranks - 1]);
    size_t low = 0, high = tables->ranks - 1; /* the first sum above the target lies in [low, high] */
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (tables->sums[middle] > target) {
            high = middle;
        } else {
            low = middle + 1;
        }
    }
    return key_of_number(0, low + 1, pattern->type);
}

/* ---- morton: points in clusters, their coordinates' bits interleaved -------------------------------------------- */

#define MORTON_CLUSTERS 64

/* Bits of a coordinate. A float holds the code as a whole number, so its digits are the limit. */
static unsigned morton_bits(sweep_type type)
{
    if (type_is_float(type)) {
        return float_digits(type) / 3;
    }
    return 8 * (unsigned)type_size(type) / 3;
}

static wide_key morton_key(const struct pattern *pattern, uint64_t stream, size_t i)
{
    unsigned bits = morton_bits(pattern->type);
    uint64_t centres = random_stream(pattern->seed, 1000);
    uint64_t cluster = random_below(random_at(stream, (uint64_t)i * 4), MORTON_CLUSTERS);
    wide_key code = wide_of(0, 0);
    for (unsigned axis = 0; axis < 3; axis++) {
        /* Round a centre, in a cube a 32nd as wide as all space, more often near its middle: the mean of four draws.
           Centres keep so far from the border that every point lies inside. */
        uint64_t centre = random_at(centres, cluster * 3 + axis);
        uint64_t draw = random_at(stream, (uint64_t)i * 4 + 1 + axis);
        uint64_t mean = ((draw & 0xffff) + (draw >> 16 & 0xffff) + (draw >> 32 & 0xffff) + (draw >> 48)) / 4;
        uint64_t fine = random_mix(draw) >> 21; /* 43 bits below the mean's 16 */
        uint64_t place = centre / 32 * 31 + (mean << 43 | fine);
        uint64_t coordinate = place >> (64 - bits);
        for (unsigned bit = 0; bit < bits; bit++) {
            code = wide_or(code, wide_left(wide_of(0, coordinate >> bit & 1), 3 * bit + axis));
        }
    }
    return key_of_number(wide_high(code), wide_low(code), pattern->type);
}

/* ---- the patterns by place -------------------------------------------------------------------------------------- */

/* floor(part * 2^64 / parts), for part < parts. Two digits of 32 bits where `parts` is as short: a tenth of the time.
 */
static uint64_t quotient_of_part(uint64_t part, uint64_t parts)
{
    if (parts <= UINT32_MAX) {
        uint64_t high = (part << 32) / parts, rest = (part << 32) % parts;
        return high << 32 | (rest << 32) / parts;
    }
    wide_key rest;
    return wide_low(wide_divide(wide_of(part, 0), wide_of(0, parts), &rest));
}

/* A place in the lower half of part `part`, of `parts` equal parts of the range: places of different parts are half a
   part apart or more. */
static uint64_t place_in_part(uint64_t part, uint64_t parts, uint64_t bits)
{
    uint64_t half = ((uint64_t)1 << 63) / parts;
    return quotient_of_part(part, parts) + random_below(bits, half);
}

uint64_t pattern_most_distinct(sweep_type type)
{
    unsigned bits = type_is_float(type) ? float_digits(type) : 8 * (unsigned)type_size(type);
    return (uint64_t)1 << (bits < 64 ? bits - 1 : 63); /* a part is then two steps wide or more */
}

/* The part of organ-pipe's key i: even parts going up, odd parts coming down. */
static uint64_t organ_part(size_t i, size_t n)
{
    return i < n - i ? 2 * (uint64_t)i : 2 * (uint64_t)(n - 1 - i) + 1;
}

static wide_key outlier_key(const struct pattern *pattern, uint64_t stream, size_t i)
{
    uint64_t bits = random_at(stream, i);
    if (i == random_below(random_stream(pattern->seed, 1001), pattern->n)) {
        static const uint16_t largest_half[] = {0x7bff, 0x7f7f}; /* f16, bf16 */
        switch (pattern->type) {
        case SWEEP_F16:
        case SWEEP_BF16: return wide_of(0, largest_half[pattern->type - SWEEP_F16]);
        case SWEEP_F32: return wide_of(0, 0x7f7fffff);
        case SWEEP_F64: return wide_of(0, UINT64_C(0x7fefffffffffffff));
        default: return key_at(UINT64_MAX, UINT64_MAX, pattern);
        }
    }
    if (type_is_float(pattern->type)) {
        return key_at(bits, 0, pattern);
    }
    return wide_of(0, bits & UINT64_MAX >> (64 - 4 * type_size(pattern->type))); /* the low half of the key's bits */
}

/* A float that has a rule of its own, as its bits. */
static uint64_t special_key(sweep_type type, uint64_t bits)
{
    uint64_t sign = (uint64_t)1 << (8 * type_size(type) - 1);
    uint64_t infinity = type == SWEEP_F16    ? 0x7c00
                        : type == SWEEP_BF16 ? 0x7f80
                        : type == SWEEP_F32  ? 0x7f800000
                                             : (uint64_t)0x7ff << 52;
    uint64_t quiet = infinity | infinity >> 1; /* the highest bit of the fraction too: a quiet NaN */
    switch (bits & 7) {
    case 0: return quiet;
    case 1: return quiet | sign;
    case 2: return quiet | (bits >> 3 & 0x3f); /* NaNs that differ in their payload */
    case 3: return infinity;
    case 4: return infinity | sign;
    case 5: return 0;
    case 6: return sign;
    default: return (bits >> 3 & 1) != 0 ? 1 : sign | 1; /* the smallest magnitude beside zero */
    }
}

void pattern_fill(const struct pattern *pattern, const struct pattern_tables *tables, size_t first, size_t count,
                  void *keys)
{
    size_t n = pattern->n, size = type_size(pattern->type);
    uint64_t stream = random_stream(pattern->seed, pattern->kind);
    uint64_t low_halves = random_stream(pattern->seed, 1002);
    uint64_t strays = random_stream(pattern->seed, 1003), special = random_stream(pattern->seed, 1004);
    for (size_t i = first; i < first + count; i++) {
        uint64_t bits = random_at(stream, i), more = random_at(low_halves, i), part;
        wide_key key = wide_of(0, 0);
        switch (pattern->kind) {
        case PATTERN_UNIFORM: key = key_at(bits, more, pattern); break;
        case PATTERN_ZIPF: key = zipf_key(pattern, tables, bits); break;
        case PATTERN_FEW:
            part = random_below(bits, pattern->distinct);
            bits = random_at(strays, part);
            key = key_at(place_in_part(part, pattern->distinct, bits), random_mix(bits), pattern);
            break;
        case PATTERN_SORTED: key = key_at(place_in_part(i, n, bits), more, pattern); break;
        case PATTERN_REVERSED: key = key_at(place_in_part(n - 1 - i, n, bits), more, pattern); break;
        case PATTERN_NEARLY_SORTED:
            part = random_at(strays, i);
            key = key_at(random_below(part, 100) == 0 ? random_mix(part) : place_in_part(i, n, bits), more, pattern);
            break;
        case PATTERN_ORGAN_PIPE: key = key_at(place_in_part(organ_part(i, n), n, bits), more, pattern); break;
        case PATTERN_OUTLIER: key = outlier_key(pattern, stream, i); break;
        case PATTERN_EQUAL: key = key_at(random_at(stream, 0), random_at(low_halves, 0), pattern); break;
        case PATTERN_MORTON: key = morton_key(pattern, stream, i); break;
        case PATTERN_COUNT: break;
        }
        if (pattern->specials && random_below(random_at(special, 2 * (uint64_t)i), 16) == 0) {
            key = wide_of(0, special_key(pattern->type, random_at(special, 2 * (uint64_t)i + 1)));
        }
        key_store((char *)keys + (i - first) * size, pattern->type, key);
    }
}
