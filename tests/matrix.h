/*
 * The named factors that sorts are tried over, and pairwise matrices of them. For any test that sorts.
 */
#ifndef TESTS_MATRIX_H
#define TESTS_MATRIX_H

#include "case.h"
#include "pairwise.h"
#include "patterns.h"

/* The factors in their order; a matrix uses the first ones. */
enum {
    FACTOR_ENGINE,
    FACTOR_THREADS,
    FACTOR_DIGIT,
    FACTOR_TILE,
    FACTOR_ORDER,
    FACTOR_FLOAT_ORDER,
    FACTOR_OPERATION,
    FACTOR_WORKSPACE,
    FACTOR_VALUE,
    FACTOR_ALIGNMENT,
    MATRIX_CONFIGURATIONS, /* how many factors say how to sort */
    FACTOR_WINDOW = MATRIX_CONFIGURATIONS,
    FACTOR_TYPE,
    FACTOR_SIZE,
    FACTOR_PATTERN,
    MATRIX_EVERYTHING /* how many factors there are */
};

/* Begins a matrix of the first `factors` factors. */
void matrix_start(pairwise *matrix, size_t factors, uint64_t seed);

/* The next row as a case; the pattern goes to *shape unless NULL. Where the matrix has configurations only, type and n
   are the caller's to set (matrix_fit says whether the row suits them). False at the end. */
bool matrix_next(pairwise *matrix, const char *name, sort_case *tried, pattern *shape);

/* The options' window of kind 0 to 6 for a key of this width: whole, low half, from a third on, empty, one bit, ragged,
   explicit end. */
enum { MATRIX_WINDOWS = 7 };
void matrix_window(sweep_options *options, unsigned kind, unsigned width);

/* Prints the tier, the factors and how many rows were made. */
void matrix_print(const pairwise *matrix, size_t rows);

#endif
