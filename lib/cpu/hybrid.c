/*
 * HYBRID: most significant digit first. A piece of the keys is cut into buckets by its highest digit (where all its keys
 * share that digit, by the highest bits in which they differ), and each bucket is a smaller piece; a piece that is small
 * enough is a leaf and is sorted at once (leaf.h). Only the first levels of large arrays sweep slow memory; the rest
 * happens in cache.
 *
 * A piece lies on one of four sides: the SOURCE (the caller's keys, before the first sweep), HERE (scratch), THERE (where
 * the result belongs), and NEAR: a small buffer of the thread's own, which stays in its second-level cache. Sweeps go
 * from SOURCE to HERE; from HERE to NEAR what fits there, else to THERE; and back to HERE. A leaf ends THERE wherever it
 * was. So what is swept in cache is written to memory once.
 *
 * Threads: while a piece is larger than one thread's share, all threads sweep it together, in chunks, as in LSD. Its
 * other buckets are handed out by a ticket.
 */
#include "hybrid.h"

#include "pingpong.h"

#include "../tuning.h"

#include <stdatomic.h>

enum side { SOURCE, HERE, THERE, NEAR, SIDES };

struct hybrid {
    const struct sweep_job *job;
    const struct sweep_blueprint *b;
    unsigned char *keys[SIDES];     /* NEAR: that of thread 0; the SOURCE is only read */
    unsigned char *values[SIDES];   /* NULL: none, or (SOURCE) the values are the indices */
    size_t leaf_most[2];
    bool whole;                     /* the window is the whole key */
    bool exact;                     /* equal keys have equal bits */
};

/* What one thread has for itself. */
struct thread {
    const struct hybrid *h;
    unsigned char *near_keys, *near_values;
    size_t near_begin;              /* the place in the arrays of what stands first in NEAR */
    size_t *tables;                 /* offsets of this level and those below it */
};

struct piece {
    enum side side;
    size_t begin, n;
    unsigned end;                   /* bits from here up are the same in all its keys */
};

/* ---- pieces ---- */

/* Element i of a side's keys, and of its values; NULL where a side has none. */
static unsigned char *keys_at(const struct thread *t, enum side side, size_t i)
{
    size_t size = t->h->b->key_size;
    if (t->h->keys[side] == NULL)
        return NULL;
    return side == NEAR ? t->near_keys + (i - t->near_begin) * size : t->h->keys[side] + i * size;
}

static unsigned char *values_at(const struct thread *t, enum side side, size_t i)
{
    size_t size = t->h->b->moved_size;
    if (t->h->values[side] == NULL)
        return NULL;
    return side == NEAR ? t->near_values + (i - t->near_begin) * size : t->h->values[side] + i * size;
}

static bool ranks_words(const struct hybrid *h)
{
    return h->exact && h->whole && h->b->moved_size == 0 && h->b->key_size <= 8;
}

static size_t leaf_most(const struct hybrid *h, unsigned end)
{
    return h->leaf_most[ranks_words(h) ? h->b->key_size > 4 : end - h->b->begin > 24];
}

static void sort_leaf(const struct thread *t, struct piece p)
{
    const struct hybrid *h = t->h;
    struct sweep_leaf leaf = {
        .keys = keys_at(t, p.side, p.begin),
        .values = values_at(t, p.side, p.begin),
        .keys_out = h->job->keys_out != NULL ? keys_at(t, THERE, p.begin) : NULL,
        .values_out = values_at(t, THERE, p.begin),
        .n = p.n,
        .first_index = p.begin,
        .value_size = h->b->moved_size,
        .begin = h->b->begin,
        .end = p.end,
        .words = ranks_words(h),
    };
    h->job->kernels->leaf(&leaf, &h->b->transform);
}

