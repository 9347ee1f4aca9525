/*
 * CUDA: what it calls its functions, and what it has in a form of its own: contexts on a stack, libraries that belong
 * to none, compute capabilities, CUBINs of the build. The rest is stream*.c's. In: SWEEP_CUDA_LIBRARY and
 * SWEEP_NVRTC_LIBRARY of the environment. Out: the backend "cuda", and the public functions of sweepsort_cuda.h.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "cuda.h"
#include "sweepsort_cuda.h"
#include "text.h"

#include <stdio.h>
#include <string.h>

enum { OLDEST_ARCHITECTURE = 75 };

/* ---- names ----------------------------------------------------------------------------------------------------- */

static gpu_api driver;
static cuda_functions own;
static const gpu_symbol driver_symbols[] = {
    {"cuInit", &driver.init, false},
    {"cuDriverGetVersion", &driver.driver_version, false},
    {"cuDeviceGetCount", &driver.device_count, false},
    {"cuDeviceGet", &driver.device_get, false},
    {"cuDeviceGetName", &driver.device_name, false},
    {"cuDeviceTotalMem_v2", &driver.device_memory, false},
    {"cuDeviceGetAttribute", &driver.device_attribute, false},
    {"cuCtxGetDevice", &driver.current_device, false},
    {"cuThreadExchangeStreamCaptureMode", &driver.exchange_capture_mode, false},
    {"cuStreamCreate", &driver.stream_create, false},
    {"cuStreamDestroy_v2", &driver.stream_destroy, false},
    {"cuStreamSynchronize", &driver.stream_finish, false},
    {"cuStreamIsCapturing", &driver.stream_capturing, false},
    {"cuMemAlloc_v2", &driver.memory_allocate, false},
    {"cuMemFree_v2", &driver.memory_free, false},
    {"cuMemcpyHtoDAsync_v2", &driver.copy_to_device, false},
    {"cuMemcpyDtoHAsync_v2", &driver.copy_to_host, false},
    {"cuMemcpyDtoDAsync_v2", &driver.copy_on_device, false},
    {"cuLibraryUnload", &driver.library_unload, false},
    {"cuLibraryGetKernel", &driver.library_kernel, false},
    {"cuLaunchKernel", &driver.launch, false},
    {"cuDevicePrimaryCtxRetain", &driver.context_retain, false},
    {"cuDevicePrimaryCtxRelease_v2", &driver.context_release, false},
    {"cuCtxGetCurrent", &driver.context_current, false},
    {"cuCtxGetId", &driver.context_id, false},
    {"cuStreamGetCtx", &driver.stream_context, false},
    {"cuKernelGetAttribute", &driver.kernel_attribute, false},
    {"cuGetErrorName", &own.error_name, false},
    {"cuCtxPushCurrent_v2", &own.context_push, false},
    {"cuCtxPopCurrent_v2", &own.context_pop, false},
    {"cuLibraryLoadData", &own.library_load, false},
    {"cuKernelGetFunction", &own.kernel_function, false},
    {"cuFuncLoad", &own.function_load, true},
    {NULL, NULL, false},
};
static const char *const driver_paths[] = {"libcuda.so.1", "libcuda.so", NULL};
static gpu_library driver_library = {.what = "CUDA driver",
                                     .needs = "version 12 or later",
                                     .variable = "SWEEP_CUDA_LIBRARY",
                                     .paths = driver_paths,
                                     .symbols = driver_symbols,
                                     .lock = PTHREAD_MUTEX_INITIALIZER};

static gpu_compiler compiler;
static const gpu_symbol compiler_symbols[] = {
    {"nvrtcVersion", &compiler.version, false},
    {"nvrtcCreateProgram", &compiler.create, false},
    {"nvrtcDestroyProgram", &compiler.destroy, false},
    {"nvrtcCompileProgram", &compiler.compile, false},
    {"nvrtcGetProgramLogSize", &compiler.log_size, false},
    {"nvrtcGetProgramLog", &compiler.log, false},
    {"nvrtcGetCUBINSize", &compiler.binary_size, false},
    {"nvrtcGetCUBIN", &compiler.binary, false},
    {NULL, NULL, false},
};
static const char *const compiler_paths[] = {"libnvrtc.so.13", "libnvrtc.so.12", "libnvrtc.so",
                                             "/usr/local/cuda/lib64/libnvrtc.so", NULL};
