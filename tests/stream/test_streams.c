/*
 * Sorts on a caller's own streams, on the mock driver: every operation in place and apart, several streams at once,
 * captures and graphs, and every argument that must be refused.
 */
#include "world.h"

#include <pthread.h>
#include <stdio.h>
#include <string.h>

static const sweep_operation operations[] = {SWEEP_OPERATION_SORT, SWEEP_OPERATION_SORT_PAIRS, SWEEP_OPERATION_ARGSORT,
                                             SWEEP_OPERATION_SORTPERM};
enum { N = 700 };

/* ---- what a call does not do ----------------------------------------------------------------------------------- */

typedef struct state {
    gpu_handle current;
    int mode;
    long allocated, loaded, synchronised, compiled;
} state;

static state state_now(void)
{
    state now = {.mode = GPU_CAPTURE_RELAXED};
    int relaxed;
    (void)gpu.api->context_current(&now.current);
    (void)gpu.api->exchange_capture_mode(&now.mode);
    relaxed = now.mode;
    (void)gpu.api->exchange_capture_mode(&relaxed); /* back to what it was */
    now.allocated = gpu.driver->allocated;
    now.loaded = gpu.driver->loaded;
    now.synchronised = gpu.driver->synchronised;
    now.compiled = gpu.compiler->compiled;
    return now;
}

/* A prepared sort neither allocates, loads, compiles nor waits, and leaves contexts and modes alone. */
static sweep_status quiet_sort(const job *j, sweep_device *device, gpu_handle stream)
{
    state before = state_now();
    sweep_status status = job_sort(j, device, stream);
    state after = state_now();
    CHECK(after.current == before.current && after.mode == before.mode && before.mode == 0);
    CHECK(after.allocated == before.allocated && after.loaded == before.loaded);
    CHECK(after.synchronised == before.synchronised && after.compiled == before.compiled);
    return status;
}

/* ---- sorts ----------------------------------------------------------------------------------------------------- */

static void try_one(sweep_device *device, gpu_handle context, gpu_handle stream, job j)
{
    check_case("operation %d type %d n=%zu value=%zu digit=%u %s", (int)j.operation, (int)j.type, j.n, j.value_size,
               j.options.digit_bits, j.in_place ? "in place" : "apart");
    if (!job_create(&j, device, context, stream))
        return;
    job_fill(&j, stream, PATTERN_ZIPF, check_seed);
    CHECK_STATUS(SWEEP_OK, quiet_sort(&j, device, stream));
    job_check(&j, stream);
    job_destroy(&j);
}

static void test_operations(void)
{
    gpu_handle context = world_context(0), stream = world_stream(context, GPU_STREAM_NON_BLOCKING);
    sweep_device *device;
    CHECK_STATUS(SWEEP_OK, STREAM(open)(&device, stream));
    for (size_t o = 0; o < COUNT(operations); o++)
        for (int in_place = 0; in_place < 2; in_place++)
            for (unsigned digit = 7; digit <= 8; digit++) /* five sweeps, or four */
                for (int split = 0; split < 2; split++) {
                    job j = job_make(operations[o], SWEEP_F32, digit == 8 && in_place ? 50 : N);
                    j.in_place = in_place != 0;
                    j.options.digit_bits = digit;
                    j.options.engine = split ? SWEEP_SPLIT : SWEEP_ONESWEEP;
                    try_one(device, context, stream, j);
                }
    for (int in_place = 0; in_place < 2; in_place++) { /* values moved by index */
        job j = job_make(SWEEP_OPERATION_SORT_PAIRS, SWEEP_F32, N);
        j.value_size = 12;
        j.in_place = in_place != 0;
        try_one(device, context, stream, j);
    }
    for (size_t o = 0; o < COUNT(operations); o++) /* two of eight digits are enough, or are not: the keys have ties */
        for (int in_place = 0; in_place < 2; in_place++) {
            job j = job_make(operations[o], SWEEP_U64, N);
            j.in_place = in_place != 0;
            j.options.enough_digits = 2;
            try_one(device, context, stream, j);
        }
    job wide = job_make(SWEEP_OPERATION_SORT, SWEEP_I128, N), narrow = job_make(SWEEP_OPERATION_SORTPERM, SWEEP_U8, N);
    try_one(device, context, stream, wide);
    narrow.options.order = SWEEP_DESCENDING;
    try_one(device, context, stream, narrow);
    sweep_device_close(device);
    CHECK(world_destroy(context));
}

