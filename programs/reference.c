/*
 * An independent stable merge sort and the check against it: see reference.h.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "reference.h"

#include <stdlib.h>
#include <string.h>

#include "transform.h"

struct record {
    uint64_t key, place;
};

#define SMALL_RUN 16

/* Stable: an equal key never moves past another. */
static void insertion_sort(struct record *records, size_t n)
{
    for (size_t i = 1; i < n; i++) {
        struct record moving = records[i];
        size_t j = i;
        for (; j > 0 && records[j - 1].key > moving.key; j--) {
            records[j] = records[j - 1];
        }
        records[j] = moving;
    }
}

/* Stable: of two equal keys, the left one goes first. */
static void merge(const struct record *left, size_t left_n, const struct record *right, size_t right_n,
                  struct record *out)
{
    const struct record *left_end = left + left_n, *right_end = right + right_n;
    while (left < left_end && right < right_end) {
        *out++ = right->key < left->key ? *right++ : *left++;
    }
    while (left < left_end) {
        *out++ = *left++;
    }
    while (right < right_end) {
        *out++ = *right++;
    }
}

/* Sorts by key alone, bottom up: short runs by insertion, then runs merged two by two. Returns the array, of the two,
   that holds the result. */
static struct record *merge_sort(struct record *records, struct record *spare, size_t n)
{
    for (size_t start = 0; start < n; start += SMALL_RUN) {
        insertion_sort(records + start, n - start < SMALL_RUN ? n - start : SMALL_RUN);
    }
    for (size_t run = SMALL_RUN; run < n; run *= 2) {
        for (size_t start = 0; start < n; start += 2 * run) {
            size_t left_n = n - start < run ? n - start : run;
            size_t rest = n - start - left_n;
            merge(records + start, left_n, records + start + left_n, rest < run ? rest : run, spare + start);
        }
        struct record *swap = records;
        records = spare;
        spare = swap;
    }
    return records;
}

static wide_key transformed(const void *keys, size_t place, sweep_type type, sweep_order order,
                            sweep_float_order float_order)
{
    wide_key bits = key_load((const char *)keys + place * type_size(type), type);
    return key_transform(bits, type, order, float_order);
}

uint64_t *reference_argsort(const void *keys, size_t n, sweep_type type, sweep_order order,
                            sweep_float_order float_order)
{
    if (n > SIZE_MAX / (2 * sizeof(struct record)) - 1) {
        return NULL;
    }
    struct record *memory = malloc((2 * n + 1) * sizeof *memory);
    uint64_t *places = malloc((n + 1) * sizeof *places);
    if (memory == NULL || places == NULL) {
        free(memory);
        free(places);
        return NULL;
    }
    struct record *records = memory, *spare = memory + n;
    for (size_t i = 0; i < n; i++) {
        records[i] = (struct record){wide_low(transformed(keys, i, type, order, float_order)), i};
    }
    struct record *sorted = merge_sort(records, spare, n);
    if (type_size(type) > 8) { /* the low halves are in order: a second stable sort, by the high halves */
        for (size_t i = 0; i < n; i++) {
            sorted[i].key = wide_high(transformed(keys, (size_t)sorted[i].place, type, order, float_order));
        }
        sorted = merge_sort(sorted, sorted == records ? spare : records, n);
    }
    for (size_t i = 0; i < n; i++) {
        places[i] = sorted[i].place;
    }
    free(memory);
    return places;
}

struct reference_difference reference_compare(const uint64_t *places, size_t n, const void *keys, const void *out_keys,
                                              size_t key_bytes, const void *values, const void *out_values,
                                              size_t value_bytes)
{
    struct reference_difference difference = {0, 0, n, false};
    for (size_t i = 0; i < n; i++) {
        const char *key = (const char *)keys + places[i] * key_bytes;
        bool key_wrong = out_keys != NULL && memcmp((const char *)out_keys + i * key_bytes, key, key_bytes) != 0;
        bool value_wrong = false;
        if (out_values != NULL) {
            const char *value = (const char *)values + places[i] * value_bytes;
            value_wrong = memcmp((const char *)out_values + i * value_bytes, value, value_bytes) != 0;
        }
        if ((key_wrong || value_wrong) && difference.first == n) {
            difference.first = i;
            difference.first_key_wrong = key_wrong;
        }
        difference.wrong_keys += (size_t)key_wrong;
        difference.wrong_values += (size_t)value_wrong;
    }
    return difference;
}
