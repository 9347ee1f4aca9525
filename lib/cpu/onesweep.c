/*
 * OneSweep: after one counting read of all digits, one fused step a digit. Method: A. Adinets and D. Merrill,
 * "Onesweep: A Faster Least Significant Digit Radix Sort for GPUs", 2022; decoupled look-back: D. Merrill and M.
 * Garland, 2016.
 *
 * Threads claim tiles in order, from a ticket. For its tile a thread counts the digit, publishes the counts as
 * *partial*, and looks back over the tiles before it, adding their counts, until it meets one whose count is
 * *inclusive* (its own and all before it); then it publishes its own inclusive count and scatters the tile:
 *
 *     output index = bucket start + keys of that bucket in earlier tiles + rank within the tile
 *
 * A count and its flag share one 64-bit word, so a reader sees both or neither. A tile's predecessors were claimed
 * before it, by threads that are running: so the wait ends, also where all tasks run one after another.
 */
#include "buffers.h"
#include "count.h"

#include "../tuning.h"

#include <sched.h>
#include <stdatomic.h>

enum { MOST_BUCKETS = 256 };

/* The word: count << 2 | flag. 0: nothing is published yet. */
enum { PARTIAL = 1, INCLUSIVE = 2, FLAGS = 3, FLAG_BITS = 2 };

struct onesweep {
    const struct sweep_job *job;
    const struct sweep_blueprint *b;
    struct sweep_route route;
    sweep_digit digit;
    size_t starts[MOST_BUCKETS]; /* bucket offsets: the exclusive scan of the digit's histogram */
    _Atomic uint64_t *states;    /* [tiles][radix] */
    atomic_size_t ticket;
};

static void publish(const struct onesweep *o, size_t tile, unsigned d, size_t count, unsigned flag)
{
    atomic_store_explicit(&o->states[tile * o->b->radix + d], (uint64_t)count << FLAG_BITS | flag,
                          memory_order_release);
}

/* The keys of bucket d in all tiles before `tile`. */
static size_t look_back(const struct onesweep *o, size_t tile, unsigned d)
{
    size_t sum = 0;

    while (tile > 0) {
        const _Atomic uint64_t *state = &o->states[(tile - 1) * o->b->radix + d];
        uint64_t word = atomic_load_explicit(state, memory_order_acquire);
        for (unsigned spins = 0; (word & FLAGS) == 0; spins++) {
            if (spins >= SWEEP_LOOKBACK_SPINS)
                sched_yield();
            word = atomic_load_explicit(state, memory_order_acquire);
        }
        sum += (size_t)(word >> FLAG_BITS);
        if ((word & FLAGS) == INCLUSIVE)
            break;
        tile--;
    }
    return sum;
}

/* One thread's part of a sweep: tiles until none is left. */
static void sweep_tiles(size_t thread, void *argument)
{
    struct onesweep *o = argument;
    const struct sweep_blueprint *b = o->b;
    const struct sweep_kernels *kernels = o->job->kernels;
    unsigned buckets = 1u << o->digit.bits;
    size_t counts[MOST_BUCKETS], offsets[MOST_BUCKETS];
    (void)thread;

    for (;;) {
        size_t tile = atomic_fetch_add_explicit(&o->ticket, 1, memory_order_relaxed);
        if (tile >= b->tile_count)
            return;
        size_t begin = tile * b->plan.tile_size, left = b->plan.n - begin;
        size_t n = left < b->plan.tile_size ? left : b->plan.tile_size;
        const void *keys = sweep_element(o->route.keys, begin, b->key_size);

        memset(counts, 0, buckets * sizeof *counts);
        kernels->histogram(keys, n, &b->transform, &o->digit, 1, b->radix, counts);
        for (unsigned d = 0; d < buckets; d++)
            publish(o, tile, d, counts[d], tile == 0 ? INCLUSIVE : PARTIAL);
        for (unsigned d = 0; d < buckets; d++) {
            size_t before = look_back(o, tile, d);
            if (tile > 0)
                publish(o, tile, d, before + counts[d], INCLUSIVE);
            offsets[d] = o->starts[d] + before;
        }
        struct sweep_scatter s = {
            .keys = keys,
            .values = o->route.values != NULL ? sweep_element(o->route.values, begin, b->moved_size) : NULL,
            .keys_out = o->route.keys_out,
            .values_out = o->route.values_out,
            .n = n,
            .first_index = begin,
            .offsets = offsets,
            .digit = o->digit,
            .prefetch = sweep_prefetches(b->plan.n, b->key_size + b->moved_size),
        };
        kernels->scatter[sweep_value_kind(b->moved_size)](&s, &b->transform);
    }
}

void sweep_run_onesweep(const struct sweep_job *job)
{
    const struct sweep_blueprint *b = job->blueprint;
    struct sweep_count count;
    sweep_count_all(job, &count);

    for (unsigned i = 0; i < count.sweeps; i++) {
        struct onesweep o = {
            .job = job,
            .b = b,
            .route = sweep_route_of(job, count.sweeps, i),
            .digit = count.digits[i],
            .states = sweep_scratch(job, b->layout.states),
        };
        const size_t *totals = count.totals + (size_t)count.source[i] * b->radix;
        for (size_t d = 0, sum = 0; d < (size_t)1 << o.digit.bits; sum += totals[d++])
            o.starts[d] = sum;
        memset((void *)o.states, 0, b->tile_count * b->radix * sizeof *o.states);
        sweep_parallel_for(job->workspace, b->plan.threads, sweep_tiles, &o);
    }
    sweep_finish(job, count.sweeps);
}
