/*
 * The verb `bench` as it is, but with its calls of the library led through spoiled_bench.c.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#define sweep_sort spoiled_sort
#define sweep_sort_pairs spoiled_sort_pairs
#define sweep_argsort spoiled_argsort
#include "bench.c"
