/*
 * The emulator's scheduler (see emulation.h). One host thread runs everything: it picks a work-item at random, switches
 * to its fibre, and gets control back when the item waits, is pre-empted or ends. Built without the thread sanitizer,
 * as fibre.c is.
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef _DEFAULT_SOURCE
#define _DEFAULT_SOURCE
#endif
#include "emulation.h"
#include "fibre.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#if SWEEP_HAVE_FIBRES

_Thread_local sweep_emulated_item *sweep_emulated;

enum { ARRAYS = 16, RED_ZONE = 32, SUBGROUPS = SWEEP_EMULATION_THREADS };

typedef struct work_group work_group;

typedef struct work_item {
    sweep_fibre fibre;
    sweep_emulated_item self;
    work_group *in;
    sweep_emulation *emulation;
    const char *file; /* where it last waited or was pre-empted */
    int line;
    u32 arrays;   /* shared arrays declared so far */
    u32 barriers; /* passed so far: two in turn are told apart by its lowest bit */
    u32 meetings; /* of its sub-group, likewise */
    u64 votes;    /* what the last ballot or match said */
    u32 number;   /* to be matched, or added up */
    bool ended;
} work_item;

/* Work-items gathering at one place. */
typedef struct gathering {
    u32 arrived;
    const char *file;
    int line;
    u64 votes;
    char order[2]; /* addresses for race detectors: one for every other meeting */
} gathering;

typedef struct shared_array {
    const char *name;
    size_t at, bytes;
} shared_array;

struct work_group {
    bool live;
    u32 number, threads, ended;
    work_item *items; /* as many as the largest launch so far had work-items */
    u32 item_capacity;
    u32 *ready; /* numbers of the work-items that can run */
    u32 ready_count;
    gathering barrier;
    gathering subgroups[SUBGROUPS];
    char *mapping; /* guard page, shared memory, guard page */
    char *shared;
    shared_array arrays[ARRAYS];
    u32 array_count;
    size_t shared_used;
    char noise;
    char start_order; /* an address for race detectors */
};

struct sweep_emulation {
    sweep_emulation_config config;
    sweep_fibre scheduler;
    work_group *groups;
    sweep_emulated_kernel *kernel;
    void *const *buffers;
    const sweep_arguments *arguments;
    sweep_emulation_shape shape;
    u64 random, looks;
    size_t page, shared_capacity;
    char end_order; /* an address for race detectors: the end of a launch */
    bool failed;
    char message[768];
};

static u32 draw(sweep_emulation *e, u32 below)
{
    e->random ^= e->random << 13;
    e->random ^= e->random >> 7;
    e->random ^= e->random << 17;
    return (u32)((e->random >> 32) * below >> 32);
}

static const char *base_name(const char *file)
{
    const char *slash = strrchr(file, '/');
    return slash ? slash + 1 : file;
}

__attribute__((format(printf, 2, 3))) static void fail(sweep_emulation *e, const char *format, ...)
{
    va_list list;
    if (e->failed)
        return;
    e->failed = true;
    va_start(list, format);
    vsnprintf(e->message, sizeof e->message, format, list);
    va_end(list);
}

static work_item *running(void)
{
    return (work_item *)(void *)((char *)sweep_emulated - offsetof(work_item, self));
}

static void leave(work_item *item)
{
    sweep_fibre_switch(&item->fibre, &item->emulation->scheduler);
}

/* Stops a work-item for good: its launch has failed. */
static void stop(work_item *item)
{
    for (;;)
        leave(item);
}

static void make_ready(work_group *group, u32 item)
{
    group->ready[group->ready_count++] = item;
}

static u32 subgroup_lanes(const work_item *item)
{
    u32 size = item->self.shape.subgroup, first = item->self.item / size * size;
    return item->in->threads - first < size ? item->in->threads - first : size;
}

/* ---- what kernels call ----------------------------------------------------------------------------------------- */

void *sweep_emulation_shared(const char *name, size_t bytes, const char *file, int line)
{
    work_item *item = running();
    work_group *group = item->in;
    u32 k = item->arrays++;
    if (k < group->array_count) { /* another work-item has declared it */
        if (strcmp(group->arrays[k].name, name) != 0 || group->arrays[k].bytes != bytes) {
            fail(item->emulation, "%s:%d: work-items of a group declare different shared arrays", base_name(file),
                 line);
            stop(item);
        }
    } else {
        size_t at = group->shared_used;
        if (k >= ARRAYS || at + bytes > item->emulation->config.local_bytes) {
            fail(item->emulation, "%s:%d: shared array %s: %zu bytes of shared memory, the device has %zu",
                 base_name(file), line, name, at + bytes, item->emulation->config.local_bytes);
            stop(item);
        }
        /* The limit counts the arrays alone; the red zones between them come on top. */
        group->arrays[k].name = name;
        group->arrays[k].at = k ? group->arrays[k - 1].at + (group->arrays[k - 1].bytes + 15) / 16 * 16 + RED_ZONE : 0;
        group->arrays[k].bytes = bytes;
        group->array_count = k + 1;
        group->shared_used = at + (bytes + 15) / 16 * 16;
        sweep_fibre_allow(group->shared + group->arrays[k].at, bytes);
    }
    return group->shared + group->arrays[k].at;
}

