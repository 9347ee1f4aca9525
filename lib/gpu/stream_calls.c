/*
 * The sorts on a caller's own stream: check the arrays, enter the stream's context, enqueue, leave it. For the public
 * functions of sweepsort_cuda.h and sweepsort_hip.h (stream_public.h).
 * SPDX-License-Identifier: Apache-2.0
 */
#include "block.h"
#include "stream.h"
#include "../cancel.h"

#include <stdio.h>

/* ---- streams --------------------------------------------------------------------------------------------------- */

/* The context of a stream, NULL if there is none. The driver's own streams belong to the current one. */
static gpu_handle context_of(const gpu_api *api, gpu_handle stream)
{
    gpu_handle context = NULL;
    uintptr_t number = (uintptr_t)stream;
    gpu_error error = number == 0 || number == GPU_STREAM_LEGACY || number == GPU_STREAM_PER_THREAD
                          ? api->context_current(&context)
                          : api->stream_context(stream, &context);
    return error == 0 ? context : NULL;
}

/* The number of the device that a context belongs to. */
static gpu_error device_of(const gpu_api *api, gpu_handle context, int *number)
{
    gpu_handle before;
    gpu_error error = api->context_enter(context, &before);
    if (error)
        return error;
    error = api->current_device(number);
    (void)api->context_leave(before);
    return error;
}

sweep_status sweep_stream_device(const gpu_family *family, sweep_device **device, gpu_handle stream)
{
    SWEEP_HOLD_CANCELLATION;
    int number = 0;
    if (!device)
        return SWEEP_ERR_ARGUMENT;
    *device = NULL;
    const gpu_api *api = sweep_stream_api(family, NULL, 0);
    if (!api)
        return SWEEP_ERR_UNSUPPORTED;
    gpu_handle context = context_of(api, stream);
    if (!context || device_of(api, context, &number) != 0)
        return SWEEP_ERR_ARGUMENT;
    sweep_device *opened = sweep_device_new(family->backend);
    if (!opened)
        return SWEEP_ERR_MEMORY;
    snprintf(opened->name, sizeof opened->name, "%s", family->backend->kind);
    sweep_status status = sweep_stream_attach(opened, family, number, context, false);
    if (status)
        sweep_device_free_handle(opened);
    else
        *device = opened;
    return status;
}

/* Enters the context of a caller's stream; on success the caller leaves by sweep_stream_leave. */
static sweep_status enter_stream(sweep_device *device, gpu_handle stream, gpu_queue *queue, gpu_entry *entry)
{
    const gpu_state *state = device->state;
    int number = -1, capture = GPU_CAPTURE_NONE;
    gpu_handle context = context_of(state->api, stream);
    if (!context)
        return sweep_device_fail(device, SWEEP_ERR_ARGUMENT, "the stream has no context, or none is current");
    *queue = (gpu_queue){.context = context, .stream = stream};
    sweep_status status = sweep_stream_enter(device, context, entry);
    if (status)
        return status;
    gpu_error error = state->api->current_device(&number);
    if (error == 0)
        error = state->api->context_id(context, &queue->context_id);
    if (error == 0)
        error = state->api->stream_capturing(stream, &capture);
    if (error)
        status = sweep_stream_failed(device, state->family, "asking for the stream's state", error);
    else if (number != state->device)
        status = sweep_device_fail(device, SWEEP_ERR_ARGUMENT, "the stream belongs to another device");
    queue->capturing = capture != GPU_CAPTURE_NONE;
    if (status)
        sweep_stream_leave(entry);
    return status;
}

/* ---- scratch --------------------------------------------------------------------------------------------------- */

/* Loads every program of the device into the stream's context. */
static sweep_status load_programs(sweep_device *device, const gpu_queue *queue)
{
    sweep_status status = SWEEP_OK;
    pthread_mutex_lock(&device->program_lock);
    for (sweep_program *program = device->programs; program && status == SWEEP_OK; program = program->next)
        status = sweep_stream_load(device, program->compiled, queue);
    pthread_mutex_unlock(&device->program_lock);
    return status;
}

