/*
 * CUDA as a backend: devices by their numbers, queues, buffers, copies and launches. Compiling is cuda_program.c's, the
 * caller's own streams are cuda_calls.c's. In: the verbs of device.h.
 *
 * Every function works in the context of its queue (buffers: of the device), which is pushed and popped: the caller's
 * own current context is never touched.
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef _DEFAULT_SOURCE
#define _DEFAULT_SOURCE
#endif
#include "cuda_api.h"
#include "text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { OLDEST_ARCHITECTURE = 75 };

/* ---- devices --------------------------------------------------------------------------------------------------- */

static int attribute(const gpu_api *api, int what, int device)
{
    int value = 0;
    return api->device_attribute(&value, what, device) == 0 ? value : 0;
}

static int architecture(const gpu_api *api, int device)
{
    return attribute(api, GPU_ATTRIBUTE_MAJOR, device) * 10 + attribute(api, GPU_ATTRIBUTE_MINOR, device);
}

/* The name, architecture and driver of a device, as text. */
static void describe(const gpu_api *api, int device, char *text, size_t bytes)
{
    char name[128] = "";
    int version = 0, sm = architecture(api, device);
    (void)api->device_name(name, sizeof name - 1, device);
    (void)api->driver_version(&version);
    snprintf(text, bytes, "%.100s, compute capability %d.%d, driver for CUDA %d.%d", name, sm / 10, sm % 10,
             version / 1000, version % 1000 / 10);
}

static void list_cuda(void (*report)(const sweep_device_info *, void *), void *user)
{
    sweep_device_info info = {SWEEP_ERR_UNSUPPORTED, "cuda", ""};
    const gpu_api *api = sweep_cuda_api(info.description, sizeof info.description);
    int count = 0, device;
    if (api && (api->device_count(&count) != 0 || count == 0))
        snprintf(info.description, sizeof info.description, "the CUDA driver is there, but it offers no device");
    if (count == 0)
        report(&info, user);
    for (int i = 0; i < count; i++) {
        char text[200];
        if (api->device_get(&device, i) != 0)
            continue;
        bool old = architecture(api, device) < OLDEST_ARCHITECTURE;
        snprintf(info.name, sizeof info.name, "cuda:%d", i);
        info.status = old ? SWEEP_ERR_UNSUPPORTED : SWEEP_OK;
        describe(api, device, text, sizeof text);
        snprintf(info.description, sizeof info.description, "%s%s", text, old ? ", refused: below 7.5" : "");
        report(&info, user);
    }
}

sweep_status sweep_cuda_attach(sweep_device *device, const gpu_api *api, int number, gpu_handle context, bool retained)
{
    cuda_state *state = calloc(1, sizeof *state);
    const gpu_compiler *compiler;
    size_t memory = 0;
    u64 hash = 0xcbf29ce484222325u;
    if (!state)
        return SWEEP_ERR_MEMORY;
    state->api = api;
    state->device = number;
    state->architecture = architecture(api, number);
    state->context = context;
    state->retained = retained;
    if (state->architecture < OLDEST_ARCHITECTURE) {
        free(state);
        return SWEEP_ERR_UNSUPPORTED;
    }
    pthread_mutex_init(&state->context_lock, NULL);
    device->state = state;
    device->limits.local_bytes = (size_t)attribute(api, GPU_ATTRIBUTE_SHARED, number);
    device->limits.threads = (u32)attribute(api, GPU_ATTRIBUTE_THREADS, number);
    device->limits.units = (u32)attribute(api, GPU_ATTRIBUTE_UNITS, number);
    device->limits.subgroup = 32;
    device->limits.match = true;
    device->limits.bulk = state->architecture >= 90;
    device->limits.spins = true; /* CUDA promises it: a block that has started goes on */
    (void)api->device_memory(&memory, number);
    device->limits.largest_buffer = memory;
    int major = 0, minor = 0;
    compiler = sweep_cuda_compiler(NULL, 0);
    if (compiler && compiler->version(&major, &minor) == 0)
        snprintf(state->compiler, sizeof state->compiler, "NVRTC %d.%d", major, minor);
    else
        snprintf(state->compiler, sizeof state->compiler, "no NVRTC");
    for (const char *at = sweep_text_cuda; *at; at++)
        hash = (hash ^ (unsigned char)*at) * 0x100000001b3u;
    /* A CUBIN depends on no driver and on no other number of the device. */
    snprintf(device->identity, sizeof device->identity, "%s / sm_%d / dialect %016llx", state->compiler,
             state->architecture, (unsigned long long)hash);
    describe(api, number, device->description, sizeof device->description);
    return SWEEP_OK;
}