static gpu_library compiler_library = {.what = "NVRTC",
                                       .needs = "version 12 or later",
                                       .variable = "SWEEP_NVRTC_LIBRARY",
                                       .paths = compiler_paths,
                                       .symbols = compiler_symbols,
                                       .lock = PTHREAD_MUTEX_INITIALIZER};

/* ---- forms of its own ------------------------------------------------------------------------------------------ */

static const char *error_name(gpu_error error)
{
    const char *name = NULL;
    return own.error_name(error, &name) == 0 ? name : NULL;
}

static gpu_error enter(gpu_handle context, gpu_handle *before)
{
    *before = NULL; /* it lies below on the stack */
    return own.context_push(context);
}

static gpu_error leave(gpu_handle before)
{
    (void)before;
    return own.context_pop(&before);
}

static gpu_error load_library(gpu_handle *library, const void *code)
{
    return own.library_load(library, code, NULL, NULL, 0, NULL, NULL, 0);
}

static gpu_error load_kernel(gpu_handle kernel)
{
    gpu_handle function = NULL;
    gpu_error error = own.kernel_function(&function, kernel);
    return error == 0 && own.function_load ? own.function_load(function) : error;
}

static gpu_api driver = {.error_name = error_name,
                         .context_enter = enter,
                         .context_leave = leave,
                         .library_load = load_library,
                         .kernel_load = load_kernel};

/* ---- architectures --------------------------------------------------------------------------------------------- */

static void look(const gpu_api *api, int device, gpu_target *target)
{
    int major = 0, minor = 0, version = 0;
    (void)api->device_attribute(&major, CUDA_ATTRIBUTE_MAJOR, device);
    (void)api->device_attribute(&minor, CUDA_ATTRIBUTE_MINOR, device);
    (void)api->driver_version(&version);
    int number = major * 10 + minor;
    *target = (gpu_target){.number = number,
                           .refused = number < OLDEST_ARCHITECTURE ? "below 7.5" : NULL,
                           .subgroup = 32,
                           .match = true,
                           .spins = true}; /* CUDA promises it: a block that has started goes on */
    snprintf(target->name, sizeof target->name, "sm_%d", number);
    /* A CUBIN depends on no driver and on no other number of the device. */
    snprintf(target->depends, sizeof target->depends, "sm_%d", number);
    snprintf(target->text, sizeof target->text, "compute capability %d.%d, driver for CUDA %d.%d", major, minor,
             version / 1000, version % 1000 / 10);
}

/* The build's CUBIN for a shape: of this very architecture, else of the nearest older one that this one runs. */
static const void *find_prebuilt(const gpu_target *target, const sweep_shape *shape)
{
    const cuda_prebuilt *best = NULL;
    for (const cuda_prebuilt *p = sweep_cuda_prebuilt; p->bytes; p++)
        if (memcmp(&p->shape, shape, sizeof *shape) == 0 && p->architecture / 10 == target->number / 10 &&
            p->architecture <= target->number && (!best || p->architecture > best->architecture))
            best = p;
    return best ? best->bytes : NULL;
}

/* ---- the family ------------------------------------------------------------------------------------------------ */

const gpu_family sweep_cuda_family = {
    .backend = &sweep_cuda_backend,
    .title = "CUDA",
    .prepare = "sweep_cuda_scratch",
    .driver = &driver_library,
    .compiler = &compiler_library,
    .api = &driver,
    .compiler_api = &compiler,
    .threads = CUDA_ATTRIBUTE_THREADS,
    .shared = CUDA_ATTRIBUTE_SHARED,
    .units = CUDA_ATTRIBUTE_UNITS,
    .look = look,
    .dialect = sweep_text_cuda,
    .any_compiler =
        true, /* a CUBIN is machine code for one architecture, and is asked what it needs when it is loaded */
    .constant = "__constant__",
    .file = "sweepsort.cu",
    .architecture = "--gpu-architecture=",
    .binary = "CUBIN",
    .without = ", and the library was built without a CUBIN of this shape for this architecture",
    .prebuilt = find_prebuilt,
};

#define STREAM_KIND "cuda"
#define STREAM_FAMILY sweep_cuda_family
#define STREAM_NAME(name) sweep_cuda_##name
#include "stream_public.h"
