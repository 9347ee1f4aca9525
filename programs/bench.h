/*
 * What `bench` measures and what it found: the arrays from bench_arrays.c, the times from bench.c after bench_check.c
 * has found every result right, printed by bench_report.c.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef SWEEPSORT_PROGRAMS_BENCH_H
#define SWEEPSORT_PROGRAMS_BENCH_H

#include <stdbool.h>
#include <stdint.h>

#include "array.h"
#include "bench_copy.h"
#include "patterns.h"
#include "sweepsort_device.h"

#define BENCH_ROWS 32

/* The times of one thing measured, in seconds, in the order in which they were taken. */
struct bench_times {
    double *seconds;
    double median, least, most;
};

/* One row: an engine with its digit width. */
struct bench_row {
    sweep_engine engine;
    unsigned digit_bits; /* 0: the plan chooses */
    unsigned enough;     /* on devices: so many digits, and a finish; 0: the library chooses */
    sweep_plan plan;
    struct bench_times times;
};

struct bench {
    sweep_operation operation; /* SORT, SORT_PAIRS or ARGSORT */
    sweep_type type;
    size_t n;
    size_t value_size; /* of a payload or an index; 0: keys alone */
    bool reverse, cold;
    unsigned threads;
    sweep_device *device;  /* NULL: the processor */
    char device_text[272]; /* its name and what it is */
    uint64_t runs;
    char source[4096];       /* what the keys are: a pattern and its seed, or files */
    enum copy_way copy_way;  /* the faster one */
    struct bench_times copy; /* and its times */
    unsigned row_count;
    struct bench_row rows[BENCH_ROWS];
};

/* All in memory of one kind, that of arrays that are read: huge pages where the system has them. */
struct bench_arrays {
    struct array input;                   /* the keys, never written once they are there */
    struct memory values;                 /* what goes with them: the same */
    struct memory work_keys, work_values; /* what is sorted; of argsort, the indices are the work_values */
    size_t key_bytes, value_bytes;        /* of the whole arrays */
};

/* Keys of a pattern, whose type and n are the bench's, or from files, which give type and n. */
void bench_make_keys(struct bench_arrays *arrays, struct bench *bench, struct pattern pattern);
void bench_read_keys(struct bench_arrays *arrays, struct bench *bench, char **paths, int count, enum file_format format,
                     sweep_type type);

/* What goes with the keys, and the arrays that are sorted. */
void bench_make_rest(struct bench_arrays *arrays, const struct bench *bench);
void bench_release(struct bench_arrays *arrays);

/* Copies the input to where it is sorted. */
void bench_copy_input(struct copy_team *team, const struct bench_arrays *arrays, enum copy_way way);

/* "onesweep", "split with 4-bit digits". */
#define BENCH_ROW_NAME 64
void bench_row_name(const struct bench_row *row, char name[BENCH_ROW_NAME]);

/* Sorts the work arrays in place (argsort: reads the input, which it must not write, and fills the indices); *seconds
   is how long that took, on a device without the way there and back. */
sweep_status bench_run_row(const struct bench *bench, const struct bench_row *row, const struct bench_arrays *arrays,
                           sweep_workspace *workspace, double *seconds);

/* Sorts once with every engine and compares every element; this also warms the scratch and starts the threads. */
void bench_check(const struct bench *bench, const struct bench_arrays *arrays, struct copy_team *team,
                 sweep_workspace *workspace);

/* Print what was measured, and a row for the copy and for each engine. */
void bench_print_table(const struct bench *bench);
void bench_print_json(const struct bench *bench);

/* bench_tune.c: prints what the tuning table's numbers would be on this machine. */
void bench_tune(unsigned threads);

#endif
