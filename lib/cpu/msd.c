/*
 * The HYBRID engine: most significant digit first. A bucket is partitioned by the highest bits in which its keys
 * differ, and so is each bucket that this leaves, until a bucket is a base case: few keys, sorted at once (tiers/).
 * Only the first partitions of large arrays sweep slow memory; the rest happens in cache.
 *
 * How a bucket is sorted, sweep_choose says; this file does it, with one thread or with several together (a team),
 * which partition a bucket in chunks and then share the buckets that it leaves. Pairs of a key and a value of its size
 * may go on as packed words after the first partition: a sort of other keys, which lie in the same buffers and whose
 * base cases unpack them.
 */
#include "buffers.h"
#include "choose.h"
#include "count_write.h"
#include "heavy.h"
#include "partition.h"
#include "trace.h"

#include <stdatomic.h>

#ifdef SWEEP_TEST
atomic_ullong sweep_keys_touched;
atomic_ullong sweep_digit_keys[128][17];
#endif

/* What holds for the whole sort. */
struct msd {
    struct sweep_workspace *workspace;
    const struct sweep_costs *costs;
    const struct sweep_kernels *kernels, *plain; /* of the keys, and of those whose ties are bit-identical */
    const struct sweep_packing *packing;         /* of pairs that are packed, or can be; else NULL */
    sweep_transform transform;
    struct sweep_bucket input;
    struct sweep_buffers buffers; /* LOCAL: that of worker 0 */
    enum sweep_kind kind;
    bool whole;       /* the window is the whole key: of pairs, when they are packed */
    bool keys_wanted; /* false: argsort */
    size_t chunks;    /* of a bucket that the team partitions */
    size_t giant;     /* buckets of so many keys are the team's */
    size_t local;     /* records of a LOCAL buffer */
    size_t *tables, table_entries;
    const struct msd *packed; /* how pairs go on as packed words; NULL: they do not */
    const struct msd *pairs;  /* of packed words: the pairs that they are */
};

/* One thread, or a team, at one level of the recursion. */
struct worker {
    const struct msd *m;
    struct sweep_buffers buffers;
    size_t *tables, *tables_end; /* counts for this level and those below */
};

/* A bucket and where it lies. */
struct node {
    struct sweep_bucket b;
    enum sweep_buffer in;
    size_t first;   /* the index of its first record */
    size_t *counts; /* of the digit that was counted together with the one above */
};

static struct worker worker_of(const struct msd *m, size_t number)
{
    struct worker w = {.m = m, .buffers = m->buffers, .tables = m->tables + number * m->table_entries};

    w.tables_end = w.tables + m->table_entries;
    if (w.buffers.keys[SWEEP_LOCAL] != NULL)
        w.buffers.keys[SWEEP_LOCAL] += number * m->local * m->buffers.key_size;
    if (w.buffers.values[SWEEP_LOCAL] != NULL)
        w.buffers.values[SWEEP_LOCAL] += number * m->local * m->buffers.value_size;
    return w;
}

/* The team: the calling thread, with the tables behind those of all workers. */
static struct worker team_of(const struct msd *m)
{
    struct worker w = worker_of(m, m->input.threads);

    w.tables_end = w.tables + m->chunks * m->table_entries;
    w.buffers.keys[SWEEP_LOCAL] = w.buffers.values[SWEEP_LOCAL] = NULL;
    return w;
}

/* ---- the end of a bucket ---- */

/* Asks for what comes behind `size` bytes: most likely the next base case's, of about the same size. */
static void prefetch_behind(const unsigned char *from, size_t size)
{
    for (size_t at = 0; from != NULL && at < size; at += 64)
        __builtin_prefetch((const void *)((uintptr_t)from + size + at), 1);
}