static sweep_status open_cuda(sweep_device *device, const char *selector)
{
    const gpu_api *api = sweep_cuda_api(NULL, 0);
    int count = 0, number = 0;
    gpu_handle context = NULL;
    if (selector[strspn(selector, "0123456789")] != 0)
        return SWEEP_ERR_ARGUMENT;
    int ordinal = strlen(selector) < 6 ? atoi(selector) : -1;
    if (!api || api->device_count(&count) != 0 || ordinal < 0 || ordinal >= count ||
        api->device_get(&number, ordinal) != 0 || architecture(api, number) < OLDEST_ARCHITECTURE)
        return SWEEP_ERR_UNSUPPORTED;
    gpu_error error = api->primary_retain(&context, number);
    if (error)
        return sweep_cuda_failed(device, "cuDevicePrimaryCtxRetain", error);
    snprintf(device->name, sizeof device->name, "cuda:%d", ordinal);
    sweep_status status = sweep_cuda_attach(device, api, number, context, true);
    if (status)
        (void)api->primary_release(number);
    return status;
}

static void close_cuda(sweep_device *device)
{
    cuda_state *state = device->state;
    if (state->retained && device->process == getpid())
        (void)state->api->primary_release(state->device);
    pthread_mutex_destroy(&state->context_lock);
    free(state);
}

/* ---- contexts -------------------------------------------------------------------------------------------------- */

sweep_status sweep_cuda_enter(sweep_device *device, gpu_handle context, cuda_entry *entry)
{
    const cuda_state *state = device->state;
    gpu_error error = state->api->context_push(context);
    entry->api = state->api;
    entry->capture_mode = GPU_CAPTURE_RELAXED;
    if (error)
        return sweep_cuda_failed(device, "cuCtxPushCurrent", error);
    error = state->api->exchange_capture_mode(&entry->capture_mode);
    if (error) {
        (void)state->api->context_pop(&context);
        return sweep_cuda_failed(device, "cuThreadExchangeStreamCaptureMode", error);
    }
    return SWEEP_OK;
}

void sweep_cuda_leave(cuda_entry *entry)
{
    gpu_handle popped;
    (void)entry->api->exchange_capture_mode(&entry->capture_mode);
    (void)entry->api->context_pop(&popped);
}

/* Leaves, and makes a status of the error. */
static sweep_status leave_with(sweep_device *device, cuda_entry *entry, const char *what, gpu_error error)
{
    sweep_cuda_leave(entry);
    return error ? sweep_cuda_failed(device, what, error) : SWEEP_OK;
}

/* ---- queues and buffers ---------------------------------------------------------------------------------------- */

static sweep_status queue_create(sweep_device *device, sweep_queue *queue)
{
    cuda_state *state = device->state;
    cuda_entry entry;
    cuda_queue *made = calloc(1, sizeof *made);
    if (!made)
        return SWEEP_ERR_MEMORY;
    sweep_status status = sweep_cuda_enter(device, state->context, &entry);
    if (status == SWEEP_OK) {
        made->context = state->context;
        gpu_error error = state->api->context_id(state->context, &made->context_id);
        if (error == 0)
            error = state->api->stream_create(&made->stream, GPU_STREAM_NON_BLOCKING);
        status = leave_with(device, &entry, "cuStreamCreate", error);
    }
    if (status)
        free(made);
    else
        queue->native = made;
    return status;
}

static void queue_destroy(sweep_queue *queue)
{
    cuda_queue *gone = queue->native;
    cuda_entry entry;
    bool entered = sweep_cuda_enter(queue->device, gone->context, &entry) == SWEEP_OK;
    (void)entry.api->stream_destroy(gone->stream); /* tried in any case */
    if (entered)
        sweep_cuda_leave(&entry);
    free(gone);
}

