/*
 * Plans: the digits they name, the paths and their thresholds, the scratch they promise, their text.
 */
#include <math.h>

#include "contract.h"
#include "random.h"

/* HYBRID's sweeps go down from the top of the window, as far as they are needed. */
static void check_levels(const sweep_plan *plan, const sweep_options *options, unsigned width)
{
    unsigned end = options->end_bit != 0 ? options->end_bit : width;
    for (unsigned i = 0; i < plan->sweep_count; i++) {
        CHECK(plan->sweeps[i].bits >= 1 && plan->sweeps[i].bits <= 16);
        CHECK(options->digit_bits == 0 || plan->sweeps[i].bits <= options->digit_bits);
        CHECK(plan->sweeps[i].place + plan->sweeps[i].bits == end && plan->sweeps[i].place >= options->begin_bit);
        end = plan->sweeps[i].place;
    }
}

/* The other engines' sweeps are the window, from its lowest bit up, in digits no wider than asked. */
static void check_digits(const sweep_plan *plan, const sweep_options *options, unsigned width)
{
    unsigned place = options->begin_bit, end = options->end_bit != 0 ? options->end_bit : width;
    if (plan->insertion) {
        CHECK(plan->sweep_count == 0 && plan->scratch_bytes == 0);
        return;
    }
    if (plan->engine == SWEEP_HYBRID) {
        check_levels(plan, options, width);
        return;
    }
    for (unsigned i = 0; i < plan->sweep_count; i++) {
        CHECK(plan->sweeps[i].place == place && plan->sweeps[i].bits >= 1);
        CHECK(options->digit_bits == 0 || plan->sweeps[i].bits <= options->digit_bits);
        CHECK(plan->sweeps[i].bits <= (plan->engine == SWEEP_LSD ? 16 : 8));
        place += plan->sweeps[i].bits;
    }
    CHECK_TEXT(place == end, "the sweeps end at bit %u of %u", place, end);
}

static void test_digits(void)
{
    random_stream stream = {check_seed};
    static const size_t sizes[] = {0, 1, 20, 1000, 100000, 5000000};
    for (size_t t = 0; t < REFERENCE_TYPES; t++)
        for (unsigned digit = 0; digit <= 16; digit++)
            for (size_t e = 0; e < CASE_ENGINES; e++) {
                if (!case_engine_has(case_engines[e], digit))
                    continue;
                unsigned width = 8 * reference_types[t].bytes;
                sweep_options options = sweep_default_options();
                options.engine = case_engines[e];
                options.digit_bits = digit;
                options.begin_bit = (unsigned)random_below(&stream, width + 1);
                options.end_bit = options.begin_bit + (unsigned)random_below(&stream, width - options.begin_bit + 1);
                if (digit % 3 == 0)
                    options.begin_bit = options.end_bit = 0;
                size_t n = sizes[random_below(&stream, COUNT(sizes))];
                sweep_plan plan, again;
                check_case("digits: %s %s n=%zu digit %u window [%u, %u)", reference_types[t].name,
                           case_engine_names[options.engine], n, digit, options.begin_bit, options.end_bit);
                memset(&plan, 1, sizeof plan);
                memset(&again, 2, sizeof again);
                CHECK_STATUS(SWEEP_OK,
                             sweep_plan_sort(&plan, SWEEP_OPERATION_SORT, n, reference_types[t].type, 0, &options));
                CHECK_STATUS(SWEEP_OK,
                             sweep_plan_sort(&again, SWEEP_OPERATION_SORT, n, reference_types[t].type, 0, &options));
                CHECK_SAME(&plan, &again, 1, sizeof plan, "the same plan twice");
                CHECK(plan.engine != SWEEP_AUTO && (options.engine == SWEEP_AUTO || plan.engine == options.engine));
                CHECK(plan.operation == SWEEP_OPERATION_SORT && plan.type == reference_types[t].type && plan.n == n);
                CHECK(plan.threads == 1 && plan.value_size == 0 && !plan.by_index);
                CHECK(isfinite(plan.predicted_x_copy) && plan.predicted_x_copy >= 0);
                CHECK(plan.copy_back == (plan.engine == SWEEP_HYBRID || plan.counting ? 0 : plan.sweep_count % 2));
                check_digits(&plan, &options, width);
            }
    sweep_plan plan;
    check_case("digits: the yardstick");
    CHECK_STATUS(SWEEP_OK, sweep_plan_sort(&plan, SWEEP_OPERATION_SORT, 1000000, SWEEP_U32, 0,
                                           SWEEP_OPTIONS(.engine = SWEEP_LSD, .digit_bits = 8)));
    CHECK_TEXT(fabs(plan.predicted_x_copy - 4.5) < 1e-9, "4-byte keys, 8-bit digits: %g x copy", plan.predicted_x_copy);
}

