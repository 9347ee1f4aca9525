/*
 * What goes wrong with CUDA or HIP, on the mock driver: each call of the driver and of the compiler failing in turn,
 * programs on disk, devices that cannot sort, processes.
 */
#ifndef _DEFAULT_SOURCE
#define _DEFAULT_SOURCE
#endif
#include "world.h"
#include "../gpu/device_case.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { N = 200 };

/* Everything is given back. */
static void check_nothing_left(void)
{
    const mock_control *d = gpu.driver;
    CHECK_TEXT(d->allocations == 0 && d->libraries == 0 && d->streams == 0 && d->contexts == 0 && d->retained == 0 &&
                   d->graphs == 0 && gpu.compiler->programs == 0,
               "left: %ld allocations, %ld libraries, %ld streams, %ld contexts, %ld retained, %ld graphs, "
               "%ld programs",
               d->allocations, d->libraries, d->streams, d->contexts, d->retained, d->graphs, gpu.compiler->programs);
    CHECK_TEXT(d->misuses == 0, "the driver was misused: %s", d->misuse);
}

static gpu_handle current_context(void)
{
    gpu_handle current = NULL;
    CHECK(gpu.api->context_current(&current) == 0);
    return current;
}

static device_case small_case(sweep_operation operation)
{
    device_case t = device_case_default(operation, SWEEP_U16, N);
    t.options = small_options();
    t.options.digit_bits = 6; /* an odd count of sweeps: a copy at the end */
    if (operation == SWEEP_OPERATION_SORT_PAIRS)
        t.value_size = 12;
    return t;
}