/* A piece whose keys all tie: brings it THERE. */
static void move_there(const struct thread *t, struct piece p)
{
    const struct sweep_blueprint *b = t->h->b;
    const void *keys = keys_at(t, p.side, p.begin), *values = values_at(t, p.side, p.begin);
    void *keys_out = keys_at(t, THERE, p.begin), *values_out = values_at(t, THERE, p.begin);

    if (t->h->job->keys_out != NULL && keys != keys_out)
        memcpy(keys_out, keys, p.n * b->key_size);
    if (values_out == NULL || values == values_out)
        return;
    if (values != NULL)
        memcpy(values_out, values, p.n * b->moved_size);
    else
        sweep_write_indices(values_out, p.begin, p.n, b->moved_size);
}

static unsigned highest_bit(struct sweep_difference d)
{
    return d.high != 0 ? 127 - (unsigned)__builtin_clzll(d.high) : 63 - (unsigned)__builtin_clzll(d.low);
}

/* The digit by which a piece is swept: just below its highest differing bit. */
static sweep_digit choose_digit(const struct hybrid *h, struct piece p)
{
    const struct sweep_blueprint *b = h->b;
    unsigned left = p.end - b->begin, bits = b->digit_bits;

    if (bits == 0)
        bits = sweep_hybrid_bits(p.n, b->key_size + b->moved_size, leaf_most(h, p.end));
    if (bits > left)
        bits = left;
    return (sweep_digit){(uint8_t)(p.end - bits), (uint8_t)bits};
}

static enum side side_after(const struct hybrid *h, struct piece p, bool alone)
{
    if (p.side != HERE)
        return HERE;
    return alone && p.n <= h->b->near ? NEAR : THERE;
}

/* Scatters keys [from, from + n) of a piece to a side, by offsets that count from the piece's begin. */
static void scatter(const struct thread *t, struct piece p, size_t from, size_t n, enum side to, sweep_digit digit,
                    size_t *offsets)
{
    const struct sweep_blueprint *b = t->h->b;
    struct sweep_scatter s = {
        .keys = keys_at(t, p.side, from),
        .values = values_at(t, p.side, from),
        .keys_out = keys_at(t, to, p.begin),
        .values_out = values_at(t, to, p.begin),
        .n = n,
        .first_index = from,
        .offsets = offsets,
        .digit = digit,
        .prefetch = to != NEAR && p.n > SWEEP_PREFETCH_BYTES / (b->key_size + b->moved_size),
    };
    t->h->job->kernels->scatter[sweep_value_kind(b->moved_size)](&s, &b->transform);
}

/* Bucket d of a piece that was swept to a side. The offsets have moved on to the ends of their buckets. */
static struct piece bucket(const struct piece *p, enum side side, sweep_digit digit, const size_t *ends, size_t d)
{
    size_t begin = d == 0 ? 0 : ends[d - 1];
    return (struct piece){side, p->begin + begin, ends[d] - begin, digit.place};
}

/* ---- one thread ---- */

/* The histogram of a piece's digit; true if all its keys share the digit. */
static bool count_digit(const struct thread *t, struct piece p, sweep_digit digit, size_t *counts)
{
    size_t radix = (size_t)1 << digit.bits, d = 0;

    memset(counts, 0, radix * sizeof *counts);
    t->h->job->kernels->histogram(keys_at(t, p.side, p.begin), p.n, &t->h->b->transform, &digit, 1, radix, counts);
    while (counts[d] == 0)
        d++;
    return counts[d] == p.n;
}

