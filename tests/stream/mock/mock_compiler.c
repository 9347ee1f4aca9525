/*
 * Stands before the real run-time compiler, NVRTC or hiprtc: SWEEP_NVRTC_LIBRARY or SWEEP_HIPRTC_LIBRARY names this
 * shared object. It hands every call on, keeps what was compiled in a directory (MOCK_COMPILER_CACHE), for the same
 * text compiled again and again costs tests their time, counts, and makes a call fail when a test says so.
 * MOCK_COMPILER_REAL names the real one. names.h says which of the two it is.
 */
#include "mock_compiler.h"
#include "names.h"

#include <dlfcn.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define MOCK_API __attribute__((visibility("default")))

typedef struct program {
    void *real;
    uint64_t hash;
    char *binary; /* from the directory */
    size_t binary_bytes;
} program;

static mock_compiler_control control = {.failing_call = -1};

MOCK_API mock_compiler_control *mock_stream_compiler(void)
{
    return &control;
}

/* A function of the real library. */
static void *real(const char *name)
{
    static void *library;
    const char *const paths[] = {getenv("MOCK_COMPILER_REAL"), MOCK_COMPILER_PATHS};
    for (size_t i = 0; i < sizeof paths / sizeof *paths && !library; i++)
        library = paths[i] && *paths[i] ? dlopen(paths[i], RTLD_NOW | RTLD_LOCAL) : NULL;
    return library ? dlsym(library, name) : NULL;
}

#define CALL(cuda, hip, type, ...)                                                                                     \
    (real(MOCK_STRING(cuda, hip)) ? ((type)(uintptr_t)real(MOCK_STRING(cuda, hip)))(__VA_ARGS__) : MOCK_COMPILER_ABSENT)

static int fails(void)
{
    return __atomic_fetch_add(&control.calls, 1, __ATOMIC_RELAXED) == control.failing_call;
}

static uint64_t hash_text(uint64_t hash, const char *text)
{
    for (; *text; text++)
        hash = (hash ^ (unsigned char)*text) * 0x100000001b3u;
    return hash;
}

static void file_name(const program *p, char *path, size_t room)
{
    const char *directory = getenv("MOCK_COMPILER_CACHE");
    path[0] = 0;
    if (directory && *directory)
        snprintf(path, room, "%s/%016llx.binary", directory, (unsigned long long)p->hash);
}

static void load(program *p)
{
    char path[1024];
    file_name(p, path, sizeof path);
    FILE *file = *path ? fopen(path, "rb") : NULL;
    if (!file)
        return;
    fseek(file, 0, SEEK_END);
    long bytes = ftell(file);
    rewind(file);
    p->binary = bytes > 0 ? malloc((size_t)bytes) : NULL;
    if (p->binary && fread(p->binary, 1, (size_t)bytes, file) == (size_t)bytes) {
        p->binary_bytes = (size_t)bytes;
    } else {
        free(p->binary);
        p->binary = NULL;
    }
    fclose(file);
}

static void store(const program *p)
{
    char path[1024], part[1100];
    size_t bytes = 0;
    file_name(p, path, sizeof path);
    if (!*path || CALL(nvrtcGetCUBINSize, hiprtcGetCodeSize, int (*)(void *, size_t *), p->real, &bytes) != 0 ||
        bytes == 0)
        return;
    char *binary = malloc(bytes);
    snprintf(part, sizeof part, "%s.%ld", path, (long)getpid());
    int error =
        binary ? CALL(nvrtcGetCUBIN, hiprtcGetCode, int (*)(void *, char *), p->real, binary) : MOCK_COMPILER_FAILED;
    FILE *file = error == 0 ? fopen(part, "wb") : NULL;
    if (file) {
        int whole = fwrite(binary, 1, bytes, file) == bytes;
        if (fclose(file) != 0 || !whole || rename(part, path) != 0)
            unlink(part);
    }
    free(binary);
}

