/*
 * What the peers in C++ share: the elements of a case as C++ types.
 *
 * In: a case and its untyped arrays. Out: a call of a generic function with pointers of the right type. Used by the
 * peers here.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef SWEEPSORT_BENCH_ELEMENTS_HH
#define SWEEPSORT_BENCH_ELEMENTS_HH

#include "../peer.h"

#if defined __clang__
#define PEER_COMPILER "clang " __clang_version__
#else
#define PEER_COMPILER "gcc " __VERSION__
#endif

__extension__ typedef unsigned __int128 uint128;

struct Wide {
    uint64_t words[4];
};

template <class Key, class Value> struct Record {
    Key key;
    Value value;
};

template <class Element> inline const Element &key_of(const Element &element)
{
    return element;
}

template <class Key, class Value> inline const Key &key_of(const Record<Key, Value> &record)
{
    return record.key;
}

struct ByKey {
    template <class Element> bool operator()(const Element &a, const Element &b) const
    {
        return key_of(a) < key_of(b);
    }
};

/* Calls sort(first, last) with the keys or the records of the case. 0, or 1 if it has neither. */
template <class Sort> int sort_elements(const bench_case *what, void *elements, Sort sort)
{
    auto call = [&](auto *first) {
        sort(first, first + what->n);
        return 0;
    };
    if (what->operation == BENCH_PAIRS) {
        switch (what->value_size) {
        case 4: return call(static_cast<Record<uint32_t, uint32_t> *>(elements));
        case 8: return call(static_cast<Record<uint64_t, uint64_t> *>(elements));
        case 32: return call(static_cast<Record<uint64_t, Wide> *>(elements));
        }
        return 1;
    }
    switch (what->type) {
    case BENCH_U32: return call(static_cast<uint32_t *>(elements));
    case BENCH_U64: return call(static_cast<uint64_t *>(elements));
    case BENCH_U128: return call(static_cast<uint128 *>(elements));
    case BENCH_F32: return call(static_cast<float *>(elements));
    case BENCH_F64: return call(static_cast<double *>(elements));
    }
    return 1;
}

/* Calls sort(first, last, before): indices to be ordered by their keys. */
template <class Key, class Sort>
void sort_indices_of(const bench_case *what, const void *untyped, void *values, Sort sort)
{
    const Key *keys = static_cast<const Key *>(untyped);
    uint64_t *indices = static_cast<uint64_t *>(values);
    for (size_t i = 0; i < what->n; i++) {
        indices[i] = i;
    }
    sort(indices, indices + what->n, [keys](uint64_t a, uint64_t b) { return keys[a] < keys[b]; });
}

template <class Sort> int sort_indices(const bench_case *what, const void *keys, void *indices, Sort sort)
{
    switch (what->type) {
    case BENCH_U32: sort_indices_of<uint32_t>(what, keys, indices, sort); return 0;
    case BENCH_U64: sort_indices_of<uint64_t>(what, keys, indices, sort); return 0;
    default: return 1;
    }
}

/* The layout of a peer that sorts keys and records; where it sorts indices too, argsort is an array of them. */
inline bench_layout layout_of_elements(const bench_case *what, bool argsort)
{
    switch (what->operation) {
    case BENCH_KEYS: return BENCH_ARRAYS;
    case BENCH_PAIRS: return BENCH_RECORDS;
    case BENCH_ARGSORT:
        return argsort && (what->type == BENCH_U32 || what->type == BENCH_U64) ? BENCH_ARRAYS : BENCH_UNSUPPORTED;
    }
    return BENCH_UNSUPPORTED;
}

#endif
