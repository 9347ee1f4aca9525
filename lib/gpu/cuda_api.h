/*
 * CUDA's driver and its run-time compiler as far as the library uses them, declared here so that building needs no
 * CUDA, and opened at run time. The functions go by names of their own; one table (cuda_api.c) says what the driver
 * calls them, so that a driver of the same form can be given another table. Internal, for cuda*.c and their tests.
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef SWEEP_CUDA_API_H
#define SWEEP_CUDA_API_H

#include "device.h"

typedef void *gpu_handle; /* a context, stream, library or kernel; a device pointer */
typedef int gpu_error;    /* 0: none */

enum {
    GPU_OUT_OF_MEMORY = 2,
    GPU_STREAM_NON_BLOCKING = 1,
    GPU_CAPTURE_NONE = 0,
    GPU_CAPTURE_RELAXED = 2,
    GPU_ATTRIBUTE_THREADS = 1,
    GPU_ATTRIBUTE_SHARED = 8,
    GPU_ATTRIBUTE_UNITS = 16,
    GPU_ATTRIBUTE_MAJOR = 75,
    GPU_ATTRIBUTE_MINOR = 76,
    GPU_KERNEL_THREADS = 0,
    GPU_KERNEL_SHARED = 1
};

/* Streams that are no pointers: of the current context. */
#define GPU_STREAM_LEGACY ((uintptr_t)1)
#define GPU_STREAM_PER_THREAD ((uintptr_t)2)

typedef struct gpu_api {
    gpu_error (*init)(unsigned flags);
    gpu_error (*driver_version)(int *version);
    gpu_error (*error_name)(gpu_error error, const char **name);
    gpu_error (*device_count)(int *count);
    gpu_error (*device_get)(int *device, int ordinal);
    gpu_error (*device_name)(char *name, int bytes, int device);
    gpu_error (*device_memory)(size_t *bytes, int device);
    gpu_error (*device_attribute)(int *value, int attribute, int device);
    gpu_error (*primary_retain)(gpu_handle *context, int device);
    gpu_error (*primary_release)(int device);
    gpu_error (*context_current)(gpu_handle *context);
    gpu_error (*context_push)(gpu_handle context);
    gpu_error (*context_pop)(gpu_handle *context);
    gpu_error (*context_device)(int *device);
    gpu_error (*context_id)(gpu_handle context, u64 *id);
    gpu_error (*exchange_capture_mode)(int *mode);
    gpu_error (*stream_create)(gpu_handle *stream, unsigned flags);
    gpu_error (*stream_destroy)(gpu_handle stream);
    gpu_error (*stream_finish)(gpu_handle stream);
    gpu_error (*stream_context)(gpu_handle stream, gpu_handle *context);
    gpu_error (*stream_capturing)(gpu_handle stream, int *status);
    gpu_error (*memory_allocate)(gpu_handle *memory, size_t bytes);
    gpu_error (*memory_free)(gpu_handle memory);
    gpu_error (*copy_to_device)(gpu_handle to, const void *from, size_t bytes, gpu_handle stream);
    gpu_error (*copy_to_host)(void *to, gpu_handle from, size_t bytes, gpu_handle stream);
    gpu_error (*copy_on_device)(gpu_handle to, gpu_handle from, size_t bytes, gpu_handle stream);
    gpu_error (*library_load)(gpu_handle *library, const void *code, void *, void **, unsigned, void *, void **,
                              unsigned);
    gpu_error (*library_unload)(gpu_handle library);
    gpu_error (*library_kernel)(gpu_handle *kernel, gpu_handle library, const char *name);
    gpu_error (*kernel_attribute)(int *value, int attribute, gpu_handle kernel, int device);
    gpu_error (*kernel_function)(gpu_handle *function, gpu_handle kernel); /* loads it into the current context */
    gpu_error (*function_load)(gpu_handle function);                       /* may be NULL: older than CUDA 12.4 */
    gpu_error (*launch)(gpu_handle kernel, unsigned grid_x, unsigned grid_y, unsigned grid_z, unsigned block_x,
                        unsigned block_y, unsigned block_z, unsigned shared_bytes, gpu_handle stream,
                        void **arguments, void **extra);
} gpu_api;