/* Values of 1, 2, 4, 8 and 16 bytes move along; others by index. Threads: no more than the workspace has. */
static void test_values_and_threads(void)
{
    for (size_t value = 1; value <= 40; value++)
        for (size_t e = 0; e < CASE_ENGINES; e++) {
            sweep_options options = sweep_default_options();
            options.engine = case_engines[e];
            sweep_plan plan;
            check_case("values of %zu bytes, %s", value, case_engine_names[options.engine]);
            CHECK_STATUS(SWEEP_OK,
                         sweep_plan_sort(&plan, SWEEP_OPERATION_SORT_PAIRS, 5000, SWEEP_I32, value, &options));
            bool along = value == 1 || value == 2 || value == 4 || value == 8 || value == 16;
            CHECK(plan.by_index == !along && plan.value_size == value);
        }
    sweep_workspace_config config = {.struct_size = sizeof config, .threads = 3};
    sweep_options options = sweep_default_options();
    check_case("threads of a plan");
    CHECK_STATUS(SWEEP_OK, sweep_workspace_create(&options.workspace, &config));
    options.engine = SWEEP_ONESWEEP;
    static const unsigned asked[] = {0, 1, 2, 3, 4, 100, SWEEP_ALL_THREADS};
    for (size_t i = 0; i < COUNT(asked); i++) {
        sweep_plan plan;
        options.threads = asked[i];
        CHECK_STATUS(SWEEP_OK, sweep_plan_sort(&plan, SWEEP_OPERATION_SORT, 1000000, SWEEP_U32, 0, &options));
        unsigned expected = asked[i] == 0 || asked[i] > 3 ? 3 : asked[i];
        CHECK_TEXT(plan.threads == expected || (asked[i] == SWEEP_ALL_THREADS && plan.threads <= 3),
                   "%u threads asked of 3: %u planned", asked[i], plan.threads);
    }
    sweep_workspace_destroy(options.workspace);
}

/* The part of a plan that makes its path. How many levels HYBRID sweeps depends on the keys; only what else it does is
   its path. */
static bool same_path(const sweep_plan *left, const sweep_plan *right)
{
    return left->engine == right->engine && left->insertion == right->insertion && left->by_index == right->by_index &&
           left->copy_back == right->copy_back &&
           (left->engine == SWEEP_HYBRID || left->sweep_count == right->sweep_count) &&
           (left->engine == SWEEP_HYBRID ||
            memcmp(left->sweeps, right->sweeps, sizeof *left->sweeps * left->sweep_count) == 0);
}

/* The thresholds are all of them: between two the path never changes, and they are the same at every n. */
static void test_thresholds(void)
{
    random_stream stream = {check_seed};
    static const size_t values[] = {0, 2, 4, 8, 16, 24};
    for (size_t t = 0; t < REFERENCE_TYPES; t++)
        for (size_t round = 0; round < (check_long ? 200 : 24); round++) {
            sweep_options options = sweep_default_options();
            options.engine = case_engines[random_below(&stream, 2) == 0 ? 0 : random_below(&stream, CASE_ENGINES)];
            options.threads = (unsigned)random_below(&stream, 4);
            options.digit_bits = random_below(&stream, 2) == 0 ? 0 : 1 + (unsigned)random_below(&stream, 8);
            size_t value = values[random_below(&stream, COUNT(values))];
            sweep_operation operation = value == 0 ? SWEEP_OPERATION_SORT : SWEEP_OPERATION_SORT_PAIRS;
            sweep_type type = reference_types[t].type;
            sweep_plan first, small, large;
            check_case("thresholds: %s value %zu, %s, %u threads, digit %u", reference_types[t].name, value,
                       case_engine_names[options.engine], options.threads, options.digit_bits);
            CHECK_STATUS(SWEEP_OK, sweep_plan_sort(&first, operation, 1000, type, value, &options));
            for (size_t i = 0; i < 60; i++) {
                size_t n = random_next(&stream) >> (14 + random_below(&stream, 49));
                if (n >= SIZE_MAX / 4096)
                    continue;
                CHECK_STATUS(SWEEP_OK, sweep_plan_sort(&small, operation, n, type, value, &options));
                bool same = small.threshold_count == first.threshold_count &&
                            memcmp(small.thresholds, first.thresholds, sizeof first.thresholds) == 0;
                if (!CHECK_TEXT(same, "the thresholds at n=%zu are not those at n=1000", n))
                    break;
                size_t next = SIZE_MAX;
                for (unsigned k = small.threshold_count; k-- > 0;)
                    if (small.thresholds[k] > n)
                        next = small.thresholds[k];
                size_t later = n + random_next(&stream) % (n + 100);
                later = later < next ? later : next - 1;
                CHECK_STATUS(SWEEP_OK, sweep_plan_sort(&large, operation, later, type, value, &options));
                CHECK_TEXT(same_path(&small, &large), "the path changes between %zu and %zu, not at a threshold", n,
                           later);
            }
        }
}

