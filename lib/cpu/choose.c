/*
 * How a bucket is sorted: each candidate says what it would cost, and the least is taken.
 */
#include "choose.h"

/* A bucket, and what every candidate asks of it. */
struct question {
    const struct sweep_bucket *b;
    const struct sweep_sample *sample;
    const struct sweep_costs *costs;
    double n;
    size_t record;
    unsigned left; /* bits in which keys may still differ */
    bool words;    /* base cases below will rank words, if the sample does not mislead */
    bool guessed;  /* b->end is where the keys of the sample differ */
};

static bool forbidden(const struct sweep_costs *costs, enum sweep_candidate candidate)
{
    return costs->forbidden >> candidate & 1;
}

static void offer(const struct question *q, struct sweep_step *best, const struct sweep_step *step)
{
    if (step->cost < best->cost && !forbidden(q->costs, step->candidate))
        *best = *step;
}

/* ---- widths of digits ---- */

/* Bits that lead from n keys to buckets of at most `mean` on an average. */
static unsigned bits_to_mean(size_t n, size_t mean)
{
    unsigned bits = 1;

    while (bits < 60 && n >> bits > mean)
        bits++;
    return bits;
}

/* Bits, of all digits together, that lead to base cases: fewer where they leave so few that 32-bit words serve. */
static unsigned bits_to_base(bool words, unsigned left, size_t n, const struct sweep_costs *costs)
{
    const size_t *mean = words ? costs->words.mean : costs->pairs.mean;
    unsigned all = bits_to_mean(n, mean[0]);

    return bits_to_mean(n, mean[left > all + (words ? 32 : 24)]);
}

/* Bits of a bucket's next digit for evenly spread keys. */
static unsigned even_bits(const struct question *q)
{
    const struct sweep_costs *costs = q->costs;
    const size_t n = q->b->n;
    unsigned all = bits_to_base(q->words, q->left, n, costs), first = 1;

    if (all <= SWEEP_MOST_BITS) {
        if (q->words && all > costs->fewer_bits && q->left <= costs->fewer_bits + 32 &&
            n >> costs->fewer_bits <= costs->tier->words_most[0] / 4)
            return costs->fewer_bits;
        return all < 3 ? 3 : all;
    }
    /* two levels or more: the buckets of the first fit the cache in which the second happens */
    while (first < SWEEP_MOST_BITS && n >> first > costs->piece_bytes / q->record)
        first++;
    return first > all / 2 ? first : all / 2 < SWEEP_MOST_BITS ? all / 2 : SWEEP_MOST_BITS;
}

/* Bits of the next digit: more where the sample says that keys are not spread evenly; what the caller asked for, but no
   table that is larger than a small bucket; all that are left where counting these is all there is to do. */
static unsigned digit_bits(const struct question *q)
{
    unsigned bits = even_bits(q), most = bits + SWEEP_WIDER_BITS;

    if (q->b->digit_bits != 0) {
        bits = q->b->digit_bits < most ? q->b->digit_bits : most;
    } else {
        if (most > SWEEP_MOST_BITS)
            most = SWEEP_MOST_BITS;
        if (q->words && q->left <= most && q->b->n >> q->left > 0)
            bits = q->left;
        else if (q->sample != NULL && q->left > bits + SWEEP_MOST_BITS)
            bits = sweep_sample_bits(q->sample, q->b->end, bits, most);
        /* else one more digit of the heavy buckets is the last */
    }
    return bits < q->left ? bits : q->left;
}

/* Bits of two digits that are to be counted in one read; 0: they are not. Only of the input, for whose tables there is
   room, and where nothing has to be looked at. */
static unsigned bits_together(const struct question *q)
{
    const struct sweep_bucket *b = q->b;
    const struct sweep_costs *costs = q->costs;
    unsigned all = bits_to_base(q->words, q->left, b->n, costs);

    if (forbidden(costs, SWEEP_USE_TWO_DIGITS) || b->level != 0 || b->threads > 1 || b->looked || q->guessed ||
        b->digit_bits != 0 || !b->identical_ties || b->n <= SWEEP_PREFETCH_BYTES / q->record ||
        all < costs->two_least || all > costs->two_most || all >= q->left)
        return 0;
    bool even =
        q->sample == NULL || (sweep_sample_is_even(q->sample, b->end, all) && b->end - all < q->sample->run_end);
    return even ? all : 0;
}

