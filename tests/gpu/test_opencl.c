/*
 * The OpenCL calls on a caller's own buffers, queues and events, and what is OpenCL's alone: the cache of programs on
 * disk, threads and processes that share a device. The first argument names the platform.
 */
#ifndef _DEFAULT_SOURCE
#define _DEFAULT_SOURCE
#endif
#include "device_case.h"
#include "gpu/cache.h"
#include "gpu/opencl_api.h"

#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

enum { N = 900, GUARD = 64 };

static const opencl_api *cl;
static cl_handle context, id, other_context;

/* Small tiles, so that few keys take many. */
static sweep_device_options small_options(void)
{
    sweep_device_options options = sweep_default_device_options();
    options.tile_size = 64;
    options.work_items = 16;
    return options;
}

static void find_platform(const char *part)
{
    cl_handle platforms[16];
    u32 count = 0;
    int32_t error;
    (void)cl->GetPlatformIDs(16, platforms, &count);
    for (u32 p = 0; p < count && p < 16 && !id; p++) {
        char name[256] = "";
        (void)cl->GetPlatformInfo(platforms[p], CL_PLATFORM_NAME_, sizeof name - 1, name, NULL);
        if (strncasecmp(name, part, strlen(part)) == 0)
            (void)cl->GetDeviceIDs(platforms[p], CL_ALL_TYPES, 1, &id, NULL);
    }
    if (!id) {
        printf("SKIPPED: no OpenCL platform whose name begins with %s\n", part);
        exit(77);
    }
    context = cl->CreateContext(NULL, 1, &id, NULL, NULL, &error);
    other_context = cl->CreateContext(NULL, 1, &id, NULL, NULL, &error);
    CHECK(context && other_context);
}

/* ---- buffers --------------------------------------------------------------------------------------------------- */

/* A buffer with guard bytes behind it; its sub-arrays begin at its start. */
static cl_handle make_buffer(cl_handle in, size_t bytes, const void *data)
{
    int32_t error;
    unsigned char guard[GUARD];
    cl_handle queue = cl->CreateCommandQueue(in, id, 0, &error);
    cl_handle made = cl->CreateBuffer(in, CL_READ_WRITE, bytes + GUARD, NULL, &error);
    memset(guard, 0x5a, sizeof guard);
    CHECK(made != NULL && queue != NULL);
    if (data && bytes)
        CHECK(cl->EnqueueWriteBuffer(queue, made, 1, 0, bytes, data, 0, NULL, NULL) == 0);
    CHECK(cl->EnqueueWriteBuffer(queue, made, 1, bytes, GUARD, guard, 0, NULL, NULL) == 0);
    (void)cl->ReleaseCommandQueue(queue);
    return made;
}

static void check_guard(cl_handle queue, cl_handle made, size_t bytes)
{
    unsigned char guard[GUARD];
    bool whole = true;
    CHECK(cl->EnqueueReadBuffer(queue, made, 1, bytes, GUARD, guard, 0, NULL, NULL) == 0);
    for (int i = 0; i < GUARD; i++)
        whole = whole && guard[i] == 0x5a;
    CHECK(whole);
}

typedef struct scratch {
    size_t sizes[SWEEP_SCRATCH_PIECES];
    void *pieces[SWEEP_SCRATCH_PIECES];
} scratch;

static scratch make_scratch(sweep_device *device, sweep_operation operation, size_t n, sweep_type type,
                            size_t value_size, const sweep_device_options *options)
{
    scratch made = {{0}, {NULL}};
    CHECK_STATUS(SWEEP_OK, sweep_device_scratch(device, operation, n, type, value_size, options, made.sizes));
    for (int i = 0; i < SWEEP_SCRATCH_PIECES; i++) {
        unsigned char *dirt = malloc(made.sizes[i] + 1);
        memset(dirt, 0xee, made.sizes[i] + 1);
        if (made.sizes[i])
            made.pieces[i] = make_buffer(context, made.sizes[i], dirt);
        free(dirt);
    }
    return made;
}

