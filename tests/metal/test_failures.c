/*
 * What goes wrong with Metal, and what the device says of itself, on the stand-in: each call failing in turn, host
 * arrays that are lent without a copy, pipelines that are too small, tiles that publish nothing, devices, processes.
 */
#ifndef _DEFAULT_SOURCE
#define _DEFAULT_SOURCE
#endif
#include "world.h"
#include "../gpu/device_case.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static const sweep_operation operations[] = {SWEEP_OPERATION_SORT, SWEEP_OPERATION_SORT_PAIRS, SWEEP_OPERATION_ARGSORT,
                                             SWEEP_OPERATION_SORTPERM};

static device_case small_case(sweep_operation operation, size_t n)
{
    device_case t = device_case_default(operation, SWEEP_U16, n);
    t.options = small_options();
    t.options.digit_bits = 6; /* an odd count of sweeps: a copy at the end */
    if (operation == SWEEP_OPERATION_SORT_PAIRS)
        t.value_size = 12;
    return t;
}

/* Opens, sorts host arrays, closes. */
static sweep_status whole(const device_case *t, void *keys, void *out, char *message, size_t room)
{
    sweep_device *device;
    sweep_status status = sweep_device_open(&device, "metal:0");
    message[0] = 0;
    if (status) {
        CHECK(device == NULL);
        return status;
    }
    status = device_case_call(device, t, keys, out);
    sweep_device_message(device, message, room);
    sweep_device_close(device);
    return status;
}

/* ---- each call failing ----------------------------------------------------------------------------------------- */

/* Those without which a sort does well. */
static bool is_spared(const char *what, sweep_status status, bool lent)
{
    if (lent && status == SWEEP_OK && strcmp(what, "contents") == 0) /* it is copied after all */
        return true;
    return strcmp(what, "name") == 0 || strcmp(what, "UTF8String") == 0 || strcmp(what, "MTLCopyAllDevices") == 0 ||
           strcmp(what, "newBufferWithBytesNoCopy:") == 0;
}

/* Where Metal gives reasons, they reach the caller. */
static bool has_reason(const char *what)
{
    return strncmp(what, "newLibrary", 10) == 0 || strncmp(what, "newComputePipeline", 18) == 0 ||
           strcmp(what, "the command buffer") == 0;
}

/* Keys and values of whole pages, so that they can be lent; or one byte further, so that they cannot. */
static void test_failing_calls(sweep_operation operation, bool lent)
{
    size_t page = (size_t)sysconf(_SC_PAGESIZE), n = page / 2, out_bytes = 12 * n;
    device_case t = small_case(operation, n);
    unsigned char *keys = aligned_alloc(page, 2 * page), *out = aligned_alloc(page, 7 * page);
    unsigned char *kept = malloc(page), *out_kept = malloc(out_bytes);
    char message[2048];
    if (!keys || !out || !kept || !out_kept)
        abort();
    unsigned char *k = lent ? keys : keys + 1, *o = lent ? out : out + 1;
    pattern_fill(kept, n, SWEEP_U16, PATTERN_UNIFORM, check_seed);
    memset(out_kept, 77, out_bytes);
    memcpy(k, kept, page);
    memcpy(o, out_kept, out_bytes);
    metal.control->calls = 0;
    check_case("every call, operation %d, %s", (int)operation, lent ? "lent" : "copied");
    long over = metal.control->lain_over;
    CHECK_STATUS(SWEEP_OK, whole(&t, k, o, message, sizeof message));
    CHECK(metal.control->lain_over - over == (!lent ? 0 : operation == SWEEP_OPERATION_SORT_PAIRS ? 2 : 1));
    long all = metal.control->calls, spared = 0;
    CHECK(all > 20);
    for (long failing = 0; failing < all; failing++) {
        check_case("call %ld of %ld fails, operation %d, %s", failing, all, (int)operation, lent ? "lent" : "copied");
        memcpy(k, kept, page);
        memcpy(o, out_kept, out_bytes);
        metal.control->calls = 0;
        metal.control->failing_call = failing;
        metal.control->failing_code = failing % 2 ? 1 : METAL_OUT_OF_MEMORY;
        sweep_status status = whole(&t, k, o, message, sizeof message);
        metal.control->failing_call = -1;
        const char *what = metal.control->failed;
        if (is_spared(what, status, lent)) {
            spared++;
            CHECK_TEXT(status == SWEEP_OK, "%s failed: status %d, %s", what, (int)status, message);
        } else {
            CHECK_TEXT(status == SWEEP_ERR_DEVICE || status == SWEEP_ERR_MEMORY ||
                           (status == SWEEP_ERR_UNSUPPORTED && strcmp(what, "MTLCreateSystemDefaultDevice") == 0) ||
                           (status == SWEEP_OK && strcmp(what, "MTLCreateSystemDefaultDevice") == 0),
                       "%s failed: status %d", what, (int)status);
            CHECK_TEXT(!has_reason(what) || strstr(message, "made to fail"), "%s failed; it says: %s", what, message);
            if (strcmp(what, "the command buffer") == 0)
                CHECK_STATUS(failing % 2 ? SWEEP_ERR_DEVICE : SWEEP_ERR_MEMORY, status);
        }
        if (status != SWEEP_OK) {
            CHECK_SAME(kept, k, n, 2, "keys after a failure");
            CHECK_SAME(out_kept, o, out_bytes, 1, "values after a failure");
        }
        world_check_nothing_left();
    }
    CHECK_TEXT(spared < 9, "%ld failures were spared", spared);
    free(keys);
    free(out);
    free(kept);
    free(out_kept);
}

