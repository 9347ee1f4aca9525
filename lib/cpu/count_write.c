/*
 * The counts of all chunks are added up, and cut where the keys that are written come in parts of about one size; each
 * part is one task.
 */
#include "count_write.h"

#include "trace.h"

struct part {
    size_t word, words; /* those it writes */
    size_t at, keys;    /* where to, and how many keys they are */
};

enum { MOST_PARTS = 64 };

struct writing {
    const struct sweep_partition *p;
    size_t parts;
    uint64_t above; /* the bits that all keys share */
    struct part part[MOST_PARTS];
};

/* Adds all chunks up in the first, and deals the words out. */
static void sum_and_cut(struct writing *w)
{
    const struct sweep_partition *p = w->p;
    size_t radix = (size_t)1 << p->digit.bits, sum = 0, number = 0;

    for (size_t word = 0; word < radix; word++) {
        for (; number < w->parts && sum >= sweep_chunk_begin(p->n, w->parts, number); number++)
            w->part[number] = (struct part){.word = word, .at = sum};
        for (size_t chunk = 1; chunk < p->chunks; chunk++)
            p->counts[word] += p->counts[chunk * p->stride + word];
        sum += p->counts[word];
    }
    SWEEP_INVARIANT(sum == p->n);
    for (; number < w->parts; number++)
        w->part[number] = (struct part){.word = radix, .at = p->n};
    for (size_t i = 0; i < w->parts; i++) {
        bool last = i + 1 == w->parts;
        w->part[i].words = (last ? radix : w->part[i + 1].word) - w->part[i].word;
        w->part[i].keys = (last ? p->n : w->part[i + 1].at) - w->part[i].at;
    }
}

static void write_part(size_t number, void *argument)
{
    const struct writing *w = argument;
    const struct sweep_partition *p = w->p;
    const struct part *part = &w->part[number];

    p->kernels->count_write(p->keys_out + part->at * p->key_size, part->keys, p->transform, w->above | part->word,
                            part->words, p->counts + part->word);
}

void sweep_count_write(const struct sweep_partition *p)
{
    struct writing w;
    unsigned bits = p->digit.bits, width = (unsigned)p->key_size * 8;

    SWEEP_TRACE_DIGIT(p->digit.place, p->digit.bits, p->n);
    w.p = p;
    w.parts = p->chunks < MOST_PARTS ? p->chunks : MOST_PARTS;
    w.above = 0;
    if (bits < width) {
        p->kernels->fragments(p->keys, 1, p->transform, bits, width - bits, &w.above);
        w.above <<= bits;
    }
    if (w.parts == 1) {
        p->kernels->count_write(p->keys_out, p->n, p->transform, w.above, (size_t)1 << bits, p->counts);
        return;
    }
    sum_and_cut(&w);
    sweep_parallel_for(p->workspace, w.parts, write_part, &w);
}