MOCK_API int MOCK_NAME(nvrtcVersion, hiprtcVersion)(int *major, int *minor)
{
    return CALL(nvrtcVersion, hiprtcVersion, int (*)(int *, int *), major, minor);
}

MOCK_API int MOCK_NAME(nvrtcCreateProgram, hiprtcCreateProgram)(void **made, const char *text, const char *name,
                                                                int headers, const char *const *texts,
                                                                const char *const *names)
{
    if (fails())
        return MOCK_COMPILER_FAILED;
    program *p = calloc(1, sizeof *p);
    if (!p)
        return MOCK_COMPILER_FAILED;
    int error = CALL(nvrtcCreateProgram, hiprtcCreateProgram,
                     int (*)(void **, const char *, const char *, int, const char *const *, const char *const *),
                     &p->real, text, name, headers, texts, names);
    if (error) {
        free(p);
        return error;
    }
    p->hash = hash_text(0xcbf29ce484222325u, text);
    (void)__atomic_fetch_add(&control.programs, 1, __ATOMIC_RELAXED);
    *made = p;
    return 0;
}

MOCK_API int MOCK_NAME(nvrtcDestroyProgram, hiprtcDestroyProgram)(void **gone)
{
    program *p = *gone;
    int error = CALL(nvrtcDestroyProgram, hiprtcDestroyProgram, int (*)(void **), &p->real);
    free(p->binary);
    free(p);
    *gone = NULL;
    (void)__atomic_fetch_sub(&control.programs, 1, __ATOMIC_RELAXED);
    return error;
}

MOCK_API int MOCK_NAME(nvrtcCompileProgram, hiprtcCompileProgram)(void *compiled, int count, const char *const *options)
{
    program *p = compiled;
    int major = 0, minor = 0;
    if (fails())
        return MOCK_COMPILER_FAILED;
    (void)__atomic_fetch_add(&control.compiled, 1, __ATOMIC_RELAXED);
    for (int i = 0; i < count; i++)
        p->hash = hash_text(p->hash * 31, options[i]);
    if (MOCK_NAME(nvrtcVersion, hiprtcVersion)(&major, &minor) == 0)
        p->hash += (uint64_t)(major * 100 + minor);
    load(p);
    if (p->binary)
        return 0;
    int error = CALL(nvrtcCompileProgram, hiprtcCompileProgram, int (*)(void *, int, const char *const *), p->real,
                     count, options);
    if (error == 0)
        store(p);
    return error;
}

MOCK_API int MOCK_NAME(nvrtcGetProgramLogSize, hiprtcGetProgramLogSize)(void *compiled, size_t *bytes)
{
    return CALL(nvrtcGetProgramLogSize, hiprtcGetProgramLogSize, int (*)(void *, size_t *), ((program *)compiled)->real,
                bytes);
}

MOCK_API int MOCK_NAME(nvrtcGetProgramLog, hiprtcGetProgramLog)(void *compiled, char *text)
{
    return CALL(nvrtcGetProgramLog, hiprtcGetProgramLog, int (*)(void *, char *), ((program *)compiled)->real, text);
}

MOCK_API int MOCK_NAME(nvrtcGetCUBINSize, hiprtcGetCodeSize)(void *compiled, size_t *bytes)
{
    program *p = compiled;
    if (fails())
        return MOCK_COMPILER_FAILED;
    if (!p->binary)
        return CALL(nvrtcGetCUBINSize, hiprtcGetCodeSize, int (*)(void *, size_t *), p->real, bytes);
    *bytes = p->binary_bytes;
    return 0;
}

MOCK_API int MOCK_NAME(nvrtcGetCUBIN, hiprtcGetCode)(void *compiled, char *bytes)
{
    program *p = compiled;
    if (fails())
        return MOCK_COMPILER_FAILED;
    if (!p->binary)
        return CALL(nvrtcGetCUBIN, hiprtcGetCode, int (*)(void *, char *), p->real, bytes);
    memcpy(bytes, p->binary, p->binary_bytes);
    return 0;
}
