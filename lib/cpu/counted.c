/*
 * Counting sort: where keys differ in few bits, how often each word occurs is all there is to know of them, and the
 * keys are written anew from the counts. Two reads and one write of the keys (the first read makes sure of the range),
 * whatever their distribution.
 *
 * Each thread counts a part of the keys into a table of its own; the sums are cut where the written keys come in parts
 * of about one size, and each thread writes one.
 */
#include "counted.h"

#include "pingpong.h"

#include "../tuning.h"

struct part {
    struct sweep_difference difference;
    size_t word, words; /* those it writes */
    size_t at, keys;    /* where to, and how many keys they are */
};

enum { MOST_PARTS = 64 };

struct counted {
    const struct sweep_job *job;
    const struct sweep_kernels *plain;
    size_t n, parts;
    sweep_digit digit;
    size_t *tables; /* [parts][radix] */
    uint64_t above; /* the bits that all keys share */
    struct part part[MOST_PARTS];
};

static const unsigned char *key_at(const struct counted *c, size_t i)
{
    return (const unsigned char *)c->job->keys + i * c->job->blueprint->key_size;
}

static void look_at_part(size_t number, void *argument)
{
    struct counted *c = argument;
    size_t begin = sweep_piece_begin(c->n, c->parts, number), end = sweep_piece_begin(c->n, c->parts, number + 1);
    size_t before = begin > 0; /* with the key before, so that parts are compared with each other */

    c->job->kernels->difference(key_at(c, begin - before), end - begin + before, &c->job->blueprint->transform,
                                &c->part[number].difference);
}

static void count_part(size_t number, void *argument)
{
    struct counted *c = argument;
    size_t begin = sweep_piece_begin(c->n, c->parts, number), end = sweep_piece_begin(c->n, c->parts, number + 1);
    size_t radix = (size_t)1 << c->digit.bits, *table = c->tables + number * radix;

    memset(table, 0, radix * sizeof *table);
    c->plain->histogram(key_at(c, begin), end - begin, &c->job->blueprint->transform, &c->digit, 1, radix, table);
}

/* Adds all tables up in the first, and deals the words out. */
static void sum_and_cut(struct counted *c)
{
    size_t radix = (size_t)1 << c->digit.bits, sum = 0, number = 0, *totals = c->tables;

    for (size_t word = 0; word < radix; word++) {
        for (; number < c->parts && sum >= sweep_piece_begin(c->n, c->parts, number); number++)
            c->part[number] = (struct part){.word = word, .at = sum};
        for (size_t p = 1; p < c->parts; p++)
            totals[word] += c->tables[p * radix + word];
        sum += totals[word];
    }
    for (; number < c->parts; number++)
        c->part[number] = (struct part){.word = radix, .at = c->n};
    for (size_t p = 0; p < c->parts; p++) {
        bool last = p + 1 == c->parts;
        c->part[p].words = (last ? radix : c->part[p + 1].word) - c->part[p].word;
        c->part[p].keys = (last ? c->n : c->part[p + 1].at) - c->part[p].at;
    }
}

static void write_part(size_t number, void *argument)
{
    struct counted *c = argument;
    const struct part *part = &c->part[number];

    c->plain->write_counted((unsigned char *)c->job->keys_out + part->at * c->job->blueprint->key_size, part->keys,
                            &c->job->blueprint->transform, c->above | part->word, part->words, c->tables + part->word);
}

bool sweep_sort_counted(const struct sweep_job *job, const struct sweep_kernels *plain, unsigned bits, void *room,
                        size_t room_bytes)
{
    const struct sweep_blueprint *b = job->blueprint;
    struct counted c = {.job = job, .plain = plain, .n = b->plan.n, .tables = room};
    struct sweep_difference difference = {0};
    size_t parts = b->plan.threads < MOST_PARTS ? b->plan.threads : MOST_PARTS;

    if (bits > SWEEP_COUNTED_MOST_BITS || c.n < (size_t)3 << bits >> 1)
        return false;
    c.parts = parts;
    sweep_parallel_for(job->workspace, c.parts, look_at_part, &c);
    for (size_t p = 0; p < c.parts; p++) {
        difference.low |= c.part[p].difference.low;
        difference.special |= c.part[p].difference.special;
    }
    unsigned end = sweep_difference_end(&difference), width = (unsigned)b->key_size * 8;
    if (difference.special || end == 0 || end > bits + 1 || room_bytes >> end < sizeof(size_t))
        return false;
    if (c.parts > (room_bytes >> end) / sizeof(size_t))
        c.parts = (room_bytes >> end) / sizeof(size_t);
    plain->fragments(job->keys, 1, &b->transform, end, width - end, &c.above);
    c.above <<= end;
    c.digit = (sweep_digit){0, (uint8_t)end};
    sweep_parallel_for(job->workspace, c.parts, count_part, &c);
    sum_and_cut(&c);
    sweep_parallel_for(job->workspace, c.parts, write_part, &c);
    return true;
}
