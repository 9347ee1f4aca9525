/*
 * The inner loops of a tier, one by one, against the reference: transforms, histograms, digits, scatters, insertion
 * sorts; and where each sweep reads and writes.
 */
#include "cpu/buffers.h"
#include "stages.h"
#include "tuning.h"

/* The library's ordered word of a key. */
static reference_bits ordered(const void *key, enum sweep_kind kind, const sweep_transform *transform)
{
    switch (kind) {
    case SWEEP_KIND_I8: return sweep_ordered_i8(sweep_load_8(key, 0), transform);
    case SWEEP_KIND_I16: return sweep_ordered_i16(sweep_load_16(key, 0), transform);
    case SWEEP_KIND_I32: return sweep_ordered_i32(sweep_load_32(key, 0), transform);
    case SWEEP_KIND_I64: return sweep_ordered_i64(sweep_load_64(key, 0), transform);
    case SWEEP_KIND_F16: return sweep_ordered_f16(sweep_load_16(key, 0), transform);
    case SWEEP_KIND_F32: return sweep_ordered_f32(sweep_load_32(key, 0), transform);
    case SWEEP_KIND_F64: return sweep_ordered_f64(sweep_load_64(key, 0), transform);
    case SWEEP_KIND_P16: return sweep_ordered_p16(sweep_load_16(key, 0), transform);
    case SWEEP_KIND_P32: return sweep_ordered_p32(sweep_load_32(key, 0), transform);
    case SWEEP_KIND_P64: return sweep_ordered_p64(sweep_load_64(key, 0), transform);
    default: {
        sweep_word128 word = sweep_ordered_i128(sweep_load_128(key, 0), transform);
        return (reference_bits)word.high << 64 | word.low;
    }
    }
}

static sweep_transform transform_of(sweep_type type, const sweep_options *options)
{
    unsigned end = options->end_bit != 0 ? options->end_bit : 8 * reference_type_of(type)->bytes;
    return sweep_transform_make(type, options->order, options->float_order, options->begin_bit, end);
}

/* Every value of the narrow types, many of the wide ones: the ordered word is the contract's transformed key. */
static void test_transforms(void)
{
    for (size_t t = 0; t < REFERENCE_TYPES; t++)
        for (unsigned mode = 0; mode < 6; mode++) {
            sweep_type type = reference_types[t].type;
            sweep_options options = sweep_default_options();
            options.order = mode % 2 == 0 ? SWEEP_ASCENDING : SWEEP_DESCENDING;
            options.float_order = (sweep_float_order)(mode / 2);
            sweep_transform transform = transform_of(type, &options);
            check_case("transform: %s, order %u, float order %u", reference_types[t].name, mode % 2, mode / 2);
            size_t wrong = 0;
            for (uint64_t i = 0; i < (reference_types[t].bytes == 1 ? 256 : 65536); i++) {
                unsigned char key[16];
                if (reference_types[t].bytes <= 2)
                    reference_store(key, type, i);
                else
                    pattern_fill(key, 1, type, (pattern)(i % PATTERN_COUNT), check_seed + i);
                wrong += ordered(key, stage_kind(type, &options), &transform) !=
                         reference_transform(key, type, options.order, options.float_order);
            }
            CHECK_TEXT(wrong == 0, "%zu keys with a wrong ordered word", wrong);
        }
}

