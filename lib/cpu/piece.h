/*
 * Pieces: what HYBRID works on, and what can be done with one. hybrid.c sorts pieces on one thread, wide.c with all.
 * Internal to HYBRID.
 *
 * A piece lies on one of four sides: the SOURCE (the caller's keys, before the first sweep), HERE (scratch), THERE
 * (where the result belongs), and NEAR: a small buffer of the thread's own, which stays in its second-level cache.
 * Sweeps go from SOURCE to HERE; from HERE to NEAR what fits there, else to THERE; and back to HERE. A leaf ends THERE
 * wherever it was. So what is swept in cache is written to memory once.
 */
#ifndef SWEEP_CPU_PIECE_H
#define SWEEP_CPU_PIECE_H

#include "hybrid.h"
#include "pingpong.h"
#include "sample.h"

#include "../tuning.h"

/* A test build adds up the work that pieces are, to see that it stays linear. */
#ifdef SWEEP_TEST
#include <stdatomic.h>
extern atomic_ullong sweep_keys_touched;
#define TOUCH(n) atomic_fetch_add_explicit(&sweep_keys_touched, n, memory_order_relaxed)
#else
#define TOUCH(n) ((void)0)
#endif

enum side { SOURCE, HERE, THERE, NEAR, SIDES };

struct hybrid {
    const struct sweep_job *job;
    const struct sweep_blueprint *b;
    const struct sweep_tier *tier;
    unsigned char *keys[SIDES];   /* NEAR: that of thread 0; the SOURCE is only read */
    unsigned char *values[SIDES]; /* NULL: none, or (SOURCE) the values are the indices */
    bool whole;                   /* the window is the whole key */
    const struct hybrid *packed;  /* how pairs go on as packed words (packed.h), HERE and NEAR; NULL: they do not */
    const struct hybrid *pairs;   /* of that one: the pairs, to which its leaves bring them back; else NULL */
};

/* What one thread has for itself. */
struct thread {
    const struct hybrid *h;
    size_t number;
    unsigned char *near_keys, *near_values;
    size_t near_begin; /* the place in the arrays of what stands first in NEAR */
    size_t *tables;    /* offsets of this level and those below it */
};

struct piece {
    enum side side;
    size_t begin, n;
    unsigned end;               /* bits from here up are the same in all its keys */
    bool exact;                 /* equal keys have equal bits */
    bool mixed;                 /* what is left when few values were taken out: it is swept next */
    unsigned char counted_bits; /* the digit that was counted with the sweep above; 0: none was */
    size_t *counts;             /* its counts */
};

static inline struct thread thread_of(const struct hybrid *h, size_t number)
{
    size_t near = h->b->near;

    return (struct thread){
        .h = h,
        .number = number,
        .near_keys = h->keys[NEAR] + number * near * h->b->key_size,
        .near_values = h->values[NEAR] == NULL ? NULL : h->values[NEAR] + number * near * h->b->moved_size,
        .tables = (size_t *)sweep_scratch(h->job, h->b->layout.counts) + number * h->b->table_entries,
    };
}

/* Element i of a side's keys, and of its values; NULL where a side has none. */
static inline unsigned char *keys_at(const struct thread *t, enum side side, size_t i)
{
    size_t size = t->h->b->key_size;
    if (t->h->keys[side] == NULL)
        return NULL;
    return side == NEAR ? t->near_keys + (i - t->near_begin) * size : t->h->keys[side] + i * size;
}

static inline unsigned char *values_at(const struct thread *t, enum side side, size_t i)
{
    size_t size = t->h->b->moved_size;
    if (t->h->values[side] == NULL)
        return NULL;
    return side == NEAR ? t->near_values + (i - t->near_begin) * size : t->h->values[side] + i * size;
}

/* The kernels for a piece: where no NaN and no -0 is in it, those without rules. */
static inline const struct sweep_kernels *kernels_for(const struct hybrid *h, bool exact)
{
    return h->tier->kinds[exact ? sweep_plain_kind(h->b->kind) : h->b->kind];
}

