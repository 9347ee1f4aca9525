/*
 * What CUDA alone has: functions whose form is its own, numbers of attributes, CUBINs of the build. Internal, for
 * cuda.c, the build's table (cuda_prebuilt.cmake) and tests.
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef SWEEP_CUDA_H
#define SWEEP_CUDA_H

#include "stream.h"

enum {
    CUDA_ATTRIBUTE_THREADS = 1,
    CUDA_ATTRIBUTE_SHARED = 8,
    CUDA_ATTRIBUTE_UNITS = 16,
    CUDA_ATTRIBUTE_MAJOR = 75,
    CUDA_ATTRIBUTE_MINOR = 76
};

typedef struct cuda_functions {
    gpu_error (*error_name)(gpu_error error, const char **name);
    gpu_error (*context_push)(gpu_handle context);
    gpu_error (*context_pop)(gpu_handle *context);
    gpu_error (*library_load)(gpu_handle *library, const void *code, void *, void **, unsigned, void *, void **,
                              unsigned);
    gpu_error (*kernel_function)(gpu_handle *function, gpu_handle kernel); /* loads it into the current context */
    gpu_error (*function_load)(gpu_handle function);                       /* may be NULL: older than CUDA 12.4 */
} cuda_functions;

/* CUBINs that the build made (cuda_prebuilt.cmake); the last one has no bytes. */
typedef struct cuda_prebuilt {
    int architecture;
    sweep_shape shape;
    const unsigned char *bytes;
    const size_t *count;
} cuda_prebuilt;
extern const cuda_prebuilt sweep_cuda_prebuilt[];

#endif