/* How often each digit occurs, for every digit at once; the pattern of extremes fills the edge buckets. */
static void test_histograms(const struct sweep_tier *tier)
{
    enum { N = 1003, DIGITS = 4 };
    static const unsigned widths[] = {1, 3, 8, 11, 12, 16};
    static size_t counts[DIGITS << 16];
    unsigned char keys[N * 16];
    uint8_t digits_of_keys[N];
    for (size_t t = 0; t < REFERENCE_TYPES; t++)
        for (size_t w = 0; w < COUNT(widths); w++)
            for (unsigned shape = 0; shape < 2; shape++) {
                sweep_type type = reference_types[t].type;
                unsigned width = 8 * reference_types[t].bytes, bits = widths[w];
                if (bits > width)
                    continue;
                sweep_options options = sweep_default_options();
                options.order = (w + t) % 2 == 0 ? SWEEP_ASCENDING : SWEEP_DESCENDING;
                options.float_order = (sweep_float_order)((w + shape) % 3);
                sweep_transform transform = transform_of(type, &options);
                const struct sweep_kernels *kernels = tier->kinds[stage_kind(type, &options)];
                const uint8_t places[DIGITS] = {0, (uint8_t)((width - bits) / 3), (uint8_t)((width - bits) / 2),
                                                (uint8_t)(width - bits)};
                sweep_digit digits[DIGITS];
                for (size_t d = 0; d < DIGITS; d++)
                    digits[d] = (sweep_digit){places[d], (uint8_t)bits};
                check_case("histogram: %s tier, %s, digits of %u bits, %s", tier->name, reference_types[t].name, bits,
                           shape == 0 ? "specials" : "uniform");
                pattern_fill(keys, N, type, shape == 0 ? PATTERN_SPECIALS : PATTERN_UNIFORM, check_seed);
                for (size_t i = 0; i < (size_t)DIGITS << bits; i++)
                    counts[i] = i % 5; /* counts are added to what is there */
                kernels->histogram(keys, N, &transform, digits, DIGITS, (size_t)1 << bits, counts);
                for (size_t d = 0; d < DIGITS; d++) {
                    for (size_t i = 0; i < N; i++)
                        counts[(d << bits) +
                               stage_digit(keys + i * reference_types[t].bytes, type, &options, digits[d])]--;
                    size_t wrong = 0;
                    for (size_t bucket = 0; bucket < (size_t)1 << bits; bucket++)
                        wrong += counts[(d << bits) + bucket] != ((d << bits) + bucket) % 5;
                    CHECK_TEXT(wrong == 0, "%zu buckets of the digit at %u are wrong", wrong, places[d]);
                    if (bits > 8)
                        continue;
                    kernels->digits(keys, N, &transform, digits[d], digits_of_keys);
                    wrong = 0;
                    for (size_t i = 0; i < N; i++)
                        wrong += digits_of_keys[i] !=
                                 stage_digit(keys + i * reference_types[t].bytes, type, &options, digits[d]);
                    CHECK_TEXT(wrong == 0, "%zu digits are wrong", wrong);
                }
            }
}

/* One scatter with each size of value, and with indices that it makes itself: a stable counting sort on the digit. */
static void test_scatters(const struct sweep_tier *tier)
{
    enum { MOST = 83, FIRST_INDEX = 1000 };
    static const size_t value_sizes[] = {0, 1, 2, 4, 8, 16}, sizes[] = {0, 1, 7, 8, 9, 40, MOST};
    for (size_t t = 0; t < REFERENCE_TYPES; t++)
        for (size_t v = 0; v < COUNT(value_sizes); v++)
            for (size_t s = 0; s < COUNT(sizes); s++)
                for (unsigned made = 0; made < 2; made++) {
                    sweep_type type = reference_types[t].type;
                    size_t n = sizes[s], size = reference_types[t].bytes, value = value_sizes[v];
                    sweep_options options = sweep_default_options();
                    options.float_order = (sweep_float_order)((n + t) % 3);
                    sweep_transform transform = transform_of(type, &options);
                    sweep_digit digit = {(uint8_t)(8 * size - 4), 4};
                    unsigned char keys[MOST * 16], expected_keys[MOST * 16], expected[MOST * 16], values[MOST * 16];
                    size_t offsets[17] = {0}, order[MOST + 1];
                    if (value == 0 && made)
                        continue;
                    check_case("scatter: %s tier, %s, values of %zu bytes%s, n=%zu", tier->name,
                               reference_types[t].name, value, made ? " made from the place" : "", n);
                    pattern_fill(keys, n, type, PATTERN_UNIFORM, check_seed + n);
                    pattern_fill(values, MOST * 16, SWEEP_U8, PATTERN_UNIFORM, check_seed + 1);
                    for (size_t i = 0; made && i < n; i++)
                        for (size_t byte = 0; byte < value; byte++)
                            values[i * value + byte] = (unsigned char)(byte < 8 ? (i + FIRST_INDEX) >> 8 * byte : 0);
                    options.begin_bit = digit.place;
                    reference_sort(keys, n, type, &options, order);
                    reference_gather(keys, expected_keys, order, n, size);
                    reference_gather(values, expected, order, n, value);
                    for (size_t i = 0; i < n; i++)
                        for (unsigned d = stage_digit(keys + i * size, type, &options, digit) + 1; d <= 16; d++)
                            offsets[d]++;
                    buffer keys_out = buffer_create(n * size, s), values_out = buffer_create(n * value, 3 * s);
                    struct sweep_scatter scatter = {
                        .keys = keys,
                        .values = made || value == 0 ? NULL : values,
                        .keys_out = keys_out.data,
                        .values_out = value == 0 ? NULL : values_out.data,
                        .n = n,
                        .first_index = FIRST_INDEX,
                        .offsets = offsets,
                        .digit = digit,
                        .prefetch = s % 2 == 0,
                    };
                    const struct sweep_kernels *kernels = tier->kinds[stage_kind(type, &options)];
                    kernels->scatter[sweep_value_kind(value)](&scatter, &transform);
                    CHECK_SAME(expected_keys, keys_out.data, n, size, "keys");
                    if (value > 0)
                        CHECK_SAME(expected, values_out.data, n, value, "values");
                    CHECK(offsets[15] == n);
                    CHECK(buffer_destroy(&keys_out) && buffer_destroy(&values_out));
                }
}

