/*
 * The SPLIT engine's insides: a one-bit split is stable, a tile is always whole, padding stays behind every real key.
 * Includes the engine to reach them.
 */
#include "cpu/split.c"

#include "stages.h"

/* Splits a tile of random digits by each bit in turn and compares with the definition. */
static void test_splits(void)
{
    enum { MOST = 100 };
    random_stream stream = {check_seed};
    for (size_t size = 1; size <= MOST; size += size < 20 ? 1 : 16)
        for (unsigned bit = 0; bit < 8; bit++) {
            uint8_t digits[2][MOST];
            uint32_t order[2][MOST];
            struct tile tile = {digits[0], digits[1], order[0], order[1], 0, 0, size, size};
            uint8_t before[MOST];
            check_case("split: %zu keys by bit %u", size, bit);
            for (size_t i = 0; i < size; i++) {
                digits[0][i] = before[i] = (uint8_t)random_next(&stream);
                order[0][i] = (uint32_t)i;
            }
            split_by_bit(&tile, bit);
            size_t at = 0;
            for (unsigned side = 0; side < 2; side++)
                for (size_t i = 0; i < size; i++)
                    if ((before[i] >> bit & 1u) == side) {
                        CHECK(tile.order[at] == i && tile.digits[at] == before[i]);
                        at++;
                    }
        }
}

/* The tail of the last tile is padded with the digit that sorts last. */
static void test_padding(void)
{
    unsigned char keys[70 * 16];
    for (size_t t = 0; t < REFERENCE_TYPES; t++)
        for (size_t n = 1; n <= 70; n += 3)
            for (unsigned bits = 1; bits <= 8; bits++) {
                stage tried;
                sweep_options options = sweep_default_options();
                options.engine = SWEEP_SPLIT;
                options.tile_size = 16;
                options.digit_bits = bits;
                options.order = n % 2 == 0 ? SWEEP_ASCENDING : SWEEP_DESCENDING;
                pattern_fill(keys, n, reference_types[t].type, PATTERN_SPECIALS, check_seed + n);
                check_case("padding: %s n=%zu, %u-bit digits", reference_types[t].name, n, bits);
                stage_open(&tried, SWEEP_OPERATION_SORT, reference_types[t].type, n, 0, &options, keys, NULL);
                struct split split = {&tried.job, &tried.blueprint, sweep_route_of(&tried.job, 1, 0),
                                      tried.blueprint.plan.sweeps[0], NULL};
                size_t size = tried.blueprint.plan.tile_size, seen = 0;
                CHECK(size == (n < 16 ? n : 16));
                struct tile tile = tile_of_thread(&split, 0);
                for (; load_tile(&split, &tile); tile.number++) {
                    CHECK(tile.begin == seen && tile.n >= 1 && tile.n <= size);
                    for (size_t i = 0; i < tile.n; i++)
                        CHECK(tile.digits[i] == stage_digit(keys + (seen + i) * reference_types[t].bytes,
                                                            reference_types[t].type, &options, split.digit));
                    for (size_t i = tile.n; i < size; i++)
                        CHECK(tile.digits[i] == (1u << bits) - 1);
                    seen += tile.n;
                }
                CHECK(seen == n);
                stage_close(&tried);
            }
}

static void test_scan(void)
{
    size_t counts[] = {3, 0, 0, 7, 1, 0}, expected[] = {0, 3, 3, 3, 10, 11};
    check_case("exclusive scan");
    scan(counts, 6);
    CHECK_SAME(expected, counts, 6, sizeof *counts, "offsets");
}

void stages_split(void)
{
    test_splits();
    test_padding();
    test_scan();
}
