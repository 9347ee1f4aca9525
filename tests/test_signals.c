/*
 * Signals: workers block all but the faults of what they do themselves, so a program's handler that mends a fault
 * serves on a worker too (a write barrier, a mapped file cut short); the caller's mask is as it was after every call
 * that starts threads.
 */
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "check.h"
#include "patterns.h"
#include "processes.h"
#include "reference.h"
#include "workspace.h"

enum { THREADS = 3, MANY = 400000, TRIES = 100 };

static const int faults[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGSYS};

static bool is_fault(int signal)
{
    for (size_t i = 0; i < COUNT(faults); i++)
        if (faults[i] == signal)
            return true;
    return false;
}

/* ---- every thread of a team at the same time ---- */

/* A run of THREADS tasks that wait for each other, so that each has a thread of its own. */
typedef struct meeting {
    atomic_uint here;
    pthread_t caller;
    void (*work)(struct meeting *meeting, size_t index);
    sigset_t masks[THREADS]; /* of the threads that came; of the caller, too */
    bool is_caller[THREADS];
    unsigned char *pages;
    size_t page;
} meeting;

static void come(size_t index, void *argument)
{
    meeting *m = argument;
    m->is_caller[index] = pthread_equal(pthread_self(), m->caller);
    atomic_fetch_add(&m->here, 1);
    while (atomic_load(&m->here) < THREADS)
        sched_yield();
    m->work(m, index);
}

static void meet(meeting *m)
{
    struct sweep_workspace workspace;
    m->caller = pthread_self();
    CHECK(sweep_workspace_open(&workspace, THREADS));
    sweep_parallel_for(&workspace, THREADS, come, m);
    sweep_workspace_close(&workspace);
}

/* ---- masks ---- */

static void note_mask(meeting *m, size_t index)
{
    pthread_sigmask(SIG_BLOCK, NULL, &m->masks[index]);
}

static void test_workers_masks(const char *what, const sigset_t *callers)
{
    meeting m = {.work = note_mask};
    sigset_t before;
    check_case("what workers block, if the caller blocks %s", what);
    pthread_sigmask(SIG_SETMASK, callers, &before);
    meet(&m);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    size_t workers = 0;
    sigset_t every; /* without those that the C library keeps for itself */
    sigfillset(&every);
    for (size_t i = 0; i < THREADS; i++)
        for (int signal = 1; signal <= SIGRTMAX && !m.is_caller[i]; signal++) {
            workers += signal == 1;
            if (signal != SIGKILL && signal != SIGSTOP && sigismember(&every, signal) == 1)
                CHECK_TEXT(sigismember(&m.masks[i], signal) == !is_fault(signal), "signal %d is %s on a worker", signal,
                           is_fault(signal) ? "blocked" : "open");
        }
    CHECK(workers == THREADS - 1);
}

static void check_mask(const sigset_t *expected, const char *when)
{
    sigset_t now;
    pthread_sigmask(SIG_BLOCK, NULL, &now);
    for (int signal = 1; signal <= SIGRTMAX; signal++)
        if (signal != SIGKILL && signal != SIGSTOP)
            CHECK_TEXT(sigismember(&now, signal) == sigismember(expected, signal), "signal %d changed %s", signal,
                       when);
}

static uint32_t keys[MANY];

static sweep_status sort_many(const sweep_options *options)
{
    pattern_fill(keys, MANY, SWEEP_U32, PATTERN_UNIFORM, check_seed);
    return sweep_sort(keys, MANY, SWEEP_U32, options);
}

static void sort_after_fork(void *argument)
{
    sweep_options options = sweep_default_options();
    sigset_t mask;
    options.workspace = argument;
    pthread_sigmask(SIG_BLOCK, NULL, &mask);
    CHECK_STATUS(SWEEP_OK, sort_many(&options)); /* the team starts anew */
    check_mask(&mask, "in a forked child");
}

static void test_callers_mask(const char *what, const sigset_t *callers)
{
    sweep_workspace_config config = {.struct_size = sizeof config, .threads = THREADS};
    sweep_options options = sweep_default_options();
    sigset_t before;
    check_case("the mask of a caller who blocks %s", what);
    pthread_sigmask(SIG_SETMASK, callers, &before);
    options.threads = THREADS;
    CHECK_STATUS(SWEEP_OK, sort_many(&options));
    check_mask(callers, "in a sort with threads");
    CHECK_STATUS(SWEEP_OK, sweep_workspace_create(&options.workspace, &config));
    check_mask(callers, "as a team was started");
    CHECK_STATUS(SWEEP_OK, sort_many(&options));
    check_mask(callers, "in a sort by a team");
    if (!TEST_UNDER_TSAN)
        process_apart(sort_after_fork, options.workspace);
    sweep_workspace_destroy(options.workspace);
    check_mask(callers, "as a team was ended");
    pthread_sigmask(SIG_SETMASK, &before, NULL);
}

/* ---- faults that a handler mends ---- */

static pthread_t caller;
static atomic_size_t mended, mended_on_workers;
static size_t page;

static void *page_of(const siginfo_t *info)
{
    return (void *)((uintptr_t)info->si_addr / page * page);
}

static void count_mended(void)
{
    atomic_fetch_add(&mended, 1);
    if (!pthread_equal(pthread_self(), caller))
        atomic_fetch_add(&mended_on_workers, 1);
}

/* A write barrier: the page is written to from now on. */
static void unprotect(int signal, siginfo_t *info, void *context)
{
    (void)context;
    if (mprotect(page_of(info), page, PROT_READ | PROT_WRITE) != 0)
        _exit(100 + signal);
    count_mended();
}