/* Where a falling run ends: at a key that is not less than the one before. The keys as they are, and sorted and turned
   round, so that ties or the end stop it. */
static void check_falling(const struct sweep_kernels *kernels, const unsigned char *keys, size_t n, sweep_type type,
                          const sweep_options *options, const sweep_transform *transform)
{
    unsigned char falling[SWEEP_INSERTION_MOST * 16], two[2 * 16];
    size_t size = reference_type_of(type)->bytes, order[SWEEP_INSERTION_MOST];
    reference_sort(keys, n, type, options, order);
    for (unsigned turned = 0; turned < 2; turned++) {
        for (size_t i = 0; i < n; i++)
            memcpy(falling + i * size, keys + (turned ? order[n - 1 - i] : i) * size, size);
        size_t expected = 1;
        for (; expected < n; expected++) {
            memcpy(two, falling + (expected - 1) * size, 2 * size);
            if (reference_first_out_of_order(two, 2, type, options) == 2)
                break;
        }
        CHECK(kernels->first_not_falling(falling, 1, n, transform) == expected);
        unsigned char back[SWEEP_INSERTION_MOST * 16];
        sweep_reverse(back, falling, n, size);
        for (size_t i = 0; i < n; i++)
            CHECK(memcmp(back + i * size, falling + (n - 1 - i) * size, size) == 0);
        sweep_reverse(back, back, n, size);
        CHECK(memcmp(back, falling, n * size) == 0);
    }
}

/* Insertion sorts, with every kind of window, and the look for the first key out of order. */
static void test_insertion(const struct sweep_tier *tier)
{
    unsigned char keys[SWEEP_INSERTION_MOST * 16], expected[SWEEP_INSERTION_MOST * 16];
    size_t order[SWEEP_INSERTION_MOST];
    uint8_t found[SWEEP_INSERTION_MOST];
    for (size_t t = 0; t < REFERENCE_TYPES; t++)
        for (size_t n = 1; n <= SWEEP_INSERTION_MOST; n += n < 40 ? 1 : 11)
            for (unsigned kind = 0; kind < 4; kind++) {
                sweep_type type = reference_types[t].type;
                unsigned width = 8 * reference_types[t].bytes;
                size_t size = reference_types[t].bytes;
                sweep_options options = sweep_default_options();
                options.order = n % 2 == 0 ? SWEEP_ASCENDING : SWEEP_DESCENDING;
                options.float_order = (sweep_float_order)(n % 3);
                options.begin_bit = kind == 0 ? 0 : width / 4 * kind;
                options.end_bit = kind == 0 ? 0 : kind == 3 ? width : width - 1;
                sweep_transform transform = transform_of(type, &options);
                const struct sweep_kernels *kernels = tier->kinds[stage_kind(type, &options)];
                check_case("insertion: %s tier, %s n=%zu, window [%u, %u)", tier->name, reference_types[t].name, n,
                           options.begin_bit, options.end_bit);
                pattern_fill(keys, n, type, (pattern)((n + kind) % PATTERN_COUNT), check_seed + n);
                reference_sort(keys, n, type, &options, order);
                reference_gather(keys, expected, order, n, size);
                kernels->order(keys, n, &transform, found);
                for (size_t i = 0; i < n; i++)
                    CHECK(found[i] == order[i]);
                CHECK(kernels->first_out_of_order(keys, 1, n, &transform) ==
                      reference_first_out_of_order(keys, n, type, &options));
                check_falling(kernels, keys, n, type, &options, &transform);
                kernels->insertion(keys, n, &transform);
                CHECK_SAME(expected, keys, n, size, "keys");
            }
}

