/*
 * Checking what a sort left: see data.h.
 *
 * An element's hash mixes all bits of its key and its value; the sum of an array's hashes does not depend on its order
 * and changes when an element is lost, doubled or torn from its value. For argsort the elements are the indices.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "data.h"
#include "random.h"

__extension__ typedef unsigned __int128 u128;

/* An array as its elements lie: keys and values with the bytes from one to the next. Keys alone have values of 0 bytes
   that lie where the keys begin. */
struct view {
    const char *keys, *values;
    size_t key_step, value_step, value_size;
};

static uint64_t hash_value(const char *value, size_t size)
{
    uint64_t words[4] = {0};
    switch (size) {
    case 0: break;
    case 4: memcpy(words, value, 4); break;
    case 8: memcpy(words, value, 8); break;
    default: memcpy(words, value, 32);
    }
    return words[0] + 3 * words[1] + 5 * words[2] + 7 * words[3];
}

/* The number that a value begins with: where it came from. */
static uint64_t value_number(const char *value, size_t size)
{
    uint64_t number = 0;
    memcpy(&number, value, size < 8 ? size : 8);
    return number;
}

/* For each type: the sum of an array's hashes; and the first place that is before the place before it, or, where
   `stable`, ties with it though it came earlier; n if there is none. */
#define CHECKS(suffix, key_type, bits_type)                                                                            \
    static uint64_t hash_##suffix(const struct view *view, size_t n)                                                   \
    {                                                                                                                  \
        uint64_t sum = 0;                                                                                              \
        for (size_t i = 0; i < n; i++) {                                                                               \
            bits_type bits;                                                                                            \
            memcpy(&bits, view->keys + i * view->key_step, sizeof bits);                                               \
            uint64_t value = hash_value(view->values + i * view->value_step, view->value_size);                        \
            sum += random_mix(random_mix((uint64_t)bits ^ (uint64_t)((u128)bits >> 64) * RANDOM_STEP) +                \
                              value * RANDOM_STEP);                                                                    \
        }                                                                                                              \
        return sum;                                                                                                    \
    }                                                                                                                  \
    static size_t disorder_##suffix(const struct view *view, size_t n, bool stable)                                    \
    {                                                                                                                  \
        for (size_t i = 1; i < n; i++) {                                                                               \
            key_type a, b;                                                                                             \
            memcpy(&a, view->keys + (i - 1) * view->key_step, sizeof a);                                               \
            memcpy(&b, view->keys + i * view->key_step, sizeof b);                                                     \
            if (b < a) {                                                                                               \
                return i;                                                                                              \
            }                                                                                                          \
            if (stable && !(a < b) &&                                                                                  \
                value_number(view->values + (i - 1) * view->value_step, view->value_size) >                            \
                    value_number(view->values + i * view->value_step, view->value_size)) {                             \
                return i;                                                                                              \
            }                                                                                                          \
        }                                                                                                              \
        return n;                                                                                                      \
    }                                                                                                                  \
    static size_t argument_disorder_##suffix(const char *keys, const uint64_t *indices, size_t n, bool stable)         \
    {                                                                                                                  \
        for (size_t i = 0; i < n; i++) {                                                                               \
            key_type a, b;                                                                                             \
            if (indices[i] >= n) {                                                                                     \
                return i;                                                                                              \
            }                                                                                                          \
            size_t before = i > 0 ? i - 1 : 0;                                                                         \
            memcpy(&a, keys + indices[before] * sizeof a, sizeof a);                                                   \
            memcpy(&b, keys + indices[i] * sizeof b, sizeof b);                                                        \
            if (b < a || (stable && !(a < b) && indices[before] > indices[i])) {                                       \
                return i;                                                                                              \
            }                                                                                                          \
        }                                                                                                              \
        return n;                                                                                                      \
    }

CHECKS(u32, uint32_t, uint32_t)
CHECKS(u64, uint64_t, uint64_t)
CHECKS(u128, u128, u128)
CHECKS(f32, float, uint32_t)
CHECKS(f64, double, uint64_t)

static uint64_t (*const hash_functions[TYPES])(const struct view *, size_t) = {hash_u32, hash_u64, hash_u128, hash_f32,
                                                                               hash_f64};
static size_t (*const disorder_functions[TYPES])(const struct view *, size_t, bool) = {
    disorder_u32, disorder_u64, disorder_u128, disorder_f32, disorder_f64};
static size_t (*const argument_disorder_functions[TYPES])(const char *, const uint64_t *, size_t, bool) = {
    argument_disorder_u32, argument_disorder_u64, argument_disorder_u128, argument_disorder_f32, argument_disorder_f64};

static uint64_t hash_indices(const uint64_t *indices, size_t n)
{
    uint64_t sum = 0;
    for (size_t i = 0; i < n; i++) {
        sum += random_mix(indices == NULL ? i : indices[i]);
    }
    return sum;
}

void data_hash_input(struct data *data)
{
    const struct bench_case *what = &data->what;
    size_t key = bench_type_size(what->type);
    for (size_t i = 0; i < data->count; i++) {
        const char *keys = data->keys + i * data->key_stride;
        struct view view = {.keys = keys,
                            .values = data->values != NULL ? data->values : keys,
                            .key_step = key,
                            .value_step = what->value_size,
                            .value_size = what->value_size};
        data->hashes[i] = what->operation == BENCH_ARGSORT ? hash_indices(NULL, what->n)
                                                           : hash_functions[what->type - BENCH_U32](&view, what->n);
    }
}

static struct view view_of(const struct data *data, enum bench_layout layout, size_t i)
{
    size_t key = bench_type_size(data->what.type), value = data->what.value_size;
    char *start = data_keys_at(data, layout, i);
    switch (layout) {
    case BENCH_RECORDS: return (struct view){start, start + key, key + value, key + value, value};
    case BENCH_RECORDS_VALUE_FIRST: return (struct view){start + value, start, key + value, key + value, value};
    default: return (struct view){start, value > 0 ? data_values_at(data, layout, i) : start, key, value, value};
    }
}

const char *data_check(const struct data *data, enum bench_layout layout, bool stable)
{
    static char message[128];
    const struct bench_case *what = &data->what;
    bool argsort = what->operation == BENCH_ARGSORT;
    if (argsort && memcmp(data->work, data->keys, data->count * data->key_stride) != 0) {
        return "argsort changed the keys";
    }
    for (size_t i = 0; i < data->count; i++) {
        struct view view = view_of(data, layout, i);
        const uint64_t *indices = data_values_at(data, layout, i);
        size_t type = (size_t)(what->type - BENCH_U32);
        size_t place = argsort ? argument_disorder_functions[type](view.keys, indices, what->n, stable)
                               : disorder_functions[type](&view, what->n, stable && what->value_size > 0);
        if (place < what->n) {
            snprintf(message, sizeof message, "array %zu is out of order at %zu of %zu%s", i, place, what->n,
                     stable ? " (ties count)" : "");
            return message;
        }
        uint64_t hash = argsort ? hash_indices(indices, what->n) : hash_functions[type](&view, what->n);
        if (hash != data->hashes[i]) {
            snprintf(message, sizeof message, "array %zu does not hold the elements of the input", i);
            return message;
        }
    }
    return NULL;
}