/* A limit of exactly the scratch is enough; one byte less leaves HYBRID without what only makes it faster, then keys
   alone to be sorted in place; else it is refused with nothing touched. */
static void test_memory_limit(void)
{
    enum { N = 5000 }; /* more than a leaf of any tier */
    static const sweep_type types[] = {SWEEP_U64, SWEEP_F32};
    uint64_t keys[N], before[N], expected[N];
    size_t order[N];
    unsigned char out[N * 8];
    for (size_t e = 0; e < CASE_ENGINES * COUNT(types) * 2; e++)
        for (int operation = 1; operation < CONTRACT_IS_SORTED; operation++) {
            bool alone = operation == SWEEP_OPERATION_SORT || operation == SWEEP_OPERATION_SORT_COPY;
            size_t value = alone ? 0 : 8;
            sweep_type type = types[e / CASE_ENGINES % 2];
            sweep_options options = sweep_default_options();
            options.engine = case_engines[e % CASE_ENGINES];
            options.float_order = e / CASE_ENGINES < 2 ? SWEEP_NAN_LAST : SWEEP_TOTAL_ORDER;
            sweep_plan plan;
            check_case("memory limit: %s, operation %d", case_engine_names[options.engine], operation);
            CHECK_STATUS(SWEEP_OK, sweep_plan_sort(&plan, (sweep_operation)operation, N, type, value, &options));
            CHECK(plan.scratch_bytes > 0 && plan.in_place == 0);
            bool leaner =
                plan.engine == SWEEP_HYBRID && alone && (type == SWEEP_U64 || options.float_order == SWEEP_TOTAL_ORDER);
            pattern_fill(before, N, type, PATTERN_UNIFORM, check_seed);
            memcpy(keys, before, sizeof keys);
            options.memory_limit = plan.scratch_bytes - 1;
            sweep_plan less; /* the least scratch with which it is a sort out of place */
            while (sweep_plan_sort(&less, (sweep_operation)operation, N, type, value, &options) == SWEEP_OK &&
                   less.in_place == 0) {
                CHECK(plan.engine == SWEEP_HYBRID && less.scratch_bytes <= options.memory_limit);
                options.memory_limit = less.scratch_bytes - 1;
            }
            CHECK_STATUS(leaner ? SWEEP_OK : SWEEP_ERR_UNSUPPORTED,
                         contract_call(operation, keys, out, N, type, 8, &options));
            if (leaner) {
                size_t size = reference_type_of(type)->bytes;
                reference_sort(before, N, type, &options, order);
                reference_gather(before, expected, order, N, size);
                CHECK_SAME(expected, operation == SWEEP_OPERATION_SORT ? (void *)keys : out, N, size,
                           "sorted in place");
                memcpy(keys, before, sizeof keys);
            }
            CHECK_SAME(before, keys, N, reference_type_of(type)->bytes, "keys");
            CHECK_STATUS(leaner ? SWEEP_OK : SWEEP_ERR_UNSUPPORTED,
                         sweep_plan_sort(&plan, (sweep_operation)operation, N, type, value, &options));
            CHECK(plan.in_place == leaner && (!leaner || plan.scratch_bytes == 0));
            options.memory_limit++;
            CHECK_STATUS(SWEEP_OK, contract_call(operation, keys, out, N, type, 8, &options));
        }

    /* narrow keys too, which AUTO gives to other engines */
    static const sweep_type narrow[] = {SWEEP_U8, SWEEP_I16, SWEEP_BF16};
    for (size_t t = 0; t < COUNT(narrow); t++)
        for (size_t n = 1; n <= N; n += n < 60 ? 1 : 735) {
            sweep_options options = sweep_default_options();
            options.float_order = SWEEP_TOTAL_ORDER;
            options.memory_limit = 1;
            check_case("memory limit: narrow keys, n=%zu", n);
            pattern_fill(keys, n, narrow[t], PATTERN_UNIFORM, check_seed + n);
            reference_sort(keys, n, narrow[t], &options, order);
            reference_gather(keys, expected, order, n, reference_type_of(narrow[t])->bytes);
            CHECK_STATUS(SWEEP_OK, sweep_sort(keys, n, narrow[t], &options));
            CHECK_SAME(expected, keys, n, reference_type_of(narrow[t])->bytes, "narrow keys");
        }

    /* two threads are one where their tables are too much */
    sweep_options options = sweep_default_options();
    sweep_plan one, two;
    check_case("memory limit: threads");
    CHECK_STATUS(SWEEP_OK, sweep_plan_sort(&one, SWEEP_OPERATION_ARGSORT, 1000000, SWEEP_U64, 8, &options));
    options.threads = 2;
    CHECK_STATUS(SWEEP_OK, sweep_plan_sort(&two, SWEEP_OPERATION_ARGSORT, 1000000, SWEEP_U64, 8, &options));
    CHECK(two.threads == 2 && two.scratch_bytes > one.scratch_bytes);
    options.memory_limit = one.scratch_bytes;
    CHECK_STATUS(SWEEP_OK, sweep_plan_sort(&two, SWEEP_OPERATION_ARGSORT, 1000000, SWEEP_U64, 8, &options));
    CHECK(two.threads == 1 && two.scratch_bytes == one.scratch_bytes);
    options.memory_limit--; /* and then without buffers that only make it faster */
    CHECK_STATUS(SWEEP_OK, sweep_plan_sort(&two, SWEEP_OPERATION_ARGSORT, 1000000, SWEEP_U64, 8, &options));
    CHECK(two.threads == 1 && two.scratch_bytes < one.scratch_bytes);

    /* what one thread can do within a limit, any number can be asked for: narrow keys with values, with rules for NaN,
       and counted */
    static const struct {
        sweep_operation operation;
        sweep_type type;
        size_t value;
    } sorts[] = {{SWEEP_OPERATION_SORT_PAIRS, SWEEP_U8, 4}, {SWEEP_OPERATION_SORT_PAIRS, SWEEP_U16, 8},
                 {SWEEP_OPERATION_SORT, SWEEP_F16, 0},      {SWEEP_OPERATION_SORT, SWEEP_U16, 0},
                 {SWEEP_OPERATION_SORT, SWEEP_U8, 0},       {SWEEP_OPERATION_SORT_PAIRS, SWEEP_U64, 8}};
    for (size_t i = 0; i < sizeof sorts / sizeof *sorts; i++) {
        check_case("memory limit: cores, type %d, values of %zu", (int)sorts[i].type, sorts[i].value);
        options = sweep_default_options();
        CHECK_STATUS(SWEEP_OK,
                     sweep_plan_sort(&one, sorts[i].operation, 2000000, sorts[i].type, sorts[i].value, &options));
        options.memory_limit = one.scratch_bytes;
        for (options.threads = 2; options.threads <= 64; options.threads *= 2) {
            CHECK_STATUS(SWEEP_OK,
                         sweep_plan_sort(&two, sorts[i].operation, 2000000, sorts[i].type, sorts[i].value, &options));
            CHECK(two.in_place == 0 && two.counting == one.counting && two.scratch_bytes <= options.memory_limit);
        }
    }
}