static void sort_base_case(const struct worker *w, const struct node *node, size_t first, size_t n, unsigned end)
{
    const struct msd *m = w->m, *out = m->pairs != NULL ? m->pairs : m;
    struct sweep_base_case few = {
        .keys = sweep_key_in(&w->buffers, node->in, first),
        .values = sweep_value_in(&w->buffers, node->in, first),
        .keys_out = m->keys_wanted ? sweep_key_in(&out->buffers, SWEEP_OUTPUT, first) : NULL,
        .values_out = sweep_value_in(&out->buffers, SWEEP_OUTPUT, first),
        .n = n,
        .first_index = first,
        .value_size = m->buffers.value_size,
        .begin = m->input.begin,
        .end = end,
        .whole = out->whole,
    };

    prefetch_behind(few.keys, n * m->buffers.key_size);
    prefetch_behind(few.keys_out, n * out->buffers.key_size);
    prefetch_behind(few.values_out, n * out->buffers.value_size);
    SWEEP_TRACE_KEYS(n);
    if (sweep_bucket_is_words(&node->b))
        m->plain->base_words(few.keys, few.keys_out, n, end, &m->transform);
    else if (m->pairs != NULL)
        m->packing->unpack_base_pairs(&few, &out->transform);
    else
        (node->b.identical_ties ? m->plain : m->kernels)->base_pairs(&few, &m->transform);
}

/* All keys tie: brings them to the output as they are. */
static void move_to_output(const struct worker *w, const struct node *node)
{
    const struct msd *m = w->m, *out = m->pairs != NULL ? m->pairs : m;
    const void *keys = sweep_key_in(&w->buffers, node->in, node->first);
    const void *values = sweep_value_in(&w->buffers, node->in, node->first);
    void *keys_out = m->keys_wanted ? sweep_key_in(&out->buffers, SWEEP_OUTPUT, node->first) : NULL;
    void *values_out = sweep_value_in(&out->buffers, SWEEP_OUTPUT, node->first);
    const size_t n = node->b.n;

    if (m->pairs != NULL) {
        m->packing->unpack(keys, n, &out->transform, keys_out, values_out);
        return;
    }
    if (keys_out != NULL && keys != keys_out)
        memcpy(keys_out, keys, n * m->buffers.key_size);
    if (values_out == NULL || values == values_out)
        return;
    if (values != NULL)
        memcpy(values_out, values, n * m->buffers.value_size);
    else
        sweep_write_indices(values_out, node->first, n, m->buffers.value_size);
}

/* ---- looking, choosing, counting ---- */

static struct sweep_partition partition_of(const struct worker *w, const struct node *node)
{
    const struct msd *m = w->m;

    return (struct sweep_partition){
        .workspace = m->workspace,
        .kernels = node->b.identical_ties ? m->plain : m->kernels,
        .transform = &m->transform,
        .key_size = m->buffers.key_size,
        .value_size = m->buffers.value_size,
        .keys = sweep_key_in(&w->buffers, node->in, node->first),
        .values = sweep_value_in(&w->buffers, node->in, node->first),
        .n = node->b.n,
        .first_index = node->first,
        .chunks = node->b.threads > 1 ? m->chunks : 1,
        .counts = w->tables,
    };
}

/* Gives the partition the digit of a step, and room for its counts: those of a range of words that is too wide for the
   tables lie in SCRATCH, which holds nothing yet. */
static void set_digit(struct sweep_partition *p, const struct worker *w, const struct node *node,
                      const struct sweep_step *step)
{
    unsigned all = step->together > 0 ? step->together : step->digit.bits;

    p->kernels = node->b.identical_ties ? w->m->plain : w->m->kernels;
    p->digit = step->digit;
    if (step->together > 0)
        p->digit = (sweep_digit){(uint8_t)(node->b.end - all), (uint8_t)all};
    p->stride = (size_t)1 << all;
    p->chunks = node->b.threads > 1 ? w->m->chunks : 1;
    p->counts = w->tables;
    if ((size_t)(w->tables_end - p->counts) >= p->chunks * p->stride)
        return;
    SWEEP_INVARIANT(step->candidate == SWEEP_STEP_COUNT_WRITE && node->in == SWEEP_INPUT);
    p->counts = (size_t *)(void *)w->buffers.keys[SWEEP_SCRATCH];
    if (p->chunks > node->b.count_room >> all)
        p->chunks = node->b.count_room >> all;
    SWEEP_INVARIANT(p->chunks > 0);
}

/* Tells the bucket what a look at all its keys found; false if these all tie. */
static bool learn(struct sweep_bucket *b, const struct sweep_difference *difference)
{
    b->looked = true;
    b->end = sweep_difference_end(difference);
    b->identical_ties = !difference->special;
    return (difference->low | difference->high) != 0;
}

