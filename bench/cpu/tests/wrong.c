/*
 * Peers that are wrong, each in one way: the benchmark must find every one out. Built as a shared object for the test.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include <stdlib.h>
#include <string.h>

#include "../peer.h"

enum fault { NONE, UNSORTED, LOST, TORN, UNSTABLE, FAILING };

struct element {
    uint64_t key, value;
};

static int by_key(const void *a, const void *b)
{
    const struct element *x = a, *y = b;
    return (x->key > y->key) - (x->key < y->key);
}

static int by_key_and_value(const void *a, const void *b)
{
    const struct element *x = a, *y = b;
    int order = by_key(a, b);
    return order != 0 ? order : (x->value > y->value) - (x->value < y->value);
}

static void spoil(struct element *elements, size_t n, enum fault fault)
{
    struct element first = elements[0];
    switch (fault) {
    case UNSORTED: /* the ends change places */
        elements[0] = elements[n - 1];
        elements[n - 1] = first;
        break;
    case LOST: /* the first comes twice, the second is lost; the order is right */ elements[1] = elements[0]; break;
    case TORN: /* the values at the ends change places */
        elements[0].value = elements[n - 1].value;
        elements[n - 1].value = first.value;
        break;
    case UNSTABLE: /* neighbours that tie change places */
        for (size_t i = 1; i < n; i++) {
            if (elements[i - 1].key == elements[i].key) {
                first = elements[i - 1];
                elements[i - 1] = elements[i];
                elements[i] = first;
                break;
            }
        }
        break;
    case NONE:
    case FAILING: break;
    }
}

/* Sorts elements of u64 keys and, where there are any, 8-byte values or indices; then spoils them. */
static int sort(const struct bench_case *what, void *keys, void *values, enum fault fault)
{
    size_t n = what->n;
    uint64_t *key = keys, *value = values;
    struct element *elements = malloc(n * sizeof *elements);
    if (elements == NULL || fault == FAILING) {
        free(elements);
        return 7;
    }
    for (size_t i = 0; i < n; i++) {
        elements[i] = (struct element){key[i], what->operation == BENCH_PAIRS ? value[i] : i};
    }
    qsort(elements, n, sizeof elements[0], by_key_and_value);
    spoil(elements, n, fault);
    for (size_t i = 0; i < n; i++) {
        if (what->operation != BENCH_ARGSORT) {
            key[i] = elements[i].key;
        }
        if (value != NULL) {
            value[i] = elements[i].value;
        }
    }
    free(elements);
    return 0;
}

static enum bench_layout supports_u64(const struct bench_case *what)
{
    return what->type == BENCH_U64 && what->value_size <= 8 ? BENCH_ARRAYS : BENCH_UNSUPPORTED;
}

/* Keys alone have no ties to break and no values to tear. */
static enum bench_layout supports_values(const struct bench_case *what)
{
    return what->operation != BENCH_KEYS ? supports_u64(what) : BENCH_UNSUPPORTED;
}

#define SORT(name, fault)                                                                                              \
    static int sort_##name(const struct bench_case *what, void *keys, void *values, void *scratch)                     \
    {                                                                                                                  \
        (void)scratch;                                                                                                 \
        return sort(what, keys, values, fault);                                                                        \
    }
SORT(right, NONE)
SORT(unsorted, UNSORTED)
SORT(lost, LOST)
SORT(torn, TORN)
SORT(unstable, UNSTABLE)
SORT(failing, FAILING)

const struct bench_peer *bench_peer_at(unsigned index)
{
#define PEER(name_, supports_)                                                                                         \
    {                                                                                                                  \
        .version = BENCH_PEER_VERSION, .stable = 1, .name = #name_, .about = "for the test", .supports = supports_,    \
        .sort = sort_##name_                                                                                           \
    }
    static const struct bench_peer peers[] = {PEER(right, supports_u64),       PEER(unsorted, supports_u64),
                                              PEER(lost, supports_u64),        PEER(torn, supports_values),
                                              PEER(unstable, supports_values), PEER(failing, supports_u64)};
    return index < sizeof peers / sizeof peers[0] ? &peers[index] : NULL;
}
