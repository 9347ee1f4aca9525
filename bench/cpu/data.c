/*
 * The arrays of a case, made and laid out: see data.h. The keys come from the generator of the command
 * (programs/patterns.c), but for the narrow ones.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "data.h"

#include <stdlib.h>
#include <string.h>

#include "patterns.h"
#include "random.h"
#include "transform.h"
#include "trouble.h"

#define BATCH 65536 /* keys within one reading of the clock, at least: more than branch predictors remember */
#define LINE 64

static size_t batch_count(size_t n)
{
    return n >= BATCH ? 1 : (BATCH + n - 1) / n;
}

static size_t whole_lines(size_t size)
{
    return (size + LINE - 1) / LINE * LINE;
}

size_t data_bytes(const struct bench_case *what)
{
    size_t element = bench_type_size(what->type) + what->value_size;
    return 4 * batch_count(what->n) * whole_lines(what->n * element);
}

/* ---- making ----------------------------------------------------------------------------------------------------- */

/* A uniform low half below a high half that all keys share; as a float it is a number from 1 on. */
static void make_narrow(const struct pattern *pattern, char *keys)
{
    uint64_t stream = random_stream(pattern->seed, 1);
    for (size_t i = 0; i < pattern->n; i++) {
        uint64_t bits = random_at(stream, i);
        switch (pattern->type) {
        case SWEEP_U32:
        case SWEEP_F32:
            bits = UINT32_C(0x3f800000) | (bits & 0xffff);
            key_store(keys + i * 4, SWEEP_U32, bits);
            break;
        case SWEEP_U128: key_store(keys + i * 16, SWEEP_U128, (wide_key)1 << 64 | bits); break;
        default: bits = UINT64_C(0x3ff0000000000000) | (bits & UINT32_MAX); key_store(keys + i * 8, SWEEP_U64, bits);
        }
    }
}

static void make_keys(struct data *data, unsigned data_kind, uint64_t seed)
{
    static const sweep_type types[TYPES] = {SWEEP_U32, SWEEP_U64, SWEEP_U128, SWEEP_F32, SWEEP_F64};
    static const enum pattern_kind kinds[DATA_COUNT] = {
        [DATA_UNIFORM] = PATTERN_UNIFORM,   [DATA_SORTED] = PATTERN_SORTED,
        [DATA_REVERSED] = PATTERN_REVERSED, [DATA_NEARLY_SORTED] = PATTERN_NEARLY_SORTED,
        [DATA_FEW] = PATTERN_FEW,           [DATA_ZIPF] = PATTERN_ZIPF,
        [DATA_NARROW] = PATTERN_UNIFORM,    [DATA_ORGAN_PIPE] = PATTERN_ORGAN_PIPE,
        [DATA_MORTON] = PATTERN_MORTON};
    struct pattern pattern = {.kind = kinds[data_kind],
                              .type = types[data->what.type - BENCH_U32],
                              .n = data->what.n,
                              .distinct = 16,
                              .negative = true};
    struct pattern_tables *tables = pattern_prepare(&pattern);
    if (tables == NULL) {
        die("not enough memory");
    }
    for (size_t i = 0; i < data->count; i++) {
        char *keys = data->keys + i * data->key_stride;
        pattern.seed = random_mix(seed + i);
        if (data_kind == DATA_NARROW) {
            make_narrow(&pattern, keys);
        } else {
            pattern_fill(&pattern, tables, 0, data->what.n, keys);
        }
    }
    pattern_release(tables);
}

static void make_values(const struct data *data)
{
    for (size_t i = 0; i < data->what.n; i++) {
        uint64_t words[4] = {i, random_mix(i), random_mix(i) + 1, random_mix(i) + 2}; /* little-endian: i comes first */
        memcpy(data->values + i * data->what.value_size, words, data->what.value_size);
    }
}

void data_make(struct data *data, const struct bench_case *what, unsigned data_kind, uint64_t seed)
{
    size_t key = bench_type_size(what->type), n = what->n;
    *data = (struct data){.what = *what, .count = batch_count(n)};
    data->key_stride = whole_lines(n * key);
    data->value_stride = whole_lines(n * what->value_size);
    data->record_stride = whole_lines(n * (key + what->value_size));
    data->work_bytes = data->count * (data->key_stride + data->value_stride); /* records take no more */
    data->keys = pages_get(data->count * data->key_stride);
    data->work = pages_get(data->work_bytes);
    data->hashes = get_zeros(data->count, sizeof data->hashes[0]);
    make_keys(data, data_kind, seed);
    if (what->operation == BENCH_PAIRS) {
        data->values = pages_get(data->value_stride);
        make_values(data);
    }
    data_hash_input(data);
}

void data_free(struct data *data)
{
    pages_free(data->keys, data->count * data->key_stride);
    pages_free(data->values, data->value_stride);
    pages_free(data->work, data->work_bytes);
    free(data->hashes);
}

/* ---- laying out ------------------------------------------------------------------------------------------------- */

void *data_keys_at(const struct data *data, enum bench_layout layout, size_t i)
{
    return data->work + i * (layout == BENCH_ARRAYS ? data->key_stride : data->record_stride);
}

void *data_values_at(const struct data *data, enum bench_layout layout, size_t i)
{
    if (layout != BENCH_ARRAYS || data->what.value_size == 0) {
        return NULL;
    }
    return data->work + data->count * data->key_stride + i * data->value_stride;
}

/* Both sizes are constants where it is called, so that every copy is a move or two. */
static inline void interleave(const struct data *data, char *records, const char *keys, bool value_first,
                              size_t key_size, size_t value_size)
{
    const char *values = data->values;
    size_t key_at = value_first ? value_size : 0, value_at = value_first ? 0 : key_size;
    for (size_t i = 0; i < data->what.n; i++, records += key_size + value_size) {
        memcpy(records + key_at, keys + i * key_size, key_size);
        memcpy(records + value_at, values + i * value_size, value_size);
    }
}

void data_refresh(struct data *data, enum bench_layout layout)
{
    if (layout == BENCH_ARRAYS) {
        memcpy(data->work, data->keys, data->count * data->key_stride);
        char *values = data->work + data->count * data->key_stride;
        for (size_t i = 0; i < data->count && data->values != NULL; i++) {
            memcpy(values + i * data->value_stride, data->values, data->value_stride);
        }
        return;
    }
    bool value_first = layout == BENCH_RECORDS_VALUE_FIRST;
    for (size_t i = 0; i < data->count; i++) {
        char *records = data_keys_at(data, layout, i);
        const char *keys = data->keys + i * data->key_stride;
        switch (data->what.value_size) {
        case 4: interleave(data, records, keys, value_first, 4, 4); break;
        case 8: interleave(data, records, keys, value_first, 8, 8); break;
        default: interleave(data, records, keys, value_first, 8, 32);
        }
    }
}
