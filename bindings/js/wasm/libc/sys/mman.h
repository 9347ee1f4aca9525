/* No memory is mapped in WebAssembly: every mmap() fails, and the library is never left to call it. */
#ifndef SWEEP_JS_MMAN_H
#define SWEEP_JS_MMAN_H

#include <stddef.h>

enum { PROT_READ = 1, PROT_WRITE = 2, MAP_PRIVATE = 2, MAP_ANONYMOUS = 32 };
#define MAP_FAILED ((void *)-1)

static inline void *mmap(void *at, size_t size, int protection, int flags, int file, long offset)
{
    (void)at;
    (void)size;
    (void)protection;
    (void)flags;
    (void)file;
    (void)offset;
    return MAP_FAILED;
}

static inline int munmap(void *memory, size_t size)
{
    (void)memory;
    (void)size;
    return 0;
}

#endif
