/*
 * The public sorts of a caller's own OpenCL buffers on his own queue: check the buffers, enqueue, hand out an event.
 * Public functions of sweepsort_device.h.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "opencl_api.h"
#include "sweep.h"
#include "../cancel.h"

#include <stdio.h>

sweep_status sweep_opencl_open(sweep_device **device, void *queue)
{
    SWEEP_HOLD_CANCELLATION;
    if (!device)
        return SWEEP_ERR_ARGUMENT;
    *device = NULL;
    const opencl_api *cl = sweep_opencl_api(NULL, 0);
    cl_handle context = NULL, id = NULL;
    if (!queue)
        return SWEEP_ERR_ARGUMENT;
    if (!cl)
        return SWEEP_ERR_UNSUPPORTED;
    if (cl->GetCommandQueueInfo(queue, CL_QUEUE_CONTEXT_, sizeof context, &context, NULL) != 0 ||
        cl->GetCommandQueueInfo(queue, CL_QUEUE_DEVICE_, sizeof id, &id, NULL) != 0)
        return SWEEP_ERR_ARGUMENT;
    sweep_device *opened = sweep_device_new(&sweep_opencl_backend);
    if (!opened)
        return SWEEP_ERR_MEMORY;
    snprintf(opened->name, sizeof opened->name, "opencl");
    sweep_status status = sweep_opencl_attach(opened, cl, context, id);
    if (status)
        sweep_device_free_handle(opened);
    else
        *device = opened;
    return status;
}

/* A buffer of this context that holds so many bytes. */
static bool holds(const opencl_state *state, void *buffer, size_t bytes)
{
    size_t size = 0;
    cl_handle context = NULL;
    return buffer && state->cl->GetMemObjectInfo(buffer, CL_MEM_SIZE_, sizeof size, &size, NULL) == 0 &&
           state->cl->GetMemObjectInfo(buffer, CL_MEM_CONTEXT_, sizeof context, &context, NULL) == 0 &&
           context == state->context && size >= bytes;
}

/* The caller's queue as this library's, if it belongs to the device. */
static sweep_status enter_queue(sweep_device *device, void *native, unsigned wait_count, void *const *wait_list,
                                sweep_queue *queue)
{
    opencl_state *state = device->state;
    cl_handle context = NULL, id = NULL;
    u64 properties = 0;
    if (!native || (wait_count > 0 && !wait_list) ||
        state->cl->GetCommandQueueInfo(native, CL_QUEUE_CONTEXT_, sizeof context, &context, NULL) != 0 ||
        state->cl->GetCommandQueueInfo(native, CL_QUEUE_DEVICE_, sizeof id, &id, NULL) != 0 ||
        state->cl->GetCommandQueueInfo(native, CL_QUEUE_PROPERTIES_, sizeof properties, &properties, NULL) != 0 ||
        context != state->context || id != state->id)
        return SWEEP_ERR_ARGUMENT;
    *queue = (sweep_queue){.device = device,
                           .native = native,
                           .out_of_order = (properties & CL_OUT_OF_ORDER) != 0,
                           .wait_count = wait_count,
                           .wait_list = wait_list};
    return SWEEP_OK;
}

/* The event of all that was enqueued, and a flush, so that it begins. */
static sweep_status leave_queue(sweep_queue *queue, void **event)
{
    const opencl_api *cl = ((opencl_state *)queue->device->state)->cl;
    int32_t error = 0;
    if (event && queue->last) {
        *event = queue->last;
        queue->last = NULL;
    } else if (event) {
        error = cl->EnqueueMarkerWithWaitList(queue->native, queue->wait_count,
                                              queue->wait_count ? queue->wait_list : NULL, event);
    }
    if (queue->last)
        (void)cl->ReleaseEvent(queue->last);
    queue->last = NULL;
    if (error == 0)
        error = cl->Flush(queue->native);
    return error ? sweep_opencl_failed(queue->device, "enqueueing the sort's event", error) : SWEEP_OK;
}

typedef struct opencl_call {
    sweep_device *device;
    void *queue, *keys_in, *keys_out, *values_in, *values_out;
    const sweep_device_options *options;
    void *const *scratch;
    unsigned wait_count;
    void *const *wait_list;
    void **event;
} opencl_call;