static void sort_piece(const struct thread *t, struct piece p)
{
    const struct hybrid *h = t->h;
    const struct sweep_kernels *kernels = h->job->kernels;

    if (p.n <= leaf_most(h, p.end)) {
        sort_leaf(t, p);
        return;
    }
    sweep_digit digit = choose_digit(h, p);
    size_t *offsets = t->tables;
    if (count_digit(t, p, digit, offsets)) {
        /* they share the digit: look for the bits in which they do differ */
        struct sweep_difference difference = {0};
        kernels->difference(keys_at(t, p.side, p.begin), p.n, &h->b->transform, &difference);
        if ((difference.low | difference.high) == 0) {
            move_there(t, p);
            return;
        }
        p.end = highest_bit(difference) + 1;
        digit = choose_digit(h, p);
        count_digit(t, p, digit, offsets);
    }
    size_t radix = (size_t)1 << digit.bits, sum = 0;
    for (size_t d = 0; d < radix; d++) {
        size_t count = offsets[d];
        offsets[d] = sum;
        sum += count;
    }
    enum side to = side_after(h, p, true);
    struct thread below = *t;
    below.tables += radix;
    if (to == NEAR)
        below.near_begin = p.begin;
    scatter(&below, p, p.begin, p.n, to, digit, offsets);
    if (digit.place == h->b->begin) {
        move_there(&below, (struct piece){to, p.begin, p.n, digit.place});
        return;
    }
    for (size_t d = 0; d < radix; d++) {
        struct piece next = bucket(&p, to, digit, offsets, d);
        if (next.n > 0)
            sort_piece(&below, next);
    }
}

/* ---- all threads ---- */

struct wide {
    const struct hybrid *h;
    struct piece p;
    enum side to;
    sweep_digit digit;
    size_t chunks;
    struct sweep_difference *differences;   /* of each chunk */
    size_t *offsets;                        /* [chunks][radix] */
    atomic_size_t ticket;
};

static struct thread thread_of(const struct hybrid *h, size_t number)
{
    size_t near = h->b->near;

    return (struct thread){
        .h = h,
        .near_keys = h->keys[NEAR] + number * near * h->b->key_size,
        .near_values = h->values[NEAR] == NULL ? NULL : h->values[NEAR] + number * near * h->b->moved_size,
        .tables = (size_t *)sweep_scratch(h->job, h->b->layout.counts) +
                  number * h->b->table_entries,
    };
}

static size_t chunk_begin(const struct wide *w, size_t chunk)
{
    return w->p.begin + sweep_piece_begin(w->p.n, w->chunks, chunk);
}

static void difference_chunk(size_t chunk, void *argument)
{
    struct wide *w = argument;
    const struct hybrid *h = w->h;
    /* one key before the chunk belongs to it too, so that chunks are compared with each other */
    size_t begin = chunk_begin(w, chunk) - (chunk > 0), end = chunk_begin(w, chunk + 1);
    struct sweep_difference *d = &w->differences[chunk];

    *d = (struct sweep_difference){0};
    h->job->kernels->difference(h->keys[w->p.side] + begin * h->b->key_size, end - begin, &h->b->transform, d);
}

static void count_chunk(size_t chunk, void *argument)
{
    struct wide *w = argument;
    const struct hybrid *h = w->h;
    size_t begin = chunk_begin(w, chunk), end = chunk_begin(w, chunk + 1), radix = (size_t)1 << w->digit.bits;
    size_t *counts = w->offsets + chunk * radix;

    memset(counts, 0, radix * sizeof *counts);
    h->job->kernels->histogram(h->keys[w->p.side] + begin * h->b->key_size, end - begin, &h->b->transform, &w->digit, 1,
                               radix, counts);
}

static void scatter_chunk(size_t chunk, void *argument)
{
    struct wide *w = argument;
    struct thread t = {.h = w->h};
    size_t begin = chunk_begin(w, chunk);

    scatter(&t, w->p, begin, chunk_begin(w, chunk + 1) - begin, w->to, w->digit,
            w->offsets + (chunk << w->digit.bits));
}

/* One thread's share of the buckets: by ticket, those that are not giants. */
static void sort_buckets(size_t number, void *argument)
{
    struct wide *w = argument;
    struct thread t = thread_of(w->h, number);
    size_t radix = (size_t)1 << w->digit.bits;
    const size_t *ends = w->offsets + (w->chunks - 1) * radix;

    for (;;) {
        size_t d = atomic_fetch_add_explicit(&w->ticket, 1, memory_order_relaxed);
        if (d >= radix)
            return;
        struct piece next = bucket(&w->p, w->to, w->digit, ends, d);
        if (next.n > 0 && next.n < w->h->b->giant)
            sort_piece(&t, next);
    }
}

