/*
 * Leaves of HYBRID: what the keys of a piece differ in, what a sample says, and the sort of a leaf, by words and by key
 * fragments, with values of every size that moves, in place and out of place. For each tier.
 */
#include "cpu/sample.h"
#include "stages.h"

/* Keys whose ordered words agree above `end`; the bits below it are drawn from few or many values. The type's own
   order, total for floats. */
static void draw_keys(unsigned char *keys, size_t n, sweep_type type, unsigned begin, unsigned end,
                      random_stream *stream)
{
    unsigned width = 8 * reference_type_of(type)->bytes;
    reference_bits below = ~(reference_bits)0 >> (128 - width), window = below;
    reference_bits base = ((reference_bits)random_next(stream) << 64 | random_next(stream)) & below;
    bool few = random_next(stream) % 2 == 0;
    if (end < width)
        window = ((reference_bits)1 << end) - 1;
    for (size_t i = 0; i < n; i++) {
        reference_bits bits = (reference_bits)random_next(stream) << 64 | random_next(stream);
        if (few)
            bits &= (reference_bits)5 << (begin + 3 < width ? begin : 0);
        pattern_key_at(keys + i * reference_type_of(type)->bytes, type, (base & ~window) | (bits & window));
    }
}

static unsigned highest(reference_bits bits)
{
    unsigned at = 0;
    while ((bits >>= 1) != 0)
        at++;
    return at;
}

/* Bit by bit: some key differs from the first there, inside the window. */
static void test_difference(const struct sweep_tier *tier)
{
    enum { N = 57 };
    random_stream stream = {check_seed};
    for (size_t t = 0; t < REFERENCE_TYPES; t++)
        for (unsigned round = 0; round < 40; round++) {
            sweep_type type = reference_types[t].type;
            unsigned width = 8 * reference_types[t].bytes, end = 1 + (unsigned)random_below(&stream, width);
            unsigned begin = round % 2 == 0 ? 0 : (unsigned)random_below(&stream, end);
            size_t n = 1 + random_below(&stream, N);
            unsigned char keys[N * 16];
            sweep_options options = sweep_default_options();
            options.float_order = (sweep_float_order)(round % 3);
            options.order = round % 4 < 2 ? SWEEP_ASCENDING : SWEEP_DESCENDING;
            options.begin_bit = begin;
            if (round % 5 == 0)
                pattern_fill(keys, n, type, (pattern)(round % PATTERN_COUNT), check_seed + round);
            else
                draw_keys(keys, n, type, begin, end, &stream);
            check_case("difference: %s tier, %s n=%zu, from bit %u", tier->name, reference_types[t].name, n, begin);
            reference_bits expected = 0, first = reference_transform(keys, type, options.order, options.float_order);
            bool special = false;
            for (size_t i = 0; i < n; i++) {
                const unsigned char *key = keys + i * reference_types[t].bytes;
                expected |= first ^ reference_transform(key, type, options.order, options.float_order);
                reference_bits bits = reference_load(key, type), half = (reference_bits)1 << (width - 1);
                reference_bits infinity = half - ((reference_bits)1 << reference_types[t].fraction);
                special |= reference_types[t].is_float && options.float_order != SWEEP_TOTAL_ORDER &&
                           (bits == half || bits % half > infinity);
            }
            expected = expected >> begin << begin;
            struct sweep_difference found = {0};
            sweep_transform transform = sweep_transform_make(type, options.order, options.float_order, begin, width);
            tier->kinds[stage_kind(type, &options)]->difference(keys, n, &transform, &found);
            CHECK(found.low == (uint64_t)expected && found.high == (uint64_t)(expected >> 64));
            CHECK_TEXT(found.special || !special, "a -0 or a NaN was not seen");
            CHECK(sweep_difference_end(&found) == (expected == 0 ? 0 : highest(expected) + 1));

            unsigned from = end > 64 ? end - 64 : 0;
            uint64_t fragments[N];
            tier->kinds[stage_kind(type, &options)]->fragments(keys, n, &transform, from, end - from, fragments);
            for (size_t i = 0; i < n; i++) {
                reference_bits bits =
                    reference_transform(keys + i * reference_types[t].bytes, type, options.order, options.float_order);
                CHECK(fragments[i] == ((uint64_t)(bits >> from) & (~(uint64_t)0 >> (64 - (end - from)))));
            }
        }
}

/* The largest leaf of any tier; and which sizes are tried: all small ones, some large ones. */
enum { LEAF_MOST = 4096 };

static size_t next_size(size_t n)
{
    return n + (n < 70 ? 1 : n < 300 ? (check_long ? 1 : 7) : n / (check_long ? 40 : 4));
}

