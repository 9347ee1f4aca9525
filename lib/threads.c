/*
 * A fixed team of threads.
 *
 * A run hands its tasks out by a ticket: every thread takes the next index until none is left, so it does not matter
 * how many threads the system granted. A worker joins the run, under the lock, when it wakes and finds tickets left;
 * the caller, once there are none, waits for those that joined, not for workers that a busy machine has not woken yet.
 * A worker waits for the next run by spinning briefly (a sort is a chain of short runs), then sleeps.
 */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE /* signal masks */
#endif
#include "threads.h"

#include "cancel.h"
#include "machine.h"
#include "signals.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

/* Looks at the run counter before a waiting thread goes to sleep: about 20 microseconds. */
enum { SPINS = 4000 };

struct sweep_team {
    pthread_mutex_t lock;
    pthread_cond_t run_begins, run_ends;
    atomic_uint runs;   /* counts runs; a change wakes the workers */
    atomic_uint inside; /* workers that joined the current run and have not left it */
    bool stopping;
    bool spin; /* false where there are more threads than cores */
    sweep_task *task;
    void *argument;
    size_t tasks;
    atomic_size_t ticket;
    unsigned workers; /* threads that were started */
    pthread_t worker[];
};

static void relax(void)
{
#if defined __x86_64__ || defined __i386__
    __builtin_ia32_pause();
#elif defined __aarch64__
    __asm__ volatile("yield");
#endif
}

static void take_tasks(struct sweep_team *team)
{
    for (;;) {
        size_t index = atomic_fetch_add_explicit(&team->ticket, 1, memory_order_relaxed);
        if (index >= team->tasks)
            return;
        team->task(index, team->argument);
    }
}

static void *work(void *argument)
{
    struct sweep_team *team = argument;
    unsigned seen = 0;

    for (;;) {
        for (int i = 0; team->spin && i < SPINS && atomic_load_explicit(&team->runs, memory_order_relaxed) == seen; i++)
            relax();
        pthread_mutex_lock(&team->lock);
        while (atomic_load_explicit(&team->runs, memory_order_relaxed) == seen)
            pthread_cond_wait(&team->run_begins, &team->lock);
        seen = atomic_load_explicit(&team->runs, memory_order_relaxed);
        bool stopping = team->stopping;
        bool joins = atomic_load_explicit(&team->ticket, memory_order_relaxed) < team->tasks;
        if (joins)
            atomic_fetch_add_explicit(&team->inside, 1, memory_order_relaxed);
        pthread_mutex_unlock(&team->lock);

        if (stopping)
            return NULL;
        if (!joins)
            continue;
        take_tasks(team);
        if (atomic_fetch_sub_explicit(&team->inside, 1, memory_order_acq_rel) == 1) {
            pthread_mutex_lock(&team->lock);
            pthread_cond_signal(&team->run_ends);
            pthread_mutex_unlock(&team->lock);
        }
    }
}

/* Tells the workers that a run begins (or that the team stops). */
static void announce(struct sweep_team *team)
{
    atomic_fetch_add_explicit(&team->runs, 1, memory_order_relaxed);
    pthread_cond_broadcast(&team->run_begins);
    pthread_mutex_unlock(&team->lock);
}

size_t sweep_team_size(unsigned workers)
{
    return sizeof(struct sweep_team) + workers * sizeof(pthread_t);
}

void sweep_team_start(struct sweep_team *team, unsigned workers)
{
    SWEEP_HOLD_CANCELLATION;
    sigset_t blocked, before;

    pthread_mutex_init(&team->lock, NULL);
    pthread_cond_init(&team->run_begins, NULL);
    pthread_cond_init(&team->run_ends, NULL);
    atomic_init(&team->runs, 0);
    atomic_init(&team->inside, 0);
    atomic_init(&team->ticket, 0);
    team->stopping = false;
    team->spin = workers < sweep_machine_cores();
    team->tasks = 0;

    sweep_signals_of_worker(&blocked);
    pthread_sigmask(SIG_SETMASK, &blocked, &before); /* threads inherit it */
    unsigned started = 0;
    while (started < workers && pthread_create(&team->worker[started], NULL, work, team) == 0)
        started++;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    team->workers = started;
}

void sweep_team_run(struct sweep_team *team, size_t tasks, sweep_task *task, void *argument)
{
    SWEEP_HOLD_CANCELLATION;

    pthread_mutex_lock(&team->lock);
    team->task = task;
    team->argument = argument;
    team->tasks = tasks;
    atomic_store_explicit(&team->ticket, 0, memory_order_relaxed);
    announce(team);

    take_tasks(team);

    /* under the lock at last: from there on a worker that wakes sees that no ticket is left */
    for (int i = 0; team->spin && i < SPINS && atomic_load_explicit(&team->inside, memory_order_acquire) != 0; i++)
        relax();
    pthread_mutex_lock(&team->lock);
    while (atomic_load_explicit(&team->inside, memory_order_acquire) != 0)
        pthread_cond_wait(&team->run_ends, &team->lock);
    pthread_mutex_unlock(&team->lock);
}

void sweep_team_stop(struct sweep_team *team)
{
    SWEEP_HOLD_CANCELLATION;

    pthread_mutex_lock(&team->lock);
    team->stopping = true;
    announce(team);
    for (unsigned i = 0; i < team->workers; i++)
        pthread_join(team->worker[i], NULL);
    pthread_cond_destroy(&team->run_ends);
    pthread_cond_destroy(&team->run_begins);
    pthread_mutex_destroy(&team->lock);
}
