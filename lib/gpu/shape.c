/*
 * The plan of a sort on a device: what is checked, what shape the kernels have, how the keys are cut, and how much
 * scratch that takes (sweep.h).
 * SPDX-License-Identifier: Apache-2.0
 */
#include "launch.h"
#include "../sweep_limits.h"
#include "../plan.h"
#include "tuning.h"

#include <unistd.h>

enum { MOST_ITEMS = 32, MOST_TILE = 65536, SUM_WORDS = 16, DIGIT_WORDS = 512 }; /* of group.h and scatter.h */
#define PORTION ((u64)1 << 29)                                                  /* keys; below 2^30 */

/* ---- checks ---------------------------------------------------------------------------------------------------- */

/* Checks what the options of devices alone have, and by the checks of sweepsort.h what both kinds have. `own` are the
   options as this version knows them. */
static sweep_status check_call(struct sweep_refusal *refusal, sweep_device_options *own, sweep_options *checked,
                               const sweep_device_options *options, sweep_operation operation, size_t n,
                               sweep_type type, size_t value_size)
{
    sweep_options common = sweep_default_options();
    sweep_status status = sweep_struct_read(refusal, SWEEP_INPUT_DEVICE_OPTIONS, own, options);
    if (status)
        return status;
    common.order = own->order;
    common.float_order = own->float_order;
    common.begin_bit = own->begin_bit;
    common.end_bit = own->end_bit;
    common.engine = own->engine;
    common.digit_bits = own->digit_bits;
    common.reserved = own->reserved;
    status = sweep_check_options(refusal, checked, &common, type);
    if (status)
        return status;
    if (own->times_size > SWEEP_STRUCT_MOST)
        return sweep_refuse(refusal, SWEEP_REASON_ABOVE, "times_size", NULL, own->times_size, SWEEP_STRUCT_MOST);
    if (own->report_size > SWEEP_STRUCT_MOST)
        return sweep_refuse(refusal, SWEEP_REASON_ABOVE, "report_size", NULL, own->report_size, SWEEP_STRUCT_MOST);
    if (own->tile_size != 0 && own->work_items != 0 && own->tile_size % own->work_items != 0)
        return sweep_refuse(refusal, SWEEP_REASON_NOT_DIVIDED, "tile_size", "work_items", own->tile_size,
                            own->work_items);
    status = sweep_check_operation(refusal, operation, n, type, value_size, checked);
    if (status)
        return status;
    if (checked->digit_bits > 8)
        return sweep_refuse(refusal, SWEEP_REASON_DIGITS, "a device", NULL, checked->digit_bits, 8);
    return SWEEP_OK;
}

/* ---- parts of the plan ----------------------------------------------------------------------------------------- */

static sweep_status choose_shape(sweep_device_plan *plan, sweep_device *device, const sweep_device_options *own)
{
    const sweep_device_limits *limits = &device->limits;
    const sweep_tuning *row = sweep_tuning_table;
    while (row->cpu != limits->cpu || plan->key_bytes > row->key_bytes)
        row++;
    u32 threads = own->work_items ? own->work_items : row->threads < limits->threads ? row->threads : limits->threads;
    size_t tile = own->tile_size ? own->tile_size : (size_t)threads * row->items;
    if (!own->work_items && tile % threads != 0) { /* the most work-items below that which divide the tile */
        threads = tile < threads ? (u32)tile : threads;
        while (tile % threads != 0)
            threads--;
    }
    size_t words = tile + threads + SUM_WORDS + DIGIT_WORDS;
    if (threads > limits->threads || tile / threads > MOST_ITEMS || tile > MOST_TILE ||
        words * sizeof(u32) > limits->local_bytes)
        return sweep_device_fail(device, SWEEP_ERR_UNSUPPORTED,
                                 "tiles of %zu keys in groups of %u work-items: the device has %u work-items and %zu "
                                 "bytes a group, a work-item at most %u keys",
                                 tile, threads, limits->threads, limits->local_bytes, (u32)MOST_ITEMS);
    plan->tile = (u32)tile;
    plan->shape = (sweep_shape){.key_bytes = plan->key_bytes,
                                .value_bytes = plan->moved_bytes,
                                .threads = threads,
                                .items = (u32)(tile / threads)};
    plan->digit_bits = own->digit_bits ? own->digit_bits : row->bits;
    plan->groups = own->work_groups ? own->work_groups : limits->units * row->groups_per_unit;
    return SWEEP_OK;
}

