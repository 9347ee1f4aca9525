/*
 * Compiled where the toolkit's headers are: each function of cuda_api.h takes what CUDA's own header says (a handle or
 * a pointer of the device is a word of a pointer's size), the numbers are CUDA's, and, as this program links with the
 * mock, the mock has the names that the header gives the functions. The library finds in the mock what it looks for; so
 * all three agree.
 */
#include "gpu/cuda_api.h"

#include <cuda.h>
#include <nvrtc.h>
#include <stdio.h>

/* CUDA 13 has two of these. The library uses the first one, which all versions export. */
#undef cuStreamGetCtx
extern CUresult cuStreamGetCtx(CUstream stream, CUcontext *context);
#define OURS_STREAM_CONTEXT cuStreamGetCtx

#define SAME(ours, theirs) _Static_assert((long long)(ours) == (long long)(theirs), "a number of CUDA's")
SAME(sizeof(gpu_handle), sizeof(CUdeviceptr));
SAME(sizeof(gpu_handle), sizeof(CUstream));
SAME(sizeof(gpu_handle), sizeof(CUcontext));
SAME(sizeof(gpu_error), sizeof(CUresult));
SAME(sizeof(int), sizeof(CUdevice));
SAME(sizeof(int), sizeof(CUstreamCaptureMode));
SAME(sizeof(int), sizeof(CUstreamCaptureStatus));
SAME(sizeof(u64), sizeof(unsigned long long));
SAME(GPU_OUT_OF_MEMORY, CUDA_ERROR_OUT_OF_MEMORY);
SAME(GPU_STREAM_NON_BLOCKING, CU_STREAM_NON_BLOCKING);
SAME(GPU_CAPTURE_NONE, CU_STREAM_CAPTURE_STATUS_NONE);
SAME(GPU_CAPTURE_RELAXED, CU_STREAM_CAPTURE_MODE_RELAXED);
SAME(GPU_ATTRIBUTE_THREADS, CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_BLOCK);
SAME(GPU_ATTRIBUTE_SHARED, CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK);
SAME(GPU_ATTRIBUTE_UNITS, CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT);
SAME(GPU_ATTRIBUTE_MAJOR, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR);
SAME(GPU_ATTRIBUTE_MINOR, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR);
SAME(GPU_KERNEL_THREADS, CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK);
SAME(GPU_KERNEL_SHARED, CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES);

/* A function of our signature that calls theirs. */
static gpu_error driver_init(unsigned flags)
{
    return (gpu_error)cuInit(flags);
}

static gpu_error driver_driver_version(int *version)
{
    return (gpu_error)cuDriverGetVersion(version);
}

static gpu_error driver_error_name(gpu_error error, const char **name)
{
    return (gpu_error)cuGetErrorName((CUresult)error, name);
}

static gpu_error driver_device_count(int *count)
{
    return (gpu_error)cuDeviceGetCount(count);
}

static gpu_error driver_device_get(int *device, int ordinal)
{
    return (gpu_error)cuDeviceGet(device, ordinal);
}

static gpu_error driver_device_name(char *name, int bytes, int device)
{
    return (gpu_error)cuDeviceGetName(name, bytes, device);
}

static gpu_error driver_device_memory(size_t *bytes, int device)
{
    return (gpu_error)cuDeviceTotalMem(bytes, device);
}

static gpu_error driver_device_attribute(int *value, int attribute, int device)
{
    return (gpu_error)cuDeviceGetAttribute(value, (CUdevice_attribute)attribute, device);
}

static gpu_error driver_primary_retain(gpu_handle *context, int device)
{
    return (gpu_error)cuDevicePrimaryCtxRetain((CUcontext *)context, device);
}

static gpu_error driver_primary_release(int device)
{
    return (gpu_error)cuDevicePrimaryCtxRelease(device);
}

static gpu_error driver_context_current(gpu_handle *context)
{
    return (gpu_error)cuCtxGetCurrent((CUcontext *)context);
}

static gpu_error driver_context_push(gpu_handle context)
{
    return (gpu_error)cuCtxPushCurrent(context);
}

static gpu_error driver_context_pop(gpu_handle *context)
{
    return (gpu_error)cuCtxPopCurrent((CUcontext *)context);
}

static gpu_error driver_context_device(int *device)
{
    return (gpu_error)cuCtxGetDevice(device);
}

static gpu_error driver_context_id(gpu_handle context, u64 *id)
{
    return (gpu_error)cuCtxGetId(context, (unsigned long long *)id);
}

static gpu_error driver_exchange_capture_mode(int *mode)
{
    return (gpu_error)cuThreadExchangeStreamCaptureMode((CUstreamCaptureMode *)mode);
}

static gpu_error driver_stream_create(gpu_handle *stream, unsigned flags)
{
    return (gpu_error)cuStreamCreate((CUstream *)stream, flags);
}

static gpu_error driver_stream_destroy(gpu_handle stream)
{
    return (gpu_error)cuStreamDestroy(stream);
}

static gpu_error driver_stream_finish(gpu_handle stream)
{
    return (gpu_error)cuStreamSynchronize(stream);
}

static gpu_error driver_stream_context(gpu_handle stream, gpu_handle *context)
{
    return (gpu_error)OURS_STREAM_CONTEXT(stream, (CUcontext *)context);
}

static gpu_error driver_stream_capturing(gpu_handle stream, int *status)
{
    return (gpu_error)cuStreamIsCapturing(stream, (CUstreamCaptureStatus *)status);
}

static gpu_error driver_memory_allocate(gpu_handle *memory, size_t bytes)
{
    return (gpu_error)cuMemAlloc((CUdeviceptr *)memory, bytes);
}

