/*
 * Sorts in a caller's own command buffers, on the stand-in: every operation in place and apart, several command buffers
 * and queues at once, a count on the device, and every argument that must be refused.
 */
#include "world.h"

#include <pthread.h>
#include <stdio.h>
#include <string.h>

static const sweep_operation operations[] = {SWEEP_OPERATION_SORT, SWEEP_OPERATION_SORT_PAIRS, SWEEP_OPERATION_ARGSORT,
                                             SWEEP_OPERATION_SORTPERM};
enum { N = 700 };

/* What a test stands on. */
typedef struct stage {
    metal_id native, queue;
    sweep_device *device;
} stage;

static stage stage_set(void)
{
    stage s = {world_device(0), NULL, NULL};
    s.queue = world_queue(s.native);
    CHECK_STATUS(SWEEP_OK, sweep_metal_open(&s.device, s.native));
    return s;
}

static void stage_clear(stage *s)
{
    sweep_device_close(s->device);
    world_release(s->queue);
    world_release(s->native);
    world_check_nothing_left();
}

/* A prepared sort neither allocates nor compiles nor commits, lends nothing to the caller's pool, leaves no encoder
   open and holds nothing itself. */
static sweep_status quiet_sort(const job *j, sweep_device *device, metal_id commands)
{
    void *pool = metal.api->pool_push();
    stand_in_control before = *metal.control;
    sweep_status status = job_sort(j, device, commands);
    const stand_in_control *after = metal.control;
    CHECK(after->allocated == before.allocated && after->compiled == before.compiled);
    CHECK(after->committed == before.committed && after->lain_over == before.lain_over);
    CHECK(after->lent == before.lent && after->pools == before.pools && after->held_devices == before.held_devices);
    CHECK(after->objects == before.objects);
    metal.api->pool_pop(pool);
    return status;
}

/* ---- sorts ----------------------------------------------------------------------------------------------------- */

static void try_one(const stage *s, job j)
{
    check_case("operation %d type %d n=%zu value=%zu digit=%u %s, %zu elements into the buffers", (int)j.operation,
               (int)j.type, j.n, j.value_size, j.options.digit_bits, j.in_place ? "in place" : "apart", j.shift);
    metal_id commands = world_commands(s->queue);
    if (job_create(&j, s->device, s->native)) {
        job_fill(&j, PATTERN_ZIPF, check_seed);
        if (CHECK_STATUS(SWEEP_OK, quiet_sort(&j, s->device, commands))) {
            world_run(commands);
            job_check(&j);
        }
        job_destroy(&j);
    }
    world_release(commands);
}

static void test_operations(void)
{
    stage s = stage_set();
    for (size_t o = 0; o < COUNT(operations); o++)
        for (int in_place = 0; in_place < 2; in_place++)
            for (unsigned digit = 7; digit <= 8; digit++) /* five sweeps, or four */
                for (int split = 0; split < 2; split++) {
                    job j = job_make(operations[o], SWEEP_F32, digit == 8 && in_place ? 50 : N);
                    j.in_place = in_place != 0;
                    j.options.digit_bits = digit;
                    j.options.engine = split ? SWEEP_SPLIT : SWEEP_ONESWEEP;
                    j.shift = digit == 8 ? 0 : 3;
                    try_one(&s, j);
                }
    for (int in_place = 0; in_place < 2; in_place++) { /* values moved by index */
        job j = job_make(SWEEP_OPERATION_SORT_PAIRS, SWEEP_F32, N);
        j.value_size = 12;
        j.in_place = in_place != 0;
        try_one(&s, j);
    }
    for (size_t o = 0; o < COUNT(operations); o++) /* two of eight digits are enough, or are not: the keys have ties */
        for (int in_place = 0; in_place < 2; in_place++) {
            job j = job_make(operations[o], SWEEP_U64, N);
            j.in_place = in_place != 0;
            j.options.enough_digits = 2;
            try_one(&s, j);
        }
    for (size_t n = N; n < N + 16; n++) /* an odd count of sweeps: a copy at the end, from odd places to odd ones */
        for (int wide = 0; wide < 2; wide++) {
            job j = job_make(SWEEP_OPERATION_SORT, SWEEP_U8, n);
            j.in_place = true;
            j.shift = wide ? 16 : n % 16;
            try_one(&s, j);
        }
    job wide = job_make(SWEEP_OPERATION_SORT, SWEEP_I128, N), narrow = job_make(SWEEP_OPERATION_SORTPERM, SWEEP_U8, N);
    try_one(&s, wide);
    narrow.options.order = SWEEP_DESCENDING;
    try_one(&s, narrow);
    try_one(&s, job_make(SWEEP_OPERATION_SORTPERM, SWEEP_U128, 20)); /* one launch, which leaves buffers out */
    try_one(&s, job_make(SWEEP_OPERATION_ARGSORT, SWEEP_U8, 20));
    job plain = job_make(SWEEP_OPERATION_SORT_PAIRS, SWEEP_U32, 9000); /* tiles as the library chooses them */
    plain.options = sweep_default_device_options();
    try_one(&s, plain);
    stage_clear(&s);
}

