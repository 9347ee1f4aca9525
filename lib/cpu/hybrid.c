/*
 * HYBRID: most significant digit first. A piece of the keys is cut into buckets by the highest bits in which its keys
 * differ, and each bucket is a smaller piece; a piece that is small enough is a leaf and is sorted at once (leaf.h).
 * Only the first levels of large arrays sweep slow memory; the rest happens in cache.
 *
 * Pairs of a key and a value of its size are packed into one word by the first sweep and unpacked by the leaves, if
 * what comes between happens in cache. Pieces and the sides on which they lie: piece.h; all threads together: wide.c.
 */
#include "piece.h"

/* Asks for what comes behind an output of this size: most likely the next leaf's output, of about the same size. */
static void prefetch_behind(const unsigned char *out, size_t size)
{
    for (size_t at = 0; out != NULL && at < size; at += 64)
        __builtin_prefetch((const void *)((uintptr_t)out + size + at), 1);
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
        .whole = out.h->whole,
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

/* Looks at a piece, chooses its digit and counts it; false if all its keys tie. A large piece is read once: its digit
   is guessed, and counted again in the rare case that the guess was wrong. */
static bool choose_and_count(const struct thread *t, struct piece *p, const struct sweep_sample *sample,
                             sweep_digit *digit, size_t *counts)
{
    const struct hybrid *h = t->h;
    const unsigned char *keys = keys_at(t, p->side, p->begin);
    struct sweep_difference difference = {0};

    if (sample != NULL && p->exact && sample->end == p->end) { /* all that a look would tell is known */
        *digit = sweep_choose_digit(h, *p, sample);
        sweep_count_piece(h, keys, *p, *digit, counts);
        return true;
    }
    if (sample == NULL || p->n * h->b->key_size <= SWEEP_HYBRID_NEAR_BYTES) {
        TOUCH(p->n);
        kernels_for(h, p->exact)->difference(keys, p->n, &h->b->transform, &difference);
        if (!sweep_take_look(p, &difference))
            return false;
        *digit = sweep_choose_digit(h, *p, sample);
        sweep_count_piece(h, keys, *p, *digit, counts);
        return true;
    }
    struct piece guessed_piece = *p;
    guessed_piece.end = sample->end;
    sweep_digit guessed = sweep_choose_digit(h, guessed_piece, sample);
    sweep_look_and_count(h, keys, p->n, guessed, &difference, counts);
    if (!sweep_take_look(p, &difference))
        return false;
    *digit = guessed;
    if (p->end != guessed_piece.end) {
        *digit = sweep_choose_digit(h, *p, sample);
        sweep_count_piece(h, keys, *p, *digit, counts);
    }
    return true;
}

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
        sweep_sort_piece(
            &below,
            (struct piece){.side = to, .begin = p.begin, .n = other, .end = p.end, .exact = p.exact, .mixed = true});
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

/* The bits of two digits that lead from a piece to its leaves, if they are to be counted in one read; else 0. In the
   first sweep alone: the tables have room for it once. Not where keys come in runs: so wide a digit is counted in one
   table, where equal ones wait for each other. */
static unsigned bits_of_two(const struct thread *t, struct piece p, const struct sweep_sample *sample)
{
    const struct hybrid *h = t->h;

    if (p.side != SOURCE || sample == NULL || !p.exact || sample->end != p.end || h->b->digit_bits != 0)
        return 0;
    unsigned all = sweep_hybrid_two_digits(ranks_words(h, p), p.end - h->b->begin, p.n,
                                           h->b->key_size + h->b->moved_size, h->tier);
    if (all == 0 || !sweep_sample_is_even(sample, p.end, all) ||
        sweep_comes_in_runs(t, p, p.begin, p.n, (sweep_digit){(uint8_t)(p.end - all), (uint8_t)all}))
        return 0;
    return all;
}

/* Counts a digit of `all` bits, from which come the counts of its upper half, `digit`. Returns the counts of all. */
static size_t *count_two(const struct thread *t, struct piece p, unsigned all, sweep_digit *digit, size_t *offsets)
{
    const unsigned first = (all + 1) / 2, second = all - first;
    size_t *counts = offsets + ((size_t)1 << first);

    sweep_count_piece(t->h, keys_at(t, p.side, p.begin), p, (sweep_digit){(uint8_t)(p.end - all), (uint8_t)all},
                      counts);
    for (size_t d = 0; d < (size_t)1 << first; d++) {
        size_t sum = 0;
        for (size_t k = 0; k < (size_t)1 << second; k++)
            sum += counts[(d << second) + k];
        offsets[d] = sum;
    }
    *digit = (sweep_digit){(uint8_t)(p.end - first), (uint8_t)first};
    return counts;
}

void sweep_sort_piece(const struct thread *t, struct piece p)
{
    const struct hybrid *h = t->h;
    size_t *offsets = t->tables, *counts = NULL, entries;
    struct sweep_sample room;
    unsigned two = 0;
    sweep_digit digit;

    size_t leaf = leaf_most(h, p);
    if (p.counts != NULL && leaf > 2 * sweep_hybrid_mean(ranks_words(h, p), p.end - h->b->begin, 0, h->tier))
        leaf = 2 * sweep_hybrid_mean(ranks_words(h, p), p.end - h->b->begin, 0, h->tier); /* counted is half swept */
    if (p.n <= leaf) {
        sort_leaf(t, p);
        return;
    }
    if (p.counts != NULL) {
        digit = (sweep_digit){(uint8_t)(p.end - p.counted_bits), p.counted_bits};
        offsets = p.counts;
        entries = 0;
    } else {
        const struct sweep_sample *sample = sweep_take_sample(t, p, &room);
        if (sweep_sort_narrow(h, p, sample))
            return;
        if (sample != NULL && ranks_words(h, p) && !p.mixed && sort_few(t, p, sample))
            return;
        two = bits_of_two(t, p, sample);
        if (two > 0)
            counts = count_two(t, p, two, &digit, offsets);
        else if (!choose_and_count(t, &p, sample, &digit, offsets)) {
            sweep_move_there(t, p);
            return;
        }
        entries = ((size_t)1 << digit.bits) + (two > 0 ? (size_t)1 << two : 0);
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
    struct thread below = thread_below(t, p, to, entries);
    const struct hybrid *packed = sweep_packed_after(h, p, digit, largest);
    sweep_scatter_piece(&below, p, p.begin, p.n, to, digit, offsets, packed);
    if (packed != NULL) {
        below = thread_of(packed, t->number);
        below.tables = t->tables + entries;
    }
    if (digit.place == h->b->begin) {
        p.side = to;
        p.end = digit.place;
        sweep_move_there(&below, p);
        return;
    }
    for (size_t d = 0; d < radix; d++) {
        struct piece next = bucket(&p, to, digit, offsets, d);
        if (two > 0) {
            next.counted_bits = (unsigned char)(two - digit.bits);
            next.counts = counts + (d << next.counted_bits);
        }
        if (next.n > 0)
            sweep_sort_piece(&below, packed != NULL ? as_packed(h, next) : next);
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
    b->transform = sweep_transform_make(width == 32 ? SWEEP_U64 : SWEEP_U128, SWEEP_ASCENDING, SWEEP_TOTAL_ORDER,
                                        b->begin, b->end);
    *job = *h->job;
    job->blueprint = b;
    job->kernels = h->tier->kinds[b->kind];
    *packed = (struct hybrid){
        .job = job,
        .b = b,
        .tier = h->tier,
        .keys = {[HERE] = h->keys[HERE], [NEAR] = h->keys[NEAR]}, /* the values' scratch comes right behind */
        .pairs = h,
    };
    h->packed = packed;
}

/* One look that ends where the first run does: sorted input is only brought to its place, and where each key is less
   than the one before, which leaves no ties, it is turned round. */
static bool is_one_run(const struct hybrid *h, struct piece all)
{
    const struct sweep_job *job = h->job;
    const struct sweep_transform *transform = &h->b->transform;
    size_t end = job->kernels->first_out_of_order(job->keys, 1, all.n, transform);

    if (end == all.n) {
        sweep_move_there(&(struct thread){.h = h}, all);
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
    struct piece all = {.side = SOURCE, .n = plan->n, .end = b->end, .exact = b->kind == sweep_plain_kind(b->kind)};

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
        sort_leaf(&(struct thread){.h = &h}, all); /* perhaps without any scratch */
        return;
    }
    if (plan->threads == 1) {
        struct thread t = thread_of(&h, 0);
        sweep_sort_piece(&t, all);
        return;
    }
    sweep_sort_wide(&h, all, thread_of(&h, plan->threads).tables);
}
