/*
 * See data.h.
 */
#ifndef _DEFAULT_SOURCE
#define _DEFAULT_SOURCE
#endif
#include "data.h"

#include <pthread.h>
#include <string.h>
#include <unistd.h>

const char *const data_names[DATA_KINDS] = {"uniform", "unit", "entropy", "sorted", "constant"};

enum { MOST_THREADS = 16 };

static uint64_t mixed(uint64_t x)
{
    x += 0x9e3779b97f4a7c15u;
    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9u;
    x = (x ^ x >> 27) * 0x94d049bb133111ebu;
    return x ^ x >> 31;
}

static size_t bytes_of(sweep_type type)
{
    switch (type) {
    case SWEEP_U8:
    case SWEEP_I8: return 1;
    case SWEEP_U16:
    case SWEEP_I16:
    case SWEEP_F16:
    case SWEEP_BF16: return 2;
    case SWEEP_U32:
    case SWEEP_I32:
    case SWEEP_F32: return 4;
    case SWEEP_U128:
    case SWEEP_I128: return 16;
    default: return 8;
    }
}

bool data_fits(data_kind kind, sweep_type type)
{
    return kind != DATA_UNIT || type == SWEEP_F32 || type == SWEEP_F64;
}

/* ---- the work of one thread ------------------------------------------------------------------------------------ */

typedef struct part {
    void *keys;
    const void *elements;
    size_t first, end, n, bytes;
    sweep_type type;
    data_kind kind;
    uint64_t seed, sum;
    const unsigned char *in; /* of checks */
    const uint32_t *places;
    size_t wrong;
} part;

/* The 64 random bits of a key, or of half of one. */
static uint64_t random_bits(const part *p, uint64_t at)
{
    if (p->kind == DATA_ENTROPY)
        return mixed(p->seed + 3 * at) & mixed(p->seed + 3 * at + 1) & mixed(p->seed + 3 * at + 2);
    return mixed(p->seed + at);
}

/* A float of these bits, which is a number. */
static uint64_t made_finite(uint64_t bits, sweep_type type)
{
    const uint64_t exponent = type == SWEEP_F64 ? 0x7ff0000000000000u : 0x7f800000u;
    return (bits & exponent) == exponent ? bits & ~(exponent & (exponent << 1)) : bits;
}

static void fill_one(const part *p, size_t i)
{
    unsigned char key[16];
    uint64_t low = random_bits(p, 2 * i), high = random_bits(p, 2 * i + 1);
    if (p->kind == DATA_CONSTANT)
        low = high = 0x0123456789abcdefu;
    if (p->kind == DATA_SORTED) { /* spread over the positive half of the type's range, below a float's infinity */
        unsigned width = (unsigned)(p->bytes < 8 ? p->bytes * 8 : 64);
        high = (uint64_t)((double)i / (double)p->n * 0x7f00000000000000u);
        low = p->bytes == 16 ? i : high >> (64 - width);
    }
    if (p->type == SWEEP_F32 || p->type == SWEEP_F64)
        low = made_finite(p->type == SWEEP_F32 ? low & 0xffffffffu : low, p->type);
    if (p->kind == DATA_UNIT && p->type == SWEEP_F32) {
        float unit = (float)(low >> 8 & 0xffffff) / 16777216.0f;
        memcpy(key, &unit, sizeof unit);
    } else if (p->kind == DATA_UNIT) {
        double unit = (double)(random_bits(p, 2 * i) >> 11) / 9007199254740992.0;
        memcpy(key, &unit, sizeof unit);
    } else {
        memcpy(key, &low, 8);
        memcpy(key + 8, &high, 8);
    }
    memcpy((char *)p->keys + i * p->bytes, key, p->bytes);
}

static void *fill_part(void *argument)
{
    part *p = argument;
    for (size_t i = p->first; i < p->end; i++)
        fill_one(p, i);
    return NULL;
}

static void *sum_part(void *argument)
{
    part *p = argument;
    for (size_t i = p->first; i < p->end; i++) {
        uint64_t low = 0, high = 0;
        const char *at = (const char *)p->elements + i * p->bytes;
        memcpy(&low, at, p->bytes < 8 ? p->bytes : 8);
        if (p->bytes == 16)
            memcpy(&high, at + 8, 8);
        p->sum += mixed(low ^ mixed(high));
    }
    return NULL;
}

/* Checks one part, and its first element against the one before it. */
static void *check_part(void *argument)
{
    part *p = argument;
    const unsigned char *keys = p->elements;
    size_t from = p->first > 0 ? p->first - 1 : 0, found = p->end - from;
    p->wrong = p->n;
    if (keys && sweep_is_sorted(keys + from * p->bytes, p->end - from, p->type, &found, NULL) == SWEEP_OK &&
        found < p->end - from)
        p->wrong = from + found;
    for (size_t i = p->first; i < p->end && i < p->wrong && p->places; i++) {
        const unsigned char *key = p->in + (size_t)p->places[i] * p->bytes;
        bool right = p->places[i] < p->n && (!keys || memcmp(key, keys + i * p->bytes, p->bytes) == 0);
        if (right && i > 0 && p->places[i - 1] < p->n) {
            uint64_t before = 0, here = 0; /* unsigned keys of up to 8 bytes alone have values here */
            memcpy(&before, p->in + (size_t)p->places[i - 1] * p->bytes, p->bytes);
            memcpy(&here, key, p->bytes);
            right = before < here || (before == here && p->places[i - 1] < p->places[i]);
        }
        if (!right)
            p->wrong = i;
    }
    return NULL;
}

static uint64_t by_threads(part all, void *(*work)(void *), size_t *wrong)
{
    pthread_t threads[MOST_THREADS];
    part parts[MOST_THREADS];
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
    size_t count = cores < 1 ? 1 : cores > MOST_THREADS ? MOST_THREADS : (size_t)cores, started = 1;
    uint64_t sum = 0;
    if (all.n < 100000)
        count = 1;
    for (size_t t = 0; t < count; t++) {
        parts[t] = all;
        parts[t].first = all.n / count * t;
        parts[t].end = t + 1 == count ? all.n : all.n / count * (t + 1);
    }
    for (size_t t = 1; t < count && pthread_create(&threads[t], NULL, work, &parts[t]) == 0; t++)
        started = t + 1;
    work(&parts[0]);
    for (size_t t = started; t < count; t++) /* threads that could not be had */
        work(&parts[t]);
    for (size_t t = 1; t < started; t++)
        pthread_join(threads[t], NULL);
    for (size_t t = 0; t < count; t++)
        sum += parts[t].sum;
    for (size_t t = count; t > 0 && wrong; t--)
        if (parts[t - 1].wrong < all.n)
            *wrong = parts[t - 1].wrong;
    return sum;
}

void data_fill(void *keys, size_t n, sweep_type type, data_kind kind, uint64_t seed)
{
    part all = {.keys = keys, .n = n, .bytes = bytes_of(type), .type = type, .kind = kind, .seed = mixed(seed)};
    (void)by_threads(all, fill_part, NULL);
}

uint64_t data_sum(const void *elements, size_t n, size_t bytes)
{
    part all = {.elements = elements, .n = n, .bytes = bytes};
    return by_threads(all, sum_part, NULL);
}

size_t data_first_wrong(const void *in, const void *keys, const uint32_t *places, size_t n, sweep_type type)
{
    part all = {.elements = keys, .in = in, .places = places, .n = n, .bytes = bytes_of(type), .type = type};
    size_t wrong = n;
    (void)by_threads(all, check_part, &wrong);
    return wrong;
}
