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

enum { GUARD = 64, GUARD_BYTE = 0x5a, DIRT = 0xee };

world gpu;

/* ---- the mocks ------------------------------------------------------------------------------------------------- */

void *world_symbol(void *library, const char *name)
{
    void *found = library ? dlsym(library, name) : NULL;
    if (!found) {
        printf("FAILED: the mock has no %s\n", name);
        exit(1);
    }
    return found;
}

void world_open(void)
{
    const char *driver = getenv(FAMILY.driver->variable), *named = getenv(FAMILY.compiler->variable);
    void *library = driver ? dlopen(driver, RTLD_NOW | RTLD_LOCAL) : NULL;
    void *compiler = named ? dlopen(named, RTLD_NOW | RTLD_LOCAL) : NULL;
    mock_control *(*driver_control)(void);
    mock_compiler_control *(*compiler_control)(void);
    int (*version)(int *, int *), major = 0, minor = 0;
    char why[224] = "";
    gpu.library = library;
    if (getenv("WORLD_LOADED")) /* what is open is found without a name */
        unsetenv(FAMILY.driver->variable);
    WORLD_FIND(driver_control, library, "mock_stream_driver");
    WORLD_FIND(compiler_control, compiler, "mock_stream_compiler");
    WORLD_FIND(version, compiler, MOCK_STRING(nvrtcVersion, hiprtcVersion));
    if (version(&major, &minor) != 0) {
        printf("SKIPPED: %s\n", WORLD_NO_COMPILER);
        exit(77);
    }
    printf("%s %d.%d\n", FAMILY.compiler->what, major, minor);
    gpu.driver = driver_control();
    gpu.compiler = compiler_control();
    WORLD_FIND(gpu.capture_begin, library, MOCK_STRING(cuStreamBeginCapture_v2, hipStreamBeginCapture));
    WORLD_FIND(gpu.capture_end, library, MOCK_STRING(cuStreamEndCapture, hipStreamEndCapture));
    WORLD_FIND(gpu.graph_instantiate, library, MOCK_STRING(cuGraphInstantiateWithFlags, hipGraphInstantiateWithFlags));
    WORLD_FIND(gpu.graph_launch, library, MOCK_STRING(cuGraphLaunch, hipGraphLaunch));
    WORLD_FIND(gpu.graph_destroy, library, MOCK_STRING(cuGraphDestroy, hipGraphDestroy));
    WORLD_FIND(gpu.executable_destroy, library, MOCK_STRING(cuGraphExecDestroy, hipGraphExecDestroy));
    world_open_own(library);
    gpu.api = sweep_stream_api(&FAMILY, why, sizeof why);
    if (!gpu.api) {
        printf("FAILED: %s\n", why);
        exit(1);
    }
}

static _Thread_local gpu_handle outside;

void world_enter(gpu_handle context)
{
    CHECK(gpu.api->context_enter(context, &outside) == 0);
}

void world_leave(void)
{
    CHECK(gpu.api->context_leave(outside) == 0);
}

gpu_handle world_stream(gpu_handle context, unsigned flags)
{
    gpu_handle made = NULL;
    world_enter(context);
    CHECK(gpu.api->stream_create(&made, flags) == 0);
    world_leave();
    return made;
}

void world_finish(gpu_handle context, gpu_handle stream)
{
    world_enter(context);
    CHECK(gpu.api->stream_finish(stream) == 0);
    world_leave();
}

/* ---- one sort -------------------------------------------------------------------------------------------------- */

sweep_device_options small_options(void)
{
    sweep_device_options options = sweep_default_device_options();
    options.tile_size = 2 * WORLD_SUBGROUP;
    options.work_items = WORLD_SUBGROUP;
    return options;
}

job job_make(sweep_operation operation, sweep_type type, size_t n)
{
    return (job){.operation = operation,
                 .type = type,
                 .n = n,
                 .value_size = operation == SWEEP_OPERATION_SORT ? 0 : 4,
                 .options = small_options()};
}

static gpu_handle allocate(size_t bytes)
{
    gpu_handle made = NULL;
    unsigned char *dirt = malloc(bytes + GUARD);
    if (!dirt || gpu.api->memory_allocate(&made, bytes + GUARD) != 0)
        abort();
    memset(dirt, DIRT, bytes);
    memset(dirt + bytes, GUARD_BYTE, GUARD);
    CHECK(gpu.api->copy_to_device(made, dirt, bytes + GUARD, NULL) == 0 && gpu.api->stream_finish(NULL) == 0);
    free(dirt);
    return made;
}

static size_t key_bytes(const job *j)
{
    return j->n * reference_type_of(j->type)->bytes;
}

bool job_create(job *j, sweep_device *device, gpu_handle context, gpu_handle stream)
{
    bool pairs = j->operation == SWEEP_OPERATION_SORT_PAIRS;
    j->context = context;
    world_enter(context);
    if (j->counted) /* what scratch a sort needs depends on it */
        j->options.count = allocate(sizeof(sweep_device_count));
    sweep_status status =
        STREAM(scratch)(device, stream, j->operation, j->n, j->type, j->value_size, &j->options, &j->scratch_bytes);
    CHECK_STATUS(SWEEP_OK, status);
    if (status) {
        char text[2048];
        sweep_device_message(device, text, sizeof text);
        printf("the device says: %s\n", text);
        world_leave();
        return false;
    }
    j->keys = malloc(key_bytes(j) + 1);
    j->values = malloc(j->n * j->value_size + 1);
    if (!j->keys || !j->values)
        abort();
    j->keys_in = allocate(key_bytes(j));
    j->keys_out = j->in_place ? j->keys_in : allocate(key_bytes(j));
    j->values_in = pairs ? allocate(j->n * j->value_size) : NULL;
    j->values_out = pairs && j->in_place ? j->values_in : allocate(j->n * j->value_size);
    j->scratch = allocate(j->scratch_bytes);
    world_leave();
    return true;
}

