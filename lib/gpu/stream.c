/*
 * What CUDA and HIP do alike: devices by their numbers, queues, buffers, copies and launches. Compiling is
 * stream_program.c's, the caller's own streams are stream_calls.c's. In: a family, and the verbs of device.h.
 *
 * Every function works in the context of its queue (buffers: of the device), which is entered and left: the caller's
 * own current context is never touched.
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef _DEFAULT_SOURCE
#define _DEFAULT_SOURCE
#endif
#include "stream.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* ---- devices --------------------------------------------------------------------------------------------------- */

static u32 attribute(const gpu_api *api, int what, int device)
{
    int value = 0;
    return api->device_attribute(&value, what, device) == 0 && value > 0 ? (u32)value : 0;
}

/* The name, architecture and driver of a device, as text. */
static void describe(const gpu_api *api, int device, const gpu_target *target, char *text, size_t bytes)
{
    char name[128] = "";
    (void)api->device_name(name, sizeof name - 1, device);
    snprintf(text, bytes, "%.60s, %s", name, target->text);
}

void sweep_stream_list(const gpu_family *family, void (*found)(const sweep_device_info *, void *), void *user)
{
    sweep_device_info info = {SWEEP_ERR_UNSUPPORTED, "", ""};
    const gpu_api *api = sweep_stream_api(family, info.description, sizeof info.description);
    const char *kind = family->backend->kind;
    int count = 0, device;
    if (api && (api->device_count(&count) != 0 || count == 0)) {
        snprintf(info.description, sizeof info.description, "the %s is there, but it offers no device",
                 family->driver->what);
        count = 0;
    }
    snprintf(info.name, sizeof info.name, "%s", kind);
    if (count == 0)
        found(&info, user);
    for (int i = 0; i < count; i++) {
        gpu_target target;
        char text[sizeof info.description];
        snprintf(info.name, sizeof info.name, "%s:%d", kind, i);
        if (api->device_get(&device, i) != 0) {
            info.status = SWEEP_ERR_UNSUPPORTED;
            snprintf(info.description, sizeof info.description, "the %s counts this device, but does not hand it out",
                     family->driver->what);
            found(&info, user);
            continue;
        }
        family->look(api, device, &target);
        info.status = target.refused ? SWEEP_ERR_UNSUPPORTED : SWEEP_OK;
        describe(api, device, &target, text, sizeof text);
        snprintf(info.description, sizeof info.description, "%.180s%s%s", text, target.refused ? ", refused: " : "",
                 target.refused ? target.refused : "");
        found(&info, user);
    }
}

/* What the compiler of this process is. */
static void name_compiler(const gpu_family *family, char *text, size_t bytes)
{
    int major = 0, minor = 0;
    const gpu_compiler *compiler = sweep_stream_compiler(family, NULL, 0);
    if (compiler && compiler->version(&major, &minor) == 0)
        snprintf(text, bytes, "%s %d.%d", family->compiler->what, major, minor);
    else
        snprintf(text, bytes, "no %s", family->compiler->what);
}

sweep_status sweep_stream_attach(sweep_device *device, const gpu_family *family, int number, gpu_handle context,
                                 bool retained)
{
    gpu_state *state = calloc(1, sizeof *state);
    const gpu_api *api = family->api;
    size_t memory = 0;
    u64 hash = 0xcbf29ce484222325u;
    if (!state)
        return SWEEP_ERR_MEMORY;
    *state = (gpu_state){.family = family, .api = api, .device = number, .context = context, .retained = retained};
    family->look(api, number, &state->target);
    if (state->target.refused) {
        free(state);
        return SWEEP_ERR_UNSUPPORTED;
    }
    pthread_mutex_init(&state->context_lock, NULL);
    device->state = state;
    (void)api->device_memory(&memory, number);
    device->limits = (sweep_device_limits){.local_bytes = attribute(api, family->shared, number),
                                           .largest_buffer = memory,
                                           .threads = attribute(api, family->threads, number),
                                           .units = attribute(api, family->units, number),
                                           .subgroup = state->target.subgroup,
                                           .match = state->target.match,
                                           .spins = state->target.spins,
                                           .looks_back = state->target.looks_back};
    name_compiler(family, state->compiler, sizeof state->compiler);
    for (const char *at = family->dialect; *at; at++)
        hash = (hash ^ (unsigned char)*at) * 0x100000001b3u;
    snprintf(device->identity, sizeof device->identity, "%s / %s / dialect %016llx",
             family->any_compiler ? family->compiler->what : state->compiler, state->target.depends,
             (unsigned long long)hash);
    describe(api, number, &state->target, device->description, sizeof device->description);
    return SWEEP_OK;
}