/* Adds the running work-item to a gathering of `expected`. True: it was the last. */
static bool gather(work_item *item, gathering *place, const char *what, u32 expected, const char *file, int line)
{
    if (place->arrived > 0 && (place->line != line || strcmp(place->file, file) != 0)) {
        fail(item->emulation, "divergent %s: group %u, work-item %u is at %s:%d, others wait at %s:%d", what,
             item->in->number, item->self.item, base_name(file), line, base_name(place->file), place->line);
        stop(item);
    }
    place->file = item->file = file;
    place->line = item->line = line;
    if (++place->arrived < expected)
        return false;
    place->arrived = 0;
    item->emulation->looks = 0;
    return true;
}

void sweep_emulation_barrier(const char *file, int line)
{
    work_item *item = running();
    work_group *group = item->in;
    char *order = &group->barrier.order[item->barriers++ & 1];
    if (group->ended > 0) {
        fail(item->emulation, "divergent barrier: group %u, work-item %u is at %s:%d, others have ended", group->number,
             item->self.item, base_name(file), line);
        stop(item);
    }
    sweep_fibre_release(order);
    if (gather(item, &group->barrier, "barrier", group->threads, file, line))
        for (u32 i = 0; i < group->threads; i++)
            make_ready(group, i);
    leave(item);
    sweep_fibre_acquire(order);
}

static const char match_name[] = "match";

static void match(work_item *lanes, u32 count)
{
    for (u32 i = 0; i < count; i++) {
        lanes[i].votes = 0;
        for (u32 k = 0; k < count; k++)
            if (lanes[k].number == lanes[i].number)
                lanes[i].votes |= (u64)1 << k;
    }
}

static const char sum_name[] = "sum of the lanes below";

static void sum_before(work_item *lanes, u32 count)
{
    u32 sum = 0;
    for (u32 i = 0; i < count; i++) {
        lanes[i].votes = sum;
        sum += lanes[i].number;
    }
}

/* A meeting of the sub-group: the last to come hands every lane the votes. */
static void meet(work_item *item, const char *what, bool vote, const char *file, int line)
{
    u32 size = item->self.shape.subgroup, number = item->self.item / size, first = number * size;
    gathering *place = &item->in->subgroups[number];
    if (place->arrived == 0)
        place->votes = 0;
    if (vote)
        place->votes |= (u64)1 << (item->self.item - first);
    if (gather(item, place, what, subgroup_lanes(item), file, line)) {
        for (u32 i = 0; i < subgroup_lanes(item); i++) {
            item->in->items[first + i].votes = place->votes;
            make_ready(item->in, first + i);
        }
        if (what == match_name)
            match(&item->in->items[first], subgroup_lanes(item));
        if (what == sum_name)
            sum_before(&item->in->items[first], subgroup_lanes(item));
    }
    leave(item);
}

void sweep_emulation_subgroup_barrier(const char *file, int line)
{
    work_item *item = running();
    char *order = &item->in->subgroups[item->self.item / item->self.shape.subgroup].order[item->meetings++ & 1];
    sweep_fibre_release(order);
    meet(item, "sub-group barrier", false, file, line);
    sweep_fibre_acquire(order);
}

/* A ballot tells the votes and orders nothing else. */
u64 sweep_emulation_ballot(bool vote, const char *file, int line)
{
    work_item *item = running();
    meet(item, "ballot", vote, file, line);
    return item->votes;
}

u64 sweep_emulation_match(u32 number, const char *file, int line)
{
    work_item *item = running();
    item->number = number;
    meet(item, match_name, false, file, line);
    return item->votes;
}

u32 sweep_emulation_sum_before(u32 number, const char *file, int line)
{
    work_item *item = running();
    item->number = number;
    meet(item, sum_name, false, file, line);
    return (u32)item->votes;
}

void sweep_emulation_max(u32 *counter, u32 value)
{
    u32 old = __atomic_load_n(counter, __ATOMIC_RELAXED);
    while (old < value &&
           !__atomic_compare_exchange_n(counter, &old, value, false, __ATOMIC_RELAXED, __ATOMIC_RELAXED)) {
    }
}

static void report_deadlock(sweep_emulation *e);

void sweep_emulation_preempt(const char *file, int line)
{
    work_item *item = running();
    sweep_emulation *e = item->emulation;
    item->file = file;
    item->line = line;
    if (++e->looks > e->config.spin_budget) {
        report_deadlock(e);
        stop(item);
    }
    make_ready(item->in, item->self.item);
    leave(item);
}

