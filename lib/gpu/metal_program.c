/*
 * Metal's kernels: a shape's text compiled by the system's own compiler, a pipeline a kernel; and the kernel that
 * copies. In: shapes. Out: pipelines, which live as long as the device's handle. For metal.c.
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef _DEFAULT_SOURCE
#define _DEFAULT_SOURCE
#endif
#include "metal_api.h"
#include "text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Defines, dialect and kernels as one text, to be freed. */
static char *whole_text(const sweep_shape *shape)
{
    char defines[SWEEP_DEFINES_BYTES];
    const char *kernels = sweep_text_kernels;
#ifdef SWEEP_TEST
    if (sweep_test_kernels)
        kernels = sweep_test_kernels;
#endif
    sweep_shape_defines(shape, defines);
    return sweep_text_join((const char *const[]){defines, sweep_text_metal, kernels, NULL});
}

/* Compiles a text to a library, to be released. Within a pool, as all here. */
static sweep_status compile_text(sweep_device *device, const char *text, metal_id *library)
{
    const metal_state *state = device->state;
    const metal_api *api = state->api;
    metal_id error = NULL, string = metal_string_of(api, api->string_class, text);
    if (!string)
        return sweep_metal_failed(device, SWEEP_ERR_MEMORY, "stringWithUTF8String", NULL);
    *library = metal_new_library(api, state->device, string, NULL, &error);
    return *library ? SWEEP_OK : sweep_metal_failed(device, SWEEP_ERR_DEVICE, "compiling the kernels", error);
}

/* The pipeline of one of the library's kernels, to be released, if the device can hold its groups. */
static sweep_status make_pipeline(sweep_device *device, metal_id library, const char *name, u32 threads,
                                  metal_id *pipeline)
{
    const metal_state *state = device->state;
    const metal_api *api = state->api;
    metal_id error = NULL, string = metal_string_of(api, api->string_class, name);
    if (!string)
        return sweep_metal_failed(device, SWEEP_ERR_MEMORY, "stringWithUTF8String", NULL);
    metal_id function = metal_new_function(api, library, string);
    if (!function)
        return sweep_metal_failed(device, SWEEP_ERR_DEVICE, name, NULL);
    metal_id made = metal_new_pipeline(api, state->device, function, &error);
    api->release(function);
    if (!made)
        return sweep_metal_failed(device, SWEEP_ERR_DEVICE, name, error);
    metal_unsigned most = metal_threads_of(api, made), shared = metal_static_bytes_of(api, made);
    if (most < threads || shared > device->limits.local_bytes) {
        api->release(made);
        return sweep_device_fail(device, SWEEP_ERR_UNSUPPORTED,
                                 "%s needs groups of %u work-items and %lu bytes; the device gives %lu and %zu", name,
                                 threads, shared, most, device->limits.local_bytes);
    }
    *pipeline = made;
    return SWEEP_OK;
}

/* ---- programs -------------------------------------------------------------------------------------------------- */

static void release_kernels(const metal_api *api, metal_program *program)
{
    for (int k = 0; k < SWEEP_KERNELS; k++)
        if (program->kernels[k])
            api->release(program->kernels[k]);
    free(program);
}

void sweep_metal_program_destroy(sweep_device *device, void *compiled)
{
    const metal_state *state = device->state;
    if (device->process != getpid()) { /* a child's: the objects belong to its parent */
        free(compiled);
        return;
    }
    void *pool = state->api->pool_push();
    release_kernels(state->api, compiled);
    state->api->pool_pop(pool);
}

static sweep_status make_kernels(sweep_device *device, const sweep_shape *shape, metal_program *made)
{
    const metal_state *state = device->state;
    metal_id library = NULL;
    char *text = whole_text(shape);
    if (!text)
        return SWEEP_ERR_MEMORY;
    sweep_status status = compile_text(device, text, &library);
    free(text);
    if (status)
        return status;
    for (int k = 0; k < SWEEP_KERNELS && status == SWEEP_OK; k++)
        if (sweep_kernel_exists(shape, (sweep_kernel)k))
            status = make_pipeline(device, library, sweep_kernel_names[k], shape->threads, &made->kernels[k]);
    state->api->release(library);
    return status;
}

/* The system keeps what it compiled by itself: there are no binaries to hand in or out. */
sweep_status sweep_metal_compile(sweep_device *device, const sweep_shape *shape, const void *binary, size_t bytes,
                                 void **compiled)
{
    const metal_state *state = device->state;
    metal_id copy;
    (void)binary;
    (void)bytes;
    metal_program *made = calloc(1, sizeof *made);
    if (!made)
        return SWEEP_ERR_MEMORY;
    void *pool = state->api->pool_push();
    sweep_status status = make_kernels(device, shape, made);
    if (status == SWEEP_OK)
        status = sweep_metal_copy_pipeline(device, &copy); /* so that a sort that was prepared compiles nothing */
    if (status)
        release_kernels(state->api, made);
    else
        *compiled = made;
    state->api->pool_pop(pool);
    return status;
}

sweep_status sweep_metal_copy_pipeline(sweep_device *device, metal_id *pipeline)
{
    metal_state *state = device->state;
    metal_id library = NULL;
    sweep_status status = SWEEP_OK;
    pthread_mutex_lock(&state->copy_lock);
    if (!state->copy) {
        status = compile_text(device, sweep_text_metal_copy, &library);
        if (status == SWEEP_OK) {
            status = make_pipeline(device, library, "sweep_copy", METAL_COPY_THREADS, &state->copy);
            state->api->release(library);
        }
    }
    *pipeline = state->copy;
    pthread_mutex_unlock(&state->copy_lock);
    return status;
}