sweep_status sweep_stream_scratch(const gpu_family *family, sweep_device *device, gpu_handle stream,
                                  const gpu_call *call, size_t *bytes)
{
    SWEEP_HOLD_CANCELLATION;
    sweep_device_plan plan;
    gpu_queue queue;
    gpu_entry entry;
    if (!bytes || !device || device->backend != family->backend)
        return SWEEP_ERR_ARGUMENT;
    sweep_operation operation = call->operation == SWEEP_OPERATION_SORT_COPY ? SWEEP_OPERATION_SORT : call->operation;
    sweep_status status =
        sweep_device_plan_make(&plan, device, operation, call->n, call->type, call->value_size, call->options);
    if (status)
        return status;
    status = enter_stream(device, stream, &queue, &entry);
    if (status)
        return status;
    if (queue.capturing)
        status = sweep_device_fail(device, SWEEP_ERR_UNSUPPORTED, "the stream is being captured: prepare before");
    if (status == SWEEP_OK && plan.n > 0)
        status = sweep_device_prepare(device, &plan);
    if (status == SWEEP_OK)
        status = load_programs(device, &queue);
    sweep_stream_leave(&entry);
    if (status == SWEEP_OK)
        *bytes = sweep_block_bytes(&plan);
    return status;
}

/* ---- arrays ---------------------------------------------------------------------------------------------------- */

/* Checks the arrays and the scratch, and cuts the scratch into its pieces. */
static bool set_arrays(const gpu_call *c, const sweep_device_plan *plan, sweep_device_arrays *arrays)
{
    static const char memory; /* that of the device is one object */
    const void *const given[SWEEP_SPANS] = {c->keys_in,    c->keys_out, c->values_in,
                                            c->values_out, c->scratch,  plan->count};
    sweep_span spans[SWEEP_SPANS];
    size_t at[SWEEP_SCRATCH_PIECES];
    sweep_spans_measure(plan, spans);
    for (int i = 0; i < SWEEP_SPANS; i++) {
        spans[i].object = given[i] ? &memory : NULL;
        spans[i].at = (uintptr_t)given[i];
    }
    if (c->scratch_bytes < spans[SWEEP_SPAN_SCRATCH].bytes || !sweep_spans_sound(spans))
        return false;
    bool argsort = plan->operation == SWEEP_OPERATION_ARGSORT, pairs = plan->operation == SWEEP_OPERATION_SORT_PAIRS;
    *arrays = (sweep_device_arrays){(void *)(uintptr_t)c->keys_in,
                                    argsort ? NULL : c->keys_out,
                                    pairs ? (void *)(uintptr_t)c->values_in : NULL,
                                    c->values_out,
                                    {NULL}};
    sweep_block_cut(plan, at);
    for (int i = 0; i < SWEEP_SCRATCH_PIECES; i++)
        if (plan->pieces[i] > 0)
            arrays->pieces[i] = (char *)c->scratch + at[i];
    return true;
}

/* ---- sorts ----------------------------------------------------------------------------------------------------- */

sweep_status sweep_stream_sort(const gpu_family *family, sweep_device *device, gpu_handle stream, const gpu_call *call)
{
    SWEEP_HOLD_CANCELLATION;
    sweep_device_plan plan;
    sweep_device_arrays arrays = {NULL, NULL, NULL, NULL, {NULL}};
    gpu_queue native;
    gpu_entry entry;
    if (!device || device->backend != family->backend)
        return SWEEP_ERR_ARGUMENT;
    sweep_status status =
        sweep_device_plan_make(&plan, device, call->operation, call->n, call->type, call->value_size, call->options);
    if (status)
        return status;
    if (plan.n > 0 && !set_arrays(call, &plan, &arrays))
        return sweep_device_fail(device, SWEEP_ERR_ARGUMENT,
                                 "an array or the scratch is missing, too small, not aligned, or overlaps another");
    status = enter_stream(device, stream, &native, &entry);
    if (status)
        return status;
    sweep_queue queue = {.device = device, .native = &native};
    sweep_stream_capturing = native.capturing;
    if (plan.n > 0)
        status = sweep_device_prepare(device, &plan); /* so that all is there before the first launch */
    if (status == SWEEP_OK)
        status = sweep_device_enqueue(&queue, &plan, &arrays);
    sweep_stream_capturing = false;
    sweep_stream_leave(&entry);
    return status;
}
