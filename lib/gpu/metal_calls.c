/*
 * The public sorts on a caller's own MTLBuffers, encoded into his command buffer: check the arrays, open an encoder,
 * encode, end it. Public functions of sweepsort_metal.h.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "block.h"
#include "metal_api.h"
#include "../cancel.h"
#include "sweepsort_metal.h"

#include <stdio.h>

sweep_status sweep_metal_open(sweep_device **device, void *metal_device)
{
    SWEEP_HOLD_CANCELLATION;
    if (!device)
        return SWEEP_ERR_ARGUMENT;
    *device = NULL;
    if (!metal_device)
        return SWEEP_ERR_ARGUMENT;
    const metal_api *api = sweep_metal_api(NULL, 0);
    if (!api)
        return SWEEP_ERR_UNSUPPORTED;
    sweep_device *opened = sweep_device_new(&sweep_metal_backend);
    if (!opened)
        return SWEEP_ERR_MEMORY;
    void *pool = api->pool_push();
    snprintf(opened->name, sizeof opened->name, "metal");
    sweep_status status = sweep_metal_attach(opened, api, metal_device);
    api->pool_pop(pool);
    if (status)
        sweep_device_free_handle(opened);
    else
        *device = opened;
    return status;
}

sweep_status sweep_metal_scratch(sweep_device *device, sweep_operation operation, size_t n, sweep_type type,
                                 size_t value_size, const sweep_device_options *options, size_t *bytes)
{
    SWEEP_HOLD_CANCELLATION;
    sweep_device_plan plan;
    if (!bytes || !device || device->backend != &sweep_metal_backend)
        return SWEEP_ERR_ARGUMENT;
    if (operation == SWEEP_OPERATION_SORT_COPY)
        operation = SWEEP_OPERATION_SORT;
    sweep_status status = sweep_device_plan_make(&plan, device, operation, n, type, value_size, options);
    if (status)
        return status;
    size_t needed = sweep_block_bytes(&plan);
    if (needed > device->limits.largest_buffer)
        return sweep_device_fail(device, SWEEP_ERR_UNSUPPORTED, "%zu bytes of scratch; the largest buffer has %zu",
                                 needed, device->limits.largest_buffer);
    if (n > 0)
        status = sweep_device_prepare(device, &plan);
    if (status == SWEEP_OK)
        *bytes = needed;
    return status;
}

/* ---- arrays ---------------------------------------------------------------------------------------------------- */

typedef struct metal_call {
    sweep_device *device;
    void *commands;
    sweep_metal_array keys_in, keys_out, values_in, values_out;
    const sweep_device_options *options;
    sweep_metal_array scratch;
} metal_call;

/* A call's arrays as the launches want them. */
typedef struct metal_arrays {
    metal_buffer spans[SWEEP_SPANS], pieces[SWEEP_SCRATCH_PIECES];
    sweep_device_arrays launched;
} metal_arrays;

/* Every array is of this device and lies within its buffer. */
static bool lies_within(const metal_state *state, const sweep_span *span)
{
    if (span->bytes == 0)
        return true;
    metal_id object = (void *)(uintptr_t)span->object;
    metal_unsigned length = metal_length_of(state->api, object);
    return span->at <= length && span->bytes <= length - span->at &&
           metal_device_of_buffer(state->api, object) == state->device;
}

/* Checks the arrays and the scratch, and cuts the scratch into its pieces. An output that is its input goes by the same
   pointer. */
static bool set_arrays(const metal_call *c, sweep_device_plan *plan, metal_arrays *arrays)
{
    const sweep_metal_array given[SWEEP_SPANS] = {c->keys_in,    c->keys_out, c->values_in,
                                                  c->values_out, c->scratch,  {plan->count, 0}};
    sweep_span spans[SWEEP_SPANS];
    metal_buffer *of[SWEEP_SPANS];
    size_t at[SWEEP_SCRATCH_PIECES];
    sweep_spans_measure(plan, spans);
    for (int i = 0; i < SWEEP_SPANS; i++) {
        spans[i].object = given[i].buffer;
        spans[i].at = given[i].offset;
        arrays->spans[i] = (metal_buffer){given[i].buffer, given[i].offset, NULL};
        of[i] = spans[i].bytes > 0 ? &arrays->spans[i] : NULL;
    }
    if (!sweep_spans_sound(spans))
        return false;
    for (int i = 0; i < SWEEP_SPANS; i++)
        if (!lies_within(c->device->state, &spans[i]))
            return false;
    for (int out = SWEEP_SPAN_KEYS_OUT; out <= SWEEP_SPAN_VALUES_OUT; out += 2)
        if (of[out] && of[out - 1] && of[out]->object == of[out - 1]->object && of[out]->offset == of[out - 1]->offset)
            of[out] = of[out - 1];
    arrays->launched = (sweep_device_arrays){
        of[SWEEP_SPAN_KEYS_IN], of[SWEEP_SPAN_KEYS_OUT], of[SWEEP_SPAN_VALUES_IN], of[SWEEP_SPAN_VALUES_OUT], {NULL}};
    sweep_block_cut(plan, at);
    for (int i = 0; i < SWEEP_SCRATCH_PIECES; i++) {
        arrays->pieces[i] = (metal_buffer){c->scratch.buffer, c->scratch.offset + at[i], NULL};
        if (plan->pieces[i] > 0)
            arrays->launched.pieces[i] = &arrays->pieces[i];
    }
    plan->count = of[SWEEP_SPAN_COUNT];
    return true;
}