static void free_scratch(cl_handle queue, scratch *gone)
{
    for (int i = 0; i < SWEEP_SCRATCH_PIECES; i++)
        if (gone->pieces[i]) {
            check_guard(queue, gone->pieces[i], gone->sizes[i]);
            (void)cl->ReleaseMemObject(gone->pieces[i]);
        }
}

/* ---- one sort of each operation -------------------------------------------------------------------------------- */

typedef struct trial {
    sweep_operation operation;
    sweep_type type;
    size_t n, value_size;
    unsigned digit_bits;
    bool in_place, out_of_order;
} trial;

static void try_one(trial t)
{
    int32_t error;
    size_t key_size = reference_type_of(t.type)->bytes, key_bytes = t.n * key_size, value_bytes = t.n * t.value_size;
    sweep_options common = sweep_default_options();
    sweep_device_options options = small_options();
    options.digit_bits = t.digit_bits;
    static unsigned char keys[N * 16], values[N * 100], got_keys[N * 16], got[N * 100], right_keys[N * 16],
        right[N * 100];
    static size_t order[N];
    check_case("operation %d type %d n=%zu value=%zu digit=%u in_place=%d out_of_order=%d", (int)t.operation,
               (int)t.type, t.n, t.value_size, t.digit_bits, t.in_place, t.out_of_order);
    pattern_fill(keys, t.n, t.type, PATTERN_ZIPF, check_seed);
    for (size_t i = 0; i < value_bytes; i++)
        values[i] = (unsigned char)(i * 11 + i / 256);
    reference_sort(keys, t.n, t.type, &common, order);
    reference_gather(keys, right_keys, order, t.n, key_size);
    if (t.operation == SWEEP_OPERATION_SORT_PAIRS)
        reference_gather(values, right, order, t.n, t.value_size);
    else
        for (size_t i = 0; i < t.n && t.value_size; i++)
            memcpy(right + i * t.value_size, &(uint64_t){order[i]}, t.value_size);

    cl_handle queue = cl->CreateCommandQueue(context, id, t.out_of_order ? CL_OUT_OF_ORDER : 0, &error);
    sweep_device *device;
    if (!CHECK_STATUS(SWEEP_OK, sweep_opencl_open(&device, queue)))
        return;
    scratch s = make_scratch(device, t.operation, t.n, t.type, t.value_size, &options);
    cl_handle keys_in = make_buffer(context, key_bytes, NULL), values_in = make_buffer(context, value_bytes, NULL);
    cl_handle keys_out = t.in_place ? keys_in : make_buffer(context, key_bytes, NULL);
    cl_handle values_out = t.in_place ? values_in : make_buffer(context, value_bytes, NULL);
    bool argsort = t.operation == SWEEP_OPERATION_ARGSORT, pairs = t.operation == SWEEP_OPERATION_SORT_PAIRS;
    const sweep_program *programs = device->programs;

    /* The writes are not waited for: the sort waits for their events. */
    cl_handle waits[2] = {NULL, NULL};
    void *event = NULL;
    u32 wait_count = 1;
    CHECK(cl->EnqueueWriteBuffer(queue, keys_in, 0, 0, key_bytes, keys, 0, NULL, &waits[0]) == 0);
    if (pairs) {
        CHECK(cl->EnqueueWriteBuffer(queue, values_in, 0, 0, value_bytes, values, 0, NULL, &waits[1]) == 0);
        wait_count = 2;
    }
    sweep_status status = SWEEP_OK;
    switch (t.operation) {
    case SWEEP_OPERATION_SORT:
        status = sweep_opencl_sort(device, queue, keys_in, keys_out, t.n, t.type, &options, s.pieces, wait_count, waits,
                                   &event);
        break;
    case SWEEP_OPERATION_SORT_PAIRS:
        status = sweep_opencl_sort_pairs(device, queue, keys_in, keys_out, values_in, values_out, t.n, t.type,
                                         t.value_size, &options, s.pieces, wait_count, waits, &event);
        break;
    case SWEEP_OPERATION_ARGSORT:
        status = sweep_opencl_argsort(device, queue, keys_in, values_out, t.n, t.type, t.value_size, &options, s.pieces,
                                      wait_count, waits, &event);
        break;
    default:
        status = sweep_opencl_sortperm(device, queue, keys_in, keys_out, values_out, t.n, t.type, t.value_size,
                                       &options, s.pieces, wait_count, waits, &event);
    }
    if (CHECK_STATUS(SWEEP_OK, status) && CHECK(event != NULL)) {
        cl_handle wait = event;
        if (!argsort) {
            CHECK(cl->EnqueueReadBuffer(queue, keys_out, 1, 0, key_bytes, got_keys, 1, &wait, NULL) == 0);
            CHECK_SAME(right_keys, got_keys, t.n, key_size, "keys");
        }
        if (t.value_size) {
            CHECK(cl->EnqueueReadBuffer(queue, values_out, 1, 0, value_bytes, got, 1, &wait, NULL) == 0);
            CHECK_SAME(right, got, t.n, t.value_size, "values or indices");
        }
        if (argsort || !t.in_place) {
            CHECK(cl->EnqueueReadBuffer(queue, keys_in, 1, 0, key_bytes, got_keys, 1, &wait, NULL) == 0);
            CHECK_SAME(keys, got_keys, t.n, key_size, "keys that are only read");
        }
        if (pairs && !t.in_place) {
            CHECK(cl->EnqueueReadBuffer(queue, values_in, 1, 0, value_bytes, got, 1, &wait, NULL) == 0);
            CHECK_SAME(values, got, t.n, t.value_size, "values that are only read");
        }
        (void)cl->ReleaseEvent(event);
    } else {
        char text[1024];
        sweep_device_message(device, text, sizeof text);
        printf("the device says: %s\n", text);
    }
    CHECK(device->programs == programs); /* prepared by the scratch query */
    (void)cl->Finish(queue);
    check_guard(queue, keys_in, key_bytes);
    check_guard(queue, keys_out, key_bytes);
    check_guard(queue, values_out, value_bytes);
    free_scratch(queue, &s);
    for (u32 i = 0; i < wait_count; i++)
        (void)cl->ReleaseEvent(waits[i]);
    if (!t.in_place) {
        (void)cl->ReleaseMemObject(keys_out);
        (void)cl->ReleaseMemObject(values_out);
    }
    (void)cl->ReleaseMemObject(keys_in);
    (void)cl->ReleaseMemObject(values_in);
    sweep_device_close(device);
    (void)cl->ReleaseCommandQueue(queue);
}