/* ---- candidates ---- */

/* What base cases below a step cost. */
static double base_cost(const struct question *q)
{
    return q->n * (q->words ? q->costs->words.ns : q->costs->pairs.ns);
}

/* Counting every word: of keys in a narrow range, as the sample guesses and a look at all of them confirms. */
static void offer_narrow(const struct question *q, struct sweep_step *best)
{
    const struct sweep_bucket *b = q->b;

    if (q->sample == NULL || b->level != 0 || !q->words)
        return;
    unsigned bits = q->sample->end;
    if (bits > q->costs->count_most_bits || b->n < (size_t)3 << bits >> 1)
        return;
    if (b->looked) { /* one bit more than the sample shows does no harm */
        if (b->end > bits + 1)
            return;
        bits = b->end;
    }
    if (b->count_room >> bits == 0)
        return;
    struct sweep_step step = {.candidate = SWEEP_STEP_COUNT_WRITE, .digit = {0, (uint8_t)bits}};
    step.cost = q->n * (q->costs->count + q->costs->write) + (double)((size_t)1 << bits) * q->costs->bucket;
    offer(q, best, &step);
}

static void offer_heavy(const struct question *q, struct sweep_step *best)
{
    const struct sweep_bucket *b = q->b;

    if (q->sample == NULL || b->threads > 1 || b->rest || b->heavy_above == SWEEP_HEAVY_NESTED ||
        !sweep_bucket_is_words(b))
        return;
    struct sweep_step step = {.candidate = SWEEP_STEP_HEAVY, .digit = {.place = (uint8_t)q->sample->end}};
    step.heavy = (uint8_t)sweep_sample_few(q->sample, step.words, SWEEP_HEAVY_MOST);
    if (step.heavy == 0)
        return;
    step.cost = q->n * (q->costs->heavy * ((step.heavy + 3u) / 4) + q->costs->write);
    offer(q, best, &step);
}

/* Partitioning by a digit, or, where it holds all bits that are left, counting its words. */
static void offer_digit(const struct question *q, struct sweep_step *best)
{
    const struct sweep_bucket *b = q->b;
    const struct sweep_costs *costs = q->costs;
    struct sweep_step step = {.candidate = SWEEP_STEP_DIGIT, .together = (uint8_t)bits_together(q)};
    unsigned bits = step.together > 0     ? (step.together + 1u) / 2
                    : b->counted_bits > 0 ? b->counted_bits
                                          : digit_bits(q);

    step.digit = (sweep_digit){(uint8_t)(b->end - bits), (uint8_t)bits};
    step.cost = q->n * (costs->count + costs->scatter) + (double)((size_t)1 << bits) * costs->bucket + base_cost(q);
    step.pack = b->level == 0 && b->value_size == b->key_size && b->n >= costs->pack_from && bits < q->left &&
                !forbidden(costs, SWEEP_USE_PACKING);
    step.runs = q->sample != NULL && step.digit.place >= q->sample->run_end && b->n >= SWEEP_SCATTER_RUNS_FROM &&
                !forbidden(costs, SWEEP_USE_RUNS);
    if (bits == q->left && q->words && !forbidden(costs, SWEEP_STEP_COUNT_WRITE)) {
        step.candidate = SWEEP_STEP_COUNT_WRITE;
        step.cost = q->n * (costs->count + costs->write) + (double)((size_t)1 << bits) * costs->bucket;
    }
    offer(q, best, &step);
}

/* Without scratch nothing else can be done. The width is fixed: two tables of it lie on the stack. */
static struct sweep_step step_in_place(const struct question *q)
{
    unsigned bits = q->left < 8 ? q->left : 8;

