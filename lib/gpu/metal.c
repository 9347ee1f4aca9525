/*
 * Metal as a backend: devices by their numbers, queues, buffers, copies and launches. Compiling is metal_program.c's,
 * the caller's own command buffers are metal_calls.c's. In: the verbs of device.h.
 *
 * A queue encodes into one command buffer by one encoder, whose dispatches run one after the other, until somebody
 * waits. Buffers lie in memory that host and device share: writing and reading are plain copies, once the device is
 * through with what was encoded.
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef _DEFAULT_SOURCE
#define _DEFAULT_SOURCE
#endif
#include "metal_api.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
    MOST_DEVICES = 16,
    MOST_THREADS = 1024, /* of a group, on every GPU of a Mac; each pipeline then says how many it takes */
    UNITS = 16           /* Metal does not say how many there are */
};

static const metal_api *api_of(const sweep_device *device)
{
    return ((const metal_state *)device->state)->api;
}

/* ---- devices --------------------------------------------------------------------------------------------------- */

/* The system's default device, then the others; all to be released. Within a pool. */
static u32 find_devices(const metal_api *api, metal_id found[MOST_DEVICES])
{
    u32 count = 0;
    metal_id first = api->default_device();
    if (first)
        found[count++] = first;
    metal_id all = api->all_devices ? api->all_devices() : NULL;
    metal_unsigned more = all ? metal_count_of(api, all) : 0;
    for (metal_unsigned i = 0; i < more && count < MOST_DEVICES; i++) {
        metal_id next = metal_element_of(api, all, i);
        if (next && next != first)
            found[count++] = api->retain(next);
    }
    if (all)
        api->release(all);
    return count;
}

static void release_devices(const metal_api *api, metal_id *found, u32 count)
{
    for (u32 i = 0; i < count; i++)
        api->release(found[i]);
}

static metal_text name_of(const metal_api *api, metal_id device)
{
    metal_id name = metal_name_of(api, device);
    metal_text text = name ? metal_text_of(api, name) : NULL;
    return text ? text : "a device without a name";
}

static void list_metal(void (*report)(const sweep_device_info *, void *), void *user)
{
    sweep_device_info info = {SWEEP_ERR_UNSUPPORTED, "metal", ""};
    const metal_api *api = sweep_metal_api(info.description, sizeof info.description);
    metal_id found[MOST_DEVICES];
    if (!api) {
        report(&info, user);
        return;
    }
    void *pool = api->pool_push();
    u32 count = find_devices(api, found);
    if (count == 0) {
        snprintf(info.description, sizeof info.description, "Metal is there, but it offers no device");
        report(&info, user);
    }
    for (u32 i = 0; i < count; i++) {
        info.status = SWEEP_OK;
        snprintf(info.name, sizeof info.name, "metal:%u", i);
        snprintf(info.description, sizeof info.description, "%.200s", name_of(api, found[i]));
        report(&info, user);
    }
    release_devices(api, found, count);
    api->pool_pop(pool);
}

sweep_status sweep_metal_attach(sweep_device *device, const metal_api *api, metal_id native)
{
    metal_state *state = calloc(1, sizeof *state);
    if (!state)
        return SWEEP_ERR_MEMORY;
    state->api = api;
    state->device = api->retain(native);
    pthread_mutex_init(&state->copy_lock, NULL);
    device->state = state;
    device->limits.local_bytes = metal_shared_bytes_of(api, native);
    device->limits.largest_buffer = metal_largest_buffer_of(api, native);
    device->limits.threads = MOST_THREADS;
    device->limits.units = UNITS;
    device->limits.subgroup = 0;  /* the width of a SIMD group is said by pipelines, and not always truly: no votes */
    device->limits.spins = false; /* nothing promises that a threadgroup which has started goes on */
    snprintf(device->description, sizeof device->description, "%.200s", name_of(api, native));
    snprintf(device->identity, sizeof device->identity, "%.200s", device->description);
    return SWEEP_OK;
}

static sweep_status open_metal(sweep_device *device, const char *selector)
{
    const metal_api *api = sweep_metal_api(NULL, 0);
    metal_id found[MOST_DEVICES];
    sweep_status status = SWEEP_ERR_UNSUPPORTED;
    if (selector[strspn(selector, "0123456789")] != 0)
        return SWEEP_ERR_ARGUMENT;
    if (!api)
        return SWEEP_ERR_UNSUPPORTED;
    void *pool = api->pool_push();
    u32 count = find_devices(api, found), ordinal = strlen(selector) < 6 ? (u32)atoi(selector) : count;
    if (ordinal < count) {
        snprintf(device->name, sizeof device->name, "metal:%u", ordinal);
        status = sweep_metal_attach(device, api, found[ordinal]);
    }
    release_devices(api, found, count);
    api->pool_pop(pool);
    return status;
}