/* Opens, sorts host arrays, closes. *opened: how the opening went. */
static sweep_status whole(const device_case *t, void *keys, void *out, char *message, size_t room)
{
    sweep_device *device;
    sweep_status status = sweep_device_open(&device, STREAM_KIND ":0");
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

/* Every call of the driver (or of the compiler) failing, one after the other: a named error, the arrays as they were,
   nothing left; and a failure that cannot be helped is told from one that memory would help. */
static void test_failing_calls(sweep_operation operation, bool compiler)
{
    device_case t = small_case(operation);
    uint16_t keys[N], kept[N];
    unsigned char out[N * 12], out_kept[N * 12];
    char message[2048];
    long *calls = compiler ? &gpu.compiler->calls : &gpu.driver->calls;
    long *failing = compiler ? &gpu.compiler->failing_call : &gpu.driver->failing_call;
    pattern_fill(keys, N, SWEEP_U16, PATTERN_UNIFORM, check_seed);
    memset(out, 77, sizeof out);
    memcpy(kept, keys, sizeof keys);
    memcpy(out_kept, out, sizeof out);
    *calls = 0;
    gpu.driver->first_read = -1;
    check_case("every call of the %s, operation %d", compiler ? "compiler" : "driver", (int)operation);
    CHECK_STATUS(SWEEP_OK, whole(&t, keys, out, message, sizeof message));
    long all = *calls, first_read = gpu.driver->first_read, skipped = 0;
    const gpu_handle outside = current_context();
    CHECK(all > 3);
    for (long k = 0; k < all; k++) {
        check_case("call %ld of %ld of the %s fails, operation %d", k, all, compiler ? "compiler" : "driver",
                   (int)operation);
        memcpy(keys, kept, sizeof keys);
        memcpy(out, out_kept, sizeof out);
        *calls = 0;
        *failing = k;
        gpu.driver->failing_error = k % 2 ? 999 : GPU_OUT_OF_MEMORY;
        sweep_status status = whole(&t, keys, out, message, sizeof message);
        *failing = -1;
        CHECK(current_context() == outside);
        bool copy_back = !compiler && k >= first_read; /* the documented exception: results that came half way */
        if (status == SWEEP_OK) { /* once the result is there, what is cleaned up does not matter */
            skipped++;
            CHECK_TEXT(!compiler && strcmp(gpu.driver->failed, WORLD_ENTERING) == 0, "%s failed and nobody noticed",
                       gpu.driver->failed);
        } else {
            CHECK_TEXT(status == SWEEP_ERR_DEVICE || status == SWEEP_ERR_MEMORY || status == SWEEP_ERR_UNSUPPORTED,
                       "status %d", (int)status);
            if (status == SWEEP_ERR_MEMORY)
                CHECK(k % 2 == 0);
            if (!copy_back) {
                CHECK_SAME(kept, keys, N, 2, "keys after a failure");
                CHECK_SAME(out_kept, out, sizeof out, 1, "values after a failure");
            }
        }
        check_nothing_left();
    }
    CHECK_TEXT(skipped < 12, "%ld failures went unnoticed", skipped);
}

/* The same for the calls on a caller's stream; the context is as it was. */
static void test_failing_stream_calls(void)
{
    gpu_handle context = world_context(0), stream = world_stream(context, 0), outside = NULL, current = stream;
    job j = job_make(SWEEP_OPERATION_SORT_PAIRS, SWEEP_F32, N);
    sweep_device *device;
    CHECK(gpu.api->context_current(&outside) == 0);
    CHECK_STATUS(SWEEP_OK, STREAM(open)(&device, stream));
    CHECK(job_create(&j, device, context, stream));
    long all = 1;
    for (long k = -1; k < all; k++) {
        check_case("call %ld of %ld fails in a sort on a stream", k, all);
        job_fill(&j, stream, PATTERN_UNIFORM, check_seed);
        gpu.driver->calls = 0;
        gpu.driver->failing_call = k;
        sweep_status status = job_sort(&j, device, stream);
        gpu.driver->failing_call = -1;
        if (k < 0) {
            CHECK_STATUS(SWEEP_OK, status);
            all = gpu.driver->calls;
        } else {
            CHECK_TEXT(status != SWEEP_OK, "%s failed and nobody noticed", gpu.driver->failed);
        }
        CHECK(gpu.api->context_current(&current) == 0 && current == outside);
        world_finish(context, stream);
        CHECK_STATUS(SWEEP_OK, job_sort(&j, device, stream)); /* it goes on working, though from what is left */
        world_finish(context, stream);
    }
    long prepared = 1;
    for (long k = -1; k < prepared; k++) {
        size_t bytes = 77;
        check_case("call %ld of %ld fails in a query for scratch", k, prepared);
        sweep_device *fresh;
        CHECK_STATUS(SWEEP_OK, STREAM(open)(&fresh, stream));
        gpu.driver->calls = 0;
        gpu.driver->failing_call = k;
        sweep_status status = STREAM(scratch)(fresh, stream, j.operation, N, j.type, 4, &j.options, &bytes);
        gpu.driver->failing_call = -1;
        if (k < 0) {
            CHECK_STATUS(SWEEP_OK, status);
            prepared = gpu.driver->calls;
        } else {
            CHECK_TEXT(status != SWEEP_OK, "%s failed and nobody noticed", gpu.driver->failed);
            CHECK(bytes == 77 && current_context() == outside);
            CHECK_STATUS(SWEEP_OK, STREAM(scratch)(fresh, stream, j.operation, N, j.type, 4, &j.options, &bytes));
        }
        sweep_device_close(fresh);
    }
    long opening = 1;
    for (long k = -1; k < opening; k++) {
        check_case("call %ld of %ld fails in opening by a stream", k, opening);
        sweep_device *fresh;
        gpu.driver->calls = 0;
        gpu.driver->failing_call = k;
        sweep_status status = STREAM(open)(&fresh, stream);
        gpu.driver->failing_call = -1;
        if (k < 0)
            opening = gpu.driver->calls;
        CHECK((status == SWEEP_OK) == (fresh != NULL) && (status == SWEEP_OK) == (k < 0));
        CHECK(current_context() == outside);
        sweep_device_close(fresh);
    }
    check_case("a context that was entered is left where its capture mode cannot be changed");
    gpu.driver->failing_exchange = true;
    CHECK(job_sort(&j, device, stream) != SWEEP_OK && current_context() == outside);
    gpu.driver->failing_exchange = false;
    CHECK_STATUS(SWEEP_OK, job_sort(&j, device, stream));
    world_finish(context, stream);
    job_destroy(&j);
    sweep_device_close(device);
    CHECK(world_destroy(context));
    check_nothing_left();
}

/* A kernel whose groups may not be as large as its program's is refused before it is launched. */
static void test_small_groups(void)
{
    device_case t = small_case(SWEEP_OPERATION_SORT);
    uint16_t keys[N] = {2, 1}, kept[N];
    char message[2048];
    memcpy(kept, keys, sizeof keys);
    check_case("a kernel for groups smaller than a tile's");
    gpu.driver->kernel_threads = (int)WORLD_SUBGROUP - 1;
    long launched = gpu.driver->launched;
    CHECK_STATUS(SWEEP_ERR_UNSUPPORTED, whole(&t, keys, NULL, message, sizeof message));
    CHECK_TEXT(strstr(message, "needs groups of") != NULL, "it says: %s", message);
    CHECK(gpu.driver->launched == launched);
    CHECK_SAME(kept, keys, N, 2, "keys of a refused sort");
    gpu.driver->kernel_threads = (int)WORLD_SUBGROUP;
    CHECK_STATUS(SWEEP_OK, whole(&t, keys, NULL, message, sizeof message));
    gpu.driver->kernel_threads = 0;
    check_nothing_left();
}

/* ---- the disk -------------------------------------------------------------------------------------------------- */

static void remove_directory(const char *path)
{
    DIR *opened = opendir(path);
    struct dirent *entry;
    char file[600];
    while (opened && (entry = readdir(opened)) != NULL)
        if (entry->d_name[0] != '.') {
            snprintf(file, sizeof file, "%s/%s", path, entry->d_name);
            unlink(file);
        }
    if (opened)
        closedir(opened);
    CHECK(rmdir(path) == 0);
}

static void sort_fresh(void)
{
    device_case t = small_case(SWEEP_OPERATION_SORT);
    sweep_device *device;
    CHECK_STATUS(SWEEP_OK, sweep_device_open(&device, STREAM_KIND ":0"));
    device_case_pattern(device, &t, PATTERN_UNIFORM, check_seed);
    sweep_device_close(device);
}

static void test_disk(void)
{
    char directory[] = "/tmp/sweepsort-stream-XXXXXX";
    if (!CHECK(mkdtemp(directory) != NULL))
        return;
    setenv("SWEEP_CACHE_DIR", directory, 1);
    check_case("a program on disk is compiled once");
    long compiled = gpu.compiler->compiled;
    sort_fresh();
    CHECK(gpu.compiler->compiled == compiled + 1);
    sort_fresh();
    CHECK(gpu.compiler->compiled == compiled + 1);
    check_case("another architecture takes no program of this one");
    world_device(WORLD_OTHER);
    sort_fresh();
    CHECK(gpu.compiler->compiled == compiled + 2);
    check_case("an architecture that the compiler does not know: its own words");
    world_device(WORLD_UNKNOWN);
    sweep_device *device;
    char message[2048];
    uint16_t keys[N] = {0};
    CHECK_STATUS(SWEEP_OK, sweep_device_open(&device, STREAM_KIND ":0"));
    CHECK_STATUS(SWEEP_ERR_DEVICE, sweep_device_sort(device, keys, N, SWEEP_U16, NULL));
    sweep_device_message(device, message, sizeof message);
    CHECK_TEXT(strstr(message, "do not compile") && strstr(message, WORLD_UNKNOWN_NAME), "it says: %s", message);
    sweep_device_close(device);
    world_device(WORLD_USUAL);
    setenv("SWEEP_CACHE_DIR", "", 1);
    remove_directory(directory);
    check_nothing_left();
}

/* ---- devices and processes ------------------------------------------------------------------------------------- */

static const sweep_device_info *find_info(const sweep_device_info *infos, size_t count, const char *name)
{
    static const sweep_device_info none = {SWEEP_OK, "", "not listed"};
    for (size_t i = 0; i < count && i < 16; i++)
        if (strcmp(infos[i].name, name) == 0)
            return &infos[i];
    return &none;
}

static void test_devices(void)
{
    sweep_device_info infos[16];
    sweep_device *device;
    size_t count = sweep_device_list(infos, 16), seen = 0;
    check_case("the list of devices");
    for (size_t i = 0; i < count && i < 16; i++)
        if (strncmp(infos[i].name, STREAM_KIND ":", sizeof STREAM_KIND) == 0) {
            CHECK(infos[i].status == SWEEP_OK && strstr(infos[i].description, WORLD_DESCRIBED));
            seen++;
        }
    CHECK(seen == 2);
    CHECK(gpu.driver->contexts == 0); /* looking makes no context */

    check_case("a device that the driver does not hand out is listed all the same");
    size_t withheld = 0;
    for (long failing = 1; failing <= 4; failing++) {
        gpu.driver->calls = 0;
        gpu.driver->failing_call = failing;
        gpu.driver->failed[0] = 0;
        count = sweep_device_list(infos, 16);
        gpu.driver->failing_call = -1;
        if (strcmp(gpu.driver->failed, MOCK_STRING(cuDeviceGet, hipDeviceGet)) != 0)
            continue;
        const sweep_device_info *info = find_info(infos, count, withheld ? STREAM_KIND ":1" : STREAM_KIND ":0");
        CHECK_TEXT(info->status == SWEEP_ERR_UNSUPPORTED && strstr(info->description, "does not hand it out"),
                   "it says: %s", info->description);
        info = find_info(infos, count, withheld ? STREAM_KIND ":0" : STREAM_KIND ":1");
        CHECK_TEXT(info->status == SWEEP_OK && info->name[0], "it says: %s", info->description);
        withheld++;
    }
    CHECK(withheld == 2);

    check_case("a device that cannot sort");
    world_device(WORLD_REFUSED);
    CHECK_STATUS(SWEEP_ERR_UNSUPPORTED, sweep_device_open(&device, STREAM_KIND ":0"));
    CHECK(device == NULL);
    count = sweep_device_list(infos, 16);
    CHECK_TEXT(find_info(infos, count, STREAM_KIND ":0")->status == SWEEP_ERR_UNSUPPORTED &&
                   strstr(find_info(infos, count, STREAM_KIND ":0")->description, "refused"),
               "it says: %s", find_info(infos, count, STREAM_KIND ":0")->description);
    gpu_handle context = world_context(0), stream = world_stream(context, 0);
    CHECK_STATUS(SWEEP_ERR_UNSUPPORTED, STREAM(open)(&device, stream));
    CHECK(world_destroy(context));
    world_device(WORLD_USUAL);

    check_case("names");
    CHECK_STATUS(SWEEP_ERR_UNSUPPORTED, sweep_device_open(&device, STREAM_KIND ":2"));
    CHECK_STATUS(SWEEP_ERR_UNSUPPORTED, sweep_device_open(&device, STREAM_KIND ":99999999999"));
    CHECK_STATUS(SWEEP_ERR_ARGUMENT, sweep_device_open(&device, STREAM_KIND ":one"));
    CHECK_STATUS(SWEEP_OK, sweep_device_open(&device, STREAM_KIND));
    check_case("a child process is refused by name");
    fflush(stdout);
    pid_t child = fork();
    if (child == 0) {
        sweep_device *again;
        uint32_t keys[N] = {0};
        sweep_status called = STREAM(sort)(device, NULL, keys, keys, 0, SWEEP_U32, NULL, NULL, 0);
        bool refused = sweep_device_sort(device, keys, N, SWEEP_U32, NULL) == SWEEP_ERR_UNSUPPORTED &&
                       called == SWEEP_ERR_UNSUPPORTED &&
                       sweep_device_open(&again, STREAM_KIND ":0") == SWEEP_ERR_UNSUPPORTED &&
                       STREAM(open)(&again, NULL) == SWEEP_ERR_UNSUPPORTED;
        count = sweep_device_list(infos, 16);
        _exit(refused && strstr(find_info(infos, count, STREAM_KIND)->description, "fork") ? 0 : 1);
    }
    int status = 1;
    CHECK(waitpid(child, &status, 0) == child && status == 0);
    sweep_device_close(device);
    check_nothing_left();
}

int main(int argc, char **argv)
{
    static const sweep_operation operations[] = {SWEEP_OPERATION_SORT, SWEEP_OPERATION_SORT_PAIRS,
                                                 SWEEP_OPERATION_ARGSORT, SWEEP_OPERATION_SORTPERM};
    check_start("test_failures", argc, argv);
    world_open();
    for (size_t o = 0; o < COUNT(operations); o++)
        for (int compiler = 0; compiler < 2; compiler++)
            test_failing_calls(operations[o], compiler != 0);
    test_failing_stream_calls();
    test_small_groups();
    test_disk();
    test_devices();
    return check_finish();
}
