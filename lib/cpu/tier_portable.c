/*
 * The portable tier: plain C for any machine, and the oracle of the fast ones.
 */
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "../tuning.h"

#define WORD_BITS 32
#include "insertion_words.h"

#define WORD_BITS 64
#include "insertion_words.h"

#define WORDS_MOST_32 SWEEP_HYBRID_SCALAR_LEAF
#define WORDS_MOST_64 SWEEP_HYBRID_SCALAR_LEAF
#define WORDS_MEAN_32 (WORDS_MOST_32 * 11 / 16)
#define WORDS_MEAN_64 (WORDS_MOST_64 * 11 / 16)
#define ORDER_BITS 8
#define ORDER_KEYS SWEEP_HYBRID_SCALAR_LEAF
#define ORDER_MEAN_32 (SWEEP_HYBRID_SCALAR_LEAF * 11 / 16)
#define ORDER_MEAN_64 (SWEEP_HYBRID_SCALAR_LEAF * 11 / 16)
#define TIER sweep_tier_portable
#define TIER_NAME "portable"
#include "tier_kinds.h"
