/*
 * Arrays for tests: any misalignment, guard bytes before and after that must stay as they were. Under the address
 * sanitizer the guards are poisoned as well, so that reading one is seen too. For any test.
 */
#ifndef TESTS_BUFFERS_H
#define TESTS_BUFFERS_H

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"

#if TEST_UNDER_ASAN
#include <sanitizer/asan_interface.h>
#define BUFFER_POISON(start, size) __asan_poison_memory_region((start), (size))
#define BUFFER_UNPOISON(start, size) __asan_unpoison_memory_region((start), (size))
#else
#define BUFFER_POISON(start, size) ((void)(start), (void)(size))
#define BUFFER_UNPOISON(start, size) ((void)(start), (void)(size))
#endif

enum { BUFFER_GUARD = 128, BUFFER_ALIGNMENT = 64, BUFFER_FILL = 0xa5 };

typedef struct buffer {
    unsigned char *memory; /* the whole piece, guards included */
    unsigned char *data;   /* `size` bytes for the test */
    size_t size, whole;
} buffer;

/* A buffer of `size` bytes whose start is `misalignment` (below 64) past a multiple of 64; every byte is BUFFER_FILL.
 */
static inline buffer buffer_create(size_t size, size_t misalignment)
{
    buffer made = {.size = size};
    size_t whole = BUFFER_GUARD + misalignment + size + BUFFER_GUARD;
    made.whole = (whole + BUFFER_ALIGNMENT - 1) / BUFFER_ALIGNMENT * BUFFER_ALIGNMENT;
    made.memory = aligned_alloc(BUFFER_ALIGNMENT, made.whole);
    if (made.memory == NULL)
        abort();
    made.data = made.memory + BUFFER_GUARD + misalignment;
    memset(made.memory, BUFFER_FILL, made.whole);
    BUFFER_POISON(made.memory, (size_t)(made.data - made.memory));
    BUFFER_POISON(made.data + size, made.whole - (size_t)(made.data + size - made.memory));
    return made;
}

static inline buffer buffer_copy_of(const void *data, size_t size, size_t misalignment)
{
    buffer made = buffer_create(size, misalignment);
    if (size > 0)
        memcpy(made.data, data, size);
    return made;
}

/* Are the guards whole? */
static inline bool buffer_guards_hold(const buffer *checked)
{
    BUFFER_UNPOISON(checked->memory, checked->whole);
    const unsigned char *end = checked->memory + checked->whole;
    for (const unsigned char *byte = checked->memory; byte < checked->data; byte++)
        if (*byte != BUFFER_FILL)
            return false;
    for (const unsigned char *byte = checked->data + checked->size; byte < end; byte++)
        if (*byte != BUFFER_FILL)
            return false;
    return true;
}

/* Frees the buffer; true if its guards were whole. */
static inline bool buffer_destroy(buffer *gone)
{
    bool whole = buffer_guards_hold(gone);
    free(gone->memory);
    *gone = (buffer){0};
    return whole;
}

#endif
