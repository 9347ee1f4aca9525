/*
 * The public sorts of host arrays on a device: check, copy there, sort, copy back; and the queries. Public
 * functions of sweepsort_device.h.
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef _DEFAULT_SOURCE
#define _DEFAULT_SOURCE
#endif
#include "launch.h"
#include "../cancel.h"
#include "../plan.h"

#include <time.h>

/* A host array and its buffers. */
typedef struct moved {
    void *host;
    size_t bytes;
    bool read, written; /* by the device */
    void *over;         /* the array itself, where the device can read it where it lies */
    void *buffer;       /* what it is copied to, and what is copied back */
} moved;

typedef struct call {
    sweep_device *device;
    sweep_device_plan plan;
    sweep_queue queue;
    moved keys, values;
    sweep_device_arrays arrays;
} call;

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void give_times(const call *c, sweep_device_times times)
{
    if (c->plan.times)
        sweep_struct_write(c->plan.times, c->plan.times_size, &times, sizeof times);
}

static void give_report(const call *c, const sweep_device_report *report)
{
    if (c->plan.report)
        sweep_struct_write(c->plan.report, c->plan.report_size, report, sizeof *report);
}

/* An array that is read is taken from where it lies, if the device can; so it stays as it is until the sort is done. */
static sweep_status make_buffer(call *c, moved *array)
{
    const sweep_backend *backend = c->device->backend;
    if (array->read && backend->buffer_over)
        (void)backend->buffer_over(c->device, array->host, array->bytes, &array->over);
    return array->over && !array->written ? SWEEP_OK : sweep_verb_buffer(c->device, array->bytes, &array->buffer);
}

static sweep_status make_buffers(call *c)
{
    sweep_status status = make_buffer(c, &c->keys);
    if (status == SWEEP_OK && c->values.bytes)
        status = make_buffer(c, &c->values);
    for (int i = 0; i < SWEEP_SCRATCH_PIECES && status == SWEEP_OK; i++)
        if (c->plan.pieces[i])
            status = sweep_verb_buffer(c->device, c->plan.pieces[i], &c->arrays.pieces[i]);
    c->arrays.keys_in = c->keys.over ? c->keys.over : c->keys.buffer;
    c->arrays.keys_out = c->keys.written ? c->keys.buffer : NULL;
    c->arrays.values_in = c->values.over ? c->values.over : c->values.read ? c->values.buffer : NULL;
    c->arrays.values_out = c->values.buffer;
    return status;
}

static void free_buffer(call *c, void **buffer)
{
    if (*buffer)
        c->device->backend->buffer_destroy(c->device, *buffer);
    *buffer = NULL;
}

static void free_buffers(call *c)
{
    void **const moved_buffers[] = {&c->keys.over, &c->keys.buffer, &c->values.over, &c->values.buffer};
    for (int i = 0; i < 4; i++)
        free_buffer(c, moved_buffers[i]);
    for (int i = 0; i < SWEEP_SCRATCH_PIECES; i++)
        free_buffer(c, &c->arrays.pieces[i]);
}

static sweep_status copy_there(call *c)
{
    sweep_status status = SWEEP_OK;
    if (!c->keys.over)
        status = sweep_verb_write(&c->queue, c->keys.buffer, c->keys.host, c->keys.bytes);
    if (status == SWEEP_OK && c->values.read && !c->values.over)
        status = sweep_verb_write(&c->queue, c->values.buffer, c->values.host, c->values.bytes);
    return status;
}

/* The device is through with the arrays themselves: from here on they may be written. */
static sweep_status copy_back(call *c)
{
    sweep_status status = SWEEP_OK;
    free_buffer(c, &c->keys.over);
    free_buffer(c, &c->values.over);
    if (c->keys.written)
        status = sweep_verb_read(&c->queue, c->keys.host, c->keys.buffer, c->keys.bytes);
    if (status == SWEEP_OK && c->values.written)
        status = sweep_verb_read(&c->queue, c->values.host, c->values.buffer, c->values.bytes);
    return status;
}

static sweep_status run(call *c)
{
    double begun = now(), there, sorted;
    sweep_device_report report = {0};
    sweep_status status = copy_there(c);
    there = now();
    if (status == SWEEP_OK)
        status = sweep_device_enqueue(&c->queue, &c->plan, &c->arrays);
    sweep_status ended = sweep_verb_finish(&c->queue); /* also after a failure: buffers are freed next */
    sorted = now();
    if (status == SWEEP_OK)
        status = ended;
    if (status == SWEEP_OK && c->plan.report && c->plan.engine == SWEEP_ONESWEEP && !c->plan.small)
        status = sweep_onesweep_report(&c->queue, &c->plan, c->arrays.pieces[SWEEP_PIECE_TABLE], &report);
    if (status == SWEEP_OK)
        status = copy_back(c);
    if (status == SWEEP_OK) {
        give_times(c, (sweep_device_times){there - begun, sorted - there, now() - sorted});
        give_report(c, &report);
    }
    return status;
}

