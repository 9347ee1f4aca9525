/*
 * The reference of reference.h: a key's place is worked out by arithmetic on its value, the order by a merge sort from
 * the bottom up. Nothing here comes from the library but the names of its types and options.
 */
#include "reference.h"

#include <stdlib.h>
#include <string.h>

const reference_type reference_types[REFERENCE_TYPES] = {
    {SWEEP_U8, "u8", 1, false, false, 0},      {SWEEP_U16, "u16", 2, false, false, 0},
    {SWEEP_U32, "u32", 4, false, false, 0},    {SWEEP_U64, "u64", 8, false, false, 0},
    {SWEEP_U128, "u128", 16, false, false, 0}, {SWEEP_I8, "i8", 1, true, false, 0},
    {SWEEP_I16, "i16", 2, true, false, 0},     {SWEEP_I32, "i32", 4, true, false, 0},
    {SWEEP_I64, "i64", 8, true, false, 0},     {SWEEP_I128, "i128", 16, true, false, 0},
    {SWEEP_F16, "f16", 2, true, true, 10},     {SWEEP_BF16, "bf16", 2, true, true, 7},
    {SWEEP_F32, "f32", 4, true, true, 23},     {SWEEP_F64, "f64", 8, true, true, 52},
};

typedef struct ranked_key {
    reference_bits ordinal;
    size_t index;
} ranked_key;

const reference_type *reference_type_of(sweep_type type)
{
    for (size_t i = 0; i < REFERENCE_TYPES; i++)
        if (reference_types[i].type == type)
            return &reference_types[i];
    abort();
}

/* 2 to the power of `bits`, less one; bits is 1 to 128. */
static reference_bits all_ones(unsigned bits)
{
    return ~(reference_bits)0 >> (128 - bits);
}

reference_bits reference_load(const void *key, sweep_type type)
{
    const unsigned char *bytes = key;
    reference_bits bits = 0;
    for (unsigned i = reference_type_of(type)->bytes; i-- > 0;)
        bits = bits * 256 + bytes[i];
    return bits;
}

void reference_store(void *key, sweep_type type, reference_bits bits)
{
    unsigned char *bytes = key;
    for (unsigned i = 0; i < reference_type_of(type)->bytes; i++, bits /= 256)
        bytes[i] = (unsigned char)(bits % 256);
}

/* A float's place among all bit patterns of its type: magnitudes count upwards from zero, and downwards where the sign
   is set. `half` is how many patterns each sign has. */
static reference_bits float_rank(bool negative, reference_bits magnitude, reference_bits half)
{
    return negative ? half - 1 - magnitude : half + magnitude;
}

reference_bits reference_transform(const void *key, sweep_type type, sweep_order order, sweep_float_order float_order)
{
    const reference_type *made = reference_type_of(type);
    reference_bits bits = reference_load(key, type);
    reference_bits last = all_ones(8 * made->bytes);
    reference_bits half = all_ones(8 * made->bytes - 1) + 1;
    bool sign = bits >= half;
    reference_bits rank = bits;
    if (made->is_float) {
        reference_bits magnitude = sign ? bits - half : bits;
        reference_bits infinity = all_ones(8 * made->bytes - 1) - all_ones(made->fraction);
        if (float_order != SWEEP_TOTAL_ORDER && magnitude > infinity)
            return float_order == SWEEP_NAN_LAST ? last : 0;
        if (float_order != SWEEP_TOTAL_ORDER && magnitude == 0)
            sign = false;
        rank = float_rank(sign, magnitude, half);
    } else if (made->is_signed) {
        rank = sign ? bits - half : bits + half; /* the value, counted from the type's least */
    }
    return order == SWEEP_DESCENDING ? last - rank : rank;
}

reference_bits reference_ordinal(const void *key, sweep_type type, const sweep_options *options)
{
    if (options == NULL)
        return reference_transform(key, type, SWEEP_ASCENDING, SWEEP_NAN_LAST);
    unsigned begin = options->begin_bit;
    unsigned end = options->end_bit != 0 ? options->end_bit : 8 * reference_type_of(type)->bytes;
    reference_bits bits = reference_transform(key, type, options->order, options->float_order);
    if (begin == 0 && end == 8 * reference_type_of(type)->bytes)
        return bits;
    reference_bits window = 0;
    for (unsigned place = end; place-- > begin;)
        window = window * 2 + (bits >> place) % 2;
    return window;
}

/* Merges the runs [0, middle) and [middle, n) of `from` into `to`; the left one wins ties. */
static void merge(const ranked_key *from, ranked_key *to, size_t middle, size_t n)
{
    size_t left = 0, right = middle;
    for (size_t i = 0; i < n; i++) {
        bool take_left = right == n || (left < middle && from[left].ordinal <= from[right].ordinal);
        to[i] = take_left ? from[left++] : from[right++];
    }
}

void reference_sort(const void *keys, size_t n, sweep_type type, const sweep_options *options, size_t *order)
{
    const unsigned char *bytes = keys;
    size_t size = reference_type_of(type)->bytes;
    ranked_key *from = malloc((2 * n + 1) * sizeof *from), *to = from + n;
    if (from == NULL)
        abort();
    ranked_key *memory = from;
    for (size_t i = 0; i < n; i++)
        from[i] = (ranked_key){reference_ordinal(bytes + i * size, type, options), i};
    for (size_t run = 1; run < n; run *= 2) {
        for (size_t start = 0; start < n; start += 2 * run) {
            size_t count = n - start < 2 * run ? n - start : 2 * run;
            merge(from + start, to + start, count < run ? count : run, count);
        }
        ranked_key *sorted = to;
        to = from;
        from = sorted;
    }
    for (size_t i = 0; i < n; i++)
        order[i] = from[i].index;
    free(memory);
}

void reference_gather(const void *in, void *out, const size_t *order, size_t n, size_t size)
{
    for (size_t i = 0; i < n; i++)
        memcpy((unsigned char *)out + i * size, (const unsigned char *)in + order[i] * size, size);
}

size_t reference_first_out_of_order(const void *keys, size_t n, sweep_type type, const sweep_options *options)
{
    const unsigned char *bytes = keys;
    size_t size = reference_type_of(type)->bytes;
    for (size_t i = 1; i < n; i++)
        if (reference_ordinal(bytes + i * size, type, options) <
            reference_ordinal(bytes + (i - 1) * size, type, options))
            return i;
    return n;
}
