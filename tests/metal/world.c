/*
 * See world.h.
 */
#ifndef _DEFAULT_SOURCE
#define _DEFAULT_SOURCE
#endif
#include "world.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { GUARD = 64, GUARD_BYTE = 0x5a, DIRT = 0xee, BLOCK = 256 };

world metal;

/* ---- the stand-in ---------------------------------------------------------------------------------------------- */

void world_open(void)
{
    const char *path = getenv("SWEEP_METAL_LIBRARY");
    void *library = path ? dlopen(path, RTLD_NOW | RTLD_LOCAL) : NULL;
    stand_in_control *(*control)(void) = NULL;
    const stand_in_method *(*methods)(size_t *) = NULL;
    void *found[2] = {library ? dlsym(library, "stand_in") : NULL, library ? dlsym(library, "stand_in_methods") : NULL};
    char why[224] = "";
    memcpy(&control, &found[0], sizeof control);
    memcpy(&methods, &found[1], sizeof methods);
    metal.api = sweep_metal_api(why, sizeof why);
    if (!control || !methods || !metal.api) {
        printf("FAILED: SWEEP_METAL_LIBRARY names no stand-in: %s\n", why);
        exit(1);
    }
    metal.control = control();
    metal.methods = methods(&metal.method_count);
}

metal_id world_device(unsigned number)
{
    void *pool = metal.api->pool_push();
    metal_id found = metal.api->default_device(), all = metal.api->all_devices();
    if (number > 0) {
        metal.api->release(found);
        found = metal.api->retain(metal_element_of(metal.api, all, number));
    }
    metal.api->release(all);
    metal.api->pool_pop(pool);
    return found;
}

metal_id world_queue(metal_id device)
{
    void *pool = metal.api->pool_push();
    metal_id made = metal_new_queue(metal.api, device);
    metal.api->pool_pop(pool);
    return made;
}

metal_id world_commands(metal_id queue)
{
    void *pool = metal.api->pool_push();
    metal_id made = metal.api->retain(metal_command_buffer(metal.api, queue));
    metal.api->pool_pop(pool);
    return made;
}

void world_run(metal_id commands)
{
    void *pool = metal.api->pool_push();
    metal_commit(metal.api, commands);
    metal_wait(metal.api, commands);
    metal.api->pool_pop(pool);
}

void world_release(metal_id gone)
{
    void *pool = metal.api->pool_push();
    metal.api->release(gone);
    metal.api->pool_pop(pool);
}

void world_check_nothing_left(void)
{
    const stand_in_control *c = metal.control;
    CHECK_TEXT(c->objects == 0 && c->pools == 0 && c->lent == 0 && c->held_devices == 0,
               "left: %ld objects, %ld pools, %ld lent, devices held %ld times", c->objects, c->pools, c->lent,
               c->held_devices);
    CHECK_TEXT(c->misuses == 0, "Metal was misused: %s", c->misuse);
}

/* ---- one sort -------------------------------------------------------------------------------------------------- */

sweep_device_options small_options(void)
{
    sweep_device_options options = sweep_default_device_options();
    options.tile_size = 64;
    options.work_items = 32;
    return options;
}

job job_make(sweep_operation operation, sweep_type type, size_t n)
{
    return (job){.operation = operation,
                 .type = type,
                 .n = n,
                 .value_size = operation == SWEEP_OPERATION_SORT ? 0 : 4,
                 .shift = 3,
                 .options = small_options()};
}

static unsigned char *memory_of(sweep_metal_array array)
{
    void *pool = metal.api->pool_push();
    unsigned char *memory = metal_contents_of(metal.api, array.buffer);
    metal.api->pool_pop(pool);
    return memory;
}

/* A buffer of dirt for `bytes` bytes behind `offset` guards, with guards behind them. */
static sweep_metal_array allocate(metal_id device, size_t offset, size_t bytes)
{
    void *pool = metal.api->pool_push();
    sweep_metal_array made = {NULL, offset};
    made.buffer = metal_new_buffer(metal.api, device, offset + bytes + GUARD, METAL_STORAGE_SHARED);
    metal.api->pool_pop(pool);
    if (!made.buffer)
        abort();
    unsigned char *memory = memory_of(made);
    memset(memory, GUARD_BYTE, offset + bytes + GUARD);
    memset(memory + offset, DIRT, bytes);
    return made;
}

static size_t key_bytes(const job *j)
{
    return j->n * reference_type_of(j->type)->bytes;
}

bool job_create(job *j, sweep_device *device, metal_id native)
{
    bool pairs = j->operation == SWEEP_OPERATION_SORT_PAIRS;
    size_t key_offset = j->shift * reference_type_of(j->type)->bytes, offset = j->shift * j->value_size;
    if (j->counted) /* it changes the engine, so the scratch */
        j->options.count = allocate(native, 0, sizeof(sweep_device_count)).buffer;
    sweep_status status =
        sweep_metal_scratch(device, j->operation, j->n, j->type, j->value_size, &j->options, &j->scratch_bytes);
    if (!CHECK_STATUS(SWEEP_OK, status)) {
        char text[2048];
        sweep_device_message(device, text, sizeof text);
        printf("the device says: %s\n", text);
        return false;
    }
    j->keys = malloc(key_bytes(j) + 1);
    j->values = malloc(j->n * j->value_size + 1);
    if (!j->keys || !j->values)
        abort();
    j->keys_in = allocate(native, key_offset, key_bytes(j));
    j->keys_out = j->in_place ? j->keys_in : allocate(native, 2 * key_offset, key_bytes(j));
    j->values_in = pairs ? allocate(native, offset, j->n * j->value_size) : (sweep_metal_array){NULL, 0};
    j->values_out = pairs && j->in_place ? j->values_in : allocate(native, 3 * offset, j->n * j->value_size);
    j->scratch = allocate(native, BLOCK * j->shift, j->scratch_bytes);
    return true;
}