/* ---- the scheduler --------------------------------------------------------------------------------------------- */

/* Where the work-items of every live group are: each line with how many are there. */
static void report_deadlock(sweep_emulation *e)
{
    char text[sizeof e->message];
    size_t used = 0;
    text[0] = 0;
    for (u32 g = 0; g < e->config.flight; g++) {
        work_group *group = &e->groups[g];
        if (!group->live || used + 64 > sizeof text)
            continue;
        used += (size_t)snprintf(text + used, sizeof text - used, "; group %u:", group->number);
        for (u32 i = 0; i < group->threads; i++) {
            const work_item *one = &group->items[i];
            u32 same = 0;
            bool told = false;
            if (one->ended || !one->file)
                continue;
            for (u32 k = 0; k < group->threads; k++) {
                const work_item *other = &group->items[k];
                if (!other->ended && other->file && other->line == one->line && strcmp(other->file, one->file) == 0) {
                    told = told || k < i;
                    same++;
                }
            }
            if (!told && used + 64 < sizeof text)
                used += (size_t)snprintf(text + used, sizeof text - used, " %u at %s:%d", same, base_name(one->file),
                                         one->line);
        }
    }
    fail(e, "deadlock: no progress%s", text);
}

static void item_main(void *argument)
{
    work_item *item = argument;
    sweep_fibre_entered(&item->fibre);
    for (;;) {
        sweep_emulation *e = item->emulation;
        work_group *group = item->in;
        sweep_fibre_acquire(&group->start_order);
        e->kernel(e->buffers, e->arguments);
        sweep_fibre_release(&e->end_order);
        item->ended = true;
        group->ended++;
        e->looks = 0;
        if (group->barrier.arrived > 0)
            fail(e, "divergent barrier: group %u, work-item %u has ended, others wait at %s:%d", group->number,
                 item->self.item, base_name(group->barrier.file), group->barrier.line);
        leave(item);
    }
}

