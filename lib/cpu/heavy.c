/*
 * Which values are heavy hitters. A sample of 64 keys shows some; one of 256, without those, the rest.
 */
#include "heavy.h"

/* Adds the words of `others` keys that are not there yet; none of them if there is no room for all. */
static void add_words(struct sweep_heavy *heavy, const unsigned char *keys, size_t others)
{
    uint64_t with[SWEEP_HEAVY_MOST];
    unsigned all = heavy->number;

    memcpy(with, heavy->words, all * sizeof with[0]);
    for (size_t i = 0; i < others; i++) {
        uint64_t word;
        unsigned at = 0;
        heavy->kernels->fragments(keys + i * heavy->key_size, 1, heavy->transform, 0, (unsigned)heavy->key_size * 8,
                                  &word);
        while (at < all && with[at] < word)
            at++;
        if (at < all && with[at] == word)
            continue;
        if (all == SWEEP_HEAVY_MOST)
            return;
        memmove(with + at + 1, with + at, (all - at) * sizeof with[0]);
        with[at] = word;
        all++;
    }
    memcpy(heavy->words, with, all * sizeof with[0]);
    heavy->number = all;
}

void sweep_heavy_find(struct sweep_heavy *heavy, const struct sweep_step *step, const void *keys, size_t n)
{
    enum { MORE = 256 }; /* of 16 values, each as frequent, one is missed once in a million times */
    unsigned char picked[MORE * sizeof(uint64_t)], others[MORE * sizeof(uint64_t)];
    const size_t size = heavy->key_size, distance = n / MORE;
    const unsigned width = (unsigned)size * 8, end = step->digit.place; /* the hitters differ below it alone */
    uint64_t above = 0;

    heavy->number = step->heavy;
    if (end < width) {
        heavy->kernels->fragments(keys, 1, heavy->transform, end, width - end, &above);
        above <<= end;
    }
    for (unsigned i = 0; i < step->heavy; i++)
        heavy->words[i] = step->words[i] | above;
    for (size_t i = 0; i < MORE; i++)
        memcpy(picked + i * size, (const unsigned char *)keys + (i * distance + distance / 2) * size, size);
    add_words(heavy, others, sweep_heavy_count(heavy, picked, MORE, others));
}

size_t sweep_heavy_count(struct sweep_heavy *heavy, const void *keys, size_t n, void *others)
{
    memset(heavy->counts, 0, sizeof heavy->counts);
    return heavy->kernels->heavy_count(keys, n, heavy->transform, heavy->words, heavy->number, heavy->counts, others);
}

void sweep_heavy_write(const struct sweep_heavy *heavy, void *keys, size_t n, size_t other)
{
    heavy->kernels->heavy_write(keys, n, heavy->transform, heavy->words, heavy->number, heavy->counts, other);
}
