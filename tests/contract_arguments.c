/*
 * Arguments that cannot be meant (SWEEP_ERR_ARGUMENT) and what is not there (SWEEP_ERR_UNSUPPORTED), at every size,
 * with nothing touched; and beside them the nearest arguments that are right.
 */
#include <sys/mman.h>

#include "contract.h"

static void test_enums(void)
{
    static const int types[] = {0, 15, 16, 255, -1, 1 << 20, SWEEP_TYPE_FORCE_32}, small[] = {2, 3, 255, -1},
                     engines[] = {5, 6, -1, 1000, SWEEP_ENGINE_FORCE_32};
    for (size_t i = 0; i < COUNT(types); i++)
        contract_refused("unknown type", SWEEP_ERR_UNSUPPORTED, (sweep_type)types[i], NULL);
    for (size_t i = 0; i < COUNT(small); i++) {
        sweep_options options = sweep_default_options();
        options.order = (uint32_t)small[i];
        contract_refused("unknown order", SWEEP_ERR_UNSUPPORTED, SWEEP_U32, &options);
        options = sweep_default_options();
        options.float_order = (uint32_t)(small[i] == 2 ? 3 : small[i]);
        contract_refused("unknown float order", SWEEP_ERR_UNSUPPORTED, SWEEP_F32, &options);
        contract_refused("unknown float order with integers", SWEEP_ERR_UNSUPPORTED, SWEEP_I64, &options);
    }
    for (size_t i = 0; i < COUNT(engines); i++) {
        sweep_options options = sweep_default_options();
        options.engine = (uint32_t)engines[i];
        contract_refused("unknown engine", SWEEP_ERR_UNSUPPORTED, SWEEP_U8, &options);
    }
    static const int operations[] = {0, 6, 7, -1, SWEEP_OPERATION_FORCE_32};
    for (size_t i = 0; i < COUNT(operations); i++) {
        sweep_plan plan;
        check_case("unknown operation %d", operations[i]);
        CHECK_STATUS(SWEEP_ERR_UNSUPPORTED,
                     sweep_plan_sort(&plan, (sweep_operation)operations[i], 10, SWEEP_U8, 0, NULL));
        CHECK_STATUS(SWEEP_ERR_UNSUPPORTED,
                     sweep_plan_sort(&plan, (sweep_operation)operations[i], 10, SWEEP_U8, 8, NULL));
    }
}

/* Options of other sizes: those of 0.1 are accepted, and zeros behind those of today; anything else is not. */
static void test_struct_size(void)
{
    union {
        sweep_options options;
        unsigned char bytes[5000];
    } space;
    static const size_t wrong[] = {0,
                                   1,
                                   sizeof(size_t),
                                   CONTRACT_OPTIONS_0_1 - 1,
                                   CONTRACT_OPTIONS_0_1 + 1,
                                   offsetof(sweep_options, message_size),
                                   sizeof(sweep_options) - 1,
                                   4097,
                                   5000,
                                   SIZE_MAX};
    memset(&space, 0, sizeof space);
    for (size_t i = 0; i < COUNT(wrong); i++) {
        space.options.struct_size = wrong[i];
        contract_refused("struct_size out of range", SWEEP_ERR_ARGUMENT, SWEEP_U32, &space.options);
    }
    static const size_t longer[] = {sizeof(sweep_options), sizeof(sweep_options) + 1, sizeof(sweep_options) + 8, 4096};
    for (size_t i = 0; i < COUNT(longer); i++) {
        uint32_t keys[3] = {3, 1, 2};
        space.options.struct_size = longer[i];
        check_case("struct_size %zu, zeros behind", longer[i]);
        CHECK_STATUS(SWEEP_OK, sweep_sort(keys, 3, SWEEP_U32, &space.options));
        CHECK(keys[0] == 1 && keys[2] == 3);
        space.bytes[longer[i]] = 1;
        CHECK_STATUS(SWEEP_OK, sweep_sort(keys, 3, SWEEP_U32, &space.options));
        space.bytes[longer[i]] = 0;
        if (longer[i] == sizeof(sweep_options))
            continue;
        space.bytes[longer[i] - 1] = 1;
        contract_refused("struct_size with more than zeros behind", SWEEP_ERR_UNSUPPORTED, SWEEP_U32, &space.options);
        space.bytes[longer[i] - 1] = 0;
    }
    sweep_options options = sweep_default_options();
    options.reserved = 1;
    contract_refused("reserved not zero", SWEEP_ERR_ARGUMENT, SWEEP_U32, &options);
}