/* Jobs on several streams, none waited for before all are enqueued; with one library handle, and by threads. */
typedef struct worker {
    job j;
    sweep_device *device;
    gpu_handle stream;
    sweep_status status;
} worker;

static void *work(void *argument)
{
    worker *w = argument;
    w->status = job_sort(&w->j, w->device, w->stream);
    return NULL;
}

static void test_streams(void)
{
    enum { STREAMS = 4 };
    gpu_handle context = world_context(0);
    worker workers[STREAMS];
    pthread_t threads[STREAMS];
    sweep_device *device;
    gpu_handle first = world_stream(context, 0);
    CHECK_STATUS(SWEEP_OK, STREAM(open)(&device, first));
    for (int threaded = 0; threaded < 2; threaded++) {
        check_case("four streams at once%s", threaded ? ", by four threads" : "");
        for (unsigned s = 0; s < STREAMS; s++) {
            worker *w = &workers[s];
            *w = (worker){job_make(operations[s], SWEEP_F32, N + s), device,
                          s ? world_stream(context, GPU_STREAM_NON_BLOCKING) : first, SWEEP_OK};
            CHECK(job_create(&w->j, device, context, w->stream));
            job_fill(&w->j, w->stream, PATTERN_UNIFORM, check_seed + s);
        }
        for (int s = 0; s < STREAMS; s++) {
            if (threaded)
                CHECK(pthread_create(&threads[s], NULL, work, &workers[s]) == 0);
            else
                work(&workers[s]);
        }
        for (int s = 0; s < STREAMS && threaded; s++)
            CHECK(pthread_join(threads[s], NULL) == 0);
        for (int s = 0; s < STREAMS; s++) {
            CHECK_STATUS(SWEEP_OK, workers[s].status);
            job_check(&workers[s].j, workers[s].stream);
            job_destroy(&workers[s].j);
            if (s)
                CHECK(gpu.api->stream_destroy(workers[s].stream) == 0);
        }
    }
    sweep_device_close(device);
    CHECK(world_destroy(context));
}

/* ---- captures -------------------------------------------------------------------------------------------------- */

static void test_capture(void)
{
    gpu_handle context = world_context(0), stream = world_stream(context, GPU_STREAM_NON_BLOCKING);
    gpu_handle graph = NULL, executable = NULL, others = NULL;
    sweep_device *device;
    CHECK_STATUS(SWEEP_OK, STREAM(open)(&device, stream));

    check_case("a sort inside a graph, launched again on other keys");
    job j = job_make(SWEEP_OPERATION_SORT_PAIRS, SWEEP_F32, N);
    j.value_size = 12;
    CHECK(job_create(&j, device, context, stream));
    CHECK(gpu.capture_begin(stream, 0) == 0);
    CHECK_STATUS(SWEEP_OK, quiet_sort(&j, device, stream));
    CHECK(gpu.capture_end(stream, &graph) == 0);
    if (CHECK(graph && gpu.graph_instantiate(&executable, graph, 0) == 0)) {
        for (unsigned round = 0; round < 3; round++) {
            job_fill(&j, stream, PATTERN_UNIFORM, check_seed + round);
            CHECK(gpu.graph_launch(executable, stream) == 0);
            job_check(&j, stream);
        }
        CHECK(gpu.executable_destroy(executable) == 0);
        CHECK(gpu.graph_destroy(graph) == 0);
    }
    job_destroy(&j);

    check_case("a sort that was not prepared is refused, and the capture lives on");
    job late = job_make(SWEEP_OPERATION_SORT, SWEEP_U64, N); /* its scratch is asked for with other options */
    CHECK(job_create(&late, device, context, stream));
    late.options.tile_size = 3 * WORLD_SUBGROUP;
    CHECK(gpu.capture_begin(stream, 0) == 0);
    CHECK_STATUS(SWEEP_ERR_UNSUPPORTED, quiet_sort(&late, device, stream));
    CHECK_STATUS(SWEEP_ERR_UNSUPPORTED, STREAM(scratch)(device, stream, SWEEP_OPERATION_SORT, N, SWEEP_U64, 0,
                                                        &late.options, &late.scratch_bytes));
    CHECK(gpu.capture_end(stream, &graph) == 0);
    CHECK(gpu.graph_destroy(graph) == 0);

    check_case("preparing on another stream does not break a capture");
    others = world_stream(context, GPU_STREAM_NON_BLOCKING);
    CHECK(gpu.capture_begin(stream, 0) == 0);
    CHECK_STATUS(SWEEP_OK, STREAM(scratch)(device, others, SWEEP_OPERATION_SORT, N, SWEEP_U64, 0, &late.options,
                                           &late.scratch_bytes));
    CHECK(gpu.capture_end(stream, &graph) == 0);
    CHECK(gpu.graph_destroy(graph) == 0);
    job_destroy(&late);
    sweep_device_close(device);
    CHECK(world_destroy(context));
    CHECK(gpu.driver->graphs == 0);
}

