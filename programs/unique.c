/*
 * Equal keys; see unique.h.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "unique.h"

#include <string.h>

#include "transform.h"

/* How keys are compared: the bits of the transformed key that count. */
struct equality {
    sweep_type type;
    size_t size;
    sweep_order order;
    sweep_float_order float_order;
    wide_key window;
    bool plain; /* keys are equal only if their bytes are */
};

/* All bits below `bit`, which is at most 128. */
static wide_key bits_below(unsigned bit)
{
    return bit == 0 ? wide_of(0, 0) : wide_right(wide_of(UINT64_MAX, UINT64_MAX), 128 - bit);
}

static struct equality equality_of(sweep_type type, const sweep_options *options)
{
    unsigned width = 8 * (unsigned)type_size(type), begin = options->begin_bit;
    unsigned end = options->end_bit ? options->end_bit : width;
    return (struct equality){.type = type,
                             .size = type_size(type),
                             .order = options->order,
                             .float_order = options->float_order,
                             .window = wide_xor(bits_below(end), bits_below(end < begin ? end : begin)),
                             .plain = begin == 0 && end == width &&
                                      (!type_is_float(type) || options->float_order == SWEEP_TOTAL_ORDER)};
}

static bool equal(const struct equality *how, const unsigned char *a, const unsigned char *b)
{
    if (memcmp(a, b, how->size) == 0)
        return true;
    if (how->plain)
        return false;
    wide_key one = key_transform(key_load(a, how->type), how->type, how->order, how->float_order);
    wide_key other = key_transform(key_load(b, how->type), how->type, how->order, how->float_order);
    return wide_equal(wide_and(wide_xor(one, other), how->window), wide_of(0, 0));
}

size_t unique_first_repeat(const void *keys, size_t n, sweep_type type, const sweep_options *options)
{
    struct equality how = equality_of(type, options);
    const unsigned char *key = keys;
    for (size_t i = 1; i < n; i++)
        if (equal(&how, key + (i - 1) * how.size, key + i * how.size))
            return i;
    return n;
}

size_t unique_keep(void *keys, void *values, size_t n, sweep_type type, size_t value_size, const sweep_options *options)
{
    struct equality how = equality_of(type, options);
    unsigned char *key = keys, *value = values;
    size_t kept = n ? 1 : 0;
    for (size_t i = 1; i < n; i++) {
        if (equal(&how, key + (kept - 1) * how.size, key + i * how.size))
            continue;
        if (i != kept) {
            memcpy(key + kept * how.size, key + i * how.size, how.size);
            if (value_size)
                memcpy(value + kept * value_size, value + i * value_size, value_size);
        }
        kept++;
    }
    return kept;
}