/* Chooses the step of a bucket, and counts its digit into p; false if all keys tie. A bucket is read once: what a
   sample lets one expect is confirmed by the read that counts, and in the rare case that it was wrong the choice is
   made again, of what is then known. */
static __attribute__((noinline)) bool decide(const struct worker *w, struct node *node, struct sweep_partition *p,
                                             struct sweep_step *step)
{
    const struct msd *m = w->m;
    struct sweep_bucket *b = &node->b;
    struct sweep_difference difference;
    struct sweep_sample room;
    const struct sweep_sample *sample = NULL;

    *p = partition_of(w, node);
    if (b->counted_bits > 0) {
        *step = sweep_choose(b, NULL, m->costs);
        set_digit(p, w, node, step);
        p->counts = node->counts;
        return true;
    }
    if (b->n >= m->costs->sample_from[b->level > 0]) {
        sweep_sample_take(&room, m->costs->tier, m->kind, &m->transform, p->keys, b->n, p->key_size, b->begin);
        sample = &room;
    } else if (!b->looked) {
        sweep_partition_look(p, m->plain, false, &difference);
        if (!learn(b, &difference))
            return false;
    }
    *step = sweep_choose(b, sample, m->costs);
    if (step->candidate == SWEEP_STEP_HEAVY)
        return true;
    set_digit(p, w, node, step);
    if (!b->looked && !(b->identical_ties && sample->end == b->end)) {
        const struct sweep_step guess = *step;
        /* in cache a second read costs less than a count that may be in vain */
        bool count = p->counts == w->tables && b->n * p->key_size > m->costs->piece_bytes;
        sweep_partition_look(p, m->plain, count, &difference);
        if (!learn(b, &difference))
            return false;
        *step = sweep_choose(b, sample, m->costs);
        if (step->candidate == SWEEP_STEP_HEAVY)
            return true;
        set_digit(p, w, node, step);
        if (count && step->candidate == guess.candidate && step->digit.place == guess.digit.place &&
            step->digit.bits == guess.digit.bits)
            return true;
    }
    sweep_partition_count(p, &p->digit, 1, p->stride);
    return true;
}

/* Of two digits that were counted together: the upper one's counts. The lower one's stay behind them. Returns these. */
static size_t *split_counts(struct sweep_partition *p, const struct sweep_step *step)
{
    const unsigned lower = step->together - step->digit.bits;
    size_t radix = (size_t)1 << step->digit.bits, *both = p->counts + radix;

    memmove(both, p->counts, sizeof *both << step->together);
    for (size_t d = 0; d < radix; d++) {
        size_t sum = 0;
        for (size_t k = 0; k < (size_t)1 << lower; k++)
            sum += both[(d << lower) + k];
        p->counts[d] = sum;
    }
    p->digit = step->digit;
    return both;
}

/* ---- the buckets that a partition leaves ---- */

struct children {
    const struct msd *m;         /* as which they go on */
    const struct worker *worker; /* NULL: a worker for each task */
    struct node parent;          /* lies where they lie; what holds for it holds for them, but for n and first */
    size_t first, radix;
    const size_t *ends;
    size_t *counts; /* of their digits; NULL: these are not counted */
    size_t base_most;
    size_t giant;   /* those of so many keys are the team's */
    size_t largest; /* this one comes last */
    atomic_size_t ticket;
};

static void sort_bucket(struct worker w, struct node node);

static struct node child_of(const struct children *c, size_t d)
{
    struct node child = c->parent;
    size_t begin = d == 0 ? 0 : c->ends[d - 1];

    child.b.n = c->ends[d] - begin;
    child.first = c->first + begin;
    if (c->counts != NULL)
        child.counts = c->counts + (d << child.b.counted_bits);
    return child;
}

static void sort_child(const struct children *c, const struct worker *w, size_t d, unsigned threads)
{
    size_t begin = d == 0 ? 0 : c->ends[d - 1], n = c->ends[d] - begin;

    if (n == 0 || d == c->largest || (n >= c->giant) != (threads > 1))
        return;
    if (n <= c->base_most) {
        sort_base_case(w, &c->parent, c->first + begin, n, c->parent.b.end);
        return;
    }
    struct node child = child_of(c, d);
    child.b.threads = threads;
    sort_bucket(*w, child);
}

