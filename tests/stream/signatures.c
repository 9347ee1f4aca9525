/*
 * Compiled where the vendor's own headers are: each function that stream.h, and cuda.h or hip.h, declare takes what the
 * header says (a handle or a pointer of the device is a word of a pointer's size), the numbers are the vendor's, and,
 * as this program links with the mock, the mock has the names that the header gives the functions. The library finds in
 * the mock what it looks for; so all three agree. theirs.h has the names of their types, and what is the family's own.
 */
#include "names.h"
#include "theirs.h"

#include <stdio.h>

SAME(sizeof(gpu_handle), sizeof(their_memory));
SAME(sizeof(gpu_handle), sizeof(their_stream));
SAME(sizeof(gpu_error), sizeof(their_result));
SAME(sizeof(int), sizeof(their_device));
SAME(sizeof(int), sizeof(their_capture_mode));
SAME(sizeof(int), sizeof(their_capture_status));

/* A function of our signature that calls theirs. */
WRAP(driver_init, (unsigned flags), MOCK_NAME(cuInit, hipInit)(flags))
WRAP(driver_driver_version, (int *version), MOCK_NAME(cuDriverGetVersion, hipDriverGetVersion)(version))
WRAP(driver_device_count, (int *count), MOCK_NAME(cuDeviceGetCount, hipGetDeviceCount)(count))
WRAP(driver_device_get, (int *device, int ordinal), MOCK_NAME(cuDeviceGet, hipDeviceGet)(device, ordinal))
WRAP(driver_device_name, (char *name, int bytes, int device),
     MOCK_NAME(cuDeviceGetName, hipDeviceGetName)(name, bytes, device))
WRAP(driver_device_memory, (size_t * bytes, int device), MOCK_NAME(cuDeviceTotalMem, hipDeviceTotalMem)(bytes, device))
WRAP(driver_device_attribute, (int *value, int attribute, int device),
     MOCK_NAME(cuDeviceGetAttribute, hipDeviceGetAttribute)(value, (their_attribute)attribute, device))
WRAP(driver_current_device, (int *device), MOCK_NAME(cuCtxGetDevice, hipGetDevice)(device))
WRAP(driver_exchange_capture_mode, (int *mode),
     MOCK_NAME(cuThreadExchangeStreamCaptureMode, hipThreadExchangeStreamCaptureMode)((their_capture_mode *)mode))
WRAP(driver_stream_create, (gpu_handle * stream, unsigned flags),
     MOCK_NAME(cuStreamCreate, hipStreamCreateWithFlags)((their_stream *)stream, flags))
WRAP(driver_stream_destroy, (gpu_handle stream), MOCK_NAME(cuStreamDestroy, hipStreamDestroy)(stream))
WRAP(driver_stream_finish, (gpu_handle stream), MOCK_NAME(cuStreamSynchronize, hipStreamSynchronize)(stream))
WRAP(driver_stream_capturing, (gpu_handle stream, int *status),
     MOCK_NAME(cuStreamIsCapturing, hipStreamIsCapturing)(stream, (their_capture_status *)status))
WRAP(driver_memory_allocate, (gpu_handle * memory, size_t bytes),
     MOCK_NAME(cuMemAlloc, hipMalloc)((their_memory *)memory, bytes))
WRAP(driver_memory_free, (gpu_handle memory), MOCK_NAME(cuMemFree, hipFree)((their_memory)memory))
WRAP(driver_copy_to_device, (gpu_handle to, const void *from, size_t bytes, gpu_handle stream),
     MOCK_NAME(cuMemcpyHtoDAsync, hipMemcpyHtoDAsync)((their_memory)to, (void *)(uintptr_t)from, bytes, stream))
WRAP(driver_copy_to_host, (void *to, gpu_handle from, size_t bytes, gpu_handle stream),
     MOCK_NAME(cuMemcpyDtoHAsync, hipMemcpyDtoHAsync)(to, (their_memory)from, bytes, stream))
