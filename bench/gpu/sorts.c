/*
 * See sorts.h.
 */
#ifndef _DEFAULT_SOURCE
#define _DEFAULT_SOURCE
#endif
#include "sorts.h"
#include "driver.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const sort_kind sort_kinds[PEER_KINDS] = {
    [PEER_U32] = {"u32", SWEEP_U32, SWEEP_OPERATION_SORT, 4, 0},
    [PEER_U64] = {"u64", SWEEP_U64, SWEEP_OPERATION_SORT, 8, 0},
    [PEER_U128] = {"u128", SWEEP_U128, SWEEP_OPERATION_SORT, 16, 0},
    [PEER_F32] = {"f32", SWEEP_F32, SWEEP_OPERATION_SORT, 4, 0},
    [PEER_F64] = {"f64", SWEEP_F64, SWEEP_OPERATION_SORT, 8, 0},
    [PEER_U32_PAIRS4] = {"u32+4", SWEEP_U32, SWEEP_OPERATION_SORT_PAIRS, 4, 4},
    [PEER_U64_PAIRS4] = {"u64+4", SWEEP_U64, SWEEP_OPERATION_SORT_PAIRS, 8, 4},
    [PEER_U32_ARGSORT] = {"argsort-u32", SWEEP_U32, SWEEP_OPERATION_ARGSORT, 4, 4},
};

/* ---- arrays ---------------------------------------------------------------------------------------------------- */

bool arrays_create(arrays *a, enum peer_kind kind, size_t n)
{
    const sort_kind *k = &sort_kinds[kind];
    *a = (arrays){.kind = kind, .n = n};
    a->keys_in = driver_allocate(n * k->key_bytes);
    a->keys_out = driver_allocate(n * k->key_bytes);
    a->values_in = driver_allocate(n * k->value_bytes);
    a->values_out = driver_allocate(n * k->value_bytes);
    if (a->keys_in && a->keys_out && a->values_in && a->values_out)
        return true;
    arrays_destroy(a);
    return false;
}

bool arrays_scratch(arrays *a, size_t bytes)
{
    driver_free(a->scratch);
    a->scratch = driver_allocate(bytes);
    a->scratch_bytes = a->scratch ? bytes : 0;
    return a->scratch != NULL;
}

void arrays_destroy(arrays *a)
{
    driver_free(a->keys_in);
    driver_free(a->keys_out);
    driver_free(a->values_in);
    driver_free(a->values_out);
    driver_free(a->scratch);
    *a = (arrays){.kind = a->kind};
}

static void *host_memory(size_t bytes)
{
    void *made = malloc(bytes + 1);
    if (!made) {
        fprintf(stderr, "no memory for %zu bytes on the host\n", bytes);
        exit(1);
    }
    return made;
}

uint64_t arrays_fill(arrays *a, data_kind data, uint64_t seed)
{
    const sort_kind *k = &sort_kinds[a->kind];
    void *keys = host_memory(a->n * k->key_bytes);
    data_fill(keys, a->n, k->type, data, seed);
    uint64_t sum = data_sum(keys, a->n, k->key_bytes);
    driver_upload(a->keys_in, keys, a->n * k->key_bytes);
    if (k->value_bytes) {
        uint32_t *places = keys; /* keys have four bytes at least where there are values */
        for (size_t i = 0; i < a->n; i++)
            places[i] = (uint32_t)i;
        driver_upload(a->values_in, places, a->n * sizeof *places);
    }
    free(keys);
    return sum;
}

