/*
 * Dying, and memory: see trouble.h.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "trouble.h"

#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#define HUGE_PAGE ((size_t)2 << 20)

void die(const char *format, ...)
{
    fflush(stdout);
    fputs("bench_cpu: ", stderr);
    va_list arguments;
    va_start(arguments, format);
    vfprintf(stderr, format, arguments);
    va_end(arguments);
    fputc('\n', stderr);
    exit(2);
}

void *get_zeros(size_t count, size_t size)
{
    void *memory = calloc(count + (count == 0), size);
    if (memory == NULL) {
        die("not enough memory");
    }
    return memory;
}

void *get_more(void *memory, size_t count, size_t size)
{
    void *more = size == 0 || count <= SIZE_MAX / size ? realloc(memory, count * size) : NULL;
    if (more == NULL) {
        die("not enough memory");
    }
    return more;
}

static size_t whole_pages(size_t size)
{
    return (size + HUGE_PAGE - 1) / HUGE_PAGE * HUGE_PAGE;
}

/* A mapping begins at any page: one huge page more is mapped, and what lies round the aligned part given back. */
void *pages_get(size_t size)
{
    if (size == 0) {
        return NULL;
    }
    size = whole_pages(size);
    char *map = mmap(NULL, size + HUGE_PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (map == MAP_FAILED) {
        die("not enough memory: %zu MiB", size >> 20);
    }
    size_t before = (size_t)(-(uintptr_t)map & (HUGE_PAGE - 1)), after = HUGE_PAGE - before;
    if (before > 0) {
        munmap(map, before);
    }
    if (after > 0) {
        munmap(map + before + size, after);
    }
    map += before;
    madvise(map, size, MADV_HUGEPAGE);
    memset(map, 0, size);
    return map;
}

void pages_free(void *memory, size_t size)
{
    if (memory != NULL) {
        munmap(memory, whole_pages(size));
    }
}

size_t memory_available(void)
{
    FILE *file = fopen("/proc/meminfo", "r");
    char line[128];
    unsigned long long kib;
    size_t bytes = SIZE_MAX;
    while (file != NULL && fgets(line, sizeof line, file) != NULL) {
        if (sscanf(line, "MemAvailable: %llu kB", &kib) == 1) {
            bytes = (size_t)kib << 10;
        }
    }
    if (file != NULL) {
        fclose(file);
    }
    return bytes;
}
