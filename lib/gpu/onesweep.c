/*
 * OneSweep on a device: its shape and table, and its launches. What the data says (which digits vary, from which buffer
 * to which, how many keys where their count lies on the device) is decided on the device by sweep_decide; so every
 * sweep that may be needed is launched, and those that are not needed leave at once. For shape.c and sweep.c.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "launch.h"
#include "tuning.h"

#define NO_END 0xffffffffu /* of a spin */

enum { MOST_ITEMS = 32, MOST_TILE = 32768 }; /* a place in a tile has 15 bits where counters are packed */

/* ---- shape ----------------------------------------------------------------------------------------------------- */

/* The row's form, or the next one that the device has. */
static u32 rank_form(const sweep_device_limits *limits, u32 threads, u32 rank)
{
    if (rank == SWEEP_RANK_MATCH && !limits->match)
        rank = SWEEP_RANK_BALLOTS;
    if (rank >= SWEEP_RANK_BALLOTS && (limits->subgroup == 0 || threads % limits->subgroup != 0))
        rank = SWEEP_RANK_MASKS;
    return rank;
}

/* Groups of so many work-items that leave each of them the registers of the row. */
static u32 blocks_of(const sweep_onesweep_tuning *row, u32 threads)
{
    u32 blocks = row->groups_per_unit * row->threads / threads;
    return row->cpu || blocks == 0 ? 1 : blocks;
}

static size_t shared_bytes(const sweep_shape *shape, u32 subgroup)
{
    u32 lanes = subgroup ? subgroup : 1;
    size_t room =
        (size_t)SWEEP_ROOM(shape->rank, shape->threads, shape->items, lanes, shape->key_bytes, shape->value_bytes) * 16;
    size_t fused = room + SWEEP_ONESWEEP_WORDS(shape->rank, shape->threads, lanes, subgroup != 0) * sizeof(u32);
    size_t histogram = SWEEP_HISTOGRAM_WORDS(shape->key_bytes) * sizeof(u32);
    size_t finish = SWEEP_FINISH_WORDS(shape->threads, shape->items) * sizeof(u32);
    size_t judge = SWEEP_JUDGE_WORDS(shape->threads, shape->items) * sizeof(u32);
    size_t one = fused > histogram ? fused : histogram, other = finish > judge ? finish : judge;
    return one > other ? one : other;
}

sweep_status sweep_onesweep_shape(sweep_device_plan *plan, sweep_device *device, const sweep_device_options *own)
{
    const sweep_device_limits *limits = &device->limits;
    const sweep_onesweep_tuning *row = sweep_onesweep_table;
    while (row->cpu != limits->cpu || (row->match && !limits->match) || plan->key_bytes > row->key_bytes ||
           plan->moved_bytes > row->value_bytes)
        row++;
    u32 threads = own->work_items ? own->work_items : row->threads < limits->threads ? row->threads : limits->threads;
    size_t tile = own->tile_size ? own->tile_size : (size_t)threads * row->items;
    if (!own->work_items && tile % threads != 0) { /* the most work-items below that which divide the tile */
        threads = tile < threads ? (u32)tile : threads;
        while (tile % threads != 0)
            threads--;
    }
    sweep_shape shape = {.key_bytes = plan->key_bytes,
                         .value_bytes = plan->moved_bytes,
                         .threads = threads,
                         .set = SWEEP_SET_ONESWEEP,
                         .early = row->early,
                         .look = row->look,
                         .blocks = blocks_of(row, threads)};
    u32 rank = row->rank;
#ifdef SWEEP_TEST
    rank = sweep_test_rank < 0 ? rank : (u32)sweep_test_rank;
    shape.early = sweep_test_early < 0 ? shape.early : (u32)sweep_test_early;
    shape.look = sweep_test_look < 0 ? shape.look : (u32)sweep_test_look;
    shape.blocks = sweep_test_blocks < 0 ? shape.blocks : (u32)sweep_test_blocks;
#endif
    shape.rank = rank_form(limits, threads, rank);
    shape.items = tile / threads > MOST_ITEMS ? MOST_ITEMS + 1 : (u32)(tile / threads);
    while (!own->tile_size && shape.items > 1 && shared_bytes(&shape, limits->subgroup) > limits->local_bytes)
        shape.items /= 2;
    tile = own->tile_size ? own->tile_size : (size_t)threads * shape.items;
    if (threads > limits->threads || shape.items > MOST_ITEMS || tile > MOST_TILE ||
        shared_bytes(&shape, limits->subgroup) > limits->local_bytes)
        return sweep_device_fail(device, SWEEP_ERR_UNSUPPORTED,
                                 "OneSweep's tiles of %zu keys in groups of %u work-items: the device has %u "
                                 "work-items and %zu bytes a group, a work-item at most %u keys",
                                 tile, threads, limits->threads, limits->local_bytes, (u32)MOST_ITEMS);
    plan->tile = (u32)tile;
    plan->shape = shape;
    plan->digit_bits = own->digit_bits ? own->digit_bits : row->bits;
    plan->groups =
        own->work_groups ? own->work_groups : limits->units * (row->cpu ? row->groups_per_unit : shape.blocks);
    plan->spin = limits->spins ? NO_END : SWEEP_SPIN_LOOKS;
#ifdef SWEEP_TEST
    plan->spin = sweep_test_spin < 0 ? plan->spin : (u32)sweep_test_spin;
#endif
    return SWEEP_OK;
}

