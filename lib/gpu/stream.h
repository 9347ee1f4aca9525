/*
 * Backends whose commands go to streams: CUDA and HIP, which have one form. stream*.c is what both do; a family says
 * what is one's own: the names of its functions, the forms that differ, how it names architectures. Declared here so
 * that building needs neither's headers; drivers are opened at run time. Internal, for stream*.c, cuda.c, hip.c and
 * their tests.
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef SWEEP_STREAM_H
#define SWEEP_STREAM_H

#include "device.h"

typedef void *gpu_handle; /* a context, stream, library or kernel; a device pointer */
typedef int gpu_error;    /* 0: none */

/* Numbers that CUDA and HIP share. */
enum {
    GPU_OUT_OF_MEMORY = 2,
    GPU_NO_DEVICE = 100,
    GPU_INVALID_DEVICE = 101,
    GPU_STREAM_NON_BLOCKING = 1,
    GPU_CAPTURE_NONE = 0,
    GPU_CAPTURE_RELAXED = 2,
    GPU_KERNEL_THREADS = 0,
    GPU_KERNEL_SHARED = 1
};

/* Streams that are no pointers: of the current context. */
#define GPU_STREAM_LEGACY ((uintptr_t)1)
#define GPU_STREAM_PER_THREAD ((uintptr_t)2)

/* ---- what a driver offers -------------------------------------------------------------------------------------- */

