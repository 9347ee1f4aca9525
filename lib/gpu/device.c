/*
 * Device handles: opening by name, listing, and the verbs with which the rest of the library reaches a backend.
 * In: names such as "opencl:0". Out: handles, descriptions, statuses. Public functions of sweepsort_device.h and the
 * internal ones of device.h.
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef _DEFAULT_SOURCE
#define _DEFAULT_SOURCE
#endif
#include "device.h"
#include "../cancel.h"
#include "../options.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

const char *const sweep_kernel_names[SWEEP_KERNELS] = {
    "sweep_count",    "sweep_scan",   "sweep_add",   "sweep_chain",     "sweep_scatter",
    "sweep_small",    "sweep_gather", "sweep_clear", "sweep_histogram", "sweep_decide",
    "sweep_onesweep", "sweep_settle", "sweep_retry", "sweep_judge",     "sweep_finish"};

static const sweep_backend *const backends[] = {
    &sweep_cuda_backend,     &sweep_hip_backend, &sweep_opencl_backend, &sweep_metal_backend,
#ifndef SWEEP_NO_EMULATOR
    &sweep_emulator_backend,
#endif
};
enum { BACKENDS = sizeof backends / sizeof backends[0] };

/* ---- handles --------------------------------------------------------------------------------------------------- */

sweep_device *sweep_device_new(const sweep_backend *backend)
{
    sweep_device *device = calloc(1, sizeof *device);
    if (!device)
        return NULL;
    device->backend = backend;
    device->process = getpid();
    pthread_mutex_init(&device->launch_lock, NULL);
    pthread_mutex_init(&device->program_lock, NULL);
    pthread_mutex_init(&device->message_lock, NULL);
    return device;
}

void sweep_device_free_handle(sweep_device *device)
{
    pthread_mutex_destroy(&device->launch_lock);
    pthread_mutex_destroy(&device->program_lock);
    pthread_mutex_destroy(&device->message_lock);
    free(device);
}

sweep_status sweep_device_open(sweep_device **device, const char *name)
{
    SWEEP_HOLD_CANCELLATION;
    if (!device)
        return SWEEP_ERR_ARGUMENT;
    *device = NULL;
    if (!name)
        return SWEEP_ERR_ARGUMENT;
    size_t kind = strcspn(name, ":");
    for (int b = 0; b < BACKENDS; b++) {
        if (strlen(backends[b]->kind) != kind || strncmp(backends[b]->kind, name, kind) != 0)
            continue;
        sweep_device *opened = sweep_device_new(backends[b]);
        if (!opened)
            return SWEEP_ERR_MEMORY;
        sweep_status status = backends[b]->open(opened, name[kind] ? name + kind + 1 : "");
        if (status)
            sweep_device_free_handle(opened);
        else
            *device = opened;
        return status;
    }
    return SWEEP_ERR_ARGUMENT;
}

void sweep_device_close(sweep_device *device)
{
    SWEEP_HOLD_CANCELLATION;
    if (!device)
        return;
    sweep_programs_free(device);
    device->backend->close(device);
    sweep_device_free_handle(device);
}

sweep_status sweep_device_fail(sweep_device *device, sweep_status status, const char *format, ...)
{
    va_list list;
    pthread_mutex_lock(&device->message_lock);
    va_start(list, format);
    vsnprintf(device->message, sizeof device->message, format, list);
    va_end(list);
    pthread_mutex_unlock(&device->message_lock);
    return status;
}

sweep_status sweep_device_refuse(sweep_device *device, const struct sweep_refusal *refusal, sweep_status status)
{
    char sentence[SWEEP_SENTENCE];
    sweep_refusal_say(refusal, sentence, sizeof sentence);
    return sweep_device_fail(device, status, "%s", sentence);
}

static size_t copy_text(char *text, size_t size, const char *from)
{
    if (size > 0)
        snprintf(text, size, "%s", from);
    return strlen(from);
}

size_t sweep_device_message(const sweep_device *device, char *text, size_t size)
{
    sweep_device *locked = (sweep_device *)(uintptr_t)device; /* its lock changes, nothing else */
    if (!device)
        return copy_text(text, size, "");
    pthread_mutex_lock(&locked->message_lock);
    size_t length = copy_text(text, size, device->message);
    pthread_mutex_unlock(&locked->message_lock);
    return length;
}

size_t sweep_device_describe(const sweep_device *device, char *text, size_t size)
{
    if (!device)
        return copy_text(text, size, "");
    char all[512];
    snprintf(all, sizeof all,
             "%s: %s\n"
             "%u compute units, groups of up to %u work-items, %zu bytes of shared memory, "
             "buffers of up to %zu bytes\n",
             device->name, device->description, device->limits.units, device->limits.threads,
             device->limits.local_bytes, device->limits.largest_buffer);
    return copy_text(text, size, all);
}