static void test_describe(void)
{
    static const sweep_type types[] = {SWEEP_U8, SWEEP_F32, SWEEP_U128};
    for (size_t t = 0; t < COUNT(types); t++)
        for (size_t e = 0; e < CASE_ENGINES; e++)
            for (size_t n = 0; n <= 100000; n += 50000) {
                sweep_plan plan;
                sweep_options options = sweep_default_options();
                options.engine = case_engines[e];
                options.digit_bits = 1 + (unsigned)e;
                check_case("describe: %s %s n=%zu", reference_type_of(types[t])->name,
                           case_engine_names[options.engine], n);
                CHECK_STATUS(SWEEP_OK, sweep_plan_sort(&plan, SWEEP_OPERATION_SORT_PAIRS, n, types[t], 24, &options));
                size_t length = sweep_plan_describe(&plan, NULL, 0);
                char *whole = malloc(length + 1);
                CHECK(length > 0 && sweep_plan_describe(&plan, whole, length + 1) == length);
                CHECK(strlen(whole) == length && whole[length - 1] == '\n');
                for (size_t size = 0; size <= length + 2; size += size < 20 || size + 3 > length ? 1 : 17) {
                    buffer text = buffer_create(size, 0);
                    CHECK(sweep_plan_describe(&plan, (char *)text.data, size) == length);
                    size_t kept = size == 0 ? 0 : size - 1 < length ? size - 1 : length;
                    CHECK_SAME(whole, text.data, kept, 1, "text");
                    CHECK(size == 0 || text.data[kept] == '\0');
                    CHECK(buffer_destroy(&text));
                }
                free(whole);
            }
}

void contract_plans(void)
{
    test_digits();
    test_values_and_threads();
    test_thresholds();
    test_memory_limit();
    test_describe();
}