/* Digits of the asked width from begin up; where it was not asked for, as few sweeps but of nearly the same width. A
   window without bits is one sweep of a digit without bits, which moves everything and changes no order. */
static void choose_digits(sweep_device_plan *plan, bool even)
{
    u32 begin = plan->begin, width = plan->end - plan->begin;
    u32 sweeps = width ? (width + plan->digit_bits - 1) / plan->digit_bits : 1;
    for (u32 i = 0; i < sweeps; i++) {
        u32 left = plan->end - begin, bits = left < plan->digit_bits ? left : plan->digit_bits;
        if (even)
            bits = (left + sweeps - i - 1) / (sweeps - i);
        plan->sweeps[i] = (sweep_digit){(uint8_t)begin, (uint8_t)bits};
        begin += bits;
    }
    plan->sweep_count = sweeps;
}

static void cut_portions(sweep_device_plan *plan)
{
    u64 portion = PORTION;
#ifdef SWEEP_TEST
    if (sweep_test_portion)
        portion = sweep_test_portion;
#endif
    plan->portion = (portion + plan->tile - 1) / plan->tile * plan->tile;
    plan->portions = plan->n ? (plan->n - 1) / plan->portion + 1 : 0;
}

/* What lies where in SPLIT's table. */
static void cut(sweep_device_plan *plan)
{
    u64 tiles;
    u32 radix = 1, block = plan->shape.threads * SWEEP_SCAN_ITEMS;
    tiles = ((plan->n < plan->portion ? plan->n : plan->portion) + plan->tile - 1) / plan->tile;
    if (plan->groups > tiles)
        plan->groups = (u32)tiles;
    for (u32 i = 0; i < plan->sweep_count; i++)
        if (radix < (u32)1 << plan->sweeps[i].bits)
            radix = (u32)1 << plan->sweeps[i].bits;
    plan->stride = (u64)radix * plan->groups;
    plan->bases_at = plan->stride * plan->portions;
    plan->sums_at = plan->bases_at + (plan->portions > 1 ? 2 * radix * plan->portions : 0);
    u64 words = plan->sums_at;
    for (u64 level = plan->stride; level > 1;) {
        level = (level + block - 1) / block;
        words += level;
    }
    if (plan->stride <= 1)
        words++;
    plan->pieces[SWEEP_PIECE_TABLE] = (size_t)words * sizeof(u32);
}

static sweep_status count_scratch(sweep_device_plan *plan)
{
    size_t keys = sweep_times(plan->n, plan->key_bytes), moved = sweep_times(plan->n, plan->moved_bytes);
    size_t values = sweep_times(plan->n, plan->value_bytes);
    if (keys == SIZE_MAX || moved == SIZE_MAX || values == SIZE_MAX)
        return SWEEP_ERR_ARGUMENT;
    if (plan->by_index) {
        plan->pieces[SWEEP_PIECE_ORDER] = moved;
        plan->pieces[SWEEP_PIECE_GATHERED] = values;
    }
    if (plan->small || plan->n == 0)
        return SWEEP_OK;
    cut_portions(plan);
    if (plan->engine == SWEEP_ONESWEEP)
        sweep_onesweep_cut(plan);
    else
        cut(plan);
    bool argsort = plan->operation == SWEEP_OPERATION_ARGSORT;
    if (!argsort || plan->sweep_count > 1)
        plan->pieces[SWEEP_PIECE_KEYS] = keys;
    if (argsort && plan->sweep_count > 2)
        plan->pieces[SWEEP_PIECE_KEYS2] = keys;
    if (plan->moved_bytes && (!plan->make_index || plan->sweep_count > 1))
        plan->pieces[SWEEP_PIECE_VALUES] = moved;
    return SWEEP_OK;
}