/* A program of version 0.1: its fields count, and what lies behind its struct is neither read nor written. */
static void test_shorter_struct(void)
{
    union {
        sweep_options options;
        unsigned char bytes[sizeof(sweep_options)];
    } space, before;
    uint32_t keys[] = {2, 3, 1};
    memset(&space, 0xa5, sizeof space);
    memset(space.bytes, 0, CONTRACT_OPTIONS_0_1);
    space.options.struct_size = CONTRACT_OPTIONS_0_1;
    space.options.order = SWEEP_DESCENDING;
    before = space;
    check_case("the options of 0.1");
    CHECK_STATUS(SWEEP_OK, sweep_sort(keys, 3, SWEEP_U32, &space.options));
    CHECK(keys[0] == 3 && keys[1] == 2 && keys[2] == 1);
    space.options.order = 2;
    contract_refused("the options of 0.1, an unknown order", SWEEP_ERR_UNSUPPORTED, SWEEP_U32, &space.options);
    space.options.order = SWEEP_DESCENDING;
    CHECK_SAME(&before, &space, 1, sizeof space, "options");
}

/* The functions that fill in defaults write so many bytes, or none. */
static void test_init(void)
{
    union {
        size_t struct_size;
        sweep_options options;
        sweep_workspace_config config;
        unsigned char bytes[5000];
    } space;
    const struct {
        bool config;
        size_t size;
        sweep_status status;
    } cases[] = {
        {false, sizeof(sweep_options), SWEEP_OK},
        {false, CONTRACT_OPTIONS_0_1, SWEEP_OK},
        {false, sizeof(sweep_options) + 40, SWEEP_OK},
        {false, 4096, SWEEP_OK},
        {false, 0, SWEEP_ERR_ARGUMENT},
        {false, sizeof(sweep_options) - 1, SWEEP_ERR_ARGUMENT},
        {false, 4097, SWEEP_ERR_ARGUMENT},
        {true, sizeof(sweep_workspace_config), SWEEP_OK},
        {true, sizeof(sweep_workspace_config) + 8, SWEEP_OK},
        {true, sizeof(sweep_workspace_config) - 8, SWEEP_ERR_ARGUMENT},
        {true, 0, SWEEP_ERR_ARGUMENT},
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
        size_t size = cases[i].size, written = cases[i].status == SWEEP_OK ? size : 0;
        check_case("init: %zu bytes of %s", size, cases[i].config ? "configuration" : "options");
        memset(&space, 0xa5, sizeof space);
        CHECK_STATUS(cases[i].status, cases[i].config ? sweep_workspace_config_init(&space.config, size)
                                                      : sweep_options_init(&space.options, size));
        CHECK(written == 0 || space.struct_size == size);
        for (size_t b = written == 0 ? 0 : sizeof(size_t); b < sizeof space; b++)
            CHECK(space.bytes[b] == (b < written ? 0 : 0xa5));
    }
    CHECK_STATUS(SWEEP_ERR_ARGUMENT, sweep_options_init(NULL, sizeof(sweep_options)));
    CHECK_STATUS(SWEEP_ERR_ARGUMENT, sweep_workspace_config_init(NULL, sizeof(sweep_workspace_config)));
}

