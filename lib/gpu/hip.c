/*
 * HIP, for AMD GPUs: what it calls its functions, and what it has in a form of its own: a current device where CUDA has
 * contexts, modules of one device, architectures by name, waves of 32 or 64. The rest is stream*.c's. In:
 * SWEEP_HIP_LIBRARY and SWEEP_HIPRTC_LIBRARY of the environment. Out: the backend "hip", and the public functions of
 * sweepsort_hip.h.
 *
 * A device has one context; its handle is the device's number and one.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "hip.h"
#include "sweepsort_hip.h"
#include "text.h"

#include <stdio.h>
#include <string.h>

/* ---- names ----------------------------------------------------------------------------------------------------- */

static gpu_api driver;
static hip_functions own;
static const gpu_symbol driver_symbols[] = {
    {"hipInit", &driver.init, false},
    {"hipDriverGetVersion", &driver.driver_version, false},
    {"hipGetDeviceCount", &driver.device_count, false},
    {"hipDeviceGet", &driver.device_get, false},
    {"hipDeviceGetName", &driver.device_name, false},
    {"hipDeviceTotalMem", &driver.device_memory, false},
    {"hipDeviceGetAttribute", &driver.device_attribute, false},
    {"hipGetDevice", &driver.current_device, false},
    {"hipThreadExchangeStreamCaptureMode", &driver.exchange_capture_mode, false},
    {"hipStreamCreateWithFlags", &driver.stream_create, false},
    {"hipStreamDestroy", &driver.stream_destroy, false},
    {"hipStreamSynchronize", &driver.stream_finish, false},
    {"hipStreamIsCapturing", &driver.stream_capturing, false},
    {"hipMalloc", &driver.memory_allocate, false},
    {"hipFree", &driver.memory_free, false},
    {"hipMemcpyHtoDAsync", &driver.copy_to_device, false},
    {"hipMemcpyDtoHAsync", &driver.copy_to_host, false},
    {"hipMemcpyDtoDAsync", &driver.copy_on_device, false},
    {"hipModuleLoadData", &driver.library_load, false},
    {"hipModuleUnload", &driver.library_unload, false},
    {"hipModuleGetFunction", &driver.library_kernel, false},
    {"hipModuleLaunchKernel", &driver.launch, false},
    {"hipGetErrorName", &driver.error_name, false},
    {"hipSetDevice", &own.set_device, false},
    {"hipGetDevicePropertiesR0600", &own.properties, true},
    {"hipGetDeviceProperties", &own.properties_5, true},
    {"hipGetStreamDeviceId", &own.stream_device, false},
    {"hipFuncGetAttribute", &own.function_attribute, false},
    {NULL, NULL, false},
};
static const char *const driver_paths[] = {
    "libamdhip64.so", "libamdhip64.so.7", "libamdhip64.so.6", "libamdhip64.so.5", "/opt/rocm/lib/libamdhip64.so", NULL};
static gpu_library driver_library = {.what = "HIP runtime",
                                     .needs = "version 5 or later",
                                     .variable = "SWEEP_HIP_LIBRARY",
                                     .paths = driver_paths,
                                     .symbols = driver_symbols,
                                     .lock = PTHREAD_MUTEX_INITIALIZER};

/* In version 5 the compiler may be in the runtime itself. */
static gpu_compiler compiler;
static const gpu_symbol compiler_symbols[] = {
    {"hiprtcVersion", &compiler.version, false},
    {"hiprtcCreateProgram", &compiler.create, false},
    {"hiprtcDestroyProgram", &compiler.destroy, false},
    {"hiprtcCompileProgram", &compiler.compile, false},
    {"hiprtcGetProgramLogSize", &compiler.log_size, false},
    {"hiprtcGetProgramLog", &compiler.log, false},
    {"hiprtcGetCodeSize", &compiler.binary_size, false},
    {"hiprtcGetCode", &compiler.binary, false},
    {NULL, NULL, false},
};
static const char *const compiler_paths[] = {"libhiprtc.so",
                                             "libhiprtc.so.7",
                                             "libhiprtc.so.6",
                                             "libhiprtc.so.5",
                                             "/opt/rocm/lib/libhiprtc.so",
                                             "libamdhip64.so",
                                             "libamdhip64.so.5",
                                             NULL};
static gpu_library compiler_library = {.what = "hiprtc",
                                       .needs = "version 5 or later",
                                       .variable = "SWEEP_HIPRTC_LIBRARY",
                                       .paths = compiler_paths,
                                       .symbols = compiler_symbols,
                                       .lock = PTHREAD_MUTEX_INITIALIZER};

