/*
 * Count, scan and scatter: see partition.h.
 */
#include "partition.h"

#include "trace.h"

#include <stdatomic.h>

struct count {
    const struct sweep_partition *p;
    const sweep_digit *digits;
    unsigned digit_count;
    size_t radix;
};

static void count_chunk(size_t chunk, void *argument)
{
    const struct count *c = argument;
    const struct sweep_partition *p = c->p;
    size_t begin = sweep_chunk_begin(p->n, p->chunks, chunk), n = sweep_chunk_begin(p->n, p->chunks, chunk + 1) - begin;
    size_t *counts = p->counts + chunk * p->stride;

    SWEEP_TRACE_KEYS(n + c->radix);
    memset(counts, 0, c->digit_count * c->radix * sizeof *counts);
    p->kernels->histogram(p->keys + begin * p->key_size, n, p->transform, c->digits, c->digit_count, c->radix, counts);
}

void sweep_partition_count(const struct sweep_partition *p, const sweep_digit *digits, unsigned digit_count,
                           size_t radix)
{
    struct count c = {p, digits, digit_count, radix};
    sweep_parallel_for(p->workspace, p->chunks, count_chunk, &c);
}

struct look {
    const struct sweep_partition *p;
    const struct sweep_kernels *plain;
    bool count;
    atomic_uint_fast64_t low, high;
    atomic_bool special;
};

static void look_at_chunk(size_t chunk, void *argument)
{
    struct look *look = argument;
    const struct sweep_partition *p = look->p;
    const size_t begin = sweep_chunk_begin(p->n, p->chunks, chunk), size = p->key_size;
    const size_t end = sweep_chunk_begin(p->n, p->chunks, chunk + 1), radix = (size_t)1 << p->digit.bits;
    size_t *counts = p->counts + chunk * p->stride, block = end - begin;
    struct sweep_difference d = {0};

    SWEEP_TRACE_KEYS(look->count ? 2 * block + radix : block);
    if (look->count) { /* by blocks that stay in the first-level cache; each costs the kernel a table */
        memset(counts, 0, radix * sizeof *counts);
        block = SWEEP_LOOK_BLOCK_BYTES / size < radix * 16 ? radix * 16 : SWEEP_LOOK_BLOCK_BYTES / size;
    }
    for (size_t i = begin; i < end; i += block) {
        size_t n = end - i < block ? end - i : block, before = i > 0;
        /* with the key before, so that blocks and chunks are compared with each other */
        p->kernels->difference(p->keys + (i - before) * size, n + before, p->transform, &d);
        if (look->count)
            (d.special ? p->kernels : look->plain)
                ->histogram(p->keys + i * size, n, p->transform, &p->digit, 1, radix, counts);
    }
    atomic_fetch_or_explicit(&look->low, d.low, memory_order_relaxed);
    atomic_fetch_or_explicit(&look->high, d.high, memory_order_relaxed);
    if (d.special)
        atomic_store_explicit(&look->special, true, memory_order_relaxed);
}

void sweep_partition_look(const struct sweep_partition *p, const struct sweep_kernels *plain, bool count,
                          struct sweep_difference *difference)
{
    struct look look = {.p = p, .plain = plain, .count = count};

    sweep_parallel_for(p->workspace, p->chunks, look_at_chunk, &look);
    *difference = (struct sweep_difference){.low = look.low, .high = look.high, .special = look.special};
}

size_t sweep_partition_scan(const struct sweep_partition *p, size_t *largest)
{
    size_t sum = 0, most = 0;

    *largest = 0;
    for (size_t d = 0; d < (size_t)1 << p->digit.bits; d++) {
        size_t begin = sum;
        for (size_t chunk = 0; chunk < p->chunks; chunk++) {
            size_t *offset = &p->counts[chunk * p->stride + d], count = *offset;
            *offset = sum;
            sum += count;
        }
        if (sum - begin > most) {
            most = sum - begin;
            *largest = d;
        }
    }
    SWEEP_INVARIANT(sum == p->n);
    return most;
}

static void scatter_chunk(size_t chunk, void *argument)
{
    const struct sweep_partition *p = argument;
    size_t begin = sweep_chunk_begin(p->n, p->chunks, chunk), n = sweep_chunk_begin(p->n, p->chunks, chunk + 1) - begin;
    struct sweep_scatter s = {
        .keys = p->keys + begin * p->key_size,
        .values = p->values != NULL ? p->values + begin * p->value_size : NULL,
        .keys_out = p->keys_out,
        .values_out = p->values_out,
        .n = n,
        .first_index = p->first_index + begin,
        .offsets = p->counts + chunk * p->stride,
        .digit = p->digit,
        .prefetch = p->prefetch,
        .runs = p->runs,
    };

    SWEEP_TRACE_KEYS(n);
    if (p->packing != NULL)
        p->packing->pack(&s, p->transform);
    else
        p->kernels->scatter[sweep_value_kind(p->value_size)](&s, p->transform);
}

void sweep_partition_scatter(const struct sweep_partition *p)
{
    sweep_parallel_for(p->workspace, p->chunks, scatter_chunk, (void *)(uintptr_t)p);
}
