/*
 * The edges of sizes and windows: plans for more keys than memory can hold, what a plan says of copying back, reserving
 * at each threshold and beyond the memory limit, windows that end where the halves of a wide key meet, and keys that
 * are one run to the end or nearly so.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "case.h"
#include "check.h"
#include "hooks.h"
#include "patterns.h"
#include "random.h"

/* ---- plans ---- */

/* An odd count of sweeps of an array onto itself ends in scratch; a copy or indices end in their place. */
static void test_copy_back(void)
{
    for (size_t e = 0; e < CASE_ENGINES; e++)
        for (int operation = SWEEP_OPERATION_SORT; operation <= SWEEP_OPERATION_SORT_COPY; operation++)
            for (unsigned digit = 0; digit <= 8; digit++)
                for (size_t t = 0; t < REFERENCE_TYPES; t++) {
                    bool alone = operation == SWEEP_OPERATION_SORT || operation == SWEEP_OPERATION_SORT_COPY;
                    bool elsewhere = operation == SWEEP_OPERATION_ARGSORT || operation == SWEEP_OPERATION_SORT_COPY;
                    sweep_options options = sweep_default_options();
                    sweep_plan plan;
                    options.engine = case_engines[e];
                    options.digit_bits = digit;
                    check_case("copy back: %s operation %d %s digit %u", case_engine_names[options.engine], operation,
                               reference_types[t].name, digit);
                    CHECK_STATUS(SWEEP_OK, sweep_plan_sort(&plan, (sweep_operation)operation, 300000,
                                                           reference_types[t].type, alone ? 0 : 8, &options));
                    bool sweeps = plan.engine != SWEEP_HYBRID && !plan.counting;
                    CHECK(plan.copy_back == (sweeps && !elsewhere && plan.sweep_count % 2 != 0));
                    if (sweeps && !(elsewhere && plan.sweep_count == 1))
                        CHECK(plan.scratch_bytes >= 300000 * (size_t)reference_types[t].bytes);
                }
}

/* So many keys that their bytes, or the scratch, do not fit a size_t: refused, or a plan whose scratch is not less than
   the keys that it has to hold. */
static void test_huge(void)
{
    static const size_t values[] = {0, 1, 4, 8, 24};
    for (size_t e = 0; e < CASE_ENGINES; e++)
        for (int operation = SWEEP_OPERATION_SORT; operation <= SWEEP_OPERATION_SORT_COPY; operation++)
            for (size_t t = 0; t < REFERENCE_TYPES; t++)
                for (size_t v = 0; v < COUNT(values); v++)
                    for (size_t less = 0; less < 12; less++)
                        for (size_t parts = 1; parts <= 4; parts++) {
                            bool alone = operation == SWEEP_OPERATION_SORT || operation == SWEEP_OPERATION_SORT_COPY;
                            bool indices =
                                operation == SWEEP_OPERATION_ARGSORT || operation == SWEEP_OPERATION_SORTPERM;
                            if (alone != (values[v] == 0) || (indices && values[v] != 8))
                                continue;
                            size_t size = reference_types[t].bytes, widest = size > values[v] ? size : values[v];
                            size_t n = SIZE_MAX / widest / parts - less * less - 1;
                            sweep_options options = sweep_default_options();
                            sweep_plan plan, untouched;
                            options.engine = case_engines[e];
                            options.threads = 1 + (unsigned)(less % 3);
                            check_case("huge: %s operation %d %s n=%zu value %zu", case_engine_names[options.engine],
                                       operation, reference_types[t].name, n, values[v]);
                            memset(&plan, 0x5a, sizeof plan);
                            untouched = plan;
                            sweep_status status = sweep_plan_sort(&plan, (sweep_operation)operation, n,
                                                                  reference_types[t].type, values[v], &options);
                            if (status != SWEEP_OK) {
                                CHECK_STATUS(SWEEP_ERR_MEMORY, status);
                                CHECK(memcmp(&plan, &untouched, sizeof plan) == 0);
                                continue;
                            }
                            bool in_one_sweep = plan.sweep_count <= 1 && !plan.copy_back;
                            reference_bits moved = operation == SWEEP_OPERATION_SORT_PAIRS ? size + values[v] : size;
                            CHECK(plan.counting || in_one_sweep || plan.scratch_bytes >= moved * n);
                            CHECK(plan.scratch_bytes < SIZE_MAX - 63);
                        }
    sweep_options options = sweep_default_options();
    sweep_plan plan;
    check_case("huge: in place");
    options.memory_limit = 1;
    CHECK_STATUS(SWEEP_OK, sweep_plan_sort(&plan, SWEEP_OPERATION_SORT, SIZE_MAX / 8, SWEEP_U64, 0, &options));
    CHECK(plan.in_place && plan.scratch_bytes == 0);
    CHECK_STATUS(SWEEP_ERR_UNSUPPORTED,
                 sweep_plan_sort(&plan, SWEEP_OPERATION_ARGSORT, SIZE_MAX / 8, SWEEP_U64, 8, &options));
    CHECK_STATUS(SWEEP_ERR_UNSUPPORTED,
                 sweep_plan_sort(&plan, SWEEP_OPERATION_SORT, SIZE_MAX / 8, SWEEP_F64, 0, &options));
    CHECK_STATUS(SWEEP_ERR_ARGUMENT,
                 sweep_plan_sort(&plan, SWEEP_OPERATION_SORT, SIZE_MAX / 8 + 1, SWEEP_U64, 0, &options));
}

