/*
 * Digits as they are taught: how often each digit floor(key / place) % radix occurs, and where its bucket begins.
 */
#include <stddef.h>
#include <stdint.h>

#define EXPORT(name) __attribute__((export_name(#name)))

/* Adds to counts (radix of them) the digits of n unsigned keys of 1, 2 or 4 bytes, aligned. */
EXPORT(histogram)
void js_histogram(const void *keys, size_t n, unsigned size, uint32_t radix, uint32_t place, uint32_t *counts)
{
    for (size_t i = 0; i < n; i++) {
        uint32_t key = size == 1   ? ((const uint8_t *)keys)[i]
                       : size == 2 ? ((const uint16_t *)keys)[i]
                                   : ((const uint32_t *)keys)[i];
        counts[key / place % radix]++;
    }
}

/* offsets[d] = counts[0] + ... + counts[d - 1]. */
EXPORT(offsets) void js_offsets(const uint32_t *counts, uint32_t *offsets, size_t n)
{
    uint32_t sum = 0;

    for (size_t d = 0; d < n; d++) {
        uint32_t count = counts[d]; /* first: the two may be one array */
        offsets[d] = sum;
        sum += count;
    }
}