static sweep_status sort_host(sweep_device *device, sweep_operation operation, void *keys, bool keys_written,
                              void *values, bool values_read, size_t n, sweep_type type, size_t value_size,
                              const sweep_device_options *options)
{
    SWEEP_HOLD_CANCELLATION;
    static const sweep_device_report nothing;
    call c = {.device = device};
    struct sweep_refusal refusal;
    sweep_status status = sweep_device_plan_make(&c.plan, device, operation, n, type, value_size, options);
    if (status)
        return status;
    if (c.plan.count)
        return sweep_device_fail(device, SWEEP_ERR_UNSUPPORTED, "a count on the device, for arrays of the host");
    status = sweep_check_arrays(&refusal, operation, keys, keys, values, n, type, value_size);
    if (status)
        return sweep_device_refuse(device, &refusal, status);
    c.keys = (moved){keys, n * c.plan.key_bytes, true, keys_written, NULL, NULL};
    c.values = (moved){values, n * value_size, values_read, value_size != 0, NULL, NULL};
    if (n == 0) {
        give_times(&c, (sweep_device_times){0, 0, 0});
        give_report(&c, &nothing);
        return SWEEP_OK;
    }
    status = sweep_device_prepare(device, &c.plan);
    if (status)
        return status;
    status = sweep_verb_queue(device, &c.queue);
    if (status)
        return status;
    status = make_buffers(&c);
    if (status == SWEEP_OK)
        status = run(&c);
    free_buffers(&c);
    device->backend->queue_destroy(&c.queue);
    return status;
}

sweep_status sweep_device_sort(sweep_device *device, void *keys, size_t n, sweep_type type,
                               const sweep_device_options *options)
{
    return sort_host(device, SWEEP_OPERATION_SORT, keys, true, NULL, false, n, type, 0, options);
}

sweep_status sweep_device_sort_pairs(sweep_device *device, void *keys, void *values, size_t n, sweep_type type,
                                     size_t value_size, const sweep_device_options *options)
{
    return sort_host(device, SWEEP_OPERATION_SORT_PAIRS, keys, true, values, true, n, type, value_size, options);
}

sweep_status sweep_device_argsort(sweep_device *device, const void *keys, void *indices, size_t n, sweep_type type,
                                  size_t index_size, const sweep_device_options *options)
{
    void *only_read = (void *)(uintptr_t)keys;
    return sort_host(device, SWEEP_OPERATION_ARGSORT, only_read, false, indices, false, n, type, index_size, options);
}

sweep_status sweep_device_sortperm(sweep_device *device, void *keys, void *indices, size_t n, sweep_type type,
                                   size_t index_size, const sweep_device_options *options)
{
    return sort_host(device, SWEEP_OPERATION_SORTPERM, keys, true, indices, false, n, type, index_size, options);
}

sweep_status sweep_device_copy_sized(sweep_device *device, const void *in, void *out, size_t bytes,
                                     sweep_device_times *times, size_t times_size)
{
    SWEEP_HOLD_CANCELLATION;
    call c = {.device = device, .plan = {.times = times, .times_size = times_size}};
    sweep_queue queue;
    void *from = NULL, *to = NULL;
    if (!device || (times && (times_size == 0 || times_size > SWEEP_STRUCT_MOST)) ||
        (bytes && (!in || !out || (in != out && sweep_overlap(in, bytes, out, bytes)))))
        return SWEEP_ERR_ARGUMENT;
    if (bytes == 0) {
        give_times(&c, (sweep_device_times){0, 0, 0});
        return SWEEP_OK;
    }
    sweep_status status = sweep_verb_queue(device, &queue);
    if (status)
        return status;
    status = sweep_verb_buffer(device, bytes, &from);
    if (status == SWEEP_OK)
        status = sweep_verb_buffer(device, bytes, &to);
    if (status == SWEEP_OK) {
        double begun = now(), there, copied;
        status = sweep_verb_write(&queue, from, in, bytes);
        there = now();
        if (status == SWEEP_OK)
            status = sweep_verb_copy(&queue, to, from, bytes);
        if (status == SWEEP_OK)
            status = sweep_verb_finish(&queue);
        copied = now();
        if (status == SWEEP_OK)
            status = sweep_verb_read(&queue, out, to, bytes);
        if (status == SWEEP_OK)
            give_times(&c, (sweep_device_times){there - begun, copied - there, now() - copied});
    }
    if (from)
        device->backend->buffer_destroy(device, from);
    if (to)
        device->backend->buffer_destroy(device, to);
    device->backend->queue_destroy(&queue);
    return status;
}

