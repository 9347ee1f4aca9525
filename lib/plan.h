/*
 * What a sort will do, decided before it does it: the public plan, and beside it what only the library needs: the
 * checked options, the transform, and where each piece of scratch lies.
 */
#ifndef SWEEP_PLAN_H
#define SWEEP_PLAN_H

#include "options.h"

/* Pieces of scratch, as offsets from its start, each 64-byte aligned. A piece that is not needed has size 0. */
struct sweep_layout {
    size_t keys[2];       /* n keys each: where sweeps go to and fro; the second only for argsort */
    size_t counted_bytes; /* HYBRID: from keys[0] on, room for the tables of a counting sort; 0: there is none */
    size_t values;        /* n values or indices */
    size_t near_keys, near_values; /* HYBRID: for each thread a buffer that stays in its cache */
    size_t order, gathered;        /* by_index: the indices, and the values in their new order */
    size_t counts;                 /* size_t counts: [chunks][digits][radix]; HYBRID: each thread's tables */
    size_t totals;                 /* size_t: [digits][radix] */
    size_t states;                 /* SPLIT: size_t [radix][tiles]; ONESWEEP: 64-bit [tiles][radix] */
    size_t tiles;                  /* SPLIT: a tile's digits and order, for each thread */
    size_t total;                  /* bytes in all */
};

struct sweep_blueprint {
    sweep_plan plan;
    sweep_transform transform;
    struct sweep_layout layout;
    enum sweep_kind kind;
    size_t key_size;
    size_t moved_size;   /* bytes of the value that moves with a key in a sweep: value, index or 0 */
    unsigned begin, end; /* the bit window */
    unsigned digit_bits; /* what the caller asked for; 0: the plan's choice */
    unsigned radix;      /* 2 to the power of the widest digit: the stride of the tables */
    size_t chunks;       /* pieces in which LSD, and every first counting read, cuts the keys */
    size_t tile_count;
    size_t giant;         /* HYBRID: pieces of this many keys are swept by all threads together */
    size_t near;          /* HYBRID: records of a thread's NEAR buffer; 0 where all records are as few */
    size_t table_entries; /* HYBRID: of a thread's tables */
};

/* The whole blueprint. Options, operation and sizes are checked ones (options.h); what is refused here is scratch:
   SWEEP_ERR_UNSUPPORTED: above memory_limit; SWEEP_ERR_MEMORY: more than can be counted. */
sweep_status sweep_blueprint_make(struct sweep_blueprint *blueprint, sweep_operation operation, size_t n,
                                  sweep_type type, size_t value_size, const sweep_options *checked);

/* The blueprint of a sort that is one leaf of HYBRID, in a quarter of the time; false where the sort is something else
   (or an error). Only what such a run reads is set. */
bool sweep_blueprint_leaf(struct sweep_blueprint *blueprint, sweep_operation operation, size_t n, sweep_type type,
                          size_t value_size, const sweep_options *checked);

#endif