static void test_windows_and_digits(void)
{
    for (size_t t = 0; t < REFERENCE_TYPES; t++) {
        unsigned width = 8 * reference_types[t].bytes;
        const unsigned wrong[][2] = {{width + 1, 0},     {0, width + 1}, {width + 1, width + 1}, {2, 1},
                                     {width, width - 1}, {UINT_MAX, 0},  {0, UINT_MAX}};
        const unsigned right[][2] = {{0, 0}, {width, 0}, {0, width}, {width, width}, {1, 1}, {width - 1, 0}};
        sweep_options options = sweep_default_options();
        for (size_t i = 0; i < COUNT(wrong); i++) {
            options.begin_bit = wrong[i][0];
            options.end_bit = wrong[i][1];
            contract_refused("window out of range", SWEEP_ERR_ARGUMENT, reference_types[t].type, &options);
        }
        for (size_t i = 0; i < COUNT(right); i++) {
            unsigned char key[16] = {1};
            options.begin_bit = right[i][0];
            options.end_bit = right[i][1];
            check_case("window [%u, %u) of %s", right[i][0], right[i][1], reference_types[t].name);
            CHECK_STATUS(SWEEP_OK, sweep_sort(key, 1, reference_types[t].type, &options));
        }
    }
    static const unsigned digits[] = {17, 18, 32, UINT_MAX};
    for (size_t i = 0; i < COUNT(digits); i++)
        for (size_t e = 0; e < CASE_ENGINES; e++) {
            sweep_options options = sweep_default_options();
            options.digit_bits = digits[i];
            options.engine = case_engines[e];
            contract_refused("digit bits above 16", SWEEP_ERR_ARGUMENT, SWEEP_U64, &options);
        }
}

/* Status of every sorting operation; the order check looks at no engine, so it is left out. */
static void refused_sort(const char *what, sweep_status expected, sweep_type type, const sweep_options *options)
{
    static const size_t sizes[] = {0, 1, 300};
    unsigned char keys[300 * 16], out[300 * 16], before[300 * 16];
    pattern_fill(before, 300, SWEEP_U128, PATTERN_UNIFORM, check_seed);
    for (int operation = 1; operation < CONTRACT_IS_SORTED; operation++)
        for (size_t s = 0; s < COUNT(sizes); s++) {
            check_case("%s: operation %d, n=%zu", what, operation, sizes[s]);
            memcpy(keys, before, sizeof keys);
            memcpy(out, before, sizeof out);
            CHECK_STATUS(expected, contract_call(operation, keys, out, sizes[s], type, 8, options));
            if (expected != SWEEP_OK) {
                CHECK_SAME(before, keys, sizeof keys, 1, "keys");
                CHECK_SAME(before, out, sizeof out, 1, "values, indices or copy");
            }
        }
}

static void test_unsupported(void)
{
    for (size_t t = 0; t < REFERENCE_TYPES; t += 5)
        for (unsigned digit = 7; digit <= 16; digit++)
            for (size_t e = 0; e < CASE_ENGINES; e++) {
                bool has = case_engine_has(case_engines[e], digit);
                sweep_options options = sweep_default_options();
                options.engine = case_engines[e];
                options.digit_bits = digit;
                refused_sort(has ? "digit bits that the engine has" : "digit bits that it lacks",
                             has ? SWEEP_OK : SWEEP_ERR_UNSUPPORTED, reference_types[t].type, &options);
            }
}

