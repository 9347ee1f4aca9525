/*
 * The plan: a pure function of operation, n, type, value size and options (and of the machine's cores, where all are
 * asked for). Nothing here reads a key.
 */
#include "plan.h"

#include "sweep_limits.h"
#include "cpu/choose.h"
#include "tuning.h"
#include "workspace.h"

#ifdef SWEEP_TEST
struct sweep_limits sweep_limits = SWEEP_LIMITS_DEFAULT;
#endif

/* ---- the parts of a plan ---- */

/* Threads that the options give a call: what is asked for, but no more than the workspace has. */
static unsigned threads_of(const sweep_options *options)
{
    unsigned most = options->workspace != NULL ? options->workspace->threads : SWEEP_MOST_THREADS;

    if (options->threads == 0)
        return options->workspace != NULL ? most : 1;
    unsigned asked = sweep_thread_count(options->threads);
    return asked < most ? asked : most;
}

static enum sweep_kind kind_of(sweep_type type, const sweep_options *options)
{
    enum sweep_kind kind = sweep_type_kind(type);
    return options->float_order == SWEEP_TOTAL_ORDER ? sweep_plain_kind(kind) : kind;
}

/* Values of these sizes move with their keys in every sweep. */
static bool moves_with_keys(size_t value_size)
{
    return value_size == 0 || value_size == 1 || value_size == 2 || value_size == 4 || value_size == 8 ||
           value_size == 16;
}

/* Digits of the widest `bits` from begin up; `even`: as few sweeps, but of nearly the same width each. */
static void choose_digits(sweep_plan *plan, unsigned begin, unsigned end, unsigned bits, bool even)
{
    unsigned sweeps = (end - begin + bits - 1) / bits;

    for (unsigned i = 0; i < sweeps; i++) {
        unsigned left = end - begin, width = even ? (left + sweeps - i - 1) / (sweeps - i) : left < bits ? left : bits;
        plan->sweeps[i] = (sweep_digit){(uint8_t)begin, (uint8_t)width};
        begin += width;
    }
    plan->sweep_count = (uint8_t)sweeps;
}

/* HYBRID's partitions of keys of full entropy: what would be chosen for the buckets that they leave. */
static void choose_partitions(struct sweep_blueprint *b)
{
    const struct sweep_costs *costs = sweep_costs_choose();
    struct sweep_bucket bucket = sweep_input_bucket(b);
    sweep_plan *plan = &b->plan;

    plan->sweep_count = 0;
    while (bucket.end > bucket.begin && plan->sweep_count < SWEEP_PLAN_SWEEPS) {
        struct sweep_bucket expected = bucket;
        expected.identical_ties = true; /* keys of full entropy hold no NaN */
        if (bucket.n <= sweep_base_most(&expected, costs))
            return;
        struct sweep_step step = sweep_choose(&bucket, NULL, costs);
        plan->sweeps[plan->sweep_count++] = step.digit;
        if (step.candidate == SWEEP_STEP_COUNT_WRITE)
            return;
        bucket = sweep_bucket_below(&bucket, &step, bucket.n >> step.digit.bits);
        bucket.identical_ties = true;
    }
}

/* A part of the scratch behind what there is. */
static size_t part(struct sweep_layout *layout, size_t bytes)
{
    size_t at = layout->total;
    layout->total = sweep_plus(at, bytes);
    layout->total = layout->total > SIZE_MAX - 63 ? SIZE_MAX : (layout->total + 63) & ~(size_t)63;
    return at;
}

