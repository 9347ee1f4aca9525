/*
 * The counting read: every digit's histogram from one read of the keys, and which digits need a sweep at all.
 * Shared by the LSD and ONESWEEP engines.
 */
#ifndef SWEEP_CPU_COUNT_H
#define SWEEP_CPU_COUNT_H

#include "partition.h"

struct sweep_count {
    struct sweep_partition p;              /* of the whole input; p.counts: [chunks][digits][radix], of each chunk */
    size_t *totals;                        /* [digits][radix]: of the whole input */
    sweep_digit digits[SWEEP_PLAN_SWEEPS]; /* those that differ between keys, in order of their sweeps */
    unsigned source[SWEEP_PLAN_SWEEPS];    /* their numbers in the plan: rows of counts and totals */
    unsigned sweeps;
};

/* Counts the job's keys with its threads and picks the digits that need a sweep: those that not all keys share. */
void sweep_count_all(const struct sweep_job *job, struct sweep_count *count);

#endif
