/*
 * The part of OpenCL 1.2 that the library uses, declared here so that no header is needed to build it; the functions
 * come from libOpenCL.so.1 at run time. Names and numbers are those of the standard. For opencl.c and opencl_calls.c.
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef SWEEP_OPENCL_API_H
#define SWEEP_OPENCL_API_H

#include "device.h"

typedef void *cl_handle; /* of a platform, device, context, queue, buffer, program, kernel or event */

enum {
    CL_NOTHING_FOUND = -1,
    CL_BAD_ALLOCATION = -4,
    CL_NO_RESOURCES = -5,
    CL_NO_HOST_MEMORY = -6,
    CL_PLATFORM_NAME_ = 0x0902,
    CL_DEVICE_TYPE_ = 0x1000,
    CL_DEVICE_UNITS = 0x1002,
    CL_DEVICE_GROUP_SIZE = 0x1004,
    CL_DEVICE_LARGEST_BUFFER = 0x1010,
    CL_DEVICE_LOCAL_BYTES = 0x1023,
    CL_DEVICE_LITTLE_ENDIAN = 0x1026,
    CL_DEVICE_USABLE = 0x1027,
    CL_DEVICE_HAS_COMPILER = 0x1028,
    CL_DEVICE_NAME_ = 0x102B,
    CL_DRIVER_VERSION_ = 0x102D,
    CL_DEVICE_VERSION_ = 0x102F,
    CL_DEVICE_PLATFORM_ = 0x1031,
    CL_QUEUE_CONTEXT_ = 0x1090,
    CL_QUEUE_DEVICE_ = 0x1091,
    CL_QUEUE_PROPERTIES_ = 0x1093,
    CL_MEM_SIZE_ = 0x1102,
    CL_MEM_CONTEXT_ = 0x1106,
    CL_PROGRAM_DEVICE_COUNT = 0x1162,
    CL_PROGRAM_DEVICES_ = 0x1163,
    CL_PROGRAM_BINARY_SIZES_ = 0x1165,
    CL_PROGRAM_BINARIES_ = 0x1166,
    CL_PROGRAM_LOG = 0x1183,
    CL_KERNEL_GROUP_SIZE = 0x11B0,
    CL_KERNEL_LOCAL_BYTES = 0x11B2
};
#define CL_ALL_TYPES ((u64)0xFFFFFFFF)
#define CL_TYPE_CPU ((u64)2)
#define CL_READ_WRITE ((u64)1)
#define CL_OUT_OF_ORDER ((u64)1)

typedef struct opencl_api {
    int32_t (*GetPlatformIDs)(u32, cl_handle *, u32 *);
    int32_t (*GetPlatformInfo)(cl_handle, u32, size_t, void *, size_t *);
    int32_t (*GetDeviceIDs)(cl_handle, u64, u32, cl_handle *, u32 *);
    int32_t (*GetDeviceInfo)(cl_handle, u32, size_t, void *, size_t *);
    cl_handle (*CreateContext)(const intptr_t *, u32, const cl_handle *, void *, void *, int32_t *);
    int32_t (*RetainContext)(cl_handle);
    int32_t (*ReleaseContext)(cl_handle);
    cl_handle (*CreateCommandQueue)(cl_handle, cl_handle, u64, int32_t *);
    int32_t (*ReleaseCommandQueue)(cl_handle);
    int32_t (*GetCommandQueueInfo)(cl_handle, u32, size_t, void *, size_t *);
    cl_handle (*CreateBuffer)(cl_handle, u64, size_t, void *, int32_t *);
    int32_t (*ReleaseMemObject)(cl_handle);
    int32_t (*GetMemObjectInfo)(cl_handle, u32, size_t, void *, size_t *);
    cl_handle (*CreateProgramWithSource)(cl_handle, u32, const char **, const size_t *, int32_t *);
    cl_handle (*CreateProgramWithBinary)(cl_handle, u32, const cl_handle *, const size_t *, const unsigned char **,
                                         int32_t *, int32_t *);
    int32_t (*BuildProgram)(cl_handle, u32, const cl_handle *, const char *, void *, void *);
    int32_t (*GetProgramBuildInfo)(cl_handle, cl_handle, u32, size_t, void *, size_t *);
    int32_t (*GetProgramInfo)(cl_handle, u32, size_t, void *, size_t *);
    int32_t (*ReleaseProgram)(cl_handle);
    cl_handle (*CreateKernel)(cl_handle, const char *, int32_t *);
    int32_t (*ReleaseKernel)(cl_handle);
    int32_t (*SetKernelArg)(cl_handle, u32, size_t, const void *);
    int32_t (*GetKernelWorkGroupInfo)(cl_handle, cl_handle, u32, size_t, void *, size_t *);
    int32_t (*EnqueueNDRangeKernel)(cl_handle, cl_handle, u32, const size_t *, const size_t *, const size_t *, u32,
                                    const cl_handle *, cl_handle *);
    int32_t (*EnqueueReadBuffer)(cl_handle, cl_handle, u32, size_t, size_t, void *, u32, const cl_handle *,
                                 cl_handle *);
    int32_t (*EnqueueWriteBuffer)(cl_handle, cl_handle, u32, size_t, size_t, const void *, u32, const cl_handle *,
                                  cl_handle *);
    int32_t (*EnqueueCopyBuffer)(cl_handle, cl_handle, cl_handle, size_t, size_t, size_t, u32, const cl_handle *,
                                 cl_handle *);
    int32_t (*EnqueueMarkerWithWaitList)(cl_handle, u32, const cl_handle *, cl_handle *);
    int32_t (*ReleaseEvent)(cl_handle);
    int32_t (*Flush)(cl_handle);
    int32_t (*Finish)(cl_handle);
} opencl_api;

/* The functions, opened at the first call; NULL: `why` (if not NULL) says why there are none. SWEEP_OPENCL_LIBRARY in
   the environment names another library than libOpenCL.so.1. The loader reads an environment of its own. */
const opencl_api *sweep_opencl_api(char *why, size_t why_bytes);

typedef struct opencl_state {
    const opencl_api *cl;
    cl_handle context, id;
    char *options; /* of the compiler; more of them: SWEEP_OPENCL_OPTIONS in the environment */
} opencl_state;

/* Fills in a new handle for a device of this context, which it retains. */
sweep_status sweep_opencl_attach(sweep_device *device, const opencl_api *cl, cl_handle context, cl_handle id);

/* A status for an OpenCL error, kept with the name of what failed. */
sweep_status sweep_opencl_failed(sweep_device *device, const char *what, int32_t error);

#endif
