/*
 * See driver.h.
 */
#ifndef _DEFAULT_SOURCE
#define _DEFAULT_SOURCE
#endif
#include "driver.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

char driver_card[128], driver_version[64];
int driver_architecture;
void *driver_stream;

/* By the names in the header of CUDA 12 and 13. A device pointer is a word. */
static struct {
    int (*init)(unsigned);
    int (*version)(int *);
    int (*error)(int, const char **);
    int (*device)(int *, int);
    int (*name)(char *, int, int);
    int (*attribute)(int *, int, int);
    int (*retain)(void **, int);
    int (*release)(int);
    int (*current)(void *);
    int (*stream_create)(void **, unsigned);
    int (*stream_destroy)(void *);
    int (*finish)(void *);
    int (*allocate)(void **, size_t);
    int (*release_memory)(void *);
    int (*upload)(void *, const void *, size_t, void *);
    int (*download)(void *, const void *, size_t, void *);
    int (*copy)(void *, const void *, size_t, void *);
    int (*event_create)(void **, unsigned);
    int (*event_destroy)(void *);
    int (*event_record)(void *, void *);
    int (*event_finish)(void *);
    int (*event_time)(float *, void *, void *);
    int (*capture_begin)(void *, int);
    int (*capture_end)(void *, void **);
    int (*graph_instantiate)(void **, void *, unsigned long long);
    int (*graph_launch)(void *, void *);
    int (*graph_destroy)(void *);
    int (*executable_destroy)(void *);
} cuda;

static void *events[2];
static int number;

static void call(int error, const char *what)
{
    const char *name = "an unknown error";
    if (error == 0)
        return;
    if (cuda.error)
        (void)cuda.error(error, &name);
    fprintf(stderr, "%s failed: %s (%d)\n", what, name, error);
    exit(1);
}

static void find(void *library, void *field, const char *name)
{
    void *found = dlsym(library, name);
    if (!found) {
        fprintf(stderr, "the CUDA driver lacks %s\n", name);
        exit(1);
    }
    memcpy(field, &found, sizeof found);
}

static void find_all(void *library)
{
    find(library, &cuda.init, "cuInit");
    find(library, &cuda.version, "cuDriverGetVersion");
    find(library, &cuda.error, "cuGetErrorName");
    find(library, &cuda.device, "cuDeviceGet");
    find(library, &cuda.name, "cuDeviceGetName");
    find(library, &cuda.attribute, "cuDeviceGetAttribute");
    find(library, &cuda.retain, "cuDevicePrimaryCtxRetain");
    find(library, &cuda.release, "cuDevicePrimaryCtxRelease_v2");
    find(library, &cuda.current, "cuCtxSetCurrent");
    find(library, &cuda.stream_create, "cuStreamCreate");
    find(library, &cuda.stream_destroy, "cuStreamDestroy_v2");
    find(library, &cuda.finish, "cuStreamSynchronize");
    find(library, &cuda.allocate, "cuMemAlloc_v2");
    find(library, &cuda.release_memory, "cuMemFree_v2");
    find(library, &cuda.upload, "cuMemcpyHtoDAsync_v2");
    find(library, &cuda.download, "cuMemcpyDtoHAsync_v2");
    find(library, &cuda.copy, "cuMemcpyDtoDAsync_v2");
    find(library, &cuda.event_create, "cuEventCreate");
    find(library, &cuda.event_destroy, "cuEventDestroy_v2");
    find(library, &cuda.event_record, "cuEventRecord");
    find(library, &cuda.event_finish, "cuEventSynchronize");
    find(library, &cuda.event_time, "cuEventElapsedTime");
    find(library, &cuda.capture_begin, "cuStreamBeginCapture_v2");
    find(library, &cuda.capture_end, "cuStreamEndCapture");
    find(library, &cuda.graph_instantiate, "cuGraphInstantiateWithFlags");
    find(library, &cuda.graph_launch, "cuGraphLaunch");
    find(library, &cuda.graph_destroy, "cuGraphDestroy");
    find(library, &cuda.executable_destroy, "cuGraphExecDestroy");
}

