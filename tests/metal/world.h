/*
 * What the tests of the Metal backend share: the stand-in, queues and buffers of a caller, and one sort in a command
 * buffer from end to end: arrays with guards before and behind them, scratch full of dirt, and the result compared bit
 * for bit with the reference.
 */
#ifndef TESTS_METAL_WORLD_H
#define TESTS_METAL_WORLD_H

#include "../check.h"
#include "../patterns.h"
#include "../reference.h"
#include "gpu/metal_api.h"
#include "stand_in/stand_in.h"
#include "sweepsort_metal.h"

typedef struct world {
    const metal_api *api;
    stand_in_control *control;
    const stand_in_method *methods;
    size_t method_count;
} world;
extern world metal;

/* Opens the stand-in, or ends the program. */
void world_open(void);

/* Device `number`; a queue of it. Both to be released. */
metal_id world_device(unsigned number);
metal_id world_queue(metal_id device);

/* A command buffer, retained; commits it and waits. */
metal_id world_commands(metal_id queue);
void world_run(metal_id commands);
void world_release(metal_id gone);

/* Everything was given back, and nothing misused. */
void world_check_nothing_left(void);

typedef struct job {
    sweep_operation operation;
    sweep_type type;
    size_t n, value_size;
    bool in_place, counted; /* counted: how many keys there are is said on the device, by job_count */
    size_t shift;           /* elements between the start of a buffer and its array */
    sweep_device_options options;
    size_t count;
    /* made by job_create */
    sweep_metal_array keys_in, keys_out, values_in, values_out, scratch;
    size_t scratch_bytes;
    unsigned char *keys, *values;
} job;

/* Groups of 32, two keys each: few keys take many tiles. */
sweep_device_options small_options(void);
job job_make(sweep_operation operation, sweep_type type, size_t n);

/* Asks for the scratch, and allocates everything on an MTLDevice. */
bool job_create(job *j, sweep_device *device, metal_id native);
void job_fill(job *j, pattern shape, uint64_t seed);
void job_count(job *j, size_t count);
sweep_status job_sort(const job *j, sweep_device *device, metal_id commands);

/* Once the command buffer is through: the result is right, inputs apart are as they were, no guard was touched. */
bool job_check(const job *j);
void job_destroy(job *j);

#endif
