/*
 * The plan: a pure function of operation, n, type, value size and options (and of the machine's cores, where all are
 * asked for). Nothing here reads a key.
 */
#include "plan.h"

#include "sweep_limits.h"
#include "cpu/hybrid.h"
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

/* Whether leaves rank whole keys as words, if equal keys have equal bits. */
static bool ranks_words(const struct sweep_blueprint *b)
{
    return b->moved_size == 0 && b->key_size <= 8 && b->begin == 0 && b->end == b->key_size * 8;
}

/* So many keys are one leaf of HYBRID, whatever they are. */
static size_t leaf_always(const struct sweep_blueprint *b)
{
    const struct sweep_tier *tier = sweep_tier_choose();

    return ranks_words(b) && b->kind == sweep_plain_kind(b->kind) ? tier->words_most[b->key_size > 4]
                                                                  : tier->order_most;
}

/* HYBRID's sweeps for keys of full entropy: from the top, until the pieces are leaves. */
static void choose_levels(struct sweep_blueprint *b)
{
    sweep_plan *plan = &b->plan;
    const struct sweep_tier *tier = sweep_tier_choose();
    unsigned end = b->end;
    bool words = ranks_words(b);
    unsigned counted = 0; /* bits of a digit that was counted together with the one above it */
    for (size_t n = plan->n; end > b->begin && plan->sweep_count < SWEEP_PLAN_SWEEPS;) {
        unsigned left = end - b->begin, bits = counted;
        size_t record = b->key_size + b->moved_size;
        if (counted == 0 && n <= (words ? tier->words_most[left > 32] : tier->order_most))
            break;
        if (counted == 0) {
            bits = b->digit_bits != 0 ? b->digit_bits : sweep_hybrid_bits(words, left, n, record, tier);
            if (b->digit_bits == 0 && plan->threads == 1) {
                unsigned two = sweep_hybrid_two_digits(words, left, n, record, tier);
                bits = two > 0 ? (two + 1) / 2 : bits;
                counted = two > 0 ? two - bits : 0;
            }
        } else {
            counted = 0;
        }
        bits = bits < left ? bits : left;
        end -= bits;
        n >>= bits;
        plan->sweeps[plan->sweep_count++] = (sweep_digit){(uint8_t)end, (uint8_t)bits};
    }
}

/* A piece of scratch behind what there is. */
static size_t piece(struct sweep_layout *layout, size_t bytes)
{
    size_t at = layout->total;
    layout->total = sweep_plus(at, bytes);
    layout->total = layout->total > SIZE_MAX - 63 ? SIZE_MAX : (layout->total + 63) & ~(size_t)63;
    return at;
}