/* ---- a count on the device ------------------------------------------------------------------------------------- */

/* One graph, launched with other counts: none, few, all, too many. */
static void test_count(void)
{
    static const size_t counts[] = {N, 0, 1, 63, 64, 65, N - 1, N + 1, SIZE_MAX, 300};
    gpu_handle context = world_context(0), stream = world_stream(context, GPU_STREAM_NON_BLOCKING);
    sweep_device *device;
    CHECK_STATUS(SWEEP_OK, STREAM(open)(&device, stream));
    for (size_t o = 0; o < COUNT(operations); o++)
        for (int in_place = 0; in_place < 2; in_place++) {
            gpu_handle graph = NULL, executable = NULL;
            job j = job_make(operations[o], SWEEP_F32, N);
            j.in_place = in_place != 0;
            j.counted = true;
            check_case("a count on the device, operation %d %s", (int)j.operation, in_place ? "in place" : "apart");
            CHECK(job_create(&j, device, context, stream));
            CHECK(gpu.capture_begin(stream, 0) == 0);
            CHECK_STATUS(SWEEP_OK, quiet_sort(&j, device, stream));
            CHECK(gpu.capture_end(stream, &graph) == 0);
            if (CHECK(graph && gpu.graph_instantiate(&executable, graph, 0) == 0)) {
                /* apart, what an earlier launch wrote would stand behind a smaller count */
                for (size_t c = 0; c < (in_place ? COUNT(counts) : 1); c++) {
                    job_fill(&j, stream, PATTERN_ZIPF, check_seed + c);
                    job_count(&j, stream, in_place ? counts[c] : counts[o + 3]);
                    CHECK(gpu.graph_launch(executable, stream) == 0);
                    if (!in_place || j.operation == SWEEP_OPERATION_SORT || j.operation == SWEEP_OPERATION_SORT_PAIRS)
                        job_check(&j, stream);
                    else
                        world_finish(context, stream);
                }
                CHECK(gpu.executable_destroy(executable) == 0 && gpu.graph_destroy(graph) == 0);
            }
            j.options.engine = SWEEP_SPLIT;
            CHECK_STATUS(SWEEP_ERR_UNSUPPORTED, job_sort(&j, device, stream));
            j.options.engine = SWEEP_ONESWEEP;
            void *count = j.options.count;
            j.options.count = (char *)count + 4;
            CHECK_STATUS(SWEEP_ERR_ARGUMENT, job_sort(&j, device, stream));
            j.options.count = j.keys_in;
            CHECK_STATUS(SWEEP_ERR_ARGUMENT, job_sort(&j, device, stream));
            j.options.count = count;
            job_destroy(&j);
        }
    sweep_device_close(device);
    CHECK(world_destroy(context));
}

/* Where no more keys can come than a tile holds, the count counts all the same. */
static void test_small_count(void)
{
    gpu_handle context = world_context(0), stream = world_stream(context, GPU_STREAM_NON_BLOCKING);
    sweep_device *device;
    CHECK_STATUS(SWEEP_OK, STREAM(open)(&device, stream));
    const size_t sizes[] = {2, 50, 2 * WORLD_SUBGROUP}; /* the last is a tile */
    for (size_t s = 0; s < COUNT(sizes); s++)
        for (size_t count = 1; count <= sizes[s]; count += sizes[s] / 2) {
            size_t n = sizes[s];
            job j = job_make(SWEEP_OPERATION_SORT_PAIRS, SWEEP_F32, n);
            j.in_place = j.counted = true;
            check_case("a count of %zu, at most %zu", count, n);
            CHECK(job_create(&j, device, context, stream));
            job_fill(&j, stream, PATTERN_UNIFORM, check_seed);
            job_count(&j, stream, count);
            CHECK_STATUS(SWEEP_OK, job_sort(&j, device, stream));
            job_check(&j, stream);
            job_destroy(&j);
        }
    sweep_device_close(device);
    CHECK(world_destroy(context));
}