static void test_calls(void)
{
    const sweep_operation operations[] = {SWEEP_OPERATION_SORT, SWEEP_OPERATION_SORT_PAIRS, SWEEP_OPERATION_ARGSORT,
                                          SWEEP_OPERATION_SORTPERM};
    for (int o = 0; o < 4; o++)
        for (int flags = 0; flags < 4; flags++)
            for (unsigned digit = 0; digit < 2; digit++) { /* 4 sweeps, or 5 */
                trial t = {operations[o], SWEEP_I32,        flags == 3 ? 40 : N, o == 0 ? 0 : 4,
                           digit ? 7 : 8, (flags & 1) != 0, (flags & 2) != 0};
                try_one(t);
            }
    try_one((trial){SWEEP_OPERATION_SORT_PAIRS, SWEEP_I32, N, 100, 8, true, false});
    try_one((trial){SWEEP_OPERATION_SORT_PAIRS, SWEEP_I32, N, 100, 8, false, true});
    try_one((trial){SWEEP_OPERATION_SORT_PAIRS, SWEEP_I32, 50, 100, 8, false, false});
}

static void test_refusals(void)
{
    int32_t error;
    uint32_t keys[N] = {0};
    sweep_device_options options = small_options();
    cl_handle queue = cl->CreateCommandQueue(context, id, 0, &error);
    cl_handle foreign_queue = cl->CreateCommandQueue(other_context, id, 0, &error);
    sweep_device *device, *emulator;
    void *event = &event;
    check_case("refusals");
    CHECK_STATUS(SWEEP_ERR_ARGUMENT, sweep_opencl_open(&device, NULL));
    CHECK(device == NULL);
    CHECK_STATUS(SWEEP_ERR_ARGUMENT, sweep_opencl_open(NULL, queue));
    CHECK_STATUS(SWEEP_OK, sweep_opencl_open(&device, queue));
    CHECK_STATUS(SWEEP_OK, sweep_device_open(&emulator, "emulator"));
    scratch s = make_scratch(device, SWEEP_OPERATION_SORT, N, SWEEP_U32, 0, &options);
    cl_handle good = make_buffer(context, sizeof keys, keys), foreign = make_buffer(other_context, sizeof keys, keys);
    cl_handle small = cl->CreateBuffer(context, CL_READ_WRITE, sizeof keys - 1, NULL, &error);
#define SORT(on, where, in, out, with)                                                                                 \
    sweep_opencl_sort(on, where, in, out, N, SWEEP_U32, &options, with, 0, NULL, &event)
    CHECK_STATUS(SWEEP_ERR_ARGUMENT, SORT(NULL, queue, good, good, s.pieces));
    CHECK(event == NULL);
    CHECK_STATUS(SWEEP_ERR_ARGUMENT, SORT(emulator, queue, good, good, s.pieces));
    CHECK_STATUS(SWEEP_ERR_ARGUMENT, SORT(device, NULL, good, good, s.pieces));
    CHECK_STATUS(SWEEP_ERR_ARGUMENT, SORT(device, foreign_queue, good, good, s.pieces));
    CHECK_STATUS(SWEEP_ERR_ARGUMENT, SORT(device, queue, NULL, good, s.pieces));
    CHECK_STATUS(SWEEP_ERR_ARGUMENT, SORT(device, queue, good, foreign, s.pieces));
    CHECK_STATUS(SWEEP_ERR_ARGUMENT, SORT(device, queue, small, good, s.pieces));
    CHECK_STATUS(SWEEP_ERR_ARGUMENT, SORT(device, queue, good, good, NULL));
    void *wrong[SWEEP_SCRATCH_PIECES] = {small, small, small, small, small, small};
    CHECK_STATUS(SWEEP_ERR_ARGUMENT, SORT(device, queue, good, good, wrong));
    CHECK_STATUS(SWEEP_OK, SORT(device, queue, good, good, s.pieces));
    if (CHECK(event != NULL))
        (void)cl->ReleaseEvent(event);
    CHECK_STATUS(SWEEP_OK, sweep_opencl_sort(device, queue, NULL, NULL, 0, SWEEP_U32, NULL, NULL, 0, NULL, &event));
    if (CHECK(event != NULL)) /* an event even where there is nothing to do */
        (void)cl->ReleaseEvent(event);
    CHECK_STATUS(SWEEP_OK,
                 sweep_opencl_sort(device, queue, good, good, N, SWEEP_U32, &options, s.pieces, 0, NULL, NULL));
    (void)cl->Finish(queue);
    CHECK_STATUS(SWEEP_ERR_ARGUMENT, sweep_device_scratch(device, SWEEP_OPERATION_SORT, N, SWEEP_U32, 0, NULL, NULL));
    free_scratch(queue, &s);
    (void)cl->ReleaseMemObject(good);
    (void)cl->ReleaseMemObject(foreign);
    (void)cl->ReleaseMemObject(small);
    sweep_device_close(device);
    sweep_device_close(emulator);
    (void)cl->ReleaseCommandQueue(queue);
    (void)cl->ReleaseCommandQueue(foreign_queue);
}

