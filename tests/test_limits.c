/*
 * Past the limits: counts that narrow counters cannot hold and indices that 4 bytes cannot name, with the limits of the
 * library set small (S6, I11, T6). The long form sorts more than 2^32 keys in truth where the machine has the memory.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "buffers.h"
#include "case.h"
#include "check.h"
#include "matrix.h"
#include "patterns.h"
#include "sweep_limits.h"

static const struct sweep_limits defaults = SWEEP_LIMITS_DEFAULT;
/* A sort of every engine and operation around the largest n that 4-byte indices name. */
static void test_indices(void)
{
    static const size_t limits[] = {1, 2, 40, 200, 1000};
    static const size_t values[] = {3, 8, 24};
    unsigned char keys[1002 * 16];
    for (size_t l = 0; l < COUNT(limits); l++)
        for (size_t n = limits[l] - 1; n <= limits[l] + 2; n++)
            for (size_t e = 0; e < CASE_ENGINES; e++)
                for (int operation = SWEEP_OPERATION_SORT_PAIRS; operation <= SWEEP_OPERATION_SORTPERM; operation++) {
                    sort_case tried = case_default("index limit", (sweep_operation)operation,
                                                   reference_types[(n + e) % REFERENCE_TYPES].type, n);
                    tried.options.engine = case_engines[e];
                    tried.options.threads = 1 + (unsigned)(n % 3);
                    tried.workspace = (case_workspace)((n + e) % CASE_WORKSPACES);
                    if (operation == SWEEP_OPERATION_SORT_PAIRS)
                        tried.value_size = values[(n + e) % COUNT(values)];
                    sweep_limits.index32 = limits[l];
                    pattern_fill(keys, n, tried.type, PATTERN_UNIFORM, check_seed + n);
                    case_run(&tried, keys);
                    if (operation != SWEEP_OPERATION_SORT_PAIRS && n <= limits[l]) {
                        tried.value_size = 4;
                        case_run(&tried, keys);
                    }
                    sweep_limits = defaults;
                }
}

/* 4-byte indices for one key too many: refused by name, nothing touched. */
static void test_refused(void)
{
    enum { N = 101 };
    uint64_t keys[N], before[N];
    uint32_t indices[N], indices_before[N];
    size_t sizes[] = {100, 101, 150};
    pattern_fill(before, N, SWEEP_U64, PATTERN_UNIFORM, check_seed);
    memset(indices_before, 0x77, sizeof indices_before);
    for (size_t s = 0; s < COUNT(sizes); s++)
        for (size_t e = 0; e < CASE_ENGINES; e++) {
            sweep_options options = sweep_default_options();
            sweep_plan plan;
            options.engine = case_engines[e];
            check_case("4-byte indices, at most %zu keys: %s", sizes[s], case_engine_names[case_engines[e]]);
            sweep_status expected = sizes[s] < N ? SWEEP_ERR_UNSUPPORTED : SWEEP_OK;
            sweep_limits.index32 = sizes[s];
            memcpy(keys, before, sizeof keys);
            memcpy(indices, indices_before, sizeof indices);
            CHECK_STATUS(expected, sweep_argsort(keys, indices, N, SWEEP_U64, 4, &options));
            if (expected != SWEEP_OK)
                CHECK_SAME(indices_before, indices, N, sizeof *indices, "indices of a refused argsort");
            memcpy(indices, indices_before, sizeof indices);
            CHECK_STATUS(expected, sweep_sortperm(keys, indices, N, SWEEP_U64, 4, &options));
            if (expected != SWEEP_OK) {
                CHECK_SAME(before, keys, N, sizeof *keys, "keys of a refused sortperm");
                CHECK_SAME(indices_before, indices, N, sizeof *indices, "indices of a refused sortperm");
            }
            CHECK_STATUS(expected, sweep_plan_sort(&plan, SWEEP_OPERATION_ARGSORT, N, SWEEP_U64, 4, &options));
            CHECK_STATUS(SWEEP_OK, sweep_plan_sort(&plan, SWEEP_OPERATION_ARGSORT, N, SWEEP_U64, 8, &options));
            sweep_limits = defaults;
        }
}