static void lay_out_hybrid(struct sweep_blueprint *b, bool lean)
{
    const sweep_plan *plan = &b->plan;
    struct sweep_layout *layout = &b->layout;
    const struct sweep_costs *costs = sweep_costs_choose();
    const size_t n = plan->n, record = b->key_size + b->moved_size;
    const struct sweep_bucket input = sweep_input_bucket(b);

    b->table_entries = b->local = 0;
    if (n <= sweep_base_most(&input, costs))
        return; /* a base case, whatever the keys are */
    b->chunks = plan->threads < SWEEP_HYBRID_CHUNKS ? plan->threads : SWEEP_HYBRID_CHUNKS;
    b->giant = plan->threads == 1 ? n : n / plan->threads + 1;
    if (b->giant < SWEEP_HYBRID_GIANT)
        b->giant = SWEEP_HYBRID_GIANT;
    b->local = costs->local_bytes / record;
    if (b->local > b->giant)
        b->local = b->giant;
    if (b->local >= n) /* a single partition; if it packs pairs, what it leaves must fit a local buffer */
        b->local = b->moved_size == b->key_size && n >= costs->pack_from ? n : 0;
    b->table_entries = sweep_table_entries(n, b->key_size, record, b->digit_bits, costs);

    size_t bytes = sweep_times(n, b->key_size);
    bool counts = input.whole && b->moved_size == 0 && (b->key_size == 4 || b->key_size == 8);
    if (lean)
        b->local = 0;
    else if (counts && n >= SWEEP_COUNT_ROOM_FROM && bytes < SWEEP_COUNT_ROOM)
        bytes = SWEEP_COUNT_ROOM;
    layout->count_bytes = counts ? bytes : 0;
    layout->keys[0] = part(layout, bytes);
    layout->values = part(layout, sweep_times(n, b->moved_size));
    if (plan->operation == SWEEP_OPERATION_ARGSORT)
        layout->keys[1] = part(layout, sweep_times(n, b->key_size));
    layout->local_keys = part(layout, plan->threads * b->local * b->key_size);
    layout->local_values = part(layout, plan->threads * b->local * b->moved_size);
    size_t rows = plan->threads == 1 ? 1 : plan->threads + b->chunks;
    layout->counts = part(layout, sweep_times(rows, b->table_entries * sizeof(size_t)));
}

static void lay_out(struct sweep_blueprint *b, bool lean)
{
    const sweep_plan *plan = &b->plan;
    struct sweep_layout *layout = &b->layout;
    size_t n = plan->n, sweeps = plan->sweep_count;
    bool argsort = plan->operation == SWEEP_OPERATION_ARGSORT;

    *layout = (struct sweep_layout){0};
    if (plan->insertion || n == 0)
        return;
    if (plan->by_index) {
        layout->order = part(layout, sweep_times(n, b->moved_size));
        layout->gathered = part(layout, sweep_times(n, plan->value_size));
    }
    if (plan->engine == SWEEP_HYBRID) {
        lay_out_hybrid(b, lean);
        return;
    }
    if (sweeps == 0)
        return;
    size_t table = b->radix * sizeof(size_t);
    if (plan->counting) {
        layout->counts = part(layout, sweep_times(b->chunks, table));
        return;
    }
    /* A single sweep out of place goes straight to its place. argsort never writes the caller's keys, nor any keys in
       its last sweep. */
    if (sweeps > 1 || !(argsort || plan->operation == SWEEP_OPERATION_SORT_COPY)) {
        layout->keys[0] = part(layout, sweep_times(n, b->key_size));
        layout->values = part(layout, sweep_times(n, b->moved_size));
    }
    if (argsort && sweeps > 2)
        layout->keys[1] = part(layout, sweep_times(n, b->key_size));

    if (plan->engine == SWEEP_SPLIT) {
        layout->states = part(layout, sweep_times(b->tile_count, table));
        layout->tiles = part(layout, sweep_times(plan->threads, sweep_times(plan->tile_size, 10)));
        return;
    }
    layout->counts = part(layout, sweep_times(b->chunks, sweeps * table));
    layout->totals = part(layout, sweeps * table);
    if (plan->engine == SWEEP_ONESWEEP)
        layout->states = part(layout, sweep_times(b->tile_count, b->radix * sizeof(uint64_t)));
}