/* Jobs in several command buffers of two queues, none waited for before all are encoded; also by threads. */
typedef struct worker {
    job j;
    sweep_device *device;
    metal_id commands;
    sweep_status status;
} worker;

static void *work(void *argument)
{
    worker *w = argument;
    w->status = job_sort(&w->j, w->device, w->commands);
    return NULL;
}

static void test_several(void)
{
    enum { JOBS = 4 };
    stage s = stage_set();
    metal_id second = world_queue(s.native);
    worker workers[JOBS];
    pthread_t threads[JOBS];
    for (int threaded = 0; threaded < 2; threaded++) {
        check_case("four command buffers at once%s", threaded ? ", by four threads without pools" : "");
        for (unsigned k = 0; k < JOBS; k++) {
            worker *w = &workers[k];
            *w = (worker){job_make(operations[k], SWEEP_F32, N + k), s.device, world_commands(k % 2 ? second : s.queue),
                          SWEEP_OK};
            CHECK(job_create(&w->j, s.device, s.native));
            job_fill(&w->j, PATTERN_UNIFORM, check_seed + k);
        }
        for (int k = 0; k < JOBS; k++) {
            if (threaded)
                CHECK(pthread_create(&threads[k], NULL, work, &workers[k]) == 0);
            else
                work(&workers[k]);
        }
        for (int k = 0; k < JOBS && threaded; k++)
            CHECK(pthread_join(threads[k], NULL) == 0);
        for (int k = JOBS - 1; k >= 0; k--)
            world_run(workers[k].commands);
        for (int k = 0; k < JOBS; k++) {
            CHECK_STATUS(SWEEP_OK, workers[k].status);
            job_check(&workers[k].j);
            job_destroy(&workers[k].j);
            world_release(workers[k].commands);
        }
    }
    check_case("two sorts in one command buffer, the second of what the first made");
    metal_id commands = world_commands(s.queue);
    job first = job_make(SWEEP_OPERATION_SORT, SWEEP_U32, N), again = job_make(SWEEP_OPERATION_SORT, SWEEP_U32, N);
    CHECK(job_create(&first, s.device, s.native));
    job_fill(&first, PATTERN_UNIFORM, check_seed);
    CHECK_STATUS(SWEEP_OK, quiet_sort(&first, s.device, commands));
    CHECK(job_create(&again, s.device, s.native));
    job_fill(&again, PATTERN_UNIFORM, check_seed);
    CHECK_STATUS(SWEEP_OK, sweep_metal_sort(s.device, commands, first.keys_out, again.keys_out, N, SWEEP_U32,
                                            &first.options, again.scratch));
    world_run(commands);
    job_check(&first);
    job_check(&again);
    job_destroy(&first);
    job_destroy(&again);
    world_release(commands);
    world_release(second);
    stage_clear(&s);
}

/* ---- a count on the device ------------------------------------------------------------------------------------- */

static void test_count(void)
{
    static const size_t counts[] = {N, 0, 1, 63, 64, 65, N - 1, N + 1, SIZE_MAX, 300};
    stage s = stage_set();
    for (size_t o = 0; o < COUNT(operations); o++)
        for (size_t c = 0; c < COUNT(counts); c++)
            for (int in_place = 0; in_place < (o < 2 ? 2 : 1); in_place++) {
                job j = job_make(operations[o], SWEEP_F32, N);
                j.in_place = in_place != 0;
                j.counted = true;
                check_case("a count of %zu on the device, operation %d %s", counts[c], (int)j.operation,
                           in_place ? "in place" : "apart");
                metal_id commands = world_commands(s.queue);
                CHECK(job_create(&j, s.device, s.native));
                job_fill(&j, PATTERN_ZIPF, check_seed + c);
                job_count(&j, counts[c]);
                CHECK_STATUS(SWEEP_OK, quiet_sort(&j, s.device, commands));
                world_run(commands);
                job_check(&j);
                world_release(commands);
                commands = world_commands(s.queue);
                j.options.engine = SWEEP_SPLIT;
                CHECK_STATUS(SWEEP_ERR_UNSUPPORTED, job_sort(&j, s.device, commands));
                j.options.engine = SWEEP_ONESWEEP;
                void *count = j.options.count;
                j.options.count = j.scratch.buffer;
                j.scratch.offset = 0;
                CHECK_STATUS(SWEEP_ERR_ARGUMENT, job_sort(&j, s.device, commands));
                j.options.count = count;
                world_release(commands);
                job_destroy(&j);
            }
    stage_clear(&s);
}