/* A page that its file has no more: zeros in its place. */
static void map_zeros(int signal, siginfo_t *info, void *context)
{
    (void)context;
    if (mmap(page_of(info), page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0) == MAP_FAILED)
        _exit(100 + signal);
    count_mended();
}

static void handle(int signal, void (*handler)(int, siginfo_t *, void *), struct sigaction *before)
{
    struct sigaction action = {.sa_sigaction = handler, .sa_flags = SA_SIGINFO};
    sigemptyset(&action.sa_mask);
    CHECK(sigaction(signal, &action, before) == 0);
    caller = pthread_self();
    atomic_store(&mended, 0);
    atomic_store(&mended_on_workers, 0);
}

static void touch_page(meeting *m, size_t index)
{
    ((volatile unsigned char *)m->pages)[index * m->page] = 1;
}

/* Fresh pages that cannot be written to. */
static void *protected_pages(size_t bytes)
{
    void *pages = mmap(NULL, bytes, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    CHECK(pages != MAP_FAILED);
    return pages;
}

/* Pages of a file that has none left. */
static void *lost_pages(size_t bytes)
{
    char name[] = "cut-short-XXXXXX";
    int file = mkstemp(name);
    CHECK(file >= 0 && unlink(name) == 0 && ftruncate(file, (off_t)bytes) == 0);
    void *pages = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    CHECK(pages != MAP_FAILED && ftruncate(file, 0) == 0);
    close(file);
    return pages;
}

/* For sure: every thread of a team faults, each on a page of its own. */
static void fault_on_every_thread(int signal, void (*handler)(int, siginfo_t *, void *), void *pages)
{
    meeting m = {.work = touch_page, .pages = pages, .page = page};
    struct sigaction before;
    handle(signal, handler, &before);
    meet(&m);
    CHECK(atomic_load(&mended) == THREADS && atomic_load(&mended_on_workers) == THREADS - 1);
    CHECK(sigaction(signal, &before, NULL) == 0);
    munmap(pages, THREADS * page);
}

static void fault_on_protected(void *unused)
{
    (void)unused;
    fault_on_every_thread(SIGSEGV, unprotect, protected_pages(THREADS * page));
}

static void fault_on_lost(void *unused)
{
    (void)unused;
    fault_on_every_thread(SIGBUS, map_zeros, lost_pages(THREADS * page));
}

/* Sorts, until a worker has faulted in a sort (which thread does what is the system's choice). */
static void sort_behind_a_barrier(void *unused)
{
    (void)unused;
    uint32_t *expected = malloc(MANY * sizeof *expected), *array = protected_pages(MANY * sizeof *array);
    struct sigaction before;
    sweep_options options = sweep_default_options();
    options.threads = THREADS;
    pattern_fill(expected, MANY, SWEEP_U32, PATTERN_UNIFORM, check_seed);
    CHECK_STATUS(SWEEP_OK, sweep_sort_u32(expected, MANY));
    handle(SIGSEGV, unprotect, &before);
    for (int i = 0; i < TRIES && atomic_load(&mended_on_workers) == 0; i++) {
        CHECK(mprotect(array, MANY * sizeof *array, PROT_READ | PROT_WRITE) == 0);
        pattern_fill(array, MANY, SWEEP_U32, PATTERN_UNIFORM, check_seed);
        CHECK(mprotect(array, MANY * sizeof *array, PROT_READ) == 0);
        CHECK_STATUS(SWEEP_OK, sweep_sort(array, MANY, SWEEP_U32, &options));
        CHECK_SAME(expected, array, MANY, sizeof *array, "keys behind a write barrier");
        CHECK(atomic_load(&mended) > 0);
    }
    CHECK(sigaction(SIGSEGV, &before, NULL) == 0);
    munmap(array, MANY * sizeof *array);
    free(expected);
}

/* The keys have become zeros, so the indices stay as they are. */
static void sort_lost_keys(void *unused)
{
    (void)unused;
    uint32_t *indices = malloc(MANY * sizeof *indices);
    struct sigaction before;
    sweep_options options = sweep_default_options();
    options.threads = THREADS;
    handle(SIGBUS, map_zeros, &before);
    for (int i = 0; i < TRIES && atomic_load(&mended_on_workers) == 0; i++) {
        uint32_t *array = lost_pages(MANY * sizeof *array);
        CHECK_STATUS(SWEEP_OK, sweep_argsort(array, indices, MANY, SWEEP_U32, sizeof *indices, &options));
        size_t wrong = 0;
        for (size_t k = 0; k < MANY; k++)
            wrong += indices[k] != k;
        CHECK_TEXT(wrong == 0, "%zu indices are wrong", wrong);
        CHECK(atomic_load(&mended) > 0);
        munmap(array, MANY * sizeof *array);
    }
    CHECK(sigaction(SIGBUS, &before, NULL) == 0);
    free(indices);
}

int main(int argc, char **argv)
{
    sigset_t none, one, every;
    check_start("test_signals", argc, argv);
    page = (size_t)sysconf(_SC_PAGESIZE);
    sigemptyset(&none);
    sigemptyset(&one);
    sigaddset(&one, SIGUSR1);
    sigfillset(&every);
    test_workers_masks("nothing", &none);
    test_workers_masks("every signal", &every);
    test_callers_mask("nothing", &none);
    test_callers_mask("one signal", &one);
    test_callers_mask("every signal", &every);
    check_case("a write barrier, on every thread of a team");
    process_apart(fault_on_protected, NULL);
    check_case("a file cut short, on every thread of a team");
    process_apart(fault_on_lost, NULL);
    check_case("a sort behind a write barrier");
    process_apart(sort_behind_a_barrier, NULL);
    check_case("a sort of a mapped file cut short");
    process_apart(sort_lost_keys, NULL);
    return check_finish();
}
