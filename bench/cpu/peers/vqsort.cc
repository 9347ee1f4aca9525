/*
 * Peer: vqsort, the vectorised quicksort of Highway's contrib directory, compiled here for this machine's CPU.
 *
 * Two changes make it as fast as it can be, both to its advantage:
 * - Its random seed comes from the array's address and length: the packaged one asks the system for random bits at
 *   every call, which costs more than sorting some hundred keys.
 * - It sorts with several threads: the array is partitioned in two by vqsort's own partition step, half of it by each
 *   thread, and each side is then sorted by a thread of its own.
 * Pairs are records that it sorts by key alone. Argsort packs key and index into one such record, sorts, and unpacks.
 * See ../peer.h.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <thread>

#include "elements.hh"

#include <hwy/highway.h>
#include <hwy/contrib/sort/traits-inl.h>
#include <hwy/contrib/sort/traits128-inl.h>
#include <hwy/contrib/sort/vqsort-inl.h>

void hwy::Sorter::Fill24Bytes(const void *keys, size_t n, void *bytes)
{
    const uint64_t place = reinterpret_cast<uintptr_t>(keys), seed[3] = {place, n, (n ^ place) * 0x9e3779b97f4a7c15u};
    std::memcpy(bytes, seed, sizeof seed);
}

HWY_BEFORE_NAMESPACE();
namespace hwy {
namespace HWY_NAMESPACE {

/* A kind of elements: their lane type, lanes an element, and traits. Less(a, b) compares two by their first lanes. */
template <class Lane_> struct Keys {
    using Lane = Lane_;
    static constexpr size_t lanes = 1;
    static auto traits()
    {
        return detail::SharedTraits<detail::TraitsLane<detail::OrderAscending<Lane>>>();
    }
    static bool less(const Lane *a, const Lane *b)
    {
        return *a < *b;
    }
};

struct Keys128 {
    using Lane = uint64_t;
    static constexpr size_t lanes = 2;
    static auto traits()
    {
        return detail::SharedTraits<detail::Traits128<detail::OrderAscending128>>();
    }
    static bool less(const Lane *a, const Lane *b)
    {
        return a[1] != b[1] ? a[1] < b[1] : a[0] < b[0];
    }
};

struct Pairs64 { /* a 4-byte value, then its 4-byte key */
    using Lane = uint64_t;
    static constexpr size_t lanes = 1;
    static auto traits()
    {
        return detail::SharedTraits<detail::TraitsLane<detail::OrderAscendingKV64>>();
    }
    static bool less(const Lane *a, const Lane *b)
    {
        return *a >> 32 < *b >> 32;
    }
};

struct Pairs128 { /* an 8-byte value, then its 8-byte key */
    using Lane = uint64_t;
    static constexpr size_t lanes = 2;
    static auto traits()
    {
        return detail::SharedTraits<detail::Traits128<detail::OrderAscendingKV128>>();
    }
    static bool less(const Lane *a, const Lane *b)
    {
        return a[1] < b[1];
    }
};

template <class Kind> static void sort_serial(typename Kind::Lane *keys, size_t n)
{
    const SortTag<typename Kind::Lane> d;
    if (n > 1) {
        Sort(d, Kind::traits(), keys, n * Kind::lanes, static_cast<typename Kind::Lane *>(nullptr));
    }
}

/* Moves the elements up to the pivot to the front; returns how many there are. */
template <class Kind> static size_t partition(typename Kind::Lane *keys, size_t n, const typename Kind::Lane *pivot)
{
    using Lane = typename Kind::Lane;
    const SortTag<Lane> d;
    HWY_ALIGN Lane buffer[SortConstants::BufNum<Lane>(HWY_LANES(Lane))];
    const auto traits = Kind::traits();
    return detail::Partition(d, traits, keys, n * Kind::lanes, traits.SetKey(d, pivot), buffer) / Kind::lanes;
}

template <class Kind> static void sort_halves(typename Kind::Lane *keys, size_t n, unsigned threads)
{
    using Lane = typename Kind::Lane;
    constexpr size_t samples = 1023, smallest = size_t(1) << 15;
    if (threads < 2 || n < smallest) {
        sort_serial<Kind>(keys, n);
        return;
    }
    struct Sample {
        Lane lanes[Kind::lanes];
    } sample[samples];
    for (size_t i = 0; i < samples; i++) {
        std::memcpy(&sample[i], keys + n / samples * i * Kind::lanes, sizeof sample[i]);
    }
    std::nth_element(sample, sample + samples / 2, sample + samples,
                     [](const Sample &a, const Sample &b) { return Kind::less(a.lanes, b.lanes); });
    const Lane *pivot = sample[samples / 2].lanes;

    const size_t half = n / 2;
    Lane *right = keys + half * Kind::lanes;
    size_t low_of_left = 0;
    std::thread other([&] { low_of_left = partition<Kind>(keys, half, pivot); });
    const size_t low_of_right = partition<Kind>(right, n - half, pivot);
    other.join();

    /* | low | high | low | high |: the two parts in the middle change places, as far as they overlap. */
    const size_t high_of_left = half - low_of_left, swapped = std::min(high_of_left, low_of_right);
    Lane *middle = keys + low_of_left * Kind::lanes, *end = right + low_of_right * Kind::lanes;
    std::swap_ranges(middle, middle + swapped * Kind::lanes, end - swapped * Kind::lanes);

    const size_t low = low_of_left + low_of_right;
    std::thread sorter([&] { sort_halves<Kind>(keys, low, threads / 2); });
    sort_halves<Kind>(keys + low * Kind::lanes, n - low, threads - threads / 2);
    sorter.join();
}

