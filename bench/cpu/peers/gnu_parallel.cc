/*
 * Peer: __gnu_parallel::sort, the parallel mode of libstdc++ over OpenMP. See ../peer.h.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "elements.hh"

#include <parallel/algorithm>

static int sort(const bench_case *what, void *keys, void *values, void *)
{
    __gnu_parallel::default_parallel_tag threads(static_cast<__gnu_parallel::_ThreadIndex>(what->threads));
    if (what->operation == BENCH_ARGSORT) {
        return sort_indices(what, keys, values, [threads](auto first, auto last, auto before) {
            __gnu_parallel::sort(first, last, before, threads);
        });
    }
    return sort_elements(what, keys,
                         [threads](auto *first, auto *last) { __gnu_parallel::sort(first, last, ByKey(), threads); });
}

static bench_layout supports(const bench_case *what)
{
    return what->threads > 1 ? layout_of_elements(what, true) : BENCH_UNSUPPORTED;
}

const bench_peer *bench_peer_at(unsigned index)
{
    static const struct bench_peer peer = {
        BENCH_PEER_VERSION, 0,       "gnu_parallel", "__gnu_parallel::sort of libstdc++, " PEER_COMPILER,
        supports,           nullptr, sort,           nullptr};
    return index == 0 ? &peer : nullptr;
}