    return (struct sweep_step){.candidate = SWEEP_STEP_IN_PLACE,
                               .cost = q->n * (q->costs->count + q->costs->swap) + base_cost(q),
                               .digit = {(uint8_t)(q->b->end - bits), (uint8_t)bits}};
}

/* ---- the choice ---- */

struct sweep_step sweep_choose(const struct sweep_bucket *b, const struct sweep_sample *sample,
                               const struct sweep_costs *costs)
{
    struct sweep_bucket expected = *b;
    struct sweep_step best = {.candidate = SWEEP_STEP_BASE_CASE, .cost = 1e300};

    if (!b->looked) /* what has no rule in the sample, or of full entropy, has none at all: to be confirmed by a look */
        expected.identical_ties |= sample == NULL || !sample->special;
    struct question q = {
        .b = b,
        .sample = sample,
        .costs = costs,
        .n = (double)b->n,
        .record = (size_t)b->key_size + b->value_size,
        .left = (!b->looked && sample != NULL && sample->end < b->end ? sample->end : b->end) - b->begin,
        .words = sweep_bucket_is_words(&expected),
    };
    if (!b->scratch)
        return step_in_place(&q);
    if (b->counted_bits == 0) {
        expected.identical_ties = b->identical_ties;
        q.guessed = q.left + b->begin < b->end;
        if (q.guessed) {
            expected.end = q.left + b->begin;
            q.b = &expected;
        }
        offer_narrow(&q, &best);
        offer_heavy(&q, &best);
    }
    offer_digit(&q, &best);
    return best;
}

size_t sweep_base_most(const struct sweep_bucket *b, const struct sweep_costs *costs)
{
    const struct sweep_tier *tier = costs->tier;
    bool words = sweep_bucket_is_words(b);
    size_t most = words ? tier->words_most[b->end > 32] : tier->pairs_most;

    if (b->counted_bits > 0) { /* with its digit counted already, a partition costs half: fewer keys pay for it */
        size_t mean = (words ? costs->words.mean : costs->pairs.mean)[b->end - b->begin > (words ? 32 : 24)];
        return most < 2 * mean ? most : 2 * mean;
    }
    return most;
}

struct sweep_bucket sweep_input_bucket(const struct sweep_blueprint *b)
{
    return (struct sweep_bucket){
        .n = b->plan.n,
        .begin = b->begin,
        .end = b->end,
        .key_size = (uint8_t)b->key_size,
        .value_size = (uint8_t)b->moved_size,
        .digit_bits = (uint8_t)b->digit_bits,
        .whole = b->begin == 0 && b->end == b->key_size * 8,
        .identical_ties = b->kind == sweep_plain_kind(b->kind),
        .scratch = !b->plan.in_place,
        .threads = b->plan.threads,
        .count_room = b->layout.count_bytes / sizeof(size_t),
    };
}

struct sweep_bucket sweep_bucket_below(const struct sweep_bucket *b, const struct sweep_step *step, size_t n)
{
    struct sweep_bucket below = *b;

    below.n = n;
    below.end = step->digit.place;
    below.level = (uint8_t)(b->level + 1);
    below.counted_bits = (uint8_t)(step->together > 0 ? step->together - step->digit.bits : 0);
    below.rest = below.looked = false;
    return below;
}

size_t sweep_table_entries(size_t n, size_t key_size, size_t record, unsigned fixed_bits,
                           const struct sweep_costs *costs)
{
    const size_t mean = costs->pairs.mean[1];
    unsigned width = (unsigned)key_size * 8, most = fixed_bits;

    if (most == 0)
        for (most = 3 + SWEEP_WIDER_BITS; most < SWEEP_MOST_BITS && n >> (most - SWEEP_WIDER_BITS) > mean;)
            most++;
    if (most > width)
        most = width;
    size_t levels = (size_t)((width + most - 1) / most) << most;
    return n > SWEEP_PREFETCH_BYTES / record ? levels + ((size_t)1 << costs->two_most) : levels;
}
