/*
 * Memory and threads that cannot be had (S10): every allocation and every thread start fails in turn; the call names
 * the error and leaves its arrays as they were, or is right with less; nothing leaks. And where nothing may be
 * allocated nothing is: with a reserved workspace, with few keys, in plans and checks.
 */
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "case.h"
#include "check.h"
#include "hooks.h"
#include "interpose.h"
#include "patterns.h"
#include "processes.h"
#include "workspace.h"

enum { MOST_KEYS = 200000, MOST_FAILURES = 200 };

/* Arrays of one input, as they were and as they have to become. */
static struct arrays {
    unsigned char keys[MOST_KEYS * 8], out[MOST_KEYS * 24];
    unsigned char keys_before[MOST_KEYS * 8], out_before[MOST_KEYS * 24];
    unsigned char keys_sorted[MOST_KEYS * 8], out_sorted[MOST_KEYS * 24];
    size_t order[MOST_KEYS];
} arrays;

/* Works out what a case has to give; kept until another case asks for something else. */
static void work_out(const sort_case *tried)
{
    static sweep_operation operation;
    static size_t n, value;
    size_t size = reference_type_of(tried->type)->bytes;
    if (operation == tried->operation && n == tried->n && value == tried->value_size)
        return;
    operation = tried->operation;
    n = tried->n;
    value = tried->value_size;
    pattern_fill(arrays.keys_before, n, tried->type, PATTERN_UNIFORM, check_seed);
    pattern_fill(arrays.out_before, n * 24 / 8, SWEEP_U64, PATTERN_UNIFORM, check_seed + 1);
    reference_sort(arrays.keys_before, n, tried->type, NULL, arrays.order);
    reference_gather(arrays.keys_before, arrays.keys_sorted, arrays.order, n, size);
    if (operation == SWEEP_OPERATION_SORT_PAIRS)
        reference_gather(arrays.out_before, arrays.out_sorted, arrays.order, n, value);
    else if (operation == SWEEP_OPERATION_SORT_COPY)
        memcpy(arrays.out_sorted, arrays.keys_sorted, n * size);
    else
        for (size_t i = 0; i < n; i++)
            memcpy(arrays.out_sorted + i * 8, &(uint64_t){arrays.order[i]}, 8);
}

/* Puts the input of a case into place. Every case here sorts u64 in the default order, with 8-byte indices. */
static void prepare(const sort_case *tried)
{
    work_out(tried);
    memcpy(arrays.keys, arrays.keys_before, tried->n * 8);
    memcpy(arrays.out, arrays.out_before, tried->n * 24);
}

/* After a call: sorted if it succeeded, untouched if not. */
static void compare(const sort_case *tried, sweep_status status)
{
    bool sorts_keys = tried->operation != SWEEP_OPERATION_ARGSORT && tried->operation != SWEEP_OPERATION_SORT_COPY;
    bool done = status == SWEEP_OK;
    size_t size = reference_type_of(tried->type)->bytes;
    size_t out = tried->operation == SWEEP_OPERATION_SORT_COPY ? size : case_value_size(tried);
    CHECK_SAME(done && sorts_keys ? arrays.keys_sorted : arrays.keys_before, arrays.keys, tried->n, size, "keys");
    if (out > 0)
        CHECK_SAME(done ? arrays.out_sorted : arrays.out_before, arrays.out, tried->n, out, "values or indices");
}

/* Makes a workspace if the case has one, sorts, and destroys it: the whole life of a call. */
static sweep_status live_and_sort(sort_case *tried, const sweep_workspace_config *config)
{
    sweep_status status = SWEEP_OK;
    tried->options.workspace = NULL;
    if (config != NULL) {
        status = sweep_workspace_create(&tried->options.workspace, config);
        if (status != SWEEP_OK && tried->options.workspace != NULL)
            return SWEEP_ERR_ARGUMENT; /* a failed create has to leave NULL */
    }
    if (status == SWEEP_OK)
        status = case_call(tried, arrays.keys, arrays.out);
    sweep_workspace_destroy(tried->options.workspace);
    tried->options.workspace = NULL;
    return status;
}