/* ---- reserving ---- */

/* Reserves for n keys; then sorts of n keys and of fewer, as the sizes say, allocate nothing. The keys and out have
   room for n. Returns the most bytes that the hooks saw. */
static size_t reserve_and_sort(const sort_case *tried, size_t n, const size_t *sizes, size_t count, unsigned char *keys,
                               unsigned char *out)
{
    test_hooks hooks;
    sort_case now = *tried;
    hooks_init(&hooks);
    sweep_workspace_config config = hooks_config(&hooks, 1);
    config.threads = now.options.threads;
    config.parallel_for = hooks_run_mixed;
    CHECK_STATUS(SWEEP_OK, sweep_workspace_create(&now.options.workspace, &config));
    size_t before = hooks.live_bytes;
    CHECK_STATUS(SWEEP_OK,
                 sweep_workspace_reserve(now.options.workspace, n, now.type, case_value_size(&now), &now.options));
    size_t calls = hooks.calls, reserved = hooks.live_bytes - before;
    for (size_t i = 0; i < count; i++) {
        now.n = sizes[i] < n ? sizes[i] : n;
        pattern_fill(keys, now.n, now.type, i % 2 == 0 ? PATTERN_UNIFORM : PATTERN_ORGAN_PIPE, check_seed + i);
        sweep_status status = case_call(&now, keys, out);
        CHECK_TEXT(status == SWEEP_OK || (now.options.memory_limit != 0 && status == SWEEP_ERR_UNSUPPORTED),
                   "status %d of %zu keys", (int)status, now.n);
        CHECK_TEXT(hooks.calls == calls, "%zu keys: allocated after reserving for %zu", now.n, n);
        if (now.operation == SWEEP_OPERATION_SORT && status == SWEEP_OK)
            CHECK(reference_first_out_of_order(keys, now.n, now.type, &now.options) == now.n);
        calls = hooks.calls;
    }
    sweep_workspace_destroy(now.options.workspace);
    hooks_finish(&hooks);
    return reserved;
}

