/*
 * Key types and their order-preserving transform.
 *
 * A key is read as an unsigned word of its width. Its *ordered* form is the word whose unsigned order is the order that
 * the caller asked for (sweepsort.h, "The transformed key"); every engine sorts ascending by ordered words and moves
 * the keys themselves, so that nothing has to be turned back.
 *
 * Kinds cover all types: an integer of each width (one XOR); a float of 16, 32 and 64 bits; and a plain float, whose
 * NaNs and zeros have no rule of their own, or which is known to be neither a NaN nor a -0.
 */
#ifndef SWEEP_KEY_H
#define SWEEP_KEY_H

#include "sweepsort.h"

#include <stdbool.h>
#include <string.h>

enum sweep_kind {
    SWEEP_KIND_I8,
    SWEEP_KIND_I16,
    SWEEP_KIND_I32,
    SWEEP_KIND_I64,
    SWEEP_KIND_I128,
    SWEEP_KIND_F16,
    SWEEP_KIND_F32,
    SWEEP_KIND_F64,
    SWEEP_KIND_P16,
    SWEEP_KIND_P32,
    SWEEP_KIND_P64,
    SWEEP_KINDS
};

/* 16 bytes in the machine's byte order. */
typedef struct sweep_word128 {
#if defined __BYTE_ORDER__ && __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    uint64_t high, low;
#else
    uint64_t low, high;
#endif
} sweep_word128;

/* The words by width, so that an included text can name them (lib/cpu/kind.h). */
typedef uint8_t sweep_word_8;
typedef uint16_t sweep_word_16;
typedef uint32_t sweep_word_32;
typedef uint64_t sweep_word_64;
typedef sweep_word128 sweep_word_128;

/* The transform of one call. 64-bit fields serve narrower keys by their low bits. */
typedef struct sweep_transform {
    uint64_t flip;      /* XORed to every key; to a float after its sign was handled */
    uint64_t flip_high; /* the high half for 128-bit keys */
    uint64_t window;    /* ones where bits of the ordered word are compared */
    uint64_t window_high;
    uint64_t nan_above;  /* a float whose magnitude is above this is a NaN; all ones: NaNs have no rule */
    uint64_t nan_as;     /* what a NaN counts as */
    uint64_t zero_below; /* a float whose magnitude is below this is a zero; 0: zeros have no rule */
    uint64_t zero_as;    /* what a zero counts as */
} sweep_transform;

/* ---- types ---- */

static inline bool sweep_type_is_known(sweep_type type)
{
    return type >= SWEEP_U8 && type <= SWEEP_F64;
}

static inline bool sweep_type_is_float(sweep_type type)
{
    return type >= SWEEP_F16;
}

/* sweep_type_size, without a call. */
static inline size_t sweep_type_bytes(sweep_type type)
{
    switch (type) {
    case SWEEP_U8:
    case SWEEP_I8: return 1;
    case SWEEP_U16:
    case SWEEP_I16:
    case SWEEP_F16:
    case SWEEP_BF16: return 2;
    case SWEEP_U32:
    case SWEEP_I32:
    case SWEEP_F32: return 4;
    case SWEEP_U64:
    case SWEEP_I64:
    case SWEEP_F64: return 8;
    case SWEEP_U128:
    case SWEEP_I128: return 16;
    default: return 0;
    }
}

static inline enum sweep_kind sweep_type_kind(sweep_type type)
{
    switch (type) {
    case SWEEP_F16:
    case SWEEP_BF16: return SWEEP_KIND_F16;
    case SWEEP_F32: return SWEEP_KIND_F32;
    case SWEEP_F64: return SWEEP_KIND_F64;
    default: break;
    }
    switch (sweep_type_bytes(type)) {
    case 1: return SWEEP_KIND_I8;
    case 2: return SWEEP_KIND_I16;
    case 4: return SWEEP_KIND_I32;
    case 8: return SWEEP_KIND_I64;
    default: return SWEEP_KIND_I128;
    }
}

/* The kind of the same keys where no rule applies. */
static inline enum sweep_kind sweep_plain_kind(enum sweep_kind kind)
{
    switch (kind) {
    case SWEEP_KIND_F16: return SWEEP_KIND_P16;
    case SWEEP_KIND_F32: return SWEEP_KIND_P32;
    case SWEEP_KIND_F64: return SWEEP_KIND_P64;
    default: return kind;
    }
}

/* Ones in bits [0, count), count from 0 to 64. */
static inline uint64_t sweep_low_bits(unsigned count)
{
    return count == 0 ? 0 : ~(uint64_t)0 >> (64 - count);
}