/* The same in a caller's command buffer: no encoder stays open, nothing is held, it goes on working. */
static void test_failing_command_buffers(void)
{
    enum { N = 200 };
    metal_id native = world_device(0), queue = world_queue(native);
    job j = job_make(SWEEP_OPERATION_SORT_PAIRS, SWEEP_F32, N);
    j.value_size = 12;
    sweep_device *device;
    CHECK_STATUS(SWEEP_OK, sweep_metal_open(&device, native));
    CHECK(job_create(&j, device, native));
    job_fill(&j, PATTERN_UNIFORM, check_seed);
    long all = 1, prepared = 1;
    for (long k = -1; k < all; k++) {
        check_case("call %ld of %ld fails in a sort in a command buffer", k, all);
        metal_id commands = world_commands(queue);
        long objects = metal.control->objects;
        metal.control->calls = 0;
        metal.control->failing_call = k;
        sweep_status status = job_sort(&j, device, commands);
        metal.control->failing_call = -1;
        if (k < 0) {
            CHECK_STATUS(SWEEP_OK, status);
            all = metal.control->calls;
        } else {
            CHECK_TEXT(status == SWEEP_ERR_DEVICE, "%s failed: status %d", metal.control->failed, (int)status);
        }
        CHECK(metal.control->objects == objects && metal.control->pools == 0 && metal.control->lent == 0);
        CHECK_STATUS(SWEEP_OK, job_sort(&j, device, commands));
        world_run(commands);
        job_check(&j);
        world_release(commands);
    }
    for (long k = -1; k < prepared; k++) {
        size_t bytes = 77;
        check_case("call %ld of %ld fails in a query for scratch", k, prepared);
        sweep_device *fresh;
        CHECK_STATUS(SWEEP_OK, sweep_metal_open(&fresh, native));
        metal.control->calls = 0;
        metal.control->failing_call = k;
        sweep_status status = sweep_metal_scratch(fresh, j.operation, N, j.type, j.value_size, &j.options, &bytes);
        metal.control->failing_call = -1;
        if (k < 0) {
            CHECK_STATUS(SWEEP_OK, status);
            prepared = metal.control->calls;
        } else {
            CHECK_TEXT(status != SWEEP_OK, "%s failed and nobody noticed", metal.control->failed);
            CHECK(bytes == 77 && sweep_device_message(fresh, NULL, 0) > 0);
            CHECK_STATUS(SWEEP_OK,
                         sweep_metal_scratch(fresh, j.operation, N, j.type, j.value_size, &j.options, &bytes));
        }
        sweep_device_close(fresh);
    }
    job_destroy(&j);
    sweep_device_close(device);
    world_release(queue);
    world_release(native);
    world_check_nothing_left();
}

/* ---- host arrays without a copy -------------------------------------------------------------------------------- */

