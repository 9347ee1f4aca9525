/*
 * The hooks of hooks.h. Memory is handed out aligned to exactly what was asked and no more, filled with rubbish, with
 * guard bytes on both sides.
 */
#include "hooks.h"

#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"

enum { GUARD = 64, GUARD_FILL = 0x3c, RUBBISH = 0xd7, CONCURRENT_THREADS = 4 };

void hooks_init(test_hooks *hooks)
{
    memset(hooks, 0, sizeof *hooks);
    pthread_mutex_init(&hooks->lock, NULL);
}

sweep_workspace_config hooks_config(test_hooks *hooks, unsigned threads)
{
    return (sweep_workspace_config){.struct_size = sizeof(sweep_workspace_config),
                                    .threads = threads,
                                    .allocate = hooks_allocate,
                                    .deallocate = hooks_deallocate,
                                    .user = hooks};
}

/* A new piece, recorded; with the lock held. NULL where the machine has no memory left. */
static void *add_piece(test_hooks *hooks, size_t size, size_t alignment)
{
    size_t front = alignment < GUARD ? GUARD : alignment;
    hooks_piece piece = {.size = size, .alignment = alignment};
    piece.whole = 2 * alignment + front + size + GUARD;
    piece.base = malloc(piece.whole);
    if (piece.base == NULL || hooks->live == HOOKS_PIECES) {
        free(piece.base);
        hooks->mistakes += hooks->live == HOOKS_PIECES;
        return NULL;
    }
    uintptr_t start = ((uintptr_t)piece.base + front + alignment - 1) / alignment * alignment;
    if (start % (2 * alignment) == 0)
        start += alignment; /* an odd multiple: aligned to no more than was asked */
    piece.start = (unsigned char *)start;
    memset(piece.base, GUARD_FILL, piece.whole);
    memset(piece.start, RUBBISH, size);
    hooks->pieces[hooks->live++] = piece;
    hooks->live_bytes += size;
    if (hooks->live_bytes > hooks->most_bytes)
        hooks->most_bytes = hooks->live_bytes;
    return piece.start;
}

void *hooks_allocate(size_t size, size_t alignment, void *user)
{
    test_hooks *hooks = user;
    void *memory = NULL;
    pthread_mutex_lock(&hooks->lock);
    hooks->calls++;
    if (alignment == 0 || (alignment & (alignment - 1)) != 0 || size == 0)
        hooks->mistakes++;
    else if (hooks->fail_at != 0 &&
             (hooks->calls == hooks->fail_at || (hooks->fail_from_there && hooks->calls > hooks->fail_at)))
        hooks->refused++;
    else
        memory = add_piece(hooks, size, alignment);
    pthread_mutex_unlock(&hooks->lock);
    return memory;
}

static bool guards_hold(const hooks_piece *piece)
{
    const unsigned char *end = piece->base + piece->whole;
    for (const unsigned char *byte = piece->base; byte < piece->start; byte++)
        if (*byte != GUARD_FILL)
            return false;
    for (const unsigned char *byte = piece->start + piece->size; byte < end; byte++)
        if (*byte != GUARD_FILL)
            return false;
    return true;
}

void hooks_deallocate(void *memory, size_t size, void *user)
{
    test_hooks *hooks = user;
    pthread_mutex_lock(&hooks->lock);
    size_t i = 0;
    while (i < hooks->live && hooks->pieces[i].start != memory)
        i++;
    if (i == hooks->live || hooks->pieces[i].size != size || !guards_hold(&hooks->pieces[i]))
        hooks->mistakes++;
    if (i < hooks->live) {
        hooks->live_bytes -= hooks->pieces[i].size;
        free(hooks->pieces[i].base);
        hooks->pieces[i] = hooks->pieces[--hooks->live];
    }
    pthread_mutex_unlock(&hooks->lock);
}

static void begin_run(test_hooks *hooks)
{
    pthread_mutex_lock(&hooks->lock);
    hooks->parallel_calls++;
    pthread_mutex_unlock(&hooks->lock);
    if (hooks->inside != NULL)
        hooks->inside(hooks);
}

void hooks_run_reversed(size_t tasks, void (*task)(size_t index, void *argument), void *argument, void *user)
{
    begin_run(user);
    for (size_t i = tasks; i-- > 0;)
        task(i, argument);
}

void hooks_run_mixed(size_t tasks, void (*task)(size_t index, void *argument), void *argument, void *user)
{
    begin_run(user);
    for (size_t i = 1; i < tasks; i += 2)
        task(i, argument);
    for (size_t i = (tasks + 1) / 2; i-- > 0;)
        task(2 * i, argument);
}

typedef struct shared_run {
    atomic_size_t next;
    size_t tasks;
    void (*task)(size_t index, void *argument);
    void *argument;
} shared_run;

static void *take_tasks(void *argument)
{
    shared_run *run = argument;
    for (size_t i = atomic_fetch_add(&run->next, 1); i < run->tasks; i = atomic_fetch_add(&run->next, 1))
        run->task(i, run->argument);
    return NULL;
}

void hooks_run_at_once(size_t tasks, void (*task)(size_t index, void *argument), void *argument, void *user)
{
    begin_run(user);
    shared_run run = {.tasks = tasks, .task = task, .argument = argument};
    pthread_t threads[CONCURRENT_THREADS];
    size_t started = 0;
    while (started < CONCURRENT_THREADS && started + 1 < tasks &&
           pthread_create(&threads[started], NULL, take_tasks, &run) == 0)
        started++;
    take_tasks(&run);
    while (started > 0)
        pthread_join(threads[--started], NULL);
}

void hooks_finish(test_hooks *hooks)
{
    CHECK_TEXT(hooks->live == 0, "%zu pieces (%zu bytes) were never given back", hooks->live, hooks->live_bytes);
    CHECK_TEXT(hooks->mistakes == 0, "%zu mistakes with the memory hooks (sizes, pointers, guards)", hooks->mistakes);
    for (size_t i = 0; i < hooks->live; i++)
        free(hooks->pieces[i].base);
    pthread_mutex_destroy(&hooks->lock);
}
