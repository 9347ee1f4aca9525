/*
 * Workspaces: making them, reserving, one call at a time, and what is left after a call that failed.
 */
#include "contract.h"
#include "random.h"

static void refused_config(const char *what, sweep_status expected, const sweep_workspace_config *config)
{
    sweep_workspace *workspace = (sweep_workspace *)(void *)&what; /* not NULL: the call has to set it */
    check_case("create: %s", what);
    CHECK_STATUS(expected, sweep_workspace_create(&workspace, config));
    CHECK((workspace == NULL) == (expected != SWEEP_OK));
    if (expected == SWEEP_OK)
        sweep_workspace_destroy(workspace);
}

static void test_create(void)
{
    union {
        sweep_workspace_config config;
        unsigned char bytes[5000];
    } space;
    test_hooks hooks;
    hooks_init(&hooks);
    memset(&space, 0, sizeof space);
    sweep_workspace_config *config = &space.config;
    *config = hooks_config(&hooks, 2);

    check_case("create: null pointer");
    CHECK_STATUS(SWEEP_ERR_ARGUMENT, sweep_workspace_create(NULL, NULL));
    CHECK_STATUS(SWEEP_ERR_ARGUMENT, sweep_workspace_create(NULL, config));
    refused_config("no configuration", SWEEP_OK, NULL);
    refused_config("two threads", SWEEP_OK, config);

    static const size_t wrong[] = {0, 1, sizeof *config - 1, 4097, SIZE_MAX};
    for (size_t i = 0; i < COUNT(wrong); i++) {
        config->struct_size = wrong[i];
        refused_config("struct_size out of range", SWEEP_ERR_ARGUMENT, config);
    }
    static const size_t longer[] = {sizeof *config + 1, 4096};
    for (size_t i = 0; i < COUNT(longer); i++) {
        config->struct_size = longer[i];
        refused_config("zeros behind", SWEEP_OK, config);
        space.bytes[longer[i] - 1] = 7;
        refused_config("more than zeros behind", SWEEP_ERR_UNSUPPORTED, config);
        space.bytes[longer[i] - 1] = 0;
    }
    config->struct_size = sizeof *config;
    config->reserved = 1;
    refused_config("reserved not zero", SWEEP_ERR_ARGUMENT, config);
    config->reserved = 0;
    config->deallocate = NULL;
    refused_config("allocate alone", SWEEP_ERR_ARGUMENT, config);
    config->deallocate = hooks_deallocate;
    config->allocate = NULL;
    refused_config("deallocate alone", SWEEP_ERR_ARGUMENT, config);
    config->allocate = hooks_allocate;
    config->threads = 4097;
    refused_config("more than 4096 threads", SWEEP_ERR_ARGUMENT, config);
    config->threads = 4096;
    config->parallel_for = hooks_run_reversed;
    refused_config("4096 threads of a pool", SWEEP_OK, config);
    config->threads = SWEEP_ALL_THREADS;
    config->parallel_for = NULL;
    refused_config("every usable core", SWEEP_OK, config);

    check_case("create: what was refused allocated nothing that stayed");
    hooks_finish(&hooks);
    check_case("destroy: null");
    sweep_workspace_destroy(NULL);
}