/* One worker's share: by ticket, those that are not the team's. */
static void share_children(size_t number, void *argument)
{
    struct children *c = argument;
    const struct worker w = worker_of(c->m, number);
    size_t d;

    while ((d = atomic_fetch_add_explicit(&c->ticket, 1, memory_order_relaxed)) < c->radix)
        sort_child(c, &w, d, 1);
}

/* ---- a bucket ---- */

/* Where a partition of a bucket goes. */
static enum sweep_buffer next_buffer(const struct worker *w, const struct node *node)
{
    if (node->in != SWEEP_SCRATCH)
        return SWEEP_SCRATCH;
    return node->b.threads == 1 && node->b.n <= w->m->local ? SWEEP_LOCAL : SWEEP_OUTPUT;
}

/* Gives a bucket its place in LOCAL. A bucket above that lies there keeps its own: its other buckets, of which the
   largest is sorted last, are still in it. */
static void place_in_local(struct sweep_buffers *buffers, const struct node *node)
{
    if (buffers->local_in_use)
        return;
    buffers->local_first = node->first;
    buffers->local_in_use = true;
}

static void sort_heavy(const struct worker *w, const struct node *node, const struct sweep_step *step)
{
    const struct msd *m = w->m;
    struct sweep_heavy heavy = {.kernels = m->plain, .transform = &m->transform, .key_size = m->buffers.key_size};
    const void *keys = sweep_key_in(&w->buffers, node->in, node->first);
    struct worker below = *w;
    struct node rest = *node;

    sweep_heavy_find(&heavy, step, keys, node->b.n);
    rest.in = next_buffer(w, node);
    if (rest.in == SWEEP_LOCAL)
        place_in_local(&below.buffers, node);
    SWEEP_TRACE_KEYS(node->b.n);
    rest.b.n = sweep_heavy_count(&heavy, keys, node->b.n, sweep_key_in(&below.buffers, rest.in, node->first));
    rest.b.rest = true;
    rest.b.heavy_above++;
    if (rest.b.n > 0)
        sort_bucket(below, rest);
    sweep_heavy_write(&heavy, sweep_key_in(&m->buffers, SWEEP_OUTPUT, node->first), node->b.n, rest.b.n);
}

/* Moves the records of a bucket to the buckets of the digit that p has counted. */
static void partition(struct worker *w, const struct node *node, struct sweep_partition *p,
                      const struct sweep_step *step, struct children *c)
{
    const struct msd *m = w->m;
    const enum sweep_buffer to = next_buffer(w, node);
    size_t *counts = step->together > 0 ? split_counts(p, step) : NULL;
    size_t most = sweep_partition_scan(p, &c->largest);

    if (to == SWEEP_LOCAL)
        place_in_local(&w->buffers, node);
    p->keys_out = sweep_key_in(&w->buffers, to, node->first);
    p->values_out = sweep_value_in(&w->buffers, to, node->first);
    p->prefetch = to != SWEEP_LOCAL && sweep_prefetches(p->n, p->key_size + p->value_size);
    p->runs = step->runs;
    c->m = m;
    c->parent = *node;
    c->parent.b = sweep_bucket_below(&node->b, step, node->b.n);
    c->parent.in = to;
    c->base_most = sweep_base_most(&c->parent.b, m->costs);
    if (step->pack && m->packed != NULL && node->b.identical_ties && most < m->giant &&
        (most <= m->local || most <= c->base_most)) { /* packed words have no place in the output */
        const unsigned width = (unsigned)p->key_size * 8;
        c->m = m->packed;
        c->parent.b.begin += width;
        c->parent.b.end += width;
        c->parent.b.key_size = (uint8_t)m->packed->buffers.key_size;
        c->parent.b.value_size = 0;
        c->parent.b.whole = false;
        p->packing = m->packing;
        p->keys_out = m->packed->buffers.keys[to] + node->first * m->packed->buffers.key_size;
    }
    SWEEP_TRACE_DIGIT(p->digit.place - (m->pairs != NULL ? 8 * m->pairs->buffers.key_size : 0), p->digit.bits, p->n);
    sweep_partition_scatter(p);
    c->first = node->first;
    c->radix = (size_t)1 << p->digit.bits;
    c->ends = p->counts + (p->chunks - 1) * p->stride;
    c->counts = counts;
    c->giant = node->b.threads > 1 ? m->giant : SIZE_MAX;
}