/* A count on the device: the first keys are sorted, the others stay; one above the bound is said in its status. */
static void test_count(void)
{
    int32_t error;
    uint32_t keys[N], got[N];
    sweep_device_options options = small_options();
    cl_handle queue = cl->CreateCommandQueue(context, id, 0, &error);
    sweep_device *device;
    check_case("a count on the device");
    if (!CHECK_STATUS(SWEEP_OK, sweep_opencl_open(&device, queue)))
        return;
    for (uint64_t count = N / 2; count <= N + 1; count += N / 2 + 1) {
        sweep_device_count head = {count, 9, 0};
        cl_handle counted = make_buffer(context, sizeof head, &head);
        pattern_fill(keys, N, SWEEP_U32, PATTERN_UNIFORM, check_seed);
        cl_handle buffer = make_buffer(context, sizeof keys, keys);
        options.count = counted;
        scratch s = make_scratch(device, SWEEP_OPERATION_SORT, N, SWEEP_U32, 0, &options);
        CHECK_STATUS(SWEEP_OK,
                     sweep_opencl_sort(device, queue, buffer, buffer, N, SWEEP_U32, &options, s.pieces, 0, NULL, NULL));
        CHECK(cl->EnqueueReadBuffer(queue, buffer, 1, 0, sizeof got, got, 0, NULL, NULL) == 0);
        CHECK(cl->EnqueueReadBuffer(queue, counted, 1, 0, sizeof head, &head, 0, NULL, NULL) == 0);
        if (count <= N) {
            size_t order[N];
            uint32_t first[N];
            reference_sort(keys, (size_t)count, SWEEP_U32, NULL, order);
            reference_gather(keys, first, order, (size_t)count, sizeof *keys);
            memcpy(keys, first, (size_t)count * sizeof *keys);
        }
        CHECK_SAME(keys, got, N, sizeof *got, "keys");
        CHECK(head.n == count && head.status == (count <= N ? SWEEP_OK : SWEEP_ERR_ARGUMENT));
        check_guard(queue, buffer, sizeof keys);
        free_scratch(queue, &s);
        (void)cl->ReleaseMemObject(counted);
        (void)cl->ReleaseMemObject(buffer);
    }
    cl_handle tiny = cl->CreateBuffer(context, CL_READ_WRITE, 8, NULL, &error);
    options.count = tiny;
    CHECK_STATUS(SWEEP_ERR_ARGUMENT,
                 sweep_opencl_sort(device, queue, NULL, NULL, 0, SWEEP_U32, &options, NULL, 0, NULL, NULL));
    (void)cl->ReleaseMemObject(tiny);
    sweep_device_close(device);
    (void)cl->ReleaseCommandQueue(queue);
}

