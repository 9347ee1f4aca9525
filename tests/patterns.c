/*
 * The inputs of patterns.h. Most shapes are drawn as places in the type's own order and turned into keys by
 * pattern_key_at; BOUNDARIES, SPECIALS and the shapes about bytes are drawn as bit patterns.
 */
#include "patterns.h"

#include <stdlib.h>
#include <string.h>

#include "random.h"

enum { FEW = 5, TEETH = 7, SWAPS = 3 };

const char *pattern_name(pattern shape)
{
    static const char *const names[PATTERN_COUNT] = {
        "uniform", "few distinct",  "all equal",       "sorted",   "reverse",   "organ pipe", "sawtooth", "one outlier",
        "zipf",    "nearly sorted", "constant middle", "low bits", "high bits", "boundaries", "specials",
    };
    return names[shape];
}

static reference_bits random_bits(random_stream *stream, sweep_type type)
{
    reference_bits bits = random_next(stream);
    bits = (bits << 32 << 32) | random_next(stream);
    return bits >> (128 - 8 * reference_type_of(type)->bytes);
}

void pattern_key_at(void *key, sweep_type type, reference_bits ordinal)
{
    const reference_type *made = reference_type_of(type);
    reference_bits half = (reference_bits)1 << (8 * made->bytes - 1);
    reference_bits bits = ordinal;
    if (made->is_float)
        bits = ordinal >= half ? ordinal - half : half + (half - 1 - ordinal);
    else if (made->is_signed)
        bits = ordinal >= half ? ordinal - half : ordinal + half;
    reference_store(key, type, bits);
}

/* The i-th of n places spread evenly over the type's range. */
static reference_bits even_place(size_t i, size_t n, sweep_type type)
{
    reference_bits last = ~(reference_bits)0 >> (128 - 8 * reference_type_of(type)->bytes);
    if (n < 2)
        return last / 2;
    if (reference_type_of(type)->bytes < 8)
        return last * i / (n - 1);
    return last / (n - 1) * i;
}

/* About 1/k: the length of a geometric run, doubled with a random fraction. */
static reference_bits zipf_place(random_stream *stream)
{
    unsigned octave = 0;
    while (octave < 10 && random_next(stream) % 2 == 0)
        octave++;
    return ((reference_bits)1 << octave) + random_below(stream, (size_t)1 << octave) - 1;
}

static reference_bits boundary_bits(random_stream *stream, sweep_type type)
{
    unsigned width = 8 * reference_type_of(type)->bytes;
    reference_bits bits = (reference_bits)1 << random_below(stream, width);
    bits += random_below(stream, 3);
    bits -= 1;
    return random_next(stream) % 2 == 0 ? bits : (reference_bits)0 - bits;
}

static reference_bits special_bits(random_stream *stream, sweep_type type)
{
    const reference_type *made = reference_type_of(type);
    unsigned width = 8 * made->bytes;
    reference_bits top = (reference_bits)1 << (width - 1);
    if (!made->is_float) {
        const reference_bits integers[] = {0, 1, (reference_bits)0 - 1, top, top - 1, top + 1};
        return integers[random_below(stream, sizeof integers / sizeof *integers)];
    }
    reference_bits least_normal = (reference_bits)1 << made->fraction;
    reference_bits infinity = top - least_normal;
    reference_bits quiet = least_normal >> 1;
    const reference_bits floats[] = {
        0,
        0,
        1,
        least_normal - 1,
        least_normal,
        infinity - 1,
        infinity, /* zero to infinity */
        infinity + 1,
        infinity + quiet,
        infinity + quiet + 1,
        top - 1, /* NaNs: signalling, quiet, full */
        infinity / 2,
        infinity + 1 + random_below(stream, (size_t)least_normal - 1),
        random_bits(stream, type) % top,
    };
    reference_bits bits = floats[random_below(stream, sizeof floats / sizeof *floats)];
    return random_next(stream) % 2 == 0 ? bits : bits + top;
}

/* Shapes that are about bits, whatever the type makes of them. */
static reference_bits shaped_bits(random_stream *stream, sweep_type type, pattern shape)
{
    unsigned width = 8 * reference_type_of(type)->bytes;
    reference_bits bits = random_bits(stream, type);
    switch (shape) {
    case PATTERN_CONSTANT_MIDDLE: {
        reference_bits middle = (reference_bits)0xff << (width / 2 - width / 8);
        return width == 8 ? bits & 0xc3 : (bits & ~middle) | ((reference_bits)0x5a << (width / 2 - width / 8) & middle);
    }
    case PATTERN_LOW_BITS: return bits % (width < 32 ? 5 : 1000);
    case PATTERN_HIGH_BITS: return bits >> (width - 5) << (width - 5);
    case PATTERN_BOUNDARIES: return boundary_bits(stream, type);
    case PATTERN_SPECIALS: return special_bits(stream, type);
    default: return bits;
    }
}

/* Shapes that are about order: the place of the i-th key in the type's own order. */
static reference_bits place_of(random_stream *stream, size_t i, size_t n, sweep_type type, pattern shape, uint64_t seed)
{
    reference_bits last = ~(reference_bits)0 >> (128 - 8 * reference_type_of(type)->bytes);
    random_stream fixed = {seed};
    reference_bits same = random_bits(&fixed, type);
    switch (shape) {
    case PATTERN_FEW_DISTINCT: fixed.counter += random_below(stream, FEW) * 1000; return random_bits(&fixed, type);
    case PATTERN_ALL_EQUAL: return same;
    case PATTERN_REVERSE: return even_place(n - 1 - i, n, type);
    case PATTERN_ORGAN_PIPE: return even_place(i < n / 2 ? 2 * i : 2 * (n - 1 - i), n, type);
    case PATTERN_SAWTOOTH: return even_place(i % (n / TEETH + 1), n / TEETH + 1, type);
    case PATTERN_ONE_OUTLIER: return i == (size_t)(seed % n) ? last - same : same;
    case PATTERN_ZIPF: return (same + zipf_place(stream) * 77) & last;
    default: return even_place(i, n, type); /* sorted, nearly sorted */
    }
}

void pattern_fill(void *keys, size_t n, sweep_type type, pattern shape, uint64_t seed)
{
    random_stream stream = {seed * 31 + (uint64_t)shape};
    unsigned char *bytes = keys;
    size_t size = reference_type_of(type)->bytes;
    bool by_bits = shape == PATTERN_UNIFORM || shape >= PATTERN_CONSTANT_MIDDLE;
    for (size_t i = 0; i < n; i++) {
        if (by_bits)
            reference_store(bytes + i * size, type, shaped_bits(&stream, type, shape));
        else
            pattern_key_at(bytes + i * size, type, place_of(&stream, i, n, type, shape, seed));
    }
    for (size_t i = 0; shape == PATTERN_NEARLY_SORTED && n > 0 && i < SWAPS; i++) {
        unsigned char *left = bytes + random_below(&stream, n) * size, *right = bytes + random_below(&stream, n) * size;
        unsigned char kept[16];
        memcpy(kept, left, size);
        memmove(left, right, size);
        memcpy(right, kept, size);
    }
}
