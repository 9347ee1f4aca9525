/*
 * Peer: oneTBB's parallel_sort. See ../peer.h.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "elements.hh"

#include <oneapi/tbb/parallel_sort.h>
#include <oneapi/tbb/task_arena.h>
#include <oneapi/tbb/version.h>

/* Warm: the arena's threads are there before the clock starts. */
static void *prepare(const bench_case *what)
{
    tbb::task_arena *arena = new tbb::task_arena(static_cast<int>(what->threads));
    arena->initialize();
    return arena;
}

static void release(void *scratch)
{
    delete static_cast<tbb::task_arena *>(scratch);
}

static int sort(const bench_case *what, void *keys, void *values, void *scratch)
{
    if (scratch == nullptr) {
        tbb::task_arena arena(static_cast<int>(what->threads));
        return sort(what, keys, values, &arena);
    }
    return static_cast<tbb::task_arena *>(scratch)->execute([=] {
        if (what->operation == BENCH_ARGSORT) {
            return sort_indices(what, keys, values,
                                [](auto first, auto last, auto before) { tbb::parallel_sort(first, last, before); });
        }
        return sort_elements(what, keys, [](auto *first, auto *last) { tbb::parallel_sort(first, last, ByKey()); });
    });
}

static bench_layout supports(const bench_case *what)
{
    return what->threads > 1 ? layout_of_elements(what, true) : BENCH_UNSUPPORTED;
}

const bench_peer *bench_peer_at(unsigned index)
{
    static const struct bench_peer peer = {
        BENCH_PEER_VERSION, 0,       "tbb", "parallel_sort of oneTBB " TBB_VERSION_STRING ", " PEER_COMPILER,
        supports,           prepare, sort,  release};
    return index == 0 ? &peer : nullptr;
}
