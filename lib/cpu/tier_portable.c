/*
 * The portable tier: plain C for any machine, and the oracle of the fast ones.
 */
#include <stddef.h>
#include <stdint.h>

#include "../tuning.h"

/* Insertion sorts in place of the networks. */
#define SORT_WORDS(bits)                                                                                               \
    static void sort_words_##bits(uint##bits##_t *words, size_t n)                                                     \
    {                                                                                                                  \
        for (size_t i = 1; i < n; i++) {                                                                               \
            uint##bits##_t word = words[i];                                                                            \
            size_t j = i;                                                                                              \
            for (; j > 0 && word < words[j - 1]; j--)                                                                  \
                words[j] = words[j - 1];                                                                               \
            words[j] = word;                                                                                           \
        }                                                                                                              \
    }
SORT_WORDS(32)
SORT_WORDS(64)
#undef SORT_WORDS

enum { LANES_32 = 1, LANES_64 = 1 };

#define WORDS_MOST_32 SWEEP_HYBRID_SCALAR_LEAF
#define WORDS_MOST_64 SWEEP_HYBRID_SCALAR_LEAF
#define TIER sweep_tier_portable
#define TIER_NAME "portable"
#include "tier_kinds.h"
