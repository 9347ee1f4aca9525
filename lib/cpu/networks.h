/*
 * Networks of 1, 2, 4, 8 and 16 vectors of one word width, and the choice among them. The tier sets what network.h names,
 * and WORD_BITS; all of it is undefined again here.
 *
 * Out: sort_words_WORD_BITS(words, n): sorts n words; words has room for LANES * 16, aligned as the vectors, and what is
 * behind the n words is overwritten.
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

static void SORT_WORDS1(WORD_BITS)(WORD_TYPE *words, size_t n)
{
    size_t vectors = n <= LANES ? 1 : n <= 2 * LANES ? 2 : n <= 4 * LANES ? 4 : n <= 8 * LANES ? 8 : 16;

    for (size_t i = n; i < vectors * LANES; i++)
        words[i] = (WORD_TYPE)-1;       /* stays behind every word, or ties with it */
    switch (vectors) {
    case 1: WORDS(network, 1)(words); break;
    case 2: WORDS(network, 2)(words); break;
    case 4: WORDS(network, 4)(words); break;
    case 8: WORDS(network, 8)(words); break;
    default: WORDS(network, 16)(words); break;
    }
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