typedef struct listing {
    unsigned char *infos;
    size_t info_size, room, count;
} listing;

static void found(const sweep_device_info *info, void *user)
{
    listing *list = user;
    if (list->count < list->room)
        sweep_struct_write(list->infos + list->count * list->info_size, list->info_size, info, sizeof *info);
    list->count++;
}

size_t sweep_device_list_sized(sweep_device_info *infos, size_t info_size, size_t room)
{
    SWEEP_HOLD_CANCELLATION;
    bool writes = infos && info_size > 0 && info_size <= SWEEP_STRUCT_MOST;
    listing list = {(unsigned char *)infos, info_size, writes ? room : 0, 0};
    for (int b = 0; b < BACKENDS; b++)
        backends[b]->list(found, &list);
    return list.count;
}

/* ---- the verbs ------------------------------------------------------------------------------------------------- */

#ifdef SWEEP_TEST
u64 sweep_test_portion;
int sweep_test_rank = -1, sweep_test_early = -1, sweep_test_look = -1, sweep_test_blocks = -1;
void (*sweep_test_around)(bool after) = NULL;
long sweep_test_spin = -1;
bool sweep_test_ask;
const char *sweep_test_kernels;
long sweep_test_verbs, sweep_test_failing_verb = -1;
static bool made_to_fail(sweep_device *device, const char *verb)
{
    if (__atomic_fetch_add(&sweep_test_verbs, 1, __ATOMIC_RELAXED) != sweep_test_failing_verb)
        return false;
    sweep_device_fail(device, SWEEP_ERR_DEVICE, "%s made to fail", verb);
    return true;
}
#else
#define made_to_fail(device, verb) ((void)(device), false)
#endif

sweep_status sweep_verb_queue(sweep_device *device, sweep_queue *queue)
{
    memset(queue, 0, sizeof *queue);
    queue->device = device;
    return made_to_fail(device, "queue") ? SWEEP_ERR_DEVICE : device->backend->queue_create(device, queue);
}

sweep_status sweep_verb_buffer(sweep_device *device, size_t bytes, void **buffer)
{
    *buffer = NULL;
    if (bytes > device->limits.largest_buffer)
        return sweep_device_fail(device, SWEEP_ERR_UNSUPPORTED, "a buffer of %zu bytes; the device's largest has %zu",
                                 bytes, device->limits.largest_buffer);
    return made_to_fail(device, "buffer") ? SWEEP_ERR_MEMORY : device->backend->buffer_create(device, bytes, buffer);
}

sweep_status sweep_verb_write(sweep_queue *queue, void *buffer, const void *from, size_t bytes)
{
    sweep_device *device = queue->device;
    return made_to_fail(device, "write") ? SWEEP_ERR_DEVICE : device->backend->write(queue, buffer, from, bytes);
}

sweep_status sweep_verb_read(sweep_queue *queue, void *to, void *buffer, size_t bytes)
{
    sweep_device *device = queue->device;
    return made_to_fail(device, "read") ? SWEEP_ERR_DEVICE : device->backend->read(queue, to, buffer, bytes);
}

sweep_status sweep_verb_copy(sweep_queue *queue, void *to, void *from, size_t bytes)
{
    sweep_device *device = queue->device;
    return made_to_fail(device, "copy") ? SWEEP_ERR_DEVICE : device->backend->copy(queue, to, from, bytes);
}

sweep_status sweep_verb_compile(sweep_device *device, const sweep_shape *shape, const void *binary, size_t bytes,
                                void **compiled)
{
    return made_to_fail(device, "compile") ? SWEEP_ERR_DEVICE
                                           : device->backend->compile(device, shape, binary, bytes, compiled);
}

sweep_status sweep_verb_launch(sweep_queue *queue, const sweep_program *program, sweep_kernel kernel, u32 groups,
                               void *const buffers[SWEEP_BUFFERS], const sweep_arguments *arguments)
{
    sweep_device *device = queue->device;
    return made_to_fail(device, "launch")
               ? SWEEP_ERR_DEVICE
               : device->backend->launch(queue, program->compiled, &program->shape, kernel, groups, buffers, arguments);
}

sweep_status sweep_verb_finish(sweep_queue *queue)
{
    sweep_device *device = queue->device;
    return made_to_fail(device, "finish") ? SWEEP_ERR_DEVICE : device->backend->finish(queue);
}