static void check_nothing_left(const interposed *seen)
{
    CHECK_TEXT(seen->pieces == 0, "%zu pieces of memory leaked", seen->pieces);
    CHECK_TEXT(seen->mapped_bytes == 0, "%zd mapped bytes leaked", (ptrdiff_t)seen->mapped_bytes);
    CHECK_TEXT(seen->foreign_frees == 0, "%zu frees of memory that was not allocated", seen->foreign_frees);
}

/* The k-th allocation fails, for every k until none is left; then the k-th thread start. */
static void fail_in_turn(sort_case *tried, const sweep_workspace_config *config, bool onwards)
{
    const char *life = config == NULL ? "no workspace" : "own workspace";
    for (size_t k = 1; k <= MOST_FAILURES; k++) {
        check_case("allocation %zu fails%s: %s, operation %d, %s, n=%zu, %u threads", k,
                   onwards ? " and all after" : "", case_engine_names[tried->options.engine], (int)tried->operation,
                   life, tried->n, tried->options.threads);
        prepare(tried);
        interpose_start(k, 0, onwards);
        sweep_status status = live_and_sort(tried, config);
        interposed seen = interpose_stop();
        check_nothing_left(&seen);
        CHECK_STATUS(status == SWEEP_OK ? SWEEP_OK : SWEEP_ERR_MEMORY, status);
        CHECK(status == SWEEP_OK || seen.memory_refused > 0);
        compare(tried, status);
        if (seen.memory_refused == 0)
            break;
        CHECK_TEXT(k < MOST_FAILURES, "still allocating at the %zu-th failure", k);
    }
    for (size_t k = 1; k <= MOST_FAILURES; k++) {
        check_case("thread start %zu fails%s: %s, operation %d, %s, n=%zu, %u threads", k,
                   onwards ? " and all after" : "", case_engine_names[tried->options.engine], (int)tried->operation,
                   life, tried->n, tried->options.threads);
        prepare(tried);
        interpose_start(0, k, onwards);
        sweep_status status = live_and_sort(tried, config);
        interposed seen = interpose_stop();
        check_nothing_left(&seen);
        CHECK_STATUS(SWEEP_OK, status);
        compare(tried, status);
        if (seen.thread_refused == 0)
            break;
        CHECK_TEXT(k < MOST_FAILURES, "still starting threads at the %zu-th failure", k);
    }
}

static void test_interposed(void)
{
    static const size_t sizes[] = {40, 3000, MOST_KEYS};
    static const unsigned threads[] = {1, 3, 8};
    size_t turn = 0;
    for (size_t e = 0; e < CASE_ENGINES; e++)
        for (int operation = 1; operation <= SWEEP_OPERATION_SORT_COPY; operation++)
            for (size_t s = 0; s < COUNT(sizes); s++)
                for (size_t c = 0; c < COUNT(threads); c++) {
                    turn++;
                    if (!check_long && ((sizes[s] == MOST_KEYS && turn % 11 != 0) || (threads[c] > 3 && turn % 4 != 0)))
                        continue;
                    sort_case tried = case_default("", (sweep_operation)operation, SWEEP_U64, sizes[s]);
                    tried.value_size = operation == SWEEP_OPERATION_SORT_PAIRS && turn % 2 == 0 ? 24 : 8;
                    tried.options.engine = case_engines[e];
                    tried.options.threads = threads[c];
                    sweep_workspace_config config = {.struct_size = sizeof config, .threads = threads[c]};
                    fail_in_turn(&tried, turn % 3 == 0 ? NULL : &config, turn % 2 == 0);
                }
}