/* `bytes` from the host, but not the guard behind them. */
static void upload(gpu_handle to, const void *from, size_t bytes, gpu_handle stream)
{
    if (bytes > 0)
        CHECK(gpu.api->copy_to_device(to, from, bytes, stream) == 0 && gpu.api->stream_finish(stream) == 0);
}

void job_fill(job *j, gpu_handle stream, pattern shape, uint64_t seed)
{
    pattern_fill(j->keys, j->n, j->type, shape, seed);
    for (size_t i = 0; i < j->n * j->value_size; i++)
        j->values[i] = (unsigned char)(i * 7 + i / 251 + seed);
    world_enter(j->context);
    upload(j->keys_in, j->keys, key_bytes(j), stream);
    if (j->values_in)
        upload(j->values_in, j->values, j->n * j->value_size, stream);
    world_leave();
}

void job_count(job *j, gpu_handle stream, size_t count)
{
    const sweep_device_count said = {count, 77, 0};
    j->count = count;
    world_enter(j->context);
    upload(j->options.count, &said, sizeof said, stream);
    world_leave();
}

sweep_status job_sort(const job *j, sweep_device *device, gpu_handle stream)
{
    switch (j->operation) {
    case SWEEP_OPERATION_SORT:
        return STREAM(sort)(device, stream, j->keys_in, j->keys_out, j->n, j->type, &j->options, j->scratch,
                            j->scratch_bytes);
    case SWEEP_OPERATION_SORT_PAIRS:
        return STREAM(sort_pairs)(device, stream, j->keys_in, j->keys_out, j->values_in, j->values_out, j->n, j->type,
                                  j->value_size, &j->options, j->scratch, j->scratch_bytes);
    case SWEEP_OPERATION_ARGSORT:
        return STREAM(argsort)(device, stream, j->keys_in, j->values_out, j->n, j->type, j->value_size, &j->options,
                               j->scratch, j->scratch_bytes);
    default:
        return STREAM(sortperm)(device, stream, j->keys_in, j->keys_out, j->values_out, j->n, j->type, j->value_size,
                                &j->options, j->scratch, j->scratch_bytes);
    }
}

/* What lies in device memory is this, and its guard is whole. */
static void check_array(gpu_handle array, const void *expected, size_t bytes, size_t element, const char *what)
{
    unsigned char *got = malloc(bytes + GUARD);
    bool whole = true;
    if (!got)
        abort();
    CHECK(gpu.api->copy_to_host(got, array, bytes + GUARD, NULL) == 0 && gpu.api->stream_finish(NULL) == 0);
    if (expected)
        CHECK_SAME(expected, got, bytes / element, element, what);
    for (int i = 0; i < GUARD; i++)
        whole = whole && got[bytes + (size_t)i] == GUARD_BYTE;
    CHECK_TEXT(whole, "the guard behind %s", what);
    free(got);
}

bool job_check(const job *j, gpu_handle stream)
{
    size_t failures = check_failures(), element = reference_type_of(j->type)->bytes, value_bytes = j->n * j->value_size;
    size_t n = !j->counted ? j->n : j->count <= j->n ? j->count : 0; /* keys that are sorted; the rest stays */
    bool pairs = j->operation == SWEEP_OPERATION_SORT_PAIRS;
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
    world_enter(j->context);
    CHECK(gpu.api->stream_finish(stream) == 0);
    bool argsort = j->operation == SWEEP_OPERATION_ARGSORT;
    if (!argsort)
        check_array(j->keys_out, keys, key_bytes(j), element, "the keys");
    if (argsort || !j->in_place)
        check_array(j->keys_in, j->keys, key_bytes(j), element, "the keys that are only read");
    if (j->value_size)
        check_array(j->values_out, values, value_bytes, j->value_size, "the values or indices");
    if (j->values_in && !j->in_place)
        check_array(j->values_in, j->values, value_bytes, j->value_size, "the values that are only read");
    check_array(j->scratch, NULL, j->scratch_bytes, 1, "the scratch");
    if (j->counted) {
        const sweep_device_count said = {j->count, j->count <= j->n ? SWEEP_OK : SWEEP_ERR_ARGUMENT, 0};
        check_array(j->options.count, &said, sizeof said, 1, "the count");
    }
    world_leave();
    CHECK_TEXT(gpu.driver->misuses == 0, "the driver was misused: %s", gpu.driver->misuse);
    free(order);
    free(keys);
    free(values);
    return check_failures() == failures;
}

void job_destroy(job *j)
{
    world_enter(j->context);
    (void)gpu.api->memory_free(j->keys_in);
    if (!j->in_place)
        (void)gpu.api->memory_free(j->keys_out);
    if (j->values_in)
        (void)gpu.api->memory_free(j->values_in);
    if (!j->values_in || !j->in_place)
        (void)gpu.api->memory_free(j->values_out);
    (void)gpu.api->memory_free(j->scratch);
    if (j->counted)
        (void)gpu.api->memory_free(j->options.count);
    world_leave();
    free(j->keys);
    free(j->values);
}