sweep_status sweep_stream_open(const gpu_family *family, sweep_device *device, const char *selector)
{
    const gpu_api *api = sweep_stream_api(family, NULL, 0);
    int count = 0, number = 0;
    gpu_handle context = NULL;
    if (selector[strspn(selector, "0123456789")] != 0)
        return SWEEP_ERR_ARGUMENT;
    int ordinal = strlen(selector) < 6 ? atoi(selector) : -1;
    if (!api || api->device_count(&count) != 0 || ordinal < 0 || ordinal >= count ||
        api->device_get(&number, ordinal) != 0)
        return SWEEP_ERR_UNSUPPORTED;
    gpu_error error = api->context_retain(&context, number);
    if (error)
        return sweep_stream_failed(device, family, "retaining the device's context", error);
    snprintf(device->name, sizeof device->name, "%s:%d", family->backend->kind, ordinal);
    sweep_status status = sweep_stream_attach(device, family, number, context, true);
    if (status)
        (void)api->context_release(number);
    return status;
}

void sweep_stream_close(sweep_device *device)
{
    gpu_state *state = device->state;
    if (state->retained && device->process == getpid())
        (void)state->api->context_release(state->device);
    pthread_mutex_destroy(&state->context_lock);
    free(state);
}

/* ---- contexts -------------------------------------------------------------------------------------------------- */

static sweep_status failed(sweep_device *device, const char *what, gpu_error error)
{
    return sweep_stream_failed(device, ((const gpu_state *)device->state)->family, what, error);
}

sweep_status sweep_stream_enter(sweep_device *device, gpu_handle context, gpu_entry *entry)
{
    const gpu_state *state = device->state;
    gpu_error error = state->api->context_enter(context, &entry->before);
    entry->api = state->api;
    entry->capture_mode = GPU_CAPTURE_RELAXED;
    if (error)
        return failed(device, "entering the context", error);
    error = state->api->exchange_capture_mode(&entry->capture_mode);
    if (error) {
        (void)state->api->context_leave(entry->before);
        return failed(device, "exchanging the capture mode", error);
    }
    return SWEEP_OK;
}

void sweep_stream_leave(gpu_entry *entry)
{
    (void)entry->api->exchange_capture_mode(&entry->capture_mode);
    (void)entry->api->context_leave(entry->before);
}

/* Leaves, and makes a status of the error. */
static sweep_status leave_with(sweep_device *device, gpu_entry *entry, const char *what, gpu_error error)
{
    sweep_stream_leave(entry);
    return error ? failed(device, what, error) : SWEEP_OK;
}

/* ---- queues and buffers ---------------------------------------------------------------------------------------- */

sweep_status sweep_stream_queue_create(sweep_device *device, sweep_queue *queue)
{
    gpu_state *state = device->state;
    gpu_entry entry;
    gpu_queue *made = calloc(1, sizeof *made);
    if (!made)
        return SWEEP_ERR_MEMORY;
    sweep_status status = sweep_stream_enter(device, state->context, &entry);
    if (status == SWEEP_OK) {
        made->context = state->context;
        gpu_error error = state->api->context_id(state->context, &made->context_id);
        if (error == 0)
            error = state->api->stream_create(&made->stream, GPU_STREAM_NON_BLOCKING);
        status = leave_with(device, &entry, "making a stream", error);
    }
    if (status)
        free(made);
    else
        queue->native = made;
    return status;
}

