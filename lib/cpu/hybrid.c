/*
 * HYBRID: most significant digit first. A piece of the keys is cut into buckets by the highest bits in which its keys
 * differ, and each bucket is a smaller piece; a piece that is small enough is a leaf and is sorted at once (leaf.h). Only
 * the first levels of large arrays sweep slow memory; the rest happens in cache.
 *
 * A piece lies on one of four sides: the SOURCE (the caller's keys, before the first sweep), HERE (scratch), THERE (where
 * the result belongs), and NEAR: a small buffer of the thread's own, which stays in its second-level cache. Sweeps go
 * from SOURCE to HERE; from HERE to NEAR what fits there, else to THERE; and back to HERE. A leaf ends THERE wherever it
 * was. So what is swept in cache is written to memory once.
 *
 * Pairs of a key and a value of its size are packed into one word by the first sweep and unpacked by the leaves, if what
 * comes between happens in cache.
 *
 * Threads: while a piece is larger than one thread's share, all threads sweep it together, in chunks, as in LSD. Its
 * other buckets are handed out by a ticket.
 */
#include "hybrid.h"

#include "counted.h"
#include "pingpong.h"
#include "sample.h"

#include "../sweep_limits.h"
#include "../tuning.h"

#include <stdatomic.h>

/* A test build adds up the work that pieces are, to see that it stays linear. */
#ifdef SWEEP_TEST
atomic_ullong sweep_keys_touched;
#define TOUCH(n) atomic_fetch_add_explicit(&sweep_keys_touched, n, memory_order_relaxed)
#else
#define TOUCH(n) ((void)0)
#endif

enum side { SOURCE, HERE, THERE, NEAR, SIDES };

struct hybrid {
    const struct sweep_job *job;
    const struct sweep_blueprint *b;
    const struct sweep_tier *tier;
    unsigned char *keys[SIDES];     /* NEAR: that of thread 0; the SOURCE is only read */
    unsigned char *values[SIDES];   /* NULL: none, or (SOURCE) the values are the indices */
    bool whole;                     /* the window is the whole key */
    const struct hybrid *packed;    /* how pairs go on as packed words (packed.h), HERE and NEAR; NULL: they do not */
    const struct hybrid *pairs;     /* of that one: the pairs, to which its leaves bring them back; else NULL */
};

/* What one thread has for itself. */
struct thread {
    const struct hybrid *h;
    size_t number;
    unsigned char *near_keys, *near_values;
    size_t near_begin;              /* the place in the arrays of what stands first in NEAR */
    size_t *tables;                 /* offsets of this level and those below it */
};

struct piece {
    enum side side;
    size_t begin, n;
    unsigned end;                   /* bits from here up are the same in all its keys */
    bool exact;                     /* equal keys have equal bits */
    bool mixed;                     /* what is left when few values were taken out: it is swept next */
};

/* ---- pieces ---- */

static struct thread thread_of(const struct hybrid *h, size_t number)
{
    size_t near = h->b->near;

    return (struct thread){
        .h = h,
        .number = number,
        .near_keys = h->keys[NEAR] + number * near * h->b->key_size,
        .near_values = h->values[NEAR] == NULL ? NULL : h->values[NEAR] + number * near * h->b->moved_size,
        .tables = (size_t *)sweep_scratch(h->job, h->b->layout.counts) +
                  number * h->b->table_entries,
    };
}

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

/* The kernels for a piece: where no NaN and no -0 is in it, those without rules. */
static const struct sweep_kernels *kernels_for(const struct hybrid *h, bool exact)
{
    return h->tier->kinds[exact ? sweep_plain_kind(h->b->kind) : h->b->kind];
}

static bool ranks_words(const struct hybrid *h, struct piece p)
{
    return p.exact && h->whole && h->b->moved_size == 0 && h->b->key_size <= 8;
}

static size_t leaf_most(const struct hybrid *h, struct piece p)
{
    return ranks_words(h, p) ? h->tier->words_most[p.end > 32] : h->tier->order_most;
}

/* Asks for what comes behind an output of this size: most likely the next leaf's output, of about the same size. */
static void prefetch_behind(const unsigned char *out, size_t size)
{
    for (size_t at = 0; out != NULL && at < size; at += 64)
        __builtin_prefetch((const void *)((uintptr_t)out + size + at), 1);
}

static const struct sweep_packing *packing_of(const struct hybrid *h)
{
    return h->tier->packing[sweep_plain_kind(h->b->kind)];
}

