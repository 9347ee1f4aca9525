/*
 * A tier: the inner loops of the CPU engines, compiled for one instruction set. The engines (lsd.c, onesweep.c,
 * split.c) are plain C over these functions and the same for every tier.
 */
#ifndef SWEEP_CPU_TIERS_TIER_H
#define SWEEP_CPU_TIERS_TIER_H

#include "../../key.h"
#include "../../tuning.h"

/* Values that move with keys: sizes 0 (none), 1, 2, 4, 8 and 16 bytes. */
enum { SWEEP_VALUE_KINDS = 6, SWEEP_HEAVY_MOST = 16 };

static inline unsigned sweep_value_kind(size_t size)
{
    switch (size) {
    case 1: return 1;
    case 2: return 2;
    case 4: return 3;
    case 8: return 4;
    case 16: return 5;
    default: return 0;
    }
}

/* One scatter: where n keys and their values come from and go to. */
struct sweep_scatter {
    const void *keys;
    const void *values; /* NULL where the value kind has a size: the values are first_index, first_index + 1, ... */
    void *keys_out;     /* NULL: only the values are wanted */
    void *values_out;
    size_t n;
    size_t first_index;
    size_t *offsets; /* of each bucket: where its next key goes; advanced past the keys that went there */
    sweep_digit digit;
    bool prefetch; /* the destination is larger than the fast caches */
    bool runs;     /* neighbours mostly share their bucket */
};

/* A base case of pairs: few keys and their values, from one place to another or in place. */
struct sweep_base_case {
    const void *keys;
    const void *values; /* NULL with a value_size: the values are first_index, first_index + 1, ... */
    void *keys_out;     /* the same pointer or another array; NULL: only the values are wanted */
    void *values_out;   /* likewise; NULL: there are none */
    size_t n, first_index, value_size;
    unsigned begin, end; /* the keys may differ in these bits of their ordered words, and are ranked by them */
    bool whole;          /* the keys are the same in all bits from `end` up, and `begin` is 0 */
};

/* What keys differ in. */
struct sweep_difference {
    uint64_t low, high; /* ones where some key's ordered word differs from the first key's, inside the window */
    bool special;       /* there is a -0 or a NaN with a rule of its own: equal keys may have unequal bits */
};

/* One above the highest bit in which they differ; 0: in none. */
static inline unsigned sweep_difference_end(const struct sweep_difference *d)
{
    return d->high != 0  ? 128 - (unsigned)__builtin_clzll(d->high)
           : d->low != 0 ? 64 - (unsigned)__builtin_clzll(d->low)
                         : 0;
}

/* The functions of one key kind. `t` is the call's transform; keys may have any alignment. */
struct sweep_kernels {
    /* Adds to counts (digit_count tables of `radix` counts each) how often each digit occurs in n keys. */
    void (*histogram)(const void *keys, size_t n, const sweep_transform *t, const sweep_digit *digits,
                      unsigned digit_count, size_t radix, size_t *counts);

    /* Writes the digit (at most 8 bits) of each of n keys. */
    void (*digits)(const void *keys, size_t n, const sweep_transform *t, sweep_digit digit, uint8_t *out);

    /* Moves keys, and the values of each value kind, to their buckets' offsets, in order. */
    void (*scatter[SWEEP_VALUE_KINDS])(const struct sweep_scatter *s, const sweep_transform *t);

    /* Swaps keys into their buckets, in place: bucket d is what lies from next[d] (its begin) to ends[d]. Not stable.
       next[d] ends as ends[d]. */
    void (*swap_to_buckets)(void *keys, const sweep_transform *t, sweep_digit digit, size_t *next, const size_t *ends);

    /* Sorts n keys in place, stably: for few keys. */
    void (*insertion)(void *keys, size_t n, const sweep_transform *t);

    /* Writes the stable order of n <= SWEEP_INSERTION_MOST keys: order[i] is where the key of rank i stands. */
    void (*order)(const void *keys, size_t n, const sweep_transform *t, uint8_t *order);

    /* The first i from `from` (1 or more) to n whose key is less than the key before it; n if there is none. */
    size_t (*first_out_of_order)(const void *keys, size_t from, size_t n, const sweep_transform *t);

    /* The first i from `from` (1 or more) to n whose key is not less than the key before it; n if there is none. */
    size_t (*first_not_falling)(const void *keys, size_t from, size_t n, const sweep_transform *t);

    /* Adds to *difference what n >= 1 keys differ in. */
    void (*difference)(const void *keys, size_t n, const sweep_transform *t, struct sweep_difference *difference);

    /* Writes the bits [begin, begin + bits) of the ordered word of each of n keys, bits <= 64. */
    void (*fragments)(const void *keys, size_t n, const sweep_transform *t, unsigned begin, unsigned bits,
                      uint64_t *out);

    /* Sorts a base case of pairs, stably. Its most keys: struct sweep_tier. */
    void (*base_pairs)(const struct sweep_base_case *few, const sweep_transform *t);

    /* ---- for kinds whose ties are bit-identical, up to 64 bits; else NULL ---- */

    /* Sorts a base case of words: n keys that are the same in all bits from `end` up. keys_out may be keys. */
    void (*base_words)(const void *keys, void *keys_out, size_t n, unsigned end, const sweep_transform *t);

    /* Writes n keys: the ordered words first, first + 1, ..., `words` of them, each as often as counts says. */
    void (*count_write)(void *keys, size_t n, const sweep_transform *t, uint64_t first, size_t words,
                        const size_t *counts);

    /* Counts and writes m <= SWEEP_HEAVY_MOST heavy hitters, given by their ordered words (heavy.h). */
    size_t (*heavy_count)(const void *keys, size_t n, const sweep_transform *t, const uint64_t *words, unsigned m,
                          size_t *counts, void *others);
    void (*heavy_write)(void *keys, size_t n, const sweep_transform *t, const uint64_t *words, unsigned m,
                        const size_t *counts, size_t other);
};

/* Pairs of a key and a value of its size, packed into words of twice the width (packed.h). `t` is that of the keys. */
struct sweep_packing {
    /* A scatter of keys and values to packed words, at s->keys_out. */
    void (*pack)(const struct sweep_scatter *s, const sweep_transform *t);

    /* Unpacks n words, to keys (NULL: not wanted) and values. */
    void (*unpack)(const void *packed, size_t n, const sweep_transform *t, void *keys_out, void *values_out);

    /* Sorts a base case of packed words (its keys) by their bits [begin, end), and unpacks it. */
    void (*unpack_base_pairs)(const struct sweep_base_case *packed, const sweep_transform *t);
};

struct sweep_tier {
    const char *name;
    const struct sweep_kernels *kinds[SWEEP_KINDS];
    const struct sweep_packing *packing[SWEEP_KINDS]; /* of 32 and 64 bits whose ties are bit-identical; else NULL */
    void (*sort_words)(uint64_t *words, size_t n);    /* n from 32 to words_most[1], words aligned to 64 bytes */
    size_t words_most[2]; /* most keys of a base case of words: [0] of 32 bits, [1] of 64 bits */
    size_t pairs_most;    /* and of one of pairs */
};

extern const struct sweep_tier sweep_tier_portable, sweep_tier_avx2, sweep_tier_avx512, sweep_tier_neon,
    sweep_tier_simd128;

/* The tier that this machine runs. */
const struct sweep_tier *sweep_tier_choose(void);

#endif