static gpu_error driver_memory_free(gpu_handle memory)
{
    return (gpu_error)cuMemFree((CUdeviceptr)memory);
}

static gpu_error driver_copy_to_device(gpu_handle to, const void *from, size_t bytes, gpu_handle stream)
{
    return (gpu_error)cuMemcpyHtoDAsync((CUdeviceptr)to, from, bytes, stream);
}

static gpu_error driver_copy_to_host(void *to, gpu_handle from, size_t bytes, gpu_handle stream)
{
    return (gpu_error)cuMemcpyDtoHAsync(to, (CUdeviceptr)from, bytes, stream);
}

static gpu_error driver_copy_on_device(gpu_handle to, gpu_handle from, size_t bytes, gpu_handle stream)
{
    return (gpu_error)cuMemcpyDtoDAsync((CUdeviceptr)to, (CUdeviceptr)from, bytes, stream);
}

static gpu_error driver_library_load(gpu_handle *library, const void *code, void *a, void **b, unsigned c, void *d,
        void **e, unsigned f)
{
    return (gpu_error)cuLibraryLoadData((CUlibrary *)library, code, a, b, c, d, e, f);
}

static gpu_error driver_library_unload(gpu_handle library)
{
    return (gpu_error)cuLibraryUnload(library);
}

static gpu_error driver_library_kernel(gpu_handle *kernel, gpu_handle library, const char *name)
{
    return (gpu_error)cuLibraryGetKernel((CUkernel *)kernel, library, name);
}

static gpu_error driver_kernel_attribute(int *value, int attribute, gpu_handle kernel, int device)
{
    return (gpu_error)cuKernelGetAttribute(value, (CUfunction_attribute)attribute, kernel, device);
}

static gpu_error driver_kernel_function(gpu_handle *function, gpu_handle kernel)
{
    return (gpu_error)cuKernelGetFunction((CUfunction *)function, kernel);
}

static gpu_error driver_function_load(gpu_handle function)
{
    return (gpu_error)cuFuncLoad(function);
}

static gpu_error driver_launch(gpu_handle kernel, unsigned gx, unsigned gy, unsigned gz, unsigned bx, unsigned by,
        unsigned bz, unsigned shared, gpu_handle stream, void **arguments, void **extra)
{
    return (gpu_error)cuLaunchKernel(kernel, gx, gy, gz, bx, by, bz, shared, stream, arguments, extra);
}

static int compiler_version(int *major, int *minor)
{
    return (int)nvrtcVersion(major, minor);
}

static int compiler_create(gpu_handle *program, const char *text, const char *name, int headers, const char *const
        *texts, const char *const *names)
{
    return (int)nvrtcCreateProgram((nvrtcProgram *)program, text, name, headers, texts, names);
}

static int compiler_destroy(gpu_handle *program)
{
    return (int)nvrtcDestroyProgram((nvrtcProgram *)program);
}

static int compiler_compile(gpu_handle program, int count, const char *const *options)
{
    return (int)nvrtcCompileProgram(program, count, options);
}

static int compiler_log_size(gpu_handle program, size_t *bytes)
{
    return (int)nvrtcGetProgramLogSize(program, bytes);
}

static int compiler_log(gpu_handle program, char *text)
{
    return (int)nvrtcGetProgramLog(program, text);
}

static int compiler_binary_size(gpu_handle program, size_t *bytes)
{
    return (int)nvrtcGetCUBINSize(program, bytes);
}

static int compiler_binary(gpu_handle program, char *bytes)
{
    return (int)nvrtcGetCUBIN(program, bytes);
}

static const gpu_api driver = {
    .init = driver_init,
    .driver_version = driver_driver_version,
    .error_name = driver_error_name,
    .device_count = driver_device_count,
    .device_get = driver_device_get,
    .device_name = driver_device_name,
    .device_memory = driver_device_memory,
    .device_attribute = driver_device_attribute,
    .primary_retain = driver_primary_retain,
    .primary_release = driver_primary_release,
    .context_current = driver_context_current,
    .context_push = driver_context_push,
    .context_pop = driver_context_pop,
    .context_device = driver_context_device,
    .context_id = driver_context_id,
    .exchange_capture_mode = driver_exchange_capture_mode,
    .stream_create = driver_stream_create,
    .stream_destroy = driver_stream_destroy,
    .stream_finish = driver_stream_finish,
    .stream_context = driver_stream_context,
    .stream_capturing = driver_stream_capturing,
    .memory_allocate = driver_memory_allocate,
    .memory_free = driver_memory_free,
    .copy_to_device = driver_copy_to_device,
    .copy_to_host = driver_copy_to_host,
    .copy_on_device = driver_copy_on_device,
    .library_load = driver_library_load,
    .library_unload = driver_library_unload,
    .library_kernel = driver_library_kernel,
    .kernel_attribute = driver_kernel_attribute,
    .kernel_function = driver_kernel_function,
    .function_load = driver_function_load,
    .launch = driver_launch,
};
static const gpu_compiler compiler = {
    .version = compiler_version,
    .create = compiler_create,
    .destroy = compiler_destroy,
    .compile = compiler_compile,
    .log_size = compiler_log_size,
    .log = compiler_log,
    .binary_size = compiler_binary_size,
    .binary = compiler_binary,
};

int main(void)
{
    printf("CUDA %d.%d: %zu functions of the driver, %zu of the compiler\n", CUDA_VERSION / 1000,
           CUDA_VERSION % 1000 / 10, sizeof driver / sizeof driver.init, sizeof compiler / sizeof compiler.version);
    return driver.init && compiler.version ? 0 : 1;
}
