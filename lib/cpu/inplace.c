/*
 * In place: what HYBRID does where the memory limit leaves no scratch. Most significant digit first; the keys of a
 * piece are swapped into their buckets along the cycles of the permutation (P. M. McIlroy, K. Bostic, M. D. McIlroy:
 * Engineering Radix Sort, 1993). Not stable, so only for keys alone whose equals have equal bits. One thread; its
 * tables are on the stack: at most 80 KiB for 128-bit keys.
 */
#include "job.h"

enum { BITS = 8, RADIX = 1 << BITS };

static void sort_piece(const struct sweep_job *job, unsigned char *keys, size_t n, unsigned end)
{
    const struct sweep_blueprint *b = job->blueprint;
    size_t size = b->key_size;

    if (n <= (size <= 8 ? sweep_tier_choose()->words_most[size > 4] : sweep_tier_choose()->order_most)) {
        struct sweep_leaf leaf = {.keys = keys, .keys_out = keys, .n = n, .end = end, .words = size <= 8};
        job->kernels->leaf(&leaf, &b->transform);
        return;
    }
    struct sweep_difference difference = {0};
    job->kernels->difference(keys, n, &b->transform, &difference);
    end = sweep_difference_end(&difference);
    if (end == 0)
        return; /* all keys tie */
    sweep_digit digit = {(uint8_t)(end < BITS ? 0 : end - BITS), (uint8_t)(end < BITS ? end : BITS)};
    size_t ends[RADIX] = {0}, next[RADIX], sum = 0;
    job->kernels->histogram(keys, n, &b->transform, &digit, 1, RADIX, ends);
    for (size_t d = 0; d < RADIX; d++) {
        next[d] = sum;
        sum += ends[d];
        ends[d] = sum;
    }
    job->kernels->swap_to_buckets(keys, &b->transform, digit, next, ends);
    for (size_t d = 0; d < RADIX && digit.place > 0; d++) {
        size_t begin = d == 0 ? 0 : ends[d - 1];
        if (ends[d] > begin)
            sort_piece(job, keys + begin * size, ends[d] - begin, digit.place);
    }
}

void sweep_run_in_place(const struct sweep_job *job)
{
    const struct sweep_blueprint *b = job->blueprint;

    if (job->keys != job->keys_out)
        memcpy(job->keys_out, job->keys, b->plan.n * b->key_size);
    if (job->kernels->first_out_of_order(job->keys_out, 1, b->plan.n, &b->transform) < b->plan.n)
        sort_piece(job, job->keys_out, b->plan.n, b->end);
}
