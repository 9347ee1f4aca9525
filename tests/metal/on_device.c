/*
 * What a report from a Mac wants to know beside the tests of every device: usage: on_device [DEVICE]. What Metal says
 * of each kernel's pipeline; and every operation in a command buffer of this program's own, compared with the CPU's
 * sort. On machines without Metal it runs on the stand-in.
 */
#include "../check.h"
#include "../patterns.h"
#include "gpu/metal_api.h"
#include "gpu/sweep.h"
#include "sweepsort_metal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static sweep_device *device;
static const metal_api *api;
static metal_id native;

/* ---- pipelines ------------------------------------------------------------------------------------------------- */

static void print_pipelines(sweep_engine engine, sweep_type type, size_t value_size)
{
    sweep_device_options options = sweep_default_device_options();
    sweep_device_plan plan;
    const sweep_program *program;
    sweep_operation operation = value_size ? SWEEP_OPERATION_SORT_PAIRS : SWEEP_OPERATION_SORT;
    options.engine = engine;
    check_case("pipelines of keys of type %d, values of %zu bytes, engine %d", (int)type, value_size, (int)engine);
    if (!CHECK_STATUS(SWEEP_OK,
                      sweep_device_plan_make(&plan, device, operation, 1u << 20, type, value_size, &options)) ||
        !CHECK_STATUS(SWEEP_OK, sweep_program_get(device, &plan.shape, &program)))
        return;
    printf("%s, keys of %u bytes, values of %zu, groups of %u work-items, %u keys each\n",
           engine == SWEEP_SPLIT ? "SPLIT" : "OneSweep", plan.key_bytes, value_size, plan.shape.threads,
           plan.shape.items);
    const metal_program *made = program->compiled;
    void *pool = api->pool_push();
    for (int k = 0; k < SWEEP_KERNELS; k++)
        if (made->kernels[k])
            printf("    %-16s up to %lu work-items, SIMD width %lu, %lu bytes shared\n", sweep_kernel_names[k],
                   metal_threads_of(api, made->kernels[k]), metal_width_of(api, made->kernels[k]),
                   metal_static_bytes_of(api, made->kernels[k]));
    api->pool_pop(pool);
}

/* ---- sorts ----------------------------------------------------------------------------------------------------- */

static metal_id new_shared(const void *bytes, size_t count, size_t offset)
{
    metal_id made = metal_new_buffer(api, native, offset + count, METAL_STORAGE_SHARED);
    if (!made)
        abort();
    if (bytes)
        memcpy((char *)metal_contents_of(api, made) + offset, bytes, count);
    return made;
}

/* Pairs and sortperm in one command buffer, encoded behind each other. */
static void try_sorts(metal_id queue, size_t n, sweep_engine engine)
{
    enum { OFFSET = 48 };
    sweep_device_options options = sweep_default_device_options();
    uint32_t *keys = malloc(n * 4), *values = malloc(n * 4), *sorted = malloc(n * 4), *moved = malloc(n * 4);
    size_t bytes = 0, perm_bytes = 0;
    options.engine = engine;
    check_case("a caller's command buffer, n=%zu, engine %d", n, (int)engine);
    if (!keys || !values || !sorted || !moved)
        abort();
    pattern_fill(keys, n, SWEEP_F32, PATTERN_UNIFORM, check_seed + n);
    for (size_t i = 0; i < n; i++)
        values[i] = (uint32_t)i;
    memcpy(sorted, keys, n * 4);
    memcpy(moved, values, n * 4);
    CHECK_STATUS(SWEEP_OK, sweep_sort_pairs(sorted, moved, n, SWEEP_F32, 4, NULL));
    CHECK_STATUS(SWEEP_OK, sweep_metal_scratch(device, SWEEP_OPERATION_SORT_PAIRS, n, SWEEP_F32, 4, &options, &bytes));
    CHECK_STATUS(SWEEP_OK,
                 sweep_metal_scratch(device, SWEEP_OPERATION_SORTPERM, n, SWEEP_F32, 4, &options, &perm_bytes));
    void *pool = api->pool_push();
    metal_id k = new_shared(keys, n * 4, OFFSET), v = new_shared(values, n * 4, OFFSET);
    metal_id k2 = new_shared(NULL, n * 4, 0), v2 = new_shared(NULL, n * 4, 0), indices = new_shared(NULL, n * 4, 0);
    size_t most = bytes > perm_bytes ? bytes : perm_bytes; /* 0 where the keys are few */
    metal_id scratch = new_shared(NULL, most ? most : 1, 0);
    metal_id commands = metal_command_buffer(api, queue);
    CHECK_STATUS(SWEEP_OK,
                 sweep_metal_sort_pairs(device, commands, (sweep_metal_array){k, OFFSET}, (sweep_metal_array){k2, 0},
                                        (sweep_metal_array){v, OFFSET}, (sweep_metal_array){v2, 0}, n, SWEEP_F32, 4,
                                        &options, (sweep_metal_array){scratch, 0}));
    CHECK_STATUS(SWEEP_OK, sweep_metal_sortperm(device, commands, (sweep_metal_array){k, OFFSET},
                                                (sweep_metal_array){k, OFFSET}, (sweep_metal_array){indices, 0}, n,
                                                SWEEP_F32, 4, &options, (sweep_metal_array){scratch, 0}));
    metal_commit(api, commands);
    metal_wait(api, commands);
    if (CHECK_TEXT(metal_status_of(api, commands) == METAL_COMPLETED, "the command buffer failed")) {
        CHECK_SAME(sorted, metal_contents_of(api, k2), n, 4, "keys");
        CHECK_SAME(moved, metal_contents_of(api, v2), n, 4, "values");
        CHECK_SAME(sorted, (char *)metal_contents_of(api, k) + OFFSET, n, 4, "keys in place");
        CHECK_SAME(moved, metal_contents_of(api, indices), n, 4, "indices");
    }
    const metal_id gone[] = {k, v, k2, v2, indices, scratch};
    for (size_t i = 0; i < COUNT(gone); i++)
        api->release(gone[i]);
    api->pool_pop(pool);
    free(keys);
    free(values);
    free(sorted);
    free(moved);
}

int main(int argc, char **argv)
{
    const char *name = argc > 1 ? argv[1] : "metal:0";
    char text[512];
    check_start("on_device", argc - (argc > 1), argv + (argc > 1));
    sweep_status status = sweep_device_open(&device, name);
    if (status) {
        char why[224] = "it is not a Metal device, or does not open";
        (void)sweep_metal_api(why, sizeof why);
        printf("SKIPPED: %s: %s\n", name, why);
        return 77;
    }
    sweep_device_describe(device, text, sizeof text);
    printf("%s", text);
    const metal_state *state = device->state;
    api = state->api;
    native = state->device;
    for (int split = 0; split < 2; split++) {
        sweep_engine engine = split ? SWEEP_SPLIT : SWEEP_ONESWEEP;
        print_pipelines(engine, SWEEP_U32, 0);
        print_pipelines(engine, SWEEP_U64, 8);
        print_pipelines(engine, SWEEP_U128, 16);
    }
    void *pool = api->pool_push();
    metal_id queue = metal_new_queue(api, native);
    api->pool_pop(pool);
    const size_t sizes[] = {1, 1000, 4096, 4097, 30000};
    for (size_t i = 0; i < COUNT(sizes); i++)
        for (int split = 0; split < 2; split++)
            try_sorts(queue, sizes[i], split ? SWEEP_SPLIT : SWEEP_ONESWEEP);
    pool = api->pool_push();
    api->release(queue);
    api->pool_pop(pool);
    sweep_device_close(device);
    return check_finish();
}