sweep_status sweep_device_scratch(sweep_device *device, sweep_operation operation, size_t n, sweep_type type,
                                  size_t value_size, const sweep_device_options *options,
                                  size_t sizes[SWEEP_SCRATCH_PIECES])
{
    SWEEP_HOLD_CANCELLATION;
    sweep_device_plan plan;
    if (!sizes)
        return SWEEP_ERR_ARGUMENT;
    if (operation == SWEEP_OPERATION_SORT_COPY)
        operation = SWEEP_OPERATION_SORT;
    sweep_status status = sweep_device_plan_make(&plan, device, operation, n, type, value_size, options);
    if (status == SWEEP_OK && n > 0)
        status = sweep_device_prepare(device, &plan);
    for (int i = 0; i < SWEEP_SCRATCH_PIECES && status == SWEEP_OK; i++)
        sizes[i] = plan.pieces[i];
    return status;
}

/* Bytes that the sweeps move over the bytes that one copy moves: a sweep of SPLIT reads the keys twice and writes
   them once, OneSweep counts all digits in one read; both read and write what moves with them; the first sweep
   makes indices, the last one of an argsort writes no keys. A finish moves as much as a sweep. */
static double predict(const sweep_device_plan *plan, u32 moves)
{
    double keys = plan->key_bytes, along = plan->moved_bytes;
    double reads = plan->engine == SWEEP_ONESWEEP ? keys : moves * keys; /* of counting */
    double bytes = reads + moves * (2 * keys + 2 * along) - (plan->make_index ? along : 0);
    bool in_place = plan->operation != SWEEP_OPERATION_ARGSORT && moves % 2 == 1;
    if (plan->operation == SWEEP_OPERATION_ARGSORT)
        bytes -= keys;
    if (in_place)
        bytes += 2 * keys + (plan->make_index ? 0 : 2 * along);
    if (plan->by_index)
        bytes += along + 4 * (double)plan->value_bytes;
    return bytes / (2 * (keys + (double)plan->value_bytes));
}

sweep_status sweep_device_plan_sort_sized(sweep_device *device, sweep_plan *plan, size_t plan_size,
                                          sweep_operation operation, size_t n, sweep_type type, size_t value_size,
                                          const sweep_device_options *options)
{
    struct sweep_refusal refusal;
    sweep_device_plan made;
    sweep_plan known = {0};
    sweep_status status = sweep_check_output(&refusal, "plan", "plan_size", plan, plan_size);
    if (status)
        return device ? sweep_device_refuse(device, &refusal, status) : status;
    if (operation == SWEEP_OPERATION_SORT_COPY)
        operation = SWEEP_OPERATION_SORT;
    status = sweep_device_plan_make(&made, device, operation, n, type, value_size, options);
    if (status)
        return status;
    known.engine = made.engine;
    known.operation = operation;
    known.type = type;
    known.threads = made.groups;
    known.n = n;
    known.value_size = value_size;
    known.tile_size = made.tile;
    for (int i = 0; i < SWEEP_SCRATCH_PIECES; i++)
        known.scratch_bytes = sweep_plus(known.scratch_bytes, made.pieces[i]);
    known.predicted_x_copy = 1;
    known.insertion = made.small;
    known.by_index = made.by_index;
    known.threshold_count = 1;
    known.thresholds[0] = (size_t)made.tile + 1;
    if (!made.small) {
        bool finish = made.enough != SWEEP_ENOUGH_ASK && made.enough != 0 && made.enough < made.sweep_count;
        u32 sweeps = finish ? made.enough : made.sweep_count;
        known.sweep_count = (uint8_t)sweeps;
        memcpy(known.sweeps, made.sweeps + (made.sweep_count - sweeps), sweeps * sizeof known.sweeps[0]);
        known.copy_back = operation != SWEEP_OPERATION_ARGSORT && (sweeps + finish) % 2 == 1;
        known.predicted_x_copy = predict(&made, sweeps + finish);
    }
    sweep_struct_write(plan, plan_size, &known, sizeof known);
    return SWEEP_OK;
}

sweep_status sweep_device_options_init(sweep_device_options *options, size_t size)
{
    return sweep_struct_init(SWEEP_INPUT_DEVICE_OPTIONS, options, size);
}
