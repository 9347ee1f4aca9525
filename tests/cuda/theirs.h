/*
 * CUDA's own types and numbers, for signatures.c; and the functions that CUDA alone has.
 */
#include "gpu/cuda.h"

#include <cuda.h>
#include <nvrtc.h>

#define FAMILY_NAME "CUDA"
#define THEIR_MAJOR (CUDA_VERSION / 1000)
#define THEIR_MINOR (CUDA_VERSION % 1000 / 10)
typedef CUresult their_result;
typedef CUdevice their_device;
typedef CUdeviceptr their_memory;
typedef CUstream their_stream;
typedef CUstreamCaptureMode their_capture_mode;
typedef CUstreamCaptureStatus their_capture_status;
typedef CUdevice_attribute their_attribute;
typedef CUkernel their_kernel;
typedef nvrtcProgram their_program;

#define SAME(ours, theirs) _Static_assert((long long)(ours) == (long long)(theirs), "a number of CUDA's")
#define WRAP(name, parameters, call)                                                                                   \
    static gpu_error name parameters                                                                                   \
    {                                                                                                                  \
        return (gpu_error)call;                                                                                        \
    }

/* CUDA 13 has two of these. The library uses the first one, which all versions export. */
#undef cuStreamGetCtx
extern CUresult cuStreamGetCtx(CUstream stream, CUcontext *context);
#define FIRST_STREAM_CONTEXT cuStreamGetCtx

SAME(sizeof(gpu_handle), sizeof(CUcontext));
SAME(sizeof(u64), sizeof(unsigned long long));
SAME(GPU_OUT_OF_MEMORY, CUDA_ERROR_OUT_OF_MEMORY);
SAME(GPU_NO_DEVICE, CUDA_ERROR_NO_DEVICE);
SAME(GPU_INVALID_DEVICE, CUDA_ERROR_INVALID_DEVICE);
SAME(GPU_STREAM_NON_BLOCKING, CU_STREAM_NON_BLOCKING);
SAME(GPU_CAPTURE_NONE, CU_STREAM_CAPTURE_STATUS_NONE);
SAME(GPU_CAPTURE_RELAXED, CU_STREAM_CAPTURE_MODE_RELAXED);
SAME(CUDA_ATTRIBUTE_THREADS, CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_BLOCK);
SAME(CUDA_ATTRIBUTE_SHARED, CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK);
SAME(CUDA_ATTRIBUTE_UNITS, CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT);
SAME(CUDA_ATTRIBUTE_MAJOR, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR);
SAME(CUDA_ATTRIBUTE_MINOR, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR);
SAME(GPU_KERNEL_THREADS, CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK);
SAME(GPU_KERNEL_SHARED, CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES);

WRAP(own_retain, (gpu_handle * context, int device), cuDevicePrimaryCtxRetain((CUcontext *)context, device))
WRAP(own_release, (int device), cuDevicePrimaryCtxRelease(device))
WRAP(own_current, (gpu_handle * context), cuCtxGetCurrent((CUcontext *)context))
WRAP(own_id, (gpu_handle context, u64 *id), cuCtxGetId(context, (unsigned long long *)id))
WRAP(own_stream, (gpu_handle stream, gpu_handle *context), FIRST_STREAM_CONTEXT(stream, (CUcontext *)context))
WRAP(own_kernel, (int *value, int attribute, gpu_handle kernel, int device),
     cuKernelGetAttribute(value, (CUfunction_attribute)attribute, kernel, device))
#define OWN_FUNCTIONS_OF_API                                                                                           \
    .context_retain = own_retain, .context_release = own_release, .context_current = own_current,                      \
    .context_id = own_id, .stream_context = own_stream, .kernel_attribute = own_kernel

WRAP(own_error_name, (gpu_error error, const char **name), cuGetErrorName((CUresult)error, name))
WRAP(own_push, (gpu_handle context), cuCtxPushCurrent(context))
WRAP(own_pop, (gpu_handle * context), cuCtxPopCurrent((CUcontext *)context))
WRAP(own_load, (gpu_handle * library, const void *code, void *a, void **b, unsigned c, void *d, void **e, unsigned f),
     cuLibraryLoadData((CUlibrary *)library, code, a, b, c, d, e, f))
WRAP(own_function, (gpu_handle * function, gpu_handle kernel), cuKernelGetFunction((CUfunction *)function, kernel))
WRAP(own_function_load, (gpu_handle function), cuFuncLoad(function))
static const cuda_functions own = {own_error_name, own_push, own_pop, own_load, own_function, own_function_load};

static int own_is_whole(void)
{
    return own.error_name && own.function_load;
}
