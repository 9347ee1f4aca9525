/*
 * In place: what HYBRID does where there is no scratch. Most significant digit first; the keys of a bucket are swapped
 * into their buckets along the cycles of the permutation (P. M. McIlroy, K. Bostic, M. D. McIlroy: Engineering Radix
 * Sort, 1993). Not stable, so only for keys alone whose ties are bit-identical. One thread.
 *
 * The stack is kept small: where buckets end is remembered for the first levels alone, and found again in the keys
 * below them. As in msd.c the largest bucket is sorted last, in the same call.
 */
#include "choose.h"
#include "engine.h"
#include "trace.h"

enum { MOST_RADIX = 1 << 8, REMEMBERED = 3 };

struct in_place {
    const struct sweep_costs *costs;
    const struct sweep_kernels *kernels;
    const sweep_transform *transform;
    size_t key_size;
    size_t (*ends)[MOST_RADIX]; /* of the buckets of the first levels */
};

static uint64_t digit_at(const struct in_place *s, const unsigned char *keys, size_t i, sweep_digit digit)
{
    uint64_t d;
    s->kernels->fragments(keys + i * s->key_size, 1, s->transform, digit.place, digit.bits, &d);
    return d;
}

/* The keys at the begin of n, sorted by the digit, that share it with the first: by steps of 1, 2, 4, ..., and back. */
static size_t bucket_at(const struct in_place *s, const unsigned char *keys, size_t n, sweep_digit digit)
{
    const uint64_t d = digit_at(s, keys, 0, digit);
    size_t inside = 0, step = 1;

    while (inside + step < n && digit_at(s, keys, inside + step, digit) == d) {
        inside += step;
        step *= 2;
    }
    for (; step > 0; step /= 2)
        if (inside + step < n && digit_at(s, keys, inside + step, digit) == d)
            inside += step;
    return inside + 1;
}

/* Brings the keys into the buckets of their digit. Not inlined, so that the recursion keeps no table. */
static __attribute__((noinline)) void partition(const struct in_place *s, unsigned char *keys,
                                                const struct sweep_bucket *bucket, sweep_digit digit)
{
    size_t own[MOST_RADIX], next[MOST_RADIX], sum = 0;
    size_t *ends = bucket->level < REMEMBERED ? s->ends[bucket->level] : own;

    SWEEP_INVARIANT((size_t)1 << digit.bits <= MOST_RADIX);
    SWEEP_TRACE_DIGIT(digit.place, digit.bits, bucket->n);
    memset(ends, 0, MOST_RADIX * sizeof *ends);
    s->kernels->histogram(keys, bucket->n, s->transform, &digit, 1, MOST_RADIX, ends);
    for (size_t d = 0; d < (size_t)1 << digit.bits; d++) {
        next[d] = sum;
        sum += ends[d];
        ends[d] = sum;
    }
    s->kernels->swap_to_buckets(keys, s->transform, digit, next, ends);
}

/* The keys of the bucket at `begin` of the partitioned one. *d: the first digit that it may have; moves on. */
static size_t next_size(const struct in_place *s, const unsigned char *keys, const struct sweep_bucket *bucket,
                        sweep_digit digit, size_t begin, size_t *d)
{
    if (bucket->level >= REMEMBERED)
        return bucket_at(s, keys + begin * s->key_size, bucket->n - begin, digit);
    while (s->ends[bucket->level][*d] == begin)
        ++*d;
    return s->ends[bucket->level][*d] - begin;
}

static void sort_base_case(const struct in_place *s, unsigned char *keys, size_t n, const struct sweep_bucket *bucket)
{
    if (sweep_bucket_is_words(bucket)) {
        s->kernels->base_words(keys, keys, n, bucket->end, s->transform);
        return;
    }
    struct sweep_base_case few = {
        .keys = keys, .keys_out = keys, .n = n, .begin = bucket->begin, .end = bucket->end, .whole = true};
    s->kernels->base_pairs(&few, s->transform);
}

static void sort_bucket(const struct in_place *s, unsigned char *keys, struct sweep_bucket bucket)
{
    while (bucket.n > sweep_base_most(&bucket, s->costs)) {
        struct sweep_difference difference = {0};
        size_t most = 0, largest = 0;

        s->kernels->difference(keys, bucket.n, s->transform, &difference);
        bucket.end = sweep_difference_end(&difference);
        if (bucket.end == 0)
            return; /* all keys tie */
        const sweep_digit digit = sweep_choose(&bucket, NULL, s->costs).digit;
        partition(s, keys, &bucket, digit);
        if (digit.place == 0)
            return;
        struct sweep_bucket below = bucket;
        below.end = digit.place;
        below.level++;
        const size_t base_most = sweep_base_most(&below, s->costs);
        for (size_t i = 0, d = 0; i < bucket.n; i += below.n) {
            below.n = next_size(s, keys, &bucket, digit, i, &d);
            if (below.n <= base_most) {
                sort_base_case(s, keys + i * s->key_size, below.n, &below);
            } else if (below.n > most) {
                most = below.n;
                largest = i;
            }
        }
        if (most == 0)
            return;
        for (size_t i = 0, d = 0; i < bucket.n; i += below.n) {
            below.n = next_size(s, keys, &bucket, digit, i, &d);
            if (below.n > base_most && i != largest)
                sort_bucket(s, keys + i * s->key_size, below);
        }
        keys += largest * s->key_size;
        bucket.end = digit.place; /* and of the same level: its table is free again */
        bucket.n = most;
    }
    sort_base_case(s, keys, bucket.n, &bucket);
}

void sweep_run_in_place(const struct sweep_job *job)
{
    const struct sweep_blueprint *b = job->blueprint;
    size_t ends[REMEMBERED][MOST_RADIX];
    const struct in_place s = {sweep_costs_choose(), job->kernels, &b->transform, b->key_size, ends};

    if (job->keys != job->keys_out)
        memcpy(job->keys_out, job->keys, b->plan.n * b->key_size);
    if (job->kernels->first_out_of_order(job->keys_out, 1, b->plan.n, &b->transform) < b->plan.n)
        sort_bucket(&s, job->keys_out, sweep_input_bucket(b));
}
