/*
 * The library against an order of bytes: each key's transformed word, written most significant byte first, compares as
 * memcmp does. Needs no type wider than a register, so that it serves machines of 32 bits too; there it is the test of
 * the whole library: every type, operation and engine, both orders, one thread and three.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "random.h"
#include "sweepsort.h"

enum { MOST = 6000, WIDEST = 16 };

static const struct {
    sweep_type type;
    const char *name;
    size_t size;
    char kind; /* u, i, f; b: bfloat16 */
} types[] = {
    {SWEEP_U8, "u8", 1, 'u'},      {SWEEP_U16, "u16", 2, 'u'},    {SWEEP_U32, "u32", 4, 'u'},
    {SWEEP_U64, "u64", 8, 'u'},    {SWEEP_U128, "u128", 16, 'u'}, {SWEEP_I8, "i8", 1, 'i'},
    {SWEEP_I16, "i16", 2, 'i'},    {SWEEP_I32, "i32", 4, 'i'},    {SWEEP_I64, "i64", 8, 'i'},
    {SWEEP_I128, "i128", 16, 'i'}, {SWEEP_F16, "f16", 2, 'f'},    {SWEEP_BF16, "bf16", 2, 'f'},
    {SWEEP_F32, "f32", 4, 'f'},    {SWEEP_F64, "f64", 8, 'f'},
};

static unsigned char keys[MOST * WIDEST], sorted[MOST * WIDEST], ranks[MOST * WIDEST];
static size_t rank_size;

static bool big_endian(void)
{
    const uint16_t one = 1;
    unsigned char first;
    memcpy(&first, &one, 1);
    return first == 0;
}

/* The bytes of a key, most significant first, so changed that memcmp has the order asked for (floats: the total order).
 */
static void rank_of(size_t t, const unsigned char *key, bool descending, unsigned char *rank)
{
    size_t size = types[t].size;
    for (size_t i = 0; i < size; i++)
        rank[i] = key[big_endian() ? i : size - 1 - i];
    bool negative = (rank[0] & 0x80) != 0, turn = types[t].kind == 'f' && negative;
    if (types[t].kind != 'u')
        rank[0] ^= 0x80;
    for (size_t i = 0; i < size; i++)
        rank[i] = (unsigned char)(rank[i] ^ (turn ? (i == 0 ? 0x7f : 0xff) : 0) ^ (descending ? 0xff : 0));
}

static int compare(const void *a, const void *b)
{
    uint32_t x, y;
    memcpy(&x, a, sizeof x);
    memcpy(&y, b, sizeof y);
    int order = memcmp(ranks + x * rank_size, ranks + y * rank_size, rank_size);
    return order != 0 ? order : (x > y) - (x < y);
}

static void try_one(size_t t, size_t n, const sweep_options *options, unsigned operation)
{
    static uint32_t expected[MOST], indices[MOST], values[MOST];
    static unsigned char expected_keys[MOST * WIDEST];
    size_t size = types[t].size;
    rank_size = size;
    for (uint32_t i = 0; i < n; i++) {
        rank_of(t, keys + i * size, options->order == SWEEP_DESCENDING, ranks + i * size);
        expected[i] = values[i] = i;
    }
    qsort(expected, n, sizeof *expected, compare);
    for (size_t i = 0; i < n; i++)
        memcpy(expected_keys + i * size, keys + expected[i] * size, size);
    memcpy(sorted, keys, n * size);
    switch (operation) {
    case 0: CHECK_STATUS(SWEEP_OK, sweep_sort(sorted, n, types[t].type, options)); break;
    case 1:
        CHECK_STATUS(SWEEP_OK, sweep_sort_pairs(sorted, values, n, types[t].type, sizeof *values, options));
        CHECK_SAME(expected, values, n, sizeof *values, "values");
        break;
    case 2:
        CHECK_STATUS(SWEEP_OK, sweep_argsort(keys, indices, n, types[t].type, sizeof *indices, options));
        CHECK_SAME(expected, indices, n, sizeof *indices, "indices");
        return;
    default: CHECK_STATUS(SWEEP_OK, sweep_sort_copy(keys, sorted, n, types[t].type, options));
    }
    CHECK_SAME(expected_keys, sorted, n, size, "keys");
}

int main(int argc, char **argv)
{
    static const size_t sizes[] = {0, 1, 2, 7, 16, 33, 100, 257, 600, 1500, MOST};
    static const char *const engines[] = {"AUTO", "LSD", "ONESWEEP", "HYBRID", "SPLIT"};
    check_start("test_bytes", argc, argv);
    random_stream stream = {check_seed};
    for (size_t t = 0; t < COUNT(types); t++)
        for (unsigned engine = 0; engine < COUNT(engines); engine++)
            for (size_t s = 0; s < COUNT(sizes); s++) {
                size_t n = sizes[s];
                sweep_options options = sweep_default_options();
                options.engine = (sweep_engine)engine;
                options.float_order = SWEEP_TOTAL_ORDER;
                options.order = (s + t) % 2 == 0 ? SWEEP_ASCENDING : SWEEP_DESCENDING;
                options.threads = s % 3 == 2 ? 3 : 1;
                check_case("%s, %s, n=%lu", types[t].name, engines[engine], (unsigned long)n);
                bool few = random_below(&stream, 3) == 0;
                for (size_t i = 0; i < n * types[t].size; i++)
                    keys[i] = (unsigned char)(few ? (random_next(&stream) & 1) * 0x81 : random_next(&stream) >> 9);
                for (unsigned operation = 0; operation < 4; operation++)
                    try_one(t, n, &options, operation);
            }
    return check_finish();
}
