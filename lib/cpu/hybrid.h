/*
 * What the plan and the HYBRID engine must agree on: digit widths by size, and the room for tables.
 */
#ifndef SWEEP_CPU_HYBRID_H
#define SWEEP_CPU_HYBRID_H

#include "job.h"

#include "../tuning.h"

/* WIDER: bits that a digit may have beyond those that suffice for evenly spread keys. */
enum { SWEEP_HYBRID_MOST_BITS = 12, SWEEP_HYBRID_WIDER = 5, SWEEP_HYBRID_CHUNKS = 256 };

/* Bits that lead from n keys to leaves of at most `mean`. */
static inline unsigned sweep_hybrid_all_bits(size_t n, size_t mean)
{
    unsigned all = 1;

    while (all < 60 && n >> all > mean)
        all++;
    return all;
}

/* Keys of a leaf that are best, on an average: of keys of which `left` bits still rank them, after a digit of `bits`;
   as words of the key's own width, or as fragments with a number below them. */
static inline size_t sweep_hybrid_mean(bool words, unsigned left, unsigned bits, const struct sweep_tier *tier)
{
    const size_t *mean = words ? tier->words_mean : tier->order_mean;

    return mean[left > bits + (words ? 32 : 24)];
}

/* Bits, of all digits together, that lead to leaves of that mean: fewer where they leave so few that 32-bit words
 * serve. */
static inline unsigned sweep_hybrid_bits_to_leaves(bool words, unsigned left, size_t n, const struct sweep_tier *tier)
{
    unsigned all = sweep_hybrid_all_bits(n, sweep_hybrid_mean(words, 0, 0, tier));

    return sweep_hybrid_all_bits(n, sweep_hybrid_mean(words, left, all, tier));
}

/* Bits of the first digit of a piece of n records of `record` bytes. */
static inline unsigned sweep_hybrid_bits(bool words, unsigned left, size_t n, size_t record,
                                         const struct sweep_tier *tier)
{
    unsigned all = sweep_hybrid_bits_to_leaves(words, left, n, tier), first = 1;

    if (all <= SWEEP_HYBRID_MOST_BITS) {
        /* rather large leaves of 32-bit words than so many buckets */
        if (words && all > SWEEP_HYBRID_FEWER_BITS && left <= SWEEP_HYBRID_FEWER_BITS + 32 &&
            n >> SWEEP_HYBRID_FEWER_BITS <= tier->words_most[0] / 4)
            return SWEEP_HYBRID_FEWER_BITS;
        return all < 3 ? 3 : all;
    }
    /* two levels or more: the pieces of the first fit the cache in which the second happens */
    while (first < SWEEP_HYBRID_MOST_BITS && n >> first > SWEEP_HYBRID_PIECE_BYTES / record)
        first++;
    return first > all / 2 ? first : all / 2 < SWEEP_HYBRID_MOST_BITS ? all / 2 : SWEEP_HYBRID_MOST_BITS;
}

/* The bits of two digits that lead from a piece to leaves and are counted in one read; 0: they are not. */
static inline unsigned sweep_hybrid_two_digits(bool words, unsigned left, size_t n, size_t record,
                                               const struct sweep_tier *tier)
{
    unsigned all = sweep_hybrid_bits_to_leaves(words, left, n, tier);
    bool two = n > SWEEP_PREFETCH_BYTES / record && all >= SWEEP_HYBRID_TWO_LEVELS_LEAST &&
               all <= SWEEP_HYBRID_TWO_LEVELS_MOST && all < left;

    return two ? all : 0;
}

/* Entries of one thread's tables. The digits of nested levels consume the key's bits, and none is wider than `most`:
   what is chosen for n records or fewer. Two digits that are counted in one read come first, once, and take more. */
static inline size_t sweep_hybrid_table_entries(size_t n, size_t key_size, size_t record, unsigned fixed_bits,
                                                size_t mean)
{
    unsigned width = (unsigned)key_size * 8, most = fixed_bits;

    if (most == 0)
        for (most = 3 + SWEEP_HYBRID_WIDER; most < SWEEP_HYBRID_MOST_BITS && n >> (most - SWEEP_HYBRID_WIDER) > mean;)
            most++;
    if (most > width)
        most = width;
    size_t levels = (size_t)((width + most - 1) / most) << most;
    return n > SWEEP_PREFETCH_BYTES / record ? levels + ((size_t)1 << SWEEP_HYBRID_TWO_LEVELS_MOST) : levels;
}

#endif