/* Bytes moved over the bytes that one copy of the data moves: the arithmetic of docs/how-it-works.md. */
static double predict_x_copy(const struct sweep_blueprint *b)
{
    const sweep_plan *plan = &b->plan;
    double key = (double)b->key_size, moved = (double)b->moved_size, value = (double)plan->value_size;
    double sweeps = plan->sweep_count, bytes = 0;

    if (plan->insertion || plan->counting)
        return 1;
    if (plan->engine == SWEEP_HYBRID) {
        /* One count and one sweep; the levels below happen in cache, and the leaves write the result. */
        bytes = sweeps == 0 ? 2 * (key + moved) : key + 4 * (key + moved);
    } else if (sweeps == 0) {
        bytes = plan->operation == SWEEP_OPERATION_SORT_COPY ? 2 * key : moved;
    } else {
        bytes = sweeps * 2 * (key + moved);
        if (plan->operation == SWEEP_OPERATION_ARGSORT || plan->operation == SWEEP_OPERATION_SORTPERM || plan->by_index)
            bytes -= moved; /* the first sweep makes the indices */
        if (plan->operation == SWEEP_OPERATION_ARGSORT)
            bytes -= key; /* the last sweep writes no keys */
        if (plan->engine == SWEEP_SPLIT)
            bytes += sweeps * key;
        else
            bytes += key * (plan->engine == SWEEP_LSD && b->chunks > 1 ? sweeps : 1);
        if (plan->copy_back)
            bytes += 2 * (key + moved);
    }
    if (plan->by_index)
        bytes += moved + 4 * value;
    return bytes / (2 * (key + value));
}

static void add_threshold(struct sweep_blueprint *b, size_t n)
{
    sweep_plan *plan = &b->plan;
    unsigned at = plan->threshold_count;

    if (!b->full || n == 0 || at == SWEEP_PLAN_THRESHOLDS)
        return;
    for (unsigned i = 0; i < at; i++)
        if (plan->thresholds[i] == n)
            return;
    for (; at > 0 && plan->thresholds[at - 1] > n; at--)
        plan->thresholds[at] = plan->thresholds[at - 1];
    plan->thresholds[at] = n;
    plan->threshold_count++;
}

/* AUTO's engine. HYBRID for keys of 4 bytes and more, which its vector base cases make the fastest everywhere; in the
   portable tier for keys of 8 bytes and more. Narrow keys have one or two digits, and LSD or ONESWEEP sweeps them. */
static sweep_engine automatic_engine(const struct sweep_blueprint *b, unsigned threads, unsigned digit_bits)
{
    bool vectors = sweep_tier_choose()->words_most[0] > SWEEP_SCALAR_BASE;

    if (b->key_size >= (vectors ? 4 : 8))
        return SWEEP_HYBRID;
    return threads > 1 && digit_bits <= 8 ? SWEEP_ONESWEEP : SWEEP_LSD;
}

/* Whether equal keys cannot be told apart: keys alone, whole, and no two bit patterns tie. */
static bool equals_are_alike(const struct sweep_blueprint *b)
{
    return b->plan.value_size == 0 && b->kind == sweep_plain_kind(b->kind) && b->begin == 0 &&
           b->end == b->key_size * 8 && b->plan.operation != SWEEP_OPERATION_ARGSORT &&
           b->plan.operation != SWEEP_OPERATION_SORTPERM;
}

/* Which engine, how many threads, how wide a digit. Every n that is compared here is a threshold of the plan, and none
   of these depends on n. */
