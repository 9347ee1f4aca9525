/*
 * A stack of pieces of memory; memory.h says for whom.
 */
#include "memory.h"

#include <stdint.h>

enum { PAGE = 65536, ALIGNMENT = 64 };

extern unsigned char __heap_base; /* from the linker: where the program's own data ends */

static size_t top; /* address behind the last piece; 0: nothing was taken yet */

size_t memory_mark(void)
{
    if (top == 0)
        top = ((uintptr_t)&__heap_base + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
    return top;
}

void memory_return_to(size_t mark)
{
    top = mark;
}

void *memory_take(size_t size)
{
    size_t begin = memory_mark();

    if (size > SIZE_MAX - PAGE - begin)
        return NULL;
    size_t end = (begin + size + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT, pages = (end + PAGE - 1) / PAGE;
    size_t have = __builtin_wasm_memory_size(0);
    if (pages > have && __builtin_wasm_memory_grow(0, pages - have) == SIZE_MAX)
        return NULL;
    top = end;
    return (void *)begin;
}
