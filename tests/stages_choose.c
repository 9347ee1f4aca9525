/*
 * Choosing and doing. sweep_choose alone, over every type, size and a set of samples: a step that can be done, the same
 * each time, of the least cost, and which steps samples ask for. Then the engine: it partitions keys of full entropy by
 * the very digits that the plan lists.
 */
#include "cpu/choose.h"
#include "cpu/trace.h"
#include "stages.h"

/* ---- sweep_choose alone ---- */

enum { SAMPLED = 5000 };

typedef enum shape { FULL, SHARED_TOP, FEW, HALF_HEAVY, NARROW, RUNS, ONE, SHAPES } shape;

static reference_bits shaped(shape s, size_t i, unsigned width, random_stream *stream)
{
    reference_bits any = (reference_bits)random_next(stream) << 64 | random_next(stream);
    reference_bits all = ~(reference_bits)0 >> (128 - width);
    switch (s) {
    case SHARED_TOP: return i == 0 ? (reference_bits)1 << (width - 1) : (any & all) >> (width / 4);
    case FEW: return ((any % 7) * 0x9e3779b97f4a7c15u) & all;
    case HALF_HEAVY: return (any >> 100) % 3 != 0 ? 12345 & all : any & all;
    case NARROW: return (any & 0x3ff) & all;
    case RUNS: return (all / 8 * (i * 8 / SAMPLED)) ^ (any & (all >> width / 2));
    case ONE: return 77;
    default: return any & all;
    }
}

static void check_step(const struct sweep_bucket *b, const struct sweep_step *step, const struct sweep_sample *sample,
                       const struct sweep_costs *costs)
{
    struct sweep_step again = sweep_choose(b, sample, costs);
    bool words = sweep_bucket_is_words(b);

    CHECK(again.candidate == step->candidate && again.digit.place == step->digit.place &&
          again.digit.bits == step->digit.bits && again.together == step->together);
    CHECK(step->cost > 0 && step->cost < 1e15);
    CHECK((costs->forbidden >> step->candidate & 1) == 0);
    switch (step->candidate) {
    case SWEEP_STEP_HEAVY:
        CHECK(words && sample != NULL && !b->rest && step->heavy > 0 && step->heavy <= SWEEP_HEAVY_MOST);
        for (unsigned i = 1; i < step->heavy; i++)
            CHECK(step->words[i - 1] < step->words[i]);
        break;
    case SWEEP_STEP_COUNT_WRITE:
        CHECK(b->value_size == 0 && b->whole && step->digit.place == b->begin);
        CHECK(step->digit.bits <= SWEEP_MOST_BITS || b->count_room >> step->digit.bits > 0);
        break;
    case SWEEP_STEP_IN_PLACE: CHECK(!b->scratch); /* fallthrough */
    case SWEEP_STEP_DIGIT:
        CHECK(b->scratch == (step->candidate == SWEEP_STEP_DIGIT));
        CHECK(step->digit.bits > 0 && step->digit.place >= b->begin && step->digit.place + step->digit.bits <= b->end);
        CHECK(step->together == 0 || step->together > step->digit.bits);
        CHECK(b->digit_bits != 0 || step->digit.bits <= SWEEP_MOST_BITS);
        break;
    default: CHECK_TEXT(false, "candidate %d is no step of a large bucket", (int)step->candidate);
    }
}