static void sort_leaf(const struct thread *t, struct piece p)
{
    const struct hybrid *h = t->h;
    const struct thread out = {.h = h->pairs != NULL ? h->pairs : h};
    struct sweep_leaf leaf = {
        .keys = keys_at(t, p.side, p.begin),
        .values = values_at(t, p.side, p.begin),
        .keys_out = h->job->keys_out != NULL ? keys_at(&out, THERE, p.begin) : NULL,
        .values_out = values_at(&out, THERE, p.begin),
        .n = p.n,
        .first_index = p.begin,
        .value_size = h->b->moved_size,
        .begin = h->b->begin,
        .end = p.end,
        .words = ranks_words(h, p),
    };
    prefetch_behind(leaf.keys, p.n * h->b->key_size);
    prefetch_behind(leaf.keys_out, p.n * out.h->b->key_size);
    prefetch_behind(leaf.values_out, p.n * out.h->b->moved_size);
    TOUCH(p.n);
    if (h->pairs != NULL) {
        packing_of(h->pairs)->unpack_leaf(&leaf, &h->pairs->b->transform);
        return;
    }
    kernels_for(h, p.exact)->leaf(&leaf, &h->b->transform);
}

/* A piece whose keys all tie: brings it THERE. */
static void move_there(const struct thread *t, struct piece p)
{
    const struct sweep_blueprint *b = t->h->b;
    const struct thread out = {.h = t->h->pairs != NULL ? t->h->pairs : t->h};
    const void *keys = keys_at(t, p.side, p.begin), *values = values_at(t, p.side, p.begin);
    void *keys_out = keys_at(&out, THERE, p.begin), *values_out = values_at(&out, THERE, p.begin);

    if (t->h->pairs != NULL) {
        packing_of(t->h->pairs)->unpack(keys, p.n, &t->h->pairs->b->transform,
                                        t->h->job->keys_out != NULL ? keys_out : NULL, values_out);
        return;
    }

    if (t->h->job->keys_out != NULL && keys != keys_out)
        memcpy(keys_out, keys, p.n * b->key_size);
    if (values_out == NULL || values == values_out)
        return;
    if (values != NULL)
        memcpy(values_out, values, p.n * b->moved_size);
    else
        sweep_write_indices(values_out, p.begin, p.n, b->moved_size);
}

/* The digit by which a piece is swept: its highest bits that differ. More of them where a sample (or NULL) says that the
   keys are not spread evenly; those that the caller asked for, but no table that is larger than a small piece. */
static sweep_digit choose_digit(const struct hybrid *h, struct piece p, const struct sweep_sample *sample)
{
    const struct sweep_blueprint *b = h->b;
    unsigned left = p.end - b->begin;
    unsigned bits = sweep_hybrid_leaf_bits(ranks_words(h, p), left, p.n, b->key_size + b->moved_size, h->tier);

    if (b->digit_bits != 0) {
        bits = b->digit_bits < bits + SWEEP_HYBRID_WIDER ? b->digit_bits : bits + SWEEP_HYBRID_WIDER;
    } else if (sample != NULL) {
        unsigned most = bits + SWEEP_HYBRID_WIDER < SWEEP_HYBRID_MOST_BITS ? bits + SWEEP_HYBRID_WIDER : SWEEP_HYBRID_MOST_BITS;
        if (ranks_words(h, p) && left <= most && p.n >> left > 0)
            bits = left;    /* to be counted and written */
        else if (left > bits + SWEEP_HYBRID_MOST_BITS)
            bits = sweep_sample_bits(sample, p.end, bits, most);
        /* else one more sweep of its heavy buckets is the last */
    }
    if (bits > left)
        bits = left;
    return (sweep_digit){(uint8_t)(p.end - bits), (uint8_t)bits};
}

/* Samples a piece that is large, or larger than its digits were meant to leave: else returns NULL. */
static const struct sweep_sample *take_sample(const struct thread *t, struct piece p, struct sweep_sample *sample)
{
    const struct hybrid *h = t->h;

    if (p.n < (p.side == SOURCE ? SWEEP_HYBRID_SAMPLE_FROM : SWEEP_HYBRID_SAMPLE_BELOW_FROM))
        return NULL;
    sweep_sample_take(sample, h->tier, h->b->kind, &h->b->transform, keys_at(t, p.side, p.begin), p.n, h->b->key_size,
                      h->b->begin);
    return sample;
}

