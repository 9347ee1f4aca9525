/*
 * The wrapped functions of interpose.h. Only what happens between start and stop is counted; the rest goes straight to
 * the C library.
 */
#include "interpose.h"

#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <sys/mman.h>

enum { PIECES = 1024 };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static bool watching, fail_onwards;
static size_t fail_memory_at, fail_thread_at;
static interposed seen;
static void *pieces[PIECES];
static unsigned fail_atfork;

void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *memory, size_t size);
void *__real_aligned_alloc(size_t alignment, size_t size);
int __real_posix_memalign(void **memory, size_t alignment, size_t size);
void __real_free(void *memory);
void *__real_mmap(void *address, size_t size, int protection, int flags, int file, off_t offset);
int __real_munmap(void *address, size_t size);
int __real_pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*start)(void *), void *argument);
int __real_pthread_atfork(void (*prepare)(void), void (*parent)(void), void (*child)(void));

void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_realloc(void *memory, size_t size);
void *__wrap_aligned_alloc(size_t alignment, size_t size);
int __wrap_posix_memalign(void **memory, size_t alignment, size_t size);
void __wrap_free(void *memory);
void *__wrap_mmap(void *address, size_t size, int protection, int flags, int file, off_t offset);
int __wrap_munmap(void *address, size_t size);
int __wrap_pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*start)(void *), void *argument);
int __wrap_pthread_atfork(void (*prepare)(void), void (*parent)(void), void (*child)(void));

void interpose_start(size_t memory_at, size_t thread_at, bool onwards)
{
    pthread_mutex_lock(&lock);
    seen = (interposed){0};
    fail_memory_at = memory_at;
    fail_thread_at = thread_at;
    fail_onwards = onwards;
    watching = true;
    pthread_mutex_unlock(&lock);
}

interposed interpose_stop(void)
{
    pthread_mutex_lock(&lock);
    watching = false;
    interposed result = seen;
    pthread_mutex_unlock(&lock);
    return result;
}

static bool fails(size_t call, size_t at)
{
    return at != 0 && (call == at || (fail_onwards && call > at));
}

/* Counts an allocation; true if it has to fail. */
static bool memory_fails(void)
{
    pthread_mutex_lock(&lock);
    bool fail = watching && fails(++seen.memory_calls, fail_memory_at);
    seen.memory_refused += fail;
    pthread_mutex_unlock(&lock);
    return fail;
}

static void *note(void *memory)
{
    pthread_mutex_lock(&lock);
    if (watching && memory != NULL && seen.pieces < PIECES)
        pieces[seen.pieces++] = memory;
    pthread_mutex_unlock(&lock);
    return memory;
}

static void forget(void *memory)
{
    pthread_mutex_lock(&lock);
    size_t i = 0;
    while (watching && i < seen.pieces && pieces[i] != memory)
        i++;
    if (watching && memory != NULL && i < seen.pieces)
        pieces[i] = pieces[--seen.pieces];
    else if (watching && memory != NULL)
        seen.foreign_frees++;
    pthread_mutex_unlock(&lock);
}

void *__wrap_malloc(size_t size)
{
    return memory_fails() ? NULL : note(__real_malloc(size));
}

void *__wrap_calloc(size_t count, size_t size)
{
    return memory_fails() ? NULL : note(__real_calloc(count, size));
}

void *__wrap_realloc(void *memory, size_t size)
{
    if (memory_fails())
        return NULL;
    void *moved = __real_realloc(memory, size);
    if (moved != NULL)
        forget(memory);
    return note(moved);
}

void *__wrap_aligned_alloc(size_t alignment, size_t size)
{
    return memory_fails() ? NULL : note(__real_aligned_alloc(alignment, size));
}

int __wrap_posix_memalign(void **memory, size_t alignment, size_t size)
{
    if (memory_fails())
        return ENOMEM;
    int status = __real_posix_memalign(memory, alignment, size);
    if (status == 0)
        note(*memory);
    return status;
}

void __wrap_free(void *memory)
{
    forget(memory);
    __real_free(memory);
}

void *__wrap_mmap(void *address, size_t size, int protection, int flags, int file, off_t offset)
{
    if (memory_fails()) {
        errno = ENOMEM;
        return MAP_FAILED;
    }
    void *memory = __real_mmap(address, size, protection, flags, file, offset);
    pthread_mutex_lock(&lock);
    if (watching && memory != MAP_FAILED)
        seen.mapped_bytes += size;
    pthread_mutex_unlock(&lock);
    return memory;
}

int __wrap_munmap(void *address, size_t size)
{
    pthread_mutex_lock(&lock);
    if (watching)
        seen.mapped_bytes -= size;
    pthread_mutex_unlock(&lock);
    return __real_munmap(address, size);
}

int __wrap_pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*start)(void *), void *argument)
{
    pthread_mutex_lock(&lock);
    bool fail = watching && fails(++seen.thread_calls, fail_thread_at);
    seen.thread_refused += fail;
    pthread_mutex_unlock(&lock);
    return fail ? EAGAIN : __real_pthread_create(thread, attributes, start, argument);
}

void interpose_fail_atfork(unsigned calls)
{
    fail_atfork = calls;
}

int __wrap_pthread_atfork(void (*prepare)(void), void (*parent)(void), void (*child)(void))
{
    if (fail_atfork == 0)
        return __real_pthread_atfork(prepare, parent, child);
    fail_atfork--;
    return ENOMEM;
}