/* The transform for keys of this type, compared in the bits [begin, end) of their ordered words. */
static inline sweep_transform sweep_transform_make(sweep_type type, sweep_order order, sweep_float_order float_order,
                                                   unsigned begin, unsigned end)
{
    unsigned width = (unsigned)sweep_type_bytes(type) * 8;
    uint64_t all = sweep_low_bits(width < 64 ? width : 64);
    uint64_t sign = (uint64_t)1 << ((width - 1) % 64);
    bool descending = order == SWEEP_DESCENDING;
    sweep_transform t = {0};

    t.flip = descending ? all : 0;
    t.flip_high = descending && width == 128 ? all : 0;
    if (type >= SWEEP_I8 && type <= SWEEP_I128) {
        if (width == 128)
            t.flip_high ^= sign;
        else
            t.flip ^= sign;
    }
    t.window = sweep_low_bits(end < 64 ? end : 64) & ~sweep_low_bits(begin < 64 ? begin : 64);
    if (width == 128)
        t.window_high = sweep_low_bits(end > 64 ? end - 64 : 0) & ~sweep_low_bits(begin > 64 ? begin - 64 : 0);
    t.nan_above = ~(uint64_t)0;
    if (sweep_type_is_float(type) && float_order != SWEEP_TOTAL_ORDER) {
        t.nan_above = type == SWEEP_F16    ? 0x7c00u
                      : type == SWEEP_BF16 ? 0x7f80u
                      : type == SWEEP_F32  ? 0x7f800000u
                                           : 0x7ff0000000000000u;
        t.nan_as = float_order == SWEEP_NAN_LAST ? all : 0;
        t.zero_below = 1;
        t.zero_as = sign ^ t.flip;
    }
    return t;
}

/* ---- loads and stores at any alignment ---- */

#define SWEEP_LOAD_STORE(bits, word)                                                                                   \
    static inline word sweep_load_##bits(const void *array, size_t i)                                                  \
    {                                                                                                                  \
        word x;                                                                                                        \
        memcpy(&x, (const unsigned char *)array + i * sizeof x, sizeof x);                                             \
        return x;                                                                                                      \
    }                                                                                                                  \
    static inline void sweep_store_##bits(void *array, size_t i, word x)                                               \
    {                                                                                                                  \
        memcpy((unsigned char *)array + i * sizeof x, &x, sizeof x);                                                   \
    }
SWEEP_LOAD_STORE(8, uint8_t)
SWEEP_LOAD_STORE(16, uint16_t)
SWEEP_LOAD_STORE(32, uint32_t)
SWEEP_LOAD_STORE(64, uint64_t)
SWEEP_LOAD_STORE(128, sweep_word128)
#undef SWEEP_LOAD_STORE

/* ---- ordered words, one function a kind ---- */