static void choose_engine(struct sweep_blueprint *b, const sweep_options *options, unsigned asked, unsigned *digit_bits,
                          bool *even)
{
    sweep_plan *plan = &b->plan;

    plan->engine = options->engine;
    plan->threads = asked;
    *digit_bits = options->digit_bits;
    *even = options->digit_bits == 0;
    if (options->engine == SWEEP_AUTO) {
        if (asked > 1) {
            size_t parallel_from = SWEEP_PARALLEL_BYTES / (b->key_size + (plan->by_index ? 4 : plan->value_size));
            add_threshold(b, parallel_from);
            if (plan->n < parallel_from)
                plan->threads = 1;
        }
        plan->engine = automatic_engine(b, plan->threads, options->digit_bits);

        size_t insertion_most = SWEEP_INSERTION_PER_BYTE * b->key_size;
        if (plan->engine == SWEEP_HYBRID && !plan->by_index)
            insertion_most = SWEEP_INSERTION_BEFORE_BASE;
        else if (insertion_most < SWEEP_INSERTION_LEAST)
            insertion_most = SWEEP_INSERTION_LEAST;
        else if (insertion_most > SWEEP_INSERTION_MOST)
            insertion_most = SWEEP_INSERTION_MOST;
        add_threshold(b, insertion_most + 1);
        plan->insertion = plan->n <= insertion_most;
    }
    if (options->digit_bits == 0 && (options->engine == SWEEP_AUTO || options->engine == SWEEP_LSD) &&
        b->key_size <= 2 && equals_are_alike(b)) {
        size_t from = b->key_size == 1 ? 0 : SWEEP_COUNTING_FROM;
        add_threshold(b, from);
        if (plan->n >= from && !plan->insertion) {
            plan->engine = SWEEP_LSD;
            plan->counting = 1;
            *digit_bits = (unsigned)b->key_size * 8;
            return;
        }
    }
    if (plan->engine == SWEEP_HYBRID) {
        const struct sweep_costs *costs = sweep_costs_choose();
        bool words = b->moved_size == 0 && b->key_size <= 8 && b->begin == 0 && b->end == b->key_size * 8;
        add_threshold(b, costs->tier->pairs_most + 1);
        for (int i = 0; words && i < 2; i++)
            add_threshold(b, costs->tier->words_most[i] + 1);
        if (b->moved_size == b->key_size || plan->by_index)
            add_threshold(b, costs->pack_from);
    }
    if (*digit_bits == 0) {
        bool wide = plan->engine == SWEEP_LSD && asked == 1 && b->moved_size == 0 && b->key_size >= 4;
        if (wide)
            add_threshold(b, SWEEP_WIDE_DIGITS_FROM);
        *digit_bits = wide && plan->n >= SWEEP_WIDE_DIGITS_FROM ? SWEEP_WIDE_DIGITS : 8;
    }
}

/* The blueprint of the fastest way with at most so many threads. lean: without what only makes it faster. */
static sweep_status make_fastest(struct sweep_blueprint *b, sweep_operation operation, size_t n, sweep_type type,
                                 size_t value_size, const sweep_options *options, unsigned threads, bool lean)
{
    sweep_plan *plan = &b->plan;

    if (b->full) {
        memset(b, 0, sizeof *b);
        b->full = true;
    }
    b->kind = kind_of(type, options);
    b->key_size = sweep_type_bytes(type);
    b->radix = 0;
    b->tile_count = 0;
    plan->operation = operation;
    plan->type = type;
    plan->n = n;
    plan->value_size = value_size;
    plan->tile_size = 0;
    plan->insertion = plan->in_place = plan->counting = plan->sweep_count = 0;
    b->transform =
        sweep_transform_make(type, options->order, options->float_order, options->begin_bit, options->end_bit);

    plan->by_index = !moves_with_keys(value_size);
    if (plan->by_index && sweep_limits.index32 < SIZE_MAX)
        add_threshold(b, (size_t)sweep_limits.index32 + 1);
    b->moved_size = !plan->by_index ? value_size : n <= sweep_limits.index32 ? 4 : 8;

    unsigned digit_bits;
    bool even;
    b->begin = options->begin_bit;
    b->end = options->end_bit;
    b->digit_bits = options->digit_bits;
    choose_engine(b, options, threads, &digit_bits, &even);
    if (plan->engine != SWEEP_HYBRID && !plan->insertion)
        choose_digits(plan, options->begin_bit, options->end_bit, digit_bits, even);
    for (unsigned i = 0; i < plan->sweep_count; i++)
        if (b->radix < 1u << plan->sweeps[i].bits)
            b->radix = 1u << plan->sweeps[i].bits;

    if (plan->threads > n)
        plan->threads = n == 0 ? 1 : (unsigned)n;
    b->chunks = plan->threads;
    size_t tables = sizeof(size_t) * b->radix * plan->sweep_count;
    if (plan->engine != SWEEP_HYBRID && tables != 0 && b->chunks > SWEEP_TABLES_MOST / tables)
        b->chunks = SWEEP_TABLES_MOST / tables;
    if (plan->engine == SWEEP_SPLIT || plan->engine == SWEEP_ONESWEEP) {
        plan->tile_size = options->tile_size != 0       ? options->tile_size
                          : plan->engine == SWEEP_SPLIT ? SWEEP_SPLIT_TILE
                                                        : SWEEP_ONESWEEP_TILE_BYTES / b->key_size;
        if (plan->engine == SWEEP_SPLIT && plan->tile_size > SWEEP_SPLIT_TILE_MOST)
            plan->tile_size = SWEEP_SPLIT_TILE_MOST;
        if (plan->tile_size > n)
            plan->tile_size = n == 0 ? 1 : n;
        b->tile_count = n == 0 ? 0 : (n - 1) / plan->tile_size + 1;
    }
    plan->copy_back = plan->engine != SWEEP_HYBRID && !plan->counting && plan->sweep_count % 2 != 0 &&
                      operation != SWEEP_OPERATION_ARGSORT && operation != SWEEP_OPERATION_SORT_COPY;

    lay_out(b, lean);
    plan->scratch_bytes = b->layout.total;
    if (b->full) {
        if (plan->engine == SWEEP_HYBRID && !plan->insertion)
            choose_partitions(b);
        plan->predicted_x_copy = predict_x_copy(b);
    }
    return plan->scratch_bytes == SIZE_MAX ? SWEEP_ERR_MEMORY : SWEEP_OK;
}