typedef struct gpu_api {
    /* Functions of the driver, found by name. */
    gpu_error (*init)(unsigned flags);
    gpu_error (*driver_version)(int *version);
    gpu_error (*device_count)(int *count);
    gpu_error (*device_get)(int *device, int ordinal);
    gpu_error (*device_name)(char *name, int bytes, int device);
    gpu_error (*device_memory)(size_t *bytes, int device);
    gpu_error (*device_attribute)(int *value, int attribute, int device);
    gpu_error (*current_device)(int *device);
    gpu_error (*exchange_capture_mode)(int *mode);
    gpu_error (*stream_create)(gpu_handle *stream, unsigned flags);
    gpu_error (*stream_destroy)(gpu_handle stream);
    gpu_error (*stream_finish)(gpu_handle stream);
    gpu_error (*stream_capturing)(gpu_handle stream, int *status);
    gpu_error (*memory_allocate)(gpu_handle *memory, size_t bytes);
    gpu_error (*memory_free)(gpu_handle memory);
    gpu_error (*copy_to_device)(gpu_handle to, const void *from, size_t bytes, gpu_handle stream);
    gpu_error (*copy_to_host)(void *to, gpu_handle from, size_t bytes, gpu_handle stream);
    gpu_error (*copy_on_device)(gpu_handle to, gpu_handle from, size_t bytes, gpu_handle stream);
    gpu_error (*library_unload)(gpu_handle library);
    gpu_error (*library_kernel)(gpu_handle *kernel, gpu_handle library, const char *name);
    gpu_error (*launch)(gpu_handle kernel, unsigned grid_x, unsigned grid_y, unsigned grid_z, unsigned block_x,
                        unsigned block_y, unsigned block_z, unsigned shared_bytes, gpu_handle stream, void **arguments,
                        void **extra);
    /* Functions of the family, over those of the driver that have a form of their own. */
    const char *(*error_name)(gpu_error error);                   /* may be NULL */
    gpu_error (*context_retain)(gpu_handle *context, int device); /* of calls on host arrays */
    gpu_error (*context_release)(int device);
    gpu_error (*context_current)(gpu_handle *context); /* NULL: none is */
    gpu_error (*context_enter)(gpu_handle context, gpu_handle *before);
    gpu_error (*context_leave)(gpu_handle before);
    gpu_error (*context_id)(gpu_handle context, u64 *id); /* never the same for two contexts */
    gpu_error (*stream_context)(gpu_handle stream, gpu_handle *context);
    gpu_error (*library_load)(gpu_handle *library, const void *code);
    gpu_error (*kernel_attribute)(int *value, int attribute, gpu_handle kernel, int device);
    gpu_error (*kernel_load)(gpu_handle kernel); /* into the current context */
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

/* ---- a family -------------------------------------------------------------------------------------------------- */

/* A function of a library, and the pointer that it is put into. */
typedef struct gpu_symbol {
    const char *name;
    void *at;      /* of a pointer to a function */
    bool optional; /* NULL where the library lacks it */
} gpu_symbol;

/* A library that is opened at run time, once in a process. */
typedef struct gpu_library {
    const char *what, *needs;  /* "CUDA driver", "version 12 or later" */
    const char *variable;      /* of the environment: another path */
    const char *const *paths;  /* NULL at the end */
    const gpu_symbol *symbols; /* a row without a name at the end */
    pthread_mutex_t lock;      /* for what follows */
    bool tried, open;
    pid_t process;
    char why[224]; /* why it is not open */
} gpu_library;

/* What a device is. */
typedef struct gpu_target {
    char name[72];       /* of its architecture, as the compiler takes it: "sm_90", "gfx90a:sramecc+:xnack-" */
    int number;          /* 90: compute capability 9.0; 0 where architectures have no order */
    char text[160];      /* for people: architecture and driver */
    char depends[120];   /* what a binary depends on but for the compiler */
    const char *refused; /* why it cannot sort, or NULL */
    u32 subgroup;
    bool match, spins, looks_back; /* as in sweep_device_limits */
} gpu_target;

typedef struct gpu_family {
    const sweep_backend *backend;
    const char *title;   /* "CUDA" */
    const char *prepare; /* the public function that prepares a sort */
    gpu_library *driver, *compiler;
    gpu_api *api;               /* what the driver's symbols fill in, and */
    gpu_compiler *compiler_api; /* the compiler's */
    int threads, shared, units; /* numbers of attributes: work-items and bytes of a group, multiprocessors */
    void (*look)(const gpu_api *api, int device, gpu_target *target);
    const char *dialect;             /* the text */
    bool told_subgroup;              /* the dialect wants SWEEP_SUBGROUP defined */
    bool any_compiler;               /* what another version, or one that is gone, has compiled is as good */
    const char *constant;            /* what declares a constant array of u32 that is kept */
    const char *file, *architecture; /* the text's name, and the option before the architecture's name */
    const char *binary;              /* what the compiler makes */
    const char *without;             /* said after the reason why there is no compiler */
    /* The build's binary for a shape, NULL: none; or NULL itself. */
    const void *(*prebuilt)(const gpu_target *target, const sweep_shape *shape);
} gpu_family;
extern const gpu_family sweep_cuda_family, sweep_hip_family;

/* Open and initialised; NULL and a reason if they are not here. */
const gpu_api *sweep_stream_api(const gpu_family *family, char *why, size_t why_bytes);
const gpu_compiler *sweep_stream_compiler(const gpu_family *family, char *why, size_t why_bytes);

/* The status for a driver's error, with a message. */
sweep_status sweep_stream_failed(sweep_device *device, const gpu_family *family, const char *what, gpu_error error);

/* ---- a device, its queues and programs ------------------------------------------------------------------------- */

typedef struct gpu_state {
    const gpu_family *family;
    const gpu_api *api;
    int device;
    gpu_target target;
    gpu_handle context;           /* of calls on host arrays */
    bool retained;                /* by open */
    pthread_mutex_t context_lock; /* guards the lists of contexts in programs */
    char compiler[64];            /* its version, or that there is none */
} gpu_state;

/* Behind sweep_queue.native. */
typedef struct gpu_queue {
    gpu_handle context, stream;
    u64 context_id;
    bool capturing;
} gpu_queue;

enum { GPU_CONTEXTS = 8 };

typedef struct gpu_program {
    gpu_handle library, kernels[SWEEP_KERNELS];
    u64 loaded[GPU_CONTEXTS]; /* ids of contexts that it is loaded in, plus one; 0: none; the oldest is overwritten */
    u32 next;
    void *binary; /* what the compiler gave, until it is asked for */
    size_t binary_bytes;
} gpu_program;

/* Makes a context the current one, and lets this thread load code while other streams are being captured. */
typedef struct gpu_entry {
    const gpu_api *api;
    gpu_handle before;
    int capture_mode;
} gpu_entry;
sweep_status sweep_stream_enter(sweep_device *device, gpu_handle context, gpu_entry *entry);
void sweep_stream_leave(gpu_entry *entry);

/* Fills in state, limits, description and identity. */
sweep_status sweep_stream_attach(sweep_device *device, const gpu_family *family, int number, gpu_handle context,
                                 bool retained);

/* Loads a program into the current context, whose id is given, unless it is there. */
sweep_status sweep_stream_load(sweep_device *device, gpu_program *program, const gpu_queue *queue);

/* True while this thread is in a sort that is being captured: then nothing may be compiled or loaded. */
extern _Thread_local bool sweep_stream_capturing;

/* ---- the verbs of device.h (stream.c, stream_program.c) -------------------------------------------------------- */

void sweep_stream_list(const gpu_family *family, void (*found)(const sweep_device_info *, void *), void *user);
sweep_status sweep_stream_open(const gpu_family *family, sweep_device *device, const char *selector);
void sweep_stream_close(sweep_device *device);
sweep_status sweep_stream_queue_create(sweep_device *device, sweep_queue *queue);
void sweep_stream_queue_destroy(sweep_queue *queue);
sweep_status sweep_stream_buffer_create(sweep_device *device, size_t bytes, void **buffer);
void sweep_stream_buffer_destroy(sweep_device *device, void *buffer);
sweep_status sweep_stream_write_buffer(sweep_queue *queue, void *buffer, const void *from, size_t bytes);
sweep_status sweep_stream_read_buffer(sweep_queue *queue, void *to, void *buffer, size_t bytes);
sweep_status sweep_stream_copy_buffer(sweep_queue *queue, void *to, void *from, size_t bytes);
sweep_status sweep_stream_compile(sweep_device *device, const sweep_shape *shape, const void *binary, size_t bytes,
                                  void **compiled);
sweep_status sweep_stream_binary(sweep_device *device, void *compiled, void **binary, size_t *bytes);
void sweep_stream_program_destroy(sweep_device *device, void *compiled);
sweep_status sweep_stream_launch(sweep_queue *queue, void *compiled, const sweep_shape *shape, sweep_kernel kernel,
                                 u32 groups, void *const buffers[SWEEP_BUFFERS], const sweep_arguments *arguments);
sweep_status sweep_stream_finish(sweep_queue *queue);

/* ---- the sorts on a caller's stream (stream_calls.c) ----------------------------------------------------------- */

/* A sort's arrays; the operation is the sort's. */
typedef struct gpu_call {
    sweep_operation operation;
    const void *keys_in;
    void *keys_out; /* argsort: NULL */
    const void *values_in;
    void *values_out;
    size_t n, value_size;
    sweep_type type;
    const sweep_device_options *options;
    void *scratch;
    size_t scratch_bytes;
} gpu_call;
sweep_status sweep_stream_device(const gpu_family *family, sweep_device **device, gpu_handle stream);
sweep_status sweep_stream_scratch(const gpu_family *family, sweep_device *device, gpu_handle stream,
                                  const gpu_call *call, size_t *bytes);
sweep_status sweep_stream_sort(const gpu_family *family, sweep_device *device, gpu_handle stream, const gpu_call *call);

#endif
