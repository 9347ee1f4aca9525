/*
 * Memory that grows without being copied; see memory.h.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE /* mremap */
#endif
#include "memory.h"

#include <stdint.h>
#include <string.h>
#include <sys/mman.h>

#define HUGE_PAGE ((size_t)2 << 20)

/* Maps `size` bytes (a multiple of the huge page) that start at a multiple of the huge page. */
static unsigned char *map_aligned(size_t size)
{
    unsigned char *all =
        mmap(NULL, size + HUGE_PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (all == MAP_FAILED)
        return NULL;
    size_t before = (HUGE_PAGE - (uintptr_t)all % HUGE_PAGE) % HUGE_PAGE;
    if (before)
        munmap(all, before);
    munmap(all + before + size, HUGE_PAGE - before);
#ifdef MADV_HUGEPAGE
    if (size > HUGE_PAGE) /* a huge page for a few keys would take longer to clear than to use */
        madvise(all + before, size, MADV_HUGEPAGE);
#endif
    return all + before;
}

bool memory_reserve(struct memory *memory, size_t capacity)
{
    if (capacity <= memory->capacity)
        return true;
    if (capacity > SIZE_MAX / 2)
        return false;
    size_t size = (capacity + HUGE_PAGE - 1) / HUGE_PAGE * HUGE_PAGE;
    unsigned char *bytes = map_aligned(size);
    if (!bytes)
        return false;
    if (memory->bytes) {
#ifdef MREMAP_FIXED
        if (mremap(memory->bytes, memory->capacity, size, MREMAP_MAYMOVE | MREMAP_FIXED, bytes) == MAP_FAILED) {
            munmap(bytes, size);
            return false;
        }
#else
        memcpy(bytes, memory->bytes, memory->capacity);
        munmap(memory->bytes, memory->capacity);
#endif
    }
    memory->bytes = bytes;
    memory->capacity = size;
    return true;
}

bool memory_grow(struct memory *memory, size_t size)
{
    if (size <= memory->capacity)
        return true;
    size_t generous = memory->capacity + memory->capacity / 2;
    return memory_reserve(memory, generous > size ? generous : size) || memory_reserve(memory, size);
}

void memory_free(struct memory *memory)
{
    if (memory->bytes)
        munmap(memory->bytes, memory->capacity);
    *memory = (struct memory){NULL, 0};
}