bool arrays_right(const arrays *a, uint64_t sum, char *text, size_t room)
{
    const sort_kind *k = &sort_kinds[a->kind];
    bool argsort = k->operation == SWEEP_OPERATION_ARGSORT;
    size_t bytes = a->n * k->key_bytes, wrong;
    unsigned char *keys = argsort ? NULL : host_memory(bytes), *in = k->value_bytes ? host_memory(bytes) : NULL;
    uint32_t *places = k->value_bytes ? host_memory(a->n * sizeof *places) : NULL;
    if (keys)
        driver_download(keys, a->keys_out, bytes);
    if (places) {
        driver_download(in, a->keys_in, bytes);
        driver_download(places, a->values_out, a->n * sizeof *places);
    }
    wrong = data_first_wrong(in, keys, places, a->n, k->type);
    bool same = wrong < a->n || !keys || data_sum(keys, a->n, k->key_bytes) == sum;
    if (wrong < a->n) {
        uint64_t before = 0, here = 0;
        size_t shown = k->key_bytes < 8 ? k->key_bytes : 8, from = wrong > 0 ? wrong - 1 : 0;
        if (keys) {
            memcpy(&before, keys + from * k->key_bytes, shown);
            memcpy(&here, keys + wrong * k->key_bytes, shown);
        }
        snprintf(text, room, "first at %zu: keys 0x%llx, 0x%llx, places %lld, %lld", wrong, (unsigned long long)before,
                 (unsigned long long)here, places ? (long long)places[from] : -1,
                 places ? (long long)places[wrong] : -1);
    } else if (!same) {
        snprintf(text, room, "in order, but not the keys that were given");
    }
    free(keys);
    free(in);
    free(places);
    return wrong == a->n && same;
}

/* ---- who sorts ------------------------------------------------------------------------------------------------- */

const peer *peer_open(const char *path)
{
    static peer opened;
    void *library = path && *path ? dlopen(path, RTLD_NOW | RTLD_LOCAL) : NULL;
    void *version = library ? dlsym(library, "peer_version") : NULL;
    void *scratch = library ? dlsym(library, "peer_scratch") : NULL;
    void *sort = library ? dlsym(library, "peer_sort") : NULL;
    void *least = library ? dlsym(library, "peer_floor") : NULL;
    if (!version || !scratch || !sort || !least)
        return NULL;
    memcpy(&opened.version, &version, sizeof version);
    memcpy(&opened.scratch, &scratch, sizeof scratch);
    memcpy(&opened.sort, &sort, sizeof sort);
    memcpy(&opened.floor, &least, sizeof least);
    return &opened;
}

sweep_status our_scratch(sweep_device *device, const arrays *a, const sweep_device_options *options, size_t *bytes)
{
    const sort_kind *k = &sort_kinds[a->kind];
    return sweep_cuda_scratch(device, driver_stream, k->operation, a->n, k->type, k->value_bytes, options, bytes);
}

sweep_status our_sort(sweep_device *device, const arrays *a, const sweep_device_options *options)
{
    const sort_kind *k = &sort_kinds[a->kind];
    switch (k->operation) {
    case SWEEP_OPERATION_SORT:
        return sweep_cuda_sort(device, driver_stream, a->keys_in, a->keys_out, a->n, k->type, options, a->scratch,
                               a->scratch_bytes);
    case SWEEP_OPERATION_SORT_PAIRS:
        return sweep_cuda_sort_pairs(device, driver_stream, a->keys_in, a->keys_out, a->values_in, a->values_out, a->n,
                                     k->type, k->value_bytes, options, a->scratch, a->scratch_bytes);
    default:
        return sweep_cuda_argsort(device, driver_stream, a->keys_in, a->values_out, a->n, k->type, k->value_bytes,
                                  options, a->scratch, a->scratch_bytes);
    }
}

void our_expect(sweep_device *device, sweep_status status, const char *what)
{
    char text[1024] = "";
    if (status == SWEEP_OK)
        return;
    sweep_device_message(device, text, sizeof text);
    fprintf(stderr, "%s: %s: %s\n", what, sweep_status_string(status), text);
    exit(1);
}

/* ---- times ----------------------------------------------------------------------------------------------------- */

static int by_size(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

spread times_spread(const times *t)
{
    double sorted[MOST_ROUNDS];
    int n = t->count;
    if (n == 0)
        return (spread){0, 0, 0, 0};
    memcpy(sorted, t->all, (size_t)n * sizeof *sorted);
    qsort(sorted, (size_t)n, sizeof *sorted, by_size);
    double median = n % 2 ? sorted[n / 2] : (sorted[n / 2 - 1] + sorted[n / 2]) / 2;
    return (spread){sorted[0], sorted[n / 4], median, sorted[n - 1 - n / 4]};
}