/* The same with the caller's own allocator: the k-th call returns NULL. */
static void test_hooks_fail(void)
{
    for (size_t e = 0; e < CASE_ENGINES; e++)
        for (int operation = 1; operation <= SWEEP_OPERATION_SORT_COPY; operation++)
            for (unsigned threads = 1; threads <= 3; threads += 2)
                for (size_t k = 1; k <= MOST_FAILURES; k++) {
                    sort_case tried = case_default("", (sweep_operation)operation, SWEEP_U64, 5000);
                    tried.options.engine = case_engines[e];
                    tried.options.threads = threads;
                    test_hooks hooks;
                    hooks_init(&hooks);
                    hooks.fail_at = k;
                    hooks.fail_from_there = k % 2 == 0;
                    sweep_workspace_config config = hooks_config(&hooks, threads);
                    check_case("the caller's allocation %zu fails: %s, operation %d, %u threads", k,
                               case_engine_names[case_engines[e]], operation, threads);
                    prepare(&tried);
                    sweep_status status = live_and_sort(&tried, &config);
                    CHECK_STATUS(hooks.refused > 0 ? SWEEP_ERR_MEMORY : SWEEP_OK, status);
                    compare(&tried, status);
                    bool last = hooks.refused == 0;
                    hooks_finish(&hooks);
                    if (last)
                        break;
                    CHECK(k < MOST_FAILURES);
                }
}

/* A workspace that could not grow serves the next call. */
static void test_growth_fails(void)
{
    sort_case small = case_default("", SWEEP_OPERATION_SORT, SWEEP_U64, 2000);
    sort_case large = case_default("", SWEEP_OPERATION_SORT, SWEEP_U64, MOST_KEYS);
    small.options.engine = large.options.engine = SWEEP_LSD;
    check_case("a workspace that could not grow");
    CHECK_STATUS(SWEEP_OK, sweep_workspace_create(&small.options.workspace, NULL));
    large.options.workspace = small.options.workspace;
    prepare(&small);
    CHECK_STATUS(SWEEP_OK, case_call(&small, arrays.keys, arrays.out));
    compare(&small, SWEEP_OK);
    prepare(&large);
    interpose_start(1, 0, true);
    sweep_status status = case_call(&large, arrays.keys, arrays.out);
    interpose_stop();
    CHECK_STATUS(SWEEP_ERR_MEMORY, status);
    compare(&large, status);
    prepare(&small);
    interpose_start(1, 0, true);
    status = case_call(&small, arrays.keys, arrays.out);
    interpose_stop();
    CHECK_STATUS(SWEEP_OK, status); /* what it had is still there */
    compare(&small, status);
    prepare(&large);
    CHECK_STATUS(SWEEP_OK, case_call(&large, arrays.keys, arrays.out));
    compare(&large, SWEEP_OK);
    sweep_workspace_destroy(small.options.workspace);
}

/* With a reserved workspace: no allocation, no mapping, no thread start, with the library's memory and the caller's. */
static void test_reserved(void)
{
    static const size_t sizes[] = {1, 100, 3000, MOST_KEYS};
    for (size_t e = 0; e < CASE_ENGINES; e++)
        for (int operation = 1; operation <= SWEEP_OPERATION_SORT_COPY; operation++)
            for (unsigned threads = 1; threads <= 3; threads += 2)
                for (unsigned hooked = 0; hooked < 2; hooked++) {
                    sort_case tried = case_default("", (sweep_operation)operation, SWEEP_U64, MOST_KEYS);
                    test_hooks hooks;
                    hooks_init(&hooks);
                    sweep_workspace_config config = {.struct_size = sizeof config, .threads = threads};
                    if (hooked)
                        config = hooks_config(&hooks, threads);
                    tried.options.engine = case_engines[e];
                    CHECK_STATUS(SWEEP_OK, sweep_workspace_create(&tried.options.workspace, &config));
                    CHECK_STATUS(SWEEP_OK, sweep_workspace_reserve(tried.options.workspace, MOST_KEYS, SWEEP_U64,
                                                                   case_value_size(&tried), &tried.options));
                    size_t calls = hooks.calls;
                    for (size_t s = 0; s < COUNT(sizes); s++) {
                        tried.n = sizes[s];
                        if (tried.n == MOST_KEYS && !check_long && (e + (size_t)operation + threads + hooked) % 8 != 0)
                            continue;
                        check_case("reserved: %s, operation %d, n=%zu, %u threads, %s",
                                   case_engine_names[case_engines[e]], operation, tried.n, threads,
                                   hooked ? "hooks" : "own memory");
                        prepare(&tried);
                        interpose_start(0, 0, false);
                        sweep_status status = case_call(&tried, arrays.keys, arrays.out);
                        interposed seen = interpose_stop();
                        CHECK_STATUS(SWEEP_OK, status);
                        compare(&tried, status);
                        CHECK_TEXT(seen.memory_calls == 0 && seen.thread_calls == 0 && hooks.calls == calls,
                                   "%zu allocations, %zu thread starts", seen.memory_calls, seen.thread_calls);
                    }
                    sweep_workspace_destroy(tried.options.workspace);
                    hooks_finish(&hooks);
                }
}