/* Whether the digits that tell n keys apart, if all their bits are random, are two fewer than the window has: else no
   sample can say so, and asking one costs launches for nothing (4-byte keys of 8-bit digits: below 2^33 keys never). */
static bool may_save_sweeps(const sweep_device_plan *plan)
{
    u32 bits = 0;
    while (plan->n >> bits > 1)
        bits++;
    return (bits + plan->digit_bits - 1) / plan->digit_bits + 2 <= plan->sweep_count;
}

/* The finish needs two tiles' halves, and buffers to go to and fro between: not for windows of one or two digits. */
void sweep_onesweep_enough(sweep_device_plan *plan, const sweep_device *device, unsigned asked)
{
    bool ask = !device->limits.cpu && plan->n >= SWEEP_ENOUGH_KEYS && may_save_sweeps(plan);
#ifdef SWEEP_TEST
    ask = ask || sweep_test_ask;
#endif
    plan->enough = asked != 0 ? asked : ask ? SWEEP_ENOUGH_ASK : SWEEP_ENOUGH_ALL;
    if (asked == SWEEP_ALL_DIGITS || plan->sweep_count < 3 || plan->tile < 2)
        plan->enough = SWEEP_ENOUGH_ALL;
    plan->slots = plan->enough == SWEEP_ENOUGH_ALL ? plan->sweep_count : 2 * plan->sweep_count + 1;
}

/* The table: the head, the plan, the bases; then what is cleared before each sort: the histograms of every portion, the
   first array of states; then the second one. plan->portion and the digits are known. */
void sweep_onesweep_cut(sweep_device_plan *plan)
{
    enum { TICKET_WORDS = 16 };
    u64 full = plan->n < plan->portion ? plan->n : plan->portion, tiles = (full + plan->tile - 1) / plan->tile;
    if (plan->groups > tiles)
        plan->groups = (u32)tiles;
    plan->radix = 1;
    for (u32 i = 0; i < plan->sweep_count; i++)
        if (plan->radix < (u32)1 << plan->sweeps[i].bits)
            plan->radix = (u32)1 << plan->sweeps[i].bits;
    plan->stride = (u64)plan->sweep_count * plan->radix;
    plan->plan_at = SWEEP_HEAD_WORDS;
    plan->bases_at = plan->plan_at + (plan->slots + 1) * SWEEP_ENTRY_WORDS;
    plan->counts_at = plan->bases_at + plan->stride * 3 * 2;
    plan->states_at = plan->counts_at + plan->stride * plan->portions;
    plan->state_words = TICKET_WORDS + tiles * plan->radix;
    plan->pieces[SWEEP_PIECE_TABLE] = (size_t)(plan->states_at + 2 * plan->state_words) * sizeof(u32);
}

/* ---- launches -------------------------------------------------------------------------------------------------- */

static sweep_status launch(sweep_launches *s, sweep_kernel kernel, u32 groups, void *const buffers[SWEEP_BUFFERS])
{
    s->arguments.groups = groups;
    return sweep_verb_launch(s->queue, s->program, kernel, groups, buffers, &s->arguments);
}

static void enter_portion(sweep_launches *s, u64 p)
{
    s->arguments.first = p * s->plan->portion;
    s->arguments.part = (u32)p;
    s->arguments.counts_at = s->plan->counts_at + p * s->plan->stride;
}

static sweep_status histograms(sweep_launches *s, void *const buffers[SWEEP_BUFFERS])
{
    const sweep_device_plan *plan = s->plan;
    s->arguments.counts_at = plan->counts_at;
    s->arguments.stride = plan->stride * plan->portions + plan->state_words;
    sweep_status status = launch(s, SWEEP_KERNEL_CLEAR, plan->groups, buffers);
    for (u64 p = 0; p < plan->portions && status == SWEEP_OK; p++) {
        enter_portion(s, p);
        status = launch(s, SWEEP_KERNEL_HISTOGRAM, plan->groups, buffers);
    }
    enter_portion(s, 0);
    s->arguments.stride = plan->stride;
    if (status == SWEEP_OK && plan->enough == SWEEP_ENOUGH_ASK)
        status = launch(s, SWEEP_KERNEL_JUDGE, 1, buffers);
    return status ? status : launch(s, SWEEP_KERNEL_DECIDE, 1, buffers);
}