WRAP(driver_copy_on_device, (gpu_handle to, gpu_handle from, size_t bytes, gpu_handle stream),
     MOCK_NAME(cuMemcpyDtoDAsync, hipMemcpyDtoDAsync)((their_memory)to, (their_memory)from, bytes, stream))
WRAP(driver_library_unload, (gpu_handle library), MOCK_NAME(cuLibraryUnload, hipModuleUnload)(library))
WRAP(driver_library_kernel, (gpu_handle * kernel, gpu_handle library, const char *name),
     MOCK_NAME(cuLibraryGetKernel, hipModuleGetFunction)((their_kernel *)kernel, library, name))
WRAP(driver_launch,
     (gpu_handle kernel, unsigned gx, unsigned gy, unsigned gz, unsigned bx, unsigned by, unsigned bz, unsigned shared,
      gpu_handle stream, void **arguments, void **extra),
     MOCK_NAME(cuLaunchKernel, hipModuleLaunchKernel)(kernel, gx, gy, gz, bx, by, bz, shared, stream, arguments, extra))
WRAP(compiler_version, (int *major, int *minor), MOCK_NAME(nvrtcVersion, hiprtcVersion)(major, minor))
WRAP(compiler_create,
     (gpu_handle * program, const char *text, const char *name, int headers, const char *const *texts,
      const char *const *names),
     MOCK_NAME(nvrtcCreateProgram, hiprtcCreateProgram)((their_program *)program, text, name, headers,
                                                        (const char **)(uintptr_t)texts,
                                                        (const char **)(uintptr_t)names))
WRAP(compiler_destroy, (gpu_handle * program),
     MOCK_NAME(nvrtcDestroyProgram, hiprtcDestroyProgram)((their_program *)program))
WRAP(compiler_compile, (gpu_handle program, int count, const char *const *options),
     MOCK_NAME(nvrtcCompileProgram, hiprtcCompileProgram)(program, count, (const char **)(uintptr_t)options))
WRAP(compiler_log_size, (gpu_handle program, size_t *bytes),
     MOCK_NAME(nvrtcGetProgramLogSize, hiprtcGetProgramLogSize)(program, bytes))
WRAP(compiler_log, (gpu_handle program, char *text), MOCK_NAME(nvrtcGetProgramLog, hiprtcGetProgramLog)(program, text))
WRAP(compiler_binary_size, (gpu_handle program, size_t *bytes),
     MOCK_NAME(nvrtcGetCUBINSize, hiprtcGetCodeSize)(program, bytes))
WRAP(compiler_binary, (gpu_handle program, char *bytes), MOCK_NAME(nvrtcGetCUBIN, hiprtcGetCode)(program, bytes))

static const gpu_api driver = {
    .init = driver_init,
    .driver_version = driver_driver_version,
    .device_count = driver_device_count,
    .device_get = driver_device_get,
    .device_name = driver_device_name,
    .device_memory = driver_device_memory,
    .device_attribute = driver_device_attribute,
    .current_device = driver_current_device,
    .exchange_capture_mode = driver_exchange_capture_mode,
    .stream_create = driver_stream_create,
    .stream_destroy = driver_stream_destroy,
    .stream_finish = driver_stream_finish,
    .stream_capturing = driver_stream_capturing,
    .memory_allocate = driver_memory_allocate,
    .memory_free = driver_memory_free,
    .copy_to_device = driver_copy_to_device,
    .copy_to_host = driver_copy_to_host,
    .copy_on_device = driver_copy_on_device,
    .library_unload = driver_library_unload,
    .library_kernel = driver_library_kernel,
    .launch = driver_launch,
    OWN_FUNCTIONS_OF_API,
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
    printf("%s %d.%d: the declarations are those of its headers\n", FAMILY_NAME, THEIR_MAJOR, THEIR_MINOR);
    return driver.init && compiler.version && own_is_whole() ? 0 : 1;
}