/* The same under a limit that the largest sort would exceed, and so takes none, but smaller ones take in full. */
static void test_reserved_under_a_limit(void)
{
    sort_case tried = case_default("", SWEEP_OPERATION_SORT, SWEEP_U64, 9313);
    sweep_plan plan;
    CHECK_STATUS(SWEEP_OK, sweep_plan_sort(&plan, SWEEP_OPERATION_SORT, tried.n, SWEEP_U64, 0, NULL));
    tried.options.memory_limit = plan.scratch_bytes;
    tried.options.threads = 1;
    check_case("reserved under a limit");
    CHECK(plan.scratch_bytes > 0);
    sweep_workspace_config config = {.struct_size = sizeof config, .threads = 1};
    CHECK_STATUS(SWEEP_OK, sweep_workspace_create(&tried.options.workspace, &config));
    CHECK_STATUS(SWEEP_OK, sweep_workspace_reserve(tried.options.workspace, 9400, SWEEP_U64, 0, &tried.options));
    prepare(&tried);
    interpose_start(0, 0, false);
    sweep_status status = case_call(&tried, arrays.keys, arrays.out);
    interposed seen = interpose_stop();
    CHECK_STATUS(SWEEP_OK, status);
    compare(&tried, status);
    CHECK_TEXT(seen.memory_calls == 0, "%zu allocations", seen.memory_calls);
    sweep_workspace_destroy(tried.options.workspace);
}

/* Plans, checks and few keys take no memory. */
static void test_nothing_needed(void)
{
    sweep_plan plan;
    size_t first;
    char text[2000];
    sort_case tried = case_default("", SWEEP_OPERATION_SORT, SWEEP_U64, 20);
    prepare(&tried);
    check_case("plans, checks and few keys allocate nothing");
    interpose_start(0, 0, false);
    sweep_status sorted = sweep_is_sorted(arrays.keys, 20, SWEEP_U64, &first, NULL);
    sweep_status planned = sweep_plan_sort(&plan, SWEEP_OPERATION_SORT_PAIRS, 1000000, SWEEP_U64, 24,
                                           SWEEP_OPTIONS(.threads = SWEEP_ALL_THREADS));
    sweep_plan_describe(&plan, text, sizeof text);
    sweep_status few = case_call(&tried, arrays.keys, arrays.out);
    interposed seen = interpose_stop();
    CHECK(sorted == SWEEP_OK && planned == SWEEP_OK && few == SWEEP_OK);
    compare(&tried, few);
    CHECK_TEXT(seen.memory_calls == 0 && seen.thread_calls == 0, "%zu allocations", seen.memory_calls);
}

/* ---- threads that are refused ---- */

typedef struct meeting {
    atomic_size_t here;
    size_t expected;
} meeting;

/* Waits for the others: every task has a thread of its own, or this hangs. */
static void come(size_t index, void *argument)
{
    meeting *m = argument;
    (void)index;
    atomic_fetch_add(&m->here, 1);
    while (atomic_load(&m->here) < m->expected)
        sched_yield();
}

/* The system grants so many threads and no more: those serve, at the same time, and end with the workspace; the
   caller's signal mask is as it was. */
