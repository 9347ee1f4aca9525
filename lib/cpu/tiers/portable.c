/*
 * The portable tier: plain C for any machine, and the oracle of the fast ones.
 */
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "../../tuning.h"

#define WORD_BITS 32
#include "insertion_words.h"

#define WORD_BITS 64
#include "insertion_words.h"

#define WORDS_MOST_32 SWEEP_SCALAR_BASE
#define WORDS_MOST_64 SWEEP_SCALAR_BASE
#define ORDER_BITS 8
#define PAIRS_MOST SWEEP_SCALAR_BASE
#define TIER sweep_tier_portable
#define TIER_NAME "portable"
#include "kinds.h"
