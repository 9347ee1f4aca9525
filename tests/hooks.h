/*
 * The functions a workspace can be given, for tests: an allocator that counts, guards and can be made to fail, and
 * three ways to run tasks. `user` is a test_hooks. For any test; safe from several threads.
 */
#ifndef TESTS_HOOKS_H
#define TESTS_HOOKS_H

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>

#include "sweepsort.h"

enum { HOOKS_PIECES = 512 };

typedef struct hooks_piece {
    unsigned char *start; /* of the memory handed out */
    unsigned char *base;  /* of the memory behind it */
    size_t size, alignment, whole;
} hooks_piece;

typedef struct test_hooks {
    pthread_mutex_t lock;
    hooks_piece pieces[HOOKS_PIECES]; /* live ones, in no order */
    size_t live, live_bytes, most_bytes;
    size_t calls;          /* of allocate, so far */
    size_t fail_at;        /* this call of allocate returns NULL (counted from 1); 0: none does */
    bool fail_from_there;  /* and so does every one after it */
    size_t refused;        /* calls that were made to return NULL */
    size_t mistakes;       /* wrong size or pointer given back, guard overrun, alignment that is no power of two */
    size_t parallel_calls; /* of parallel_for */
    void (*inside)(struct test_hooks *hooks); /* called before the first task of a parallel_for, if not NULL */
    void *context;                            /* for `inside` */
} test_hooks;

void hooks_init(test_hooks *hooks);

/* A configuration whose memory is counted by these hooks and whose tasks run on the workspace's own team. */
sweep_workspace_config hooks_config(test_hooks *hooks, unsigned threads);

void *hooks_allocate(size_t size, size_t alignment, void *user);
void hooks_deallocate(void *memory, size_t size, void *user);

/* Every task once: the last one first, on the calling thread; or on some threads at once; or, drawn by a fixed rule, in
   a mixed order on the calling thread. */
void hooks_run_reversed(size_t tasks, void (*task)(size_t index, void *argument), void *argument, void *user);
void hooks_run_at_once(size_t tasks, void (*task)(size_t index, void *argument), void *argument, void *user);
void hooks_run_mixed(size_t tasks, void (*task)(size_t index, void *argument), void *argument, void *user);

/* Checks that nothing is left and that no mistake was seen. */
void hooks_finish(test_hooks *hooks);

#endif
