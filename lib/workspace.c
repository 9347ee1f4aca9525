/*
 * Workspaces: memory from the library's own allocator or the caller's, a team of threads or the caller's pool, and the
 * mark that one call is inside.
 *
 * The mark is the number of the call's process: one more in a child than in the process that forked it. A child that
 * inherits a workspace over fork() sees its parent's number there, knows that the call is not its own, and takes the
 * workspace over; the threads of the team did not come along and are started anew. (getpid() would serve as well, but
 * is a system call, and longer than sorting 16 keys.)
 */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE /* MAP_ANONYMOUS, madvise */
#endif
#include "workspace.h"
#include "options.h"

#include "cancel.h"
#include "machine.h"

#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

/* ---- the library's own memory ---- */

/* From this size on memory is mapped, on the boundaries of huge pages, and asks for them: touching cold scratch costs
   24 ns per 8-byte key on 4 KiB pages, 3 to 5 on huge ones. */
static const size_t HUGE_PAGE = (size_t)2 << 20;

static bool is_mapped(size_t size)
{
    return size >= HUGE_PAGE;
}

static void *own_allocate(size_t size, size_t alignment, void *user)
{
    (void)user;
    if (!is_mapped(size)) {
        void *memory = NULL;
        return posix_memalign(&memory, alignment, size) == 0 ? memory : NULL;
    }
    /* Map one huge page more than is needed, then give back what lies before and behind the aligned part. */
    size_t page = (size_t)sysconf(_SC_PAGESIZE);
    if (size > SIZE_MAX / 2)
        return NULL;
    size = (size + page - 1) / page * page;
    unsigned char *map = mmap(NULL, size + HUGE_PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (map == MAP_FAILED)
        return NULL;
    size_t before = (HUGE_PAGE - (uintptr_t)map % HUGE_PAGE) % HUGE_PAGE;
    if (before != 0)
        munmap(map, before);
    if (HUGE_PAGE - before != 0)
        munmap(map + before + size, HUGE_PAGE - before);
#ifdef MADV_HUGEPAGE
    madvise(map + before, size, MADV_HUGEPAGE);
#endif
    return map + before;
}

static void own_deallocate(void *memory, size_t size, void *user)
{
    (void)user;
    if (!is_mapped(size)) {
        free(memory);
        return;
    }
    size_t page = (size_t)sysconf(_SC_PAGESIZE);
    munmap(memory, (size + page - 1) / page * page);
}

/* ---- the workspace's memory: the library's own, which is no cancellation point, or the caller's hooks ---- */

static void *take(const struct sweep_workspace *w, size_t size)
{
    if (w->allocate == own_allocate)
        return own_allocate(size, 64, NULL);
    SWEEP_HOLD_CANCELLATION;
    return w->allocate(size, 64, w->user);
}

static void release(const struct sweep_workspace *w, void *memory, size_t size)
{
    if (memory == NULL)
        return;
    if (w->deallocate == own_deallocate) {
        own_deallocate(memory, size, NULL);
        return;
    }
    SWEEP_HOLD_CANCELLATION;
    w->deallocate(memory, size, w->user);
}

/* ---- the number of this process ---- */

static atomic_long process = 1;

static void count_fork(void)
{
    atomic_fetch_add_explicit(&process, 1, memory_order_relaxed);
}

/* Has forks counted from now on; false: no memory for that, and the next call tries again. Two threads at once may have
   each fork counted twice, which serves as well. */
static bool watch_forks(void)
{
    static atomic_bool watched;

    if (atomic_load_explicit(&watched, memory_order_acquire))
        return true;
    if (pthread_atfork(NULL, NULL, count_fork) != 0)
        return false;
    atomic_store_explicit(&watched, true, memory_order_release);
    return true;
}

static long this_process(void)
{
    return atomic_load_explicit(&process, memory_order_relaxed);
}

/* ---- making and ending ---- */

unsigned sweep_thread_count(unsigned asked)
{
    if (asked == SWEEP_ALL_THREADS)
        asked = sweep_machine_cores();
    return asked == 0 ? 1 : asked < SWEEP_MOST_THREADS ? asked : SWEEP_MOST_THREADS;
}

static bool start_team(struct sweep_workspace *w)
{
    if (w->threads == 1 || w->parallel_for != NULL)
        return true;
    w->team = take(w, sweep_team_size(w->threads - 1));
    if (w->team == NULL)
        return false;
    sweep_team_start(w->team, w->threads - 1);
    w->team_process = this_process();
    return true;
}

/* Ends the team and frees all but the struct itself. */
static void dismantle(struct sweep_workspace *w)
{
    if (w->team != NULL) {
        if (w->team_process == this_process())
            sweep_team_stop(w->team);
        release(w, w->team, sweep_team_size(w->threads - 1));
    }
    release(w, w->scratch, w->scratch_size);
}

bool sweep_workspace_open(struct sweep_workspace *w, unsigned threads)
{
    *w = (struct sweep_workspace){.threads = threads, .allocate = own_allocate, .deallocate = own_deallocate};
    return start_team(w);
}

void sweep_workspace_close(struct sweep_workspace *w)
{
    dismantle(w);
}

sweep_status sweep_workspace_create(sweep_workspace **workspace, const sweep_workspace_config *given)
{
    struct sweep_refusal refusal;
    sweep_workspace_config known, *config = &known;

    if (workspace == NULL)
        return SWEEP_ERR_ARGUMENT;
    *workspace = NULL;
    sweep_status status = sweep_struct_read(&refusal, SWEEP_INPUT_WORKSPACE_CONFIG, config, given);
    if (status != SWEEP_OK)
        return status;
    if (config->reserved != 0 || (config->allocate == NULL) != (config->deallocate == NULL))
        return SWEEP_ERR_ARGUMENT;
    if (config->threads > SWEEP_MOST_THREADS && config->threads != SWEEP_ALL_THREADS)
        return SWEEP_ERR_ARGUMENT;

    if (!watch_forks())
        return SWEEP_ERR_MEMORY;
    struct sweep_workspace made = {
        .threads = sweep_thread_count(config->threads),
        .allocate = config->allocate != NULL ? config->allocate : own_allocate,
        .deallocate = config->deallocate != NULL ? config->deallocate : own_deallocate,
        .parallel_for = config->parallel_for,
        .user = config->user,
    };
    struct sweep_workspace *w = take(&made, sizeof *w);
    if (w == NULL)
        return SWEEP_ERR_MEMORY;
    memcpy(w, &made, sizeof *w);
    if (!start_team(w)) {
        release(w, w, sizeof *w);
        return SWEEP_ERR_MEMORY;
    }
    *workspace = w;
    return SWEEP_OK;
}

void sweep_workspace_destroy(sweep_workspace *workspace)
{
    if (workspace == NULL)
        return;
    dismantle(workspace);
    release(workspace, workspace, sizeof *workspace);
}

/* ---- one call at a time ---- */

bool sweep_workspace_enter(struct sweep_workspace *w)
{
    long self = this_process(), holder = 0;

    while (
        !atomic_compare_exchange_strong_explicit(&w->holder, &holder, self, memory_order_acquire, memory_order_relaxed))
        if (holder == self)
            return false; /* else the mark came over a fork: take it over */
    if (w->team != NULL && w->team_process != self) {
        sweep_team_start(w->team, w->threads - 1);
        w->team_process = self;
    }
    return true;
}

void sweep_workspace_leave(struct sweep_workspace *w)
{
    atomic_store_explicit(&w->holder, 0, memory_order_release);
}

bool sweep_workspace_grow(struct sweep_workspace *w, size_t size)
{
    if (size <= w->scratch_size)
        return true;
    void *larger = take(w, size);
    if (larger == NULL)
        return false;
    void *smaller = w->scratch;
    size_t smaller_size = w->scratch_size;
    w->scratch = larger; /* first the new, then the end of the old: a fork between the two finds sound memory */
    w->scratch_size = size;
    release(w, smaller, smaller_size);
    return true;
}

void sweep_parallel_for(struct sweep_workspace *w, size_t tasks, sweep_task *task, void *argument)
{
    if (tasks > 1 && w->parallel_for != NULL) {
        SWEEP_HOLD_CANCELLATION;
        w->parallel_for(tasks, task, argument, w->user);
    } else if (tasks > 1 && w->team != NULL) {
        sweep_team_run(w->team, tasks, task, argument);
    } else {
        for (size_t i = 0; i < tasks; i++)
            task(i, argument);
    }
}