/* Counts the words of keys that lie in a narrow range, and writes them anew; false, and nothing done, where they do not. */
static bool sort_narrow(const struct hybrid *h, struct piece p, const struct sweep_sample *sample)
{
    return sample != NULL && p.side == SOURCE && h->b->layout.counted_bytes > 0 &&
           sweep_sort_counted(h->job, kernels_for(h, true), sample->end, h->keys[HERE], h->b->layout.counted_bytes);
}

static enum side side_after(const struct hybrid *h, struct piece p, bool alone)
{
    if (p.side != HERE)
        return HERE;
    return alone && p.n <= h->b->near ? NEAR : THERE;
}

/* Whether most of a few groups of neighbours, evenly spread, share their bucket. */
static bool comes_in_runs(const struct thread *t, struct piece p, size_t from, size_t n, sweep_digit digit)
{
    enum { GROUPS = 8 };
    unsigned missed = 0;

    if (n < SWEEP_SCATTER_RUNS_FROM)
        return false;
    for (size_t i = 0; i < GROUPS && missed < GROUPS / 4; i++) {
        uint64_t digits[SWEEP_SCATTER_AT_ONCE];
        kernels_for(t->h, p.exact)->fragments(keys_at(t, p.side, from + i * (n / GROUPS)), SWEEP_SCATTER_AT_ONCE,
                                              &t->h->b->transform, digit.place, digit.bits, digits);
        for (unsigned k = 1; k < SWEEP_SCATTER_AT_ONCE; k++)
            if (digits[k] != digits[0]) {
                missed++;
                break;
            }
    }
    return missed < GROUPS / 4;
}

/* Scatters keys [from, from + n) of a piece to a side, by offsets that count from the piece's begin. With `packed`, to that
   side of the packed words. */
static void scatter(const struct thread *t, struct piece p, size_t from, size_t n, enum side to, sweep_digit digit,
                    size_t *offsets, const struct hybrid *packed)
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
        .prefetch = to != NEAR && sweep_scatter_prefetches(p.n, b->key_size + b->moved_size),
        .runs = comes_in_runs(t, p, from, n, digit),
    };
    TOUCH(n);
    if (packed != NULL) {
        s.keys_out = packed->keys[to] + p.begin * packed->b->key_size;
        packing_of(t->h)->pack(&s, &b->transform);
        return;
    }
    kernels_for(t->h, p.exact)->scatter[sweep_value_kind(b->moved_size)](&s, &b->transform);
}

/* Bucket d of a piece that was swept to a side. The offsets have moved on to the ends of their buckets. */
static struct piece bucket(const struct piece *p, enum side side, sweep_digit digit, const size_t *ends, size_t d)
{
    size_t begin = d == 0 ? 0 : ends[d - 1];
    return (struct piece){side, p->begin + begin, ends[d] - begin, digit.place, p->exact, false};
}

/* How the buckets of the SOURCE go on: packed, if the largest fits NEAR or a leaf and no key has equals of other bits; else
   as they are. */
static const struct hybrid *packed_after(const struct hybrid *h, struct piece p, sweep_digit digit, size_t largest)
{
    bool fits = p.side == SOURCE && h->packed != NULL && p.exact && digit.place > h->b->begin &&
                (largest <= h->b->near || largest <= h->tier->order_most);
    return fits ? h->packed : NULL;
}

/* A bucket as a piece of packed words. */
static struct piece as_packed(const struct hybrid *h, struct piece p)
{
    p.end += (unsigned)h->b->key_size * 8;
    return p;
}

/* ---- looking at a piece ---- */

static void count(const struct hybrid *h, const void *keys, struct piece p, sweep_digit digit, size_t *counts)
{
    size_t radix = (size_t)1 << digit.bits;

    memset(counts, 0, radix * sizeof *counts);
    TOUCH(p.n + radix);
    kernels_for(h, p.exact)->histogram(keys, p.n, &h->b->transform, &digit, 1, radix, counts);
}

/* Looks at n keys and counts a digit, in one read. */
static void look_and_count(const struct hybrid *h, const unsigned char *keys, size_t n, sweep_digit digit,
                           struct sweep_difference *difference, size_t *counts)
{
    const struct sweep_kernels *kernels = h->job->kernels;
    size_t size = h->b->key_size, block = SWEEP_HYBRID_BLOCK_BYTES / size, radix = (size_t)1 << digit.bits;

