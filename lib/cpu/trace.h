/*
 * What test builds see of a sort, and invariants that they check as they run. Elsewhere all of it is nothing.
 */
#ifndef SWEEP_CPU_TRACE_H
#define SWEEP_CPU_TRACE_H

#ifdef SWEEP_TEST

#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>

extern atomic_ullong sweep_keys_touched;        /* keys looked at, counted, moved or sorted in base cases, by HYBRID */
extern atomic_ullong sweep_digit_keys[128][17]; /* of each digit [place][bits]: keys that were partitioned by it */

/* Not assert(): a release build of the tests is to see it too. */
#define SWEEP_INVARIANT(holds)                                                                                         \
    ((holds) ? (void)0 : (fprintf(stderr, "%s:%d: does not hold: %s\n", __FILE__, __LINE__, #holds), abort()))
#define SWEEP_TRACE_KEYS(n) atomic_fetch_add_explicit(&sweep_keys_touched, n, memory_order_relaxed)
#define SWEEP_TRACE_DIGIT(place, bits, n)                                                                              \
    atomic_fetch_add_explicit(&sweep_digit_keys[place][(bits) < 17 ? (bits) : 0], n, memory_order_relaxed)
#else
#define SWEEP_INVARIANT(holds) ((void)0)
#define SWEEP_TRACE_KEYS(n) ((void)0)
#define SWEEP_TRACE_DIGIT(place, bits, n) ((void)0)
#endif

#endif