/* Where values move by index the width of the indices changes at a threshold, which the plan names. */
static void test_threshold(void)
{
    for (size_t e = 0; e < CASE_ENGINES; e++) {
        sweep_options options = sweep_default_options();
        sweep_plan plan, wider;
        bool named = false;
        options.engine = case_engines[e];
        check_case("threshold of the indices: %s", case_engine_names[case_engines[e]]);
        sweep_limits.index32 = 3000;
        CHECK_STATUS(SWEEP_OK, sweep_plan_sort(&plan, SWEEP_OPERATION_SORT_PAIRS, 3000, SWEEP_U16, 24, &options));
        CHECK_STATUS(SWEEP_OK, sweep_plan_sort(&wider, SWEEP_OPERATION_SORT_PAIRS, 3001, SWEEP_U16, 24, &options));
        for (unsigned i = 0; i < plan.threshold_count; i++)
            named |= plan.thresholds[i] == 3001;
        CHECK(named && plan.by_index && wider.by_index);
        CHECK(wider.scratch_bytes >= plan.scratch_bytes + 2 * 3000 * 4);
        sweep_limits = defaults;
    }
}

/* Counters that are emptied after every few keys: the pairwise matrix, and one value many times. */
static void test_chunks(void)
{
    static const uint64_t chunks[] = {1, 2, 3, 4, 7, 64, 100};
    static unsigned char keys[4099 * 16];
    static pairwise matrix;
    sort_case tried;
    matrix_start(&matrix, MATRIX_CONFIGURATIONS, check_seed);
    for (size_t i = 0; matrix_next(&matrix, "chunk limit", &tried, NULL); i++) {
        static const size_t sizes[] = {130, 257, 300, 1000, 4099};
        if (tried.options.threads > 8)
            tried.options.threads = 2;
        tried.type = reference_types[i % REFERENCE_TYPES].type;
        tried.n = sizes[i % COUNT(sizes)];
        sweep_limits.histogram_chunk = chunks[i % COUNT(chunks)];
        pattern_fill(keys, tried.n, tried.type, (pattern)(i % PATTERN_COUNT), check_seed + i);
        case_run(&tried, keys);
        pattern_fill(keys, tried.n, tried.type, PATTERN_ALL_EQUAL, check_seed + i);
        case_run(&tried, keys);
        sweep_limits = defaults;
    }
}

/* ---- more than 2^32 keys in truth ---- */

static size_t available_memory(void)
{
    FILE *file = fopen("/proc/meminfo", "r");
    char line[256];
    size_t kilobytes = 0;
    while (file != NULL && fgets(line, sizeof line, file) != NULL)
        if (sscanf(line, "MemAvailable: %zu", &kilobytes) == 1)
            break;
    if (file != NULL)
        fclose(file);
    return kilobytes * 1024;
}

/* u8 keys: the result is known from the counts of the input. */
static void sort_four_billion(sweep_engine engine, unsigned threads)
{
    size_t n = ((size_t)1 << 32) + 12345, counts[256] = {0}, found[256] = {0}, disorder = 0, seen = 0;
    unsigned char *keys = malloc(n);
    CHECK(keys != NULL);
    if (keys == NULL)
        return;
    random_stream stream = {check_seed};
    for (size_t i = 0; i < n; i += 8) {
        uint64_t bits = random_next(&stream);
        for (size_t byte = 0; byte < 8 && i + byte < n; byte++)
            counts[keys[i + byte] = i < n / 8 ? (unsigned char)(bits >> 8 * byte) : 200]++; /* one count above 2^31 */
    }
    sweep_options options = sweep_default_options();
    options.engine = engine;
    options.threads = threads;
    CHECK_STATUS(SWEEP_OK, sweep_sort(keys, n, SWEEP_U8, &options));
    for (size_t i = 0; i < n; i++) {
        disorder += i > 0 && keys[i] < keys[i - 1];
        found[keys[i]]++;
    }
    CHECK_TEXT(disorder == 0, "%zu keys out of order", disorder);
    CHECK_SAME(counts, found, 256, sizeof *counts, "count of each value");
    CHECK_STATUS(SWEEP_OK, sweep_is_sorted(keys, n, SWEEP_U8, &seen, NULL));
    CHECK(seen == n);
    free(keys);
}

static void test_in_truth(void)
{
    size_t needed = (size_t)12 << 30, available = available_memory();
    check_case("more than 2^32 keys in truth");
    if (!check_long) {
        check_skip("in the long form only");
    } else if (TEST_UNDER_ASAN || TEST_UNDER_TSAN) {
        check_skip("a sanitizer takes too much memory for it");
    } else if (available < needed) {
        check_skip("%zu MiB of memory needed, %zu available", needed >> 20, available >> 20);
    } else {
        sort_four_billion(SWEEP_LSD, 1);
        sort_four_billion(SWEEP_ONESWEEP, 2);
    }
}

int main(int argc, char **argv)
{
    check_start("test_limits", argc, argv);
    test_indices();
    test_refused();
    test_threshold();
    test_chunks();
    test_in_truth();
    case_finish();
    return check_finish();
}
