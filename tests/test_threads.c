/*
 * Threads: the same bytes at every count, several callers at once, one workspace wanted by many, forks before and in
 * the middle of a sort, no thread left behind. Made for the race detector too; the forks are skipped there, since it
 * does not let a forked child start threads.
 */
#include <semaphore.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "case.h"
#include "check.h"
#include "hooks.h"
#include "patterns.h"
#include "processes.h"
#include "random.h"

/* MANY: so many keys with their indices that every engine uses its threads. */
enum { CALLERS = 4, MANY = 90000 };

/* Sorts n fresh u32 keys with their indices and looks whether the result is right. The status of the call. */
static sweep_status sort_once(size_t n, uint64_t seed, const sweep_options *options)
{
    uint32_t *keys = malloc(n * sizeof *keys), *before = malloc(n * sizeof *before),
             *expected = malloc(n * sizeof *keys);
    uint64_t *indices = malloc(n * sizeof *indices);
    size_t *order = malloc(n * sizeof *order);
    pattern_fill(before, n, SWEEP_U32, seed % 3 == 0 ? PATTERN_FEW_DISTINCT : PATTERN_UNIFORM, seed);
    memcpy(keys, before, n * sizeof *keys);
    memset(indices, 0xff, n * sizeof *indices);
    sweep_status status = sweep_sortperm(keys, indices, n, SWEEP_U32, 8, options);
    if (status == SWEEP_OK) {
        reference_sort(before, n, SWEEP_U32, options, order);
        reference_gather(before, expected, order, n, sizeof *keys);
        CHECK_SAME(expected, keys, n, sizeof *keys, "keys");
        CHECK_SAME(order, indices, n, sizeof *order, "indices");
    } else {
        CHECK_SAME(before, keys, n, sizeof *keys, "keys of a call that failed");
        CHECK(indices[0] == UINT64_MAX && indices[n - 1] == UINT64_MAX);
    }
    free(keys);
    free(before);
    free(expected);
    free(indices);
    free(order);
    return status;
}

/* ---- counts of threads ---- */

static void test_counts(void)
{
    static const unsigned threads[] = {1, 2, 3, 8, 64, 200};
    for (size_t e = 0; e < CASE_ENGINES; e++)
        for (size_t c = 0; c < COUNT(threads); c++)
            for (size_t tile = 0; tile <= 300; tile += 300) {
                sweep_options options = sweep_default_options();
                options.engine = case_engines[e];
                options.threads = threads[c];
                options.tile_size = tile;
                check_case("%u threads: %s, tile size %zu", threads[c], case_engine_names[case_engines[e]], tile);
                CHECK_STATUS(SWEEP_OK, sort_once(check_long ? 300000 : tile == 0 ? MANY : 20000, check_seed, &options));
            }
}

/* ---- callers at the same time ---- */

typedef struct caller {
    pthread_t thread;
    sweep_options options;
    bool own_workspace;
    unsigned number;
    size_t sorted, refused;
} caller;

static void *call_often(void *argument)
{
    caller *me = argument;
    sweep_workspace_config config = {.struct_size = sizeof config, .threads = me->options.threads};
    if (me->own_workspace)
        CHECK_STATUS(SWEEP_OK, sweep_workspace_create(&me->options.workspace, &config));
    for (unsigned i = 0; i < (check_long ? 200 : 12); i++) {
        me->options.engine = case_engines[(me->number + i) % CASE_ENGINES];
        sweep_status status = sort_once(3000 + 1000 * (i % 5), check_seed + me->number * 100 + i, &me->options);
        me->sorted += status == SWEEP_OK;
        me->refused += status == SWEEP_ERR_BUSY;
        CHECK(status == SWEEP_OK || status == SWEEP_ERR_BUSY);
    }
    if (me->own_workspace)
        sweep_workspace_destroy(me->options.workspace);
    return NULL;
}

static void test_callers(const char *what, bool own_workspace, sweep_workspace *shared)
{
    caller callers[CALLERS];
    size_t sorted = 0, refused = 0;
    check_case("%d callers at once, %s", CALLERS, what);
    for (unsigned i = 0; i < CALLERS; i++) {
        callers[i] = (caller){.options = sweep_default_options(), .own_workspace = own_workspace, .number = i};
        callers[i].options.threads = 1 + i % 3;
        callers[i].options.workspace = shared;
        CHECK(pthread_create(&callers[i].thread, NULL, call_often, &callers[i]) == 0);
    }
    for (unsigned i = 0; i < CALLERS; i++) {
        pthread_join(callers[i].thread, NULL);
        sorted += callers[i].sorted;
        refused += callers[i].refused;
    }
    CHECK(sorted > 0 && (shared != NULL || refused == 0));
    printf("%s: %zu sorted, %zu refused as busy\n", what, sorted, refused);
}