static void test_threads_refused(void)
{
    enum { THREADS = 6 };
    sigset_t mask, before, after;
    size_t threads = process_threads();
    sigemptyset(&mask);
    sigaddset(&mask, SIGUSR1);
    pthread_sigmask(SIG_SETMASK, &mask, &before);
    for (size_t granted = 0; granted < THREADS; granted++)
        for (int onwards = 0; onwards < 2; onwards++) {
            sweep_workspace_config config = {.struct_size = sizeof config, .threads = THREADS};
            sweep_workspace *workspace = NULL;
            meeting m = {.expected = granted + 1};
            check_case("%zu threads of %d granted%s", granted, THREADS - 1, onwards ? ", and none from then on" : "");
            interpose_start(0, granted + 1, onwards);
            sweep_status status = sweep_workspace_create(&workspace, &config);
            interposed seen = interpose_stop();
            CHECK_STATUS(SWEEP_OK, status);
            CHECK(seen.thread_refused == (granted < THREADS - 1));
            pthread_sigmask(SIG_BLOCK, NULL, &after);
            CHECK(sigismember(&after, SIGUSR1) == 1 && sigismember(&after, SIGUSR2) == 0);
            if (threads != 0)
                process_check_threads(threads + granted, "with those that were granted");
            sweep_parallel_for(workspace, m.expected, come, &m);
            CHECK(atomic_load(&m.here) == m.expected);
            sweep_workspace_destroy(workspace);
            if (threads != 0)
                process_check_threads(threads, "after the workspace");
        }
    pthread_sigmask(SIG_SETMASK, &before, NULL);
}

/* ---- a watch on forks that is refused ---- */

static void sort_inherited(void *argument)
{
    sort_case tried = case_default("", SWEEP_OPERATION_SORT, SWEEP_U64, MOST_KEYS);
    tried.options.engine = SWEEP_LSD;
    tried.options.workspace = argument;
    prepare(&tried);
    CHECK_STATUS(SWEEP_OK, case_call(&tried, arrays.keys, arrays.out));
    compare(&tried, SWEEP_OK);
}

/* The first workspaces of the program: their failure is not kept, and from the first success on forks are seen. */
static void test_watch_refused(void)
{
    sweep_workspace_config config = {.struct_size = sizeof config, .threads = 2};
    sweep_workspace *workspace = NULL;
    check_case("forks cannot be watched for the moment");
    interpose_fail_atfork(2);
    for (int i = 0; i < 2; i++) {
        CHECK_STATUS(SWEEP_ERR_MEMORY, sweep_workspace_create(&workspace, &config));
        CHECK(workspace == NULL);
    }
    CHECK_STATUS(SWEEP_OK, sweep_workspace_create(&workspace, &config));
    interpose_fail_atfork(1); /* not asked again */
    sweep_workspace *second = NULL;
    CHECK_STATUS(SWEEP_OK, sweep_workspace_create(&second, &config));
    interpose_fail_atfork(0);
    sweep_workspace_destroy(second);
    if (workspace != NULL) {
        process_apart(sort_inherited, workspace);
        sort_inherited(workspace);
    }
    sweep_workspace_destroy(workspace);
}

/* The tools themselves: a failure that is asked for happens. */
static void test_interposition_works(void)
{
    check_case("interposition works");
    interpose_start(2, 0, false);
    void *volatile first = malloc(8), *volatile second = malloc(8), *volatile third = malloc(8);
    interposed seen = interpose_stop();
    CHECK(first != NULL && second == NULL && third != NULL && seen.pieces == 2 && seen.memory_refused == 1);
    free(first);
    free(second);
    free(third);
}

int main(int argc, char **argv)
{
    check_start("test_allocation", argc, argv);
    test_watch_refused();
    test_interposition_works();
    test_threads_refused();
    test_interposed();
    test_hooks_fail();
    test_growth_fails();
    test_reserved();
    test_reserved_under_a_limit();
    test_nothing_needed();
    return check_finish();
}
