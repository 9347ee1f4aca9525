/*
 * A sample: what a few keys of a bucket say of all of them. Only a guess: it decides how a bucket is sorted, never
 * where a key goes.
 */
#ifndef SWEEP_CPU_SAMPLE_H
#define SWEEP_CPU_SAMPLE_H

#include "tiers/tier.h"

enum { SWEEP_SAMPLE_KEYS = 64 };

struct sweep_sample {
    unsigned end;     /* the keys of the sample differ in no bit from here up */
    unsigned begin;   /* words are the bits [begin, end) of the ordered words; at most 64 */
    unsigned run_end; /* neighbours mostly agree in all bits from here up; above every bit where that was not asked */
    bool special;     /* there is a key whose ties may not be bit-identical */
    _Alignas(64) uint64_t words[SWEEP_SAMPLE_KEYS]; /* in ascending order */
};

/* Takes a sample of n >= SWEEP_SAMPLE_KEYS keys, evenly spread. They are ranked from the bit `begin` up. */
void sweep_sample_take(struct sweep_sample *sample, const struct sweep_tier *tier, enum sweep_kind kind,
                       const sweep_transform *t, const void *keys, size_t n, size_t key_size, unsigned begin);

/* Bits, from `least` to `most`, of a digit below the bit `end` (sample->end or higher) whose buckets hold about as few
   keys as 1 << least equal buckets would; or that do not get much smaller with more bits. */
unsigned sweep_sample_bits(const struct sweep_sample *sample, unsigned end, unsigned least, unsigned most);

/* Whether the digits of `bits` bits below `end` are about as different as evenly spread ones. */
bool sweep_sample_is_even(const struct sweep_sample *sample, unsigned end, unsigned bits);

/* All words of the sample, ascending, if these are at most `most`; else those that occur twice or more, if these are
   and make up half of the sample; else none. Returns how many. The word of a key is its bits [begin, end) alone. */
unsigned sweep_sample_few(const struct sweep_sample *sample, uint64_t *words, unsigned most);

#endif