/* Reserving for n covers every smaller n, every operation, whatever the workspace's and the options' threads. */
static void test_reserve(void)
{
    enum { MOST = 9000 };
    static const unsigned own[] = {1, 2, 3, 5}, asked[] = {0, 1, 3, 8, SWEEP_ALL_THREADS};
    static const size_t values[] = {0, 1, 4, 8, 16, 24, 100};
    unsigned char *keys = malloc(MOST * 16), *out = malloc(MOST * 100);
    random_stream stream = {check_seed};
    size_t rounds = check_long ? 3000 : 150;
    memset(out, 0, MOST * 100);
    for (size_t round = 0; round < rounds; round++) {
        test_hooks hooks;
        hooks_init(&hooks);
        sweep_workspace_config config = hooks_config(&hooks, own[random_below(&stream, COUNT(own))]);
        sweep_type type = reference_types[random_below(&stream, REFERENCE_TYPES)].type;
        size_t value = values[random_below(&stream, COUNT(values))], n = 1 + random_below(&stream, MOST);
        sweep_options options = sweep_default_options();
        options.threads = asked[random_below(&stream, COUNT(asked))];
        options.engine = case_engines[random_below(&stream, CASE_ENGINES)];
        options.digit_bits = (unsigned)random_below(&stream, case_engine_has(options.engine, 16) ? 17 : 9);
        options.tile_size = random_below(&stream, 3) * 37;
        options.order = random_below(&stream, 2) == 0 ? SWEEP_ASCENDING : SWEEP_DESCENDING;
        options.begin_bit = (unsigned)random_below(&stream, 6);
        check_case("reserve: n=%zu %s value %zu, %s, %u threads of %u, digit %u, tile %zu", n,
                   reference_type_of(type)->name, value, case_engine_names[options.engine], options.threads,
                   config.threads, options.digit_bits, options.tile_size);
        CHECK_STATUS(SWEEP_OK, sweep_workspace_create(&options.workspace, &config));
        sweep_workspace *workspace = options.workspace;
        if (round % 2 == 0)
            options.workspace = NULL; /* it is ignored by reserve: NULL or not makes no difference */
        CHECK_STATUS(SWEEP_OK, sweep_workspace_reserve(workspace, n, type, value, &options));
        options.workspace = workspace;
        size_t calls = hooks.calls, live = hooks.live;
        for (unsigned i = 0; i < 12; i++) {
            size_t fewer = i == 0 ? n : i == 1 ? n - 1 : i < 6 ? random_below(&stream, n + 1) : n >> (i - 4);
            int operation = value == 0                 ? (i % 2 == 0 ? SWEEP_OPERATION_SORT : SWEEP_OPERATION_SORT_COPY)
                            : value == 4 || value == 8 ? SWEEP_OPERATION_SORT_PAIRS + (int)i % 3
                                                       : SWEEP_OPERATION_SORT_PAIRS;
            pattern_fill(keys, fewer, type, i % 3 == 0 ? PATTERN_LOW_BITS : PATTERN_UNIFORM, check_seed + round);
            CHECK_STATUS(SWEEP_OK, contract_call(operation, keys, out, fewer, type, value, &options));
            CHECK_TEXT(hooks.calls == calls && hooks.live == live, "operation %d of %zu keys allocated after reserving",
                       operation, fewer);
        }
        sweep_workspace_destroy(workspace);
        hooks_finish(&hooks);
    }
    free(keys);
    free(out);
}

static void test_reserve_arguments(void)
{
    sweep_workspace *workspace = NULL;
    check_case("reserve: arguments");
    CHECK_STATUS(SWEEP_OK, sweep_workspace_create(&workspace, NULL));
    CHECK_STATUS(SWEEP_ERR_ARGUMENT, sweep_workspace_reserve(NULL, 10, SWEEP_U32, 0, NULL));
    CHECK_STATUS(SWEEP_ERR_ARGUMENT, sweep_workspace_reserve(workspace, SIZE_MAX / 2, SWEEP_U64, 0, NULL));
    CHECK_STATUS(SWEEP_ERR_ARGUMENT, sweep_workspace_reserve(workspace, 10, SWEEP_U64, SIZE_MAX / 4, NULL));
    CHECK_STATUS(SWEEP_OK, sweep_workspace_reserve(workspace, 0, SWEEP_U64, 0, NULL));
    CHECK_STATUS(SWEEP_ERR_UNSUPPORTED,
                 sweep_workspace_reserve(workspace, 100000, SWEEP_U64, 8, SWEEP_OPTIONS(.memory_limit = 1000)));
    CHECK_STATUS(SWEEP_ERR_MEMORY, sweep_workspace_reserve(workspace, SIZE_MAX / 32, SWEEP_U64, 0, NULL));
    sweep_workspace_destroy(workspace);
}

typedef struct busy_call {
    sweep_workspace *workspace;
    size_t tried;
} busy_call;

/* Runs inside a parallel_for of the outer call: every other call with its workspace is refused, nothing touched. */
static void call_while_busy(test_hooks *hooks)
{
    enum { N = 6000 };
    static unsigned char keys[N * 8], out[N * 8], before[N * 8];
    busy_call *busy = hooks->context;
    sweep_options options = sweep_default_options();
    options.workspace = busy->workspace;
    size_t calls = hooks->calls;
    pattern_fill(before, N, SWEEP_U64, PATTERN_UNIFORM, check_seed);
    memcpy(keys, before, sizeof keys);
    memcpy(out, before, sizeof out);
    for (int operation = 1; operation < CONTRACT_IS_SORTED; operation++)
        for (size_t n = 1; n <= N; n += N - 1)
            CHECK_STATUS(SWEEP_ERR_BUSY, contract_call(operation, keys, out, n, SWEEP_U64, 8, &options));
    CHECK_STATUS(SWEEP_ERR_BUSY, sweep_workspace_reserve(busy->workspace, 1000000, SWEEP_U64, 8, NULL));
    CHECK_SAME(before, keys, N, 8, "keys of the refused call");
    CHECK_SAME(before, out, N, 8, "values of the refused call");
    CHECK(hooks->calls == calls);
    busy->tried++;
}