static void test_at_once(void)
{
    sweep_workspace_config config = {.struct_size = sizeof config, .threads = 2};
    sweep_workspace *shared = NULL;
    test_callers("without workspaces", false, NULL);
    test_callers("each its own workspace", true, NULL);
    CHECK_STATUS(SWEEP_OK, sweep_workspace_create(&shared, &config));
    test_callers("one workspace for all", false, shared);
    CHECK_STATUS(SWEEP_OK, sort_once(5000, check_seed, SWEEP_OPTIONS(.workspace = shared)));
    sweep_workspace_destroy(shared);
}

/* ---- a caller that stays inside ---- */

static sem_t inside, leave;
static atomic_bool stay;

static void stay_inside(test_hooks *hooks)
{
    (void)hooks;
    if (atomic_exchange(&stay, false)) {
        sem_post(&inside);
        sem_wait(&leave);
    }
}

static void *sort_inside(void *argument)
{
    CHECK_STATUS(SWEEP_OK, sort_once(MANY, check_seed, argument));
    return NULL;
}

/* Starts a thread that waits inside a sort with this workspace. */
static pthread_t enter(sweep_options *options)
{
    pthread_t thread;
    atomic_store(&stay, true);
    CHECK(pthread_create(&thread, NULL, sort_inside, options) == 0);
    sem_wait(&inside);
    return thread;
}

static sweep_workspace *hooked_workspace(test_hooks *hooks)
{
    sweep_workspace *workspace = NULL;
    hooks_init(hooks);
    hooks->inside = stay_inside;
    sweep_workspace_config config = hooks_config(hooks, 3);
    config.parallel_for = hooks_run_mixed;
    CHECK_STATUS(SWEEP_OK, sweep_workspace_create(&workspace, &config));
    return workspace;
}

static void test_busy(void)
{
    test_hooks hooks;
    check_case("busy while another thread is inside");
    sweep_options options = sweep_default_options();
    options.engine = SWEEP_LSD;
    options.workspace = hooked_workspace(&hooks);
    pthread_t thread = enter(&options);
    for (size_t i = 0; i < 10; i++)
        CHECK_STATUS(SWEEP_ERR_BUSY, sort_once(1000 + i, check_seed, &options));
    CHECK_STATUS(SWEEP_ERR_BUSY, sweep_workspace_reserve(options.workspace, 1000000, SWEEP_U64, 0, NULL));
    sem_post(&leave);
    pthread_join(thread, NULL);
    CHECK_STATUS(SWEEP_OK, sort_once(MANY, check_seed, &options));
    sweep_workspace_destroy(options.workspace);
    hooks_finish(&hooks);
}

/* ---- threads left behind ---- */

static void test_nothing_left(void)
{
    size_t before = process_threads();
    check_case("threads left behind");
    if (before == 0) {
        check_skip("/proc/self/task cannot be read");
        return;
    }
    for (size_t e = 0; e < CASE_ENGINES; e++) {
        sweep_options options = sweep_default_options();
        options.engine = case_engines[e];
        options.threads = 5;
        CHECK_STATUS(SWEEP_OK, sort_once(MANY, check_seed, &options));
        process_check_threads(before, "after a sort without a workspace");
        sweep_workspace_config config = {.struct_size = sizeof config, .threads = 5};
        CHECK_STATUS(SWEEP_OK, sweep_workspace_create(&options.workspace, &config));
        CHECK_STATUS(SWEEP_OK, sort_once(MANY, check_seed, &options));
        process_check_threads(before + 4, "with a workspace of 5 threads");
        sweep_workspace_destroy(options.workspace);
        process_check_threads(before, "after the workspace");
    }
}

/* ---- forks ---- */

/* A child that sorts with what it inherited, lets a child of its own do the same, and frees it. */
static void sort_as_grandchild(void *argument)
{
    CHECK_STATUS(SWEEP_OK, sort_once(MANY, check_seed + 2, argument));
}

