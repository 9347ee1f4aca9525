/*
 * Networks of 1, 2, 4, 8 and 16 vectors of one word width (3, 6 and 12 too where the tier can), and of blocks of 12 and
 * 16, and the choice among them. The tier sets what network.h names, and WORD_BITS; all of it is undefined again here.
 *
 * Out, with WORD_BITS behind each name: sort_words(words, n), which sorts n words; words is aligned as the vectors
 * and has room for LANES * 16 times the next power of two, and what is behind the n words is overwritten. whole(n): n
 * up to a whole number of vectors. copy_in(words, from, n), copy_out(to, words, n): a few words from and to memory of
 * any alignment; `words` is aligned and written or read to the end of its last vector. The tier may set
 *
 *     LOAD_SOME(p, n)          the first n lanes, n < LANES, from any address; anything behind them
 *     STORE_SOME(p, v, n)      writes these lanes alone
 *     LOAD_ANY, STORE_ANY      a whole vector from and to any address
 *     ONES_BEHIND(v, n)        all ones in the lanes from n on, n < LANES; v's before them
 */
#if defined SWEEP_ROLLED
#elif defined __SANITIZE_ADDRESS__ || defined __SANITIZE_THREAD__
#define SWEEP_ROLLED
#elif defined __has_feature
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer) || __has_feature(undefined_behavior_sanitizer)
#define SWEEP_ROLLED
#endif
#endif

#include "width.h"

enum { NAMED_BY_WIDTH(VECTOR) = LANES };

#define R 1
#include "network.h"
#define R 2
#include "network.h"
#define R 4
#include "network.h"
#define R 8
#include "network.h"
#define R 16
#ifndef COMPACT
#define BLOCKS
#endif
#include "network.h"
#ifdef THREE_WAY
#define R 3
#include "network.h"
#define R 6
#include "network.h"
#define R 12
#define BLOCKS
#include "network.h"
#endif

static inline size_t NAMED_BY_WIDTH(whole)(size_t n)
{
    return (n + LANES - 1) / LANES * LANES;
}

static inline void NAMED_BY_WIDTH(ones_behind)(WORD_TYPE *vector, size_t n)
{
#ifdef ONES_BEHIND
    STORE_VEC(vector, ONES_BEHIND(LOAD_VEC(vector), n));
#else
    for (size_t i = n; i < LANES; i++)
        vector[i] = (WORD_TYPE)-1;
#endif
}

static inline void NAMED_BY_WIDTH(copy_in)(WORD_TYPE *words, const void *from, size_t n)
{
#ifdef LOAD_SOME
    const unsigned char *at = from;
    for (; n >= LANES; n -= LANES, words += LANES, at += sizeof(VEC))
        STORE_VEC(words, LOAD_ANY(at));
    if (n > 0)
        STORE_VEC(words, LOAD_SOME(at, n));
#else
    memcpy(words, from, n * sizeof words[0]);
#endif
}

static inline void NAMED_BY_WIDTH(copy_out)(void *to, const WORD_TYPE *words, size_t n)
{
#ifdef LOAD_SOME
    unsigned char *at = to;
    for (; n >= LANES; n -= LANES, words += LANES, at += sizeof(VEC))
        STORE_ANY(at, LOAD_VEC(words));
    if (n > 0)
        STORE_SOME(at, LOAD_VEC(words), n);
#else
    memcpy(to, words, n * sizeof words[0]);
#endif
}

/* Words of all ones in [from, to), which stay behind every word, or tie with it. */
static inline void NAMED_BY_WIDTH(fill_up)(WORD_TYPE *words, size_t from, size_t to)
{
    for (size_t i = from; i < to; i++)
        words[i] = (WORD_TYPE)-1;
}

#define SORT_AS(vectors)                                                                                               \
    do {                                                                                                               \
        NAMED_BY_WIDTH(fill_up)(words, filled, vectors * LANES);                                                       \
        WORDS(network, vectors)(words);                                                                                \
        return;                                                                                                        \
    } while (0)

#ifndef COMPACT
static void NAMED_BY_WIDTH(sort_blocks)(WORD_TYPE *words, size_t filled)
{
    size_t blocks = 2;

    while (blocks * 16 * LANES < filled)
        blocks *= 2;
#ifdef THREE_WAY
    if (blocks * 12 * LANES >= filled) {
        NAMED_BY_WIDTH(fill_up)(words, filled, blocks * 12 * LANES);
        WORDS(network_of_blocks, 12)(words, blocks);
        return;
    }
#endif
    NAMED_BY_WIDTH(fill_up)(words, filled, blocks * 16 * LANES);
    WORDS(network_of_blocks, 16)(words, blocks);
}
#endif

static void NAMED_BY_WIDTH(sort_words)(WORD_TYPE *words, size_t n)
{
    const size_t vectors = (n + LANES - 1) / LANES, filled = vectors * LANES;

    if (n < filled)
        NAMED_BY_WIDTH(ones_behind)(words + filled - LANES, n + LANES - filled);
    if (vectors <= 1) {
        WORDS(network, 1)(words);
        return;
    }
    if (vectors <= 2)
        SORT_AS(2);
#ifdef THREE_WAY
    if (vectors <= 3)
        SORT_AS(3);
#endif
    if (vectors <= 4)
        SORT_AS(4);
#ifdef THREE_WAY
    if (vectors <= 6)
        SORT_AS(6);
#endif
    if (vectors <= 8)
        SORT_AS(8);
#ifdef THREE_WAY
    if (vectors <= 12)
        SORT_AS(12);
#endif
#ifdef COMPACT
    SORT_AS(16);
#else
    if (vectors <= 16)
        SORT_AS(16);
    NAMED_BY_WIDTH(sort_blocks)(words, filled);
#endif
}

#undef LOAD_ANY
#undef STORE_ANY
#undef LOAD_SOME
#undef ONES_BEHIND
#undef STORE_SOME
#undef VEC
#undef LANES
#undef WORD_BITS
#undef LOAD_VEC
#undef STORE_VEC
#undef MIN
#undef MAX
#undef MASK_MIN
#undef MASK_MAX
#undef XOR_LANES
#undef LOW_LANES
#undef HIGH_LANES
#undef SORT_AS
#undef THREE_WAY
