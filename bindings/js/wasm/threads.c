/*
 * The team of threads (lib/threads.h) in JavaScript: the workers of an instance, which run the same module on the same
 * memory and stay as long as the instance does. Without workers, whose memory need not be shared, a team is the caller
 * alone.
 *
 * A run is open while its tasks are handed out. A worker enters, takes tasks by ticket if the run is open, and
 * leaves; the caller takes tasks too, closes the run, and waits until nobody is inside. So a worker that comes late,
 * or never, costs nothing but its help: it finds the run closed. The caller may not sleep (a page's main thread must
 * not), so it spins.
 */
#include "threads.h"

#include "machine.h"
#include "threads_js.h"

#include <stdatomic.h>
#include <stdint.h>

/* Looks at the counter of runs before a waiting worker sleeps. */
enum { SPINS = 2000 };

static unsigned helpers; /* workers that work() */

static struct {
    sweep_task *task;
    void *argument;
    size_t tasks;
    atomic_size_t ticket;
    atomic_uint open;   /* 1: the fields above are a run's, and tasks may be left */
    atomic_uint inside; /* workers that may be reading them */
    atomic_uint runs;   /* counts runs; workers wait for a change */
    atomic_uint ended;
} run;

static void take_tasks(void)
{
    for (;;) {
        size_t index = atomic_fetch_add(&run.ticket, 1);
        if (index >= run.tasks)
            return;
        run.task(index, run.argument);
    }
}

void team_work(void)
{
    for (unsigned seen = 0;;) {
        for (int i = 0; i < SPINS && atomic_load(&run.runs) == seen; i++)
            ;
        while (atomic_load(&run.runs) == seen)
            __builtin_wasm_memory_atomic_wait32((int *)(void *)&run.runs, (int)seen, -1);
        seen = atomic_load(&run.runs);
        if (atomic_load(&run.ended))
            return;
        atomic_fetch_add(&run.inside, 1);
        if (atomic_load(&run.open))
            take_tasks();
        atomic_fetch_sub(&run.inside, 1);
    }
}

static void wake_workers(void)
{
    atomic_fetch_add(&run.runs, 1);
    __builtin_wasm_memory_atomic_notify((int *)(void *)&run.runs, helpers);
}

void sweep_team_run(struct sweep_team *team, size_t tasks, sweep_task *task, void *argument)
{
    (void)team;
    if (helpers == 0) {
        for (size_t i = 0; i < tasks; i++)
            task(i, argument);
        return;
    }
    run.task = task;
    run.argument = argument;
    run.tasks = tasks;
    atomic_store(&run.ticket, 0);
    atomic_store(&run.open, 1);
    wake_workers();
    take_tasks();
    atomic_store(&run.open, 0);
    while (atomic_load(&run.inside) != 0)
        ;
}

void team_end(void)
{
    atomic_store(&run.ended, 1);
    wake_workers();
}

void team_set_helpers(unsigned count)
{
    helpers = count;
}

unsigned sweep_machine_cores(void)
{
    return helpers + 1;
}

/* The workers belong to the instance: the team of a workspace is only their name. */
size_t sweep_team_size(unsigned workers)
{
    (void)workers;
    return 1;
}

void sweep_team_start(struct sweep_team *team, unsigned workers)
{
    (void)team;
    (void)workers;
}

void sweep_team_stop(struct sweep_team *team)
{
    (void)team;
}