static inline bool ranks_words(const struct hybrid *h, struct piece p)
{
    return p.exact && h->whole && h->b->moved_size == 0 && h->b->key_size <= 8;
}

static inline size_t leaf_most(const struct hybrid *h, struct piece p)
{
    return ranks_words(h, p) ? h->tier->words_most[p.end > 32] : h->tier->order_most;
}

static inline const struct sweep_packing *packing_of(const struct hybrid *h)
{
    return h->tier->packing[sweep_plain_kind(h->b->kind)];
}

static inline enum side side_after(const struct hybrid *h, struct piece p, bool alone)
{
    if (p.side != HERE)
        return HERE;
    return alone && p.n <= h->b->near ? NEAR : THERE;
}

/* Bucket d of a piece that was swept to a side. The offsets have moved on to the ends of their buckets. */
static inline struct piece bucket(const struct piece *p, enum side side, sweep_digit digit, const size_t *ends,
                                  size_t d)
{
    size_t begin = d == 0 ? 0 : ends[d - 1];
    return (struct piece){
        .side = side, .begin = p->begin + begin, .n = ends[d] - begin, .end = digit.place, .exact = p->exact};
}

/* A bucket as a piece of packed words. */
static inline struct piece as_packed(const struct hybrid *h, struct piece p)
{
    p.end += (unsigned)h->b->key_size * 8;
    return p;
}

/* Brings a piece whose keys all tie THERE. */
void sweep_move_there(const struct thread *t, struct piece p);

/* Samples a piece that is large, or larger than its digits were meant to leave, and returns `sample`: else NULL. */
const struct sweep_sample *sweep_take_sample(const struct thread *t, struct piece p, struct sweep_sample *sample);

/* The digit by which a piece is swept: its highest bits that differ. More of them where a sample (or NULL) says that
   the keys are not spread evenly; those that the caller asked for, but no table that is larger than a small piece. */
sweep_digit sweep_choose_digit(const struct hybrid *h, struct piece p, const struct sweep_sample *sample);

/* Counts the words of keys that lie in a narrow range, and writes them anew; false, and nothing done, where they do
 * not. */
bool sweep_sort_narrow(const struct hybrid *h, struct piece p, const struct sweep_sample *sample);

/* counts[d] = how often the digit d occurs in the keys of p. */
void sweep_count_piece(const struct hybrid *h, const void *keys, struct piece p, sweep_digit digit, size_t *counts);

/* Looks at n keys (adding to *difference) and counts a digit, in one read. */
void sweep_look_and_count(const struct hybrid *h, const unsigned char *keys, size_t n, sweep_digit digit,
                          struct sweep_difference *difference, size_t *counts);

/* What a look at a piece says of it; false if all its keys tie. */
bool sweep_take_look(struct piece *p, const struct sweep_difference *difference);

/* Whether, of keys [from, from + n) of a piece, most of a few groups of neighbours, evenly spread, share their bucket.
 */
bool sweep_comes_in_runs(const struct thread *t, struct piece p, size_t from, size_t n, sweep_digit digit);

/* Scatters keys [from, from + n) of a piece to a side, by offsets that count from the piece's begin. With `packed`, to
   that side of the packed words. */
void sweep_scatter_piece(const struct thread *t, struct piece p, size_t from, size_t n, enum side to, sweep_digit digit,
                         size_t *offsets, const struct hybrid *packed);

/* How the buckets of the SOURCE go on: packed, if the largest fits NEAR or a leaf and no key has equals of other bits;
   else (NULL) as they are. */
const struct hybrid *sweep_packed_after(const struct hybrid *h, struct piece p, sweep_digit digit, size_t largest);

/* Sorts a piece on this thread; or, on the calling thread, with all of them (tables: room for [chunks][radix] at each
   level). */
void sweep_sort_piece(const struct thread *t, struct piece p);
void sweep_sort_wide(const struct hybrid *h, struct piece p, size_t *tables);

#endif
