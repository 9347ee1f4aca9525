/*
 * What the tests of the CUDA backend share: the mocks, contexts, and one sort on a stream from end to end: arrays with
 * guards in device memory, scratch full of dirt, and the result compared bit for bit with the reference.
 */
#ifndef TESTS_CUDA_WORLD_H
#define TESTS_CUDA_WORLD_H

#include "../check.h"
#include "../patterns.h"
#include "../reference.h"
#include "mock/mock.h"
#include "mock/mock_nvrtc.h"
#include "sweepsort_cuda.h"

/* The driver's functions that tests call and the library does not. */
typedef struct world {
    const gpu_api *api;
    mock_control *driver;
    mock_nvrtc_control *nvrtc;
    gpu_error (*context_create)(gpu_handle *context, void *parameters, unsigned flags, int device);
    gpu_error (*context_destroy)(gpu_handle context);
    gpu_error (*capture_begin)(gpu_handle stream, int mode);
    gpu_error (*capture_end)(gpu_handle stream, gpu_handle *graph);
    gpu_error (*graph_instantiate)(gpu_handle *executable, gpu_handle graph, u64 flags);
    gpu_error (*graph_launch)(gpu_handle executable, gpu_handle stream);
    gpu_error (*graph_destroy)(gpu_handle graph);
    gpu_error (*executable_destroy)(gpu_handle executable);
} world;
extern world gpu;

/* Opens the mocks, or ends the program: with 77 and a reason where there is no NVRTC. */
void world_open(void);

/* A context of its own, not current; a stream in it. */
gpu_handle world_context(int device);
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

/* Groups of 32, two keys each: few keys take many tiles. */
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
