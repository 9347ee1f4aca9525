/*
 * Inputs that broke other sorts, row by row: F (float order), I (integers, windows, skipped passes), T (ties, payloads,
 * indices), S (sizes, pointers, memory, threads), P12 and P13 (inputs that shortcuts are made for). A row in an
 * argument runs that row alone. Rows with a program of their own: S6 and the injected limits of I11 and T6
 * (test_limits), S8 and S11 (test_threads), S10 (test_allocation), the character types of I13 (test_generic).
 */
#include "regressions.h"

#include <stdio.h>

static sort_case configurations[512];
static size_t configuration_count, next_start;

static void make_configurations(void)
{
    static pairwise matrix;
    matrix_start(&matrix, MATRIX_CONFIGURATIONS, check_seed);
    while (configuration_count < COUNT(configurations) &&
           matrix_next(&matrix, "", &configurations[configuration_count], NULL))
        configuration_count++;
    matrix_print(&matrix, configuration_count);
}

/* Small inputs seldom wake threads: one case in six (long form: two) of those that would does, mostly 2 or 3 of them,
   and one in thirty as many as asked, with a shared team. */
static void limit_threads(sort_case *tried)
{
    static size_t wanted;
    if (tried->options.threads == 1)
        return;
    wanted++;
    if (wanted % 30 == 0 && tried->workspace <= CASE_RESERVED)
        tried->workspace = CASE_REUSED;
    else if (wanted % (check_long ? 2 : 6) == 0)
        tried->options.threads = 2 + (unsigned)(wanted / 6 % 2);
    else if (wanted % 30 != 0)
        tried->options.threads = 1;
}

static void run_configuration(const char *row, sweep_type type, const void *keys, size_t n, regression_fixed fixed,
                              size_t number)
{
    sort_case tried = configurations[number % configuration_count];
    tried.row = row;
    tried.type = type;
    tried.n = n;
    tried.reserve_more = number % 4 * 100;
    tried.options.begin_bit = fixed.begin_bit;
    tried.options.end_bit = fixed.end_bit;
    if (fixed.orders) {
        tried.options.order = fixed.order;
        tried.options.float_order = fixed.float_order;
    }
    limit_threads(&tried);
    case_run(&tried, keys);
}

void regression_some(const char *row, sweep_type type, const void *keys, size_t n, regression_fixed fixed,
                     size_t stride)
{
    for (size_t i = next_start++ % stride; i < configuration_count; i += stride)
        run_configuration(row, type, keys, n, fixed, i);
}

void regression_everywhere(const char *row, sweep_type type, const void *keys, size_t n, regression_fixed fixed)
{
    regression_some(row, type, keys, n, fixed, 1);
}

void regression_kind(const char *row, sweep_type type, const void *keys, size_t n, regression_fixed fixed)
{
    static const size_t sizes[] = {1, 2, 3, 5, 8, 15, 16, 17, 31, 32, 33, 40, 64, 100, 129, 255, 256, 257, 1000, 3001};
    size_t size = reference_type_of(type)->bytes, largest = sizes[COUNT(sizes) - 1];
    random_stream stream = {check_seed + n};
    unsigned char *drawn = malloc(largest * size);
    regression_some(row, type, keys, n, fixed, check_long ? 1 : 4);
    for (size_t i = 0; i < COUNT(sizes); i++) {
        for (size_t k = 0; k < sizes[i]; k++)
            memcpy(drawn + k * size, (const unsigned char *)keys + random_below(&stream, n) * size, size);
        regression_some(row, type, drawn, sizes[i], fixed, check_long ? 11 : 61);
    }
    free(drawn);
}

void regression_engines(const char *row, sweep_type type, const void *keys, size_t n, regression_fixed fixed)
{
    static const sweep_operation operations[] = {SWEEP_OPERATION_SORT, SWEEP_OPERATION_ARGSORT,
                                                 SWEEP_OPERATION_SORT_PAIRS};
    for (size_t e = 0; e < CASE_ENGINES; e++)
        for (unsigned threads = 1; threads <= 3; threads += 2) {
            sort_case tried = case_default(row, operations[(e + threads / 2) % 3], type, n);
            tried.value_size = 4;
            tried.workspace = threads == 1 ? CASE_WITHOUT : CASE_REUSED;
            tried.options.engine = case_engines[e];
            tried.options.threads = threads;
            tried.options.order = fixed.order;
            tried.options.float_order = fixed.float_order;
            tried.options.begin_bit = fixed.begin_bit;
            tried.options.end_bit = fixed.end_bit;
            case_run(&tried, keys);
        }
}

static void run_rows(const regression *rows, const char *only)
{
    for (; rows->row != NULL; rows++) {
        if (only != NULL && strcmp(only, rows->row) != 0)
            continue;
        size_t before = case_count(), failures = check_failures();
        rows->run(rows->row);
        printf("%-4s %6zu sorts%s  %s\n", rows->row, case_count() - before,
               check_failures() == failures ? "" : " FAILED", rows->what);
    }
}

int main(int argc, char **argv)
{
    const char *only = NULL;
    if (argc > 1 && argv[1][0] != '-') {
        only = argv[1];
        argv++;
        argc--;
    }
    check_start("test_regressions", argc, argv);
    make_configurations();
    run_rows(regressions_float, only);
    run_rows(regressions_integer, only);
    run_rows(regressions_tie, only);
    run_rows(regressions_size, only);
    case_finish();
    printf("%zu sorts compared with the reference\n", case_count());
    return check_finish();
}
