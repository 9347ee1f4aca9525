/*
 * HYBRID on the inputs of shapes.h, in combination: type, operation, order, float order, window, size, shape, threads,
 * digit bits, value size, workspace, alignment and memory limit, each pair of levels at least once. The float orders go
 * over NaNs and zeros in every operation besides; large inputs with one thread and more; and the keys that it touches
 * stay linear in n and in the bytes of a key, whatever the shape.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "case.h"
#include "check.h"
#include "matrix.h"
#include "shapes.h"
#include "sweep_limits.h"

/* Sanitizers are slow: what they look for, they find in fewer keys. */
enum { BRIEF = TEST_UNDER_TSAN || TEST_UNDER_ASAN };

static unsigned char keys[16 * SHAPE_MOST];

static bool run_shape(const sort_case *tried, size_t number, uint64_t seed)
{
    sort_case named = *tried;
    named.row = shape_name(number);
    shape_fill(keys, number, named.n, named.type, seed);
    return case_run(&named, keys);
}

/* ---- every pair of levels ---- */

enum {
    BY_SHAPE,
    BY_TYPE,
    BY_OPERATION,
    BY_ORDER,
    BY_FLOAT_ORDER,
    BY_WINDOW,
    BY_SIZE,
    BY_THREADS,
    BY_DIGIT,
    BY_VALUE,
    BY_WORKSPACE,
    BY_ALIGNMENT,
    BY_MEMORY,
    FACTORS
};

static const sweep_operation operations[] = {SWEEP_OPERATION_SORT, SWEEP_OPERATION_SORT_PAIRS, SWEEP_OPERATION_ARGSORT,
                                             SWEEP_OPERATION_SORTPERM, SWEEP_OPERATION_SORT_COPY};
static const size_t sizes[] = {130, 257, 385, 600, 1025, 2049, 4096, 5003, 20011, 70001, 150001};
static const unsigned threads[] = {1, 2, 3, 8};
static const unsigned digits[] = {0, 0, 0, 5, 8, 12};
static const size_t values[] = {4, 8, 1, 2, 16, 24}; /* of indices: 4 or 8 in turn */
static const unsigned alignments[][2] = {{0, 0}, {1, 3}, {4, 0}, {63, 17}};

static const unsigned levels[FACTORS] = {SHAPES,
                                         REFERENCE_TYPES,
                                         COUNT(operations),
                                         2,
                                         3,
                                         MATRIX_WINDOWS,
                                         COUNT(sizes),
                                         COUNT(threads),
                                         COUNT(digits),
                                         COUNT(values),
                                         CASE_WORKSPACES,
                                         COUNT(alignments),
                                         2};

/* In place: keys alone, the whole key, and no float order in which equal keys have unequal bits. */
static bool allowed(size_t f, unsigned a, size_t g, unsigned b)
{
    if (g != BY_MEMORY || b == 0)
        return f != BY_SIZE || g != BY_VALUE || sizes[a] < 100000 || values[b] < 16;
    return f == BY_OPERATION     ? operations[a] == SWEEP_OPERATION_SORT || operations[a] == SWEEP_OPERATION_SORT_COPY
           : f == BY_FLOAT_ORDER ? a == SWEEP_TOTAL_ORDER
           : f == BY_WINDOW      ? a == 0
                                 : true;
}

static void run_matrix(uint64_t seed)
{
    static pairwise matrix;
    unsigned row[PAIRWISE_FACTORS];
    size_t rows = 0;
    matrix = (pairwise){.factors = FACTORS, .levels = levels, .allowed = allowed, .stream = {seed}};
    for (; pairwise_next(&matrix, row); rows++) {
        sort_case tried =
            case_default("", operations[row[BY_OPERATION]], reference_types[row[BY_TYPE]].type, sizes[row[BY_SIZE]]);
        tried.options.engine = SWEEP_HYBRID;
        tried.options.order = row[BY_ORDER] == 0 ? SWEEP_ASCENDING : SWEEP_DESCENDING;
        tried.options.float_order = (sweep_float_order)row[BY_FLOAT_ORDER];
        tried.options.threads = threads[row[BY_THREADS]];
        tried.options.digit_bits = digits[row[BY_DIGIT]];
        tried.options.memory_limit = row[BY_MEMORY];
        matrix_window(&tried.options, row[BY_WINDOW], 8 * reference_types[row[BY_TYPE]].bytes);
        tried.value_size = values[row[BY_VALUE]];
        if (tried.operation == SWEEP_OPERATION_ARGSORT || tried.operation == SWEEP_OPERATION_SORTPERM)
            tried.value_size = row[BY_VALUE] % 2 == 0 ? 4 : 8;
        if (BRIEF && !check_long && tried.n > 50000 && rows % 4 != 0)
            tried.n = 5003 + rows;
        tried.workspace = (case_workspace)row[BY_WORKSPACE];
        tried.reserve_more = tried.n % 3 * 1000;
        tried.keys_misaligned = alignments[row[BY_ALIGNMENT]][0];
        tried.values_misaligned = alignments[row[BY_ALIGNMENT]][1];
        if (!run_shape(&tried, row[BY_SHAPE], seed + rows))
            printf("    seed of that case's keys: %llu\n", (unsigned long long)(seed + rows));
    }
    printf("pairwise matrix: %zu rows, %zu pairs impossible\n", rows, matrix.lost);
}

/* Keys alone of few bytes, by digits of every width: the last digit is counted and its keys written anew, whatever was
   swept above it. */
