/*
 * Copying as fast as the machine can: the yardstick of `bench`, and how it refreshes the array that is sorted.
 *
 * In: a source, a destination that does not overlap it, and a team of threads. Out: the copy. Each thread copies one
 * stretch; a barrier starts and ends them. Used by bench.c.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef SWEEPSORT_PROGRAMS_BENCH_COPY_H
#define SWEEPSORT_PROGRAMS_BENCH_COPY_H

#include <stddef.h>

enum copy_way { COPY_MEMCPY, COPY_NON_TEMPORAL, COPY_WAYS };

/* "memcpy", "non-temporal". */
extern const char *const copy_way_names[COPY_WAYS];

/* Whether this machine has stores that pass the caches by. */
int copy_has_non_temporal(void);

struct copy_team;

/* A team of `threads`, the caller among them. Dies if a thread cannot be started. */
struct copy_team *copy_team_start(unsigned threads);
void copy_team_end(struct copy_team *team);

void copy_bytes(struct copy_team *team, void *to, const void *from, size_t size, enum copy_way way);

#endif