    TOUCH(2 * n + radix);
    if (block < radix * 16)
        block = radix * 16;     /* each block costs the kernel a table */
    memset(counts, 0, radix * sizeof *counts);
    for (size_t i = 0; i < n; i += block) {
        size_t length = n - i < block ? n - i : block, before = i > 0;
        /* with the key before, so that blocks are compared with each other */
        kernels->difference(keys + (i - before) * size, length + before, &h->b->transform, difference);
        /* digits by the plain kind where they are the same */
        kernels_for(h, !difference->special)->histogram(keys + i * size, length, &h->b->transform, &digit, 1, radix,
                                                        counts);
    }
}

/* What a look at a piece says of it; false if all its keys tie. */
static bool take_look(struct piece *p, const struct sweep_difference *difference)
{
    if ((difference->low | difference->high) == 0)
        return false;
    p->end = sweep_difference_end(difference);
    p->exact = !difference->special;
    return true;
}

/* ---- one thread ---- */

/* Looks at a piece, chooses its digit and counts it; false if all its keys tie. A large piece is read once: its digit is
   guessed, and counted again in the rare case that the guess was wrong. */
static bool choose_and_count(const struct thread *t, struct piece *p, const struct sweep_sample *sample,
                             sweep_digit *digit, size_t *counts)
{
    const struct hybrid *h = t->h;
    const unsigned char *keys = keys_at(t, p->side, p->begin);
    struct sweep_difference difference = {0};

    if (sample != NULL && p->exact && sample->end == p->end) {     /* all that a look would tell is known */
        *digit = choose_digit(h, *p, sample);
        count(h, keys, *p, *digit, counts);
        return true;
    }
    if (sample == NULL || p->n * h->b->key_size <= SWEEP_HYBRID_NEAR_BYTES) {
        TOUCH(p->n);
        kernels_for(h, p->exact)->difference(keys, p->n, &h->b->transform, &difference);
        if (!take_look(p, &difference))
            return false;
        *digit = choose_digit(h, *p, sample);
        count(h, keys, *p, *digit, counts);
        return true;
    }
    struct piece guessed_piece = *p;
    guessed_piece.end = sample->end;
    sweep_digit guessed = choose_digit(h, guessed_piece, sample);
    look_and_count(h, keys, p->n, guessed, &difference, counts);
    if (!take_look(p, &difference))
        return false;
    *digit = guessed;
    if (p->end != guessed_piece.end) {
        *digit = choose_digit(h, *p, sample);
        count(h, keys, *p, *digit, counts);
    }
    return true;
}

static void sort_piece(const struct thread *t, struct piece p);

/* What the thread has below a sweep of a piece to a side that takes so many entries of its tables. */
static struct thread thread_below(const struct thread *t, struct piece p, enum side to, size_t entries)
{
    struct thread below = *t;

    below.tables += entries;
    if (to == NEAR)
        below.near_begin = p.begin;
    return below;
}

/* Sorts a piece in which most keys are one of a few values (few.h); false, and nothing done, if it is none. */
static bool sort_few(const struct thread *t, struct piece p, const struct sweep_sample *sample)
{
    const struct hybrid *h = t->h;
    const struct sweep_kernels *kernels = kernels_for(h, p.exact);
    const sweep_transform *transform = &h->b->transform;
    const unsigned char *keys = keys_at(t, p.side, p.begin);
    unsigned width = (unsigned)h->b->key_size * 8, end = sample->end;
    uint64_t words[SWEEP_FEW_MOST], above = 0;

    unsigned m = sweep_sample_few(sample, words, SWEEP_FEW_MOST);
    if (m == 0)
        return false;
    size_t counts[SWEEP_FEW_MOST] = {0};
    if (end < width)
        kernels->fragments(keys, 1, transform, end, width - end, &above);
    for (unsigned v = 0; v < m && end < width; v++)
        words[v] |= above << end;
    m = sweep_sample_few_more(kernels, transform, keys, p.n, h->b->key_size, words, m, SWEEP_FEW_MOST);
    enum side to = side_after(h, p, true);
    struct thread below = thread_below(t, p, to, 0);
    TOUCH(p.n);
    size_t other = kernels->few_split(keys, p.n, transform, words, m, counts, keys_at(&below, to, p.begin));
    if (other > 0)
        sort_piece(&below, (struct piece){to, p.begin, other, p.end, p.exact, .mixed = true});
    kernels->few_merge(keys_at(t, THERE, p.begin), p.n, transform, words, m, counts, other);
    return true;
}