static void test_lent(void)
{
    size_t page = (size_t)sysconf(_SC_PAGESIZE);
    sweep_device *device;
    CHECK_STATUS(SWEEP_OK, sweep_device_open(&device, "metal:0"));
    for (size_t o = 0; o < COUNT(operations); o++)
        for (size_t n = page / 4; n <= page; n += page / 4 * 3 - 1) /* whole pages of keys and values, or neither */
            for (int split = 0; split < 2; split++) {
                bool lent = n % (page / 4) == 0;
                size_t value_size = operations[o] == SWEEP_OPERATION_SORT ? 0 : 4;
                device_case t = device_case_default(operations[o], SWEEP_U32, n);
                t.value_size = value_size;
                t.options.engine = split ? SWEEP_SPLIT : SWEEP_ONESWEEP;
                t.options.digit_bits = split ? 7 : 8;
                uint32_t *keys = aligned_alloc(page, 8 * page), *out = aligned_alloc(page, 8 * page);
                uint32_t *right = malloc(n * 4), *right_out = malloc(n * 4);
                size_t *order = malloc(n * sizeof *order);
                sweep_options common = sweep_default_options();
                if (!keys || !out || !right || !right_out || !order)
                    abort();
                check_case("host arrays of %zu keys, %s, operation %d", n, lent ? "lent" : "copied",
                           (int)operations[o]);
                pattern_fill(keys, n, SWEEP_U32, PATTERN_ZIPF, check_seed);
                for (size_t i = 0; i < n; i++)
                    out[i] = (uint32_t)(i * 31);
                reference_sort(keys, n, SWEEP_U32, &common, order);
                for (size_t i = 0; i < n; i++) {
                    right[i] = operations[o] == SWEEP_OPERATION_ARGSORT ? keys[i] : keys[order[i]];
                    right_out[i] = operations[o] == SWEEP_OPERATION_SORT         ? out[i]
                                   : operations[o] == SWEEP_OPERATION_SORT_PAIRS ? out[order[i]]
                                                                                 : (uint32_t)order[i];
                }
                long over = metal.control->lain_over;
                CHECK_STATUS(SWEEP_OK, device_case_call(device, &t, keys, out));
                CHECK(metal.control->lain_over - over == (!lent                                         ? 0
                                                          : operations[o] == SWEEP_OPERATION_SORT_PAIRS ? 2
                                                                                                        : 1));
                CHECK_SAME(right, keys, n, 4, "keys");
                CHECK_SAME(right_out, out, n, 4, "values or indices");
                free(keys);
                free(out);
                free(right);
                free(right_out);
                free(order);
            }
    sweep_device_close(device);
    world_check_nothing_left();
}

/* ---- pipelines ------------------------------------------------------------------------------------------------- */

static sweep_status sort_fresh(char *message, size_t room)
{
    device_case t = small_case(SWEEP_OPERATION_SORT, 300);
    uint16_t keys[300];
    unsigned char out[1];
    pattern_fill(keys, 300, SWEEP_U16, PATTERN_UNIFORM, check_seed);
    return whole(&t, keys, out, message, room);
}

static void test_pipelines(void)
{
    stand_in_control kept = *metal.control;
    char message[2048];
    check_case("a pipeline whose groups are too small");
    metal.control->most_threads = 31;
    CHECK_STATUS(SWEEP_ERR_UNSUPPORTED, sort_fresh(message, sizeof message));
    CHECK_TEXT(strstr(message, "groups of 32") != NULL, "it says: %s", message);
    metal.control->most_threads = kept.most_threads;
    check_case("a pipeline that wants more shared memory than there is");
    metal.control->static_bytes = (32 << 10) + 1;
    CHECK_STATUS(SWEEP_ERR_UNSUPPORTED, sort_fresh(message, sizeof message));
    CHECK_TEXT(strstr(message, "32769 bytes") != NULL, "it says: %s", message);
    metal.control->static_bytes = 0;
    world_check_nothing_left();

    check_case("every width of a SIMD group is as good as any other");
    sweep_device *device;
    for (unsigned long width = 8; width <= 64; width *= 2) {
        metal.control->width = width;
        CHECK_STATUS(SWEEP_OK, sweep_device_open(&device, "metal:0"));
        device_case t = small_case(SWEEP_OPERATION_SORTPERM, 500);
        device_case_pattern(device, &t, PATTERN_UNIFORM, check_seed + width);
        sweep_device_close(device);
    }
    metal.control->width = kept.width;

    check_case("SPLIT unless OneSweep is asked for; then with tiles that publish nothing");
    CHECK_STATUS(SWEEP_OK, sweep_device_open(&device, "metal:0"));
    sweep_plan plan;
    CHECK_STATUS(SWEEP_OK, sweep_device_plan_sort(device, &plan, SWEEP_OPERATION_SORT, 100000, SWEEP_U32, 0, NULL));
    CHECK(plan.engine == SWEEP_SPLIT);
    metal.control->withhold = 3;
    sweep_device_report report;
    device_case t = small_case(SWEEP_OPERATION_SORTPERM, 900);
    t.options.engine = SWEEP_ONESWEEP;
    t.options.report = &report;
    sweep_test_spin = 10;
    device_case_pattern(device, &t, PATTERN_UNIFORM, check_seed);
    sweep_test_spin = -1;
    metal.control->withhold = 0;
    CHECK(report.recounts > 0);
    sweep_device_close(device);
    world_check_nothing_left();
}