/* ---- sorts ----------------------------------------------------------------------------------------------------- */

/* Within a pool. */
static sweep_status encode_sort(const metal_call *c, sweep_device_plan *plan)
{
    const metal_state *state = c->device->state;
    metal_arrays arrays;
    if (!c->commands || metal_device_of_commands(state->api, c->commands) != state->device ||
        metal_status_of(state->api, c->commands) >= METAL_COMMITTED)
        return sweep_device_fail(c->device, SWEEP_ERR_ARGUMENT,
                                 "the command buffer is missing, committed, or of another device");
    if (plan->n == 0)
        return SWEEP_OK;
    if (!set_arrays(c, plan, &arrays))
        return sweep_device_fail(c->device, SWEEP_ERR_ARGUMENT,
                                 "an array or the scratch is missing, too small, not "
                                 "aligned, of another device, or overlaps another");
    sweep_status status = sweep_device_prepare(c->device, plan); /* so that all is there before the first dispatch */
    if (status)
        return status;
    metal_queue native = {NULL, state->api->retain(c->commands), NULL};
    sweep_queue queue = {.device = c->device, .native = &native};
    status = sweep_metal_encode(&queue);
    if (status == SWEEP_OK)
        status = sweep_device_enqueue(&queue, plan, &arrays.launched);
    sweep_metal_end(&queue);
    state->api->release(native.commands);
    return status;
}

static sweep_status sort_arrays(const metal_call *c, sweep_operation operation, size_t n, sweep_type type,
                                size_t value_size)
{
    SWEEP_HOLD_CANCELLATION;
    sweep_device_plan plan;
    if (!c->device || c->device->backend != &sweep_metal_backend)
        return SWEEP_ERR_ARGUMENT;
    sweep_status status = sweep_device_plan_make(&plan, c->device, operation, n, type, value_size, c->options);
    if (status)
        return status;
    const metal_api *api = ((const metal_state *)c->device->state)->api;
    void *pool = api->pool_push();
    status = encode_sort(c, &plan);
    api->pool_pop(pool);
    return status;
}

static const sweep_metal_array none = {NULL, 0};

sweep_status sweep_metal_sort(sweep_device *device, void *command_buffer, sweep_metal_array keys_in,
                              sweep_metal_array keys_out, size_t n, sweep_type type,
                              const sweep_device_options *options, sweep_metal_array scratch)
{
    metal_call c = {device, command_buffer, keys_in, keys_out, none, none, options, scratch};
    return sort_arrays(&c, SWEEP_OPERATION_SORT, n, type, 0);
}

sweep_status sweep_metal_sort_pairs(sweep_device *device, void *command_buffer, sweep_metal_array keys_in,
                                    sweep_metal_array keys_out, sweep_metal_array values_in,
                                    sweep_metal_array values_out, size_t n, sweep_type type, size_t value_size,
                                    const sweep_device_options *options, sweep_metal_array scratch)
{
    metal_call c = {device, command_buffer, keys_in, keys_out, values_in, values_out, options, scratch};
    return sort_arrays(&c, SWEEP_OPERATION_SORT_PAIRS, n, type, value_size);
}

sweep_status sweep_metal_argsort(sweep_device *device, void *command_buffer, sweep_metal_array keys,
                                 sweep_metal_array indices, size_t n, sweep_type type, size_t index_size,
                                 const sweep_device_options *options, sweep_metal_array scratch)
{
    metal_call c = {device, command_buffer, keys, none, none, indices, options, scratch};
    return sort_arrays(&c, SWEEP_OPERATION_ARGSORT, n, type, index_size);
}

sweep_status sweep_metal_sortperm(sweep_device *device, void *command_buffer, sweep_metal_array keys_in,
                                  sweep_metal_array keys_out, sweep_metal_array indices, size_t n, sweep_type type,
                                  size_t index_size, const sweep_device_options *options, sweep_metal_array scratch)
{
    metal_call c = {device, command_buffer, keys_in, keys_out, none, indices, options, scratch};
    return sort_arrays(&c, SWEEP_OPERATION_SORTPERM, n, type, index_size);
}