/* A child process frees its own memory; the objects belong to its parent. */
static void close_metal(sweep_device *device)
{
    metal_state *state = device->state;
    if (device->process == getpid()) {
        void *pool = state->api->pool_push();
        if (state->copy)
            state->api->release(state->copy);
        state->api->release(state->device);
        state->api->pool_pop(pool);
    }
    pthread_mutex_destroy(&state->copy_lock);
    free(state);
}

/* ---- queues ---------------------------------------------------------------------------------------------------- */

static sweep_status queue_create(sweep_device *device, sweep_queue *queue)
{
    const metal_state *state = device->state;
    metal_queue *made = calloc(1, sizeof *made);
    if (!made)
        return SWEEP_ERR_MEMORY;
    void *pool = state->api->pool_push();
    made->queue = metal_new_queue(state->api, state->device);
    state->api->pool_pop(pool);
    if (!made->queue) {
        free(made);
        return sweep_metal_failed(device, SWEEP_ERR_DEVICE, "newCommandQueue", NULL);
    }
    queue->native = made;
    return SWEEP_OK;
}

sweep_status sweep_metal_encode(sweep_queue *queue)
{
    metal_queue *own = queue->native;
    const metal_api *api = api_of(queue->device);
    if (own->encoder)
        return SWEEP_OK;
    if (!own->commands) {
        metal_id commands = metal_command_buffer(api, own->queue);
        if (!commands)
            return sweep_metal_failed(queue->device, SWEEP_ERR_DEVICE, "commandBuffer", NULL);
        own->commands = api->retain(commands);
    }
    metal_id encoder = metal_compute_encoder(api, own->commands);
    if (!encoder)
        return sweep_metal_failed(queue->device, SWEEP_ERR_DEVICE, "computeCommandEncoder", NULL);
    own->encoder = api->retain(encoder);
    return SWEEP_OK;
}

void sweep_metal_end(sweep_queue *queue)
{
    metal_queue *own = queue->native;
    const metal_api *api = api_of(queue->device);
    if (!own->encoder)
        return;
    metal_end_encoding(api, own->encoder);
    api->release(own->encoder);
    own->encoder = NULL;
}

/* What became of a command buffer that is through. */
static sweep_status outcome(sweep_device *device, metal_id commands)
{
    const metal_api *api = api_of(device);
    if (metal_status_of(api, commands) == METAL_COMPLETED)
        return SWEEP_OK;
    metal_id error = metal_error_of(api, commands);
    bool memory = error && metal_code_of(api, error) == METAL_OUT_OF_MEMORY;
    return sweep_metal_failed(device, memory ? SWEEP_ERR_MEMORY : SWEEP_ERR_DEVICE, "the command buffer", error);
}

static sweep_status finish(sweep_queue *queue)
{
    metal_queue *own = queue->native;
    const metal_api *api = api_of(queue->device);
    if (!own->commands)
        return SWEEP_OK;
    void *pool = api->pool_push();
    sweep_metal_end(queue);
    metal_commit(api, own->commands);
    metal_wait(api, own->commands);
    sweep_status status = outcome(queue->device, own->commands);
    api->release(own->commands);
    own->commands = NULL;
    api->pool_pop(pool);
    return status;
}

/* What is still encoded is dropped: the command buffer is never committed. */
static void queue_destroy(sweep_queue *queue)
{
    metal_queue *gone = queue->native;
    const metal_api *api = api_of(queue->device);
    void *pool = api->pool_push();
    sweep_metal_end(queue);
    if (gone->commands)
        api->release(gone->commands);
    api->release(gone->queue);
    api->pool_pop(pool);
    free(gone);
}

/* ---- buffers --------------------------------------------------------------------------------------------------- */

/* Makes a buffer of an MTLBuffer that was handed over, or NULL. Within a pool. */
static metal_buffer *own_buffer(const metal_api *api, metal_id object)
{
    metal_buffer *made = object ? calloc(1, sizeof *made) : NULL;
    if (made)
        *made = (metal_buffer){object, 0, metal_contents_of(api, object)};
    if (object && (!made || !made->contents)) {
        api->release(object);
        free(made);
        made = NULL;
    }
    return made;
}

static sweep_status buffer_create(sweep_device *device, size_t bytes, void **buffer)
{
    const metal_state *state = device->state;
    void *pool = state->api->pool_push();
    *buffer = own_buffer(state->api, metal_new_buffer(state->api, state->device, bytes, METAL_STORAGE_SHARED));
    state->api->pool_pop(pool);
    return *buffer ? SWEEP_OK : sweep_metal_failed(device, SWEEP_ERR_MEMORY, "newBufferWithLength", NULL);
}

/* Whole pages alone can be lent to the device. Where it does not want them, they are copied. */
static bool buffer_over(sweep_device *device, const void *host, size_t bytes, void **buffer)
{
    const metal_state *state = device->state;
    long page = sysconf(_SC_PAGESIZE);
    *buffer = NULL;
    if (page <= 0 || (uintptr_t)host % (size_t)page != 0 || bytes % (size_t)page != 0)
        return false;
    void *pool = state->api->pool_push();
    *buffer = own_buffer(state->api, metal_new_buffer_over(state->api, state->device, (void *)(uintptr_t)host, bytes,
                                                           METAL_STORAGE_SHARED, NULL));
    state->api->pool_pop(pool);
    return *buffer != NULL;
}

