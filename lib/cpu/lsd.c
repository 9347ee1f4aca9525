/*
 * LSD: least significant digit first. One counting read; then, for each digit that keys differ in, an exclusive scan
 * over (bucket, chunk) and a scatter of every chunk to its own places:
 *
 *     output index = bucket start + keys of that bucket in earlier chunks + rank within the chunk
 *
 * With one chunk the counts of the first read hold for every sweep, since a sweep only moves keys. With more, each
 * sweep but the first counts its digit anew, because the keys of a chunk have changed.
 *
 * Keys of 1 and 2 bytes whose equals are alike need not move: one digit is the whole key, and what was counted is
 * written.
 */
#include "count.h"
#include "pingpong.h"

#include "../tuning.h"

struct lsd {
    const struct sweep_job *job;
    const struct sweep_blueprint *b;
    struct sweep_route route;
    sweep_digit digit;
    size_t *offsets; /* of the first chunk: counts at first, then offsets, of the current digit */
    size_t stride;   /* from a chunk's table to the next one's */
};

static void count_chunk(size_t chunk, void *argument)
{
    const struct lsd *lsd = argument;
    const struct sweep_blueprint *b = lsd->b;
    size_t begin = sweep_piece_begin(b->plan.n, b->chunks, chunk);
    size_t end = sweep_piece_begin(b->plan.n, b->chunks, chunk + 1);
    size_t *counts = lsd->offsets + chunk * lsd->stride;

    memset(counts, 0, sizeof *counts << lsd->digit.bits);
    lsd->job->kernels->histogram(sweep_element(lsd->route.keys, begin, b->key_size), end - begin, &b->transform,
                                 &lsd->digit, 1, b->radix, counts);
}

/* Counts become offsets: exclusive, bucket by bucket, and within a bucket chunk by chunk. */
static void scan(const struct lsd *lsd)
{
    size_t sum = 0;

    for (size_t d = 0; d < (size_t)1 << lsd->digit.bits; d++)
        for (size_t chunk = 0; chunk < lsd->b->chunks; chunk++) {
            size_t *offset = &lsd->offsets[chunk * lsd->stride + d], count = *offset;
            *offset = sum;
            sum += count;
        }
}

static void scatter_chunk(size_t chunk, void *argument)
{
    const struct lsd *lsd = argument;
    const struct sweep_blueprint *b = lsd->b;
    size_t begin = sweep_piece_begin(b->plan.n, b->chunks, chunk);
    size_t end = sweep_piece_begin(b->plan.n, b->chunks, chunk + 1);
    struct sweep_scatter s = {
        .keys = sweep_element(lsd->route.keys, begin, b->key_size),
        .values = lsd->route.values != NULL ? sweep_element(lsd->route.values, begin, b->moved_size) : NULL,
        .keys_out = lsd->route.keys_out,
        .values_out = lsd->route.values_out,
        .n = end - begin,
        .first_index = begin,
        .offsets = lsd->offsets + chunk * lsd->stride,
        .digit = lsd->digit,
        .prefetch = sweep_scatter_prefetches(b->plan.n, b->key_size + b->moved_size),
    };
    lsd->job->kernels->scatter[sweep_value_kind(b->moved_size)](&s, &b->transform);
}

void sweep_run_lsd(const struct sweep_job *job)
{
    const struct sweep_blueprint *b = job->blueprint;
    struct sweep_count count;
    sweep_count_all(job, &count);

    if (b->plan.counting) {
        job->kernels->write_counted(job->keys_out, b->plan.n, &b->transform, 0, b->radix, count.totals);
        return;
    }
    for (unsigned i = 0; i < count.sweeps; i++) {
        struct lsd lsd = {
            .job = job,
            .b = b,
            .route = sweep_route_of(job, count.sweeps, i),
            .digit = count.digits[i],
            .offsets = count.counts + (size_t)count.source[i] * b->radix,
            .stride = (size_t)b->plan.sweep_count * b->radix,
        };
        if (i > 0 && b->chunks > 1)
            sweep_parallel_for(job->workspace, b->chunks, count_chunk, &lsd);
        scan(&lsd);
        sweep_parallel_for(job->workspace, b->chunks, scatter_chunk, &lsd);
    }
    sweep_finish(job, count.sweeps);
}