static void run_digits(void)
{
    static const sweep_type types[] = {SWEEP_U16, SWEEP_I16, SWEEP_F16, SWEEP_U8, SWEEP_U32};
    for (size_t s = 0; s < SHAPES; s++)
        for (size_t t = 0; t < COUNT(types); t++)
            for (unsigned digit = 3; digit <= 12; digit++) {
                if (!check_long && (s + t + digit) % (BRIEF ? 12 : 4) != 0)
                    continue;
                sort_case tried = case_default("", SWEEP_OPERATION_SORT, types[t], (s + digit) % 3 == 0 ? 20011 : 5003);
                tried.options.engine = SWEEP_HYBRID;
                tried.options.float_order = SWEEP_TOTAL_ORDER;
                tried.options.digit_bits = digit;
                tried.workspace = CASE_REUSED;
                run_shape(&tried, s, check_seed + digit);
            }
}

/* ---- NaNs and zeros ---- */

/* Every type of floats, both orders, every float order, every operation, below and above the size of a base case. */
static void run_float_orders(void)
{
    static const char *const with_rules[] = {"numbers and NaNs", "NaNs", "zeros of both signs", "late NaN",
                                             "late zeros"};
    static const size_t some[] = {20, 130, 600, 5003, 70001};
    size_t turn = 0;
    for (size_t r = 0; r < COUNT(with_rules); r++)
        for (size_t t = 0; t < REFERENCE_TYPES; t++)
            for (size_t o = 0; reference_types[t].is_float && o < COUNT(operations) * 6; o++) {
                sort_case tried = case_default("", operations[o % COUNT(operations)], reference_types[t].type, 0);
                tried.options.engine = SWEEP_HYBRID;
                tried.options.order = o / COUNT(operations) % 2 == 0 ? SWEEP_ASCENDING : SWEEP_DESCENDING;
                tried.options.float_order = (sweep_float_order)(o / COUNT(operations) / 2);
                tried.workspace = CASE_REUSED;
                for (size_t z = 0; z < COUNT(some); z++, turn++) {
                    if (some[z] > (BRIEF ? 1000 : 10000) && !check_long && turn / COUNT(some) % 13 != 0)
                        continue;
                    tried.n = some[z];
                    tried.options.threads = threads[turn / 3 % COUNT(threads)];
                    tried.value_size = turn % 2 == 0 ? 4 : 8;
                    run_shape(&tried, shape_named(with_rules[r]), check_seed + z);
                }
            }
}

/* ---- large inputs ---- */

/* So many keys that two digits are counted in one read, and that a counting sort has several parts. */
static void run_large(uint64_t seed)
{
    static const sweep_type types[] = {SWEEP_U32, SWEEP_F32, SWEEP_I64, SWEEP_F64, SWEEP_U128};
    static const unsigned large_levels[] = {SHAPES, COUNT(types), COUNT(operations), COUNT(threads), 3, 2};
    static pairwise matrix;
    unsigned row[PAIRWISE_FACTORS];
    matrix = (pairwise){.factors = COUNT(large_levels), .levels = large_levels, .stream = {seed}};
    for (size_t rows = 0; pairwise_next(&matrix, row); rows++) {
        sort_case tried = case_default("", operations[row[2]], types[row[1]], SHAPE_MOST - rows % 3);
        if (!check_long && rows % (BRIEF ? 44 : 11) != seed % 11)
            continue;
        tried.options.engine = SWEEP_HYBRID;
        tried.options.threads = threads[row[3]];
        tried.options.float_order = (sweep_float_order)row[4];
        tried.options.order = row[5] == 0 ? SWEEP_ASCENDING : SWEEP_DESCENDING;
        tried.value_size = rows % 2 == 0 ? 4 : 8;
        tried.workspace = CASE_REUSED;
        run_shape(&tried, row[0], seed + rows);
    }
}

/* Whatever the keys are: a key is looked at, counted, moved and sorted at most so often for each byte of it. */
static void run_linear(void)
{
    enum { N = 60000, TIMES_A_BYTE = 12 };
    static const sweep_type types[] = {SWEEP_U32, SWEEP_F32, SWEEP_U64, SWEEP_F64, SWEEP_U128};
    for (size_t s = 0; s < SHAPES; s++)
        for (size_t t = 0; t < COUNT(types); t++)
            for (size_t with_values = 0; with_values < 2; with_values++) {
                size_t size = reference_type_of(types[t])->bytes;
                sweep_options options = sweep_default_options();
                options.engine = SWEEP_HYBRID;
                unsigned char *moved = calloc(N, 8);
                shape_fill(keys, s, N, types[t], check_seed + s);
                check_case("linear: %s, %s%s", shape_name(s), reference_type_of(types[t])->name,
                           with_values ? " with values" : "");
                sweep_keys_touched = 0;
                CHECK_STATUS(SWEEP_OK, with_values ? sweep_sort_pairs(keys, moved, N, types[t], 8, &options)
                                                   : sweep_sort(keys, N, types[t], &options));
                unsigned long long touched = sweep_keys_touched;
                CHECK_TEXT(touched <= (unsigned long long)N * size * TIMES_A_BYTE, "%llu keys touched, %.1f a key",
                           touched, (double)touched / (double)N);
                free(moved);
            }
}

int main(int argc, char **argv)
{
    check_start("test_hybrid", argc, argv);
    for (uint64_t i = 0; i < (check_long ? 20 : 1); i++)
        run_matrix(check_seed + 1000 * i);
    run_digits();
    run_float_orders();
    for (uint64_t i = 0; i < (check_long ? 3 : 1); i++)
        run_large(check_seed + 1000 * i);
    if (!BRIEF || check_long)
        run_linear(); /* a count, the same in every build */
    case_finish();
    printf("%zu sorts compared with the reference\n", case_count());
    return check_finish();
}