/* At each threshold, one less and one more: no size below takes more. */
static void test_reserve_at_thresholds(void)
{
    enum { MOST = 300000 };
    static const size_t values[] = {0, 0, 4, 8, 16, 24};
    unsigned char *keys = malloc(MOST * 16), *out = calloc(MOST, 24);
    random_stream stream = {check_seed};
    for (size_t round = 0; round < (check_long ? 1500 : 90); round++) {
        sort_case tried = case_default("", SWEEP_OPERATION_SORT, reference_types[round % REFERENCE_TYPES].type, 0);
        tried.value_size = values[random_below(&stream, COUNT(values))];
        tried.operation = tried.value_size == 0 ? (round % 2 == 0 ? SWEEP_OPERATION_SORT : SWEEP_OPERATION_SORT_COPY)
                          : tried.value_size == 4 || tried.value_size == 8
                              ? (sweep_operation)(SWEEP_OPERATION_SORT_PAIRS + (int)random_below(&stream, 3))
                              : SWEEP_OPERATION_SORT_PAIRS;
        tried.options.threads = 1 + (unsigned)random_below(&stream, 3);
        tried.options.engine = round % 3 == 0 ? SWEEP_AUTO : case_engines[random_below(&stream, CASE_ENGINES)];
        tried.options.float_order = round % 2 == 0 ? SWEEP_NAN_LAST : SWEEP_TOTAL_ORDER;
        sweep_plan plan;
        CHECK_STATUS(SWEEP_OK, sweep_plan_sort(&plan, tried.operation, 1000, tried.type, case_value_size(&tried),
                                               &tried.options));
        for (unsigned i = 0; i < plan.threshold_count; i++)
            for (size_t n = plan.thresholds[i] - 1; n <= plan.thresholds[i] + 1; n++) {
                const size_t sizes[] = {n, n - 1, plan.thresholds[i] - 1, n / 2};
                if (n == 0 || n > MOST || (n > 20000 && !check_long && round % 9 != 0))
                    continue;
                check_case("reserve at threshold %zu: n=%zu %s operation %d value %zu, %s, %u threads",
                           plan.thresholds[i], n, reference_type_of(tried.type)->name, (int)tried.operation,
                           case_value_size(&tried), case_engine_names[tried.options.engine], tried.options.threads);
                reserve_and_sort(&tried, n, sizes, COUNT(sizes), keys, out);
            }
    }
    free(keys);
    free(out);
}

/* A limit below what n keys would take: never more than the limit is reserved, but all that any sort of fewer takes. */
static void test_reserve_above_the_limit(void)
{
    enum { MOST = 60000 };
    static const size_t limits[] = {1, 1000, 20000, 100000, 300000};
    static const sweep_type types[] = {SWEEP_U32, SWEEP_I64, SWEEP_U16, SWEEP_F64, SWEEP_U128};
    unsigned char *keys = malloc(MOST * 16), *out = calloc(MOST, 16);
    for (size_t t = 0; t < COUNT(types); t++)
        for (size_t l = 0; l < COUNT(limits); l++)
            for (unsigned thread_count = 1; thread_count <= 3; thread_count += 2) {
                static const size_t sizes[] = {60000, 40000, 30000, 20000, 12000, 8000, 6000, 4000, 2000, 1000, 300};
                sort_case tried = case_default("", SWEEP_OPERATION_SORT, types[t], 0);
                sweep_plan plan;
                tried.options.threads = thread_count;
                tried.options.float_order = SWEEP_TOTAL_ORDER;
                check_case("reserve above the limit: %s, %zu bytes, %u threads", reference_type_of(types[t])->name,
                           limits[l], thread_count);
                CHECK_STATUS(SWEEP_OK, sweep_plan_sort(&plan, SWEEP_OPERATION_SORT, MOST, types[t], 0, &tried.options));
                size_t without = plan.scratch_bytes;
                tried.options.memory_limit = limits[l];
                size_t reserved = reserve_and_sort(&tried, MOST, sizes, COUNT(sizes), keys, out);
                CHECK_TEXT(reserved <= limits[l], "%zu bytes reserved of %zu", reserved, limits[l]);
                CHECK(reserved == (without < limits[l] ? without : limits[l]) || thread_count > 1);
            }
    free(keys);
    free(out);
}

/* ---- windows ---- */

