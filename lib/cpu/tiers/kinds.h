/*
 * A tier's functions for all key kinds, and its table. Included once a tier, which sets TIER, TIER_NAME, the functions
 * of networks.h or insertion_words.h for words of 32 and 64 bits, and the sizes of its base cases: WORDS_MOST_32 and
 * WORDS_MOST_64, the most words of a base case of words; ORDER_BITS, which the number of a key takes below a fragment
 * in a base case of pairs, and PAIRS_MOST, their most (at most 1 << ORDER_BITS). With COMPACT set, loops come in fewer
 * forms, for a small program: no networks of blocks, one way of counting, one of scattering.
 *
 * Everything that is included below is written for one key kind, KIND, of BITS bits, and named by it.
 */
#include "tier.h"

#include "../../sweep_limits.h"
#include "../../tuning.h"

enum { ORDER_MOST = 1 << ORDER_BITS, MOST_LANES = 16 };

_Static_assert((int)PAIRS_MOST <= (int)ORDER_MOST && PAIRS_MOST <= WORDS_MOST_64 && WORDS_MOST_64 <= WORDS_MOST_32,
               "a base case of pairs is a base case of words, with numbers below the fragments");

#define JOIN2(a, b) a##b
#define JOIN(a, b) JOIN2(a, b)
#define PASTE2(a, b) a##_##b
#define PASTE(a, b) PASTE2(a, b)
#define NAMED(name) PASTE(name, KIND)
#define WORD PASTE(sweep_word, BITS)
#define LOAD PASTE(sweep_load, BITS)
#define STORE PASTE(sweep_store, BITS)
#define DIGIT PASTE(sweep_digit, BITS)
#define WINDOWED PASTE(sweep_windowed, BITS)
#define LESS PASTE(sweep_less, BITS)
#define FRAGMENT PASTE(sweep_fragment, BITS)
#define ORDERED PASTE(sweep_ordered, KIND)
#define UNORDERED PASTE(sweep_unordered, KIND)
#define VALUED(name) PASTE(NAMED(name), PASTE(value, VALUE_BITS))
#define VALUE_LOAD PASTE(sweep_load, VALUE_BITS)
#define VALUE_STORE PASTE(sweep_store, VALUE_BITS)

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

/* ---- base cases: words that a network sorts ---- */

/* Fragments of keys above their numbers, as words of 32 or of 64 bits. */
struct fragments {
    union {
        _Alignas(64) uint32_t narrow[ORDER_MOST];
        uint64_t wide[ORDER_MOST];
    } words;
    unsigned number; /* bits of the number */
    bool narrow;     /* which of the two they are */
    bool complete;   /* they hold all bits in which the keys differ */
};

static inline void copy_in_8(uint8_t *to, const void *from, size_t n)
{
    memcpy(to, from, n);
}
static inline void copy_out_8(void *to, const uint8_t *from, size_t n)
{
    memcpy(to, from, n);
}
static inline void copy_in_16(uint16_t *to, const void *from, size_t n)
{
    memcpy(to, from, n * sizeof *to);
}
static inline void copy_out_16(void *to, const uint16_t *from, size_t n)
{
    memcpy(to, from, n * sizeof *from);
}
static inline void copy_in_128(sweep_word128 *to, const void *from, size_t n)
{
    memcpy(to, from, n * sizeof *to);
}

/* words[i] = word, made from `key`, for i < n; behind them, up to a whole number of the tier's vectors, anything. Keys
   of the last vector are fetched as vectors too: single ones would be waited for. */
#define FILL_WORDS(words, bits, word)                                                                                  \
    do {                                                                                                               \
        const size_t full = n / VECTOR_##bits * VECTOR_##bits;                                                         \
        for (size_t i = 0; i < full; i++) {                                                                            \
            const WORD key = LOAD(keys, i);                                                                            \
            words[i] = (word);                                                                                         \
        }                                                                                                              \
        if (full < n) {                                                                                                \
            _Alignas(64) WORD last[MOST_LANES] = {0};                                                                  \
            PASTE(copy_in, BITS)(last, (const unsigned char *)keys + full * sizeof(WORD), n - full);                   \
            for (size_t i = full; i < full + VECTOR_##bits; i++) {                                                     \
                const WORD key = last[i - full];                                                                       \
                words[i] = (word);                                                                                     \
            }                                                                                                          \
        }                                                                                                              \
    } while (0)