/* Does the step that is chosen for a bucket. True: it was a partition, and there is `below` to sort the buckets of c
   with. Not inlined, so that the recursion keeps none of its variables. */
static __attribute__((noinline)) bool take_step(const struct worker *w, struct node *node, struct worker *below,
                                                struct children *c)
{
    struct sweep_partition p;
    struct sweep_step step;

    if (!decide(w, node, &p, &step)) {
        move_to_output(w, node);
        return false;
    }
    if (step.candidate == SWEEP_STEP_HEAVY) {
        sort_heavy(w, node, &step);
        return false;
    }
    if (step.candidate == SWEEP_STEP_COUNT_WRITE) {
        p.keys_out = sweep_key_in(&w->buffers, SWEEP_OUTPUT, node->first);
        sweep_count_write(&p);
        return false;
    }
    *below = *w;
    partition(below, node, &p, &step, c);
    if (c->m != below->m) {
        below->m = c->m;
        below->buffers = c->m->buffers;
    }
    if (p.counts == w->tables)
        below->tables += p.chunks * p.stride + (step.together > 0 ? c->radix : 0);
    if (c->parent.b.end == c->parent.b.begin) { /* that was the last digit */
        move_to_output(below, &c->parent);
        return false;
    }
    return true;
}

/* Sorts a bucket. The largest bucket that it leaves is sorted in this very call, and others are at most half as large,
   so that the recursion is not deep, whatever the keys are. */
static void sort_bucket(struct worker w, struct node node)
{
    for (;;) {
        struct worker below;
        struct children c = {.largest = 0};

        if (node.b.n <= sweep_base_most(&node.b, w.m->costs)) {
            sort_base_case(&w, &node, node.first, node.b.n, node.b.end);
            return;
        }
        if (!take_step(&w, &node, &below, &c))
            return;
        const unsigned team = node.b.threads;
        size_t *const tables = w.tables;
        w = below;
        node = child_of(&c, c.largest);
        const bool goes_on = team > 1 ? node.b.n >= c.giant : node.b.n > c.base_most;
        if (!goes_on)
            c.largest = SIZE_MAX;
        if (team > 1)
            sweep_parallel_for(w.m->workspace, team, share_children, &c);
        for (size_t d = 0; d < c.radix; d++)
            sort_child(&c, &w, d, team);
        if (!goes_on)
            return;
        if (c.counts == NULL) /* else those of its digit lie in this level's tables */
            w.tables = tables;
    }
}

/* ---- the whole sort ---- */

/* One look that ends where the first run does: sorted input is only brought to its place, and where each key is less
   than the one before, which leaves no ties, it is turned round. */
static bool is_one_run(const struct sweep_job *job)
{
    const struct sweep_blueprint *b = job->blueprint;
    const size_t n = b->plan.n;
    size_t end = job->kernels->first_out_of_order(job->keys, 1, n, &b->transform);

    if (end == n) {
        sweep_finish(job, 0);
        return true;
    }
    if (end > 1 || job->kernels->first_not_falling(job->keys, 1, n, &b->transform) != n)
        return false;
    if (job->keys_out != NULL)
        sweep_reverse(job->keys_out, job->keys, n, b->key_size);
    if (job->values_out != NULL) {
        if (job->values == NULL)
            sweep_write_indices(job->values_out, 0, n, b->moved_size);
        sweep_reverse(job->values_out, job->values != NULL ? job->values : job->values_out, n, b->moved_size);
    }
    return true;
}

