/*
 * Taking a sample, and choosing a digit by it.
 */
#include "sample.h"

/* Sorts the words: at once, or in two halves where the tier takes no more. */
static void sort_words(const struct sweep_tier *tier, uint64_t *words)
{
    enum { HALF = SWEEP_SAMPLE_KEYS / 2 };
    uint64_t first[HALF];

    if (tier->words_most[1] >= SWEEP_SAMPLE_KEYS) {
        tier->sort_words(words, SWEEP_SAMPLE_KEYS);
        return;
    }
    tier->sort_words(words, HALF);
    tier->sort_words(words + HALF, HALF);
    memcpy(first, words, sizeof first);
    for (size_t i = 0, j = HALF, out = 0; i < HALF; out++)
        words[out] = j < SWEEP_SAMPLE_KEYS && words[j] < first[i] ? words[j++] : first[i++];
}

/* Of a few groups of neighbours, evenly spread, all but one agree in every bit from here up. */
static unsigned run_end(const struct sweep_kernels *kernels, const sweep_transform *t, const unsigned char *keys,
                        size_t n, size_t key_size)
{
    enum { GROUPS = 8, NO_RUNS = 129 };
    unsigned highest = 0, second = 0;

    if (n < SWEEP_SCATTER_RUNS_FROM)
        return NO_RUNS;
    for (size_t i = 0; i < GROUPS; i++) {
        struct sweep_difference difference = {0};
        kernels->difference(keys + i * (n / GROUPS) * key_size, SWEEP_SCATTER_AT_ONCE, t, &difference);
        unsigned end = sweep_difference_end(&difference);
        second = end > highest ? highest : end > second ? end : second;
        highest = end > highest ? end : highest;
    }
    return second;
}

void sweep_sample_take(struct sweep_sample *sample, const struct sweep_tier *tier, enum sweep_kind kind,
                       const sweep_transform *t, const void *keys, size_t n, size_t key_size, unsigned begin)
{
    const struct sweep_kernels *kernels = tier->kinds[kind];
    unsigned char picked[SWEEP_SAMPLE_KEYS * sizeof(sweep_word_128)];
    struct sweep_difference difference = {0};
    size_t step = n / SWEEP_SAMPLE_KEYS;

    for (size_t i = 0; i < SWEEP_SAMPLE_KEYS; i++)
        memcpy(picked + i * key_size, (const unsigned char *)keys + i * step * key_size, key_size);
    kernels->difference(picked, SWEEP_SAMPLE_KEYS, t, &difference);
    sample->end = sweep_difference_end(&difference);
    sample->special = difference.special;
    sample->run_end = run_end(kernels, t, keys, n, key_size);
    if (sample->end <= begin)
        sample->end = begin + 1; /* all tie */
    sample->begin = sample->end - begin > 64 ? sample->end - 64 : begin;
    kernels->fragments(picked, SWEEP_SAMPLE_KEYS, t, sample->begin, sample->end - sample->begin, sample->words);
    sort_words(tier, sample->words);
}

/* Pairs of equal digits in the sample, a digit being the `bits` bits below `end`: 1 / radix of all pairs where the keys
   are spread evenly. */
static unsigned equal_pairs(const struct sweep_sample *sample, unsigned end, unsigned bits)
{
    unsigned place = end > bits ? end - bits : 0, pairs = 0, run = 0;

    if (place >= sample->end)
        return SWEEP_SAMPLE_KEYS * (SWEEP_SAMPLE_KEYS - 1) / 2;
    unsigned shift = place > sample->begin ? place - sample->begin : 0;
    for (size_t i = 1; i < SWEEP_SAMPLE_KEYS; i++) {
        run = sample->words[i] >> shift == sample->words[i - 1] >> shift ? run + 1 : 0;
        pairs += run;
    }
    return pairs;
}

/* So many pairs are no sign of anything. */
static unsigned chance_pairs(unsigned bits)
{
    const unsigned all = SWEEP_SAMPLE_KEYS * (SWEEP_SAMPLE_KEYS - 1) / 2;

    return (all >> bits) * 2 + 8;
}

bool sweep_sample_is_even(const struct sweep_sample *sample, unsigned end, unsigned bits)
{
    return equal_pairs(sample, end, bits) <= chance_pairs(bits);
}

unsigned sweep_sample_bits(const struct sweep_sample *sample, unsigned end, unsigned least, unsigned most)
{
    unsigned enough = chance_pairs(least), at_most, bits = least;

    if (most <= least || sweep_sample_is_even(sample, end, least))
        return least;
    at_most = equal_pairs(sample, end, most);
    if (enough < at_most + at_most / 4)
        enough = at_most + at_most / 4;
    while (bits < most && equal_pairs(sample, end, bits) > enough)
        bits++;
    return bits;
}

/* The words that occur at least `least` times; most + 1 if there are more than `most`. */
static unsigned frequent(const struct sweep_sample *sample, unsigned least, uint64_t *words, unsigned most,
                         unsigned *keys)
{
    unsigned m = 0;

    *keys = 0;
    for (unsigned i = 0, run; i < SWEEP_SAMPLE_KEYS; i += run) {
        for (run = 1; i + run < SWEEP_SAMPLE_KEYS && sample->words[i + run] == sample->words[i]; run++)
            continue;
        if (run < least)
            continue;
        if (m == most)
            return most + 1;
        words[m++] = sample->words[i];
        *keys += run;
    }
    return m;
}

unsigned sweep_sample_few(const struct sweep_sample *sample, uint64_t *words, unsigned most)
{
    unsigned keys, m = frequent(sample, 1, words, most, &keys);

    if (m > most)
        m = frequent(sample, 2, words, most, &keys);
    return m > most || keys < SWEEP_SAMPLE_KEYS / 2 ? 0 : m;
}