/* Sizes of values and indices, and null pointers. */
static void test_values_and_nulls(void)
{
    static const size_t sizes[] = {0, 1, 5000}, index_sizes[] = {0, 1, 2, 3, 5, 7, 16, 32, 64, SIZE_MAX};
    unsigned char *keys = calloc(5000, 16), *out = calloc(5000, 16), *zero = calloc(5000, 16);
    sweep_plan plan;
    for (size_t s = 0; s < COUNT(sizes); s++) {
        size_t n = sizes[s], first;
        check_case("value sizes, n=%zu", n);
        CHECK_STATUS(SWEEP_ERR_ARGUMENT, sweep_sort_pairs(keys, out, n, SWEEP_U32, 0, NULL));
        for (size_t i = 0; i < COUNT(index_sizes); i++) {
            CHECK_STATUS(SWEEP_ERR_ARGUMENT, sweep_argsort(keys, out, n, SWEEP_U32, index_sizes[i], NULL));
            CHECK_STATUS(SWEEP_ERR_ARGUMENT, sweep_sortperm(keys, out, n, SWEEP_U32, index_sizes[i], NULL));
            CHECK_STATUS(SWEEP_ERR_ARGUMENT,
                         sweep_plan_sort(&plan, SWEEP_OPERATION_ARGSORT, n, SWEEP_U32, index_sizes[i], NULL));
            CHECK_STATUS(SWEEP_ERR_ARGUMENT,
                         sweep_plan_sort(&plan, SWEEP_OPERATION_SORTPERM, n, SWEEP_U32, index_sizes[i], NULL));
        }
        CHECK_STATUS(SWEEP_ERR_ARGUMENT, sweep_plan_sort(NULL, SWEEP_OPERATION_SORT, n, SWEEP_U32, 0, NULL));
        CHECK_STATUS(SWEEP_ERR_ARGUMENT, sweep_is_sorted(keys, n, SWEEP_U32, NULL, NULL));
        check_case("null arrays, n=%zu", n);
        sweep_status null = n == 0 ? SWEEP_OK : SWEEP_ERR_ARGUMENT;
        CHECK_STATUS(null, sweep_sort(NULL, n, SWEEP_U32, NULL));
        CHECK_STATUS(null, sweep_sort_pairs(NULL, out, n, SWEEP_U32, 4, NULL));
        CHECK_STATUS(null, sweep_sort_pairs(keys, NULL, n, SWEEP_U32, 4, NULL));
        CHECK_STATUS(null, sweep_sort_pairs(keys, NULL, n, SWEEP_U32, 24, NULL));
        CHECK_STATUS(null, sweep_argsort(NULL, out, n, SWEEP_U32, 4, NULL));
        CHECK_STATUS(null, sweep_argsort(keys, NULL, n, SWEEP_U32, 8, NULL));
        CHECK_STATUS(null, sweep_sortperm(NULL, out, n, SWEEP_U32, 4, NULL));
        CHECK_STATUS(null, sweep_sortperm(keys, NULL, n, SWEEP_U32, 8, NULL));
        CHECK_STATUS(null, sweep_sort_copy(NULL, out, n, SWEEP_U32, NULL));
        CHECK_STATUS(null, sweep_sort_copy(keys, NULL, n, SWEEP_U32, NULL));
        CHECK_STATUS(null, sweep_sort_copy(NULL, NULL, n, SWEEP_U32, NULL));
        CHECK_STATUS(null, sweep_is_sorted(NULL, n, SWEEP_U32, &first, NULL));
        CHECK_SAME(zero, keys, 5000, 16, "keys");
        CHECK_SAME(zero, out, 5000, 16, "values");
    }
    free(keys);
    free(out);
    free(zero);
}

/* Keys with values or indices: any shared byte is refused, arrays side by side are not. */
static void test_overlap(void)
{
    enum { BYTES = 4096 };
    static const size_t counts[] = {1, 2, 40, 100};
    for (size_t c = 0; c < COUNT(counts); c++) {
        size_t n = counts[c], middle = BYTES / 2;
        buffer space = buffer_create(BYTES, 0), before = buffer_create(BYTES, 0);
        pattern_fill(before.data, BYTES, SWEEP_U8, PATTERN_UNIFORM, check_seed);
        memcpy(space.data, before.data, BYTES);
        unsigned char *keys = space.data + middle;
        for (int operation = SWEEP_OPERATION_SORT_PAIRS; operation <= SWEEP_OPERATION_SORTPERM; operation++)
            for (size_t value_size = 4; value_size <= 8; value_size += 4) {
                const size_t starts[] = {
                    middle,     middle + 1,     middle + 4 * n - 1,     middle - value_size * n + 1,
                    middle - 1, middle + 4 * n, middle - value_size * n};
                for (size_t i = 0; i < COUNT(starts); i++) {
                    bool beside = i >= 5;
                    check_case("overlap: operation %d, n=%zu, value %zu, values at %td", operation, n, value_size,
                               (ptrdiff_t)(starts[i] - middle));
                    CHECK_STATUS(
                        beside ? SWEEP_OK : SWEEP_ERR_ARGUMENT,
                        contract_call(operation, keys, space.data + starts[i], n, SWEEP_U32, value_size, NULL));
                    if (!beside)
                        CHECK_SAME(before.data, space.data, BYTES, 1, "everything");
                    memcpy(space.data, before.data, BYTES);
                }
            }
        CHECK(buffer_destroy(&space));
        buffer_destroy(&before);
    }
}

