/*
 * Rows S1 to S9: sizes, pointers, memory, shapes of input.
 */
#include <stdio.h>

#include "buffers.h"
#include "regressions.h"

/* S1: nothing, and one key. */
static void run_nothing(const char *row)
{
    unsigned char key[16];
    for (size_t t = 0; t < REFERENCE_TYPES; t++) {
        sweep_type type = reference_types[t].type;
        for (size_t e = 0; e < CASE_ENGINES; e++) {
            sweep_options options = sweep_default_options();
            options.engine = case_engines[e];
            options.threads = 1 + (unsigned)e;
            size_t first = 99;
            check_case("%s: null pointers, %s %s", row, reference_types[t].name, case_engine_names[case_engines[e]]);
            CHECK_STATUS(SWEEP_OK, sweep_sort(NULL, 0, type, &options));
            CHECK_STATUS(SWEEP_OK, sweep_sort_pairs(NULL, NULL, 0, type, 8, &options));
            CHECK_STATUS(SWEEP_OK, sweep_argsort(NULL, NULL, 0, type, 4, &options));
            CHECK_STATUS(SWEEP_OK, sweep_sortperm(NULL, NULL, 0, type, 8, &options));
            CHECK_STATUS(SWEEP_OK, sweep_sort_copy(NULL, NULL, 0, type, &options));
            CHECK_STATUS(SWEEP_OK, sweep_is_sorted(NULL, 0, type, &first, &options));
            CHECK(first == 0);
        }
        pattern_fill(key, 1, type, PATTERN_SPECIALS, check_seed);
        regression_everywhere(row, type, key, 0, regression_free);
        regression_everywhere(row, type, key, 1, regression_free);
    }
}

/* S2: the plan names every n at which the path changes; one less, that many and one more. */
static void run_thresholds(const char *row)
{
    static const size_t values[] = {0, 1, 2, 4, 8, 16, 24};
    size_t most = check_long ? 3000000 : 140000, too_large = 0, tried_thresholds = 0;
    unsigned char *keys = malloc((most + 1) * 16);
    for (size_t t = 0; t < REFERENCE_TYPES; t++)
        for (size_t v = 0; v < COUNT(values); v++)
            for (unsigned threads = 1; threads <= 3; threads += 2)
                for (size_t e = 0; e < CASE_ENGINES; e++) {
                    sort_case tried = case_default(row,
                                                   values[v] == 0   ? SWEEP_OPERATION_SORT
                                                   : values[v] == 4 ? SWEEP_OPERATION_ARGSORT
                                                                    : SWEEP_OPERATION_SORT_PAIRS,
                                                   reference_types[t].type, 1000);
                    tried.value_size = values[v];
                    tried.options.engine = case_engines[e];
                    tried.options.threads = threads;
                    tried.workspace = CASE_REUSED;
                    sweep_plan plan;
                    check_case("%s: thresholds", row);
                    if (!CHECK_STATUS(SWEEP_OK, sweep_plan_sort(&plan, tried.operation, 1000, tried.type,
                                                                case_value_size(&tried), &tried.options)))
                        continue;
                    for (unsigned i = 0; i < plan.threshold_count; i++) {
                        CHECK(i == 0 || plan.thresholds[i] > plan.thresholds[i - 1]);
                        too_large += plan.thresholds[i] > most;
                        if (plan.thresholds[i] > most)
                            continue;
                        if (plan.thresholds[i] > 20000 && !check_long && (t + v) % 12 != 0)
                            continue;
                        tried_thresholds++;
                        for (size_t n = plan.thresholds[i] - 1; n <= plan.thresholds[i] + 1; n++) {
                            tried.n = n;
                            pattern_fill(keys, n, tried.type, n % 2 == 0 ? PATTERN_UNIFORM : PATTERN_ZIPF,
                                         check_seed + n);
                            case_run(&tried, keys);
                        }
                    }
                }
    free(keys);
    check_case("%s: there are thresholds", row);
    CHECK(tried_thresholds > 0);
    if (too_large > 0)
        check_skip("%zu thresholds lie above %zu keys (injected small in test_limits)", too_large, most);
}

