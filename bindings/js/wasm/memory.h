/*
 * The memory of one instance: everything behind the program's own data, handed out from the bottom up and taken back
 * all at once when the next call begins. It grows when it must and is kept for later calls.
 */
#ifndef SWEEP_JS_MEMORY_H
#define SWEEP_JS_MEMORY_H

#include <stddef.h>

/* `size` bytes, aligned to 64; NULL where the memory cannot grow. */
void *memory_take(size_t size);

/* How much is taken, and back to an earlier such mark. */
size_t memory_mark(void);
void memory_return_to(size_t mark);

#endif
