/*
 * What HIP alone has, on the mock driver: current devices in place of contexts, waves of 64 and of 32, names of
 * architectures, the engine that AUTO takes, and waits that have an end.
 */
#include "world.h"
#include "gpu/hip.h"
#include "gpu/sweep.h"
#include "gpu/tuning.h"

#include <stdio.h>
#include <string.h>

enum { N = 700 };

static gpu_error (*set_device)(int device);

static int current_device(void)
{
    int device = -1;
    return gpu.api->current_device(&device) == 0 ? device : -1;
}

static void sort_on(sweep_device *device, int number, gpu_handle stream, job j)
{
    if (!job_create(&j, device, world_context(number), stream))
        return;
    job_fill(&j, stream, PATTERN_ZIPF, check_seed);
    int before = current_device();
    CHECK_STATUS(SWEEP_OK, job_sort(&j, device, stream));
    CHECK(current_device() == before);
    job_check(&j, stream);
    job_destroy(&j);
}

/* ---- devices --------------------------------------------------------------------------------------------------- */

static void test_current_device(void)
{
    gpu_handle first = world_context(0), second = world_context(1), stream = world_stream(first, 0);
    gpu_handle foreign = world_stream(second, 0);
    sweep_device *device, *other;
    job j = job_make(SWEEP_OPERATION_SORT_PAIRS, SWEEP_F32, N);

    check_case("a stream's device is used whatever device is current, which it stays");
    CHECK_STATUS(SWEEP_OK, STREAM(open)(&device, stream));
    for (int number = 0; number < 2; number++) {
        CHECK(set_device(number) == 0);
        sort_on(device, 0, stream, j);
    }

    check_case("another device's stream, and what is none");
    size_t bytes = 77;
    CHECK_STATUS(SWEEP_ERR_ARGUMENT,
                 STREAM(scratch)(device, foreign, SWEEP_OPERATION_SORT, N, SWEEP_U32, 0, NULL, &bytes));
    CHECK_STATUS(SWEEP_ERR_ARGUMENT, STREAM(scratch)(device, &j, SWEEP_OPERATION_SORT, N, SWEEP_U32, 0, NULL, &bytes));
    CHECK_STATUS(SWEEP_ERR_ARGUMENT, STREAM(open)(&other, &j));
    CHECK(other == NULL && bytes == 77 && current_device() == 1);

    check_case("the default streams are those of the current device");
    const gpu_handle defaults[] = {NULL, (gpu_handle)GPU_STREAM_LEGACY, (gpu_handle)GPU_STREAM_PER_THREAD};
    for (size_t d = 0; d < COUNT(defaults); d++) {
        char text[512];
        CHECK(set_device(1) == 0);
        CHECK_STATUS(SWEEP_ERR_ARGUMENT,
                     STREAM(scratch)(device, defaults[d], SWEEP_OPERATION_SORT, N, SWEEP_U32, 0, NULL, &bytes));
        CHECK_STATUS(SWEEP_OK, STREAM(open)(&other, defaults[d]));
        sweep_device_describe(other, text, sizeof text);
        CHECK_TEXT(strstr(text, "gfx1030, waves of 32, HIP 6.2"), "it says: %s", text);
        job narrow = job_make(SWEEP_OPERATION_SORTPERM, SWEEP_U16, N);
        sort_on(other, 1, defaults[d], narrow);
        sweep_device_close(other);
        CHECK(set_device(0) == 0);
        sort_on(device, 0, defaults[d], j);
    }
    sweep_device_close(device);
    CHECK(world_destroy(first) && world_destroy(second));
}

/* With another device current, each call failing in turn. What cannot be helped is a current device that does not come
   back, which no driver does to a device that was current. */
static void test_failing_switch(void)
{
    gpu_handle context = world_context(0), stream = world_stream(context, 0);
    sweep_device *device;
    job j = job_make(SWEEP_OPERATION_SORT, SWEEP_F32, N);
    long all = 1, refused = 0;
    CHECK_STATUS(SWEEP_OK, STREAM(open)(&device, stream));
    CHECK(job_create(&j, device, context, stream));
    for (long k = -1; k < all; k++) {
        check_case("call %ld of %ld fails while another device is current", k, all);
        CHECK(set_device(1) == 0);
        gpu.driver->calls = 0;
        gpu.driver->failing_call = k;
        sweep_status status = job_sort(&j, device, stream);
        gpu.driver->failing_call = -1;
        bool switching = strcmp(gpu.driver->failed, "hipSetDevice") == 0;
        if (k < 0) {
            CHECK_STATUS(SWEEP_OK, status);
            all = gpu.driver->calls;
        } else if (!switching) {
            CHECK_TEXT(status != SWEEP_OK, "%s failed and nobody noticed", gpu.driver->failed);
            CHECK_TEXT(current_device() == 1, "the current device is %d", current_device());
        } else if (status) { /* it could not be entered: nothing was done there */
            CHECK_STATUS(SWEEP_ERR_DEVICE, status);
            CHECK(current_device() == 1);
            refused++;
        }
        world_finish(context, stream);
    }
    CHECK(refused > 0);
    CHECK(set_device(0) == 0);
    job_destroy(&j);
    sweep_device_close(device);
    CHECK(world_destroy(context));
}