typedef struct leaf_case {
    sweep_type type;
    size_t n, value;
    unsigned begin, end;
    bool words, in_place, made, keys_wanted;
} leaf_case;

static void try_leaf(const struct sweep_tier *tier, leaf_case c, const unsigned char *keys)
{
    size_t size = reference_type_of(c.type)->bytes, first_index = 700;
    unsigned width = (unsigned)(8 * size);
    static unsigned char values[LEAF_MOST * 16], expected[LEAF_MOST * 16], expected_keys[LEAF_MOST * 16];
    static size_t order[LEAF_MOST];
    sweep_options options = sweep_default_options();
    options.float_order = SWEEP_TOTAL_ORDER;
    options.begin_bit = c.begin;
    check_case("leaf: %s tier, %s n=%zu, bits [%u, %u)%s, values of %zu bytes%s%s%s", tier->name,
               reference_type_of(c.type)->name, c.n, c.begin, c.end, c.words ? " as words" : "", c.value,
               c.made ? " made" : "", c.in_place ? ", in place" : "", c.keys_wanted ? "" : ", without keys");
    reference_sort(keys, c.n, c.type, &options, order);
    reference_gather(keys, expected_keys, order, c.n, size);
    for (size_t i = 0; i < c.n; i++)
        for (size_t byte = 0; byte < c.value; byte++)
            values[i * c.value + byte] = (unsigned char)(byte < 8 ? (i + first_index) >> 8 * byte : 0);
    reference_gather(values, expected, order, c.n, c.value);
    buffer keys_in = buffer_copy_of(keys, c.n * size, 1), values_in = buffer_copy_of(values, c.n * c.value, 3);
    buffer keys_out = buffer_create(c.n * size, 2), values_out = buffer_create(c.n * c.value, 5);
    struct sweep_base_case few = {
        .keys = keys_in.data,
        .values = c.made || c.value == 0 ? NULL : values_in.data,
        .keys_out = !c.keys_wanted ? NULL
                    : c.in_place   ? keys_in.data
                                   : keys_out.data,
        .values_out = c.value == 0            ? NULL
                      : c.in_place && !c.made ? values_in.data
                                              : values_out.data,
        .n = c.n,
        .first_index = first_index,
        .value_size = c.value,
        .begin = c.begin,
        .end = c.end,
        .whole = c.begin == 0 && c.n % 4 != 1,
    };
    sweep_transform transform = sweep_transform_make(c.type, SWEEP_ASCENDING, SWEEP_TOTAL_ORDER, c.begin, width);
    const struct sweep_kernels *kernels = tier->kinds[stage_kind(c.type, &options)];
    if (c.words)
        kernels->base_words(few.keys, few.keys_out, c.n, c.end, &transform);
    else
        kernels->base_pairs(&few, &transform);
    if (c.keys_wanted)
        CHECK_SAME(expected_keys, few.keys_out, c.n, size, "keys");
    if (!c.keys_wanted || !c.in_place)
        CHECK_SAME(keys, keys_in.data, c.n, size, "keys that are only read");
    if (c.value > 0)
        CHECK_SAME(expected, few.values_out, c.n, c.value, "values");
    CHECK(buffer_destroy(&keys_in) && buffer_destroy(&values_in) && buffer_destroy(&keys_out) &&
          buffer_destroy(&values_out));
}

/* Leaves of every size up to the tier's most. */
static void test_leaves(const struct sweep_tier *tier)
{
    static const size_t values[] = {0, 1, 2, 4, 8, 16};
    random_stream stream = {check_seed};
    for (size_t t = 0; t < REFERENCE_TYPES; t++)
        for (size_t n = 1; n <= tier->words_most[0]; n = next_size(n))
            for (unsigned round = 0; round < 3; round++) {
                static unsigned char keys[LEAF_MOST * 16];
                unsigned width = 8 * reference_types[t].bytes;
                leaf_case c = {.type = reference_types[t].type, .n = n, .keys_wanted = true};
                c.end = round == 0 ? width : 1 + (unsigned)random_below(&stream, width);
                c.words = round < 2 && width <= 64 && n % 2 == 0;
                c.begin = c.words || n % 3 == 0 ? 0 : (unsigned)random_below(&stream, c.end);
                c.in_place = random_below(&stream, 2) == 0;
                if (!c.words)
                    c.value = values[random_below(&stream, COUNT(values))];
                c.made = c.value >= 4 && random_below(&stream, 2) == 0;
                c.keys_wanted = c.value == 0 || random_below(&stream, 4) != 0;
                if (n > (c.words ? tier->words_most[c.end <= 32 ? 0 : 1] : tier->pairs_most))
                    continue;
                draw_keys(keys, n, c.type, c.begin, c.end, &stream);
                try_leaf(tier, c, keys);
            }
}