/* The kernel module's version, where the system says it; the driver tells CUDA's alone. */
static void describe(void)
{
    int version = 0, major = 0, minor = 0;
    char line[256] = "", module[32] = "";
    FILE *file = fopen("/proc/driver/nvidia/version", "r");
    if (file && fgets(line, sizeof line, file)) {
        for (char *word = strtok(line, " \t\n"); word; word = strtok(NULL, " \t\n"))
            if (!*module && strspn(word, "0123456789.") == strlen(word) && strchr(word, '.'))
                snprintf(module, sizeof module, "%s", word);
    }
    if (file)
        fclose(file);
    call(cuda.version(&version), "cuDriverGetVersion");
    call(cuda.name(driver_card, sizeof driver_card, number), "cuDeviceGetName");
    call(cuda.attribute(&major, 75, number), "cuDeviceGetAttribute");
    call(cuda.attribute(&minor, 76, number), "cuDeviceGetAttribute");
    driver_architecture = major * 10 + minor;
    snprintf(driver_version, sizeof driver_version, "driver %s, CUDA %d.%d", *module ? module : "unknown",
             version / 1000, version % 1000 / 10);
}

void driver_open(int ordinal)
{
    const char *path = getenv("SWEEP_CUDA_LIBRARY");
    void *context, *library = dlopen(path && *path ? path : "libcuda.so.1", RTLD_NOW | RTLD_LOCAL);
    if (!library) {
        fprintf(stderr, "no CUDA driver here: %s\n", dlerror());
        exit(77);
    }
    find_all(library);
    call(cuda.init(0), "cuInit");
    call(cuda.device(&number, ordinal), "cuDeviceGet");
    call(cuda.retain(&context, number), "cuDevicePrimaryCtxRetain");
    call(cuda.current(context), "cuCtxSetCurrent");
    call(cuda.stream_create(&driver_stream, 1), "cuStreamCreate"); /* 1: it waits for no other stream */
    call(cuda.event_create(&events[0], 0), "cuEventCreate");
    call(cuda.event_create(&events[1], 0), "cuEventCreate");
    describe();
}

void driver_close(void)
{
    call(cuda.event_destroy(events[0]), "cuEventDestroy");
    call(cuda.event_destroy(events[1]), "cuEventDestroy");
    call(cuda.stream_destroy(driver_stream), "cuStreamDestroy");
    call(cuda.release(number), "cuDevicePrimaryCtxRelease");
}

void *driver_allocate(size_t bytes)
{
    void *made = NULL;
    return cuda.allocate(&made, bytes ? bytes : 1) == 0 ? made : NULL;
}

void driver_free(void *memory)
{
    if (memory)
        call(cuda.release_memory(memory), "cuMemFree");
}

void driver_upload(void *to, const void *from, size_t bytes)
{
    call(cuda.upload(to, from, bytes, driver_stream), "cuMemcpyHtoDAsync");
    driver_finish();
}

void driver_download(void *to, const void *from, size_t bytes)
{
    call(cuda.download(to, from, bytes, driver_stream), "cuMemcpyDtoHAsync");
    driver_finish();
}

void driver_copy(void *to, const void *from, size_t bytes)
{
    call(cuda.copy(to, from, bytes, driver_stream), "cuMemcpyDtoDAsync");
}

void driver_finish(void)
{
    call(cuda.finish(driver_stream), "cuStreamSynchronize");
}

void driver_begin(void)
{
    call(cuda.event_record(events[0], driver_stream), "cuEventRecord");
}

double driver_end(void)
{
    float milliseconds = 0;
    call(cuda.event_record(events[1], driver_stream), "cuEventRecord");
    call(cuda.event_finish(events[1]), "cuEventSynchronize");
    call(cuda.event_time(&milliseconds, events[0], events[1]), "cuEventElapsedTime");
    return (double)milliseconds;
}

void driver_graph_begin(void)
{
    call(cuda.capture_begin(driver_stream, 1), "cuStreamBeginCapture"); /* 1: this thread alone */
}

void *driver_graph_end(void)
{
    void *graph = NULL, *executable = NULL;
    call(cuda.capture_end(driver_stream, &graph), "cuStreamEndCapture");
    call(cuda.graph_instantiate(&executable, graph, 0), "cuGraphInstantiate");
    call(cuda.graph_destroy(graph), "cuGraphDestroy");
    return executable;
}

void driver_graph_launch(void *graph)
{
    call(cuda.graph_launch(graph, driver_stream), "cuGraphLaunch");
}

void driver_graph_free(void *graph)
{
    if (graph)
        call(cuda.executable_destroy(graph), "cuGraphExecDestroy");
}