/* ---- waves ----------------------------------------------------------------------------------------------------- */

static void test_waves(void)
{
    sweep_device *device;
    int kept = gpu.driver->wave;
    gpu_handle context = world_context(0), stream = world_stream(context, 0);
    check_case("the wave is the device's");
    CHECK_STATUS(SWEEP_OK, STREAM(open)(&device, stream));
    CHECK(device->limits.subgroup == (u32)kept && !device->limits.match);
    CHECK(device->limits.local_bytes == 65536 && device->limits.units == 3 && device->limits.threads == 1024);

    check_case("groups that are no whole waves");
    for (unsigned items = 24; items <= 240; items += 72)
        for (int split = 0; split < 2; split++) {
            job j = job_make(SWEEP_OPERATION_SORT_PAIRS, SWEEP_U32, N);
            j.options.work_items = items;
            j.options.tile_size = 2 * items;
            j.options.engine = split ? SWEEP_SPLIT : SWEEP_ONESWEEP;
            sort_on(device, 0, stream, j);
        }
    sweep_device_close(device);

    check_case("waves that no AMD GPU has");
    const int waves[] = {0, 16, 48, 128};
    for (size_t w = 0; w < COUNT(waves); w++) {
        sweep_device_info infos[16];
        bool refused = false;
        gpu.driver->wave = waves[w];
        CHECK_STATUS(SWEEP_ERR_UNSUPPORTED, sweep_device_open(&device, "hip:0"));
        size_t count = sweep_device_list(infos, COUNT(infos));
        for (size_t i = 0; i < count && i < COUNT(infos); i++)
            if (strcmp(infos[i].name, "hip:0") == 0)
                refused = infos[i].status == SWEEP_ERR_UNSUPPORTED && strstr(infos[i].description, "neither 32 nor 64");
        CHECK(refused);
    }
    gpu.driver->wave = kept;
    CHECK(world_destroy(context));
}

/* AUTO is OneSweep, though its waits have an end. */
static void test_engine(void)
{
    sweep_device_plan plan;
    sweep_device *device;
    check_case("the engine and its waits");
    CHECK_STATUS(SWEEP_OK, sweep_device_open(&device, "hip:0"));
    CHECK_STATUS(SWEEP_OK, sweep_device_plan_make(&plan, device, SWEEP_OPERATION_SORT, 1000000, SWEEP_U32, 0, NULL));
    CHECK(plan.engine == SWEEP_ONESWEEP && plan.spin == SWEEP_SPIN_LOOKS);
    CHECK(plan.shape.rank == SWEEP_RANK_BALLOTS);
    sweep_device_close(device);
}

/* ---- architectures --------------------------------------------------------------------------------------------- */

static void test_names(void)
{
    static const struct {
        const char *name;
        bool good;
    } names[] = {{"gfx90a:sramecc+:xnack-", true},
                 {"gfx1100", true},
                 {"gfx942", true},
                 {"", false},
                 {"sm_90", false},
                 {"gfx90a:and-so-on-and-so-on-and-so-on-to-no-end", true}};
    char kept[64];
    memcpy(kept, gpu.driver->target, sizeof kept);
    for (size_t i = 0; i < COUNT(names); i++) {
        sweep_device *device;
        check_case("an architecture called '%s'", names[i].name);
        snprintf(gpu.driver->target, sizeof gpu.driver->target, "%s", names[i].name);
        CHECK_STATUS(names[i].good ? SWEEP_OK : SWEEP_ERR_UNSUPPORTED, sweep_device_open(&device, "hip:0"));
        if (device) {
            CHECK(strstr(device->description, names[i].name) && strstr(device->identity, names[i].name));
            CHECK(strstr(device->identity, "HIP 60241133") && strstr(device->identity, "waves of"));
        }
        sweep_device_close(device);
    }
    memcpy(gpu.driver->target, kept, sizeof kept);
}

int main(int argc, char **argv)
{
    check_start("test_hip", argc, argv);
    world_open();
    WORLD_FIND(set_device, gpu.library, "hipSetDevice");
    test_names();
    test_waves();
    test_engine();
    test_current_device();
    test_failing_switch();
    check_case("nothing is left");
    CHECK(gpu.driver->allocations == 0 && gpu.driver->libraries == 0 && gpu.driver->streams == 0);
    CHECK(gpu.compiler->programs == 0);
    CHECK_TEXT(gpu.driver->misuses == 0, "the driver was misused: %s", gpu.driver->misuse);
    return check_finish();
}
