/*
 * Calls of the C library that the sort makes, watched and made to fail: the linker's --wrap sends malloc, calloc,
 * realloc, posix_memalign, aligned_alloc, free, mmap, munmap, pthread_create and pthread_atfork of the library and the
 * test here. For test_allocation, which links with those wraps.
 */
#ifndef TESTS_INTERPOSE_H
#define TESTS_INTERPOSE_H

#include <stdbool.h>
#include <stddef.h>

typedef struct interposed {
    size_t memory_calls, memory_refused; /* allocations asked for and refused */
    size_t thread_calls, thread_refused;
    size_t pieces;        /* allocated and not freed */
    size_t mapped_bytes;  /* mapped and not unmapped */
    size_t foreign_frees; /* frees of what was not allocated while watched */
} interposed;

/* Begins to watch, from zero. Allocation `memory_at` (thread start `thread_at`) fails, counted from 1; 0: none. With
   `onwards` every later one fails too. */
void interpose_start(size_t memory_at, size_t thread_at, bool onwards);

/* The next so many calls of pthread_atfork fail, watched or not. */
void interpose_fail_atfork(unsigned calls);

/* Ends it and says what was seen. */
interposed interpose_stop(void);

#endif