/* Sizes whose product does not fit, and arrays that would wrap: the pointers lead to memory that cannot be touched. */
static void test_overflow(void)
{
    unsigned char *nowhere = mmap(NULL, 1 << 20, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    CHECK(nowhere != MAP_FAILED);
    unsigned char *values = nowhere + (1 << 19);
    static const size_t counts[] = {SIZE_MAX, SIZE_MAX / 2, SIZE_MAX / 4 + 1, SIZE_MAX / 8 + 1};
    for (size_t c = 0; c < COUNT(counts); c++)
        for (int operation = 1; operation <= CONTRACT_OPERATIONS; operation++) {
            check_case("overflow: operation %d, n=%zx", operation, counts[c]);
            CHECK_STATUS(SWEEP_ERR_ARGUMENT, contract_call(operation, nowhere, values, counts[c], SWEEP_U64, 8, NULL));
            CHECK_STATUS(SWEEP_ERR_ARGUMENT, contract_call(operation, nowhere, values, counts[c], SWEEP_U128, 8, NULL));
        }
    sweep_plan plan;
    check_case("overflow: values");
    CHECK_STATUS(SWEEP_ERR_ARGUMENT, sweep_sort_pairs(nowhere, values, 16, SWEEP_U8, SIZE_MAX / 8, NULL));
    CHECK_STATUS(SWEEP_ERR_ARGUMENT, sweep_sort_pairs(nowhere, values, 3, SWEEP_U8, SIZE_MAX / 2, NULL));
    CHECK_STATUS(SWEEP_ERR_ARGUMENT,
                 sweep_plan_sort(&plan, SWEEP_OPERATION_SORT_PAIRS, 3, SWEEP_U8, SIZE_MAX / 2, NULL));
    CHECK_STATUS(SWEEP_ERR_ARGUMENT, sweep_plan_sort(&plan, SWEEP_OPERATION_SORT, SIZE_MAX / 4, SWEEP_U64, 0, NULL));
    CHECK_STATUS(SWEEP_ERR_ARGUMENT, sweep_plan_sort(&plan, SWEEP_OPERATION_ARGSORT, SIZE_MAX / 4, SWEEP_U8, 8, NULL));
    check_case("an array that wraps round the end of memory");
    CHECK_STATUS(SWEEP_ERR_ARGUMENT, sweep_sort(nowhere, SIZE_MAX - 100, SWEEP_U8, NULL));
    CHECK_STATUS(SWEEP_ERR_ARGUMENT, sweep_sort_pairs(nowhere, values, SIZE_MAX / 4, SWEEP_U8, 4, NULL));
    munmap(nowhere, 1 << 20);
}

/* A plan of another size: as much of it as there is room for, zeros behind what is known, and not a byte more. */
static void test_plan_size(void)
{
    union {
        sweep_plan plan;
        unsigned char bytes[5000];
    } space, whole;
    static const size_t sizes[] = {1, 15, 16, sizeof(sweep_plan) - 1, sizeof(sweep_plan), sizeof(sweep_plan) + 1, 4096};
    CHECK_STATUS(SWEEP_OK, sweep_plan_sort(&whole.plan, SWEEP_OPERATION_SORT, 100000, SWEEP_U32, 0, NULL));
    for (size_t i = 0; i < COUNT(sizes); i++) {
        check_case("a plan of %zu bytes", sizes[i]);
        memset(&space, 0xa5, sizeof space);
        CHECK_STATUS(SWEEP_OK,
                     sweep_plan_sort_sized(&space.plan, sizes[i], SWEEP_OPERATION_SORT, 100000, SWEEP_U32, 0, NULL));
        for (size_t b = 0; b < sizeof space; b++)
            CHECK(space.bytes[b] == (b >= sizes[i] ? 0xa5 : b < sizeof(sweep_plan) ? whole.bytes[b] : 0));
    }
    char all[500], same[500];
    check_case("the text of a plan of more bytes");
    memset(&space, 0xa5, sizeof space);
    space.plan = whole.plan;
    CHECK(sweep_plan_describe(&whole.plan, all, sizeof all) == sweep_plan_describe_sized(&space.plan, 4096, same, 500));
    CHECK(strcmp(all, same) == 0);
}

void contract_arguments(void)
{
    test_enums();
    test_struct_size();
    test_shorter_struct();
    test_init();
    test_plan_size();
    test_windows_and_digits();
    test_unsupported();
    test_values_and_nulls();
    test_overlap();
    test_overflow();
}
