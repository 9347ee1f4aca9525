/*
 * Peers: qsort, std::sort and std::stable_sort, as the C and C++ libraries have them. See ../peer.h.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "elements.hh"

#include <algorithm>
#include <cstdlib>

template <class Element> static int compare(const void *a, const void *b)
{
    const auto &x = key_of(*static_cast<const Element *>(a)), &y = key_of(*static_cast<const Element *>(b));
    return (x > y) - (x < y);
}

template <class Element> static void sort_by_qsort(Element *first, Element *last)
{
    std::qsort(first, static_cast<size_t>(last - first), sizeof(Element), compare<Element>);
}

static int sort_qsort(const bench_case *what, void *keys, void *, void *)
{
    return sort_elements(what, keys, [](auto *first, auto *last) { sort_by_qsort(first, last); });
}

static int sort_std(const bench_case *what, void *keys, void *values, void *)
{
    if (what->operation == BENCH_ARGSORT) {
        return sort_indices(what, keys, values,
                            [](auto first, auto last, auto before) { std::sort(first, last, before); });
    }
    return sort_elements(what, keys, [](auto *first, auto *last) { std::sort(first, last, ByKey()); });
}

static int sort_stable(const bench_case *what, void *keys, void *values, void *)
{
    if (what->operation == BENCH_ARGSORT) {
        return sort_indices(what, keys, values,
                            [](auto first, auto last, auto before) { std::stable_sort(first, last, before); });
    }
    return sort_elements(what, keys, [](auto *first, auto *last) { std::stable_sort(first, last, ByKey()); });
}

static bench_layout supports_all(const bench_case *what)
{
    return what->threads == 1 ? layout_of_elements(what, true) : BENCH_UNSUPPORTED;
}

static bench_layout supports_elements(const bench_case *what)
{
    return what->threads == 1 ? layout_of_elements(what, false) : BENCH_UNSUPPORTED;
}

const bench_peer *bench_peer_at(unsigned index)
{
    static const struct bench_peer peers[] = {
        {BENCH_PEER_VERSION, 0, "std::sort", "libstdc++, " PEER_COMPILER, supports_all, nullptr, sort_std, nullptr},
        {BENCH_PEER_VERSION, 1, "stable_sort", "std::stable_sort of libstdc++, " PEER_COMPILER, supports_all, nullptr,
         sort_stable, nullptr},
        {BENCH_PEER_VERSION, 0, "qsort", "the C library's, " PEER_COMPILER, supports_elements, nullptr, sort_qsort,
         nullptr},
    };
    return index < sizeof peers / sizeof peers[0] ? &peers[index] : nullptr;
}
