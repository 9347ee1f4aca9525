/*
 * What networks.h offers, by an insertion sort, for tiers without vectors of this word width. Included once a width:
 * WORD_BITS, undefined again here.
 */
#include "width.h"

enum { NAMED_BY_WIDTH(VECTOR) = 1 };

static inline size_t NAMED_BY_WIDTH(whole)(size_t n)
{
    return n;
}

static inline void NAMED_BY_WIDTH(copy_in)(WORD_TYPE *words, const void *from, size_t n)
{
    memcpy(words, from, n * sizeof words[0]);
}

static inline void NAMED_BY_WIDTH(copy_out)(void *to, const WORD_TYPE *words, size_t n)
{
    memcpy(to, words, n * sizeof words[0]);
}

static void NAMED_BY_WIDTH(sort_words)(WORD_TYPE *words, size_t n)
{
    for (size_t i = 1; i < n; i++) {
        WORD_TYPE word = words[i];
        size_t j = i;
        for (; j > 0 && word < words[j - 1]; j--)
            words[j] = words[j - 1];
        words[j] = word;
    }
}

#undef WORD_BITS