#define SWEEP_ORDERED_INTEGER(bits)                                                                                    \
    static inline uint##bits##_t sweep_ordered_i##bits(uint##bits##_t key, const sweep_transform *t)                   \
    {                                                                                                                  \
        return (uint##bits##_t)(key ^ (uint##bits##_t)t->flip);                                                        \
    }
SWEEP_ORDERED_INTEGER(8)
SWEEP_ORDERED_INTEGER(16)
SWEEP_ORDERED_INTEGER(32)
SWEEP_ORDERED_INTEGER(64)
#undef SWEEP_ORDERED_INTEGER

static inline sweep_word128 sweep_ordered_i128(sweep_word128 key, const sweep_transform *t)
{
    key.low ^= t->flip;
    key.high ^= t->flip_high;
    return key;
}

/* A plain float: flip the sign bit, or every bit where it was set. */
#define SWEEP_ORDERED_PLAIN(bits)                                                                                      \
    static inline uint##bits##_t sweep_ordered_p##bits(uint##bits##_t key, const sweep_transform *t)                   \
    {                                                                                                                  \
        const uint##bits##_t sign = (uint##bits##_t)((uint##bits##_t)1 << (bits - 1));                                 \
        return (uint##bits##_t)(key ^ ((uint##bits##_t)(0 - (key >> (bits - 1))) | sign) ^ (uint##bits##_t)t->flip);   \
    }
SWEEP_ORDERED_PLAIN(16)
SWEEP_ORDERED_PLAIN(32)
SWEEP_ORDERED_PLAIN(64)
#undef SWEEP_ORDERED_PLAIN

/* A float: the same, and the rules for NaN and zero. */
#define SWEEP_ORDERED_FLOAT(bits)                                                                                      \
    static inline uint##bits##_t sweep_ordered_f##bits(uint##bits##_t key, const sweep_transform *t)                   \
    {                                                                                                                  \
        uint##bits##_t x = sweep_ordered_p##bits(key, t);                                                              \
        uint##bits##_t magnitude = (uint##bits##_t)(key & (uint##bits##_t) - 1 >> 1);                                  \
        x = magnitude > t->nan_above ? (uint##bits##_t)t->nan_as : x;                                                  \
        return magnitude < t->zero_below ? (uint##bits##_t)t->zero_as : x;                                             \
    }
SWEEP_ORDERED_FLOAT(16)
SWEEP_ORDERED_FLOAT(32)
SWEEP_ORDERED_FLOAT(64)
#undef SWEEP_ORDERED_FLOAT

/* ---- and back: the key of an ordered word, where neither NaN nor zero has a rule or no such key is there ---- */

#define SWEEP_UNORDERED(bits)                                                                                          \
    static inline uint##bits##_t sweep_unordered_i##bits(uint##bits##_t x, const sweep_transform *t)                   \
    {                                                                                                                  \
        return (uint##bits##_t)(x ^ (uint##bits##_t)t->flip);                                                          \
    }
SWEEP_UNORDERED(8)
SWEEP_UNORDERED(16)
SWEEP_UNORDERED(32)
SWEEP_UNORDERED(64)
#undef SWEEP_UNORDERED

#define SWEEP_UNORDERED(bits)                                                                                          \
    static inline uint##bits##_t sweep_unordered_p##bits(uint##bits##_t x, const sweep_transform *t)                   \
    {                                                                                                                  \
        const uint##bits##_t sign = (uint##bits##_t)((uint##bits##_t)1 << (bits - 1));                                 \
        x = (uint##bits##_t)(x ^ (uint##bits##_t)t->flip);                                                             \
        return (uint##bits##_t)(x ^ ((uint##bits##_t)((x >> (bits - 1)) - 1) | sign));                                 \
    }
SWEEP_UNORDERED(16)
SWEEP_UNORDERED(32)
SWEEP_UNORDERED(64)
#undef SWEEP_UNORDERED

/* ---- what is done with ordered words: one set a width ---- */

#define SWEEP_WORD_FUNCTIONS(bits)                                                                                     \
    static inline unsigned sweep_digit_##bits(uint##bits##_t x, unsigned place, unsigned mask)                         \
    {                                                                                                                  \
        return (unsigned)(x >> place) & mask;                                                                          \
    }                                                                                                                  \
    static inline uint##bits##_t sweep_windowed_##bits(uint##bits##_t x, const sweep_transform *t)                     \
    {                                                                                                                  \
        return (uint##bits##_t)(x & (uint##bits##_t)t->window);                                                        \
    }                                                                                                                  \
    static inline bool sweep_less_##bits(uint##bits##_t a, uint##bits##_t b)                                           \
    {                                                                                                                  \
        return a < b;                                                                                                  \
    }
SWEEP_WORD_FUNCTIONS(8)
SWEEP_WORD_FUNCTIONS(16)
SWEEP_WORD_FUNCTIONS(32)
SWEEP_WORD_FUNCTIONS(64)
#undef SWEEP_WORD_FUNCTIONS

/* The bits [begin, begin + count) as a number, count from 0 to 64. */
#define SWEEP_FRAGMENTS(bits)                                                                                          \
    static inline uint64_t sweep_fragment_##bits(uint##bits##_t x, unsigned begin, unsigned count)                     \
    {                                                                                                                  \
        return count == 0 ? 0 : ((uint64_t)x >> begin) & sweep_low_bits(count);                                        \
    }                                                                                                                  \
    static inline uint##bits##_t sweep_xor_##bits(uint##bits##_t a, uint##bits##_t b)                                  \
    {                                                                                                                  \
        return (uint##bits##_t)(a ^ b);                                                                                \
    }                                                                                                                  \
    static inline uint##bits##_t sweep_or_##bits(uint##bits##_t a, uint##bits##_t b)                                   \
    {                                                                                                                  \
        return (uint##bits##_t)(a | b);                                                                                \
    }
SWEEP_FRAGMENTS(8)
SWEEP_FRAGMENTS(16)
SWEEP_FRAGMENTS(32)
SWEEP_FRAGMENTS(64)
#undef SWEEP_FRAGMENTS

static inline uint64_t sweep_fragment_128(sweep_word128 x, unsigned begin, unsigned count)
{
    uint64_t bits = begin >= 64 ? x.high >> (begin - 64) : begin == 0 ? x.low : x.low >> begin | x.high << (64 - begin);
    return count == 0 ? 0 : bits & sweep_low_bits(count);
}

static inline sweep_word128 sweep_xor_128(sweep_word128 a, sweep_word128 b)
{
    a.low ^= b.low;
    a.high ^= b.high;
    return a;
}

static inline sweep_word128 sweep_or_128(sweep_word128 a, sweep_word128 b)
{
    a.low |= b.low;
    a.high |= b.high;
    return a;
}

/* A digit may straddle the two halves; it is at most 16 bits wide. */
static inline unsigned sweep_digit_128(sweep_word128 x, unsigned place, unsigned mask)
{
    uint64_t bits = place >= 64 ? x.high >> (place - 64) : place == 0 ? x.low : x.low >> place | x.high << (64 - place);
    return (unsigned)bits & mask;
}

static inline sweep_word128 sweep_windowed_128(sweep_word128 x, const sweep_transform *t)
{
    x.low &= t->window;
    x.high &= t->window_high;
    return x;
}

static inline bool sweep_less_128(sweep_word128 a, sweep_word128 b)
{
    return a.high != b.high ? a.high < b.high : a.low < b.low;
}

#endif