static void test_choose(void)
{
    static unsigned char keys[SAMPLED * 16];
    static const uint8_t values[] = {0, 1, 2, 4, 8, 16};
    struct sweep_costs costs = *sweep_costs_choose();
    size_t taken[SWEEP_USE_SAMPLES_BELOW] = {0};

    for (size_t t = 0; t < REFERENCE_TYPES; t++)
        for (shape s = FULL; s <= SHAPES; s++) { /* SHAPES: no sample */
            sweep_type type = reference_types[t].type;
            const unsigned width = 8 * (unsigned)reference_types[t].bytes;
            sweep_options options = sweep_default_options();
            options.float_order = s % 2 == 0 ? SWEEP_TOTAL_ORDER : SWEEP_NAN_LAST;
            enum sweep_kind kind = stage_kind(type, &options);
            sweep_transform transform = sweep_transform_make(type, options.order, options.float_order, 0, width);
            random_stream stream = {check_seed + s};
            struct sweep_sample room;
            const struct sweep_sample *sample = s == SHAPES ? NULL : &room;
            for (size_t i = 0; i < SAMPLED; i++)
                pattern_key_at(keys + i * width / 8, type, shaped(s, i, width, &stream));
            if (sample != NULL)
                sweep_sample_take(&room, costs.tier, kind, &transform, keys, SAMPLED, width / 8, 0);
            for (unsigned log = 0; log < 44; log++)
                for (unsigned variant = 0; variant < 24; variant++) {
                    struct sweep_bucket b = {
                        .n = ((size_t)1 << log) - 1 + variant % 3,
                        .end = width,
                        .key_size = (uint8_t)(width / 8),
                        .value_size = values[variant % COUNT(values)],
                        .level = variant % 4 == 3,
                        .digit_bits = variant % 8 == 7 ? 5 : 0,
                        .rest = variant % 5 == 4,
                        .whole = true,
                        .identical_ties = kind == sweep_plain_kind(kind),
                        .looked = s == SHAPES && variant % 2 == 1,
                        .scratch = variant != 12,
                        .threads = 1 + variant % 2,
                        .count_room = variant % 3 == 0 ? (size_t)1 << 17 : 0,
                    };
                    costs.forbidden =
                        variant < 20 ? 0 : 1u << (variant - 20 + SWEEP_STEP_COUNT_WRITE) & ~(1u << SWEEP_STEP_DIGIT);
                    check_case("choose: %s, shape %u, n=%zu, variant %u", reference_types[t].name, (unsigned)s, b.n,
                               variant);
                    if (b.n <= sweep_base_most(&b, &costs))
                        continue;
                    struct sweep_step step = sweep_choose(&b, sample, &costs);
                    check_step(&b, &step, sample, &costs);
                    taken[step.candidate]++;
                    if (variant == 0 && log >= 17 && type == SWEEP_U32) { /* keys alone, the input, one thread */
                        CHECK((step.candidate == SWEEP_STEP_COUNT_WRITE) == (s == NARROW || s == ONE));
                        CHECK((step.candidate == SWEEP_STEP_HEAVY) == (s == FEW || s == HALF_HEAVY));
                        CHECK(step.runs == (s == RUNS) || step.candidate != SWEEP_STEP_DIGIT);
                    }
                }
        }
    for (int candidate = SWEEP_STEP_COUNT_WRITE; candidate <= SWEEP_STEP_IN_PLACE; candidate++)
        CHECK_TEXT(taken[candidate] > 0, "candidate %d was never chosen", candidate);
}

/* ---- the plan and what is done ---- */

#if defined __OPTIMIZE__ && (defined __x86_64__ || defined __i386__)
#define TEST_FAST true /* neither emulated nor with sanitizers */
#else
#define TEST_FAST false
#endif

static void clear_trace(void)
{
    for (size_t place = 0; place < COUNT(sweep_digit_keys); place++)
        for (size_t bits = 0; bits < COUNT(sweep_digit_keys[0]); bits++)
            sweep_digit_keys[place][bits] = 0;
}

static void check_trace(const sweep_plan *plan)
{
    for (unsigned place = 0; place < COUNT(sweep_digit_keys); place++)
        for (unsigned bits = 0; bits < COUNT(sweep_digit_keys[0]); bits++) {
            bool planned = false;
            for (unsigned i = 0; i < plan->sweep_count; i++)
                planned |= plan->sweeps[i].place == place && plan->sweeps[i].bits == bits;
            unsigned long long done = sweep_digit_keys[place][bits];
            CHECK_TEXT(planned == (done > 0), "the digit [%u, %u) is%s planned, and %llu keys went by it", place,
                       place + bits, planned ? "" : " not", done);
        }
}