/* ---- threads and processes ------------------------------------------------------------------------------------- */

typedef struct worker {
    sweep_device *device;
    uint32_t keys[N], indices[N];
    sweep_status status;
} worker;

static void *work(void *argument)
{
    worker *w = argument;
    sweep_device_options options = small_options();
    for (int round = 0; round < 5 && w->status == SWEEP_OK; round++)
        w->status = sweep_device_argsort(w->device, w->keys, w->indices, N, SWEEP_U32, 4, &options);
    return NULL;
}

static bool is_argsort(const worker *w)
{
    for (int i = 1; i < N; i++)
        if (w->keys[w->indices[i - 1]] > w->keys[w->indices[i]] ||
            (w->keys[w->indices[i - 1]] == w->keys[w->indices[i]] && w->indices[i - 1] >= w->indices[i]))
            return false;
    return true;
}

static void test_sharing(const char *name)
{
    static worker workers[3];
    pthread_t threads[3];
    sweep_device *device = device_open_or_skip(name);
    check_case("three threads with one device");
    for (int i = 0; i < 3; i++) {
        workers[i].device = device;
        pattern_fill(workers[i].keys, N, SWEEP_U32, PATTERN_ZIPF, check_seed + (unsigned)i);
        CHECK(pthread_create(&threads[i], NULL, work, &workers[i]) == 0);
    }
    for (int i = 0; i < 3; i++) {
        CHECK(pthread_join(threads[i], NULL) == 0);
        CHECK_STATUS(SWEEP_OK, workers[i].status);
        CHECK(is_argsort(&workers[i]));
    }
    check_case("a child process is refused by name");
    fflush(stdout);
    pid_t child = fork();
    if (child == 0)
        _exit(sweep_device_sort(device, workers[0].keys, N, SWEEP_U32, NULL) == SWEEP_ERR_UNSUPPORTED ? 0 : 1);
    int status = 0;
    CHECK(waitpid(child, &status, 0) == child && status == 0);
    sweep_device_close(device);
}