/* Sweeps a piece with all threads and sorts its buckets. tables: room for [chunks][radix] here and at each level below. */
static void sort_wide(const struct hybrid *h, struct piece p, size_t *tables)
{
    const struct thread t = {.h = h};
    struct sweep_difference differences[SWEEP_HYBRID_CHUNKS], difference = {0};
    struct wide w = {.h = h, .p = p, .chunks = h->b->chunks, .differences = differences, .offsets = tables};

    sweep_parallel_for(h->job->workspace, w.chunks, difference_chunk, &w);
    for (size_t chunk = 0; chunk < w.chunks; chunk++) {
        difference.low |= differences[chunk].low;
        difference.high |= differences[chunk].high;
    }
    if ((difference.low | difference.high) == 0) {
        move_there(&t, p);
        return;
    }
    w.p.end = highest_bit(difference) + 1;
    w.digit = choose_digit(h, w.p);
    w.to = side_after(h, p, false);
    size_t radix = (size_t)1 << w.digit.bits, sum = 0;

    sweep_parallel_for(h->job->workspace, w.chunks, count_chunk, &w);
    for (size_t d = 0; d < radix; d++)
        for (size_t chunk = 0; chunk < w.chunks; chunk++) {
            size_t *offset = &w.offsets[chunk * radix + d], count = *offset;
            *offset = sum;
            sum += count;
        }
    sweep_parallel_for(h->job->workspace, w.chunks, scatter_chunk, &w);
    if (w.digit.place == h->b->begin) {
        move_there(&t, (struct piece){w.to, p.begin, p.n, w.digit.place});
        return;
    }
    sweep_parallel_for(h->job->workspace, h->b->plan.threads, sort_buckets, &w);
    const size_t *ends = w.offsets + (w.chunks - 1) * radix;
    for (size_t d = 0; d < radix; d++) {
        struct piece next = bucket(&w.p, w.to, w.digit, ends, d);
        if (next.n >= h->b->giant)
            sort_wide(h, next, tables + w.chunks * radix);
    }
}

void sweep_run_hybrid(const struct sweep_job *job)
{
    const struct sweep_blueprint *b = job->blueprint;
    const struct sweep_layout *layout = &b->layout;
    const sweep_plan *plan = &b->plan;
    bool values = job->values_out != NULL;
    struct hybrid h = {
        .job = job,
        .b = b,
        .keys = {(unsigned char *)(uintptr_t)job->keys, sweep_scratch(job, layout->keys[0]),
                 job->keys_out != NULL ? job->keys_out : sweep_scratch(job, layout->keys[1]),
                 sweep_scratch(job, layout->near_keys)},
        .values = {(unsigned char *)(uintptr_t)job->values, values ? sweep_scratch(job, layout->values) : NULL,
                   job->values_out, values ? sweep_scratch(job, layout->near_values) : NULL},
        .leaf_most = {sweep_tier_choose()->leaf_most[0], sweep_tier_choose()->leaf_most[1]},
        .whole = b->begin == 0 && b->end == b->key_size * 8,
    };
    struct piece all = {SOURCE, 0, plan->n, b->end};

    if (b->begin == b->end) {
        sweep_finish(job, 0);
        return;
    }
    /* One look that ends at the first key out of order: sorted input is only brought to its place. */
    if (job->kernels->first_out_of_order(job->keys, 1, plan->n, &b->transform) == plan->n) {
        move_there(&(struct thread){.h = &h}, all);
        return;
    }
    struct sweep_difference special = {0};
    if (sweep_type_is_float(plan->type) && b->moved_size == 0)
        job->kernels->difference(job->keys, plan->n, &b->transform, &special);
    h.exact = !special.special;
    if (plan->n <= leaf_most(&h, b->end)) {
        sort_leaf(&(struct thread){.h = &h}, all);      /* perhaps without any scratch */
        return;
    }
    if (plan->threads == 1) {
        struct thread t = thread_of(&h, 0);
        sort_piece(&t, all);
        return;
    }
    sort_wide(&h, all, thread_of(&h, plan->threads).tables);
}