/* When a copy to the device returns, what it came from may be changed. */
static void test_upload(void)
{
    uint32_t from[N], kept[N], got[N];
    sweep_device *device;
    sweep_queue queue;
    void *buffer = NULL;
    check_case("a copy to the device has read its source when it returns");
    CHECK_STATUS(SWEEP_OK, sweep_device_open(&device, STREAM_KIND ":0"));
    CHECK_STATUS(SWEEP_OK, sweep_verb_queue(device, &queue));
    CHECK_STATUS(SWEEP_OK, sweep_verb_buffer(device, sizeof from, &buffer));
    pattern_fill(from, N, SWEEP_U32, PATTERN_UNIFORM, check_seed);
    memcpy(kept, from, sizeof from);
    CHECK_STATUS(SWEEP_OK, sweep_verb_write(&queue, buffer, from, sizeof from));
    memset(from, 0x5a, sizeof from);
    CHECK_STATUS(SWEEP_OK, sweep_verb_read(&queue, got, buffer, sizeof got));
    CHECK_SAME(kept, got, N, sizeof *got, "what was copied");
    device->backend->buffer_destroy(device, buffer);
    device->backend->queue_destroy(&queue);
    sweep_device_close(device);
}

/* ---- refusals -------------------------------------------------------------------------------------------------- */

static void test_scratch(void)
{
    gpu_handle context = world_context(0), stream = world_stream(context, 0);
    sweep_device *device;
    check_case("scratch for n serves fewer");
    CHECK_STATUS(SWEEP_OK, STREAM(open)(&device, stream));
    for (size_t o = 0; o < COUNT(operations); o++) {
        sweep_device_options options = small_options();
        size_t before = 0, bytes = 0;
        for (size_t n = 0; n < 3000; n += 1 + n / 7) {
            CHECK_STATUS(SWEEP_OK,
                         STREAM(scratch)(device, stream, operations[o], n, SWEEP_F32, o ? 4 : 0, &options, &bytes));
            CHECK(bytes >= before && bytes % 256 == 0);
            before = bytes;
        }
    }
    sweep_device_close(device);
    CHECK(world_destroy(context));
}