sweep_status sweep_device_plan_make(sweep_device_plan *plan, sweep_device *device, sweep_operation operation, size_t n,
                                    sweep_type type, size_t value_size, const sweep_device_options *options)
{
    struct sweep_refusal refusal;
    sweep_options checked;
    sweep_device_options own;
    memset(plan, 0, sizeof *plan);
    if (!device)
        return SWEEP_ERR_ARGUMENT;
    sweep_device_fail(device, SWEEP_OK, "%s", ""); /* what an earlier call had to say is past */
    if (operation == SWEEP_OPERATION_SORT_COPY)    /* its callers make it SORT where it is allowed */
        return sweep_device_fail(device, SWEEP_ERR_ARGUMENT, "sort_copy is no operation here");
    sweep_status status = check_call(&refusal, &own, &checked, options, operation, n, type, value_size);
    if (status)
        return sweep_device_refuse(device, &refusal, status);
    if (checked.engine != SWEEP_AUTO && checked.engine != SWEEP_SPLIT && checked.engine != SWEEP_ONESWEEP)
        return sweep_device_fail(device, SWEEP_ERR_UNSUPPORTED,
                                 "this engine is not built for devices; SWEEP_SPLIT and SWEEP_ONESWEEP are");
    if (checked.engine == SWEEP_SPLIT && own.count)
        return sweep_device_fail(device, SWEEP_ERR_UNSUPPORTED, "a count on the device: SWEEP_ONESWEEP alone has it");
    bool enough = own.enough_digits != 0 && own.enough_digits != SWEEP_ALL_DIGITS;
    if (checked.engine == SWEEP_SPLIT && enough)
        return sweep_device_fail(device, SWEEP_ERR_UNSUPPORTED, "enough digits: SWEEP_ONESWEEP alone has them");
    bool indices = operation == SWEEP_OPERATION_ARGSORT || operation == SWEEP_OPERATION_SORTPERM;
    if (!device->backend->survives_fork && device->process != getpid())
        return sweep_device_fail(device, SWEEP_ERR_UNSUPPORTED, "the device was opened before fork()");

    plan->operation = operation;
    plan->n = n;
    plan->key_bytes = (u32)sweep_type_bytes(type);
    plan->value_bytes = value_size;
    plan->by_index = operation == SWEEP_OPERATION_SORT_PAIRS && (value_size > 16 || (value_size & (value_size - 1)));
    plan->make_index = indices || plan->by_index;
    plan->moved_bytes = plan->by_index ? (n <= sweep_limits.index32 ? 4 : 8) : (u32)value_size;
    plan->transform =
        sweep_transform_make(type, checked.order, checked.float_order, checked.begin_bit, checked.end_bit);
    plan->sign = sweep_type_is_float(type) ? (u64)1 << (plan->key_bytes * 8 - 1) : 0;
    plan->begin = checked.begin_bit;
    plan->end = checked.end_bit;
    plan->count = own.count;
    plan->times = own.times;
    plan->times_size = own.times_size ? own.times_size : SWEEP_TIMES_0_1;
    plan->report = own.report;
    plan->report_size = own.report_size ? own.report_size : SWEEP_REPORT_0_1;
    plan->engine = checked.engine;
    if (plan->engine == SWEEP_AUTO)
        plan->engine =
            own.count || enough || device->limits.spins || device->limits.looks_back ? SWEEP_ONESWEEP : SWEEP_SPLIT;
    plan->even = own.digit_bits == 0;
    status =
        plan->engine == SWEEP_ONESWEEP ? sweep_onesweep_shape(plan, device, &own) : choose_shape(plan, device, &own);
    if (status)
        return status;
    choose_digits(plan, plan->even);
    plan->small = n <= plan->tile && !plan->count;
    if (plan->engine == SWEEP_ONESWEEP)
        sweep_onesweep_enough(plan, device, own.enough_digits);
    if (plan->small) /* one of SPLIT's kernels does it */
        plan->shape = (sweep_shape){.key_bytes = plan->key_bytes,
                                    .value_bytes = plan->moved_bytes,
                                    .threads = plan->shape.threads,
                                    .items = plan->shape.items};
    return count_scratch(plan);
}
