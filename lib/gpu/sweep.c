/*
 * The launches of a sort, the same for every backend. Here SPLIT's: for each digit count, scan, scatter, portion by
 * portion; or one launch for few keys; and at the end, where values are large, one gather. onesweep.c has OneSweep's.
 * Nothing here knows what a device is.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "launch.h"

typedef sweep_launches sort;

/* ---- programs -------------------------------------------------------------------------------------------------- */

/* A gather moves elements of the widest size that divides a value. */
static sweep_shape gather_shape(const sweep_device_plan *plan)
{
    u32 element = 16;
    while (plan->value_bytes % element != 0)
        element /= 2;
    return (sweep_shape){.key_bytes = plan->moved_bytes,
                         .value_bytes = element,
                         .threads = plan->shape.threads,
                         .items = plan->shape.items};
}

sweep_status sweep_device_prepare(sweep_device *device, const sweep_device_plan *plan)
{
    const sweep_program *program;
    sweep_shape gather = gather_shape(plan);
    sweep_status status = sweep_program_get(device, &plan->shape, &program);
    if (status == SWEEP_OK && plan->by_index)
        status = sweep_program_get(device, &gather, &program);
    return status;
}

/* ---- launches -------------------------------------------------------------------------------------------------- */

static sweep_status launch(sort *s, sweep_kernel kernel, u32 groups, void *keys_in, void *keys_out, void *values_in,
                           void *values_out)
{
    void *const buffers[SWEEP_BUFFERS] = {[SWEEP_KEYS_IN] = keys_in,
                                          [SWEEP_KEYS_OUT] = keys_out,
                                          [SWEEP_VALUES_IN] = values_in,
                                          [SWEEP_VALUES_OUT] = values_out,
                                          [SWEEP_TABLE] = s->arrays->pieces[SWEEP_PIECE_TABLE]};
    return sweep_verb_launch(s->queue, s->program, kernel, groups, buffers, &s->arguments);
}

/* What every kernel is told of the keys. */
static sweep_arguments common_arguments(const sweep_device_plan *plan)
{
    return (sweep_arguments){.total = plan->n,
                             .flip_low = plan->transform.flip,
                             .flip_high = plan->transform.flip_high,
                             .nan_above = plan->transform.nan_above,
                             .nan_as = plan->transform.nan_as,
                             .zero_below = plan->transform.zero_below,
                             .zero_as = plan->transform.zero_as,
                             .sign = plan->sign,
                             .portion = plan->portion,
                             .portions = (u32)plan->portions,
                             .flags = plan->count ? SWEEP_FLAG_COUNTED : 0,
                             .end = plan->end};
}

/* Sets the arguments for one portion of a sweep. */
static void enter_portion(sort *s, sweep_digit digit, u64 p)
{
    const sweep_device_plan *plan = s->plan;
    u64 left = plan->n - p * plan->portion;
    s->arguments.first = p * plan->portion;
    s->arguments.n = (u32)(left < plan->portion ? left : plan->portion);
    s->arguments.tiles = (s->arguments.n + plan->tile - 1) / plan->tile;
    s->arguments.groups = plan->groups;
    s->arguments.place = digit.place;
    s->arguments.bits = digit.bits;
    s->arguments.counts_at = p * plan->stride;
    s->arguments.bases_at = plan->bases_at + p * ((u64)2 << digit.bits);
}

/* The exclusive scan of n words of the table: each level's blocks, then their sums, until one block is left; then the
   sums are added on the way back. */
static sweep_status scan(sort *s, u64 at, u32 n)
{
    enum { LEVELS = 32 };
    u64 level_at[LEVELS + 1];
    u32 level_n[LEVELS + 1], levels = 0, block = s->plan->shape.threads * SWEEP_SCAN_ITEMS;
    sweep_arguments kept = s->arguments;
    sweep_status status = SWEEP_OK;
    level_at[0] = at;
    level_n[0] = n;
    do {
        u32 k = levels++;
        level_at[k + 1] = k ? level_at[k] + level_n[k] : s->plan->sums_at;
        level_n[k + 1] = (level_n[k] + block - 1) / block;
        s->arguments.counts_at = level_at[k];
        s->arguments.sums_at = level_at[k + 1];
        s->arguments.n = level_n[k];
        status = launch(s, SWEEP_KERNEL_SCAN, level_n[k + 1], NULL, NULL, NULL, NULL);
    } while (status == SWEEP_OK && level_n[levels] > 1);
    for (u32 k = levels - 1; k-- > 0 && status == SWEEP_OK;) {
        s->arguments.counts_at = level_at[k];
        s->arguments.sums_at = level_at[k + 1];
        s->arguments.n = level_n[k];
        status = launch(s, SWEEP_KERNEL_ADD, level_n[k + 1], NULL, NULL, NULL, NULL);
    }
    s->arguments = kept;
    return status;
}

/* One sweep by one digit. */
static sweep_status one_sweep(sort *s, sweep_digit digit, void *keys_in, void *keys_out, void *values_in,
                              void *values_out)
{
    const sweep_device_plan *plan = s->plan;
    sweep_status status = SWEEP_OK;
    for (u64 p = 0; p < plan->portions && status == SWEEP_OK; p++) {
        enter_portion(s, digit, p);
        status = launch(s, SWEEP_KERNEL_COUNT, plan->groups, keys_in, NULL, NULL, NULL);
        if (status == SWEEP_OK)
            status = scan(s, s->arguments.counts_at, plan->groups << digit.bits);
    }
    if (plan->portions > 1 && status == SWEEP_OK) {
        enter_portion(s, digit, 0);
        s->arguments.stride = plan->stride;
        status = launch(s, SWEEP_KERNEL_CHAIN, 1, NULL, NULL, NULL, NULL);
    }
    for (u64 p = 0; p < plan->portions && status == SWEEP_OK; p++) {
        enter_portion(s, digit, p);
        status = launch(s, SWEEP_KERNEL_SCATTER, plan->groups, keys_in, keys_out, values_in, values_out);
    }
    return status;
}