template <class Kind> static void sort(void *elements, const bench_case *what)
{
    sort_halves<Kind>(static_cast<typename Kind::Lane *>(elements), what->n, what->threads);
}

/* u32: the records are u64, sorted whole: a stable sort. u64: pairs, by key alone. */
static void argsort_u32(const bench_case *what, const uint32_t *keys, uint64_t *indices, uint64_t *records)
{
    for (size_t i = 0; i < what->n; i++) {
        records[i] = uint64_t(keys[i]) << 32 | i;
    }
    sort<Keys<uint64_t>>(records, what);
    for (size_t i = 0; i < what->n; i++) {
        indices[i] = records[i] & 0xffffffff;
    }
}

static void argsort_u64(const bench_case *what, const uint64_t *keys, uint64_t *indices, uint64_t *records)
{
    for (size_t i = 0; i < what->n; i++) {
        records[2 * i] = i;
        records[2 * i + 1] = keys[i];
    }
    sort<Pairs128>(records, what);
    for (size_t i = 0; i < what->n; i++) {
        indices[i] = records[2 * i];
    }
}

static int sort_case(const bench_case *what, void *keys, void *values, void *scratch)
{
    if (what->operation == BENCH_PAIRS) {
        what->value_size == 4 ? sort<Pairs64>(keys, what) : sort<Pairs128>(keys, what);
        return 0;
    }
    if (what->operation == BENCH_ARGSORT) {
        uint64_t *indices = static_cast<uint64_t *>(values), *records = static_cast<uint64_t *>(scratch);
        what->type == BENCH_U32 ? argsort_u32(what, static_cast<uint32_t *>(keys), indices, records)
                                : argsort_u64(what, static_cast<uint64_t *>(keys), indices, records);
        return 0;
    }
    switch (what->type) {
    case BENCH_U32: sort<Keys<uint32_t>>(keys, what); return 0;
    case BENCH_U64: sort<Keys<uint64_t>>(keys, what); return 0;
    case BENCH_U128: sort<Keys128>(keys, what); return 0;
    case BENCH_F32: sort<Keys<float>>(keys, what); return 0;
    case BENCH_F64: sort<Keys<double>>(keys, what); return 0;
    }
    return 1;
}

} // namespace HWY_NAMESPACE
} // namespace hwy
HWY_AFTER_NAMESPACE();

static bench_layout supports(const bench_case *what)
{
    switch (what->operation) {
    case BENCH_KEYS: return BENCH_ARRAYS;
    case BENCH_PAIRS:
        return what->value_size == 4 || what->value_size == 8 ? BENCH_RECORDS_VALUE_FIRST : BENCH_UNSUPPORTED;
    case BENCH_ARGSORT: return what->type == BENCH_U32 || what->type == BENCH_U64 ? BENCH_ARRAYS : BENCH_UNSUPPORTED;
    }
    return BENCH_UNSUPPORTED;
}

/* Argsort's records. */
static void *prepare(const bench_case *what)
{
    return what->operation == BENCH_ARGSORT ? std::aligned_alloc(64, (what->n * 16 + 63) / 64 * 64) : nullptr;
}

static int sort(const bench_case *what, void *keys, void *values, void *scratch)
{
    if (scratch != nullptr || what->operation != BENCH_ARGSORT) {
        return hwy::HWY_NAMESPACE::sort_case(what, keys, values, scratch);
    }
    scratch = prepare(what);
    int status = scratch == nullptr ? 1 : hwy::HWY_NAMESPACE::sort_case(what, keys, values, scratch);
    std::free(scratch);
    return status;
}

const bench_peer *bench_peer_at(unsigned index)
{
    static char about[256];
    static const struct bench_peer peer = {BENCH_PEER_VERSION, 0, "vqsort", about, supports, prepare, sort, std::free};
    std::snprintf(about, sizeof about, "Highway %d.%d.%d for %s, %s", HWY_MAJOR, HWY_MINOR, HWY_PATCH,
                  hwy::TargetName(HWY_STATIC_TARGET), PEER_COMPILER);
    return index == 0 ? &peer : nullptr;
}
