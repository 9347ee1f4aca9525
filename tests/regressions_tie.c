/*
 * Rows T1 to T7: ties, payloads, indices; and P12 and P13: inputs that shortcuts are made for.
 */
#include "regressions.h"
#include "shapes.h"

/* Rows of small numbers that give their argsort: in every type that can hold them as integers, or as its first bits. */
static void run_written(const char *row, const unsigned char *values, size_t n, sweep_order order, const size_t *result)
{
    unsigned char keys[16 * 16];
    size_t found[16];
    for (size_t t = 0; t < REFERENCE_TYPES; t++) {
        sweep_type type = reference_types[t].type;
        for (size_t i = 0; i < n; i++)
            reference_store(keys + i * reference_types[t].bytes, type, values[i]);
        sweep_options options = sweep_default_options();
        options.order = order;
        check_case("%s: the written result, %s", row, reference_types[t].name);
        reference_sort(keys, n, type, &options, found);
        CHECK_SAME(result, found, n, sizeof *found, "argsort");
        regression_kind(row, type, keys, n, (regression_fixed){true, order, SWEEP_NAN_LAST, 0, 0});
    }
}

static void run_descending_ties(const char *row)
{
    run_written(row, (const unsigned char[]){0, 1, 0}, 3, SWEEP_DESCENDING, (const size_t[]){1, 0, 2});
    run_written(row, (const unsigned char[]){1, 1, 0, 0, 1}, 5, SWEEP_DESCENDING, (const size_t[]){0, 1, 4, 2, 3});
}

static void run_pyramid(const char *row)
{
    run_written(row, (const unsigned char[]){1, 2, 3, 3, 2, 1}, 6, SWEEP_ASCENDING, (const size_t[]){0, 5, 1, 4, 2, 3});
    run_written(row, (const unsigned char[]){1, 2, 3, 3, 2, 1}, 6, SWEEP_DESCENDING,
                (const size_t[]){2, 3, 1, 4, 0, 5});
}

/* T3: few distinct keys, the payload tells where each was. */
static void run_keyed(const char *row)
{
    unsigned char keys[1000 * 16];
    for (size_t t = 0; t < REFERENCE_TYPES; t++)
        for (size_t n = 200; n <= 1000; n += 800) {
            for (size_t i = 0; i < n; i++)
                reference_store(keys + i * reference_types[t].bytes, reference_types[t].type, (i + 1) % 4);
            regression_some(row, reference_types[t].type, keys, n, regression_free, check_long ? 1 : 5);
        }
}

/* T4: values of every kind of size. */
static void run_large_values(const char *row)
{
    static const size_t sizes[] = {1, 2, 3, 4, 5, 7, 8, 9, 12, 15, 16, 17, 24, 32, 63, 64, 65, 100, 384, 900, 4099};
    static const size_t counts[] = {1, 2, 8, 31, 33, 500};
    unsigned char keys[500 * 16];
    for (size_t s = 0; s < COUNT(sizes); s++)
        for (size_t c = 0; c < COUNT(counts); c++)
            for (size_t e = 0; e < CASE_ENGINES; e++) {
                size_t t = (s + c + e) % REFERENCE_TYPES;
                sort_case tried = case_default(row, SWEEP_OPERATION_SORT_PAIRS, reference_types[t].type, counts[c]);
                tried.value_size = sizes[s];
                tried.options.engine = case_engines[e];
                tried.options.threads = 1 + (unsigned)(s + c) % 3;
                tried.workspace = (case_workspace)((s + e) % CASE_WORKSPACES);
                tried.values_misaligned = (unsigned)s % 5;
                pattern_fill(keys, counts[c], tried.type, (s + c) % 2 == 0 ? PATTERN_FEW_DISTINCT : PATTERN_UNIFORM,
                             check_seed + s);
                case_run(&tried, keys);
            }
}

/* T5: the same input at every thread count, with the workspace of each kind: the bytes of one thread. */
static void run_thread_counts(const char *row)
{
    static const unsigned threads[] = {1, 2, 3, 8, 64, 200};
    static const sweep_type types[] = {SWEEP_U32, SWEEP_F64, SWEEP_I16, SWEEP_U128};
    enum { N = 50000 };
    unsigned char *keys = malloc(N * 16), *first = malloc(N * 24), *again = malloc(N * 24);
    for (size_t t = 0; t < (check_long ? COUNT(types) : 2); t++)
        for (size_t e = 0; e < CASE_ENGINES; e++)
            for (size_t c = 0; c < COUNT(threads); c++) {
                size_t size = reference_type_of(types[t])->bytes;
                sort_case tried = case_default(row, SWEEP_OPERATION_SORTPERM, types[t], N);
                tried.options.engine = case_engines[e];
                tried.options.threads = threads[c];
                tried.workspace = threads[c] > 8 ? CASE_REUSED : (case_workspace)((c + e) % CASE_WORKSPACES);
                pattern_fill(keys, N, types[t], e % 2 == 0 ? PATTERN_SPECIALS : PATTERN_UNIFORM, check_seed + t);
                if (check_long || (t + e + c) % 2 == 0)
                    case_run(&tried, keys);
                check_case("T5: %s %s, %u threads against 1", reference_type_of(types[t])->name,
                           case_engine_names[case_engines[e]], threads[c]);
                memcpy(again, keys, N * size);
                CHECK_STATUS(SWEEP_OK, sweep_sortperm(again, again + N * size, N, types[t], 8, &tried.options));
                if (c == 0)
                    memcpy(first, again, N * (size + 8));
                CHECK_SAME(first, again, N * (size + 8), 1, "keys and indices");
            }
    free(keys);
    free(first);
    free(again);
}

