/* The functions of <string.h> that the library calls. libc.c has them. */
#ifndef SWEEP_JS_STRING_H
#define SWEEP_JS_STRING_H

#include <stddef.h>

void *memcpy(void *restrict to, const void *restrict from, size_t n);
void *memmove(void *to, const void *from, size_t n);
void *memset(void *to, int byte, size_t n);

#endif
