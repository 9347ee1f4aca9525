/*
 * What the plan and the HYBRID engine must agree on: digit widths by size, and the room for tables.
 */
#ifndef SWEEP_CPU_HYBRID_H
#define SWEEP_CPU_HYBRID_H

#include "job.h"

#include "../tuning.h"

/* WIDER: bits that a digit may have beyond those that suffice for evenly spread keys. */
enum { SWEEP_HYBRID_MOST_BITS = 12, SWEEP_HYBRID_WIDER = 5, SWEEP_HYBRID_CHUNKS = 256 };

/* Digit bits for a piece of n records of `record` bytes that is to end in leaves of at most `mean` keys. */
static inline unsigned sweep_hybrid_bits(size_t n, size_t record, size_t mean)
{
    unsigned all = 1, first = 1;

    while (all < 60 && n >> all > mean)
        all++;
    if (all <= SWEEP_HYBRID_MOST_BITS)
        return all < 3 ? 3 : all;
    /* two levels or more: the pieces of the first fit the cache in which the second happens */
    while (first < SWEEP_HYBRID_MOST_BITS && n >> first > SWEEP_HYBRID_PIECE_BYTES / record)
        first++;
    return first > all / 2 ? first : all / 2 < SWEEP_HYBRID_MOST_BITS ? all / 2 : SWEEP_HYBRID_MOST_BITS;
}

/* The same for keys of which `left` bits still rank them: as words of the key's own width, or as fragments with a number
   below them. A digit that leaves so few bits that 32-bit words serve may be narrower. */
static inline unsigned sweep_hybrid_leaf_bits(bool words, unsigned left, size_t n, size_t record, const struct sweep_tier *tier)
{
    unsigned bits = sweep_hybrid_bits(n, record, words ? tier->words_mean[0] : tier->order_mean[0]);

    if (left <= bits + (words ? 32 : 24))
        return bits;
    return sweep_hybrid_bits(n, record, words ? tier->words_mean[1] : tier->order_mean[1]);
}

/* Entries of one thread's tables. The digits of nested levels consume the key's bits, and none is wider than `most`: what
   is chosen for n records or fewer. */
static inline size_t sweep_hybrid_table_entries(size_t n, size_t key_size, unsigned fixed_bits, size_t mean)
{
    unsigned width = (unsigned)key_size * 8, most = fixed_bits;

    if (most == 0)
        for (most = 3 + SWEEP_HYBRID_WIDER; most < SWEEP_HYBRID_MOST_BITS && n >> (most - SWEEP_HYBRID_WIDER) > mean;)
            most++;
    if (most > width)
        most = width;
    return (size_t)((width + most - 1) / most) << most;
}

#endif