static void test_busy(void)
{
    enum { N = 200000 }; /* AUTO uses threads too */
    uint32_t *keys = malloc(N * sizeof *keys);
    uint64_t *indices = malloc(N * sizeof *indices);
    for (size_t e = 0; e < CASE_ENGINES; e++) {
        test_hooks hooks;
        hooks_init(&hooks);
        busy_call busy = {NULL, 0};
        sweep_workspace_config config = hooks_config(&hooks, 3);
        config.parallel_for = hooks_run_mixed;
        check_case("busy: %s", case_engine_names[case_engines[e]]);
        CHECK_STATUS(SWEEP_OK, sweep_workspace_create(&busy.workspace, &config));
        sweep_options options = sweep_default_options();
        options.engine = case_engines[e];
        options.workspace = busy.workspace;
        hooks.inside = call_while_busy;
        hooks.context = &busy;
        pattern_fill(keys, N, SWEEP_U32, PATTERN_UNIFORM, check_seed);
        CHECK_STATUS(SWEEP_OK, sweep_sortperm(keys, indices, N, SWEEP_U32, 8, &options));
        CHECK_TEXT(busy.tried > 0, "the hook never ran: the busy workspace was not tried");
        CHECK(reference_first_out_of_order(keys, N, SWEEP_U32, NULL) == N);
        hooks.inside = NULL;
        CHECK_STATUS(SWEEP_OK, sweep_sort(keys, N, SWEEP_U32, &options)); /* free again */
        CHECK_STATUS(SWEEP_OK, sweep_workspace_reserve(busy.workspace, 10, SWEEP_U32, 0, NULL));
        sweep_workspace_destroy(busy.workspace);
        hooks_finish(&hooks);
    }
    free(keys);
    free(indices);
}

/* A call that failed leaves its workspace free and whole. */
static void test_after_failures(void)
{
    enum { N = 20000 };
    uint64_t *keys = malloc(N * sizeof *keys), *before = malloc(N * sizeof *before);
    pattern_fill(before, N, SWEEP_U64, PATTERN_UNIFORM, check_seed);
    for (size_t e = 0; e < CASE_ENGINES; e++) {
        test_hooks hooks;
        hooks_init(&hooks);
        sweep_workspace_config config = hooks_config(&hooks, 2);
        sweep_options options = sweep_default_options();
        options.engine = case_engines[e];
        check_case("after failures: %s", case_engine_names[case_engines[e]]);
        CHECK_STATUS(SWEEP_OK, sweep_workspace_create(&options.workspace, &config));
        memcpy(keys, before, N * sizeof *keys);
        hooks.fail_at = hooks.calls + 1;
        hooks.fail_from_there = true;
        options.begin_bit = 1; /* in the whole window keys alone could be sorted in place */
        CHECK_STATUS(SWEEP_ERR_MEMORY, sweep_sort(keys, N, SWEEP_U64, &options));
        hooks.fail_from_there = false;
        hooks.fail_at = hooks.calls + 1;
        CHECK_STATUS(SWEEP_ERR_MEMORY, sweep_workspace_reserve(options.workspace, N, SWEEP_U64, 8, &options));
        hooks.fail_at = 0;
        options.memory_limit = 100;
        CHECK_STATUS(SWEEP_ERR_UNSUPPORTED, sweep_sort(keys, N, SWEEP_U64, &options));
        options.begin_bit = 0;
        options.memory_limit = 0;
        options.digit_bits = 17;
        CHECK_STATUS(SWEEP_ERR_ARGUMENT, sweep_sort(keys, N, SWEEP_U64, &options));
        options.digit_bits = 0;
        CHECK_SAME(before, keys, N, sizeof *keys, "keys after the failures");
        CHECK_STATUS(SWEEP_OK, sweep_sort(keys, N, SWEEP_U64, &options));
        CHECK(reference_first_out_of_order(keys, N, SWEEP_U64, NULL) == N);
        sweep_workspace_destroy(options.workspace);
        hooks_finish(&hooks);
    }
    free(keys);
    free(before);
}

void contract_workspaces(void)
{
    test_create();
    test_reserve_arguments();
    test_reserve();
    test_busy();
    test_after_failures();
}
