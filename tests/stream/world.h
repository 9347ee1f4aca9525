/*
 * What the tests of CUDA and of HIP share: the mocks, contexts, and one sort on a stream from end to end: arrays with
 * guards in device memory, scratch full of dirt, and the result compared bit for bit with the reference. The text is
 * compiled once for each; names.h says which.
 */
#ifndef TESTS_STREAM_WORLD_H
#define TESTS_STREAM_WORLD_H

#include "../check.h"
#include "../patterns.h"
#include "../reference.h"
#include "mock/mock.h"
#include "mock/mock_compiler.h"

#include <string.h>

/* The driver's functions that tests call and the library does not. */
typedef struct world {
    void *library; /* the mock driver */
    const gpu_api *api;
    mock_control *driver;
    mock_compiler_control *compiler;
    gpu_error (*capture_begin)(gpu_handle stream, int mode);
    gpu_error (*capture_end)(gpu_handle stream, gpu_handle *graph);
    gpu_error (*graph_instantiate)(gpu_handle *executable, gpu_handle graph, u64 flags);
    gpu_error (*graph_launch)(gpu_handle executable, gpu_handle stream);
    gpu_error (*graph_destroy)(gpu_handle graph);
    gpu_error (*executable_destroy)(gpu_handle executable);
} world;
extern world gpu;

/* Opens the mocks, or ends the program: with 77 and a reason where there is no compiler. */
void world_open(void);
void *world_symbol(void *library, const char *name);
#define WORLD_FIND(field, library, name)                                                                               \
    do {                                                                                                               \
        void *found_ = world_symbol(library, name);                                                                    \
        memcpy(&(field), &found_, sizeof found_);                                                                      \
    } while (0)

/* Makes a context current, and the one before it again. */
void world_enter(gpu_handle context);
void world_leave(void);

/* A family's own: a context, not current, which is as good as new; what was made in it goes with it. */
void world_open_own(void *library);
gpu_handle world_context(int device);
bool world_destroy(gpu_handle context);

/* A family's own: what device 0 is: the usual one, another, one that the compiler does not know, one to be refused. */
typedef enum world_kind { WORLD_USUAL, WORLD_OTHER, WORLD_UNKNOWN, WORLD_REFUSED } world_kind;
void world_device(world_kind kind);

/* A stream in a context. */
gpu_handle world_stream(gpu_handle context, unsigned flags);
void world_finish(gpu_handle context, gpu_handle stream);

typedef struct job {
    sweep_operation operation;
    sweep_type type;
    size_t n, value_size;
    bool in_place, counted; /* counted: how many keys there are is said on the device, by job_count */
    sweep_device_options options;
    size_t count;
    /* made by job_create */
    gpu_handle context;
    gpu_handle keys_in, keys_out, values_in, values_out, scratch;
    size_t scratch_bytes;
    unsigned char *keys, *values;
} job;

/* Groups of one warp or wave, two keys each: few keys take many tiles. */
sweep_device_options small_options(void);
job job_make(sweep_operation operation, sweep_type type, size_t n);

/* Asks for the scratch, and allocates everything. */
bool job_create(job *j, sweep_device *device, gpu_handle context, gpu_handle stream);
void job_fill(job *j, gpu_handle stream, pattern shape, uint64_t seed);
void job_count(job *j, gpu_handle stream, size_t count);
sweep_status job_sort(const job *j, sweep_device *device, gpu_handle stream);

/* Waits for the stream; then the result is right, inputs apart are as they were, and no guard was touched. */
bool job_check(const job *j, gpu_handle stream);
void job_destroy(job *j);

#endif