static sweep_status sort_buffers(const opencl_call *c, sweep_operation operation, size_t n, sweep_type type,
                                 size_t value_size)
{
    SWEEP_HOLD_CANCELLATION;
    sweep_device_plan plan;
    sweep_queue queue;
    if (c->event)
        *c->event = NULL;
    if (!c->device || c->device->backend != &sweep_opencl_backend)
        return SWEEP_ERR_ARGUMENT;
    const opencl_state *state = c->device->state;
    sweep_status status = sweep_device_plan_make(&plan, c->device, operation, n, type, value_size, c->options);
    if (status == SWEEP_OK)
        status = enter_queue(c->device, c->queue, c->wait_count, c->wait_list, &queue);
    if (status)
        return status;
    sweep_device_arrays arrays = {c->keys_in, c->keys_out, c->values_in, c->values_out, {NULL}};
    if (plan.count && !holds(state, plan.count, sizeof(sweep_device_count)))
        return SWEEP_ERR_ARGUMENT;
    if (n > 0) {
        size_t key_bytes = n * plan.key_bytes, value_bytes = n * value_size;
        if (!holds(state, c->keys_in, key_bytes) ||
            (operation != SWEEP_OPERATION_ARGSORT && !holds(state, c->keys_out, key_bytes)) ||
            (operation == SWEEP_OPERATION_SORT_PAIRS && !holds(state, c->values_in, value_bytes)) ||
            (value_size && !holds(state, c->values_out, value_bytes)))
            return SWEEP_ERR_ARGUMENT;
        for (int i = 0; i < SWEEP_SCRATCH_PIECES; i++) {
            if (plan.pieces[i] == 0)
                continue;
            if (!c->scratch || !holds(state, c->scratch[i], plan.pieces[i]))
                return SWEEP_ERR_ARGUMENT;
            arrays.pieces[i] = c->scratch[i];
        }
    }
    status = sweep_device_enqueue(&queue, &plan, &arrays);
    sweep_status left = leave_queue(&queue, status ? NULL : c->event);
    return status ? status : left;
}

sweep_status sweep_opencl_sort(sweep_device *device, void *queue, void *keys_in, void *keys_out, size_t n,
                               sweep_type type, const sweep_device_options *options, void *const *scratch,
                               unsigned wait_count, void *const *wait_list, void **event)
{
    opencl_call c = {device, queue, keys_in, keys_out, NULL, NULL, options, scratch, wait_count, wait_list, event};
    return sort_buffers(&c, SWEEP_OPERATION_SORT, n, type, 0);
}

sweep_status sweep_opencl_sort_pairs(sweep_device *device, void *queue, void *keys_in, void *keys_out, void *values_in,
                                     void *values_out, size_t n, sweep_type type, size_t value_size,
                                     const sweep_device_options *options, void *const *scratch, unsigned wait_count,
                                     void *const *wait_list, void **event)
{
    opencl_call c = {device,  queue,   keys_in,    keys_out,  values_in, values_out,
                     options, scratch, wait_count, wait_list, event};
    return sort_buffers(&c, SWEEP_OPERATION_SORT_PAIRS, n, type, value_size);
}

sweep_status sweep_opencl_argsort(sweep_device *device, void *queue, void *keys, void *indices, size_t n,
                                  sweep_type type, size_t index_size, const sweep_device_options *options,
                                  void *const *scratch, unsigned wait_count, void *const *wait_list, void **event)
{
    opencl_call c = {device, queue, keys, NULL, NULL, indices, options, scratch, wait_count, wait_list, event};
    return sort_buffers(&c, SWEEP_OPERATION_ARGSORT, n, type, index_size);
}

sweep_status sweep_opencl_sortperm(sweep_device *device, void *queue, void *keys_in, void *keys_out, void *indices,
                                   size_t n, sweep_type type, size_t index_size, const sweep_device_options *options,
                                   void *const *scratch, unsigned wait_count, void *const *wait_list, void **event)
{
    opencl_call c = {device, queue, keys_in, keys_out, NULL, indices, options, scratch, wait_count, wait_list, event};
    return sort_buffers(&c, SWEEP_OPERATION_SORTPERM, n, type, index_size);
}