static void lay_out(struct sweep_blueprint *b)
{
    const sweep_plan *plan = &b->plan;
    struct sweep_layout *layout = &b->layout;
    size_t n = plan->n, sweeps = plan->sweep_count;
    bool argsort = plan->operation == SWEEP_OPERATION_ARGSORT;

    *layout = (struct sweep_layout){0};
    if (plan->insertion)
        return;
    if (plan->by_index) {
        layout->order = piece(layout, sweep_times(n, b->moved_size));
        layout->gathered = piece(layout, sweep_times(n, plan->value_size));
    }
    if (plan->engine == SWEEP_HYBRID) {
        if (n <= leaf_always(b))
            return; /* one leaf, whatever the keys are */
        size_t bytes = sweep_times(n, b->key_size);
        if (b->moved_size == 0 && b->begin == 0 && b->end == b->key_size * 8 &&
            (b->key_size == 4 || b->key_size == 8)) {
            if (n >= SWEEP_COUNTED_ROOM_FROM && bytes < SWEEP_COUNTED_ROOM)
                bytes = SWEEP_COUNTED_ROOM;
            layout->counted_bytes = bytes;
        }
        layout->keys[0] = piece(layout, bytes);
        layout->values = piece(layout, sweep_times(n, b->moved_size));
        if (argsort)
            layout->keys[1] = piece(layout, sweep_times(n, b->key_size));
        layout->near_keys = piece(layout, plan->threads * b->near * b->key_size);
        layout->near_values = piece(layout, plan->threads * b->near * b->moved_size);
        size_t rows = plan->threads == 1 ? 1 : plan->threads + b->chunks;
        layout->counts = piece(layout, sweep_times(rows, b->table_entries * sizeof(size_t)));
        return;
    }
    if (sweeps == 0)
        return;
    size_t table = b->radix * sizeof(size_t);
    if (plan->counting) {
        layout->counts = piece(layout, sweep_times(b->chunks, table));
        layout->totals = piece(layout, table);
        return;
    }
    /* A single sweep out of place goes straight to its place. argsort never writes the caller's keys, nor any keys in
       its last sweep. */
    if (sweeps > 1 || !(argsort || plan->operation == SWEEP_OPERATION_SORT_COPY)) {
        layout->keys[0] = piece(layout, sweep_times(n, b->key_size));
        layout->values = piece(layout, sweep_times(n, b->moved_size));
    }
    if (argsort && sweeps > 2)
        layout->keys[1] = piece(layout, sweep_times(n, b->key_size));

    if (plan->engine == SWEEP_SPLIT) {
        layout->states = piece(layout, sweep_times(b->tile_count, table));
        layout->tiles = piece(layout, sweep_times(plan->threads, sweep_times(plan->tile_size, 10)));
        return;
    }
    layout->counts = piece(layout, sweep_times(b->chunks, sweeps * table));
    layout->totals = piece(layout, sweeps * table);
    if (plan->engine == SWEEP_ONESWEEP)
        layout->states = piece(layout, sweep_times(b->tile_count, b->radix * sizeof(uint64_t)));
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

static void add_threshold(sweep_plan *plan, size_t n)
{
    unsigned at = plan->threshold_count;

    if (n == 0 || at == SWEEP_PLAN_THRESHOLDS)
        return;
    for (unsigned i = 0; i < at; i++)
        if (plan->thresholds[i] == n)
            return;
    for (; at > 0 && plan->thresholds[at - 1] > n; at--)
        plan->thresholds[at] = plan->thresholds[at - 1];
    plan->thresholds[at] = n;
    plan->threshold_count++;
}

/* AUTO's engine. HYBRID for keys of 4 bytes and more, which its vector leaves make the fastest everywhere; in the
   portable tier for keys of 8 bytes and more. Narrow keys have one or two digits, and LSD or ONESWEEP sweeps them. */
static sweep_engine automatic_engine(const struct sweep_blueprint *b, unsigned threads, unsigned digit_bits)
{
    bool vectors = sweep_tier_choose()->words_most[0] > SWEEP_HYBRID_SCALAR_LEAF;

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
static void choose_engine(struct sweep_blueprint *b, const sweep_options *options, unsigned *digit_bits, bool *even)
{
    sweep_plan *plan = &b->plan;
    unsigned asked = threads_of(options);

    plan->engine = options->engine;
    plan->threads = asked;
    *digit_bits = options->digit_bits;
    *even = options->digit_bits == 0;
    if (options->engine == SWEEP_AUTO) {
        if (asked > 1) {
            size_t parallel_from = SWEEP_PARALLEL_BYTES / (b->key_size + (plan->by_index ? 4 : plan->value_size));
            add_threshold(plan, parallel_from);
            if (plan->n < parallel_from)
                plan->threads = 1;
        }
        plan->engine = automatic_engine(b, plan->threads, options->digit_bits);

        size_t insertion_most = SWEEP_INSERTION_PER_BYTE * b->key_size;
        if (plan->engine == SWEEP_HYBRID && !plan->by_index)
            insertion_most = SWEEP_INSERTION_BEFORE_LEAF;
        else if (insertion_most < SWEEP_INSERTION_LEAST)
            insertion_most = SWEEP_INSERTION_LEAST;
        else if (insertion_most > SWEEP_INSERTION_MOST)
            insertion_most = SWEEP_INSERTION_MOST;
        add_threshold(plan, insertion_most + 1);
        plan->insertion = plan->n <= insertion_most;
    }
    if (options->digit_bits == 0 && (options->engine == SWEEP_AUTO || options->engine == SWEEP_LSD) &&
        b->key_size <= 2 && equals_are_alike(b)) {
        size_t from = b->key_size == 1 ? 0 : SWEEP_COUNTING_FROM;
        add_threshold(plan, from);
        if (plan->n >= from && !plan->insertion) {
            plan->engine = SWEEP_LSD;
            plan->counting = 1;
            *digit_bits = (unsigned)b->key_size * 8;
            return;
        }
    }
    if (plan->engine == SWEEP_HYBRID) {
        const struct sweep_tier *tier = sweep_tier_choose();
        add_threshold(plan, tier->order_most + 1);
        for (int i = 0; ranks_words(b) && i < 2; i++)
            add_threshold(plan, tier->words_most[i] + 1);
        if (b->moved_size == b->key_size || plan->by_index)
            add_threshold(plan, SWEEP_HYBRID_PACK_FROM);
    }
    if (*digit_bits == 0) {
        bool wide = plan->engine == SWEEP_LSD && asked == 1 && b->moved_size == 0 && b->key_size >= 4;
        if (wide)
            add_threshold(plan, SWEEP_WIDE_DIGITS_FROM);
        *digit_bits = wide && plan->n >= SWEEP_WIDE_DIGITS_FROM ? SWEEP_WIDE_DIGITS : 8;
    }
}

/* The blueprint of the fastest way, whatever scratch it takes. */
static sweep_status make_fastest(struct sweep_blueprint *b, sweep_operation operation, size_t n, sweep_type type,
                                 size_t value_size, const sweep_options *options)
{
    *b = (struct sweep_blueprint){.kind = kind_of(type, options), .key_size = sweep_type_bytes(type)};
    sweep_plan *plan = &b->plan;
    plan->operation = operation;
    plan->type = type;
    plan->n = n;
    plan->value_size = value_size;
    b->transform =
        sweep_transform_make(type, options->order, options->float_order, options->begin_bit, options->end_bit);

    plan->by_index = !moves_with_keys(value_size);
    if (plan->by_index && sweep_limits.index32 < SIZE_MAX)
        add_threshold(plan, (size_t)sweep_limits.index32 + 1);
    b->moved_size = !plan->by_index ? value_size : n <= sweep_limits.index32 ? 4 : 8;

    unsigned digit_bits;
    bool even;
    b->begin = options->begin_bit;
    b->end = options->end_bit;
    b->digit_bits = options->digit_bits;
    choose_engine(b, options, &digit_bits, &even);
    if (plan->engine == SWEEP_HYBRID && !plan->insertion)
        choose_levels(b);
    else if (!plan->insertion)
        choose_digits(plan, options->begin_bit, options->end_bit, digit_bits, even);
    for (unsigned i = 0; i < plan->sweep_count; i++)
        if (b->radix < 1u << plan->sweeps[i].bits)
            b->radix = 1u << plan->sweeps[i].bits;

    if (plan->threads > n)
        plan->threads = n == 0 ? 1 : (unsigned)n;
    b->chunks = plan->threads;
    if (plan->engine == SWEEP_HYBRID && b->chunks > SWEEP_HYBRID_CHUNKS)
        b->chunks = SWEEP_HYBRID_CHUNKS;
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
    b->giant = plan->threads == 1 ? n : n / plan->threads + 1;
    if (b->giant < SWEEP_HYBRID_GIANT)
        b->giant = SWEEP_HYBRID_GIANT;
    b->near = SWEEP_HYBRID_NEAR_BYTES / (b->key_size + b->moved_size);
    if (b->near > b->giant)
        b->near = b->giant;
    if (b->near >= n) /* one sweep leads to leaves; of packed pairs all else must fit NEAR */
        b->near = b->moved_size == b->key_size && n >= SWEEP_HYBRID_PACK_FROM ? n : 0;
    b->table_entries = sweep_hybrid_table_entries(n, b->key_size, b->key_size + b->moved_size, b->digit_bits,
                                                  sweep_tier_choose()->order_mean[1]);
    plan->copy_back = plan->engine != SWEEP_HYBRID && !plan->counting && plan->sweep_count % 2 != 0 &&
                      operation != SWEEP_OPERATION_ARGSORT && operation != SWEEP_OPERATION_SORT_COPY;

    lay_out(b);
    if (n == 0)
        b->layout = (struct sweep_layout){0};
    plan->scratch_bytes = b->layout.total;
    plan->predicted_x_copy = predict_x_copy(b);
    if (plan->scratch_bytes == SIZE_MAX)
        return SWEEP_ERR_MEMORY;
    return SWEEP_OK;
}

/* Turns HYBRID's blueprint into that of a sort in place. */
static void make_in_place(struct sweep_blueprint *b)
{
    sweep_plan *plan = &b->plan;
    unsigned left = b->end;

    plan->in_place = 1;
    plan->threads = 1;
    plan->scratch_bytes = 0;
    plan->sweep_count = 0;
    memset(plan->sweeps, 0, sizeof plan->sweeps);
    const struct sweep_tier *tier = sweep_tier_choose();
    size_t leaf = b->key_size <= 8 ? tier->words_most[b->key_size > 4] : tier->order_most;
    for (size_t n = plan->n; left > 0 && n > leaf; n >>= 8) {
        unsigned bits = left < 8 ? left : 8;
        left -= bits;
        plan->sweeps[plan->sweep_count++] = (sweep_digit){(uint8_t)left, (uint8_t)bits};
    }
    b->layout = (struct sweep_layout){0};
    /* each level counts, reads and writes the keys */
    plan->predicted_x_copy = 1.5 * plan->sweep_count + (plan->operation == SWEEP_OPERATION_SORT_COPY);
    if (plan->predicted_x_copy < 1)
        plan->predicted_x_copy = 1;
}

sweep_status sweep_blueprint_make(struct sweep_blueprint *b, sweep_operation operation, size_t n, sweep_type type,
                                  size_t value_size, const sweep_options *options)
{
    sweep_status status = make_fastest(b, operation, n, type, value_size, options);
    size_t most = options->memory_limit;

    if (most == 0 || (status == SWEEP_OK ? b->plan.scratch_bytes <= most : status != SWEEP_ERR_MEMORY))
        return status;
    sweep_options alone = *options;
    alone.threads = 1;
    bool hybrid = b->plan.engine == SWEEP_HYBRID;
    if (!hybrid && options->engine == SWEEP_AUTO && equals_are_alike(b)) { /* narrow keys, which AUTO gives to others */
        alone.engine = SWEEP_HYBRID;
        hybrid = make_fastest(b, operation, n, type, value_size, &alone) == SWEEP_OK;
    } else if (hybrid && b->plan.threads > 1) {
        status = make_fastest(b, operation, n, type, value_size, &alone);
        if (status == SWEEP_OK && b->plan.scratch_bytes <= most)
            return SWEEP_OK;
    }
    if (!hybrid || !equals_are_alike(b))
        return SWEEP_ERR_UNSUPPORTED;
    make_in_place(b);
    return SWEEP_OK;
}

bool sweep_blueprint_leaf(struct sweep_blueprint *b, sweep_operation operation, size_t n, sweep_type type,
                          size_t value_size, const sweep_options *options)
{
    b->key_size = sweep_type_bytes(type);
    if (n == 0 || n > sweep_tier_choose()->order_most || n > sweep_limits.index32 || !moves_with_keys(value_size) ||
        (options->engine != SWEEP_HYBRID &&
         (options->engine != SWEEP_AUTO || automatic_engine(b, 1, options->digit_bits) != SWEEP_HYBRID)))
        return false;
    b->kind = kind_of(type, options);
    b->transform =
        sweep_transform_make(type, options->order, options->float_order, options->begin_bit, options->end_bit);
    b->layout = (struct sweep_layout){0};
    b->begin = options->begin_bit;
    b->end = options->end_bit;
    b->moved_size = value_size;
    b->near = b->table_entries = 0;
    b->plan.operation = operation;
    b->plan.engine = SWEEP_HYBRID;
    b->plan.type = type;
    b->plan.n = n;
    b->plan.value_size = value_size;
    b->plan.threads = 1;
    b->plan.scratch_bytes = 0;
    b->plan.sweep_count = 0;
    b->plan.insertion = b->plan.by_index = b->plan.copy_back = b->plan.in_place = b->plan.counting = 0;
    return true;
}