/* Turns HYBRID's blueprint into that of a sort in place. */
static void make_in_place(struct sweep_blueprint *b)
{
    sweep_plan *plan = &b->plan;

    plan->in_place = 1;
    plan->threads = 1;
    plan->scratch_bytes = 0;
    b->layout = (struct sweep_layout){0};
    if (!b->full)
        return;
    memset(plan->sweeps, 0, sizeof plan->sweeps);
    choose_partitions(b);
    /* each level counts, reads and writes the keys */
    plan->predicted_x_copy = 1.5 * plan->sweep_count + (plan->operation == SWEEP_OPERATION_SORT_COPY);
    if (plan->predicted_x_copy < 1)
        plan->predicted_x_copy = 1;
}

/* The fastest way that takes at most so much scratch (0: any): with fewer threads, without what only makes it faster,
   in place. */
static sweep_status make_within(struct sweep_blueprint *b, sweep_operation operation, size_t n, sweep_type type,
                                size_t value_size, const sweep_options *options, size_t most)
{
    sweep_status status = make_fastest(b, operation, n, type, value_size, options, threads_of(options), false);

    if (most == 0 || (status == SWEEP_OK && b->plan.scratch_bytes <= most))
        return status;
    for (unsigned threads = b->plan.threads; threads > 1;) {
        threads /= 2;
        status = make_fastest(b, operation, n, type, value_size, options, threads, false);
        if (status == SWEEP_OK && b->plan.scratch_bytes <= most)
            return SWEEP_OK;
    }
    status = make_fastest(b, operation, n, type, value_size, options, 1, true);
    if (status == SWEEP_OK && b->plan.scratch_bytes <= most)
        return SWEEP_OK;
    if (!equals_are_alike(b) || (options->engine != SWEEP_AUTO && options->engine != SWEEP_HYBRID))
        return SWEEP_ERR_UNSUPPORTED;
    sweep_options hybrid = *options; /* narrow keys, which AUTO gives to others */
    hybrid.engine = SWEEP_HYBRID;
    (void)make_fastest(b, operation, n, type, value_size, &hybrid, 1, true);
    make_in_place(b);
    return SWEEP_OK;
}

sweep_status sweep_blueprint_make(struct sweep_blueprint *b, sweep_operation operation, size_t n, sweep_type type,
                                  size_t value_size, const sweep_options *options)
{
    b->full = true;
    return make_within(b, operation, n, type, value_size, options, options->memory_limit);
}

sweep_status sweep_blueprint_for_run(struct sweep_blueprint *b, sweep_operation operation, size_t n, sweep_type type,
                                     size_t value_size, const sweep_options *options)
{
    b->full = false;
    return make_within(b, operation, n, type, value_size, options, options->memory_limit);
}

bool sweep_blueprint_with_less(struct sweep_blueprint *b, const sweep_options *options)
{
    const sweep_plan plan = b->plan;

    return plan.scratch_bytes > 1 && make_within(b, plan.operation, plan.n, plan.type, plan.value_size, options,
                                                 plan.scratch_bytes - 1) == SWEEP_OK;
}