/* Words of zeros and ones: what sorts all of them sorts everything. Every count of ones for each n, in random places.
 */
static void test_zeros_and_ones(const struct sweep_tier *tier)
{
    static const sweep_type types[] = {SWEEP_U32, SWEEP_U64};
    random_stream stream = {check_seed};
    for (size_t t = 0; t < COUNT(types); t++)
        for (size_t n = 1; n <= tier->words_most[t]; n = next_size(n))
            for (size_t ones = 0; ones <= n; ones += check_long && n < 300 ? 1 : 1 + n / 12) {
                static unsigned char keys[LEAF_MOST * 8];
                size_t size = reference_type_of(types[t])->bytes, needed = ones;
                for (size_t i = 0; i < n; i++) { /* ones / n of them, exactly */
                    bool is_one = random_below(&stream, n - i) < needed;
                    memset(keys + i * size, is_one ? 0xff : 0, size);
                    needed -= is_one;
                }
                leaf_case c = {.type = types[t],
                               .n = n,
                               .end = (unsigned)(8 * size),
                               .words = true,
                               .in_place = ones % 2 == 0,
                               .keys_wanted = true};
                try_leaf(tier, c, keys);
            }
}

/* A sample's words are in order and those of the keys; the digit it asks for is as narrow as even keys allow, and wider
   where their top bits say little. */
static void test_samples(const struct sweep_tier *tier)
{
    enum { N = 1000 };
    static const sweep_type types[] = {SWEEP_U16, SWEEP_I32, SWEEP_F64, SWEEP_U128};
    random_stream stream = {check_seed};
    for (size_t t = 0; t < COUNT(types); t++)
        for (size_t n = SWEEP_SAMPLE_KEYS; n <= N; n += 117)
            for (unsigned shape = 0; shape < 3; shape++) {
                unsigned width = 8 * (unsigned)reference_type_of(types[t])->bytes, begin = shape == 2 ? width / 4 : 0;
                sweep_options options = sweep_default_options();
                options.begin_bit = begin;
                sweep_transform transform =
                    sweep_transform_make(types[t], options.order, options.float_order, begin, width);
                unsigned char keys[N * 16];
                struct sweep_sample sample;
                for (size_t i = 0; i < n; i++) { /* shape 1: top four bits nearly always the same */
                    reference_bits bits = (reference_bits)random_next(&stream) << 64 | random_next(&stream);
                    if (shape == 1)
                        bits &= ((reference_bits)1 << (width - 4)) - 1;
                    if (shape == 1 && i == 0)
                        bits = (reference_bits)1 << (width - 1);
                    pattern_key_at(keys + i * width / 8, types[t], bits);
                }
                check_case("sample: %s tier, %s n=%zu, shape %u", tier->name, reference_type_of(types[t])->name, n,
                           shape);
                sweep_sample_take(&sample, tier, stage_kind(types[t], &options), &transform, keys, n, width / 8, begin);
                CHECK(sample.end <= width && sample.begin >= begin && sample.end - sample.begin <= 64);
                for (size_t i = 1; i < SWEEP_SAMPLE_KEYS; i++)
                    CHECK(sample.words[i - 1] <= sample.words[i]);
                uint64_t sum = 0, expected = 0;
                for (size_t i = 0; i < SWEEP_SAMPLE_KEYS; i++) {
                    const unsigned char *key = keys + i * (n / SWEEP_SAMPLE_KEYS) * width / 8;
                    reference_bits bits = reference_transform(key, types[t], options.order, options.float_order);
                    expected += (uint64_t)(bits >> sample.begin) & (~(uint64_t)0 >> (64 - (sample.end - sample.begin)));
                    sum += sample.words[i];
                }
                CHECK(sum == expected);
                CHECK(sweep_sample_bits(&sample, sample.end, 5, 5) == 5);
                unsigned bits = sweep_sample_bits(&sample, sample.end, 4, 8);
                if (shape != 1 && types[t] != SWEEP_F64)
                    CHECK(bits == 4);
                if (shape == 1)
                    CHECK(bits >= 6);
            }
}

void stages_leaf(const struct sweep_tier *tier)
{
    CHECK(tier->words_most[0] <= LEAF_MOST && tier->words_most[1] <= tier->words_most[0]);
    CHECK(tier->pairs_most <= tier->words_most[0]);
    test_samples(tier);
    test_difference(tier);
    test_leaves(tier);
    test_zeros_and_ones(tier);
}