/* Where a key has two halves in memory: every begin and end around the middle, and around the digits beside it. */
static void test_windows_of_wide_keys(void)
{
    enum { N = 5003 };
    static const unsigned bounds[] = {0, 1, 40, 55, 56, 57, 62, 63, 64, 65, 66, 71, 72, 73, 96, 127, 128};
    static const size_t sizes[] = {25, 300, 1500, N};
    static const pattern shapes[] = {PATTERN_UNIFORM, PATTERN_BOUNDARIES, PATTERN_FEW_DISTINCT, PATTERN_ZIPF};
    static unsigned char keys[N * 16];
    size_t turn = 0;
    for (size_t b = 0; b < COUNT(bounds); b++)
        for (size_t e = b; e < COUNT(bounds); e++)
            for (size_t engine = 0; engine < CASE_ENGINES; engine++, turn++) {
                if (bounds[e] == 0)
                    continue;
                sort_case tried = case_default("two halves", (sweep_operation)(1 + turn % 5),
                                               turn % 3 == 0 ? SWEEP_I128 : SWEEP_U128, sizes[turn / 3 % COUNT(sizes)]);
                tried.options.engine = case_engines[engine];
                tried.options.begin_bit = bounds[b];
                tried.options.end_bit = bounds[e];
                tried.options.order = turn / 2 % 2 == 0 ? SWEEP_ASCENDING : SWEEP_DESCENDING;
                tried.options.threads = turn % 7 == 0 ? 3 : 1;
                tried.value_size = turn % 2 == 0 ? 4 : 8;
                tried.workspace = CASE_REUSED;
                pattern_fill(keys, tried.n, tried.type, shapes[turn / 5 % COUNT(shapes)], check_seed + turn);
                case_run(&tried, keys);
            }
}

/* ---- runs ---- */

/* Keys that rise or fall from the first to the last, and those of which one alone does not: the first, the middle one
   or the last, out of order or tied with its neighbour. */
static void test_one_run(void)
{
    enum { MOST = 5003, BREAKS = 7 };
    static const size_t sizes[] = {2, 3, 34, 35, 127, 128, 256, 1001, MOST - 1, MOST}, values[] = {8, 4, 16, 1, 2};
    static unsigned char keys[MOST * 16];
    size_t turn = 0;
    for (size_t t = 0; t < REFERENCE_TYPES; t++)
        for (size_t z = 0; z < COUNT(sizes); z++)
            for (unsigned broken = 0; broken < BREAKS; broken++)
                for (int operation = SWEEP_OPERATION_SORT; operation <= SWEEP_OPERATION_SORT_COPY;
                     operation++, turn++) {
                    unsigned size = reference_types[t].bytes;
                    size_t n = sizes[z], at = broken < 3 ? 0 : broken < 5 ? n / 2 : n - 1;
                    if ((size == 1 && n > 256) || (!check_long && broken > 0 && turn % 7 != 0))
                        continue;
                    bool falls = turn % 4 != 3;
                    for (size_t i = 0; i < n; i++)
                        pattern_key_at(keys + i * size, reference_types[t].type, falls ? n - 1 - i : i);
                    if (broken == 1 || broken == 3 || broken == 5)
                        memcpy(keys + at * size, keys + (at == 0 ? 1 : at - 1) * size, size);
                    else if (broken > 0)
                        pattern_key_at(keys + at * size, reference_types[t].type, at == 0 ? 0 : n / 3);
                    sort_case tried = case_default("one run", (sweep_operation)operation, reference_types[t].type, n);
                    tried.options.engine = turn % 3 == 0 ? SWEEP_AUTO : SWEEP_HYBRID;
                    tried.options.order = falls && turn % 8 == 0 ? SWEEP_DESCENDING : SWEEP_ASCENDING;
                    tried.options.float_order = SWEEP_TOTAL_ORDER;
                    tried.options.threads = turn % 5 == 0 ? 2 : 1;
                    tried.value_size =
                        operation == SWEEP_OPERATION_SORT_PAIRS ? values[turn / 5 % COUNT(values)] : values[turn % 2];
                    tried.workspace = CASE_REUSED;
                    case_run(&tried, keys);
                }
}

int main(int argc, char **argv)
{
    check_start("test_edges", argc, argv);
    test_copy_back();
    test_huge();
    test_reserve_at_thresholds();
    test_reserve_above_the_limit();
    test_windows_of_wide_keys();
    test_one_run();
    case_finish();
    printf("%zu sorts compared with the reference\n", case_count());
    return check_finish();
}