/* ---- the ways of the arrays ------------------------------------------------------------------------------------ */

/* Where sweep i of `count` writes, so that the last one ends in `out`. In place an odd count would have the first sweep
   write what it reads: then all go the other way round, and the caller copies. */
static void *way(u32 i, u32 count, void *in, void *out, void *piece)
{
    bool turned = in == out && count % 2 == 1;
    return ((count - 1 - i) % 2 == 1) != turned ? piece : out;
}

static sweep_status sweep_all(sort *s, void *moved_in, void *moved_out)
{
    const sweep_device_plan *plan = s->plan;
    const sweep_device_arrays *arrays = s->arrays;
    void *keys_from = arrays->keys_in, *values_from = plan->make_index ? NULL : moved_in;
    u32 count = plan->sweep_count;
    for (u32 i = 0; i < count; i++) {
        void *keys_to, *values_to = NULL;
        if (arrays->keys_out)
            keys_to = way(i, count, arrays->keys_in, arrays->keys_out, arrays->pieces[SWEEP_PIECE_KEYS]);
        else
            keys_to = arrays->pieces[i % 2 ? SWEEP_PIECE_KEYS2 : SWEEP_PIECE_KEYS];
        if (plan->moved_bytes)
            values_to = way(i, count, moved_in, moved_out, arrays->pieces[SWEEP_PIECE_VALUES]);
        s->arguments.make_index = plan->make_index && i == 0;
        s->arguments.write_keys = arrays->keys_out || i + 1 < count;
        if (!s->arguments.write_keys)
            keys_to = NULL;
        sweep_status status = one_sweep(s, plan->sweeps[i], keys_from, keys_to, values_from, values_to);
        if (status)
            return status;
        keys_from = keys_to;
        values_from = values_to;
    }
    if (arrays->keys_out && keys_from != arrays->keys_out) {
        sweep_status status = sweep_verb_copy(s->queue, arrays->keys_out, keys_from, plan->n * plan->key_bytes);
        if (status)
            return status;
    }
    if (plan->moved_bytes && values_from != moved_out)
        return sweep_verb_copy(s->queue, moved_out, values_from, plan->n * plan->moved_bytes);
    return SWEEP_OK;
}

static sweep_status sort_small(sort *s, void *moved_in, void *moved_out)
{
    s->arguments.n = (u32)s->plan->n;
    s->arguments.place = s->plan->begin;
    s->arguments.bits = s->plan->digit_bits;
    s->arguments.make_index = s->plan->make_index;
    s->arguments.write_keys = s->arrays->keys_out != NULL;
    return launch(s, SWEEP_KERNEL_SMALL, 1, s->arrays->keys_in, s->arrays->keys_out,
                  s->plan->make_index ? NULL : moved_in, moved_out);
}

/* Values move by the sorted indices: from another array, else from a copy. */
static sweep_status gather(sort *s, void *order)
{
    const sweep_device_plan *plan = s->plan;
    sweep_shape shape = gather_shape(plan);
    bool in_place = s->arrays->values_in == s->arrays->values_out;
    void *from = in_place ? s->arrays->pieces[SWEEP_PIECE_GATHERED] : s->arrays->values_in;
    u64 rows = (plan->n + plan->tile - 1) / plan->tile;
    sweep_status status = sweep_program_get(s->queue->device, &shape, &s->program);
    if (status == SWEEP_OK && in_place)
        status = sweep_verb_copy(s->queue, from, s->arrays->values_in, plan->n * plan->value_bytes);
    if (status)
        return status;
    s->arguments.portion = plan->value_bytes / shape.value_bytes;
    s->arguments.groups = rows < 4096 ? (u32)rows : 4096;
    return launch(s, SWEEP_KERNEL_GATHER, s->arguments.groups, order, NULL, from, s->arrays->values_out);
}

sweep_status sweep_device_enqueue(sweep_queue *queue, const sweep_device_plan *plan, const sweep_device_arrays *arrays)
{
    sort s = {.queue = queue, .plan = plan, .arrays = arrays, .arguments = common_arguments(plan)};
    sweep_device *device = queue->device;
    void *order = arrays->pieces[SWEEP_PIECE_ORDER];
    void *moved_in = plan->by_index ? NULL : arrays->values_in;
    void *moved_out = plan->by_index ? order : arrays->values_out;
    if (plan->n == 0)
        return SWEEP_OK;
    sweep_status status = sweep_program_get(device, &plan->shape, &s.program);
    if (status)
        return status;
    pthread_mutex_lock(&device->launch_lock);
    if (plan->count) /* the table's head is a sweep_device_count */
        status = sweep_verb_copy(queue, arrays->pieces[SWEEP_PIECE_TABLE], plan->count, sizeof(sweep_device_count));
    if (status == SWEEP_OK) {
        if (plan->small)
            status = sort_small(&s, moved_in, moved_out);
        else if (plan->engine == SWEEP_ONESWEEP)
            status = sweep_onesweep_enqueue(&s, moved_in, moved_out);
        else
            status = sweep_all(&s, moved_in, moved_out);
    }
    if (status == SWEEP_OK && plan->by_index)
        status = gather(&s, order);
    if (status == SWEEP_OK && plan->count)
        status = sweep_verb_copy(queue, plan->count, arrays->pieces[SWEEP_PIECE_TABLE], sizeof(sweep_device_count));
    pthread_mutex_unlock(&device->launch_lock);
    return status;
}