/* ---- the cache ------------------------------------------------------------------------------------------------- */

/* Opens the device afresh and sorts; how many programs were compiled from source is what the verbs tell. */
static bool sorts(const char *name)
{
    uint32_t keys[N];
    sweep_device *device;
    sweep_device_options options = small_options();
    pattern_fill(keys, N, SWEEP_U32, PATTERN_UNIFORM, check_seed);
    if (sweep_device_open(&device, name) != SWEEP_OK)
        return false;
    sweep_status status = sweep_device_sort(device, keys, N, SWEEP_U32, &options);
    sweep_device_close(device);
    for (int i = 1; i < N; i++)
        if (keys[i - 1] > keys[i])
            return false;
    return status == SWEEP_OK;
}

/* The one file of a directory; its size, 0 if there is none or another count. */
static size_t only_file(const char *directory, char *path, size_t room)
{
    DIR *opened = opendir(directory);
    struct dirent *entry;
    struct stat status;
    size_t count = 0;
    while (opened && (entry = readdir(opened)) != NULL)
        if (entry->d_name[0] != '.') {
            snprintf(path, room, "%s/%s", directory, entry->d_name);
            count++;
        }
    if (opened)
        closedir(opened);
    return count == 1 && stat(path, &status) == 0 ? (size_t)status.st_size : 0;
}

static void test_cache(const char *name)
{
    char directory[] = "/tmp/sweepsort-test-XXXXXX", inner[64], path[512], kept[256];
    void *bytes;
    size_t count;
    const char *before = getenv("SWEEP_CACHE_DIR");
    snprintf(kept, sizeof kept, "%s", before ? before : "");
    if (!CHECK(mkdtemp(directory) != NULL))
        return;
    snprintf(inner, sizeof inner, "%s/deep/er", directory); /* made when it is needed */
    setenv("SWEEP_CACHE_DIR", inner, 1);

    check_case("the cache by itself");
    CHECK(!sweep_cache_load("one", &bytes, &count));
    sweep_cache_store("one", "12345", 5);
    if (CHECK(sweep_cache_load("one", &bytes, &count))) {
        CHECK(count == 5 && memcmp(bytes, "12345", 5) == 0);
        free(bytes);
    }
    CHECK(!sweep_cache_load("two", &bytes, &count));
    size_t size = only_file(inner, path, sizeof path);
    CHECK(size == 32 + 3 + 5);
    for (size_t cut = 0; cut < size; cut++) { /* every shorter file is refused */
        CHECK(truncate(path, (off_t)cut) == 0);
        CHECK(!sweep_cache_load("one", &bytes, &count));
        sweep_cache_store("one", "12345", 5);
    }
    for (size_t at = 0; at < size; at++) { /* and so is every one with another byte */
        FILE *file = fopen(path, "r+b");
        fseek(file, (long)at, SEEK_SET);
        int byte = fgetc(file);
        fseek(file, (long)at, SEEK_SET);
        fputc(byte ^ 4, file);
        fclose(file);
        CHECK(!sweep_cache_load("one", &bytes, &count));
        sweep_cache_store("one", "12345", 5);
    }
    CHECK(truncate(path, (off_t)size + 1) == 0); /* a longer one */
    CHECK(!sweep_cache_load("one", &bytes, &count));
    CHECK(unlink(path) == 0);

    check_case("programs on disk");
    CHECK(sorts(name));
    size = only_file(inner, path, sizeof path);
    CHECK(size > 100);
    CHECK(sorts(name)); /* from the disk */
    CHECK(truncate(path, (off_t)size / 2) == 0);
    CHECK(sorts(name)); /* from source, and stored again */
    CHECK(only_file(inner, path, sizeof path) > 100);
    CHECK(unlink(path) == 0);

    check_case("four processes with one cache");
    fflush(stdout);
    pid_t children[4];
    for (int i = 0; i < 4; i++) {
        children[i] = fork();
        if (children[i] == 0) {
            execl("/proc/self/exe", "test_opencl", name, "--sort", (char *)NULL);
            _exit(9);
        }
    }
    for (int i = 0; i < 4; i++) {
        int status = 0;
        CHECK(waitpid(children[i], &status, 0) == children[i] && status == 0);
    }
    CHECK(only_file(inner, path, sizeof path) > 100); /* and no temporary file is left */

    check_case("a cache that cannot be written");
    CHECK(unlink(path) == 0 && rmdir(inner) == 0);
    setenv("SWEEP_CACHE_DIR", "/dev/null/nowhere", 1);
    CHECK(sorts(name));
    snprintf(path, sizeof path, "%s/deep", directory);
    CHECK(rmdir(path) == 0 && rmdir(directory) == 0);
    setenv("SWEEP_CACHE_DIR", kept, 1);
}

