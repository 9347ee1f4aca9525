/*
 * A tier's functions for all key kinds, and its table. Included once a tier, which sets TIER, TIER_NAME, the functions
 * of networks.h or insertion_words.h for words of 32 and 64 bits, and the sizes of leaves (struct sweep_tier):
 * WORDS_MOST_32, WORDS_MOST_64, WORDS_MEAN_32, WORDS_MEAN_64, ORDER_BITS, which a number in a leaf takes beside a
 * fragment, ORDER_KEYS (at most 1 << ORDER_BITS), ORDER_MEAN_32, ORDER_MEAN_64. With COMPACT set, loops come in fewer
 * forms, for a small program: no networks of blocks, one way of counting, one of scattering.
 */
enum { ORDER_MOST = 1 << ORDER_BITS };

#include "tier.h"

#include "../sweep_limits.h"
#include "../tuning.h"

/* to[i] = the next place of the bucket digit[i], for i < count, in order. runs: neighbours mostly share their bucket;
   each would wait for the place that the one before it has just changed. */
static inline __attribute__((always_inline)) void take_places(size_t *offsets, const unsigned *digit, size_t count,
                                                              bool runs, size_t *to)
{
    unsigned differ = 0;

    for (size_t i = 1; runs && i < count; i++)
        differ |= digit[i] ^ digit[0];
    if (runs && differ == 0) {
        size_t first = offsets[digit[0]];
        offsets[digit[0]] = first + count;
        for (size_t i = 0; i < count; i++)
            to[i] = first + i;
        return;
    }
    for (size_t i = 0; i < count; i++) {
        to[i] = offsets[digit[i]];
        offsets[digit[i]] = to[i] + 1;
    }
}

/* The number i as a value of each width: what argsort and sortperm move in their first sweep. */
static inline sweep_word_8 index_8(size_t i)
{
    return (sweep_word_8)i;
}
static inline sweep_word_16 index_16(size_t i)
{
    return (sweep_word_16)i;
}
static inline sweep_word_32 index_32(size_t i)
{
    return (sweep_word_32)i;
}
static inline sweep_word_64 index_64(size_t i)
{
    return (sweep_word_64)i;
}
static inline sweep_word_128 index_128(size_t i)
{
    return (sweep_word_128){.low = i};
}

/* to[i] = from[order[i]]; where from is NULL, first_index + order[i]. */
#define GATHER_VALUES(bits)                                                                                            \
    for (size_t i = 0; i < n; i++)                                                                                     \
    sweep_store_##bits(to, i, from != NULL ? sweep_load_##bits(from, order[i]) : index_##bits(first_index + order[i]))

static void gather_values(void *to, const void *from, const uint16_t *order, size_t n, size_t size, size_t first_index)
{
    switch (size) {
    case 1: GATHER_VALUES(8); break;
    case 2: GATHER_VALUES(16); break;
    case 4: GATHER_VALUES(32); break;
    case 8: GATHER_VALUES(64); break;
    default: GATHER_VALUES(128); break;
    }
}

#define KIND i8
#define BITS 8
#include "kind.h"

#define KIND i16
#define BITS 16
#include "kind.h"

#define KIND i32
#define BITS 32
#include "kind.h"

#define KIND i64
#define BITS 64
#include "kind.h"

#define KIND i128
#define BITS 128
#include "kind.h"

#define KIND p16
#define BITS 16
#include "kind.h"

#define KIND f16
#define BITS 16
#define PLAIN p16
#include "kind.h"

#define KIND p32
#define BITS 32
#include "kind.h"

#define KIND f32
#define BITS 32
#define PLAIN p32
#include "kind.h"

#define KIND p64
#define BITS 64
#include "kind.h"

#define KIND f64
#define BITS 64
#define PLAIN p64
#include "kind.h"

#define KIND i32
#define BITS 32
#define WIDE_BITS 64
#include "packed.h"

#define KIND p32
#define BITS 32
#define WIDE_BITS 64
#include "packed.h"

#define KIND i64
#define BITS 64
#define WIDE_BITS 128
#include "packed.h"

#define KIND p64
#define BITS 64
#define WIDE_BITS 128
#include "packed.h"

const struct sweep_tier TIER = {
    .name = TIER_NAME,
    .kinds =
        {
            [SWEEP_KIND_I8] = &kernels_i8,
            [SWEEP_KIND_I16] = &kernels_i16,
            [SWEEP_KIND_I32] = &kernels_i32,
            [SWEEP_KIND_I64] = &kernels_i64,
            [SWEEP_KIND_I128] = &kernels_i128,
            [SWEEP_KIND_P16] = &kernels_p16,
            [SWEEP_KIND_P32] = &kernels_p32,
            [SWEEP_KIND_P64] = &kernels_p64,
            [SWEEP_KIND_F16] = &kernels_f16,
            [SWEEP_KIND_F32] = &kernels_f32,
            [SWEEP_KIND_F64] = &kernels_f64,
        },
    .packing =
        {
            [SWEEP_KIND_I32] = &packing_i32,
            [SWEEP_KIND_I64] = &packing_i64,
            [SWEEP_KIND_P32] = &packing_p32,
            [SWEEP_KIND_P64] = &packing_p64,
        },
    .sort_words = sort_words_64,
    .words_most = {WORDS_MOST_32, WORDS_MOST_64},
    .words_mean = {WORDS_MEAN_32, WORDS_MEAN_64},
    .order_most = ORDER_KEYS,
    .order_mean = {ORDER_MEAN_32, ORDER_MEAN_64},
};