/* Room for `threads` work-items in a group. */
static bool widen(sweep_emulation *e, work_group *group, u32 threads)
{
    if (!group->items) {
        group->items = calloc(SWEEP_EMULATION_THREADS, sizeof *group->items);
        group->ready = calloc(SWEEP_EMULATION_THREADS, sizeof *group->ready);
    }
    if (!group->items || !group->ready)
        return false;
    for (; group->item_capacity < threads; group->item_capacity++) {
        work_item *item = &group->items[group->item_capacity];
        item->emulation = e;
        item->in = group;
        if (!sweep_fibre_create(&item->fibre, item_main, item))
            return false;
    }
    if (!group->mapping) {
        size_t bytes = e->shared_capacity + 2 * e->page;
        group->mapping = mmap(NULL, bytes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
        if (group->mapping == MAP_FAILED) {
            group->mapping = NULL;
            return false;
        }
        group->shared = group->mapping + e->page;
        if (mprotect(group->shared, e->shared_capacity, PROT_READ | PROT_WRITE) != 0)
            return false;
    }
    return true;
}

/* Starts group `number` of the launch in this place. */
static void begin(sweep_emulation *e, work_group *group, u32 number)
{
    group->live = true;
    group->number = number;
    group->threads = e->shape.threads;
    group->ended = group->ready_count = group->array_count = 0;
    group->shared_used = 0;
    memset(&group->barrier, 0, sizeof group->barrier);
    memset(group->subgroups, 0, sizeof group->subgroups);
    if (sweep_fibre_races_watched()) /* fresh pages: a new group's shared memory has no history */
        (void)!mmap(group->shared, e->shared_capacity, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED,
                    -1, 0);
    sweep_fibre_allow(group->shared, e->shared_capacity);
    group->noise = (char)(1 + draw(e, 255));
    memset(group->shared, group->noise, e->shared_capacity);
    sweep_fibre_forbid(group->shared, e->shared_capacity);
    for (u32 i = 0; i < group->threads; i++) {
        work_item *item = &group->items[i];
        item->self.item = i;
        item->self.group = number;
        item->self.shape = e->shape;
        item->arrays = item->barriers = item->meetings = 0;
        item->ended = false;
        item->file = NULL;
        make_ready(group, i);
    }
    sweep_fibre_release(&group->start_order);
}

/* A group has ended: whether it kept to its shared arrays. */
static void check_red_zones(sweep_emulation *e, work_group *group)
{
    sweep_fibre_allow(group->shared, e->shared_capacity);
    for (u32 k = 0; k < group->array_count; k++) {
        size_t from = group->arrays[k].at + group->arrays[k].bytes;
        size_t to = k + 1 < group->array_count ? group->arrays[k + 1].at : from + RED_ZONE;
        for (size_t i = from; i < to; i++)
            if (group->shared[i] != group->noise) {
                fail(e, "group %u wrote past the end of its shared array %s", group->number, group->arrays[k].name);
                return;
            }
    }
}

/* A group at random among those that have a work-item to run; NULL: there is none. */
static work_group *choose(sweep_emulation *e)
{
    u32 start = draw(e, e->config.flight);
    for (u32 i = 0; i < e->config.flight; i++) {
        work_group *group = &e->groups[(start + i) % e->config.flight];
        if (group->live && group->ready_count > 0)
            return group;
    }
    return NULL;
}

static void schedule(sweep_emulation *e, u32 groups)
{
    u32 next = 0, live = 0;
    for (u32 g = 0; g < e->config.flight; g++) {
        e->groups[g].live = false;
        if (next < groups) {
            begin(e, &e->groups[g], next++);
            live++;
        }
    }
    while (live > 0 && !e->failed) {
        work_group *group = choose(e);
        if (!group) {
            report_deadlock(e);
            return;
        }
        u32 place = draw(e, group->ready_count);
        work_item *item = &group->items[group->ready[place]];
        group->ready[place] = group->ready[--group->ready_count];
        sweep_emulated = &item->self;
        sweep_fibre_switch(&e->scheduler, &item->fibre);
        if (e->failed || group->ended < group->threads)
            continue;
        check_red_zones(e, group);
        group->live = false;
        if (next < groups)
            begin(e, group, next++);
        else
            live--;
    }
}

bool sweep_emulation_run(sweep_emulation *e, sweep_emulated_kernel *kernel, u32 groups,
                         const sweep_emulation_shape *shape, void *const buffers[], const sweep_arguments *arguments,
                         char *message, size_t message_bytes)
{
    sweep_emulated_item *outside = sweep_emulated;
    e->failed = false;
    e->message[0] = 0;
    e->kernel = kernel;
    e->buffers = buffers;
    e->arguments = arguments;
    e->shape = *shape;
    e->looks = 0;
    if (shape->threads < 1 || shape->threads > SWEEP_EMULATION_THREADS || shape->items < 1 ||
        shape->items > SWEEP_EMULATION_ITEMS || shape->subgroup < 1 || shape->subgroup > 64)
        fail(e, "a launch of %u work-items with %u keys each, sub-groups of %u", shape->threads, shape->items,
             shape->subgroup);
    for (u32 g = 0; g < e->config.flight && g < groups && !e->failed; g++)
        if (!widen(e, &e->groups[g], shape->threads))
            fail(e, "no memory for %u work-items in flight", shape->threads);
    if (!e->failed) {
        sweep_fibre_adopt_thread(&e->scheduler);
        schedule(e, groups);
        sweep_fibre_acquire(&e->end_order);
        sweep_emulated = outside;
        for (u32 g = 0; e->failed && g < e->config.flight; g++) {
            work_group *group = &e->groups[g];
            for (u32 i = 0; i < group->item_capacity; i++) {
                sweep_fibre_settle(&group->items[i].fibre, &e->scheduler);
                sweep_fibre_restart(&group->items[i].fibre, item_main, &group->items[i]);
            }
            if (group->shared)
                sweep_fibre_allow(group->shared, e->shared_capacity);
        }
    }
    if (message_bytes > 0)
        snprintf(message, message_bytes, "%s", e->message);
    return !e->failed;
}

sweep_emulation *sweep_emulation_create(const sweep_emulation_config *config)
{
    sweep_emulation *e = calloc(1, sizeof *e);
    if (!e)
        return NULL;
    e->config = *config;
    e->random = config->seed * 0x9e3779b97f4a7c15u + 0x2545f4914f6cdd1du;
    if (e->random == 0)
        e->random = 1;
    e->page = (size_t)sysconf(_SC_PAGESIZE);
    e->shared_capacity = (config->local_bytes + ARRAYS * (16 + RED_ZONE) + e->page - 1) / e->page * e->page;
    e->groups = calloc(config->flight, sizeof *e->groups);
    if (!e->groups) {
        free(e);
        return NULL;
    }
    return e;
}

void sweep_emulation_destroy(sweep_emulation *e)
{
    if (!e)
        return;
    for (u32 g = 0; g < e->config.flight; g++) {
        work_group *group = &e->groups[g];
        for (u32 i = 0; i < group->item_capacity; i++)
            sweep_fibre_destroy(&group->items[i].fibre);
        if (group->mapping) {
            sweep_fibre_allow(group->shared, e->shared_capacity);
            munmap(group->mapping, e->shared_capacity + 2 * e->page);
        }
        free(group->items);
        free(group->ready);
    }
    free(e->groups);
    free(e);
}

#else

typedef int sweep_emulation_is_for_known_machines;

#endif