/* Keys written from the counts of their words: each so often, in order, and nothing behind them. */
static void test_written(const struct sweep_tier *tier)
{
    enum { WORDS = 100, MOST_OF_A_WORD = 90 };
    static const sweep_type types[] = {SWEEP_U8, SWEEP_I16, SWEEP_I32, SWEEP_U64};
    random_stream stream = {check_seed};
    for (size_t t = 0; t < COUNT(types); t++)
        for (size_t round = 0; round < 300; round++) {
            size_t counts[WORDS], n = 0, words = 1 + random_below(&stream, WORDS);
            size_t size = reference_type_of(types[t])->bytes, most = round % 3 == 0 ? MOST_OF_A_WORD : 4;
            sweep_options options = sweep_default_options();
            options.order = round % 2 == 0 ? SWEEP_ASCENDING : SWEEP_DESCENDING;
            for (size_t word = 0; word < words; word++)
                n += counts[word] = random_below(&stream, 3) == 0 ? 0 : random_below(&stream, most);
            uint64_t first = random_below(&stream, 150);
            sweep_transform transform =
                sweep_transform_make(types[t], options.order, options.float_order, 0, 8 * (unsigned)size);
            buffer out = buffer_create(n * size, random_below(&stream, 64));
            check_case("written: %s tier, %s, %zu words from %llu, %zu keys", tier->name,
                       reference_type_of(types[t])->name, words, (unsigned long long)first, n);
            tier->kinds[stage_kind(types[t], &options)]->count_write(out.data, n, &transform, first, words, counts);
            for (size_t word = 0, at = 0; word < words; word++)
                for (size_t k = 0; k < counts[word]; k++, at++)
                    CHECK(reference_transform((unsigned char *)out.data + at * size, types[t], options.order,
                                              options.float_order) == first + word);
            CHECK_TEXT(buffer_destroy(&out), "written outside");
        }
}

void stages_keys(const struct sweep_tier *tier)
{
    test_transforms();
    test_histograms(tier);
    test_scatters(tier);
    test_insertion(tier);
    test_written(tier);
}

/* Whatever the number of sweeps that the data leaves: each reads what the one before wrote, none reads what it writes,
   and the last ends where it has to. */
static void check_route(stage *tried, unsigned sweeps, void *keys, void *out)
{
    bool argsort = tried->job.keys_out == NULL, copies_back = sweep_copies_back(&tried->job, sweeps);
    struct sweep_route before = {tried->job.keys, tried->job.values, NULL, NULL};
    for (unsigned i = 0; i < sweeps; i++) {
        struct sweep_route route = sweep_route_of(&tried->job, sweeps, i);
        bool last = i + 1 == sweeps;
        CHECK(route.keys == (i == 0 ? keys : before.keys_out));
        CHECK(i == 0 ? route.values == tried->job.values : route.values == before.values_out);
        CHECK(route.keys != NULL && route.keys_out != route.keys);
        CHECK(out == NULL ? route.values_out == NULL : route.values_out != NULL && route.values_out != route.values);
        CHECK(argsort ? route.keys_out != keys && (route.keys_out == NULL) == last : route.keys_out != NULL);
        if (last && !argsort)
            CHECK((route.keys_out == keys) == !copies_back);
        if (last && out != NULL)
            CHECK((route.values_out == out) == !copies_back);
        before = route;
    }
    CHECK(!argsort || !copies_back);
}

void stages_pingpong(void)
{
    static const sweep_operation operations[] = {SWEEP_OPERATION_SORT, SWEEP_OPERATION_SORT_PAIRS,
                                                 SWEEP_OPERATION_ARGSORT, SWEEP_OPERATION_SORTPERM};
    unsigned char keys[500 * 16], out[500 * 8];
    for (size_t o = 0; o < COUNT(operations); o++)
        for (unsigned planned = 1; planned <= 16; planned++) {
            stage tried;
            sweep_options options = sweep_default_options();
            void *values = o == 0 ? NULL : out;
            options.engine = SWEEP_LSD;
            options.digit_bits = 8;
            options.end_bit = 8 * planned;
            stage_open(&tried, operations[o], SWEEP_U128, 500, o == 0 ? 0 : 8, &options, keys, values);
            CHECK(tried.blueprint.plan.sweep_count == planned);
            for (unsigned sweeps = 1; sweeps <= planned; sweeps++) {
                check_case("buffers: operation %d, %u of %u sweeps", (int)operations[o], sweeps, planned);
                check_route(&tried, sweeps, keys, values);
            }
            stage_close(&tried);
        }
}
