/*
 * The factors of matrix.h, their levels, and what each level means.
 */
#include "matrix.h"

#include <stdio.h>

#include "check.h"
#include "cpu/tiers/tier.h"

static const unsigned threads[] = {1, 2, 3, 8, 64, 200};
static const unsigned digits[] = {0, 1, 3, 4, 7, 8, 11, 16};
static const size_t tiles[] = {0, 1, 2, 3, 7, 16, 100, 4096};
static const sweep_operation operations[] = {
    SWEEP_OPERATION_SORT,      SWEEP_OPERATION_SORT_PAIRS, SWEEP_OPERATION_ARGSORT,    SWEEP_OPERATION_SORTPERM,
    SWEEP_OPERATION_SORT_COPY, SWEEP_OPERATION_SORT_COPY,  SWEEP_OPERATION_SORT_PAIRS,
};
static const size_t values[] = {1, 2, 3, 4, 8, 12, 16, 24, 384, 900};
static const unsigned alignments[][2] = {{0, 0}, {1, 0}, {0, 1}, {3, 5}, {8, 4}, {63, 17}};
static const size_t sizes[] = {0, 1, 2, 3, 17, 40, 100, 257, 1000, 4099, 20011, 70001};

static const char *const names[MATRIX_EVERYTHING] = {
    "engine",    "threads",    "digit bits",   "tile size", "order", "float order", "operation",
    "workspace", "value size", "misalignment", "window",    "type",  "size",        "pattern",
};
static const unsigned levels[MATRIX_EVERYTHING] = {
    CASE_ENGINES,
    COUNT(threads),
    COUNT(digits),
    COUNT(tiles),
    2,
    3,
    COUNT(operations),
    CASE_WORKSPACES,
    COUNT(values),
    COUNT(alignments),
    MATRIX_WINDOWS,
    REFERENCE_TYPES,
    COUNT(sizes),
    PATTERN_COUNT,
};

/* SPLIT and ONESWEEP have digits up to 8 bits; values of many bytes go with fewer keys. */
static bool allowed(size_t f, unsigned a, size_t g, unsigned b)
{
    if (f == FACTOR_ENGINE && g == FACTOR_DIGIT)
        return case_engine_has(case_engines[a], digits[b]);
    if (f == FACTOR_VALUE && g == FACTOR_SIZE)
        return values[a] < 100 || sizes[b] < 5000;
    if (f == FACTOR_TILE && g == FACTOR_SIZE)
        return tiles[a] == 0 || tiles[a] > 3 || sizes[b] < 30000;
    return true;
}

void matrix_start(pairwise *matrix, size_t factors, uint64_t seed)
{
    *matrix = (pairwise){.factors = factors, .levels = levels, .allowed = allowed, .stream = {seed}};
}

void matrix_window(sweep_options *options, unsigned kind, unsigned width)
{
    const unsigned windows[MATRIX_WINDOWS][2] = {
        {0, 0}, {0, width / 2}, {width / 3, 0}, {width / 2, width / 2}, {width - 1, width}, {3, width - 2}, {1, width},
    };
    options->begin_bit = windows[kind][0];
    options->end_bit = windows[kind][1];
}

bool matrix_next(pairwise *matrix, const char *name, sort_case *tried, pattern *shape)
{
    unsigned row[PAIRWISE_FACTORS];
    if (!pairwise_next(matrix, row))
        return false;
    *tried = case_default(name, operations[row[FACTOR_OPERATION]], SWEEP_U32, 0);
    tried->options.engine = case_engines[row[FACTOR_ENGINE]];
    tried->options.threads = threads[row[FACTOR_THREADS]];
    tried->options.digit_bits = digits[row[FACTOR_DIGIT]];
    tried->options.tile_size = tiles[row[FACTOR_TILE]];
    tried->options.order = row[FACTOR_ORDER] == 0 ? SWEEP_ASCENDING : SWEEP_DESCENDING;
    tried->options.float_order = (sweep_float_order)row[FACTOR_FLOAT_ORDER];
    tried->in_place = row[FACTOR_OPERATION] == 5;
    tried->workspace = (case_workspace)row[FACTOR_WORKSPACE];
    tried->value_size = values[row[FACTOR_VALUE]];
    if (tried->operation == SWEEP_OPERATION_ARGSORT || tried->operation == SWEEP_OPERATION_SORTPERM)
        tried->value_size = row[FACTOR_VALUE] % 2 == 0 ? 4 : 8;
    tried->keys_misaligned = alignments[row[FACTOR_ALIGNMENT]][0];
    tried->values_misaligned = alignments[row[FACTOR_ALIGNMENT]][1];
    if (matrix->factors < MATRIX_EVERYTHING)
        return true;
    tried->type = reference_types[row[FACTOR_TYPE]].type;
    tried->n = sizes[row[FACTOR_SIZE]];
    tried->reserve_more = tried->n % 3 * 1000;
    matrix_window(&tried->options, row[FACTOR_WINDOW], 8 * reference_types[row[FACTOR_TYPE]].bytes);
    *shape = (pattern)row[FACTOR_PATTERN];
    return true;
}

void matrix_print(const pairwise *matrix, size_t rows)
{
    printf("tier %s, pairwise matrix of", sweep_tier_choose()->name);
    for (size_t f = 0; f < matrix->factors; f++)
        printf("%s %s (%u)", f == 0 ? "" : ",", names[f], matrix->levels[f]);
    printf(": %zu rows, %zu pairs impossible\n", rows, matrix->lost);
}
