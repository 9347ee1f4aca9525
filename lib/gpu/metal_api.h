/*
 * Apple's Metal as far as the library uses it, spoken to from C through the Objective-C runtime, which is opened at run
 * time: building needs neither an Apple system nor an Objective-C compiler. One table says which messages are sent,
 * with the types of their parameters; from it come the functions that send them and what the tests compare with the
 * classes. Internal, for metal*.c and their tests.
 *
 * Rules. A method whose name begins with `new` or `copy`, and a function whose name has Create or Copy, hands its
 * object over, to be released. All others lend it to the autorelease pool: who keeps it retains it. So every
 * function that sends a message stands within a pool of its own. No message is sent to nil. Structs travel by value in
 * parameters alone, never as results: those take another entry of the runtime on x86-64.
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef SWEEP_METAL_API_H
#define SWEEP_METAL_API_H

#include "device.h"

typedef void *metal_id; /* an object or a class */
typedef void *metal_selector;
typedef unsigned long metal_unsigned; /* NSUInteger */
typedef long metal_signed;            /* NSInteger */
typedef const char *metal_text;
typedef const void *metal_bytes;
typedef void *metal_memory;
typedef void *metal_block;     /* a block of Objective-C; always NULL here */
typedef metal_id *metal_error; /* NSError ** */
typedef struct metal_size {    /* MTLSize */
    metal_unsigned width, height, depth;
} metal_size;

enum {
    METAL_STORAGE_SHARED = 0, /* MTLResourceStorageModeShared */
    METAL_COMMITTED = 2,      /* MTLCommandBufferStatusCommitted; below: still to be encoded */
    METAL_COMPLETED = 4,      /* MTLCommandBufferStatusCompleted; 5: an error */
    METAL_OUT_OF_MEMORY = 8   /* MTLCommandBufferErrorOutOfMemory */
};

/* The messages: class, type of the result, the name here, selector, types of the parameters. The number in M0 to M4
   counts those. */
#define METAL_MESSAGES(M0, M1, M2, M3, M4)                                                                             \
    M1(NSString, metal_id, string_of, "stringWithUTF8String:", metal_text)                                             \
    M0(NSString, metal_text, text_of, "UTF8String")                                                                    \
    M0(NSArray, metal_unsigned, count_of, "count")                                                                     \
    M1(NSArray, metal_id, element_of, "objectAtIndex:", metal_unsigned)                                                \
    M0(NSError, metal_id, description_of, "localizedDescription")                                                      \
    M0(NSError, metal_signed, code_of, "code")                                                                         \
    M0(MTLDevice, metal_id, name_of, "name")                                                                           \
    M0(MTLDevice, metal_unsigned, shared_bytes_of, "maxThreadgroupMemoryLength")                                       \
    M0(MTLDevice, metal_unsigned, largest_buffer_of, "maxBufferLength")                                                \
    M0(MTLDevice, metal_id, new_queue, "newCommandQueue")                                                              \
    M2(MTLDevice, metal_id, new_buffer, "newBufferWithLength:options:", metal_unsigned, metal_unsigned)                \
    M4(MTLDevice, metal_id, new_buffer_over, "newBufferWithBytesNoCopy:length:options:deallocator:", metal_memory,     \
       metal_unsigned, metal_unsigned, metal_block)                                                                    \
    M3(MTLDevice, metal_id, new_library, "newLibraryWithSource:options:error:", metal_id, metal_id, metal_error)       \
    M2(MTLDevice, metal_id, new_pipeline, "newComputePipelineStateWithFunction:error:", metal_id, metal_error)         \
    M1(MTLLibrary, metal_id, new_function, "newFunctionWithName:", metal_id)                                           \
    M0(MTLComputePipelineState, metal_unsigned, threads_of, "maxTotalThreadsPerThreadgroup")                           \
    M0(MTLComputePipelineState, metal_unsigned, width_of, "threadExecutionWidth")                                      \
    M0(MTLComputePipelineState, metal_unsigned, static_bytes_of, "staticThreadgroupMemoryLength")                      \
    M0(MTLBuffer, metal_unsigned, length_of, "length")                                                                 \
    M0(MTLBuffer, metal_memory, contents_of, "contents")                                                               \
    M0(MTLBuffer, metal_id, device_of_buffer, "device")                                                                \
    M0(MTLCommandQueue, metal_id, command_buffer, "commandBuffer")                                                     \
    M0(MTLCommandBuffer, metal_id, device_of_commands, "device")                                                       \
    M0(MTLCommandBuffer, metal_unsigned, status_of, "status")                                                          \
    M0(MTLCommandBuffer, metal_id, error_of, "error")                                                                  \
    M0(MTLCommandBuffer, metal_id, compute_encoder, "computeCommandEncoder")                                           \
    M0(MTLCommandBuffer, void, commit, "commit")                                                                       \
    M0(MTLCommandBuffer, void, wait, "waitUntilCompleted")                                                             \
    M1(MTLComputeCommandEncoder, void, set_pipeline, "setComputePipelineState:", metal_id)                             \
    M3(MTLComputeCommandEncoder, void, set_buffer, "setBuffer:offset:atIndex:", metal_id, metal_unsigned,              \
       metal_unsigned)                                                                                                 \
    M3(MTLComputeCommandEncoder, void, set_bytes, "setBytes:length:atIndex:", metal_bytes, metal_unsigned,             \
       metal_unsigned)                                                                                                 \
    M2(MTLComputeCommandEncoder, void, dispatch, "dispatchThreadgroups:threadsPerThreadgroup:", metal_size,            \
       metal_size)                                                                                                     \
    M0(MTLComputeCommandEncoder, void, end_encoding, "endEncoding")