/* T6: past 2^32 keys in truth (the arrays are never touched); test_limits has it at small n. */
static void run_narrow_indices(const char *row)
{
    size_t n = ((size_t)1 << 32) + 1;
    char *nowhere = (char *)(uintptr_t)4096;
    for (unsigned e = 0; e < 3; e++) {
        sweep_options options = sweep_default_options();
        options.engine = e == 0 ? SWEEP_AUTO : e == 1 ? SWEEP_LSD : SWEEP_ONESWEEP;
        check_case("%s: 4-byte indices for 2^32 + 1 keys", row);
        CHECK_STATUS(SWEEP_ERR_UNSUPPORTED, sweep_argsort(nowhere, nowhere + 2 * n, n, SWEEP_U8, 4, &options));
        CHECK_STATUS(SWEEP_ERR_UNSUPPORTED, sweep_sortperm(nowhere, nowhere + 2 * n, n, SWEEP_U8, 4, &options));
        sweep_plan plan;
        CHECK_STATUS(SWEEP_ERR_UNSUPPORTED, sweep_plan_sort(&plan, SWEEP_OPERATION_ARGSORT, n, SWEEP_U8, 4, &options));
        CHECK_STATUS(SWEEP_OK, sweep_plan_sort(&plan, SWEEP_OPERATION_ARGSORT, n - 1, SWEEP_U8, 4, &options));
        CHECK_STATUS(SWEEP_OK, sweep_plan_sort(&plan, SWEEP_OPERATION_ARGSORT, n, SWEEP_U8, 8, &options));
    }
}

/* T7: sorted already, the other order asked; and sorted in total order, another float order asked. */
static void run_sorted_already(const char *row)
{
    enum { N = 900 };
    unsigned char keys[N * 16];
    for (size_t t = 0; t < REFERENCE_TYPES; t++)
        for (size_t n = 20; n <= N; n += 440)
            for (unsigned order = 0; order < 2; order++) {
                pattern_fill(keys, n, reference_types[t].type, order == 0 ? PATTERN_REVERSE : PATTERN_SORTED,
                             check_seed);
                for (unsigned f = 0; f < 3; f++)
                    regression_some(row, reference_types[t].type, keys, n,
                                    (regression_fixed){true, (sweep_order)order, (sweep_float_order)f, 0, 0},
                                    check_long ? 3 : 97);
            }
}

/* P12, P13: bits of any length, few bits, NaNs and zeros by the dozen; falling with ties, sorted and then appended to,
   sorted but for a few exchanged. Each has a way of its own through the engines, which must stay stable. */
static void run_nearly(const char *row)
{
    static const char *const lengths[] = {"any length", "powers of two", "numbers and NaNs", "zeros of both signs"};
    static const char *const orders[] = {"falling with ties", "appended", "exchanged"};
    static const size_t sizes[] = {133, 700, 4099};
    const bool about_order = row[2] == '3';
    unsigned char *keys = malloc(sizes[2] * 16);
    if (about_order) {
        run_written(row, (const unsigned char[]){1, 5, 3, 5}, 4, SWEEP_ASCENDING, (const size_t[]){0, 2, 1, 3});
        run_written(row, (const unsigned char[]){5, 5, 3, 1}, 4, SWEEP_ASCENDING, (const size_t[]){3, 2, 0, 1});
        run_written(row, (const unsigned char[]){5, 3, 3, 1}, 4, SWEEP_ASCENDING, (const size_t[]){3, 1, 2, 0});
    }
    for (size_t s = 0; s < (about_order ? COUNT(orders) : COUNT(lengths)); s++)
        for (size_t t = 0; t < REFERENCE_TYPES; t++) {
            size_t n = check_long ? sizes[2] : sizes[(s + t) % COUNT(sizes)];
            shape_fill(keys, shape_named(about_order ? orders[s] : lengths[s]), n, reference_types[t].type, check_seed);
            regression_engines(row, reference_types[t].type, keys, n, regression_free);
            regression_engines(row, reference_types[t].type, keys, n, (regression_fixed){.order = SWEEP_DESCENDING});
        }
    free(keys);
}

const regression regressions_tie[] = {
    {"T1", "descending order keeps ties in input order", run_descending_ties},
    {"T2", "argsort of a pyramid", run_pyramid},
    {"T3", "four distinct keys, payload = index", run_keyed},
    {"T4", "values of any size", run_large_values},
    {"T5", "the same bytes at every thread count", run_thread_counts},
    {"T6", "4-byte indices past 2^32 keys", run_narrow_indices},
    {"T7", "sorted input, another order asked", run_sorted_already},
    {"P12", "bits of any length, few bits, many NaNs and zeros", run_nearly},
    {"P13", "falling with ties, appended, exchanged", run_nearly},
    {NULL, NULL, NULL},
};
