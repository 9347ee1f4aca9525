/*
 * The counting read, and the exclusive offsets of partitions, digit by digit.
 */
#include "cpu/count.h"

#include "stages.h"

enum { MOST = 2000 };

/* Totals are the reference's counts, chunks add up to them, and exactly the digits that all keys share are left out. */
static void check_counts(const stage *tried, const struct sweep_count *count, const unsigned char *keys)
{
    const struct sweep_blueprint *b = &tried->blueprint;
    const sweep_plan *plan = &b->plan;
    unsigned kept = 0;
    for (unsigned j = 0; j < plan->sweep_count; j++) {
        static size_t expected[1 << 16];
        size_t buckets = (size_t)1 << plan->sweeps[j].bits, wrong = 0, shared = 0;
        memset(expected, 0, sizeof expected);
        for (size_t i = 0; i < plan->n; i++)
            expected[stage_digit(keys + i * b->key_size, plan->type, &tried->options, plan->sweeps[j])]++;
        for (size_t d = 0; d < buckets; d++) {
            size_t sum = 0;
            for (size_t chunk = 0; chunk < b->chunks; chunk++)
                sum += count->p.counts[(chunk * plan->sweep_count + j) * b->radix + d];
            wrong += count->totals[j * b->radix + d] != expected[d] || sum != expected[d];
            shared += expected[d] == plan->n;
        }
        CHECK_TEXT(wrong == 0, "digit %u: %zu buckets are wrong", j, wrong);
        if (shared == 0) {
            CHECK(count->source[kept] == j && count->digits[kept].place == plan->sweeps[j].place);
            kept++;
        }
    }
    CHECK_TEXT(count->sweeps == kept, "%u digits kept, %u expected", count->sweeps, kept);
}

/* Offsets: for each bucket and chunk, every key of a smaller bucket, and those of this bucket in earlier chunks. */
static void check_offsets(const stage *tried, const struct sweep_count *count, const unsigned char *keys,
                          unsigned sweep)
{
    const struct sweep_blueprint *b = &tried->blueprint;
    struct sweep_partition p = count->p;
    size_t wrong = 0, largest;
    p.digit = count->digits[sweep];
    p.counts += (size_t)count->source[sweep] * b->radix;
    sweep_partition_scan(&p, &largest);
    for (size_t d = 0; d < (size_t)1 << p.digit.bits; d++)
        for (size_t chunk = 0; chunk < b->chunks; chunk++) {
            size_t expected = 0, begin = sweep_chunk_begin(b->plan.n, b->chunks, chunk);
            for (size_t i = 0; i < b->plan.n; i++) {
                unsigned digit = stage_digit(keys + i * b->key_size, b->plan.type, &tried->options, p.digit);
                expected += digit < d || (digit == d && i < begin);
            }
            wrong += p.counts[chunk * p.stride + d] != expected;
        }
    CHECK_TEXT(wrong == 0, "the digit at %u: %zu offsets are wrong", p.digit.place, wrong);
}

void stages_lsd(void)
{
    unsigned char keys[MOST * 16];
    for (size_t t = 0; t < REFERENCE_TYPES; t++)
        for (unsigned threads = 1; threads <= 3; threads++)
            for (unsigned shape = 0; shape < PATTERN_COUNT; shape++) {
                stage tried;
                struct sweep_count count;
                size_t n = shape % 3 == 0 ? MOST : 100 + shape;
                sweep_options options = sweep_default_options();
                options.engine = SWEEP_LSD;
                options.threads = threads;
                options.digit_bits = 1 + (shape * 3 + (unsigned)t) % 12;
                options.order = shape % 2 == 0 ? SWEEP_ASCENDING : SWEEP_DESCENDING;
                options.float_order = (sweep_float_order)((t + shape) % 3);
                check_case("counting read: %s %s n=%zu, %u chunks, %u-bit digits", reference_types[t].name,
                           pattern_name((pattern)shape), n, threads, options.digit_bits);
                pattern_fill(keys, n, reference_types[t].type, (pattern)shape, check_seed);
                stage_open(&tried, SWEEP_OPERATION_SORT, reference_types[t].type, n, 0, &options, keys, NULL);
                CHECK(tried.blueprint.chunks == threads);
                sweep_count_all(&tried.job, &count);
                check_counts(&tried, &count, keys);
                if (count.sweeps > 0 && n < MOST && (check_long || options.digit_bits <= 8))
                    check_offsets(&tried, &count, keys, (unsigned)(t + shape) % count.sweeps);
                stage_close(&tried);
            }
    check_case("chunks of an array");
    for (size_t n = 0; n < 60; n++)
        for (size_t pieces = 1; pieces < 70; pieces++) {
            CHECK(sweep_chunk_begin(n, pieces, 0) == 0 && sweep_chunk_begin(n, pieces, pieces) == n);
            for (size_t i = 0; i < pieces; i++) {
                size_t length = sweep_chunk_begin(n, pieces, i + 1) - sweep_chunk_begin(n, pieces, i);
                CHECK(length == n / pieces || length == n / pieces + 1);
            }
        }
}