void sweep_stream_queue_destroy(sweep_queue *queue)
{
    gpu_queue *gone = queue->native;
    gpu_entry entry;
    bool entered = sweep_stream_enter(queue->device, gone->context, &entry) == SWEEP_OK;
    (void)entry.api->stream_destroy(gone->stream); /* tried in any case */
    if (entered)
        sweep_stream_leave(&entry);
    free(gone);
}

sweep_status sweep_stream_buffer_create(sweep_device *device, size_t bytes, void **buffer)
{
    gpu_state *state = device->state;
    gpu_entry entry;
    sweep_status status = sweep_stream_enter(device, state->context, &entry);
    if (status)
        return status;
    return leave_with(device, &entry, "allocating", state->api->memory_allocate(buffer, bytes));
}

void sweep_stream_buffer_destroy(sweep_device *device, void *buffer)
{
    gpu_state *state = device->state;
    gpu_entry entry;
    bool entered = sweep_stream_enter(device, state->context, &entry) == SWEEP_OK;
    (void)state->api->memory_free(buffer); /* tried in any case */
    if (entered)
        sweep_stream_leave(&entry);
}

sweep_status sweep_stream_finish(sweep_queue *queue)
{
    gpu_queue *own = queue->native;
    gpu_entry entry;
    sweep_status status = sweep_stream_enter(queue->device, own->context, &entry);
    if (status)
        return status;
    return leave_with(queue->device, &entry, "waiting for the stream", entry.api->stream_finish(own->stream));
}

sweep_status sweep_stream_write_buffer(sweep_queue *queue, void *buffer, const void *from, size_t bytes)
{
    gpu_queue *own = queue->native;
    gpu_entry entry;
    sweep_status status = sweep_stream_enter(queue->device, own->context, &entry);
    if (status)
        return status;
    gpu_error error = entry.api->copy_to_device(buffer, from, bytes, own->stream);
    if (error == 0)
        error = entry.api->stream_finish(own->stream);
    return leave_with(queue->device, &entry, "copying to the device", error);
}

sweep_status sweep_stream_read_buffer(sweep_queue *queue, void *to, void *buffer, size_t bytes)
{
    gpu_queue *own = queue->native;
    gpu_entry entry;
    sweep_status status = sweep_stream_enter(queue->device, own->context, &entry);
    if (status)
        return status;
    gpu_error error = entry.api->copy_to_host(to, buffer, bytes, own->stream);
    if (error == 0)
        error = entry.api->stream_finish(own->stream);
    return leave_with(queue->device, &entry, "copying to the host", error);
}

sweep_status sweep_stream_copy_buffer(sweep_queue *queue, void *to, void *from, size_t bytes)
{
    gpu_queue *own = queue->native;
    gpu_entry entry;
    sweep_status status = sweep_stream_enter(queue->device, own->context, &entry);
    if (status)
        return status;
    return leave_with(queue->device, &entry, "copying on the device",
                      entry.api->copy_on_device(to, from, bytes, own->stream));
}

/* ---- launches -------------------------------------------------------------------------------------------------- */

sweep_status sweep_stream_launch(sweep_queue *queue, void *compiled, const sweep_shape *shape, sweep_kernel kernel,
                                 u32 groups, void *const buffers[SWEEP_BUFFERS], const sweep_arguments *arguments)
{
    gpu_queue *own = queue->native;
    gpu_program *program = compiled;
    gpu_entry entry;
    gpu_handle pointers[SWEEP_BUFFERS];
    sweep_arguments numbers = *arguments;
    void *parameters[SWEEP_BUFFERS + 1];
    for (int i = 0; i < SWEEP_BUFFERS; i++) {
        pointers[i] = buffers[i];
        parameters[i] = &pointers[i];
    }
    parameters[SWEEP_BUFFERS] = &numbers;
    sweep_status status = sweep_stream_enter(queue->device, own->context, &entry);
    if (status)
        return status;
    status = sweep_stream_load(queue->device, program, own);
    if (status) {
        sweep_stream_leave(&entry);
        return status;
    }
    return leave_with(queue->device, &entry, sweep_kernel_names[kernel],
                      entry.api->launch(program->kernels[kernel], groups, 1, 1, shape->threads, 1, 1, 0, own->stream,
                                        parameters, NULL));
}
