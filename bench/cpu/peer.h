/*
 * A peer: a sort that the benchmark measures beside sweepsort, in a shared object with one function.
 *
 * A peer is written in any language that can export a C function. It exports `bench_peer_at`; the benchmark opens the
 * shared object (--peer FILE.so), asks for peer 0, 1, ... until it gets NULL, and calls the functions of each from one
 * thread. Nothing but this header is needed:
 *
 *     #include "peer.h"
 *     #include <stdlib.h>
 *
 *     static int compare(const void *a, const void *b)
 *     {
 *         uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
 *         return (x > y) - (x < y);
 *     }
 *     static enum bench_layout supports(const struct bench_case *what)
 *     {
 *         return what->operation == BENCH_KEYS && what->type == BENCH_U32 && what->threads == 1
 *                    ? BENCH_ARRAYS : BENCH_UNSUPPORTED;
 *     }
 *     static int sort(const struct bench_case *what, void *keys, void *values, void *scratch)
 *     {
 *         (void)values, (void)scratch;
 *         qsort(keys, what->n, sizeof(uint32_t), compare);
 *         return 0;
 *     }
 *     const struct bench_peer *bench_peer_at(unsigned index)
 *     {
 *         static const struct bench_peer peer = {.version = BENCH_PEER_VERSION, .name = "mine", .about = "version 1",
 *                                                .supports = supports, .sort = sort};
 *         return index == 0 ? &peer : NULL;
 *     }
 *
 *     cc -O3 -shared -fPIC -o mine.so mine.c && bench_cpu --peer ./mine.so --types u32
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef SWEEPSORT_BENCH_PEER_H
#define SWEEPSORT_BENCH_PEER_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define BENCH_PEER_VERSION 1

/* u128 is unsigned __int128. Floats hold no NaN and no -0: keys that tie are the same bits. */
enum bench_type { BENCH_U32 = 1, BENCH_U64, BENCH_U128, BENCH_F32, BENCH_F64 };

/* All sorts are ascending.
   KEYS:    sort n keys in place.
   PAIRS:   the same, and each value moves with its key.
   ARGSORT: write n indices (uint64_t, from 0) so that keys[indices[0]] comes first; the keys are only read. */
enum bench_operation { BENCH_KEYS = 1, BENCH_PAIRS, BENCH_ARGSORT };

struct bench_case {
    enum bench_operation operation;
    enum bench_type type;
    size_t value_size; /* PAIRS: bytes of a value (4 with u32 keys; 8 or 32 with u64 keys). ARGSORT: 8. KEYS: 0 */
    unsigned threads;  /* how many the sort may use, the calling one among them */
    size_t n;
};

/* Where keys and values lie. The benchmark lays them out as the peer likes it, outside the clock.
   ARRAYS:              one array of keys and one of values (or indices).
   RECORDS:             PAIRS alone: one array, in it a key and then its value; `values` is NULL.
   RECORDS_VALUE_FIRST: the same with the value before its key. */
enum bench_layout { BENCH_UNSUPPORTED = 0, BENCH_ARRAYS, BENCH_RECORDS, BENCH_RECORDS_VALUE_FIRST };

struct bench_peer {
    int version;       /* BENCH_PEER_VERSION */
    int stable;        /* not 0: ties keep their order, and the benchmark holds the peer to it */
    const char *name;  /* short: the head of a column */
    const char *about; /* version and compiler, on one line */

    /* Whether the peer takes the case, and in which layout. */
    enum bench_layout (*supports)(const struct bench_case *what);

    /* Called once, outside the clock, before sorts of this case; what it returns is their scratch, for release to free
       in the end. Both may be NULL. Where scratch is to be cold it is not called, and `scratch` is NULL. */
    void *(*prepare)(const struct bench_case *what);

    /* Sorts; this is what is timed. Arrays begin at a cache line. Returns 0, or anything else if it failed. */
    int (*sort)(const struct bench_case *what, void *keys, void *values, void *scratch);

    void (*release)(void *scratch);
};

/* The shared object's peers, NULL after the last: the one function that it exports for the benchmark. */
#if defined __GNUC__
__attribute__((visibility("default")))
#endif
const struct bench_peer *
bench_peer_at(unsigned index);

#ifdef __cplusplus
}
#endif

#endif
