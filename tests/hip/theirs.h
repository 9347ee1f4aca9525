/*
 * HIP's own types and numbers, for signatures.c; and the functions that HIP alone has.
 */
#include "gpu/hip.h"

#define __HIP_PLATFORM_AMD__ 1
#define __HIP_PLATFORM_HCC__ 1
#include <hip/hip_runtime_api.h>
#include <hip/hiprtc.h>
#include <stddef.h>

#define FAMILY_NAME "HIP"
#define THEIR_MAJOR HIP_VERSION_MAJOR
#define THEIR_MINOR HIP_VERSION_MINOR
typedef hipError_t their_result;
typedef hipDevice_t their_device;
typedef void *their_memory;
typedef hipStream_t their_stream;
typedef hipStreamCaptureMode their_capture_mode;
typedef hipStreamCaptureStatus their_capture_status;
typedef hipDeviceAttribute_t their_attribute;
typedef hipFunction_t their_kernel;
typedef hiprtcProgram their_program;

#define SAME(ours, theirs) _Static_assert((long long)(ours) == (long long)(theirs), "a number of HIP's")
#define WRAP(name, parameters, call)                                                                                   \
    static gpu_error name parameters                                                                                   \
    {                                                                                                                  \
        return (gpu_error)call;                                                                                        \
    }

SAME(sizeof(their_memory), sizeof(hipDeviceptr_t));
SAME(GPU_OUT_OF_MEMORY, hipErrorOutOfMemory);
SAME(GPU_NO_DEVICE, hipErrorNoDevice);
SAME(GPU_INVALID_DEVICE, hipErrorInvalidDevice);
SAME(GPU_STREAM_NON_BLOCKING, hipStreamNonBlocking);
#if !defined __clang__ /* it takes no pointer for a constant */
SAME(GPU_STREAM_PER_THREAD, (uintptr_t)hipStreamPerThread);
#endif
SAME(GPU_CAPTURE_NONE, hipStreamCaptureStatusNone);
SAME(GPU_CAPTURE_RELAXED, hipStreamCaptureModeRelaxed);
SAME(HIP_ATTRIBUTE_THREADS, hipDeviceAttributeMaxThreadsPerBlock);
SAME(HIP_ATTRIBUTE_SHARED, hipDeviceAttributeMaxSharedMemoryPerBlock);
SAME(HIP_ATTRIBUTE_UNITS, hipDeviceAttributeMultiprocessorCount);
SAME(HIP_ATTRIBUTE_WAVE, hipDeviceAttributeWarpSize);
SAME(GPU_KERNEL_THREADS, HIP_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK);
SAME(GPU_KERNEL_SHARED, HIP_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES);
#if HIP_VERSION_MAJOR >= 6
SAME(HIP_NAME_AT, offsetof(hipDeviceProp_t, gcnArchName));
#else
SAME(HIP_NAME_AT_5, offsetof(hipDeviceProp_t, gcnArchName));
#endif
_Static_assert(HIP_PROPERTIES_BYTES >= 2 * sizeof(hipDeviceProp_t), "room for the properties");

WRAP(own_load, (gpu_handle * library, const void *code), hipModuleLoadData((hipModule_t *)library, code))
static const char *own_error_name(gpu_error error)
{
    return hipGetErrorName((hipError_t)error);
}
#define OWN_FUNCTIONS_OF_API .library_load = own_load, .error_name = own_error_name

WRAP(own_set_device, (int device), hipSetDevice(device))
WRAP(own_properties, (void *properties, int device), hipGetDeviceProperties((hipDeviceProp_t *)properties, device))
WRAP(own_stream_device, (gpu_handle stream), hipGetStreamDeviceId((hipStream_t)stream))
WRAP(own_attribute, (int *value, int attribute, gpu_handle function),
     hipFuncGetAttribute(value, (hipFunction_attribute)attribute, function))
static const hip_functions own = {own_set_device, own_properties, own_properties, own_stream_device, own_attribute};

static int own_is_whole(void)
{
    return own.set_device && own.function_attribute;
}
