/* The functions of <stdlib.h> that the library names. In WebAssembly they serve nobody: every call brings its own
   workspace. */
#ifndef SWEEP_JS_STDLIB_H
#define SWEEP_JS_STDLIB_H

#include <stddef.h>

static inline int posix_memalign(void **memory, size_t alignment, size_t size)
{
    (void)alignment;
    (void)size;
    *memory = NULL;
    return 12; /* ENOMEM */
}

static inline void free(void *memory)
{
    (void)memory;
}

#endif