void job_fill(job *j, pattern shape, uint64_t seed)
{
    pattern_fill(j->keys, j->n, j->type, shape, seed);
    for (size_t i = 0; i < j->n * j->value_size; i++)
        j->values[i] = (unsigned char)(i * 7 + i / 251 + seed);
    memcpy(memory_of(j->keys_in) + j->keys_in.offset, j->keys, key_bytes(j));
    if (j->values_in.buffer)
        memcpy(memory_of(j->values_in) + j->values_in.offset, j->values, j->n * j->value_size);
}

void job_count(job *j, size_t count)
{
    const sweep_device_count said = {count, 77, 0};
    j->count = count;
    memcpy(memory_of((sweep_metal_array){j->options.count, 0}), &said, sizeof said);
}

sweep_status job_sort(const job *j, sweep_device *device, metal_id commands)
{
    switch (j->operation) {
    case SWEEP_OPERATION_SORT:
        return sweep_metal_sort(device, commands, j->keys_in, j->keys_out, j->n, j->type, &j->options, j->scratch);
    case SWEEP_OPERATION_SORT_PAIRS:
        return sweep_metal_sort_pairs(device, commands, j->keys_in, j->keys_out, j->values_in, j->values_out, j->n,
                                      j->type, j->value_size, &j->options, j->scratch);
    case SWEEP_OPERATION_ARGSORT:
        return sweep_metal_argsort(device, commands, j->keys_in, j->values_out, j->n, j->type, j->value_size,
                                   &j->options, j->scratch);
    default:
        return sweep_metal_sortperm(device, commands, j->keys_in, j->keys_out, j->values_out, j->n, j->type,
                                    j->value_size, &j->options, j->scratch);
    }
}

/* What lies in a buffer is this, and the guards on both sides are whole. */
static void check_array(sweep_metal_array array, const void *expected, size_t bytes, size_t element, const char *what)
{
    const unsigned char *memory = memory_of(array);
    bool whole = true;
    if (expected)
        CHECK_SAME(expected, memory + array.offset, bytes / element, element, what);
    for (size_t i = 0; i < array.offset; i++)
        whole = whole && memory[i] == GUARD_BYTE;
    for (size_t i = 0; i < GUARD; i++)
        whole = whole && memory[array.offset + bytes + i] == GUARD_BYTE;
    CHECK_TEXT(whole, "the guards round %s", what);
}

bool job_check(const job *j)
{
    size_t failures = check_failures(), element = reference_type_of(j->type)->bytes, value_bytes = j->n * j->value_size;
    size_t n = !j->counted ? j->n : j->count <= j->n ? j->count : 0; /* keys that are sorted; the rest stays */
    bool pairs = j->operation == SWEEP_OPERATION_SORT_PAIRS, argsort = j->operation == SWEEP_OPERATION_ARGSORT;
    sweep_options common = sweep_default_options();
    common.order = j->options.order;
    common.float_order = j->options.float_order;
    common.begin_bit = j->options.begin_bit;
    common.end_bit = j->options.end_bit;
    size_t *order = malloc((j->n + 1) * sizeof *order);
    unsigned char *keys = malloc(key_bytes(j) + 1), *values = malloc(value_bytes + 1);
    if (!order || !keys || !values)
        abort();
    memset(keys, DIRT, key_bytes(j));
    memset(values, DIRT, value_bytes);
    if (j->in_place)
        memcpy(keys, j->keys, key_bytes(j));
    if (j->in_place && pairs)
        memcpy(values, j->values, value_bytes);
    reference_sort(j->keys, n, j->type, &common, order);
    reference_gather(j->keys, keys, order, n, element);
    if (pairs)
        reference_gather(j->values, values, order, n, j->value_size);
    for (size_t i = 0; i < n && !pairs && j->value_size; i++) {
        uint64_t index8 = order[i];
        uint32_t index4 = (uint32_t)order[i];
        memcpy(values + i * j->value_size, j->value_size == 4 ? (void *)&index4 : (void *)&index8, j->value_size);
    }
    if (!argsort)
        check_array(j->keys_out, keys, key_bytes(j), element, "the keys");
    if (argsort || !j->in_place)
        check_array(j->keys_in, j->keys, key_bytes(j), element, "the keys that are only read");
    if (j->value_size)
        check_array(j->values_out, values, value_bytes, j->value_size, "the values or indices");
    if (j->values_in.buffer && !j->in_place)
        check_array(j->values_in, j->values, value_bytes, j->value_size, "the values that are only read");
    check_array(j->scratch, NULL, j->scratch_bytes, 1, "the scratch");
    if (j->counted) {
        const sweep_device_count said = {j->count, j->count <= j->n ? SWEEP_OK : SWEEP_ERR_ARGUMENT, 0};
        check_array((sweep_metal_array){j->options.count, 0}, &said, sizeof said, 1, "the count");
    }
    CHECK_TEXT(metal.control->misuses == 0, "Metal was misused: %s", metal.control->misuse);
    free(order);
    free(keys);
    free(values);
    return check_failures() == failures;
}

void job_destroy(job *j)
{
    world_release(j->keys_in.buffer);
    if (!j->in_place)
        world_release(j->keys_out.buffer);
    if (j->values_in.buffer)
        world_release(j->values_in.buffer);
    if (!j->values_in.buffer || !j->in_place)
        world_release(j->values_out.buffer);
    world_release(j->scratch.buffer);
    if (j->counted)
        world_release(j->options.count);
    free(j->keys);
    free(j->values);
}