/* ---- refusals -------------------------------------------------------------------------------------------------- */

static void test_scratch(void)
{
    stage s = stage_set();
    check_case("scratch for n serves fewer");
    for (size_t o = 0; o < COUNT(operations); o++) {
        sweep_device_options options = small_options();
        size_t before = 0, bytes = 0;
        for (size_t n = 0; n < 3000; n += 1 + n / 7) {
            CHECK_STATUS(SWEEP_OK,
                         sweep_metal_scratch(s.device, operations[o], n, SWEEP_F32, o ? 4 : 0, &options, &bytes));
            CHECK(bytes >= before && bytes % 256 == 0);
            before = bytes;
        }
    }
    check_case("scratch that no buffer holds");
    size_t bytes = 77;
    CHECK_STATUS(SWEEP_ERR_UNSUPPORTED,
                 sweep_metal_scratch(s.device, SWEEP_OPERATION_SORT, (size_t)1 << 30, SWEEP_U64, 0, NULL, &bytes));
    CHECK(bytes == 77 && sweep_device_message(s.device, NULL, 0) > 0);
    stage_clear(&s);
}

static sweep_metal_array shifted(sweep_metal_array array, size_t bytes)
{
    return (sweep_metal_array){array.buffer, array.offset + bytes};
}

static void test_refusals(void)
{
    stage s = stage_set();
    metal_id foreign = world_device(1), foreign_queue = world_queue(foreign), commands = world_commands(s.queue);
    const sweep_metal_array none = {NULL, 0};
    sweep_device *emulator, *refused = s.device;
    size_t bytes;
    check_case("refusals");
    CHECK_STATUS(SWEEP_ERR_ARGUMENT, sweep_metal_open(NULL, s.native));
    CHECK_STATUS(SWEEP_ERR_ARGUMENT, sweep_metal_open(&refused, NULL));
    CHECK(refused == NULL);
    CHECK_STATUS(SWEEP_OK, sweep_device_open(&emulator, "emulator"));
    job j = job_make(SWEEP_OPERATION_SORT_PAIRS, SWEEP_U32, N), far = job_make(SWEEP_OPERATION_SORT, SWEEP_U32, N);
    CHECK(job_create(&j, s.device, s.native) && job_create(&far, s.device, foreign));
    sweep_metal_array keys = j.keys_in, other = j.keys_out, values = j.values_in, moved = j.values_out;
    sweep_metal_array scratch = j.scratch;
    long dispatched = metal.control->dispatched;
#define PAIRS(on, in, a, b, c, d, e) sweep_metal_sort_pairs(on, in, a, b, c, d, N, SWEEP_U32, 4, &j.options, e)
    CHECK_STATUS(SWEEP_ERR_ARGUMENT, PAIRS(NULL, commands, keys, other, values, moved, scratch));
    CHECK_STATUS(SWEEP_ERR_ARGUMENT, PAIRS(emulator, commands, keys, other, values, moved, scratch));
    CHECK_STATUS(SWEEP_ERR_ARGUMENT, PAIRS(s.device, NULL, keys, other, values, moved, scratch));
    CHECK_STATUS(SWEEP_ERR_ARGUMENT, PAIRS(s.device, commands, none, other, values, moved, scratch));
    CHECK_STATUS(SWEEP_ERR_ARGUMENT, PAIRS(s.device, commands, keys, none, values, moved, scratch));
    CHECK_STATUS(SWEEP_ERR_ARGUMENT, PAIRS(s.device, commands, keys, other, none, moved, scratch));
    CHECK_STATUS(SWEEP_ERR_ARGUMENT, PAIRS(s.device, commands, keys, other, values, none, scratch));
    CHECK_STATUS(SWEEP_ERR_ARGUMENT, PAIRS(s.device, commands, keys, other, values, moved, none));
    CHECK_STATUS(SWEEP_ERR_ARGUMENT, PAIRS(s.device, commands, keys, other, values, moved, shifted(scratch, 64)));
    CHECK_STATUS(SWEEP_ERR_ARGUMENT, PAIRS(s.device, commands, keys, other, values, moved, shifted(scratch, 256)));
    CHECK_STATUS(SWEEP_ERR_ARGUMENT, PAIRS(s.device, commands, shifted(keys, 2), other, values, moved, scratch));
    CHECK_STATUS(SWEEP_ERR_ARGUMENT, PAIRS(s.device, commands, shifted(keys, 68), other, values, moved, scratch));
    CHECK_STATUS(SWEEP_ERR_ARGUMENT, PAIRS(s.device, commands, keys, shifted(other, 1), values, moved, scratch));
    CHECK_STATUS(SWEEP_ERR_ARGUMENT, PAIRS(s.device, commands, keys, other, shifted(values, 1), moved, scratch));
    CHECK_STATUS(SWEEP_ERR_ARGUMENT, PAIRS(s.device, commands, keys, other, values, shifted(moved, 68), scratch));
    CHECK_STATUS(SWEEP_ERR_ARGUMENT, PAIRS(s.device, commands, keys, shifted(keys, 4), values, moved, scratch));
    CHECK_STATUS(SWEEP_ERR_ARGUMENT, PAIRS(s.device, commands, keys, other, keys, moved, scratch));
    CHECK_STATUS(SWEEP_ERR_ARGUMENT, PAIRS(s.device, commands, keys, other, values, other, scratch));
    CHECK_STATUS(SWEEP_ERR_ARGUMENT, PAIRS(s.device, commands, scratch, other, values, moved, scratch));
    CHECK_STATUS(SWEEP_ERR_ARGUMENT, PAIRS(s.device, commands, far.keys_in, other, values, moved, scratch));
    CHECK_STATUS(SWEEP_ERR_ARGUMENT, PAIRS(s.device, commands, keys, other, values, moved, far.scratch));
    CHECK_STATUS(SWEEP_ERR_ARGUMENT, PAIRS(s.device, commands, keys, other, values, moved,
                                           ((sweep_metal_array){scratch.buffer, SIZE_MAX - 255})));
    metal_id abroad = world_commands(foreign_queue);
    CHECK_STATUS(SWEEP_ERR_ARGUMENT, PAIRS(s.device, abroad, keys, other, values, moved, scratch));
    CHECK_STATUS(SWEEP_ERR_ARGUMENT, sweep_metal_sort(s.device, abroad, none, none, 0, SWEEP_U32, NULL, none));
    CHECK_STATUS(SWEEP_ERR_ARGUMENT,
                 sweep_metal_sort(s.device, commands, keys, keys, N, SWEEP_U32, &(sweep_device_options){0}, scratch));
    CHECK_STATUS(SWEEP_ERR_ARGUMENT,
                 sweep_metal_argsort(s.device, commands, keys, moved, N, SWEEP_U32, 5, &j.options, scratch));
    CHECK_STATUS(SWEEP_ERR_ARGUMENT,
                 sweep_metal_argsort(s.device, commands, keys, moved, SIZE_MAX / 2, SWEEP_U32, 4, &j.options, scratch));
    CHECK_STATUS(SWEEP_ERR_ARGUMENT, sweep_metal_scratch(s.device, SWEEP_OPERATION_SORT, N, SWEEP_U32, 0, NULL, NULL));
    CHECK_STATUS(SWEEP_ERR_ARGUMENT,
                 sweep_metal_scratch(emulator, SWEEP_OPERATION_SORT, N, SWEEP_U32, 0, NULL, &bytes));
    CHECK_STATUS(SWEEP_ERR_ARGUMENT, sweep_metal_scratch(NULL, SWEEP_OPERATION_SORT, N, SWEEP_U32, 0, NULL, &bytes));
    CHECK_STATUS(SWEEP_OK, sweep_metal_sort(s.device, commands, none, none, 0, SWEEP_U32, NULL, none));
    CHECK_STATUS(SWEEP_OK, sweep_metal_scratch(s.device, SWEEP_OPERATION_SORT_COPY, 0, SWEEP_U32, 0, NULL, &bytes));
    CHECK(bytes == 0);
    CHECK(metal.control->dispatched == dispatched && metal.control->misuses == 0);

    check_case("after all refusals the command buffer is as good as new; once committed it is refused");
    job_fill(&j, PATTERN_UNIFORM, check_seed);
    CHECK_STATUS(SWEEP_OK, PAIRS(s.device, commands, keys, other, values, moved, scratch));
    world_run(commands);
    job_check(&j);
    CHECK_STATUS(SWEEP_ERR_ARGUMENT, PAIRS(s.device, commands, keys, other, values, moved, scratch));
    metal_id fresh = world_commands(s.queue), again = world_commands(s.queue);
    void *pool = metal.api->pool_push();
    metal_commit(metal.api, fresh);
    metal.api->pool_pop(pool);
    CHECK_STATUS(SWEEP_ERR_ARGUMENT, PAIRS(s.device, fresh, keys, other, values, moved, scratch));
    world_run(again); /* runs what was committed before, too */
    const metal_id gone[] = {commands, abroad, fresh, again, foreign_queue, foreign};
    job_destroy(&j);
    job_destroy(&far);
    for (size_t i = 0; i < COUNT(gone); i++)
        world_release(gone[i]);
    sweep_device_close(emulator);
    stage_clear(&s);
}

int main(int argc, char **argv)
{
    check_start("test_calls", argc, argv);
    world_open();
    test_operations();
    test_several();
    test_count();
    test_scratch();
    test_refusals();
    return check_finish();
}