/* A program on disk depends on all of the compiler's options, however many there are. */
static void test_options(const char *name)
{
    char options[2000] = "-cl-opt-disable", kept[256];
    const char *before = getenv("SWEEP_OPENCL_OPTIONS");
    sweep_device *one, *other;
    snprintf(kept, sizeof kept, "%s", before ? before : "");
    for (int i = 0; i < 40; i++)
        snprintf(options + strlen(options), sizeof options - strlen(options), " -DSWEEP_UNUSED_%d=1", i);
    check_case("%zu bytes of options", strlen(options));
    setenv("SWEEP_OPENCL_OPTIONS", options, 1);
    if (!CHECK_STATUS(SWEEP_OK, sweep_device_open(&one, name)))
        return;
    CHECK(strstr(((const opencl_state *)one->state)->options, options) != NULL);
    CHECK(sorts(name));
    options[strlen(options) - 1] = '2';
    setenv("SWEEP_OPENCL_OPTIONS", options, 1);
    if (CHECK_STATUS(SWEEP_OK, sweep_device_open(&other, name))) {
        CHECK(strcmp(one->identity, other->identity) != 0);
        sweep_device_close(other);
    }
    sweep_device_close(one);
    setenv("SWEEP_OPENCL_OPTIONS", kept, 1);
}

int main(int argc, char **argv)
{
    if (argc < 2) {
        fprintf(stderr, "usage: test_opencl PLATFORM [--long] [--seed=N]\n");
        return 2;
    }
    if (argc == 3 && strcmp(argv[2], "--sort") == 0)
        return sorts(argv[1]) ? 0 : 1;
    check_start("test_opencl", argc - 1, argv + 1);
    char name[64], why[256] = "";
    cl = sweep_opencl_api(why, sizeof why);
    if (!cl) {
        printf("SKIPPED: %s\n", why);
        return 77;
    }
    find_platform(argv[1]);
    snprintf(name, sizeof name, "opencl:%s", argv[1]);
    test_calls();
    test_refusals();
    test_count();
    test_sharing(name);
    test_cache(name);
    test_options(name);
    (void)cl->ReleaseContext(context);
    (void)cl->ReleaseContext(other_context);
    return check_finish();
}
