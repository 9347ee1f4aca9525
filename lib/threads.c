/*
 * A fixed team of threads.
 *
 * A run hands its tasks out by a ticket: every thread takes the next index until none is left, so it does not matter
 * how many threads the system granted. A worker waits for the next run by spinning briefly (a sort is a chain of short
 * runs), then sleeps. Workers block every signal: handlers run on the program's own threads.
 */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE /* signal masks */
#endif
#include "threads.h"

#include "machine.h"

#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

/* Looks at the run counter before a waiting thread goes to sleep: about 20 microseconds. */
enum { SPINS = 4000 };

struct sweep_team {
    pthread_mutex_t lock;
    pthread_cond_t run_begins, run_ends;
    atomic_uint runs;      /* counts runs; a change wakes the workers */
    atomic_uint working;   /* participants that have not finished the current run */
    unsigned participants; /* workers that take part in the current run: the first so many */
    bool stopping;
    bool spin; /* false where there are more threads than cores */
    sweep_task *task;
    void *argument;
    size_t tasks;
    atomic_size_t ticket;
    unsigned workers; /* threads that were started */
    struct worker {
        struct sweep_team *team;
        pthread_t thread;
        unsigned number;
    } worker[];
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
    struct worker *me = argument;
    struct sweep_team *team = me->team;
    unsigned seen = 0;

    for (;;) {
        for (int i = 0; team->spin && i < SPINS && atomic_load_explicit(&team->runs, memory_order_relaxed) == seen; i++)
            relax();
        pthread_mutex_lock(&team->lock);
        while (atomic_load_explicit(&team->runs, memory_order_relaxed) == seen)
            pthread_cond_wait(&team->run_begins, &team->lock);
        seen = atomic_load_explicit(&team->runs, memory_order_relaxed);
        bool stopping = team->stopping, takes_part = me->number < team->participants;
        pthread_mutex_unlock(&team->lock);

        if (stopping)
            return NULL;
        if (!takes_part)
            continue;
        take_tasks(team);
        if (atomic_fetch_sub_explicit(&team->working, 1, memory_order_acq_rel) == 1) {
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
    return sizeof(struct sweep_team) + workers * sizeof(struct worker);
}

void sweep_team_start(struct sweep_team *team, unsigned workers)
{
    sigset_t all, before;

    pthread_mutex_init(&team->lock, NULL);
    pthread_cond_init(&team->run_begins, NULL);
    pthread_cond_init(&team->run_ends, NULL);
    atomic_init(&team->runs, 0);
    atomic_init(&team->working, 0);
    atomic_init(&team->ticket, 0);
    team->participants = 0;
    team->stopping = false;
    team->spin = workers < sweep_machine_cores();
    team->tasks = 0;

    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    unsigned started = 0;
    while (started < workers) {
        struct worker *w = &team->worker[started];
        *w = (struct worker){.team = team, .number = started};
        if (pthread_create(&w->thread, NULL, work, w) != 0)
            break;
        started++;
    }
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    team->workers = started;
}

void sweep_team_run(struct sweep_team *team, size_t tasks, sweep_task *task, void *argument)
{
    unsigned participants = tasks - 1 < team->workers ? (unsigned)(tasks - 1) : team->workers;

    pthread_mutex_lock(&team->lock);
    team->task = task;
    team->argument = argument;
    team->tasks = tasks;
    team->participants = participants;
    atomic_store_explicit(&team->ticket, 0, memory_order_relaxed);
    atomic_store_explicit(&team->working, participants, memory_order_relaxed);
    announce(team);

    take_tasks(team);

    for (int i = 0; team->spin && i < SPINS && atomic_load_explicit(&team->working, memory_order_acquire) != 0; i++)
        relax();
    pthread_mutex_lock(&team->lock);
    while (atomic_load_explicit(&team->working, memory_order_acquire) != 0)
        pthread_cond_wait(&team->run_ends, &team->lock);
    pthread_mutex_unlock(&team->lock);
}

void sweep_team_stop(struct sweep_team *team)
{
    pthread_mutex_lock(&team->lock);
    team->stopping = true;
    announce(team);
    for (unsigned i = 0; i < team->workers; i++)
        pthread_join(team->worker[i].thread, NULL);
    pthread_cond_destroy(&team->run_ends);
    pthread_cond_destroy(&team->run_begins);
    pthread_mutex_destroy(&team->lock);
}
