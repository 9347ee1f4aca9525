/*
 * HYBRID: most significant digit first. A piece of the keys is looked at (which bits do its keys differ in?), cut into
 * buckets by the highest of these bits, and each bucket is a smaller piece; a piece that is small enough is a leaf and is
 * sorted at once (leaf.h). Only the first levels of large arrays sweep slow memory; the rest happens in cache.
 *
 * A piece lies on one of three sides: the SOURCE (the caller's keys, before the first sweep), HERE (scratch) and THERE
 * (where the result belongs). Sweeps go from SOURCE to HERE, from HERE to THERE and from THERE to HERE; a leaf ends THERE
 * wherever it was.
 *
 * Threads: while a piece is larger than one thread's share, all threads sweep it together, in chunks, as in LSD. The
 * buckets are handed out by a ticket, largest shares first by being swept together themselves.
 */
#include "hybrid.h"

#include "pingpong.h"

#include "../tuning.h"

#include <stdatomic.h>

enum side { SOURCE, HERE, THERE, SIDES };

struct hybrid {
    const struct sweep_job *job;
    const struct sweep_blueprint *b;
    const struct sweep_tier *tier;
    const void *keys[SIDES];
    const void *values[SIDES];      /* NULL: none, or (SOURCE) the values are the indices */
    unsigned begin;                 /* the window's lowest bit */
    unsigned fixed_bits;            /* digit bits that the caller asked for; 0: chosen by size */
    bool whole;                     /* the window is the whole key */
    bool exact;                     /* equal keys have equal bits */
};

struct piece {
    enum side side;
    size_t begin, n;
    unsigned end;                   /* bits from here up are the same in all its keys */
};

/* ---- pieces ---- */

static const void *keys_of(const struct hybrid *h, struct piece p)
{
    return sweep_element(h->keys[p.side], p.begin, h->b->key_size);
}

static void *element_there(const void *array, size_t i, size_t size)
{
    return array == NULL ? NULL : (unsigned char *)(uintptr_t)array + i * size;
}

static size_t leaf_most(const struct hybrid *h, unsigned end)
{
    bool words = h->exact && h->whole && h->b->moved_size == 0 && h->b->key_size <= 8;
    return h->tier->leaf_most[words ? h->b->key_size > 4 : end - h->begin > 24];
}

static void sort_leaf(const struct hybrid *h, struct piece p)
{
    const struct sweep_blueprint *b = h->b;
    bool keys_wanted = h->job->keys_out != NULL;
    struct sweep_leaf leaf = {
        .keys = keys_of(h, p),
        .values = h->values[p.side] == NULL ? NULL : sweep_element(h->values[p.side], p.begin, b->moved_size),
        .keys_out = keys_wanted ? element_there(h->keys[THERE], p.begin, b->key_size) : NULL,
        .values_out = element_there(h->values[THERE], p.begin, b->moved_size),
        .n = p.n,
        .first_index = p.begin,
        .value_size = b->moved_size,
        .begin = h->begin,
        .end = p.end,
        .words = h->exact && h->whole && b->moved_size == 0 && b->key_size <= 8,
    };
    h->job->kernels->leaf(&leaf, &b->transform);
}

/* A piece whose keys all tie: brings it THERE. */
static void move_there(const struct hybrid *h, struct piece p)
{
    const struct sweep_blueprint *b = h->b;

    if (p.side == THERE)
        return;
    if (h->job->keys_out != NULL && h->keys[p.side] != h->keys[THERE])
        memcpy(element_there(h->keys[THERE], p.begin, b->key_size), keys_of(h, p), p.n * b->key_size);
    if (h->values[THERE] == NULL || h->values[p.side] == h->values[THERE])
        return;
    void *to = element_there(h->values[THERE], p.begin, b->moved_size);
    if (h->values[p.side] != NULL)
        memcpy(to, sweep_element(h->values[p.side], p.begin, b->moved_size), p.n * b->moved_size);
    else
        for (size_t i = 0; i < p.n; i++)
            if (b->moved_size == 4)
                sweep_store_32(to, i, (uint32_t)(p.begin + i));
            else
                sweep_store_64(to, i, p.begin + i);
}

static unsigned highest_bit(struct sweep_difference d)
{
    return d.high != 0 ? 127 - (unsigned)__builtin_clzll(d.high) : 63 - (unsigned)__builtin_clzll(d.low);
}

/* The digit by which a piece is swept: just below its highest differing bit. */
static sweep_digit choose_digit(const struct hybrid *h, struct piece p)
{
    const struct sweep_blueprint *b = h->b;
    unsigned left = p.end - h->begin, bits = h->fixed_bits;

    if (bits == 0)
        bits = sweep_hybrid_bits(p.n, b->key_size + b->moved_size, leaf_most(h, p.end));
    if (bits > left)
        bits = left;
    return (sweep_digit){(uint8_t)(p.end - bits), (uint8_t)bits};
}