/* The last digit of keys alone: how often each occurs is all there is to know. */
static void write_counted(const struct thread *t, struct piece p, sweep_digit digit, const size_t *counts)
{
    const struct sweep_kernels *kernels = kernels_for(t->h, p.exact);
    unsigned width = (unsigned)t->h->b->key_size * 8;
    uint64_t above = 0;

    if (digit.bits < width)
        kernels->fragments(keys_at(t, p.side, p.begin), 1, &t->h->b->transform, digit.bits, width - digit.bits, &above);
    kernels->write_counted(keys_at(t, THERE, p.begin), p.n, &t->h->b->transform, above << digit.bits,
                           (size_t)1 << digit.bits, counts);
}

static void sort_piece(const struct thread *t, struct piece p)
{
    const struct hybrid *h = t->h;
    size_t *offsets = t->tables;
    struct sweep_sample room;
    sweep_digit digit;

    if (p.n <= leaf_most(h, p)) {
        sort_leaf(t, p);
        return;
    }
    const struct sweep_sample *sample = take_sample(t, p, &room);
    if (sort_narrow(h, p, sample))
        return;
    if (sample != NULL && ranks_words(h, p) && !p.mixed && sort_few(t, p, sample))
        return;
    if (!choose_and_count(t, &p, sample, &digit, offsets)) {
        move_there(t, p);
        return;
    }
    size_t radix = (size_t)1 << digit.bits, sum = 0, largest = 0;
    if (digit.place == h->b->begin && ranks_words(h, p)) {
        write_counted(t, p, digit, offsets);
        return;
    }
    for (size_t d = 0; d < radix; d++) {
        size_t count = offsets[d];
        largest = count > largest ? count : largest;
        offsets[d] = sum;
        sum += count;
    }
    enum side to = side_after(h, p, true);
    struct thread below = thread_below(t, p, to, radix);
    const struct hybrid *packed = packed_after(h, p, digit, largest);
    scatter(&below, p, p.begin, p.n, to, digit, offsets, packed);
    if (packed != NULL) {
        below = thread_of(packed, t->number);
        below.tables = t->tables + radix;
    }
    if (digit.place == h->b->begin) {
        move_there(&below, (struct piece){to, p.begin, p.n, digit.place, p.exact, false});
        return;
    }
    for (size_t d = 0; d < radix; d++) {
        struct piece next = bucket(&p, to, digit, offsets, d);
        if (next.n > 0)
            sort_piece(&below, packed != NULL ? as_packed(h, next) : next);
    }
}

/* ---- all threads ---- */

struct wide {
    const struct hybrid *h;
    struct piece p;
    enum side to;
    sweep_digit digit;
    const struct hybrid *packed;            /* how the buckets go on; NULL: as they are */
    size_t chunks;
    struct sweep_difference *differences;   /* of each chunk */
    size_t *offsets;                        /* [chunks][radix] */
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
    if (chunk > 0)      /* with the key before, so that chunks are compared with each other */
        h->job->kernels->difference(keys - size, 2, &h->b->transform, d);
    look_and_count(h, keys, n, w->digit, d, w->offsets + (chunk << w->digit.bits));
}

static void count_chunk(size_t chunk, void *argument)
{
    struct wide *w = argument;
    const struct hybrid *h = w->h;
    struct piece p = w->p;
    p.begin = chunk_begin(w, chunk);
    p.n = chunk_begin(w, chunk + 1) - p.begin;

    count(h, h->keys[p.side] + p.begin * h->b->key_size, p, w->digit, w->offsets + (chunk << w->digit.bits));
}

static void scatter_chunk(size_t chunk, void *argument)
{
    struct wide *w = argument;
    struct thread t = {.h = w->h};
    size_t begin = chunk_begin(w, chunk);

    scatter(&t, w->p, begin, chunk_begin(w, chunk + 1) - begin, w->to, w->digit,
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
            sort_piece(&t, w->packed != NULL ? as_packed(w->h, next) : next);
    }
}

