/*
 * Networks of 1, 2, 4, 8 and 16 vectors of one word width, and the choice among them. The tier sets what network.h names,
 * and WORD_BITS; all of it is undefined again here.
 *
 * Out: sort_words_WORD_BITS(words, n): sorts n words; words has room for LANES * 16, aligned as the vectors, and what is
 * behind the n words is overwritten. Below LANES_WORD_BITS words the caller fills up the first vector with words of all
 * ones.
 */
#if defined __SANITIZE_ADDRESS__ || defined __SANITIZE_THREAD__
#define SWEEP_ROLLED
#elif defined __has_feature
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer) || __has_feature(undefined_behavior_sanitizer)
#define SWEEP_ROLLED
#endif
#endif

#define WORDS3(name, bits, r) name##_##bits##_##r
#define WORDS2(name, bits, r) WORDS3(name, bits, r)
#define WORDS(name, r) WORDS2(name, WORD_BITS, r)
#define WORD_TYPE2(bits) uint##bits##_t
#define WORD_TYPE1(bits) WORD_TYPE2(bits)
#define WORD_TYPE WORD_TYPE1(WORD_BITS)
#define SORT_WORDS2(bits) sort_words_##bits
#define SORT_WORDS1(bits) SORT_WORDS2(bits)
#define LANES_OF2(bits) LANES_##bits
#define LANES_OF(bits) LANES_OF2(bits)

enum { LANES_OF(WORD_BITS) = LANES };

#define R 1
#include "network.h"
#define R 2
#include "network.h"
#define R 4
#include "network.h"
#define R 8
#include "network.h"
#define R 16
#include "network.h"
#ifdef THREE_WAY
#define R 3
#include "network.h"
#define R 6
#include "network.h"
#define R 12
#include "network.h"
#endif

/* Writes what stays behind every word, or ties with it, behind n words, and sorts them as `vectors` vectors. */
#define SORT_AS(vectors)                                                                                               \
    do {                                                                                                               \
        for (size_t i = n; i < vectors * LANES; i++)                                                                   \
            words[i] = (WORD_TYPE)-1;                                                                                  \
        WORDS(network, vectors)(words);                                                                                \
        return;                                                                                                        \
    } while (0)

static void SORT_WORDS1(WORD_BITS)(WORD_TYPE *words, size_t n)
{
    size_t vectors = (n + LANES - 1) / LANES;

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
    SORT_AS(16);
}

#undef SWEEP_ROLLED
#undef WORDS3
#undef WORDS2
#undef WORDS
#undef WORD_TYPE2
#undef WORD_TYPE1
#undef WORD_TYPE
#undef SORT_WORDS2
#undef SORT_WORDS1
#undef LANES_OF2
#undef LANES_OF
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
