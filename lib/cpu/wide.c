/*
 * HYBRID with all threads: while a piece is larger than one thread's share, all threads sweep it together, in chunks,
 * as in LSD. Its other buckets are handed out by a ticket.
 */
#include "piece.h"

#include <stdatomic.h>

struct wide {
    const struct hybrid *h;
    struct piece p;
    enum side to;
    sweep_digit digit;
    const struct hybrid *packed; /* how the buckets go on; NULL: as they are */
    size_t chunks;
    struct sweep_difference *differences; /* of each chunk */
    size_t *offsets;                      /* [chunks][radix] */
    atomic_size_t ticket;
};

static size_t chunk_begin(const struct wide *w, size_t chunk)
{
    return w->p.begin + sweep_piece_begin(w->p.n, w->chunks, chunk);
}

static void look_chunk(size_t chunk, void *argument)
{
    struct wide *w = argument;
    const struct hybrid *h = w->h;
    size_t begin = chunk_begin(w, chunk), n = chunk_begin(w, chunk + 1) - begin, size = h->b->key_size;
    const unsigned char *keys = h->keys[w->p.side] + begin * size;
    struct sweep_difference *d = &w->differences[chunk];

    *d = (struct sweep_difference){0};
    if (chunk > 0) /* with the key before, so that chunks are compared with each other */
        h->job->kernels->difference(keys - size, 2, &h->b->transform, d);
    sweep_look_and_count(h, keys, n, w->digit, d, w->offsets + (chunk << w->digit.bits));
}

static void count_chunk(size_t chunk, void *argument)
{
    struct wide *w = argument;
    const struct hybrid *h = w->h;
    struct piece p = w->p;
    p.begin = chunk_begin(w, chunk);
    p.n = chunk_begin(w, chunk + 1) - p.begin;

    sweep_count_piece(h, h->keys[p.side] + p.begin * h->b->key_size, p, w->digit,
                      w->offsets + (chunk << w->digit.bits));
}

static void scatter_chunk(size_t chunk, void *argument)
{
    struct wide *w = argument;
    struct thread t = {.h = w->h};
    size_t begin = chunk_begin(w, chunk);

    sweep_scatter_piece(&t, w->p, begin, chunk_begin(w, chunk + 1) - begin, w->to, w->digit,
                        w->offsets + (chunk << w->digit.bits), w->packed);
}

/* One thread's share of the buckets: by ticket, those that are not giants. */
static void sort_buckets(size_t number, void *argument)
{
    struct wide *w = argument;
    struct thread t = thread_of(w->packed != NULL ? w->packed : w->h, number);
    size_t radix = (size_t)1 << w->digit.bits;
    const size_t *ends = w->offsets + (w->chunks - 1) * radix;

    for (;;) {
        size_t d = atomic_fetch_add_explicit(&w->ticket, 1, memory_order_relaxed);
        if (d >= radix)
            return;
        struct piece next = bucket(&w->p, w->to, w->digit, ends, d);
        if (next.n > 0 && next.n < w->h->b->giant)
            sweep_sort_piece(&t, w->packed != NULL ? as_packed(w->h, next) : next);
    }
}

/* Looks at the piece, chooses its digit and counts that in every chunk; false if all its keys tie. The digit is
   guessed, and counted again in the rare case that the guess was wrong. */
static bool choose_and_count_wide(struct wide *w, const struct sweep_sample *sample)
{
    const struct hybrid *h = w->h;
    struct sweep_difference differences[SWEEP_HYBRID_CHUNKS], difference = {0};

    if (sample != NULL && w->p.exact && sample->end == w->p.end) { /* all that a look would tell is known */
        w->digit = sweep_choose_digit(h, w->p, sample);
        sweep_parallel_for(h->job->workspace, w->chunks, count_chunk, w);
        return true;
    }
    unsigned guessed_end = sample != NULL ? sample->end : w->p.end;
    w->p.end = guessed_end;
    w->digit = sweep_choose_digit(h, w->p, sample);
    w->differences = differences;
    sweep_parallel_for(h->job->workspace, w->chunks, look_chunk, w);
    for (size_t chunk = 0; chunk < w->chunks; chunk++) {
        difference.low |= differences[chunk].low;
        difference.high |= differences[chunk].high;
        difference.special |= differences[chunk].special;
    }
    if (!sweep_take_look(&w->p, &difference))
        return false;
    if (w->p.end != guessed_end) {
        w->digit = sweep_choose_digit(h, w->p, sample);
        sweep_parallel_for(h->job->workspace, w->chunks, count_chunk, w);
    }
    return true;
}

void sweep_sort_wide(const struct hybrid *h, struct piece p, size_t *tables)
{
    const struct thread t = {.h = h};
    struct wide w = {.h = h, .p = p, .chunks = h->b->chunks, .offsets = tables};
    struct sweep_sample room;

    const struct sweep_sample *sample = sweep_take_sample(&t, p, &room);
    if (sweep_sort_narrow(h, p, sample))
        return;
    if (!choose_and_count_wide(&w, sample)) {
        sweep_move_there(&t, p);
        return;
    }
    w.to = side_after(h, p, false);
    size_t radix = (size_t)1 << w.digit.bits, sum = 0;
    size_t largest = 0;
    for (size_t d = 0; d < radix; d++) {
        size_t begin = sum;
        for (size_t chunk = 0; chunk < w.chunks; chunk++) {
            size_t *offset = &w.offsets[chunk * radix + d], count = *offset;
            *offset = sum;
            sum += count;
        }
        largest = sum - begin > largest ? sum - begin : largest;
    }
    if (largest < h->b->giant)
        w.packed = sweep_packed_after(h, w.p, w.digit, largest);
    sweep_parallel_for(h->job->workspace, w.chunks, scatter_chunk, &w);
    if (w.digit.place == h->b->begin) {
        w.p.side = w.to;
        w.p.end = w.digit.place;
        sweep_move_there(&t, w.p);
        return;
    }
    sweep_parallel_for(h->job->workspace, h->b->plan.threads, sort_buckets, &w);
    const size_t *ends = w.offsets + (w.chunks - 1) * radix;
    for (size_t d = 0; d < radix; d++) {
        struct piece next = bucket(&w.p, w.to, w.digit, ends, d);
        if (next.n >= h->b->giant)
            sweep_sort_wide(h, next, tables + w.chunks * radix);
    }
}
