/*
 * Scratch memory and threads that calls can share: the inside of sweep_workspace.
 */
#ifndef SWEEP_WORKSPACE_H
#define SWEEP_WORKSPACE_H

#include "sweepsort.h"
#include "threads.h"

#include <stdatomic.h>
#include <stdbool.h>

enum { SWEEP_MOST_THREADS = 4096 };

struct sweep_workspace {
    atomic_long holder;      /* number of the process whose call is inside; 0: free */
    long team_process;       /* process in which the team's threads live */
    unsigned threads;        /* the caller's included; 1 or more */
    struct sweep_team *team; /* NULL with one thread or with the caller's parallel_for */
    void *scratch;
    size_t scratch_size;
    void *(*allocate)(size_t size, size_t alignment, void *user);
    void (*deallocate)(void *memory, size_t size, void *user);
    void (*parallel_for)(size_t tasks, sweep_task *task, void *argument, void *user);
    void *user;
};

/* A workspace for one call, in the caller's memory: the library's own allocator, `threads` threads (the caller's
   included) which start now. False: no memory. End it with sweep_workspace_close. */
bool sweep_workspace_open(struct sweep_workspace *workspace, unsigned threads);
void sweep_workspace_close(struct sweep_workspace *workspace);

/* Marks the workspace as used by this call; false if another call is inside. Makes the team anew in a forked child. */
bool sweep_workspace_enter(struct sweep_workspace *workspace);
void sweep_workspace_leave(struct sweep_workspace *workspace);

/* Makes the scratch at least `size` bytes, 64-byte aligned; what was in it is lost. False: no memory, and the scratch
   is as before. */
bool sweep_workspace_grow(struct sweep_workspace *workspace, size_t size);

/* Runs task(0) .. task(tasks - 1), each once, on the workspace's threads. Tasks may run one after another, in any
   order: a task never waits for a task that may not have started. */
void sweep_parallel_for(struct sweep_workspace *workspace, size_t tasks, sweep_task *task, void *argument);

/* The thread count that `asked` means (SWEEP_ALL_THREADS, upper limit). */
unsigned sweep_thread_count(unsigned asked);

#endif
