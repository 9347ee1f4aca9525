/*
 * What can be done with a piece: see piece.h.
 */
#include "piece.h"

#include "counted.h"

#ifdef SWEEP_TEST
atomic_ullong sweep_keys_touched;
#endif

void sweep_move_there(const struct thread *t, struct piece p)
{
    const struct sweep_blueprint *b = t->h->b;
    const struct thread out = {.h = t->h->pairs != NULL ? t->h->pairs : t->h};
    const void *keys = keys_at(t, p.side, p.begin), *values = values_at(t, p.side, p.begin);
    void *keys_out = keys_at(&out, THERE, p.begin), *values_out = values_at(&out, THERE, p.begin);

    if (t->h->pairs != NULL) {
        packing_of(t->h->pairs)
            ->unpack(keys, p.n, &t->h->pairs->b->transform, t->h->job->keys_out != NULL ? keys_out : NULL, values_out);
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

sweep_digit sweep_choose_digit(const struct hybrid *h, struct piece p, const struct sweep_sample *sample)
{
    const struct sweep_blueprint *b = h->b;
    unsigned left = p.end - b->begin;
    unsigned bits = sweep_hybrid_bits(ranks_words(h, p), left, p.n, b->key_size + b->moved_size, h->tier);

    if (b->digit_bits != 0) {
        bits = b->digit_bits < bits + SWEEP_HYBRID_WIDER ? b->digit_bits : bits + SWEEP_HYBRID_WIDER;
    } else if (sample != NULL) {
        unsigned most = bits + SWEEP_HYBRID_WIDER;
        if (most > SWEEP_HYBRID_MOST_BITS)
            most = SWEEP_HYBRID_MOST_BITS;
        if (ranks_words(h, p) && left <= most && p.n >> left > 0)
            bits = left; /* to be counted and written */
        else if (left > bits + SWEEP_HYBRID_MOST_BITS)
            bits = sweep_sample_bits(sample, p.end, bits, most);
        /* else one more sweep of its heavy buckets is the last */
    }
    if (bits > left)
        bits = left;
    return (sweep_digit){(uint8_t)(p.end - bits), (uint8_t)bits};
}

const struct sweep_sample *sweep_take_sample(const struct thread *t, struct piece p, struct sweep_sample *sample)
{
    const struct hybrid *h = t->h;

    if (p.n < (p.side == SOURCE ? SWEEP_HYBRID_SAMPLE_FROM : SWEEP_HYBRID_SAMPLE_BELOW_FROM))
        return NULL;
    sweep_sample_take(sample, h->tier, h->b->kind, &h->b->transform, keys_at(t, p.side, p.begin), p.n, h->b->key_size,
                      h->b->begin);
    return sample;
}

bool sweep_sort_narrow(const struct hybrid *h, struct piece p, const struct sweep_sample *sample)
{
    return sample != NULL && p.side == SOURCE && h->b->layout.counted_bytes > 0 &&
           sweep_sort_counted(h->job, kernels_for(h, true), sample->end, h->keys[HERE], h->b->layout.counted_bytes);
}

bool sweep_comes_in_runs(const struct thread *t, struct piece p, size_t from, size_t n, sweep_digit digit)
{
    enum { GROUPS = 8 };
    unsigned missed = 0;

    if (n < SWEEP_SCATTER_RUNS_FROM)
        return false;
    for (size_t i = 0; i < GROUPS && missed < GROUPS / 4; i++) {
        uint64_t digits[SWEEP_SCATTER_AT_ONCE];
        kernels_for(t->h, p.exact)
            ->fragments(keys_at(t, p.side, from + i * (n / GROUPS)), SWEEP_SCATTER_AT_ONCE, &t->h->b->transform,
                        digit.place, digit.bits, digits);
        for (unsigned k = 1; k < SWEEP_SCATTER_AT_ONCE; k++)
            if (digits[k] != digits[0]) {
                missed++;
                break;
            }
    }
    return missed < GROUPS / 4;
}

void sweep_scatter_piece(const struct thread *t, struct piece p, size_t from, size_t n, enum side to, sweep_digit digit,
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
        .runs = sweep_comes_in_runs(t, p, from, n, digit),
    };
    TOUCH(n);
    if (packed != NULL) {
        s.keys_out = packed->keys[to] + p.begin * packed->b->key_size;
        packing_of(t->h)->pack(&s, &b->transform);
        return;
    }
    kernels_for(t->h, p.exact)->scatter[sweep_value_kind(b->moved_size)](&s, &b->transform);
}

const struct hybrid *sweep_packed_after(const struct hybrid *h, struct piece p, sweep_digit digit, size_t largest)
{
    bool fits = p.side == SOURCE && h->packed != NULL && p.exact && digit.place > h->b->begin &&
                (largest <= h->b->near || largest <= h->tier->order_most);
    return fits ? h->packed : NULL;
}

void sweep_count_piece(const struct hybrid *h, const void *keys, struct piece p, sweep_digit digit, size_t *counts)
{
    size_t radix = (size_t)1 << digit.bits;

    memset(counts, 0, radix * sizeof *counts);
    TOUCH(p.n + radix);
    kernels_for(h, p.exact)->histogram(keys, p.n, &h->b->transform, &digit, 1, radix, counts);
}

void sweep_look_and_count(const struct hybrid *h, const unsigned char *keys, size_t n, sweep_digit digit,
                          struct sweep_difference *difference, size_t *counts)
{
    const struct sweep_kernels *kernels = h->job->kernels;
    size_t size = h->b->key_size, block = SWEEP_HYBRID_BLOCK_BYTES / size, radix = (size_t)1 << digit.bits;

    TOUCH(2 * n + radix);
    if (block < radix * 16)
        block = radix * 16; /* each block costs the kernel a table */
    memset(counts, 0, radix * sizeof *counts);
    for (size_t i = 0; i < n; i += block) {
        size_t length = n - i < block ? n - i : block, before = i > 0;
        /* with the key before, so that blocks are compared with each other */
        kernels->difference(keys + (i - before) * size, length + before, &h->b->transform, difference);
        /* digits by the plain kind where they are the same */
        kernels_for(h, !difference->special)
            ->histogram(keys + i * size, length, &h->b->transform, &digit, 1, radix, counts);
    }
}

bool sweep_take_look(struct piece *p, const struct sweep_difference *difference)
{
    if ((difference->low | difference->high) == 0)
        return false;
    p->end = sweep_difference_end(difference);
    p->exact = !difference->special;
    return true;
}
