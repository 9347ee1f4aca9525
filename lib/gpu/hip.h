/*
 * What HIP alone has: functions whose form is its own, numbers of attributes, where its properties have the name of the
 * architecture. Internal, for hip.c and tests.
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef SWEEP_HIP_H
#define SWEEP_HIP_H

#include "stream.h"

enum { HIP_ATTRIBUTE_THREADS = 56, HIP_ATTRIBUTE_UNITS = 63, HIP_ATTRIBUTE_SHARED = 74, HIP_ATTRIBUTE_WAVE = 87 };

/* hipDeviceProp_t: where gcnArchName lies, since version 6 and in version 5; more room than either takes. */
enum { HIP_PROPERTIES_BYTES = 4096, HIP_NAME_AT = 1160, HIP_NAME_AT_5 = 396 };

typedef struct hip_functions {
    gpu_error (*set_device)(int device);
    gpu_error (*properties)(void *properties, int device);   /* since version 6, else NULL */
    gpu_error (*properties_5)(void *properties, int device); /* of version 5; later ones may have it too, or NULL */
    int (*stream_device)(gpu_handle stream);                 /* below 0: no stream */
    gpu_error (*function_attribute)(int *value, int attribute, gpu_handle function);
} hip_functions;

#endif
