/*
 * How JavaScript sets up the team of an instance (threads.c).
 */
#ifndef SWEEP_JS_THREADS_H
#define SWEEP_JS_THREADS_H

/* How many workers are going to call team_work(). */
void team_set_helpers(unsigned count);

/* A worker's life: takes part in runs until team_end(). Called on a stack of the worker's own. */
void team_work(void);

/* Lets every worker return from team_work(). */
void team_end(void);

#endif