typedef struct gpu_compiler {
    int (*version)(int *major, int *minor);
    int (*create)(gpu_handle *program, const char *text, const char *name, int headers, const char *const *header_texts,
                  const char *const *header_names);
    int (*destroy)(gpu_handle *program);
    int (*compile)(gpu_handle program, int count, const char *const *options);
    int (*log_size)(gpu_handle program, size_t *bytes);
    int (*log)(gpu_handle program, char *text);
    int (*binary_size)(gpu_handle program, size_t *bytes);
    int (*binary)(gpu_handle program, char *bytes);
} gpu_compiler;

/* Open once in a process, and initialised; NULL and a reason if they are not here. */
const gpu_api *sweep_cuda_api(char *why, size_t why_bytes);
const gpu_compiler *sweep_cuda_compiler(char *why, size_t why_bytes);

/* The status for a driver's error, with a message. */
sweep_status sweep_cuda_failed(sweep_device *device, const char *what, gpu_error error);

/* ---- a device, its queues and programs (cuda.c, cuda_program.c, cuda_calls.c) ----------------------------------- */

typedef struct cuda_state {
    const gpu_api *api;
    int device, architecture;       /* 90: compute capability 9.0 */
    gpu_handle context;             /* of calls on host arrays */
    bool retained;                  /* it is the primary one, retained by open */
    pthread_mutex_t context_lock;   /* guards the lists of contexts in programs */
    char compiler[64];              /* NVRTC's version, or why there is none */
} cuda_state;

/* Behind sweep_queue.native. */
typedef struct cuda_queue {
    gpu_handle context, stream;
    u64 context_id;
    bool capturing;
} cuda_queue;

enum { CUDA_CONTEXTS = 8 };

typedef struct cuda_program {
    gpu_handle library, kernels[SWEEP_KERNELS];
    u64 loaded[CUDA_CONTEXTS]; /* ids of contexts that it is loaded in, plus one; 0: none; the oldest is overwritten */
    u32 next;
    void *binary;              /* what the compiler gave, until it is asked for */
    size_t binary_bytes;
} cuda_program;

/* Makes a context the current one, and lets this thread load code while other streams are being captured. */
typedef struct cuda_entry {
    const gpu_api *api;
    int capture_mode;
} cuda_entry;
sweep_status sweep_cuda_enter(sweep_device *device, gpu_handle context, cuda_entry *entry);
void sweep_cuda_leave(cuda_entry *entry);

/* Fills in state, limits, name, description and identity. */
sweep_status sweep_cuda_attach(sweep_device *device, const gpu_api *api, int number, gpu_handle context,
                               bool retained);

/* Verbs of cuda_program.c. */
sweep_status sweep_cuda_compile(sweep_device *device, const sweep_shape *shape, const void *binary, size_t bytes,
                                void **compiled);
sweep_status sweep_cuda_binary(sweep_device *device, void *compiled, void **binary, size_t *bytes);
void sweep_cuda_program_destroy(sweep_device *device, void *compiled);

/* Loads a program into the current context, whose id is given, unless it is there. */
sweep_status sweep_cuda_load(sweep_device *device, cuda_program *program, const cuda_queue *queue);

/* True while this thread is in a sort that is being captured: then nothing may be compiled or loaded. */
extern _Thread_local bool sweep_cuda_capturing;

/* CUBINs that the build made (prebuilt.cmake); the last one has no bytes. */
typedef struct cuda_prebuilt {
    int architecture;
    sweep_shape shape;
    const unsigned char *bytes;
    const size_t *count;
} cuda_prebuilt;
extern const cuda_prebuilt sweep_cuda_prebuilt[];

#endif