static void buffer_destroy(sweep_device *device, void *buffer)
{
    const metal_api *api = api_of(device);
    metal_buffer *gone = buffer;
    void *pool = api->pool_push();
    api->release(gone->object);
    api->pool_pop(pool);
    free(gone);
}

static sweep_status write_buffer(sweep_queue *queue, void *buffer, const void *from, size_t bytes)
{
    sweep_status status = finish(queue);
    if (status == SWEEP_OK)
        memcpy(((metal_buffer *)buffer)->contents, from, bytes);
    return status;
}

static sweep_status read_buffer(sweep_queue *queue, void *to, void *buffer, size_t bytes)
{
    sweep_status status = finish(queue);
    if (status == SWEEP_OK)
        memcpy(to, ((metal_buffer *)buffer)->contents, bytes);
    return status;
}

/* ---- launches -------------------------------------------------------------------------------------------------- */

/* Encodes one dispatch: the buffers by their numbers, behind them the arguments. Within a pool, an encoder is open. */
static void encode(const metal_api *api, metal_id encoder, metal_id pipeline, u32 count,
                   const metal_buffer *const buffers[], const void *arguments, size_t bytes, u32 groups, u32 threads)
{
    metal_set_pipeline(api, encoder, pipeline);
    for (u32 i = 0; i < count; i++)
        metal_set_buffer(api, encoder, buffers[i]->object, buffers[i]->offset, i);
    metal_set_bytes(api, encoder, arguments, bytes, count);
    metal_dispatch(api, encoder, (metal_size){groups, 1, 1}, (metal_size){threads, 1, 1});
}

/* Every buffer that a kernel names must be set, also one that it will not touch: the start of another stands for it. */
static sweep_status launch(sweep_queue *queue, void *compiled, const sweep_shape *shape, sweep_kernel kernel,
                           u32 groups, void *const buffers[SWEEP_BUFFERS], const sweep_arguments *arguments)
{
    const metal_api *api = api_of(queue->device);
    const metal_program *program = compiled;
    const metal_buffer *set[SWEEP_BUFFERS];
    metal_buffer other = {NULL, 0, NULL};
    for (int i = 0; i < SWEEP_BUFFERS; i++) {
        set[i] = buffers[i] ? buffers[i] : &other;
        if (buffers[i])
            other.object = set[i]->object;
    }
    void *pool = api->pool_push();
    sweep_status status = sweep_metal_encode(queue);
    if (status == SWEEP_OK)
        encode(api, ((metal_queue *)queue->native)->encoder, program->kernels[kernel], SWEEP_BUFFERS, set, arguments,
               sizeof *arguments, groups, shape->threads);
    api->pool_pop(pool);
    return status;
}

/* By a kernel: Metal's own command takes multiples of four bytes alone. By units of 16 bytes where both places allow,
   the rest byte by byte. */
static sweep_status copy_buffer(sweep_queue *queue, void *to, void *from, size_t bytes)
{
    enum { UNIT = 16, MOST_GROUPS = 4096 };
    const metal_api *api = api_of(queue->device);
    const metal_buffer *const set[2] = {from, to};
    bool wide = set[0]->offset % UNIT == 0 && set[1]->offset % UNIT == 0;
    const u64 arguments[2] = {wide ? bytes / UNIT : 0, bytes};
    u64 steps = wide ? arguments[0] + 1 : bytes, groups = (steps + METAL_COPY_THREADS - 1) / METAL_COPY_THREADS;
    metal_id pipeline = NULL;
    void *pool = api->pool_push();
    sweep_status status = sweep_metal_copy_pipeline(queue->device, &pipeline);
    if (status == SWEEP_OK)
        status = sweep_metal_encode(queue);
    if (status == SWEEP_OK)
        encode(api, ((metal_queue *)queue->native)->encoder, pipeline, 2, set, arguments, sizeof arguments,
               groups < MOST_GROUPS ? (u32)groups : MOST_GROUPS, METAL_COPY_THREADS);
    api->pool_pop(pool);
    return status;
}

const sweep_backend sweep_metal_backend = {
    .kind = "metal",
    .list = list_metal,
    .open = open_metal,
    .close = close_metal,
    .queue_create = queue_create,
    .queue_destroy = queue_destroy,
    .buffer_create = buffer_create,
    .buffer_over = buffer_over,
    .buffer_destroy = buffer_destroy,
    .write = write_buffer,
    .read = read_buffer,
    .copy = copy_buffer,
    .compile = sweep_metal_compile,
    .program_destroy = sweep_metal_program_destroy,
    .launch = launch,
    .finish = finish,
};
