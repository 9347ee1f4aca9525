/*
 * Yardsticks: reading the keys once, and copying them once. They stand among the peers (see peer.h) and sort nothing.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include <stdlib.h>
#include <string.h>

#include "cases.h"
#include "peers.h"

static size_t key_bytes(const struct bench_case *what)
{
    return what->n * bench_type_size(what->type);
}

static enum bench_layout supports(const struct bench_case *what)
{
    return what->operation == BENCH_KEYS && what->threads == 1 ? BENCH_ARRAYS : BENCH_UNSUPPORTED;
}

static int read_keys(const struct bench_case *what, void *keys, void *values, void *scratch)
{
    (void)values, (void)scratch;
    const uint64_t *words = keys;
    size_t count = key_bytes(what) / sizeof words[0], i = 0;
    uint64_t sums[32] = {0}; /* four registers of 512 bits */
    for (; i + 32 <= count; i += 32) {
        for (size_t lane = 0; lane < 32; lane++) {
            sums[lane] |= words[i + lane];
        }
    }
    for (; i < count; i++) {
        sums[0] |= words[i];
    }
    uint64_t all = 0;
    for (size_t lane = 0; lane < 32; lane++) {
        all |= sums[lane];
    }
    __asm__ volatile("" : : "r"(all)); /* the reading is wanted, not the result */
    return 0;
}

static void *prepare_copy(const struct bench_case *what)
{
    void *memory = aligned_alloc(64, (key_bytes(what) + 63) / 64 * 64);
    if (memory != NULL) {
        memset(memory, 0, key_bytes(what));
    }
    return memory;
}

static int copy_keys(const struct bench_case *what, void *keys, void *values, void *scratch)
{
    (void)values;
    void *to = scratch != NULL ? scratch : malloc(key_bytes(what));
    if (to == NULL) {
        return 1;
    }
    memcpy(to, keys, key_bytes(what));
    __asm__ volatile("" : : "r"(to) : "memory");
    if (scratch == NULL) {
        free(to);
    }
    return 0;
}

const struct bench_peer *yardstick_at(unsigned index)
{
    static const struct bench_peer yardsticks[] = {
        {.version = BENCH_PEER_VERSION,
         .name = "read",
         .about = "reading the keys once",
         .supports = supports,
         .sort = read_keys},
        {.version = BENCH_PEER_VERSION,
         .name = "copy",
         .about = "copying the keys once",
         .supports = supports,
         .prepare = prepare_copy,
         .sort = copy_keys,
         .release = free},
    };
    return index < sizeof yardsticks / sizeof yardsticks[0] ? &yardsticks[index] : NULL;
}