/* Input that is a base case, straight from its place to its place; false, and nothing done, if it is none. */
static bool is_base_case(const struct sweep_job *job, struct sweep_bucket *input, const struct sweep_costs *costs)
{
    const struct sweep_blueprint *b = job->blueprint;
    const struct sweep_kernels *kernels = job->kernels;
    const size_t n = b->plan.n;

    if (n > costs->tier->words_most[0])
        return false;
    if (!input->identical_ties) { /* without a NaN or a -0 it may be one of words */
        struct sweep_difference difference = {0};
        kernels->difference(job->keys, n, &b->transform, &difference);
        input->identical_ties = !difference.special;
    }
    if (n > sweep_base_most(input, costs))
        return false;
    if (input->identical_ties)
        kernels = costs->tier->kinds[sweep_plain_kind(b->kind)];
    SWEEP_TRACE_KEYS(n);
    if (sweep_bucket_is_words(input)) {
        kernels->base_words(job->keys, job->keys_out, n, b->end, &b->transform);
        return true;
    }
    kernels->base_pairs(&(struct sweep_base_case){.keys = job->keys,
                                                  .values = job->values,
                                                  .keys_out = job->keys_out,
                                                  .values_out = job->values_out,
                                                  .n = n,
                                                  .value_size = b->moved_size,
                                                  .begin = b->begin,
                                                  .end = b->end,
                                                  .whole = input->whole},
                        &b->transform);
    return true;
}

/* The sort of pairs that are packed: by the upper half of words of twice the width, in the scratch of keys and values,
   which lie one behind the other. */
static struct msd packed_of(const struct msd *pairs)
{
    const unsigned size = (unsigned)pairs->buffers.key_size, width = 8 * size;
    struct msd m = *pairs;

    m.kind = size == 4 ? SWEEP_KIND_I64 : SWEEP_KIND_I128;
    m.kernels = m.plain = m.costs->tier->kinds[m.kind];
    m.input.begin += width;
    m.transform = sweep_transform_make(size == 4 ? SWEEP_U64 : SWEEP_U128, SWEEP_ASCENDING, SWEEP_TOTAL_ORDER,
                                       m.input.begin, m.input.end + width);
    m.whole = false;
    m.buffers = (struct sweep_buffers){
        .keys =
            {[SWEEP_SCRATCH] = pairs->buffers.keys[SWEEP_SCRATCH], [SWEEP_LOCAL] = pairs->buffers.keys[SWEEP_LOCAL]},
        .key_size = 2 * size};
    m.packed = NULL;
    m.pairs = pairs;
    return m;
}

static struct msd msd_of(const struct sweep_job *job, const struct sweep_bucket *input, const struct sweep_costs *costs)
{
    const struct sweep_blueprint *b = job->blueprint;
    const struct sweep_layout *layout = &b->layout;
    const bool values = job->values_out != NULL, local = b->local > 0;

    return (struct msd){
        .workspace = job->workspace,
        .costs = costs,
        .kernels = job->kernels,
        .plain = costs->tier->kinds[sweep_plain_kind(b->kind)],
        .packing = costs->tier->packing[sweep_plain_kind(b->kind)],
        .transform = b->transform,
        .input = *input,
        .kind = b->kind,
        .whole = input->whole,
        .keys_wanted = job->keys_out != NULL,
        .chunks = b->chunks,
        .giant = b->giant,
        .local = b->local,
        .table_entries = b->table_entries,
        .tables = sweep_scratch(job, layout->counts),
        .buffers = {.keys = {(unsigned char *)(uintptr_t)job->keys, sweep_scratch(job, layout->keys[0]),
                             job->keys_out != NULL ? job->keys_out : sweep_scratch(job, layout->keys[1]),
                             local ? sweep_scratch(job, layout->local_keys) : NULL},
                    .values = {(unsigned char *)(uintptr_t)job->values,
                               values ? sweep_scratch(job, layout->values) : NULL, job->values_out,
                               values && local ? sweep_scratch(job, layout->local_values) : NULL},
                    .key_size = b->key_size,
                    .value_size = b->moved_size},
    };
}

void sweep_run_msd(const struct sweep_job *job)
{
    const struct sweep_costs *costs = sweep_costs_choose();
    struct node all = {.b = sweep_input_bucket(job->blueprint), .in = SWEEP_INPUT};

    if (all.b.begin == all.b.end) {
        sweep_finish(job, 0);
        return;
    }
    if (is_one_run(job) || is_base_case(job, &all.b, costs))
        return;
    struct msd m = msd_of(job, &all.b, costs), packed;
    if (m.packing != NULL && m.buffers.value_size == m.buffers.key_size) {
        packed = packed_of(&m);
        m.packed = &packed;
    }
    sort_bucket(all.b.threads > 1 ? team_of(&m) : worker_of(&m, 0), all);
}
