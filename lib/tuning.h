/*
 * Every number that measurement chose, with the measurement (bench/results/ has the runs).
 */
#ifndef SWEEP_TUNING_H
#define SWEEP_TUNING_H

#include <stddef.h>

enum {
    /* Up to this many keys a byte of key AUTO takes an insertion sort, but between the least and the most (at most 255:
       the orders of small sorts are bytes). Crossings with LSD: u32 keys at 80, u64 keys at 150. */
    SWEEP_INSERTION_PER_BYTE = 16,
    SWEEP_INSERTION_LEAST = 24,
    SWEEP_INSERTION_MOST = 128,
    SWEEP_INSERTION_BEFORE_LEAF = 1, /* where a leaf of HYBRID serves instead (8 u32 keys: 1.3 ns a key) */

    /* From this many keys on LSD on one thread takes 11-bit digits for keys alone of 4 bytes and more (u64 at 4 * 10^6:
       0.75 of the time of 8 bits, at 10^6 0.9, at 10^5 1.3; with values 8 bits are ahead throughout). */
    SWEEP_WIDE_DIGITS_FROM = 2000000,
    SWEEP_WIDE_DIGITS = 11,

    /* From this many keys of 2 bytes on, whose equals are alike, 16 bits are counted at once and the keys written anew
       (10^6 keys: 1.8 ns a key against 2.9). */
    SWEEP_COUNTING_FROM = 1 << 18,

    /* Keys alone of 4 and 8 bytes whose sample differs in so few bits, with 1.5 keys a word, are counted (10^6
       u32 keys: 16 bits, evenly spread, at 0.4 of the time of sweeps, by Zipf's law at 0.23). From so many keys on the
       scratch has room for 2^17 counts: 10^5 keys by Zipf's law differ in 17 bits. */
    SWEEP_COUNTED_MOST_BITS = 18,
    SWEEP_COUNTED_ROOM_FROM = 1 << 16,
    SWEEP_COUNTED_ROOM = sizeof(size_t) << 17,

    /* AUTO uses one thread below this many bytes of keys and values. */
    SWEEP_PARALLEL_BYTES = 1 << 20,

    /* Keys of a tile. */
    SWEEP_SPLIT_TILE = 4096,
    SWEEP_SPLIT_TILE_MOST = 1 << 24,     /* a larger one is cut to this: places in a tile are 32-bit numbers */
    SWEEP_ONESWEEP_TILE_BYTES = 1 << 19, /* two threads, u64: 0.72 of the time of 1 << 17; 1 << 21 no better */

    /* A scatter whose destination is larger than this asks for the next line of each bucket ahead of time. (Where many
       buckets lie in a cache that nothing else uses this costs a fifth; where it is shared, a third of the time is
       saved: 10^6 u32 keys by 11 bits beside a busy neighbour.) */
    SWEEP_PREFETCH_BYTES = 700 << 10,

    /* Bytes from the key being counted or moved to the line asked for (10^7 u32 keys: a count 0.54 ns a key against 1.3
       without, a scatter 1.2 against 1.6). */
    SWEEP_READ_AHEAD = 1024,

    /* Keys from which on a piece is sampled, which costs 160 ns in cache, 410 outside; and bytes that are looked at and
       counted at a time: they stay in the first-level cache in between. */
    SWEEP_HYBRID_SAMPLE_FROM = 4096,
    SWEEP_HYBRID_SAMPLE_BELOW_FROM = 384, /* below the first sweep: evenly spread keys leave smaller pieces, or large */
    SWEEP_HYBRID_BLOCK_BYTES = 16 << 10,

    /* Keys whose places a scatter takes before it writes any of them (8 buckets: 0.97 ns a key against 1.4). */
    SWEEP_SCATTER_AT_ONCE = 4,

    /* Keys from which on a scatter asks whether neighbours mostly share their bucket: it then takes places for all that
       it takes at once together (10^6 u32 keys, nearly sorted: 0.75 of the time; evenly spread ones would take 1.05).
     */
    SWEEP_SCATTER_RUNS_FROM = 4096,

    /* LSD cuts the keys into no more chunks than keep its tables below this size. */
    SWEEP_TABLES_MOST = 64 << 20,

    /* sweep_take, sweep_put: elements between the one that moves and the one that is asked for. */
    SWEEP_MOVE_AHEAD = 32,

    /* HYBRID: the pieces of a first sweep fit this, so that the second happens in the second-level cache; pieces below
       GIANT keys are one thread's. */
    SWEEP_HYBRID_PIECE_BYTES = 384 << 10,
    SWEEP_HYBRID_NEAR_BYTES = 512 << 10,
    SWEEP_HYBRID_GIANT = 1 << 16,
    SWEEP_HYBRID_FEWER_BITS = 9, /* 2 * 10^5 u32 keys: 2.9 ns a key against 3.4 by 11 bits */

    /* Where so many bits lead to leaves, and the keys do not fit a cache of one's own, two digits are counted in one
       read (10^6 u32 keys: 13 bits 0.36 ns a key, as much as 7 bits). */
    SWEEP_HYBRID_TWO_LEVELS_LEAST = 12,
    SWEEP_HYBRID_TWO_LEVELS_MOST = 13,
    SWEEP_HYBRID_FEW_TIES = 8,     /* in a leaf, sorted by insertion: a network takes 20 ns at the least */
    SWEEP_HYBRID_SCALAR_LEAF = 32, /* keys of a leaf in the portable tier, which sorts it by insertion */

    /* Pairs from which on keys and values of one size are packed into one word: 10^5 pairs of u32 at 0.76 of the time,
       of u64 at 0.85; 10^3 pairs, which lie in the first-level cache in any case, at 1.06. */
    SWEEP_HYBRID_PACK_FROM = 4096,

    /* Failed looks back at an unpublished tile before the thread yields its core. */
    SWEEP_LOOKBACK_SPINS = 256
};

#endif
