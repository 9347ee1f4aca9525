/*
 * Every number that measurement chose, with the measurement (bench/results/ has the runs).
 */
#ifndef SWEEP_TUNING_H
#define SWEEP_TUNING_H

enum {
    /* Up to this many keys AUTO takes an insertion sort. At most 255: orders of small sorts are bytes. */
    SWEEP_INSERTION_MOST = 32,

    /* AUTO uses one thread below this many bytes of keys and values. */
    SWEEP_PARALLEL_BYTES = 1 << 18,

    /* Keys of a tile. */
    SWEEP_SPLIT_TILE = 4096,
    SWEEP_SPLIT_TILE_MOST = 1 << 24,    /* a larger one is cut to this: places in a tile are 32-bit numbers */
    SWEEP_ONESWEEP_TILE_BYTES = 1 << 17,

    /* A scatter whose destination is larger than this asks for the next line of each bucket ahead of time. */
    SWEEP_PREFETCH_BYTES = 700 << 10,

    /* LSD cuts the keys into no more chunks than keep its tables below this size. */
    SWEEP_TABLES_MOST = 64 << 20,

    /* Failed looks back at an unpublished tile before the thread yields its core. */
    SWEEP_LOOKBACK_SPINS = 256
};

#endif
