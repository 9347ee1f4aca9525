/*
 * Stands before the real NVRTC: SWEEP_NVRTC_LIBRARY names this shared object. It hands every call on, keeps what was
 * compiled in a directory (MOCK_NVRTC_CACHE), for the same text compiled again and again costs tests their time,
 * counts, and makes a call fail when a test says so. MOCK_NVRTC_REAL names the real one.
 */
#include "mock_nvrtc.h"

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
    char *cubin;     /* from the directory */
    size_t cubin_bytes;
} program;

static mock_nvrtc_control control = {.failing_call = -1};

MOCK_API mock_nvrtc_control *mock_nvrtc(void)
{
    return &control;
}

/* A function of the real library. */
static void *real(const char *name)
{
    static void *library;
    const char *const paths[] = {getenv("MOCK_NVRTC_REAL"), "libnvrtc.so.13", "libnvrtc.so.12",
                                 "/usr/local/cuda/lib64/libnvrtc.so"};
    for (size_t i = 0; i < sizeof paths / sizeof *paths && !library; i++)
        library = paths[i] && *paths[i] ? dlopen(paths[i], RTLD_NOW | RTLD_LOCAL) : NULL;
    return library ? dlsym(library, name) : NULL;
}

#define CALL(name, type, ...) (real(name) ? ((type)(uintptr_t)real(name))(__VA_ARGS__) : MOCK_NVRTC_ABSENT)

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
    const char *directory = getenv("MOCK_NVRTC_CACHE");
    path[0] = 0;
    if (directory && *directory)
        snprintf(path, room, "%s/%016llx.cubin", directory, (unsigned long long)p->hash);
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
    p->cubin = bytes > 0 ? malloc((size_t)bytes) : NULL;
    if (p->cubin && fread(p->cubin, 1, (size_t)bytes, file) == (size_t)bytes) {
        p->cubin_bytes = (size_t)bytes;
    } else {
        free(p->cubin);
        p->cubin = NULL;
    }
    fclose(file);
}

static void store(const program *p)
{
    char path[1024], part[1100];
    size_t bytes = 0;
    file_name(p, path, sizeof path);
    if (!*path || CALL("nvrtcGetCUBINSize", int (*)(void *, size_t *), p->real, &bytes) != 0 || bytes == 0)
        return;
    char *cubin = malloc(bytes);
    snprintf(part, sizeof part, "%s.%ld", path, (long)getpid());
    int error = cubin ? CALL("nvrtcGetCUBIN", int (*)(void *, char *), p->real, cubin) : MOCK_NVRTC_FAILED;
    FILE *file = error == 0 ? fopen(part, "wb") : NULL;
    if (file) {
        int whole = fwrite(cubin, 1, bytes, file) == bytes;
        if (fclose(file) != 0 || !whole || rename(part, path) != 0)
            unlink(part);
    }
    free(cubin);
}

MOCK_API int nvrtcVersion(int *major, int *minor)
{
    return CALL("nvrtcVersion", int (*)(int *, int *), major, minor);
}

MOCK_API int nvrtcCreateProgram(void **made, const char *text, const char *name, int headers, const char *const *texts,
                                const char *const *names)
{
    if (fails())
        return MOCK_NVRTC_FAILED;
    program *p = calloc(1, sizeof *p);
    if (!p)
        return MOCK_NVRTC_FAILED;
    int error = CALL("nvrtcCreateProgram", int (*)(void **, const char *, const char *, int, const char *const *,
                                                   const char *const *), &p->real, text, name, headers, texts, names);
    if (error) {
        free(p);
        return error;
    }
    p->hash = hash_text(0xcbf29ce484222325u, text);
    (void)__atomic_fetch_add(&control.programs, 1, __ATOMIC_RELAXED);
    *made = p;
    return 0;
}

MOCK_API int nvrtcDestroyProgram(void **gone)
{
    program *p = *gone;
    int error = CALL("nvrtcDestroyProgram", int (*)(void **), &p->real);
    free(p->cubin);
    free(p);
    *gone = NULL;
    (void)__atomic_fetch_sub(&control.programs, 1, __ATOMIC_RELAXED);
    return error;
}

MOCK_API int nvrtcCompileProgram(void *compiled, int count, const char *const *options)
{
    program *p = compiled;
    int major = 0, minor = 0;
    if (fails())
        return MOCK_NVRTC_FAILED;
    (void)__atomic_fetch_add(&control.compiled, 1, __ATOMIC_RELAXED);
    for (int i = 0; i < count; i++)
        p->hash = hash_text(p->hash * 31, options[i]);
    if (nvrtcVersion(&major, &minor) == 0)
        p->hash += (uint64_t)(major * 100 + minor);
    load(p);
    if (p->cubin)
        return 0;
    int error = CALL("nvrtcCompileProgram", int (*)(void *, int, const char *const *), p->real, count, options);
    if (error == 0)
        store(p);
    return error;
}

MOCK_API int nvrtcGetProgramLogSize(void *compiled, size_t *bytes)
{
    return CALL("nvrtcGetProgramLogSize", int (*)(void *, size_t *), ((program *)compiled)->real, bytes);
}

MOCK_API int nvrtcGetProgramLog(void *compiled, char *text)
{
    return CALL("nvrtcGetProgramLog", int (*)(void *, char *), ((program *)compiled)->real, text);
}

MOCK_API int nvrtcGetCUBINSize(void *compiled, size_t *bytes)
{
    program *p = compiled;
    if (fails())
        return MOCK_NVRTC_FAILED;
    if (!p->cubin)
        return CALL("nvrtcGetCUBINSize", int (*)(void *, size_t *), p->real, bytes);
    *bytes = p->cubin_bytes;
    return 0;
}

MOCK_API int nvrtcGetCUBIN(void *compiled, char *bytes)
{
    program *p = compiled;
    if (fails())
        return MOCK_NVRTC_FAILED;
    if (!p->cubin)
        return CALL("nvrtcGetCUBIN", int (*)(void *, char *), p->real, bytes);
    memcpy(bytes, p->cubin, p->cubin_bytes);
    return 0;
}
