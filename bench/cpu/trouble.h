/*
 * What the benchmark says when it cannot go on, and memory that is there or ends the program.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef SWEEPSORT_BENCH_TROUBLE_H
#define SWEEPSORT_BENCH_TROUBLE_H

#include <stddef.h>

/* Prints "bench_cpu: ..." and ends the program with status 2. */
_Noreturn void die(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* calloc, realloc that never return NULL. */
void *get_zeros(size_t count, size_t size);
void *get_more(void *memory, size_t count, size_t size);

/* Large arrays: whole pages, huge ones where the system has them (madvise), touched. size 0 gives NULL. */
void *pages_get(size_t size);
void pages_free(void *memory, size_t size);

/* Bytes of memory that can still be had; SIZE_MAX if the system does not say. */
size_t memory_available(void);

#endif