/* The first n above `from` where the plan has other sweeps; more than `most` where there is none up to there. */
static size_t next_change(const sort_case *tried, size_t from, size_t most)
{
    sweep_plan first, plan;
    size_t same = from, other = from;
    CHECK_STATUS(SWEEP_OK,
                 sweep_plan_sort(&first, tried->operation, from, tried->type, case_value_size(tried), &tried->options));
    while (same == other || other - same > 1) {
        size_t n = same == other ? same + same / 32 + 1 : same + (other - same) / 2;
        if (n > most)
            return n;
        CHECK_STATUS(SWEEP_OK,
                     sweep_plan_sort(&plan, tried->operation, n, tried->type, case_value_size(tried), &tried->options));
        bool changed = plan.sweep_count != first.sweep_count ||
                       memcmp(plan.sweeps, first.sweeps, sizeof *plan.sweeps * plan.sweep_count) != 0;
        if (changed)
            other = n;
        else if (same == other)
            same = other = n;
        else
            same = n;
    }
    return other;
}

/* S2: HYBRID takes other digits at many sizes, which its plan tells; around each of them. */
static void run_levels(const char *row)
{
    size_t most = check_long ? 3000000 : 20000, turn = 0;
    unsigned char *keys = malloc((most + 1) * 16);
    for (size_t t = 0; t < REFERENCE_TYPES; t++)
        for (size_t value = 0; value <= 8; value += 8) {
            sort_case tried = case_default(row, value == 0 ? SWEEP_OPERATION_SORT : SWEEP_OPERATION_SORT_PAIRS,
                                           reference_types[t].type, 0);
            tried.value_size = value;
            tried.options.engine = SWEEP_HYBRID;
            tried.workspace = CASE_REUSED;
            check_case("%s: levels", row);
            for (size_t n = next_change(&tried, 1, most); n <= most; n = next_change(&tried, n, most)) {
                if (n > 3000 && !check_long && turn++ % 5 != 0)
                    continue;
                for (tried.n = n - 1; tried.n <= n + 1; tried.n++) {
                    pattern_fill(keys, tried.n, tried.type, tried.n % 2 == 0 ? PATTERN_UNIFORM : PATTERN_SPECIALS,
                                 check_seed + n);
                    if (tried.n <= most)
                        case_run(&tried, keys);
                }
            }
        }
    free(keys);
}

/* S3: the same pointer works; a partial overlap is refused, and nothing is touched. */
static void run_overlap(const char *row)
{
    enum { N = 5000 };
    unsigned char *keys = malloc(N * 16);
    for (size_t t = 0; t < REFERENCE_TYPES; t++)
        for (size_t e = 0; e < CASE_ENGINES; e++) {
            static const size_t sizes[] = {1, 2, 31, 32, 33, 34, 700, N};
            for (size_t s = 0; s < COUNT(sizes); s++) {
                size_t n = sizes[s], size = reference_types[t].bytes;
                sort_case tried = case_default(row, SWEEP_OPERATION_SORT_COPY, reference_types[t].type, n);
                tried.options.engine = case_engines[e];
                tried.in_place = true;
                pattern_fill(keys, n, tried.type, PATTERN_UNIFORM, check_seed + s);
                if (n < N || check_long || e == t % 4)
                    case_run(&tried, keys);
                check_case("%s: overlap, %s n=%zu", row, reference_types[t].name, n);
                const size_t shifts[] = {1, size, n * size / 2, n * size - 1};
                buffer both = buffer_create(2 * n * size, 0);
                for (size_t k = 0; k < COUNT(shifts); k++) {
                    if (shifts[k] == 0 || shifts[k] >= n * size)
                        continue;
                    memcpy(both.data, keys, n * size);
                    memcpy(both.data + n * size, keys, n * size);
                    CHECK_STATUS(SWEEP_ERR_ARGUMENT,
                                 sweep_sort_copy(both.data, both.data + shifts[k], n, tried.type, &tried.options));
                    CHECK_STATUS(SWEEP_ERR_ARGUMENT,
                                 sweep_sort_copy(both.data + shifts[k], both.data, n, tried.type, &tried.options));
                    CHECK_SAME(keys, both.data, n, size, "first half");
                    CHECK_SAME(keys, both.data + n * size, n, size, "second half");
                }
                CHECK_STATUS(SWEEP_OK, sweep_sort_copy(both.data, both.data + n * size, n, tried.type, &tried.options));
                CHECK(buffer_destroy(&both));
            }
        }
    free(keys);
}