/* Sweeps a piece with all threads and sorts its buckets. tables: room for [chunks][radix] here and at each level below. */
static void sort_wide(const struct hybrid *h, struct piece p, size_t *tables)
{
    const struct thread t = {.h = h};
    struct sweep_difference differences[SWEEP_HYBRID_CHUNKS], difference = {0};
    struct wide w = {.h = h, .p = p, .chunks = h->b->chunks, .differences = differences, .offsets = tables};

    struct sweep_sample room;
    const struct sweep_sample *sample = take_sample(&t, p, &room);
    if (sort_narrow(h, p, sample))
        return;
    if (sample != NULL)
        w.p.end = sample->end;
    unsigned guessed_end = w.p.end;
    w.digit = choose_digit(h, w.p, sample);
    sweep_parallel_for(h->job->workspace, w.chunks, look_chunk, &w);
    for (size_t chunk = 0; chunk < w.chunks; chunk++) {
        difference.low |= differences[chunk].low;
        difference.high |= differences[chunk].high;
        difference.special |= differences[chunk].special;
    }
    if (!take_look(&w.p, &difference)) {
        move_there(&t, p);
        return;
    }
    if (w.p.end != guessed_end) {
        w.digit = choose_digit(h, w.p, sample);
        sweep_parallel_for(h->job->workspace, w.chunks, count_chunk, &w);
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
        w.packed = packed_after(h, w.p, w.digit, largest);
    sweep_parallel_for(h->job->workspace, w.chunks, scatter_chunk, &w);
    if (w.digit.place == h->b->begin) {
        move_there(&t, (struct piece){w.to, p.begin, p.n, w.digit.place, w.p.exact, false});
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

/* Where pairs can be packed: sets up the sort of their packed words, in the same scratch. */
static void set_up_packed(struct hybrid *h, struct hybrid *packed, struct sweep_job *job, struct sweep_blueprint *b)
{
    unsigned width = (unsigned)h->b->key_size * 8;

    if (packing_of(h) == NULL || h->b->moved_size != h->b->key_size)
        return;
    *b = *h->b;
    b->kind = width == 32 ? SWEEP_KIND_I64 : SWEEP_KIND_I128;
    b->key_size = 2 * h->b->key_size;
    b->moved_size = 0;
    b->begin += width;
    b->end += width;
    b->transform = sweep_transform_make(width == 32 ? SWEEP_U64 : SWEEP_U128, SWEEP_ASCENDING, SWEEP_TOTAL_ORDER, b->begin,
                                        b->end);
    *job = *h->job;
    job->blueprint = b;
    job->kernels = h->tier->kinds[b->kind];
    *packed = (struct hybrid){
        .job = job,
        .b = b,
        .tier = h->tier,
        .keys = {[HERE] = h->keys[HERE], [NEAR] = h->keys[NEAR]},   /* the values' scratch comes right behind */
        .pairs = h,
    };
    h->packed = packed;
}

/* One look that ends where the first run does: sorted input is only brought to its place, and where each key is less than
   the one before, which leaves no ties, it is turned round. */
static bool is_one_run(const struct hybrid *h, struct piece all)
{
    const struct sweep_job *job = h->job;
    const struct sweep_transform *transform = &h->b->transform;
    size_t end = job->kernels->first_out_of_order(job->keys, 1, all.n, transform);

    if (end == all.n) {
        move_there(&(struct thread){.h = h}, all);
        return true;
    }
    if (end > 1 || job->kernels->first_not_falling(job->keys, 1, all.n, transform) != all.n)
        return false;
    if (job->keys_out != NULL)
        sweep_reverse(job->keys_out, job->keys, all.n, h->b->key_size);
    if (job->values_out != NULL) {
        if (job->values == NULL)
            sweep_write_indices(job->values_out, 0, all.n, h->b->moved_size);
        sweep_reverse(job->values_out, job->values != NULL ? job->values : job->values_out, all.n, h->b->moved_size);
    }
    return true;
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
        .tier = sweep_tier_choose(),
        .whole = b->begin == 0 && b->end == b->key_size * 8,
        .packed = NULL,
        .pairs = NULL,
    };
    struct sweep_job packed_job;
    struct sweep_blueprint packed_blueprint;
    struct hybrid packed;
    if (plan->n >= SWEEP_HYBRID_PACK_FROM)
        set_up_packed(&h, &packed, &packed_job, &packed_blueprint);
    struct piece all = {SOURCE, 0, plan->n, b->end, b->kind == sweep_plain_kind(b->kind), false};

    if (b->begin == b->end) {
        sweep_finish(job, 0);
        return;
    }
    if (is_one_run(&h, all))
        return;
    if (plan->n <= h.tier->words_most[0] && !all.exact) {
        struct sweep_difference difference = {0};
        job->kernels->difference(job->keys, plan->n, &b->transform, &difference);
        all.exact = !difference.special;
    }
    if (plan->n <= leaf_most(&h, all)) {
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
