/*
 * Cancellation of the calling thread: a call that has begun ends first. Afterwards its arrays are sorted, the workspace
 * is free, no thread and no memory is left, and only then does the thread end.
 */
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "case.h"
#include "check.h"
#include "hooks.h"
#include "patterns.h"
#include "processes.h"
#include "quota.h"
#include "random.h"

enum { MANY = 100000 };

/* ---- one call of a thread that was cancelled just before ---- */

typedef struct attempt {
    sweep_status (*call)(struct attempt *attempt);
    sweep_options options;
    sweep_workspace_config config; /* for calls that make a workspace */
    sweep_workspace *made;
    size_t n;
    uint32_t *keys;
    bool disabled; /* the thread has switched cancellation off */
    sweep_status status;
    bool ended, state_kept;
} attempt;

static void *cancelled(void *argument)
{
    attempt *a = argument;
    int state = PTHREAD_CANCEL_ENABLE, ignored;
    if (a->disabled)
        pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &ignored);
    pthread_cancel(pthread_self()); /* takes effect at the next cancellation point */
    a->status = a->call(a);
    a->ended = true;
    pthread_setcancelstate(PTHREAD_CANCEL_ENABLE, &state);
    a->state_kept = state == (a->disabled ? PTHREAD_CANCEL_DISABLE : PTHREAD_CANCEL_ENABLE);
    pthread_testcancel();
    return NULL;
}

/* The call ends with the status, then the thread ends as cancelled. */
static void check_attempt(attempt *a, sweep_status expected)
{
    pthread_t thread;
    void *result = NULL;
    a->ended = a->state_kept = false;
    CHECK(pthread_create(&thread, NULL, cancelled, a) == 0);
    pthread_join(thread, &result);
    CHECK_TEXT(a->ended, "the thread ended within the call");
    CHECK(!a->ended || (a->status == expected && a->state_kept && result == PTHREAD_CANCELED));
}

static sweep_status sort_keys(attempt *a)
{
    return sweep_sort(a->keys, a->n, SWEEP_U32, &a->options);
}

static sweep_status plan_keys(attempt *a)
{
    sweep_plan plan;
    return sweep_plan_sort(&plan, SWEEP_OPERATION_SORT, a->n, SWEEP_U32, 0, &a->options);
}

static sweep_status reserve_keys(attempt *a)
{
    return sweep_workspace_reserve(a->options.workspace, a->n, SWEEP_U32, 0, &a->options);
}

static sweep_status create_workspace(attempt *a)
{
    return sweep_workspace_create(&a->made, &a->config);
}

static sweep_status destroy_workspace(attempt *a)
{
    sweep_workspace_destroy(a->made);
    a->made = NULL;
    return SWEEP_OK;
}

static void check_sorted(const uint32_t *keys, size_t n)
{
    size_t first = 0;
    uint32_t *expected = malloc(n * sizeof *expected);
    pattern_fill(expected, n, SWEEP_U32, PATTERN_UNIFORM, check_seed);
    CHECK(sweep_sort_u32(expected, n) == SWEEP_OK);
    CHECK(sweep_is_sorted(expected, n, SWEEP_U32, &first, NULL) == SWEEP_OK && first == n);
    CHECK_SAME(expected, keys, n, sizeof *keys, "keys");
    free(expected);
}

/* Sorts in a cancelled thread, then, with the same options, in this one. */
static void check_sort(attempt *a)
{
    a->call = sort_keys;
    a->keys = malloc(a->n * sizeof *a->keys);
    pattern_fill(a->keys, a->n, SWEEP_U32, PATTERN_UNIFORM, check_seed);
    check_attempt(a, SWEEP_OK);
    check_sorted(a->keys, a->n);
    pattern_fill(a->keys, a->n, SWEEP_U32, PATTERN_UNIFORM, check_seed);
    CHECK_STATUS(SWEEP_OK, sort_keys(a));
    check_sorted(a->keys, a->n);
    free(a->keys);
}