static void sort_as_child(void *argument)
{
    const sweep_options *options = argument;
    for (size_t i = 0; i < 3; i++)
        CHECK_STATUS(SWEEP_OK, sort_once(MANY + i, check_seed + i, options));
    process_join(process_start(sort_as_grandchild, argument));
    CHECK_STATUS(SWEEP_OK, sort_once(MANY, check_seed, options));
    sweep_workspace_destroy(options->workspace);
}

static void test_fork_after_sort(void)
{
    for (size_t e = 0; e < CASE_ENGINES; e++)
        for (unsigned with = 0; with < 2; with++) {
            sweep_options options = sweep_default_options();
            sweep_workspace_config config = {.struct_size = sizeof config, .threads = 3};
            options.engine = case_engines[e];
            options.threads = 3;
            check_case("fork after a threaded sort: %s, %s workspace", case_engine_names[case_engines[e]],
                       with ? "inherited" : "no");
            if (with)
                CHECK_STATUS(SWEEP_OK, sweep_workspace_create(&options.workspace, &config));
            CHECK_STATUS(SWEEP_OK, sort_once(MANY, check_seed, &options));
            pid_t child = process_start(sort_as_child, &options);
            CHECK_STATUS(SWEEP_OK, sort_once(MANY, check_seed + 9, &options));
            process_join(child);
            CHECK_STATUS(SWEEP_OK, sort_once(MANY, check_seed, &options));
            sweep_workspace_destroy(options.workspace);
        }
}

/* The fork happens while a thread is inside: in the child nobody is. */
static void test_fork_inside(void)
{
    test_hooks hooks;
    check_case("fork while another thread is inside the workspace");
    sweep_options options = sweep_default_options();
    options.engine = SWEEP_ONESWEEP;
    options.workspace = hooked_workspace(&hooks);
    pthread_t thread = enter(&options);
    process_join(process_start(sort_as_child, &options));
    CHECK_STATUS(SWEEP_ERR_BUSY, sort_once(1000, check_seed, &options));
    sem_post(&leave);
    pthread_join(thread, NULL);
    CHECK_STATUS(SWEEP_OK, sort_once(1000, check_seed, &options));
    sweep_workspace_destroy(options.workspace);
    hooks_finish(&hooks);
}

typedef struct looping {
    sweep_options options;
    atomic_bool stop;
} looping;

static void *sort_until_stopped(void *argument)
{
    looping *loop = argument;
    for (size_t i = 0; !atomic_load(&loop->stop); i++)
        CHECK_STATUS(SWEEP_OK, sort_once(i % 3 == 0 ? MANY : 20000, check_seed + i, &loop->options));
    return NULL;
}

static void sort_in_child(void *argument)
{
    const looping *loop = argument;
    CHECK_STATUS(SWEEP_OK, sort_once(MANY, check_seed, &loop->options));
    sweep_workspace_destroy(loop->options.workspace);
}

/* Forks at any moment of sorts by a team: the child takes the workspace over. */
static void test_fork_any_time(void)
{
    for (size_t e = 0; e < CASE_ENGINES; e++) {
        looping loop = {.options = sweep_default_options()};
        sweep_workspace_config config = {.struct_size = sizeof config, .threads = 3};
        pthread_t thread;
        check_case("fork at any moment: %s", case_engine_names[case_engines[e]]);
        loop.options.engine = case_engines[e];
        CHECK_STATUS(SWEEP_OK, sweep_workspace_create(&loop.options.workspace, &config));
        CHECK(pthread_create(&thread, NULL, sort_until_stopped, &loop) == 0);
        for (unsigned i = 0; i < (check_long ? 100 : 8); i++) {
            usleep((useconds_t)(check_seed * 7 + i * 731) % 3000);
            process_join(process_start(sort_in_child, &loop));
        }
        atomic_store(&loop.stop, true);
        pthread_join(thread, NULL);
        sweep_workspace_destroy(loop.options.workspace);
    }
}

static void test_forks(void)
{
    if (TEST_UNDER_TSAN) {
        check_case("forks");
        check_skip("the race detector does not let a forked child start threads");
        return;
    }
    test_fork_after_sort();
    test_fork_inside();
    test_fork_any_time();
}

int main(int argc, char **argv)
{
    check_start("test_threads", argc, argv);
    sem_init(&inside, 0, 0);
    sem_init(&leave, 0, 0);
    test_forks();
    test_counts();
    test_at_once();
    test_busy();
    test_nothing_left();
    return check_finish();
}
