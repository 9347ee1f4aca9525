/*
 * Opens CUDA's driver and its run-time compiler. In: SWEEP_CUDA_LIBRARY and SWEEP_NVRTC_LIBRARY of the environment.
 * Out: their functions (cuda_api.h).
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef _DEFAULT_SOURCE
#define _DEFAULT_SOURCE
#endif
#include "cuda_api.h"

#include <dlfcn.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* ---- tables ---------------------------------------------------------------------------------------------------- */

typedef struct symbol {
    const char *name;
    size_t at;
    bool optional;
} symbol;

#define FUNCTION(field, name) {name, offsetof(gpu_api, field), false}
static const symbol driver_symbols[] = {
    FUNCTION(init, "cuInit"),
    FUNCTION(driver_version, "cuDriverGetVersion"),
    FUNCTION(error_name, "cuGetErrorName"),
    FUNCTION(device_count, "cuDeviceGetCount"),
    FUNCTION(device_get, "cuDeviceGet"),
    FUNCTION(device_name, "cuDeviceGetName"),
    FUNCTION(device_memory, "cuDeviceTotalMem_v2"),
    FUNCTION(device_attribute, "cuDeviceGetAttribute"),
    FUNCTION(primary_retain, "cuDevicePrimaryCtxRetain"),
    FUNCTION(primary_release, "cuDevicePrimaryCtxRelease_v2"),
    FUNCTION(context_current, "cuCtxGetCurrent"),
    FUNCTION(context_push, "cuCtxPushCurrent_v2"),
    FUNCTION(context_pop, "cuCtxPopCurrent_v2"),
    FUNCTION(context_device, "cuCtxGetDevice"),
    FUNCTION(context_id, "cuCtxGetId"),
    FUNCTION(exchange_capture_mode, "cuThreadExchangeStreamCaptureMode"),
    FUNCTION(stream_create, "cuStreamCreate"),
    FUNCTION(stream_destroy, "cuStreamDestroy_v2"),
    FUNCTION(stream_finish, "cuStreamSynchronize"),
    FUNCTION(stream_context, "cuStreamGetCtx"),
    FUNCTION(stream_capturing, "cuStreamIsCapturing"),
    FUNCTION(memory_allocate, "cuMemAlloc_v2"),
    FUNCTION(memory_free, "cuMemFree_v2"),
    FUNCTION(copy_to_device, "cuMemcpyHtoDAsync_v2"),
    FUNCTION(copy_to_host, "cuMemcpyDtoHAsync_v2"),
    FUNCTION(copy_on_device, "cuMemcpyDtoDAsync_v2"),
    FUNCTION(library_load, "cuLibraryLoadData"),
    FUNCTION(library_unload, "cuLibraryUnload"),
    FUNCTION(library_kernel, "cuLibraryGetKernel"),
    FUNCTION(kernel_attribute, "cuKernelGetAttribute"),
    FUNCTION(kernel_function, "cuKernelGetFunction"),
    {"cuFuncLoad", offsetof(gpu_api, function_load), true},
    FUNCTION(launch, "cuLaunchKernel"),
};
#undef FUNCTION
static const char *const driver_paths[] = {"libcuda.so.1", "libcuda.so", NULL};

#define FUNCTION(field, name) {name, offsetof(gpu_compiler, field), false}
static const symbol compiler_symbols[] = {
    FUNCTION(version, "nvrtcVersion"),
    FUNCTION(create, "nvrtcCreateProgram"),
    FUNCTION(destroy, "nvrtcDestroyProgram"),
    FUNCTION(compile, "nvrtcCompileProgram"),
    FUNCTION(log_size, "nvrtcGetProgramLogSize"),
    FUNCTION(log, "nvrtcGetProgramLog"),
    FUNCTION(binary_size, "nvrtcGetCUBINSize"),
    FUNCTION(binary, "nvrtcGetCUBIN"),
};
#undef FUNCTION
static const char *const compiler_paths[] = {"libnvrtc.so.13", "libnvrtc.so.12", "libnvrtc.so",
                                             "/usr/local/cuda/lib64/libnvrtc.so", NULL};

/* ---- opening --------------------------------------------------------------------------------------------------- */

/* Opens the library that the variable names, else the first of the paths that is there, and fills in `api`. The library
   stays open: drivers do not bear closing. */
static bool open_library(const char *what, const char *variable, const char *const *paths, const symbol *symbols,
                         size_t count, void *api, char *why, size_t why_bytes)
{
    const char *path = getenv(variable);
    void *library = NULL;
    if (path && *path) {
        library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    } else {
        path = paths[0];
        for (size_t i = 0; paths[i] && !library; i++)
            library = dlopen(paths[i], RTLD_NOW | RTLD_LOCAL);
    }
    if (!library) {
        snprintf(why, why_bytes, "no %s: %s cannot be opened", what, path);
        return false;
    }
    for (size_t i = 0; i < count; i++) {
        void *found = dlsym(library, symbols[i].name);
        if (!found && !symbols[i].optional) {
            snprintf(why, why_bytes, "no %s of version 12 or later: %s lacks %s", what, path, symbols[i].name);
            return false;
        }
        memcpy((char *)api + symbols[i].at, &found, sizeof found);
    }
    return true;
}

static gpu_api driver;
static char driver_why[224];
static bool driver_open;
static pid_t driver_process;

static void open_driver(void)
{
    driver_process = getpid();
    if (!open_library("CUDA driver", "SWEEP_CUDA_LIBRARY", driver_paths, driver_symbols,
                      sizeof driver_symbols / sizeof driver_symbols[0], &driver, driver_why, sizeof driver_why))
        return;
    gpu_error error = driver.init(0);
    const char *name = NULL;
    if (error && (driver.error_name(error, &name) != 0 || !name))
        name = "an unknown error";
    if (error)
        snprintf(driver_why, sizeof driver_why, "the CUDA driver does not start: %s", name);
    driver_open = error == 0;
}

const gpu_api *sweep_cuda_api(char *why, size_t why_bytes)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, open_driver);
    bool forked = driver_open && driver_process != getpid();
    if (why && (forked || !driver_open))
        snprintf(why, why_bytes, "%s", forked ? "the CUDA driver was opened before a fork" : driver_why);
    return driver_open && !forked ? &driver : NULL;
}

static gpu_compiler compiler;
static char compiler_why[224];
static bool compiler_open;

static void open_compiler(void)
{
    compiler_open = open_library("NVRTC", "SWEEP_NVRTC_LIBRARY", compiler_paths, compiler_symbols,
                                 sizeof compiler_symbols / sizeof compiler_symbols[0], &compiler, compiler_why,
                                 sizeof compiler_why);
}

const gpu_compiler *sweep_cuda_compiler(char *why, size_t why_bytes)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, open_compiler);
    if (!compiler_open && why)
        snprintf(why, why_bytes, "%s", compiler_why);
    return compiler_open ? &compiler : NULL;
}

sweep_status sweep_cuda_failed(sweep_device *device, const char *what, gpu_error error)
{
    const cuda_state *state = device->state;
    const gpu_api *api = state ? state->api : &driver;
    const char *name = NULL;
    if (api->error_name(error, &name) != 0 || !name)
        name = "unknown";
    return sweep_device_fail(device, error == GPU_OUT_OF_MEMORY ? SWEEP_ERR_MEMORY : SWEEP_ERR_DEVICE,
                             "CUDA: %s failed with error %d, %s", what, error, name);
}