/* A sweep for each digit of the window, by the plan's entries from `slot` on. */
static sweep_status sweeps(sweep_launches *s, u32 slot, void *const buffers[SWEEP_BUFFERS])
{
    sweep_status status = SWEEP_OK;
    for (u32 i = 0; i < s->plan->sweep_count; i++) {
        s->arguments.slot = slot + i;
        for (u64 p = 0; p < s->plan->portions && status == SWEEP_OK; p++) {
            enter_portion(s, p);
#ifdef SWEEP_TEST
            if (sweep_test_around)
                sweep_test_around(false);
#endif
            status = launch(s, SWEEP_KERNEL_ONESWEEP, s->plan->groups, buffers);
#ifdef SWEEP_TEST
            if (sweep_test_around)
                sweep_test_around(true);
#endif
        }
    }
    enter_portion(s, 0);
    return status;
}

sweep_status sweep_onesweep_enqueue(sweep_launches *s, void *moved_in, void *moved_out)
{
    const sweep_device_plan *plan = s->plan;
    const sweep_device_arrays *arrays = s->arrays;
    void *in = arrays->keys_in, *out = arrays->keys_out, *values_in = plan->make_index ? NULL : moved_in;
    void *const buffers[SWEEP_BUFFERS] = {
        [SWEEP_KEYS_IN] = in,
        [SWEEP_KEYS_OUT] = out ? out : arrays->pieces[SWEEP_PIECE_KEYS2],
        [SWEEP_KEYS_SPARE] = arrays->pieces[SWEEP_PIECE_KEYS],
        [SWEEP_VALUES_IN] = values_in,
        [SWEEP_VALUES_OUT] = plan->moved_bytes ? moved_out : NULL,
        [SWEEP_VALUES_SPARE] = arrays->pieces[SWEEP_PIECE_VALUES],
        [SWEEP_TABLE] = arrays->pieces[SWEEP_PIECE_TABLE],
    };
    sweep_arguments *a = &s->arguments;
    a->place = plan->begin;
    a->bits = plan->digit_bits;
    a->bases_at = plan->bases_at;
    a->plan_at = plan->plan_at;
    a->states_at = plan->states_at;
    a->state_words = plan->state_words;
    a->sweeps = plan->sweep_count;
    a->slots = plan->slots;
    a->enough = plan->enough;
    a->radix = plan->radix;
    a->spin = plan->spin;
    a->make_index = plan->make_index;
    a->flags |= (plan->even ? SWEEP_FLAG_EVEN : 0) | (in == out ? SWEEP_FLAG_KEYS_IN_PLACE : 0) |
                (values_in && values_in == moved_out ? SWEEP_FLAG_VALUES_IN_PLACE : 0) |
                (out ? 0 : SWEEP_FLAG_KEYS_ARE_READ);
    sweep_status status = histograms(s, buffers);
    if (status == SWEEP_OK)
        status = sweeps(s, 0, buffers);
    if (status == SWEEP_OK && plan->enough != SWEEP_ENOUGH_ALL) {
        a->slot = plan->sweep_count;
        status = launch(s, SWEEP_KERNEL_FINISH, plan->groups, buffers);
        if (status == SWEEP_OK)
            status = launch(s, SWEEP_KERNEL_RETRY, 1, buffers);
        if (status == SWEEP_OK)
            status = sweeps(s, plan->sweep_count + 1, buffers);
    }
    return status ? status : launch(s, SWEEP_KERNEL_SETTLE, plan->groups, buffers);
}

/* ---- what the device did --------------------------------------------------------------------------------------- */

sweep_status sweep_onesweep_report(sweep_queue *queue, const sweep_device_plan *plan, void *table,
                                   sweep_device_report *report)
{
    u32 words[SWEEP_HEAD_WORDS + (2 * SWEEP_PLAN_SWEEPS + 2) * SWEEP_ENTRY_WORDS];
    sweep_status status = sweep_verb_read(queue, words, table, (size_t)plan->bases_at * sizeof *words);
    if (status)
        return status;
    report->step_count = plan->slots;
    report->enough_digits = words[SWEEP_HEAD_ENOUGH];
    report->fell_back = words[SWEEP_HEAD_LONG];
    report->recounts = words[SWEEP_HEAD_RECOUNTS];
    for (u32 i = 0; i < plan->slots; i++) {
        const u32 *entry = words + plan->plan_at + i * SWEEP_ENTRY_WORDS;
        bool finish = plan->slots > plan->sweep_count && i == plan->sweep_count;
        report->steps[i] = (sweep_device_step){
            .fate = (uint8_t)(!entry[SWEEP_ENTRY_ON] ? SWEEP_SKIPPED
                              : finish               ? SWEEP_FINISHED
                                                     : SWEEP_SWEPT),
            .place = (uint8_t)entry[SWEEP_ENTRY_PLACE],
            .bits = (uint8_t)entry[SWEEP_ENTRY_BITS],
            .from = (uint8_t)entry[SWEEP_ENTRY_KEYS_FROM],
            .to = (uint8_t)entry[SWEEP_ENTRY_KEYS_TO],
        };
    }
    return SWEEP_OK;
}
