/*
 * The targets: what sweepsort is meant to reach against a peer, a yardstick or itself on random keys.
 *
 * In: targets by number, and the results. Out: the cases that a target needs, and a list of all targets with what was
 * measured. Used by main.c.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef SWEEPSORT_BENCH_TARGETS_H
#define SWEEPSORT_BENCH_TARGETS_H

#include "report.h"

/* A case of target number i: true and filled in, or false past the last. */
bool target_case(unsigned i, struct bench_case *what, unsigned *data_kind);

/* Prints every target whose case is among the results. */
void targets_print(const struct results *results);

#endif