static void test_refusals(void)
{
    gpu_handle context = world_context(0), stream = world_stream(context, 0);
    sweep_device *device, *emulator;
    size_t bytes;
    check_case("refusals");
    CHECK_STATUS(SWEEP_ERR_ARGUMENT, STREAM(open)(NULL, stream));
    CHECK_STATUS(SWEEP_OK, STREAM(open)(&device, stream));
    CHECK_STATUS(SWEEP_OK, sweep_device_open(&emulator, "emulator"));
    job j = job_make(SWEEP_OPERATION_SORT_PAIRS, SWEEP_U32, N);
    CHECK(job_create(&j, device, context, stream));
    char *keys = j.keys_in, *other = j.keys_out, *values = j.values_in, *moved = j.values_out, *scratch = j.scratch;
#define PAIRS(on, a, b, c, d, e, f) STREAM(sort_pairs)(on, stream, a, b, c, d, N, SWEEP_U32, 4, &j.options, e, f)
    CHECK_STATUS(SWEEP_ERR_ARGUMENT, PAIRS(NULL, keys, other, values, moved, scratch, j.scratch_bytes));
    CHECK_STATUS(SWEEP_ERR_ARGUMENT, PAIRS(emulator, keys, other, values, moved, scratch, j.scratch_bytes));
    CHECK_STATUS(SWEEP_ERR_ARGUMENT, PAIRS(device, NULL, other, values, moved, scratch, j.scratch_bytes));
    CHECK_STATUS(SWEEP_ERR_ARGUMENT, PAIRS(device, keys, NULL, values, moved, scratch, j.scratch_bytes));
    CHECK_STATUS(SWEEP_ERR_ARGUMENT, PAIRS(device, keys, other, NULL, moved, scratch, j.scratch_bytes));
    CHECK_STATUS(SWEEP_ERR_ARGUMENT, PAIRS(device, keys, other, values, NULL, scratch, j.scratch_bytes));
    CHECK_STATUS(SWEEP_ERR_ARGUMENT, PAIRS(device, keys, other, values, moved, NULL, j.scratch_bytes));
    CHECK_STATUS(SWEEP_ERR_ARGUMENT, PAIRS(device, keys, other, values, moved, scratch, j.scratch_bytes - 1));
    CHECK_STATUS(SWEEP_ERR_ARGUMENT, PAIRS(device, keys, other, values, moved, scratch + 64, j.scratch_bytes));
    CHECK_STATUS(SWEEP_ERR_ARGUMENT, PAIRS(device, keys + 2, other, values, moved, scratch, j.scratch_bytes));
    CHECK_STATUS(SWEEP_ERR_ARGUMENT, PAIRS(device, keys, other + 1, values, moved, scratch, j.scratch_bytes));
    CHECK_STATUS(SWEEP_ERR_ARGUMENT, PAIRS(device, keys, other, values + 1, moved, scratch, j.scratch_bytes));
    CHECK_STATUS(SWEEP_ERR_ARGUMENT, PAIRS(device, keys, keys + 4, values, moved, scratch, j.scratch_bytes));
    CHECK_STATUS(SWEEP_ERR_ARGUMENT, PAIRS(device, keys, other, keys, moved, scratch, j.scratch_bytes));
    CHECK_STATUS(SWEEP_ERR_ARGUMENT, PAIRS(device, keys, other, values, other, scratch, j.scratch_bytes));
    CHECK_STATUS(SWEEP_ERR_ARGUMENT, PAIRS(device, scratch, other, values, moved, scratch, j.scratch_bytes));
    CHECK_STATUS(SWEEP_ERR_ARGUMENT, STREAM(sort)(device, stream, keys, keys, N, SWEEP_U32, &(sweep_device_options){0},
                                                  scratch, j.scratch_bytes));
    CHECK_STATUS(SWEEP_ERR_ARGUMENT,
                 STREAM(argsort)(device, stream, keys, moved, N, SWEEP_U32, 5, &j.options, scratch, j.scratch_bytes));
    CHECK_STATUS(SWEEP_ERR_ARGUMENT, STREAM(argsort)(device, stream, keys, moved, SIZE_MAX / 2, SWEEP_U32, 4,
                                                     &j.options, scratch, j.scratch_bytes));
    CHECK_STATUS(SWEEP_ERR_ARGUMENT,
                 STREAM(scratch)(device, stream, SWEEP_OPERATION_SORT, N, SWEEP_U32, 0, NULL, NULL));
    CHECK_STATUS(SWEEP_ERR_ARGUMENT,
                 STREAM(scratch)(emulator, stream, SWEEP_OPERATION_SORT, N, SWEEP_U32, 0, NULL, &bytes));
    CHECK_STATUS(SWEEP_ERR_ARGUMENT,
                 STREAM(scratch)(NULL, stream, SWEEP_OPERATION_SORT, N, SWEEP_U32, 0, NULL, &bytes));
    CHECK_STATUS(SWEEP_OK, STREAM(sort)(device, stream, NULL, NULL, 0, SWEEP_U32, NULL, NULL, 0));
    CHECK_STATUS(SWEEP_OK, STREAM(scratch)(device, stream, SWEEP_OPERATION_SORT_COPY, 0, SWEEP_U32, 0, NULL, &bytes));
    CHECK(bytes == 0);
    long launched = gpu.driver->launched;
    CHECK(gpu.driver->misuses == 0);
    job_fill(&j, stream, PATTERN_UNIFORM, check_seed);
    CHECK_STATUS(SWEEP_OK, PAIRS(device, keys, other, values, moved, scratch, j.scratch_bytes));
    job_check(&j, stream);
    CHECK(gpu.driver->launched > launched);
    job_destroy(&j);
    sweep_device_close(device);
    sweep_device_close(emulator);
    CHECK(world_destroy(context));
}

/* ---- cancellation ---------------------------------------------------------------------------------------------- */

typedef struct attempt {
    gpu_handle context, stream;
    bool ended;
    size_t wrong; /* calls that failed, and keys out of order */
} attempt;

/* Every call of a device, in a thread that was cancelled before, over a driver whose functions all are cancellation
   points: the calls end, then the thread. */
