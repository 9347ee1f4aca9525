/*
 * The peers that take part.
 *
 * In: shared objects (see peer.h): those built with the benchmark, which a list beside the program names together with
 * those that could not be built, and those given by --peer. Out: all their peers, sweepsort first, yardsticks last.
 * A peer whose name is taken already gets "#2", "#3", ... behind it.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef SWEEPSORT_BENCH_PEERS_H
#define SWEEPSORT_BENCH_PEERS_H

#include <stdbool.h>

#include "peer.h"

#define PEERS_MOST 64

struct contestant {
    char name[32];
    const struct bench_peer *peer;
    bool yardstick; /* does not sort: reads or copies the keys, as a measure of what is possible */
};

struct peers {
    unsigned count;
    struct contestant all[PEERS_MOST];
    unsigned missing_count;
    char missing[PEERS_MOST][160]; /* "name: why it was not built" */
};

/* The yardsticks: read, copy, in yardsticks.c. */
const struct bench_peer *yardstick_at(unsigned index);

/* Adds the peers of one shared object; dies where it is none. */
void peers_open(struct peers *peers, const char *path);

/* Adds those built with the benchmark, from the list. */
void peers_open_built(struct peers *peers, const char *list);

void peers_add_yardsticks(struct peers *peers);

/* Keeps those in the comma-separated list of names, sweepsort and the yardsticks; dies at a name that is none. */
void peers_keep(struct peers *peers, const char *names);

#endif
