/*
 * Sorts over every factor at once: engine, threads, digit bits, tile size, orders, operation, workspace, value size,
 * misalignment, window, type, size and pattern, each pair of levels at least once. The long form draws more matrices
 * and adds every engine with every type and every digit width.
 */
#include <stdio.h>
#include <stdlib.h>

#include "check.h"
#include "matrix.h"

enum { MOST_KEYS = 70001 };

static unsigned char keys[16 * MOST_KEYS];

static void run_matrix(uint64_t seed)
{
    static pairwise matrix;
    sort_case tried;
    pattern shape;
    size_t rows = 0;
    matrix_start(&matrix, MATRIX_EVERYTHING, seed);
    for (; matrix_next(&matrix, "matrix", &tried, &shape); rows++) {
        pattern_fill(keys, tried.n, tried.type, shape, seed + rows);
        if (!case_run(&tried, keys))
            printf("    pattern of that case: %s, seed of its keys %llu\n", pattern_name(shape),
                   (unsigned long long)(seed + rows));
    }
    matrix_print(&matrix, rows);
}

/* Every engine, type and digit width together, keys alone and argsort. */
static void run_digits(void)
{
    static const sweep_engine engines[] = {SWEEP_AUTO, SWEEP_LSD, SWEEP_ONESWEEP, SWEEP_SPLIT};
    enum { N = 1500 };
    for (size_t t = 0; t < REFERENCE_TYPES; t++)
        for (size_t e = 0; e < 4; e++)
            for (unsigned digit = 1; digit <= (e < 2 ? 16 : 8); digit++)
                for (unsigned order = 0; order < 2; order++) {
                    sort_case tried = case_default("digits", order == 0 ? SWEEP_OPERATION_SORT : SWEEP_OPERATION_ARGSORT,
                                                   reference_types[t].type, N);
                    tried.options.engine = engines[e];
                    tried.options.digit_bits = digit;
                    tried.options.order = order == 0 ? SWEEP_ASCENDING : SWEEP_DESCENDING;
                    tried.options.threads = 1 + digit % 3;
                    tried.workspace = CASE_REUSED;
                    pattern_fill(keys, N, tried.type, digit % 2 == 0 ? PATTERN_SPECIALS : PATTERN_UNIFORM,
                                 check_seed + digit);
                    case_run(&tried, keys);
                }
}

int main(int argc, char **argv)
{
    check_start("test_matrix", argc, argv);
    size_t matrices = check_long ? 20 : 1;
    for (size_t i = 0; i < matrices; i++)
        run_matrix(check_seed + 1000 * i);
    if (check_long)
        run_digits();
    case_finish();
    printf("%zu sorts compared with the reference\n", case_count());
    return check_finish();
}