static sweep_status buffer_create(sweep_device *device, size_t bytes, void **buffer)
{
    cuda_state *state = device->state;
    cuda_entry entry;
    sweep_status status = sweep_cuda_enter(device, state->context, &entry);
    if (status)
        return status;
    return leave_with(device, &entry, "cuMemAlloc", state->api->memory_allocate(buffer, bytes));
}

static void buffer_destroy(sweep_device *device, void *buffer)
{
    cuda_state *state = device->state;
    cuda_entry entry;
    bool entered = sweep_cuda_enter(device, state->context, &entry) == SWEEP_OK;
    (void)state->api->memory_free(buffer); /* tried in any case */
    if (entered)
        sweep_cuda_leave(&entry);
}

static sweep_status finish(sweep_queue *queue)
{
    cuda_queue *own = queue->native;
    cuda_entry entry;
    sweep_status status = sweep_cuda_enter(queue->device, own->context, &entry);
    if (status)
        return status;
    return leave_with(queue->device, &entry, "cuStreamSynchronize", entry.api->stream_finish(own->stream));
}

static sweep_status write_buffer(sweep_queue *queue, void *buffer, const void *from, size_t bytes)
{
    cuda_queue *own = queue->native;
    cuda_entry entry;
    sweep_status status = sweep_cuda_enter(queue->device, own->context, &entry);
    if (status)
        return status;
    gpu_error error = entry.api->copy_to_device(buffer, from, bytes, own->stream);
    if (error == 0)
        error = entry.api->stream_finish(own->stream);
    return leave_with(queue->device, &entry, "cuMemcpyHtoD", error);
}

static sweep_status read_buffer(sweep_queue *queue, void *to, void *buffer, size_t bytes)
{
    cuda_queue *own = queue->native;
    cuda_entry entry;
    sweep_status status = sweep_cuda_enter(queue->device, own->context, &entry);
    if (status)
        return status;
    gpu_error error = entry.api->copy_to_host(to, buffer, bytes, own->stream);
    if (error == 0)
        error = entry.api->stream_finish(own->stream);
    return leave_with(queue->device, &entry, "cuMemcpyDtoH", error);
}

static sweep_status copy_buffer(sweep_queue *queue, void *to, void *from, size_t bytes)
{
    cuda_queue *own = queue->native;
    cuda_entry entry;
    sweep_status status = sweep_cuda_enter(queue->device, own->context, &entry);
    if (status)
        return status;
    return leave_with(queue->device, &entry, "cuMemcpyDtoD",
                      entry.api->copy_on_device(to, from, bytes, own->stream));
}

/* ---- launches -------------------------------------------------------------------------------------------------- */

static sweep_status launch(sweep_queue *queue, void *compiled, const sweep_shape *shape, sweep_kernel kernel,
                           u32 groups, void *const buffers[SWEEP_BUFFERS], const sweep_arguments *arguments)
{
    cuda_queue *own = queue->native;
    cuda_program *program = compiled;
    cuda_entry entry;
    gpu_handle pointers[SWEEP_BUFFERS];
    sweep_arguments numbers = *arguments;
    void *parameters[SWEEP_BUFFERS + 1];
    for (int i = 0; i < SWEEP_BUFFERS; i++) {
        pointers[i] = buffers[i];
        parameters[i] = &pointers[i];
    }
    parameters[SWEEP_BUFFERS] = &numbers;
    sweep_status status = sweep_cuda_enter(queue->device, own->context, &entry);
    if (status)
        return status;
    status = sweep_cuda_load(queue->device, program, own);
    if (status) {
        sweep_cuda_leave(&entry);
        return status;
    }
    return leave_with(queue->device, &entry, sweep_kernel_names[kernel],
                      entry.api->launch(program->kernels[kernel], groups, 1, 1, shape->threads, 1, 1, 0, own->stream,
                                        parameters, NULL));
}

const sweep_backend sweep_cuda_backend = {
    .kind = "cuda",
    .list = list_cuda,
    .open = open_cuda,
    .close = close_cuda,
    .queue_create = queue_create,
    .queue_destroy = queue_destroy,
    .buffer_create = buffer_create,
    .buffer_destroy = buffer_destroy,
    .write = write_buffer,
    .read = read_buffer,
    .copy = copy_buffer,
    .compile = sweep_cuda_compile,
    .binary = sweep_cuda_binary,
    .program_destroy = sweep_cuda_program_destroy,
    .launch = launch,
    .finish = finish,
};