/* ---- devices and processes ------------------------------------------------------------------------------------- */

static size_t listed(sweep_device_info *first)
{
    sweep_device_info infos[32];
    size_t count = sweep_device_list(infos, 32), seen = 0;
    for (size_t i = 0; i < count && i < 32; i++)
        if (strncmp(infos[i].name, "metal", 5) == 0 && seen++ == 0)
            *first = infos[i];
    return seen;
}

static void test_devices(void)
{
    sweep_device_info info;
    sweep_device *device;
    check_case("the list of devices");
    CHECK(listed(&info) == 2 && info.status == SWEEP_OK && strcmp(info.name, "metal:0") == 0);
    CHECK(strcmp(info.description, "Stand-in") == 0);
    world_check_nothing_left();
    check_case("no device");
    metal.control->devices = 0;
    CHECK(listed(&info) == 1 && info.status == SWEEP_ERR_UNSUPPORTED && strstr(info.description, "no device"));
    CHECK_STATUS(SWEEP_ERR_UNSUPPORTED, sweep_device_open(&device, "metal:0"));
    metal.control->devices = 2;

    check_case("names");
    CHECK_STATUS(SWEEP_ERR_UNSUPPORTED, sweep_device_open(&device, "metal:2"));
    CHECK(device == NULL);
    CHECK_STATUS(SWEEP_ERR_UNSUPPORTED, sweep_device_open(&device, "metal:99999999999"));
    CHECK_STATUS(SWEEP_ERR_ARGUMENT, sweep_device_open(&device, "metal:one"));
    CHECK_STATUS(SWEEP_OK, sweep_device_open(&device, "metal:1"));
    char text[512];
    sweep_device_describe(device, text, sizeof text);
    CHECK_TEXT(strstr(text, "metal:1: Stand-in, second") != NULL, "it says: %s", text);
    sweep_device_close(device);
    CHECK_STATUS(SWEEP_OK, sweep_device_open(&device, "metal"));
    device_case t = small_case(SWEEP_OPERATION_SORT, 100);
    device_case_pattern(device, &t, PATTERN_UNIFORM, check_seed);

    check_case("a child process is refused by name");
    fflush(stdout);
    pid_t child = fork();
    if (child == 0) {
        sweep_device *again;
        uint32_t keys[100] = {0};
        const sweep_metal_array none = {NULL, 0};
        stand_in_control before = *metal.control;
        sweep_status called = sweep_metal_sort(device, keys, none, none, 0, SWEEP_U32, NULL, none);
        bool refused = sweep_device_sort(device, keys, 100, SWEEP_U32, NULL) == SWEEP_ERR_UNSUPPORTED &&
                       called == SWEEP_ERR_UNSUPPORTED &&
                       sweep_device_open(&again, "metal:0") == SWEEP_ERR_UNSUPPORTED &&
                       sweep_metal_open(&again, keys) == SWEEP_ERR_UNSUPPORTED && listed(&info) == 1 &&
                       strstr(info.description, "fork") != NULL;
        sweep_device_close(device); /* frees what is the child's own, and touches no object */
        bool quiet = memcmp(&before, metal.control, sizeof before) == 0;
        _exit(refused && quiet ? 0 : 1);
    }
    int status = 1;
    CHECK(waitpid(child, &status, 0) == child && status == 0);
    sweep_device_close(device);
    world_check_nothing_left();
}

int main(int argc, char **argv)
{
    check_start("test_failures", argc, argv);
    world_open();
    for (size_t o = 0; o < COUNT(operations); o++)
        for (int lent = 0; lent < 2; lent++)
            test_failing_calls(operations[o], lent != 0);
    test_failing_command_buffers();
    test_lent();
    test_pipelines();
    test_devices();
    return check_finish();
}
