/*
 * A fixed team of threads that runs tasks. Made, run and ended by one caller at a time (the workspace sees to that).
 */
#ifndef SWEEP_THREADS_H
#define SWEEP_THREADS_H

#include <stddef.h>

typedef void sweep_task(size_t index, void *argument);

struct sweep_team;

/* Bytes that a team of `workers` threads besides the caller takes. */
size_t sweep_team_size(unsigned workers);

/* Makes a team in memory of sweep_team_size(workers) bytes and starts its threads, as many as the system grants.
   Also makes a team anew after a fork, when its threads are gone. */
void sweep_team_start(struct sweep_team *team, unsigned workers);

/* Runs task(0) .. task(tasks - 1), each once, on the team and the calling thread; returns when all are done. */
void sweep_team_run(struct sweep_team *team, size_t tasks, sweep_task *task, void *argument);

/* Ends the threads. The memory is the caller's to free. */
void sweep_team_stop(struct sweep_team *team);

#endif