/* ---- hooks that are cancellation points, as a program's would be that waits or writes ---- */

static void *allocate(size_t size, size_t alignment, void *user)
{
    pthread_testcancel();
    return hooks_allocate(size, alignment, user);
}

static void deallocate(void *memory, size_t size, void *user)
{
    pthread_testcancel();
    hooks_deallocate(memory, size, user);
}

static void parallel_for(size_t tasks, void (*task)(size_t index, void *argument), void *argument, void *user)
{
    pthread_testcancel();
    hooks_run_mixed(tasks, task, argument, user);
    pthread_testcancel();
}

typedef enum { WITHOUT, TEAM, MEMORY, POOL, WAYS } way;
static const char *const way_names[] = {"no workspace", "a team", "a team and the caller's memory",
                                        "the caller's memory and threads"};

static sweep_workspace_config config_of(way how, unsigned threads, test_hooks *hooks)
{
    sweep_workspace_config config = {.struct_size = sizeof config, .threads = threads, .user = hooks};
    if (how == MEMORY || how == POOL) {
        config.allocate = allocate;
        config.deallocate = deallocate;
    }
    if (how == POOL)
        config.parallel_for = parallel_for;
    return config;
}

static void test_sorts(void)
{
    static const size_t sizes[] = {20, 3000, MANY};
    size_t before = process_threads();
    for (size_t e = 0; e < CASE_ENGINES; e++)
        for (way how = WITHOUT; how < WAYS; how++)
            for (unsigned threads = 1; threads <= 3; threads += 2)
                for (size_t s = 0; s < COUNT(sizes); s++) {
                    attempt a = {.options = sweep_default_options(), .n = sizes[s], .disabled = (e + s) % 4 == 3};
                    test_hooks hooks;
                    hooks_init(&hooks);
                    sweep_workspace_config config = config_of(how, threads, &hooks);
                    a.options.engine = case_engines[e];
                    a.options.threads = threads;
                    check_case("cancelled before a sort: %s, n=%zu, %u threads, %s", case_engine_names[case_engines[e]],
                               a.n, threads, way_names[how]);
                    if (how != WITHOUT)
                        CHECK_STATUS(SWEEP_OK, sweep_workspace_create(&a.options.workspace, &config));
                    check_sort(&a);
                    sweep_workspace_destroy(a.options.workspace);
                    hooks_finish(&hooks);
                }
    if (before != 0)
        process_check_threads(before, "after sorts of cancelled threads");
}

/* The other calls: workspaces made, reserved and ended; plans. */
static void test_others(void)
{
    size_t before = process_threads();
    for (way how = TEAM; how < WAYS; how++) {
        test_hooks hooks;
        hooks_init(&hooks);
        attempt a = {.options = sweep_default_options(), .n = MANY, .config = config_of(how, 3, &hooks)};
        check_case("cancelled before a workspace is made, reserved and ended: %s", way_names[how]);
        a.call = create_workspace;
        check_attempt(&a, SWEEP_OK);
        CHECK(a.made != NULL);
        a.call = reserve_keys;
        a.options.workspace = a.made;
        check_attempt(&a, SWEEP_OK);
        check_sort(&a);
        a.call = destroy_workspace;
        check_attempt(&a, SWEEP_OK);
        hooks_finish(&hooks);
    }
    if (before != 0)
        process_check_threads(before, "after workspaces of cancelled threads");
}