/* Keys of full entropy, whose top bits are as evenly spread as can be: a size that the plan expects is what is met. */
static void test_trace(void)
{
    static const struct {
        sweep_operation operation;
        sweep_type type;
        size_t value;
        size_t limit;
        unsigned threads;
    } sorts[] = {
        {SWEEP_OPERATION_SORT, SWEEP_U32, 0, 0, 1},       {SWEEP_OPERATION_SORT, SWEEP_U64, 0, 0, 1},
        {SWEEP_OPERATION_SORT, SWEEP_F32, 0, 0, 1},       {SWEEP_OPERATION_SORT, SWEEP_U128, 0, 0, 1},
        {SWEEP_OPERATION_SORT_PAIRS, SWEEP_U32, 4, 0, 1}, {SWEEP_OPERATION_SORT_PAIRS, SWEEP_U64, 8, 0, 1},
        {SWEEP_OPERATION_SORT_PAIRS, SWEEP_I64, 2, 0, 1}, {SWEEP_OPERATION_ARGSORT, SWEEP_U64, 8, 0, 1},
        {SWEEP_OPERATION_SORT, SWEEP_U32, 0, 1, 1},       {SWEEP_OPERATION_SORT, SWEEP_U64, 0, 0, 2},
        {SWEEP_OPERATION_SORT, SWEEP_U16, 0, 0, 1},
    };
    const unsigned most = check_long ? 23 : TEST_FAST ? 20 : 14;
    unsigned char *keys = malloc(((size_t)16 << most) + 16), *values = malloc(((size_t)8 << most) + 8);
    memset(values, 0, ((size_t)8 << most) + 8);
    for (size_t s = 0; s < COUNT(sorts); s++)
        for (unsigned log = 1; log <= most; log++)
            for (size_t n = ((size_t)1 << log) - 1; n <= ((size_t)1 << log) + 1; n++) {
                const size_t size = reference_type_of(sorts[s].type)->bytes;
                sweep_options options = sweep_default_options();
                sweep_plan plan;
                random_stream stream = {check_seed + n};
                if (log > 16 && s > 1 && (s + log) % 3 != 0 && !check_long)
                    continue;
                options.engine = SWEEP_HYBRID;
                options.threads = sorts[s].threads;
                options.memory_limit = sorts[s].limit;
                check_case("trace: %s, operation %d, values of %zu, %u threads, n=%zu",
                           reference_type_of(sorts[s].type)->name, (int)sorts[s].operation, sorts[s].value,
                           sorts[s].threads, n);
                for (size_t i = 0; i < n; i++) { /* above: the golden ratio's multiples; below: anything */
                    uint64_t top =
                        (i * UINT64_C(0x9e3779b97f4a7c15) & ~UINT64_C(0xffffff)) | (random_next(&stream) & 0xffffff);
                    reference_bits bits = (reference_bits)top << 64 | random_next(&stream);
                    bits >>= 128 - 8 * size;
                    if (sorts[s].type == SWEEP_F32) /* every exponent but that of NaNs */
                        bits = ((bits >> 1) * 0x7f800000 >> 31) | (bits & 1) << 31;
                    reference_store(keys + i * size, sorts[s].type, bits);
                }
                for (size_t i = n; i > 1; i--) { /* shuffled: a sample is to see no pattern */
                    unsigned char *a = keys + (i - 1) * size, *b = keys + random_below(&stream, i) * size, held[16];
                    memcpy(held, a, size);
                    memmove(a, b, size);
                    memcpy(b, held, size);
                }
                CHECK_STATUS(SWEEP_OK,
                             sweep_plan_sort(&plan, sorts[s].operation, n, sorts[s].type, sorts[s].value, &options));
                clear_trace();
                switch (sorts[s].operation) {
                case SWEEP_OPERATION_SORT: CHECK_STATUS(SWEEP_OK, sweep_sort(keys, n, sorts[s].type, &options)); break;
                case SWEEP_OPERATION_SORT_PAIRS:
                    CHECK_STATUS(SWEEP_OK, sweep_sort_pairs(keys, values, n, sorts[s].type, sorts[s].value, &options));
                    break;
                default:
                    CHECK_STATUS(SWEEP_OK, sweep_argsort(keys, values, n, sorts[s].type, sorts[s].value, &options));
                }
                check_trace(&plan);
            }
    free(keys);
    free(values);
}

void stages_choose(void)
{
    test_choose();
    test_trace();
}
