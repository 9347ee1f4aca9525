/*
 * What `bench` measures and what it found: filled in by bench.c, printed by bench_report.c.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef SWEEPSORT_PROGRAMS_BENCH_H
#define SWEEPSORT_PROGRAMS_BENCH_H

#include <stdbool.h>
#include <stdint.h>

#include "bench_copy.h"
#include "sweepsort.h"

#define BENCH_ROWS 32

/* The times of one thing measured, in seconds, in the order in which they were taken. */
struct bench_times {
    double *seconds;
    double median, least, most;
};

/* One row: an engine with its digit width. */
struct bench_row {
    sweep_engine engine;
    unsigned digit_bits;            /* 0: the plan chooses */
    sweep_plan plan;
    struct bench_times times;
};

struct bench {
    sweep_operation operation;      /* SORT, SORT_PAIRS or ARGSORT */
    sweep_type type;
    size_t n;
    size_t value_size;              /* of a payload or an index; 0: keys alone */
    bool reverse, cold;
    unsigned threads;
    uint64_t runs;
    char source[4096];              /* what the keys are: a pattern and its seed, or files */
    enum copy_way copy_way;         /* the faster one */
    struct bench_times copy;        /* and its times */
    unsigned row_count;
    struct bench_row rows[BENCH_ROWS];
};

/* Print what was measured, and a row for the copy and for each engine. */
void bench_print_table(const struct bench *bench);
void bench_print_json(const struct bench *bench);

#endif
