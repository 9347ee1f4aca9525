/*
 * Measuring one case: every peer that takes it, in interleaved rounds, each output checked.
 *
 * In: a case, a kind of data, the peers. Out: nanoseconds a key: least, quartiles and median, by the wall clock and,
 * for one thread, by that thread's processor time, which others on the machine disturb less.
 * A round runs every peer once, each on the same input laid out afresh outside the clock. A peer four times slower than
 * the fastest sits out the rounds after its third (in the quick form, after 0.1 s).
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef SWEEPSORT_BENCH_MEASURE_H
#define SWEEPSORT_BENCH_MEASURE_H

#include "cases.h"
#include "peers.h"

struct settings {
    unsigned rounds; /* 0: at least 5, and as many as fit into `seconds` */
    double seconds;
    double slow_seconds; /* a slow peer that took this long sits out before its third round */
    bool cold;           /* every sort finds its own scratch */
    uint64_t seed;
};

struct timing {
    double least, first_quartile, median, third_quartile; /* ns a key */
};

struct entry {
    const struct contestant *contestant;
    enum bench_layout layout;
    unsigned rounds;
    bool sat_out;
    struct timing wall, processor;
    char wrong[160]; /* what its output was lacking; empty if nothing */
};

struct result {
    struct bench_case what;
    unsigned data_kind;
    size_t arrays;     /* sorted within one reading of the clock */
    bool by_processor; /* the clock that the ratios use: processor time where the wall clock's quartiles of a
                          peer, or its two clocks, are more than a tenth apart */
    unsigned count;
    struct entry entries[PEERS_MOST];
};

void measure(struct result *result, const struct bench_case *what, unsigned data_kind, const struct peers *peers,
             const struct settings *settings);

/* The median by the result's clock. */
double entry_time(const struct result *result, const struct entry *entry);

/* The entry of that name, right and timed; NULL if there is none. */
const struct entry *result_entry(const struct result *result, const char *name);

/* sweepsort's entry is the first. The fastest of the others that sort, and are right; NULL if there are none. */
const struct entry *result_best_peer(const struct result *result);

#endif