/* S4: one workspace, sizes up and down, types across. */
static void run_reuse(const char *row)
{
    enum { MOST = 20000 };
    unsigned char *keys = malloc(MOST * 16);
    random_stream stream = {check_seed};
    size_t rounds = check_long ? 2000 : 150;
    for (size_t i = 0; i < rounds; i++) {
        size_t t = random_below(&stream, REFERENCE_TYPES), most = random_below(&stream, 5) == 0 ? MOST : 600;
        sort_case tried = case_default(row, (sweep_operation)(1 + random_below(&stream, 5)), reference_types[t].type,
                                       random_below(&stream, most));
        tried.value_size = random_below(&stream, 2) == 0 ? 4 : 8;
        tried.options.engine = case_engines[random_below(&stream, CASE_ENGINES)];
        tried.options.threads = 3;
        tried.options.digit_bits = (unsigned)random_below(&stream, 9);
        tried.options.tile_size = random_below(&stream, 300);
        tried.workspace = CASE_REUSED;
        pattern_fill(keys, tried.n, tried.type, (pattern)random_below(&stream, PATTERN_COUNT), check_seed + i);
        case_run(&tried, keys);
    }
    free(keys);
}

/* S5: every misalignment of keys and values; the hooks misalign scratch. */
static void run_misaligned(const char *row)
{
    unsigned char keys[400 * 16];
    for (size_t t = 0; t < REFERENCE_TYPES; t++)
        for (unsigned by = 0; by < 16; by++)
            for (size_t n = 20; n <= 400; n += 380) {
                static const size_t values[] = {1, 2, 4, 8, 16, 12};
                sort_case tried = case_default(row, SWEEP_OPERATION_SORT_PAIRS, reference_types[t].type, n);
                tried.keys_misaligned = by;
                tried.values_misaligned = (by * 5 + 3) % 16;
                tried.value_size = values[(by + t) % 6];
                tried.options.engine = case_engines[(by + t) % 4];
                tried.workspace = CASE_OWN;
                pattern_fill(keys, n, tried.type, PATTERN_UNIFORM, check_seed + by);
                case_run(&tried, keys);
                tried.operation = by % 2 == 0 ? SWEEP_OPERATION_ARGSORT : SWEEP_OPERATION_SORT_COPY;
                tried.value_size = by % 4 < 2 ? 4 : 8;
                case_run(&tried, keys);
            }
}

/* S7: more threads than keys, and more than 64. */
static void run_many_threads(const char *row)
{
    static const unsigned threads[] = {2, 5, 63, 64, 65, 128, 200, 1000, SWEEP_ALL_THREADS};
    static const size_t sizes[] = {1, 2, 33, 64, 100, 1500};
    unsigned char keys[1500 * 16];
    for (size_t c = 0; c < COUNT(threads); c++)
        for (size_t s = 0; s < COUNT(sizes); s++)
            for (size_t e = 0; e < CASE_ENGINES; e++) {
                if (threads[c] == 1000 && !check_long && (s + e) % 6 != 0)
                    continue;
                sort_case tried = case_default(row, SWEEP_OPERATION_SORTPERM,
                                               reference_types[(c + s + e) % REFERENCE_TYPES].type, sizes[s]);
                tried.options.engine = case_engines[e];
                tried.options.threads = threads[c];
                tried.options.tile_size = 1 + c % 3 * 20;
                tried.workspace = (s + e) % 2 == 0 ? CASE_WITHOUT : CASE_REUSED;
                pattern_fill(keys, tried.n, tried.type, PATTERN_UNIFORM, check_seed);
                case_run(&tried, keys);
            }
}

/* S9: every shape, every type, every engine. */
static void run_shapes(const char *row)
{
    enum { MOST = 20000 };
    unsigned char *keys = malloc(MOST * 16);
    for (size_t t = 0; t < REFERENCE_TYPES; t++)
        for (unsigned shape = 0; shape < PATTERN_COUNT; shape++) {
            size_t n = check_long ? MOST : 100 + 400 * ((t + shape) % 7);
            pattern_fill(keys, n, reference_types[t].type, (pattern)shape, check_seed);
            regression_engines(row, reference_types[t].type, keys, n,
                               (regression_fixed){.order = shape % 2 == 0 ? SWEEP_ASCENDING : SWEEP_DESCENDING});
        }
    free(keys);
}

const regression regressions_size[] = {
    {"S1", "nothing and one key", run_nothing},
    {"S2", "every threshold of the plan", run_thresholds},
    {"S2", "every size at which HYBRID takes other digits", run_levels},
    {"S3", "in == out, and overlaps", run_overlap},
    {"S4", "one workspace, all sizes and types", run_reuse},
    {"S5", "every misalignment", run_misaligned},
    {"S7", "more threads than keys, more than 64", run_many_threads},
    {"S9", "every shape of input", run_shapes},
    {NULL, NULL, NULL},
};