static void *cancelled(void *argument)
{
    attempt *a = argument;
    sweep_device *device, *host_device;
    uint32_t keys[N], copy[N];
    size_t bytes = 0, first = 0;
    for (uint32_t i = 0; i < N; i++)
        keys[i] = (i * 7919u) ^ 0x5a5a5a5au;
    pthread_cancel(pthread_self());
    a->wrong += STREAM(open)(&device, a->stream) != SWEEP_OK;
    a->wrong += STREAM(scratch)(device, a->stream, SWEEP_OPERATION_SORT, N, SWEEP_U32, 0, NULL, &bytes) != SWEEP_OK;
    a->wrong += STREAM(sort)(device, a->stream, NULL, NULL, N, SWEEP_U32, NULL, NULL, 0) != SWEEP_ERR_ARGUMENT;
    sweep_device_close(device);
    a->wrong += sweep_device_list(NULL, 0) == 0;
    a->wrong += sweep_device_open(&host_device, STREAM_KIND ":0") != SWEEP_OK;
    a->wrong += sweep_device_sort(host_device, keys, N, SWEEP_U32, NULL) != SWEEP_OK;
    a->wrong += sweep_device_copy(host_device, keys, copy, sizeof keys, NULL) != SWEEP_OK;
    a->wrong += memcmp(keys, copy, sizeof keys) != 0;
    sweep_device_close(host_device);
    a->wrong += sweep_is_sorted(keys, N, SWEEP_U32, &first, NULL) != SWEEP_OK || first != N;
    a->ended = true;
    pthread_testcancel();
    return NULL;
}

/* The same for a sort on a stream: the device is free afterwards. */
typedef struct job_attempt {
    const job *j;
    sweep_device *device;
    gpu_handle stream;
    sweep_status status;
    bool ended;
} job_attempt;

static void *cancelled_job(void *argument)
{
    job_attempt *a = argument;
    pthread_cancel(pthread_self());
    a->status = job_sort(a->j, a->device, a->stream);
    a->ended = true;
    pthread_testcancel();
    return NULL;
}

static void test_cancelled(void)
{
    gpu_handle context = world_context(0), stream = world_stream(context, 0);
    attempt a = {.context = context, .stream = stream};
    pthread_t thread;
    void *result = NULL;
    check_case("calls of a cancelled thread");
    CHECK(pthread_create(&thread, NULL, cancelled, &a) == 0);
    pthread_join(thread, &result);
    CHECK_TEXT(a.ended, "the thread ended within a call");
    CHECK(a.wrong == 0 && result == PTHREAD_CANCELED);

    sweep_device *device = NULL;
    job j = job_make(SWEEP_OPERATION_SORT_PAIRS, SWEEP_U32, N);
    check_case("a sort on a stream by a cancelled thread");
    CHECK_STATUS(SWEEP_OK, STREAM(open)(&device, stream));
    CHECK(job_create(&j, device, context, stream));
    job_fill(&j, stream, PATTERN_ZIPF, check_seed);
    job_attempt one = {.j = &j, .device = device, .stream = stream};
    CHECK(pthread_create(&thread, NULL, cancelled_job, &one) == 0);
    pthread_join(thread, &result);
    CHECK_TEXT(one.ended, "the thread ended within the sort");
    if (one.ended) {
        CHECK(one.status == SWEEP_OK && result == PTHREAD_CANCELED);
        job_check(&j, stream);
        job_fill(&j, stream, PATTERN_ZIPF, check_seed);
        CHECK_STATUS(SWEEP_OK, job_sort(&j, device, stream));
        job_check(&j, stream);
    }
    job_destroy(&j);
    sweep_device_close(device);
    CHECK(world_destroy(context));
}

int main(int argc, char **argv)
{
    check_start("test_streams", argc, argv);
    world_open();
    test_operations();
    test_streams();
    test_capture();
    test_count();
    test_small_count();
    test_upload();
    test_scratch();
    test_refusals();
    test_cancelled();
    check_case("nothing is left");
    CHECK(gpu.driver->allocations == 0 && gpu.driver->libraries == 0 && gpu.driver->streams == 0);
    CHECK(gpu.driver->contexts == 0 && gpu.driver->retained == 0 && gpu.compiler->programs == 0);
    CHECK_TEXT(gpu.driver->misuses == 0, "the driver was misused: %s", gpu.driver->misuse);
    return check_finish();
}
