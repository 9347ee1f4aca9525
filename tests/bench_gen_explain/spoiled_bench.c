/*
 * `bench` over a library that errs: what it must find.
 *
 * In: the command line of bench, and SPOIL in the environment, such as "values 10": what is at this place of the result
 * (keys, values or both) changes places with what is behind it; with "sign 1" the key's first bit flips. Out: as bench.
 * Used by bench.sh.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "errors.h"
#include "transform.h"
#include "verbs.h"

sweep_status spoiled_sort(void *keys, size_t n, sweep_type type, const sweep_options *options);
sweep_status spoiled_sort_pairs(void *keys, void *values, size_t n, sweep_type type, size_t value_size,
                                const sweep_options *options);
sweep_status spoiled_argsort(const void *keys, void *indices, size_t n, sweep_type type, size_t index_size,
                             const sweep_options *options);

static void swap_with_next(unsigned char *bytes, size_t place, size_t size)
{
    for (size_t i = place * size; i < (place + 1) * size; i++) {
        unsigned char byte = bytes[i];
        bytes[i] = bytes[i + size];
        bytes[i + size] = byte;
    }
}

static void spoil(void *keys, size_t key_size, void *values, size_t value_size)
{
    char what[16] = "";
    size_t place = 0;
    const char *how = getenv("SPOIL");
    if (how == NULL || sscanf(how, "%15s %zu", what, &place) != 2) {
        return;
    }
    if (keys != NULL && (strcmp(what, "keys") == 0 || strcmp(what, "both") == 0)) {
        swap_with_next(keys, place, key_size);
    }
    if (values != NULL && (strcmp(what, "values") == 0 || strcmp(what, "both") == 0)) {
        swap_with_next(values, place, value_size);
    }
    if (keys != NULL && strcmp(what, "sign") == 0) {
        sweep_type type = (sweep_type)(key_size == 4 ? SWEEP_U32 : SWEEP_U64);
        void *key = (unsigned char *)keys + place * key_size;
        key_store(key, type, key_load(key, type) ^ (wide_key)1 << (8 * key_size - 1));
    }
}

sweep_status spoiled_sort(void *keys, size_t n, sweep_type type, const sweep_options *options)
{
    sweep_status status = sweep_sort(keys, n, type, options);
    spoil(keys, type_size(type), NULL, 0);
    return status;
}

sweep_status spoiled_sort_pairs(void *keys, void *values, size_t n, sweep_type type, size_t value_size,
                                const sweep_options *options)
{
    sweep_status status = sweep_sort_pairs(keys, values, n, type, value_size, options);
    spoil(keys, type_size(type), values, value_size);
    return status;
}

sweep_status spoiled_argsort(const void *keys, void *indices, size_t n, sweep_type type, size_t index_size,
                             const sweep_options *options)
{
    sweep_status status = sweep_argsort(keys, indices, n, type, index_size, options);
    spoil(NULL, 0, indices, index_size);
    return status;
}

int main(int argc, char **argv)
{
    name_verb("bench");
    return bench_verb.run(argc, argv);
}
