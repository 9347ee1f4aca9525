/*
 * CUDA's contexts and default streams, on the mock driver: whatever is current, a stream's own context is used; what is
 * prepared for one is not prepared for another.
 */
#include "world.h"

#include <stdio.h>
#include <string.h>

enum { N = 700 };

/* A prepared sort neither loads nor compiles, and leaves the current context alone. */
static sweep_status quiet_sort(const job *j, sweep_device *device, gpu_handle stream)
{
    gpu_handle before = NULL, after = NULL;
    long loaded = gpu.driver->loaded, compiled = gpu.compiler->compiled;
    (void)gpu.api->context_current(&before);
    sweep_status status = job_sort(j, device, stream);
    (void)gpu.api->context_current(&after);
    CHECK(after == before && gpu.driver->loaded == loaded && gpu.compiler->compiled == compiled);
    return status;
}

static void test_prepared(void)
{
    gpu_handle context = world_context(0), stream = world_stream(context, GPU_STREAM_NON_BLOCKING), graph = NULL;
    sweep_device *device;
    CHECK_STATUS(SWEEP_OK, STREAM(open)(&device, stream));
    check_case("a sort prepared for one context is not prepared for another");
    gpu_handle second = world_context(0), second_stream = world_stream(second, GPU_STREAM_NON_BLOCKING);
    job moved = job_make(SWEEP_OPERATION_SORT, SWEEP_F32, N);
    CHECK(job_create(&moved, device, context, stream));
    CHECK(gpu.capture_begin(second_stream, 0) == 0);
    CHECK_STATUS(SWEEP_ERR_UNSUPPORTED, quiet_sort(&moved, device, second_stream));
    CHECK(gpu.capture_end(second_stream, &graph) == 0);
    CHECK(gpu.graph_destroy(graph) == 0);
    job_destroy(&moved);
    CHECK(job_create(&moved, device, second, second_stream));
    job_fill(&moved, second_stream, PATTERN_UNIFORM, check_seed);
    CHECK_STATUS(SWEEP_OK, quiet_sort(&moved, device, second_stream));
    job_check(&moved, second_stream);
    job_destroy(&moved);
    sweep_device_close(device);
    CHECK(world_destroy(second));
    CHECK(world_destroy(context));
}

/* ---- contexts -------------------------------------------------------------------------------------------------- */

static void test_contexts(void)
{
    gpu_handle context = world_context(0), other = world_context(1), current;
    gpu_handle stream = world_stream(context, 0), foreign = world_stream(other, 0);
    sweep_device *device, *primary;

    check_case("without a current context the default streams are refused");
    CHECK_STATUS(SWEEP_ERR_ARGUMENT, STREAM(open)(&device, NULL));
    CHECK(device == NULL);
    CHECK_STATUS(SWEEP_OK, STREAM(open)(&device, stream));
    job j = job_make(SWEEP_OPERATION_SORTPERM, SWEEP_F32, N);
    CHECK(job_create(&j, device, context, stream));
    CHECK_STATUS(SWEEP_ERR_ARGUMENT, job_sort(&j, device, NULL));
    CHECK_STATUS(SWEEP_ERR_ARGUMENT, job_sort(&j, device, (gpu_handle)GPU_STREAM_PER_THREAD));
    CHECK_STATUS(SWEEP_ERR_ARGUMENT, job_sort(&j, device, (gpu_handle)&j)); /* no stream at all */

    check_case("the default streams of the current context");
    world_enter(context);
    const gpu_handle defaults[] = {NULL, (gpu_handle)GPU_STREAM_LEGACY, (gpu_handle)GPU_STREAM_PER_THREAD};
    for (size_t d = 0; d < COUNT(defaults); d++) {
        job_fill(&j, defaults[d], PATTERN_UNIFORM, check_seed + d);
        CHECK_STATUS(SWEEP_OK, quiet_sort(&j, device, defaults[d]));
        job_check(&j, defaults[d]);
    }
    world_leave();

    check_case("another device's stream");
    CHECK_STATUS(SWEEP_ERR_ARGUMENT, job_sort(&j, device, foreign));
    CHECK_STATUS(SWEEP_ERR_ARGUMENT,
                 STREAM(scratch)(device, foreign, SWEEP_OPERATION_SORT, N, SWEEP_U32, 0, NULL, &j.scratch_bytes));

    check_case("a stream's context is used whatever context is current");
    world_enter(other);
    job_fill(&j, stream, PATTERN_UNIFORM, check_seed);
    CHECK_STATUS(SWEEP_OK, quiet_sort(&j, device, stream));
    job_check(&j, stream);
    CHECK(gpu.api->context_current(&current) == 0 && current == other);
    world_leave();
    job_destroy(&j);

    check_case("a device opened by number serves every context; the primary one is retained by open alone");
    long retained = gpu.driver->retained;
    CHECK_STATUS(SWEEP_OK, sweep_device_open(&primary, "cuda:0"));
    CHECK(gpu.driver->retained == retained + 1);
    CHECK(job_create(&j, primary, context, stream));
    job_fill(&j, stream, PATTERN_UNIFORM, check_seed);
    CHECK_STATUS(SWEEP_OK, quiet_sort(&j, primary, stream));
    job_check(&j, stream);
    job_destroy(&j);
    CHECK(gpu.driver->retained == retained + 1);
    sweep_device_close(primary);
    CHECK(gpu.driver->retained == retained);
    sweep_device_close(device);
    CHECK(world_destroy(context));
    CHECK(world_destroy(other));
}

int main(int argc, char **argv)
{
    check_start("test_contexts", argc, argv);
    world_open();
    test_prepared();
    test_contexts();
    check_case("nothing is left");
    CHECK(gpu.driver->allocations == 0 && gpu.driver->libraries == 0 && gpu.driver->streams == 0);
    CHECK(gpu.driver->contexts == 0 && gpu.driver->retained == 0 && gpu.driver->graphs == 0);
    CHECK_TEXT(gpu.driver->misuses == 0, "the driver was misused: %s", gpu.driver->misuse);
    return check_finish();
}
