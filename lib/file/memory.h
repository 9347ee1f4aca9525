/*
 * Memory that grows without being copied: where arrays are read to.
 *
 * In: how many bytes are wanted. Out: room for them, in huge pages where the system has them; pages that are never
 * written cost nothing, so a reservation may be generous. A struct memory of zeros is empty.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef SWEEPSORT_FILE_MEMORY_H
#define SWEEPSORT_FILE_MEMORY_H

#include <stdbool.h>
#include <stddef.h>

struct memory {
    unsigned char *bytes;
    size_t capacity;
};

/* Makes room for at least `capacity` bytes and keeps what is there; false: nothing changed, the system has no more. */
bool memory_reserve(struct memory *memory, size_t capacity);

/* Makes room for `size` bytes, growing by half at least, so that many small steps stay cheap. */
bool memory_grow(struct memory *memory, size_t size);

void memory_free(struct memory *memory);

#endif
