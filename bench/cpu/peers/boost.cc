/*
 * Peers: Boost.Sort's spreadsort (a radix hybrid, one thread) and block_indirect_sort (parallel). See ../peer.h.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "elements.hh"

#include <boost/sort/block_indirect_sort/block_indirect_sort.hpp>
#include <boost/sort/spreadsort/spreadsort.hpp>
#include <boost/version.hpp>

#define BOOST_NUMBER_TEXT(number) BOOST_NUMBER_TEXT_(number)
#define BOOST_NUMBER_TEXT_(number) #number
#define ABOUT "Boost " BOOST_NUMBER_TEXT(BOOST_VERSION) ", " PEER_COMPILER

struct ShiftedKey {
    template <class Element> auto operator()(const Element &element, unsigned offset) const
    {
        return key_of(element) >> offset;
    }
};

template <class Element> static void spread(Element *first, Element *last)
{
    boost::sort::spreadsort::integer_sort(first, last, ShiftedKey(), ByKey());
}

static void spread(float *first, float *last)
{
    boost::sort::spreadsort::float_sort(first, last);
}

static void spread(double *first, double *last)
{
    boost::sort::spreadsort::float_sort(first, last);
}

static void spread(uint128 *, uint128 *) /* not supported, and never asked for */
{
}

static int sort_spread(const bench_case *what, void *keys, void *, void *)
{
    return sort_elements(what, keys, [](auto *first, auto *last) { spread(first, last); });
}

static int sort_block_indirect(const bench_case *what, void *keys, void *values, void *)
{
    const unsigned threads = what->threads;
    if (what->operation == BENCH_ARGSORT) {
        return sort_indices(what, keys, values, [threads](auto first, auto last, auto before) {
            boost::sort::block_indirect_sort(first, last, before, threads);
        });
    }
    return sort_elements(what, keys, [threads](auto *first, auto *last) {
        boost::sort::block_indirect_sort(first, last, ByKey(), threads);
    });
}

static bench_layout supports_spread(const bench_case *what)
{
    return what->threads == 1 && what->type != BENCH_U128 ? layout_of_elements(what, false) : BENCH_UNSUPPORTED;
}

static bench_layout supports_block_indirect(const bench_case *what)
{
    return what->threads > 1 ? layout_of_elements(what, true) : BENCH_UNSUPPORTED;
}

const bench_peer *bench_peer_at(unsigned index)
{
    static const struct bench_peer peers[] = {
        {BENCH_PEER_VERSION, 0, "spreadsort", ABOUT, supports_spread, nullptr, sort_spread, nullptr},
        {BENCH_PEER_VERSION, 0, "block_indirect", "block_indirect_sort of " ABOUT, supports_block_indirect, nullptr,
         sort_block_indirect, nullptr},
    };
    return index < sizeof peers / sizeof peers[0] ? &peers[index] : nullptr;
}