static enum side side_after(enum side side)
{
    return side == HERE ? THERE : HERE;
}

/* Scatters keys [begin, end) of a piece by the offsets, which count from the start of the arrays. */
static void scatter(const struct hybrid *h, struct piece p, size_t begin, size_t end, sweep_digit digit, size_t *offsets)
{
    const struct sweep_blueprint *b = h->b;
    enum side to = side_after(p.side);
    struct sweep_scatter s = {
        .keys = sweep_element(h->keys[p.side], begin, b->key_size),
        .values = h->values[p.side] == NULL ? NULL : sweep_element(h->values[p.side], begin, b->moved_size),
        .keys_out = element_there(h->keys[to], 0, 1),
        .values_out = element_there(h->values[to], 0, 1),
        .n = end - begin,
        .first_index = begin,
        .offsets = offsets,
        .digit = digit,
        .prefetch = p.n > SWEEP_PREFETCH_BYTES / (b->key_size + b->moved_size),
    };
    h->job->kernels->scatter[sweep_value_kind(b->moved_size)](&s, &b->transform);
}

/* Bucket d of a swept piece. The offsets have moved on to the ends of their buckets. */
static struct piece bucket(const struct piece *p, sweep_digit digit, const size_t *ends, size_t d)
{
    size_t begin = d == 0 ? p->begin : ends[d - 1];
    return (struct piece){side_after(p->side), begin, ends[d] - begin, digit.place};
}

/* ---- one thread ---- */

/* Sorts a piece. tables: room for the offsets of this level and those below it. */
static void sort_piece(const struct hybrid *h, struct piece p, size_t *tables)
{
    const struct sweep_kernels *kernels = h->job->kernels;

    if (p.n <= leaf_most(h, p.end)) {
        sort_leaf(h, p);
        return;
    }
    struct sweep_difference difference = {0};
    kernels->difference(keys_of(h, p), p.n, &h->b->transform, &difference);
    if ((difference.low | difference.high) == 0) {
        move_there(h, p);
        return;
    }
    p.end = highest_bit(difference) + 1;
    sweep_digit digit = choose_digit(h, p);
    size_t radix = (size_t)1 << digit.bits, sum = p.begin;

    memset(tables, 0, radix * sizeof *tables);
    kernels->histogram(keys_of(h, p), p.n, &h->b->transform, &digit, 1, radix, tables);
    for (size_t d = 0; d < radix; d++) {
        size_t count = tables[d];
        tables[d] = sum;
        sum += count;
    }
    scatter(h, p, p.begin, p.begin + p.n, digit, tables);
    if (digit.place == h->begin) {
        move_there(h, (struct piece){side_after(p.side), p.begin, p.n, digit.place});
        return;
    }
    for (size_t d = 0; d < radix; d++) {
        struct piece next = bucket(&p, digit, tables, d);
        if (next.n > 0)
            sort_piece(h, next, tables + radix);
    }
}

/* ---- all threads ---- */

struct wide {
    const struct hybrid *h;
    struct piece p;
    sweep_digit digit;
    size_t chunks;
    struct sweep_difference *differences;   /* of each chunk */
    size_t *offsets;                        /* [chunks][radix] */
    size_t giant;                           /* buckets of this size are swept by all threads together */
    atomic_size_t ticket;
};

static size_t chunk_begin(const struct wide *w, size_t chunk)
{
    return w->p.begin + sweep_piece_begin(w->p.n, w->chunks, chunk);
}

static void difference_chunk(size_t chunk, void *argument)
{
    struct wide *w = argument;
    const struct hybrid *h = w->h;
    size_t begin = chunk_begin(w, chunk), end = chunk_begin(w, chunk + 1);
    struct sweep_difference *d = &w->differences[chunk];

    /* one key before the chunk belongs to it too, so that chunks are compared with each other */
    if (chunk > 0)
        begin--;
    *d = (struct sweep_difference){0};
    h->job->kernels->difference(sweep_element(h->keys[w->p.side], begin, h->b->key_size), end - begin, &h->b->transform,
                                d);
}

static void count_chunk(size_t chunk, void *argument)
{
    struct wide *w = argument;
    const struct hybrid *h = w->h;
    size_t begin = chunk_begin(w, chunk), end = chunk_begin(w, chunk + 1), radix = (size_t)1 << w->digit.bits;
    size_t *counts = w->offsets + chunk * radix;

    memset(counts, 0, radix * sizeof *counts);
    h->job->kernels->histogram(sweep_element(h->keys[w->p.side], begin, h->b->key_size), end - begin,
                               &h->b->transform, &w->digit, 1, radix, counts);
}