/* The other way: keys_out[i] = key, made from words[i], for i < n. */
#define EMPTY_WORDS(bits, key)                                                                                         \
    do {                                                                                                               \
        const size_t full = n / VECTOR_##bits * VECTOR_##bits;                                                         \
        for (size_t i = 0; i < full; i++)                                                                              \
            STORE(keys_out, i, key);                                                                                   \
        if (full < n) {                                                                                                \
            _Alignas(64) WORD last[MOST_LANES];                                                                        \
            for (size_t i = full; i < full + VECTOR_##bits; i++)                                                       \
                last[i - full] = (key);                                                                                \
            PASTE(copy_out, BITS)((unsigned char *)keys_out + full * sizeof(WORD), last, n - full);                    \
        }                                                                                                              \
    } while (0)

#define GATHER(bits)                                                                                                   \
    for (size_t i = 0; i < n; i++)                                                                                     \
    sweep_store_##bits(to, i, sweep_load_##bits(from, order[i]))

/* to[i] = from[order[i]] for n elements of `size` bytes. from NULL: they are the numbers from first_index on. from may
   be `to`: then by way of `held` (room for n words), wide elements by halves. */
static void gather(void *to, const void *from, const uint16_t *order, size_t n, size_t size, size_t first_index,
                   uint64_t *held)
{
    if (from == NULL) {
        for (size_t i = 0; i < n; i++)
            sweep_store_index(to, i, size, first_index + order[i]);
        return;
    }
    if (from == to && size == 16) {
        for (size_t half = 0; half < 2; half++) {
            for (size_t i = 0; i < n; i++)
                held[i] = sweep_load_64(from, 2 * i + half);
            for (size_t i = 0; i < n; i++)
                sweep_store_64(to, 2 * i + half, held[order[i]]);
        }
        return;
    }
    if (from == to)
        from = memcpy(held, from, n * size);
    switch (size) {
    case 1: GATHER(8); break;
    case 2: GATHER(16); break;
    case 4: GATHER(32); break;
    case 8: GATHER(64); break;
    default: GATHER(128); break;
    }
}

/* ---- the kinds ---- */

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
#define KIND p32
#define BITS 32
#include "kind.h"
#define KIND p64
#define BITS 64
#include "kind.h"
#define KIND f16
#define BITS 16
#define PLAIN p16
#include "kind.h"
#define KIND f32
#define BITS 32
#define PLAIN p32
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
    .kinds = {[SWEEP_KIND_I8] = &kernels_i8,
              [SWEEP_KIND_I16] = &kernels_i16,
              [SWEEP_KIND_I32] = &kernels_i32,
              [SWEEP_KIND_I64] = &kernels_i64,
              [SWEEP_KIND_I128] = &kernels_i128,
              [SWEEP_KIND_P16] = &kernels_p16,
              [SWEEP_KIND_P32] = &kernels_p32,
              [SWEEP_KIND_P64] = &kernels_p64,
              [SWEEP_KIND_F16] = &kernels_f16,
              [SWEEP_KIND_F32] = &kernels_f32,
              [SWEEP_KIND_F64] = &kernels_f64},
    .packing = {[SWEEP_KIND_I32] = &packing_i32,
                [SWEEP_KIND_I64] = &packing_i64,
                [SWEEP_KIND_P32] = &packing_p32,
                [SWEEP_KIND_P64] = &packing_p64},
    .sort_words = sort_words_64,
    .words_most = {WORDS_MOST_32, WORDS_MOST_64},
    .pairs_most = PAIRS_MOST,
};