/* ---- forms of its own ------------------------------------------------------------------------------------------ */

static gpu_handle context_of_device(int device)
{
    return (gpu_handle)((uintptr_t)device + 1);
}

static int device_of_context(gpu_handle context)
{
    return (int)((uintptr_t)context - 1);
}

static gpu_error retain(gpu_handle *context, int device)
{
    *context = context_of_device(device);
    return 0;
}

static gpu_error release(int device)
{
    (void)device; /* nothing was retained */
    return 0;
}

static gpu_error current(gpu_handle *context)
{
    int device = 0;
    gpu_error error = driver.current_device(&device);
    *context = error == 0 ? context_of_device(device) : NULL;
    return error;
}

static gpu_error leave(gpu_handle before)
{
    return own.set_device(device_of_context(before));
}

static gpu_error enter(gpu_handle context, gpu_handle *before)
{
    gpu_error error = current(before);
    return error ? error : own.set_device(device_of_context(context));
}

static gpu_error context_id(gpu_handle context, u64 *id)
{
    *id = (u64)(uintptr_t)context;
    return 0;
}

static gpu_error context_of_stream(gpu_handle stream, gpu_handle *context)
{
    int device = own.stream_device(stream);
    *context = device >= 0 ? context_of_device(device) : NULL;
    return device >= 0 ? 0 : GPU_INVALID_DEVICE;
}

static gpu_error kernel_attribute(int *value, int attribute, gpu_handle kernel, int device)
{
    (void)device; /* a module's kernels are of its one device */
    return own.function_attribute(value, attribute, kernel);
}

static gpu_error load_kernel(gpu_handle kernel)
{
    (void)kernel; /* it was loaded with its module */
    return 0;
}

static gpu_api driver = {.context_retain = retain,
                         .context_release = release,
                         .context_current = current,
                         .context_enter = enter,
                         .context_leave = leave,
                         .context_id = context_id,
                         .stream_context = context_of_stream,
                         .kernel_attribute = kernel_attribute,
                         .kernel_load = load_kernel};

/* ---- architectures --------------------------------------------------------------------------------------------- */

/* The target's whole name, with its features, which a code object must match: "gfx90a:sramecc+:xnack-". */
static void architecture(int device, char *name, size_t bytes)
{
    char properties[HIP_PROPERTIES_BYTES] = "";
    gpu_error (*ask)(void *, int) = own.properties ? own.properties : own.properties_5;
    const char *at = properties + (own.properties ? HIP_NAME_AT : HIP_NAME_AT_5);
    name[0] = 0;
    if (ask && ask(properties, device) == 0 && strncmp(at, "gfx", 3) == 0 && strlen(at) < bytes)
        memcpy(name, at, strlen(at) + 1);
}

static void look(const gpu_api *api, int device, gpu_target *target)
{
    int wave = 0, version = 0;
    (void)api->device_attribute(&wave, HIP_ATTRIBUTE_WAVE, device);
    (void)api->driver_version(&version);
    *target = (gpu_target){.subgroup = (u32)wave, .looks_back = true}; /* no promise: waits have an end */
    architecture(device, target->name, sizeof target->name);
    if (wave != 32 && wave != 64)
        target->refused = "its waves have neither 32 nor 64 work-items";
    if (!target->name[0])
        target->refused = "it does not say its architecture";
    snprintf(target->depends, sizeof target->depends, "%s / waves of %d / HIP %d", target->name, wave, version);
    snprintf(target->text, sizeof target->text, "%s, waves of %d, HIP %d.%d", target->name, wave, version / 10000000,
             version / 100000 % 100);
}

/* ---- the family ------------------------------------------------------------------------------------------------ */

const gpu_family sweep_hip_family = {
    .backend = &sweep_hip_backend,
    .title = "HIP",
    .prepare = "sweep_hip_scratch",
    .driver = &driver_library,
    .compiler = &compiler_library,
    .api = &driver,
    .compiler_api = &compiler,
    .threads = HIP_ATTRIBUTE_THREADS,
    .shared = HIP_ATTRIBUTE_SHARED,
    .units = HIP_ATTRIBUTE_UNITS,
    .look = look,
    .dialect = sweep_text_hip,
    .told_subgroup = true,
    .constant = "__attribute__((constant, used))",
    .file = "sweepsort.hip",
    .architecture = "--offload-arch=",
    .binary = "code object",
    .without = "",
};

#define STREAM_KIND "hip"
#define STREAM_FAMILY sweep_hip_family
#define STREAM_NAME(name) sweep_hip_##name
#include "stream_public.h"