static void scatter_chunk(size_t chunk, void *argument)
{
    struct wide *w = argument;
    scatter(w->h, w->p, chunk_begin(w, chunk), chunk_begin(w, chunk + 1), w->digit,
            w->offsets + (chunk << w->digit.bits));
}

static size_t *thread_tables(const struct hybrid *h, size_t thread)
{
    size_t *tables = sweep_scratch(h->job, h->b->layout.counts);
    return tables + thread * sweep_hybrid_table_entries(h->b->key_size, h->fixed_bits);
}

/* One thread's share of the buckets: by ticket, those that are not giants. */
static void sort_buckets(size_t thread, void *argument)
{
    struct wide *w = argument;
    size_t radix = (size_t)1 << w->digit.bits;
    const size_t *ends = w->offsets + (w->chunks - 1) * radix;

    for (;;) {
        size_t d = atomic_fetch_add_explicit(&w->ticket, 1, memory_order_relaxed);
        if (d >= radix)
            return;
        struct piece next = bucket(&w->p, w->digit, ends, d);
        if (next.n > 0 && next.n < w->giant)
            sort_piece(w->h, next, thread_tables(w->h, thread));
    }
}

/* Sweeps a piece with all threads and sorts its buckets. tables: room for [chunks][radix] here and at each level below. */
static void sort_wide(const struct hybrid *h, struct piece p, size_t giant, size_t *tables)
{
    size_t threads = h->b->plan.threads;
    struct sweep_difference differences[SWEEP_HYBRID_CHUNKS], difference = {0};
    struct wide w = {.h = h, .p = p, .chunks = h->b->chunks, .differences = differences, .offsets = tables, .giant = giant};

    sweep_parallel_for(h->job->workspace, w.chunks, difference_chunk, &w);
    for (size_t chunk = 0; chunk < w.chunks; chunk++) {
        difference.low |= differences[chunk].low;
        difference.high |= differences[chunk].high;
    }
    if ((difference.low | difference.high) == 0) {
        move_there(h, p);
        return;
    }
    w.p.end = highest_bit(difference) + 1;
    w.digit = choose_digit(h, w.p);
    size_t radix = (size_t)1 << w.digit.bits, sum = p.begin;

    sweep_parallel_for(h->job->workspace, w.chunks, count_chunk, &w);
    for (size_t d = 0; d < radix; d++)
        for (size_t chunk = 0; chunk < w.chunks; chunk++) {
            size_t *offset = &w.offsets[chunk * radix + d], count = *offset;
            *offset = sum;
            sum += count;
        }
    sweep_parallel_for(h->job->workspace, w.chunks, scatter_chunk, &w);
    if (w.digit.place == h->begin) {
        move_there(h, (struct piece){side_after(p.side), p.begin, p.n, w.digit.place});
        return;
    }
    sweep_parallel_for(h->job->workspace, threads, sort_buckets, &w);
    const size_t *ends = w.offsets + (w.chunks - 1) * radix;
    for (size_t d = 0; d < radix; d++) {
        struct piece next = bucket(&w.p, w.digit, ends, d);
        if (next.n >= giant)
            sort_wide(h, next, giant, tables + w.chunks * radix);
    }
}

void sweep_run_hybrid(const struct sweep_job *job)
{
    const struct sweep_blueprint *b = job->blueprint;
    const sweep_plan *plan = &b->plan;
    unsigned width = (unsigned)b->key_size * 8;
    const void *here_keys = sweep_scratch(job, b->layout.keys[0]);
    struct hybrid h = {
        .job = job,
        .b = b,
        .tier = sweep_tier_choose(),
        .keys = {job->keys, here_keys, job->keys_out != NULL ? job->keys_out : sweep_scratch(job, b->layout.keys[1])},
        .values = {job->values, job->values_out != NULL ? sweep_scratch(job, b->layout.values) : NULL, job->values_out},
        .begin = b->begin,
        .fixed_bits = b->digit_bits,
        .whole = b->begin == 0 && b->end == width,
    };
    struct piece all = {SOURCE, 0, plan->n, b->end};

    if (b->begin == b->end) {
        sweep_finish(job, 0);
        return;
    }
    struct sweep_difference special = {0};
    if (sweep_type_is_float(plan->type) && b->moved_size == 0)
        job->kernels->difference(job->keys, plan->n, &b->transform, &special);
    h.exact = !special.special;
    if (plan->threads == 1 || plan->n <= leaf_most(&h, b->end)) {
        sort_piece(&h, all, thread_tables(&h, 0));
        return;
    }
    size_t *tables = thread_tables(&h, plan->threads), giant = plan->n / plan->threads + 1;
    sort_wide(&h, all, giant < SWEEP_HYBRID_GIANT ? SWEEP_HYBRID_GIANT : giant, tables);
}
