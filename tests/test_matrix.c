/*
 * Sorts over every factor at once: engine, threads, digit bits, tile size, orders, operation, workspace, value size,
 * misalignment, window, type, size and pattern, each pair of levels at least once. The long form draws more matrices
 * and adds every engine with every type and every digit width.
 */
#include <stdio.h>
#include <stdlib.h>

#include "check.h"
#include "matrix.h"

enum { MOST_KEYS = 210000 };

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

/* Many keys that mostly fall into one bucket, or into few: the pieces that all threads sort together. */
static void run_wide(void)
{
    static const pattern shapes[] = {PATTERN_ONE_OUTLIER, PATTERN_LOW_BITS, PATTERN_FEW_DISTINCT, PATTERN_UNIFORM,
                                     PATTERN_SPECIALS,    PATTERN_ZIPF,     PATTERN_ORGAN_PIPE};
    for (size_t i = 0; i < (check_long ? 4 * REFERENCE_TYPES : 9); i++) {
        sort_case tried = case_default("many keys", (sweep_operation)(1 + i % 5),
                                       reference_types[(i * 5 + 2) % REFERENCE_TYPES].type, MOST_KEYS - 5000 * (i % 4));
        tried.options.engine = i % 4 == 3 ? SWEEP_AUTO : SWEEP_HYBRID;
        tried.options.threads = 2 + (unsigned)(i % 3);
        tried.options.digit_bits = i % 3 == 0 ? 8 : 0;
        tried.options.order = i % 2 == 0 ? SWEEP_ASCENDING : SWEEP_DESCENDING;
        tried.workspace = i % 2 == 0 ? CASE_OWN : CASE_AT_ONCE;
        pattern_fill(keys, tried.n, tried.type, shapes[i % COUNT(shapes)], check_seed + i);
        case_run(&tried, keys);
    }
}

/* Every engine, type and digit width together, keys alone and argsort. */
static void run_digits(void)
{
    enum { N = 1500 };
    for (size_t t = 0; t < REFERENCE_TYPES; t++)
        for (size_t e = 0; e < CASE_ENGINES; e++)
            for (unsigned digit = 1; case_engine_has(case_engines[e], digit) && digit <= 16; digit++)
                for (unsigned order = 0; order < 2; order++) {
                    sort_case tried =
                        case_default("digits", order == 0 ? SWEEP_OPERATION_SORT : SWEEP_OPERATION_ARGSORT,
                                     reference_types[t].type, N);
                    tried.options.engine = case_engines[e];
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
    run_wide();
    if (check_long)
        run_digits();
    case_finish();
    printf("%zu sorts compared with the reference\n", case_count());
    return check_finish();
}
