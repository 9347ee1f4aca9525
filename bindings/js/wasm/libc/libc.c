/*
 * Copies and fills: what compiled C calls by itself, and the library by name. Compiled with -mbulk-memory, each builtin
 * is one instruction of WebAssembly, not a call.
 */
#include <string.h>

void *memcpy(void *restrict to, const void *restrict from, size_t n)
{
    return __builtin_memcpy(to, from, n);
}

void *memmove(void *to, const void *from, size_t n)
{
    return __builtin_memmove(to, from, n);
}

void *memset(void *to, int byte, size_t n)
{
    return __builtin_memset(to, byte, n);
}