#define METAL_NUMBER(class, result, name, ...) METAL_##name,
enum { METAL_MESSAGES(METAL_NUMBER, METAL_NUMBER, METAL_NUMBER, METAL_NUMBER, METAL_NUMBER) METAL_MESSAGE_COUNT };
#undef METAL_NUMBER

typedef struct metal_api {
    metal_id (*get_class)(const char *name);           /* objc_getClass */
    metal_selector (*register_selector)(const char *); /* sel_registerName */
    void (*send)(void);                                /* objc_msgSend: cast to the message's very type */
    metal_id (*retain)(metal_id object);               /* objc_retain, objc_release */
    void (*release)(metal_id object);
    void *(*pool_push)(void); /* objc_autoreleasePoolPush, Pop */
    void (*pool_pop)(void *pool);
    metal_id (*default_device)(void); /* MTLCreateSystemDefaultDevice */
    metal_id (*all_devices)(void);    /* MTLCopyAllDevices; NULL: not on this system */
    metal_id string_class;            /* NSString */
    metal_selector selectors[METAL_MESSAGE_COUNT];
} metal_api;

/* metal_NAME(api, receiver, parameters...): the message, sent. */
#define METAL_SEND0(class, result, name, selector)                                                                     \
    static inline result metal_##name(const metal_api *api, metal_id to)                                               \
    {                                                                                                                  \
        return ((result(*)(metal_id, metal_selector))api->send)(to, api->selectors[METAL_##name]);                     \
    }
#define METAL_SEND1(class, result, name, selector, t0)                                                                 \
    static inline result metal_##name(const metal_api *api, metal_id to, t0 a)                                         \
    {                                                                                                                  \
        return ((result(*)(metal_id, metal_selector, t0))api->send)(to, api->selectors[METAL_##name], a);              \
    }
#define METAL_SEND2(class, result, name, selector, t0, t1)                                                             \
    static inline result metal_##name(const metal_api *api, metal_id to, t0 a, t1 b)                                   \
    {                                                                                                                  \
        return ((result(*)(metal_id, metal_selector, t0, t1))api->send)(to, api->selectors[METAL_##name], a, b);       \
    }
#define METAL_SEND3(class, result, name, selector, t0, t1, t2)                                                         \
    static inline result metal_##name(const metal_api *api, metal_id to, t0 a, t1 b, t2 c)                             \
    {                                                                                                                  \
        return ((result(*)(metal_id, metal_selector, t0, t1, t2))api->send)(to, api->selectors[METAL_##name], a, b,    \
                                                                            c);                                        \
    }
#define METAL_SEND4(class, result, name, selector, t0, t1, t2, t3)                                                     \
    static inline result metal_##name(const metal_api *api, metal_id to, t0 a, t1 b, t2 c, t3 d)                       \
    {                                                                                                                  \
        return ((result(*)(metal_id, metal_selector, t0, t1, t2, t3))api->send)(to, api->selectors[METAL_##name], a,   \
                                                                                b, c, d);                              \
    }
METAL_MESSAGES(METAL_SEND0, METAL_SEND1, METAL_SEND2, METAL_SEND3, METAL_SEND4)
#undef METAL_SEND0
#undef METAL_SEND1
#undef METAL_SEND2
#undef METAL_SEND3
#undef METAL_SEND4

/* The table as text, in the order of the numbers; types by their names here. */
typedef struct metal_message {
    const char *class_name, *selector, *result, *parameters[5]; /* NULL behind the last one */
} metal_message;
extern const metal_message sweep_metal_messages[METAL_MESSAGE_COUNT];

/* Open once in a process; NULL and a reason if Metal is not here. */
const metal_api *sweep_metal_api(char *why, size_t why_bytes);

/* ---- a device, its queues, buffers and programs (metal.c, metal_program.c, metal_calls.c) ----------------------- */

typedef struct metal_state {
    const metal_api *api;
    metal_id device; /* retained */
    metal_id copy;   /* the pipeline that copies, once it was needed */
    pthread_mutex_t copy_lock;
} metal_state;

/* Behind sweep_queue.native: what is being encoded. */
typedef struct metal_queue {
    metal_id queue;             /* the library's own, NULL: the caller gave the command buffer */
    metal_id commands, encoder; /* retained; NULL: none is open */
} metal_queue;

/* What the launches know as a buffer: a place in an MTLBuffer. */
typedef struct metal_buffer {
    metal_id object;
    size_t offset;
    void *contents; /* seen by the host; NULL in a caller's */
} metal_buffer;

typedef struct metal_program {
    metal_id kernels[SWEEP_KERNELS]; /* pipelines */
} metal_program;

/* Keeps the device's own words for sweep_device_message, if it has any: an NSError or NULL. */
sweep_status sweep_metal_failed(sweep_device *device, sweep_status status, const char *what, metal_id error);

/* Fills in state, limits, description and identity; retains the MTLDevice. Within a pool. */
sweep_status sweep_metal_attach(sweep_device *device, const metal_api *api, metal_id native);

/* Opens an encoder unless one is open; ends it if one is. Within a pool. */
sweep_status sweep_metal_encode(sweep_queue *queue);
void sweep_metal_end(sweep_queue *queue);

/* Verbs of metal_program.c, and the pipeline of the copies. */
sweep_status sweep_metal_compile(sweep_device *device, const sweep_shape *shape, const void *binary, size_t bytes,
                                 void **compiled);
void sweep_metal_program_destroy(sweep_device *device, void *compiled);
sweep_status sweep_metal_copy_pipeline(sweep_device *device, metal_id *pipeline);
enum { METAL_COPY_THREADS = 256 };

#endif