/* The files that say how many cores there are, read at every call. */
static void test_quota(void)
{
    static const char *const names[] = {"/proc/self/cgroup", "/proc/self/mountinfo"};
    char root[] = "cancel-XXXXXX", path[100];
    check_case("cancelled while files are read");
    if (mkdtemp(root) == NULL) {
        check_skip("no folder can be made here");
        return;
    }
    static const char *const folders[] = {"/proc", "/proc/self"};
    for (size_t i = 0; i < 2; i++) {
        snprintf(path, sizeof path, "%s%s", root, folders[i]);
        CHECK(mkdir(path, 0700) == 0);
    }
    for (size_t i = 0; i < 2; i++) {
        snprintf(path, sizeof path, "%s%s", root, names[i]);
        FILE *file = fopen(path, "w");
        CHECK(file != NULL && fputs(i == 0 ? "0::/\n" : "1 1 0:1 / /none rw - cgroup2 cgroup2 rw\n", file) >= 0);
        CHECK(file != NULL && fclose(file) == 0);
    }
    sweep_quota_root = root;
    attempt a = {.call = plan_keys, .options = sweep_default_options(), .n = MANY};
    a.options.threads = SWEEP_ALL_THREADS;
    check_attempt(&a, SWEEP_OK);
    check_sort(&a);
    sweep_quota_root = "";
    for (size_t i = 2; i-- > 0;) {
        snprintf(path, sizeof path, "%s%s", root, names[i]);
        unlink(path);
    }
    for (size_t i = 2; i-- > 0;) {
        snprintf(path, sizeof path, "%s%s", root, folders[i]);
        rmdir(path);
    }
    rmdir(root);
}

/* ---- at any moment ---- */

typedef struct loop {
    sweep_options options;
    uint32_t *keys;
    atomic_size_t begun, ended, wrong;
} loop;

static void *sort_until_cancelled(void *argument)
{
    loop *l = argument;
    for (size_t i = 0;; i++) {
        pattern_fill(l->keys, MANY, SWEEP_U32, PATTERN_UNIFORM, check_seed);
        pthread_testcancel();
        atomic_fetch_add(&l->begun, 1);
        sweep_status status = sweep_sort(l->keys, i % 3 == 0 ? MANY : 3000, SWEEP_U32, &l->options);
        atomic_fetch_add(&l->wrong, status != SWEEP_OK);
        atomic_fetch_add(&l->ended, 1);
    }
    return NULL;
}

static void test_any_moment(void)
{
    random_stream stream = {check_seed};
    size_t before = process_threads();
    for (way how = WITHOUT; how < WAYS; how++) {
        test_hooks hooks;
        hooks_init(&hooks);
        sweep_workspace_config config = config_of(how, 3, &hooks);
        loop l = {.options = sweep_default_options(), .keys = malloc(MANY * sizeof(uint32_t))};
        l.options.threads = 3;
        if (how != WITHOUT)
            CHECK_STATUS(SWEEP_OK, sweep_workspace_create(&l.options.workspace, &config));
        for (unsigned i = 0; i < (check_long ? 1000 : 40); i++) {
            pthread_t thread;
            void *result = NULL;
            check_case("cancelled at any moment, time %u: %s", i, way_names[how]);
            l.options.engine = case_engines[i % CASE_ENGINES];
            CHECK(pthread_create(&thread, NULL, sort_until_cancelled, &l) == 0);
            usleep((useconds_t)random_below(&stream, 4000));
            pthread_cancel(thread);
            pthread_join(thread, &result);
            CHECK(result == PTHREAD_CANCELED);
            CHECK_TEXT(atomic_load(&l.begun) == atomic_load(&l.ended), "the thread ended within a call");
            CHECK(atomic_load(&l.wrong) == 0);
            CHECK_STATUS(SWEEP_OK, sweep_sort(l.keys, MANY, SWEEP_U32, &l.options));
        }
        sweep_workspace_destroy(l.options.workspace);
        hooks_finish(&hooks);
        free(l.keys);
    }
    if (before != 0)
        process_check_threads(before, "after threads that were cancelled");
}

int main(int argc, char **argv)
{
    check_start("test_cancel", argc, argv);
    /* a first team: the race detector starts a thread of its own with it, and that one stays */
    uint32_t keys[2] = {2, 1};
    CHECK_STATUS(SWEEP_OK, sweep_sort(keys, 2, SWEEP_U32, SWEEP_OPTIONS(.threads = 2, .engine = SWEEP_LSD)));
    test_sorts();
    test_others();
    test_quota();
    test_any_moment();
    return check_finish();
}
