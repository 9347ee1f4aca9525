/*
 * Which cases run.
 *
 * In: what the command line names, and whether it asks for the quick form or the targets. Out: the cases, each once,
 * those of one table together. Used by main.c.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef SWEEPSORT_BENCH_JOBS_H
#define SWEEPSORT_BENCH_JOBS_H

#include "cases.h"

#define CHOICE_MOST 64

/* A product of lists: sets as masks, numbers as they are. A list of no numbers stands for any. */
struct choice {
    unsigned forms, types, data;
    unsigned thread_count, threads[CHOICE_MOST];
    unsigned size_count;
    size_t sizes[CHOICE_MOST];
};

struct job {
    struct bench_case what;
    unsigned data_kind;
};

struct jobs {
    size_t count;
    struct job *all;
};

/* n where no other is named: 16, 100, 1e3, 1e4 ... 1e8. */
enum { DEFAULT_SIZES = 8 };
extern const size_t default_sizes[DEFAULT_SIZES];

/* Fills in the jobs; what the quick form and the targets offer is cut down to what the choice allows. */
void jobs_choose(struct jobs *jobs, const struct choice *choice, bool quick, bool targets);

#endif
