/*
 * The rows of inputs that broke other sorts: what they share. Each row is a function that tries its input, and its kind
 * (all widths, both orders, the sizes around it), through the helpers below.
 */
#ifndef TESTS_REGRESSIONS_H
#define TESTS_REGRESSIONS_H

#include <stdlib.h>
#include <string.h>

#include "case.h"
#include "check.h"
#include "matrix.h"
#include "patterns.h"
#include "random.h"

typedef struct regression {
    const char *row;
    const char *what;
    void (*run)(const char *row);
} regression;

/* The rows of each file. */
extern const regression regressions_float[], regressions_integer[], regressions_tie[], regressions_size[];

/* What an input fixes; everything else goes over the configurations. */
typedef struct regression_fixed {
    bool orders; /* true: order and float order are these, else both go over all */
    sweep_order order;
    sweep_float_order float_order;
    unsigned begin_bit, end_bit;
} regression_fixed;

/* Sorts the keys with every configuration of a pairwise matrix of engine, threads, digit bits, tile size, orders,
   operation, workspace, value size and misalignment. */
void regression_everywhere(const char *row, sweep_type type, const void *keys, size_t n, regression_fixed fixed);

/* The same with every `stride`-th configuration, beginning at one that moves on from call to call. */
void regression_some(const char *row, sweep_type type, const void *keys, size_t n, regression_fixed fixed,
                     size_t stride);

/* The keys themselves (in the long form everywhere), then inputs drawn from them at the sizes around. */
void regression_kind(const char *row, sweep_type type, const void *keys, size_t n, regression_fixed fixed);

/* Each engine with 1 and 3 threads, keys alone, argsort with 4-byte indices and pairs: for large inputs. */
void regression_engines(const char *row, sweep_type type, const void *keys, size_t n, regression_fixed fixed);

static const regression_fixed regression_free = {0};

#endif
