/*
 * Enough digits on a device: usage: test_enough DEVICE [few]. Data made against them: long equal prefixes, runs of a
 * tile and around it, runs across tiles, one outlier, clusters, doubles in [0, 1), low entropy, zeros and NaNs; what
 * the device's own plan then says: finished, fell back, or never begun. And the count that lies on the device.
 */
#include "device_case.h"
#include "../random.h"
#include "gpu/device.h"
#include "gpu/launch.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define COUNT(array) (sizeof(array) / sizeof *(array))

enum { TILE = 64, ITEMS_OF_GROUP = 16, N = 1500 };

static sweep_device *device;
static random_stream stream;
static sweep_device_report report;
static bool few; /* keys of one type and values of one size: few programs to compile */

typedef enum expectation { MAY, FINISHES, FALLS_BACK, RANKS_ALL } expectation;

static const sweep_operation operations[] = {SWEEP_OPERATION_SORT, SWEEP_OPERATION_SORT_PAIRS, SWEEP_OPERATION_ARGSORT,
                                             SWEEP_OPERATION_SORTPERM};

static unsigned fate_count(sweep_device_fate fate)
{
    unsigned count = 0;
    for (unsigned i = 0; i < report.step_count; i++)
        count += report.steps[i].fate == fate;
    return count;
}

static device_case made(sweep_operation operation, sweep_type type, size_t n, unsigned enough)
{
    device_case t = device_case_default(operation, type, n);
    t.options.engine = SWEEP_ONESWEEP;
    t.options.tile_size = TILE;
    t.options.work_items = ITEMS_OF_GROUP;
    t.options.work_groups = 3;
    t.options.enough_digits = enough;
    t.options.report = &report;
    return t;
}

/* Sorts by every operation, both orders taking turns. */
static void try_all(const char *what, sweep_type type, const void *keys, size_t n, unsigned enough,
                    expectation expected)
{
    static unsigned turn;
    for (size_t o = 0; o < COUNT(operations); o++) {
        device_case t = made(operations[o], type, n, enough);
        t.options.order = turn % 2 ? SWEEP_DESCENDING : SWEEP_ASCENDING;
        t.options.float_order = (sweep_float_order)(turn % 3);
        if (t.operation == SWEEP_OPERATION_SORT_PAIRS)
            t.value_size = few ? 4 : turn % 4 ? 8 : 12;
        turn++;
        check_case("%s, n=%zu, %u digits, %s", what, n, enough, reference_type_of(type)->name);
        device_case_run(device, &t, keys);
        if (expected == FINISHES)
            CHECK(fate_count(SWEEP_FINISHED) == 1 && !report.fell_back && fate_count(SWEEP_SWEPT) == enough);
        if (expected == FALLS_BACK)
            CHECK(fate_count(SWEEP_FINISHED) == 1 && report.fell_back && fate_count(SWEEP_SWEPT) > enough);
        if (expected == RANKS_ALL)
            CHECK(fate_count(SWEEP_FINISHED) == 0 && !report.fell_back);
    }
}

/* u64 keys whose upper 32 bits make runs of `run` equal ones; the lower ones are random, with ties. */
static void fill_runs(uint64_t *keys, size_t n, size_t run, size_t shift)
{
    for (size_t i = 0; i < n; i++)
        keys[i] = (uint64_t)((i + shift) / run * 7919 % 65521) << 40 | random_below(&stream, 2 * run);
    for (size_t i = n - 1; i > 0; i--) { /* shuffled: the sweeps bring the runs together */
        size_t k = (size_t)random_below(&stream, i + 1);
        uint64_t kept = keys[i];
        keys[i] = keys[k];
        keys[k] = kept;
    }
}

static void test_runs(void)
{
    static uint64_t keys[N];
    const size_t runs[] = {1, 2, 7, 8, 9, 10, TILE / 2 - 1, TILE / 2};
    const size_t long_runs[] = {TILE - 1, TILE, TILE + 1, 2 * TILE, 5 * TILE, N};
    for (size_t i = 0; i < COUNT(runs); i++)
        for (size_t shift = 0; shift < 2; shift++) {
            fill_runs(keys, N, runs[i], shift * (runs[i] / 2));
            try_all("runs", SWEEP_U64, keys, N, 2, FINISHES);
        }
    for (size_t i = 0; i < COUNT(long_runs); i++) {
        fill_runs(keys, N, long_runs[i], 0);
        /* a run of a tile fits where it begins at a half; N: its upper digits do not vary, so lower ones are ranked */
        try_all("long runs", SWEEP_U64, keys, N, 2, long_runs[i] > TILE && long_runs[i] < N ? FALLS_BACK : MAY);
    }
    /* one run around a tile's length among single keys, at every place in its tile */
    for (size_t length = TILE / 2 - 1; length <= TILE + 2; length++) {
        size_t at = (size_t)random_below(&stream, 3 * TILE);
        for (size_t i = 0; i < N; i++)
            keys[i] = (uint64_t)(i < at ? i : i < at + length ? at : i) << 40 | random_below(&stream, 50);
        try_all("one run", SWEEP_U64, keys, N, 2, length <= TILE / 2 ? FINISHES : length > TILE ? FALLS_BACK : MAY);
    }
    for (size_t n = TILE + 1; n < 4 * TILE; n += 13) { /* runs that end with the array */
        for (size_t i = 0; i < n; i++)
            keys[i] = (uint64_t)((i + 20 < n ? i : n) * 300) << 40 | random_below(&stream, 50);
        try_all("a last run", SWEEP_U64, keys, n, 2, FINISHES);
    }
}

static void test_data(void)
{
    static uint64_t keys[N];
    static uint32_t narrow[N];
    static double reals[N];
    static unsigned char wide[N * 16];
    for (size_t i = 0; i < N; i++)
        keys[i] = random_next(&stream);
    try_all("uniform", SWEEP_U64, keys, N, 2, FINISHES);
    try_all("uniform", SWEEP_I64, keys, N, 3, FINISHES);
    try_all("uniform bits", SWEEP_F64, keys, N, 3, MAY);
    try_all("more digits than there are", SWEEP_U64, keys, N, 8, RANKS_ALL);
    try_all("more digits than there are", SWEEP_U64, keys, N, 100, RANKS_ALL);
    for (size_t i = 0; i < N; i++)
        narrow[i] = (uint32_t)keys[i];
    try_all("uniform", SWEEP_U32, narrow, N, 2, FINISHES);
    try_all("uniform bits", SWEEP_F32, narrow, N, 2, MAY);
    for (size_t i = 0; i < N; i++)
        keys[i] = 42;
    try_all("all equal", SWEEP_U64, keys, N, 2, RANKS_ALL);
    keys[700] = UINT64_MAX;
    try_all("one outlier", SWEEP_U64, keys, N, 2, FALLS_BACK);
    keys[700] = 43;
    try_all("one digit varies", SWEEP_U64, keys, N, 2, RANKS_ALL);
    for (size_t i = 0; i < N; i++) /* nothing in the upper half: the lower digits that vary are taken */
        keys[i] = random_next(&stream) >> 32;
    try_all("an upper half of zeros", SWEEP_U64, keys, N, 2, FINISHES);
    for (size_t i = 0; i < N; i++)
        keys[i] = (uint64_t)random_below(&stream, 5) << 60 | random_next(&stream) >> 40;
    try_all("clusters", SWEEP_U64, keys, N, 1, FALLS_BACK);
    try_all("clusters", SWEEP_U64, keys, N, 3, MAY);
    for (size_t i = 0; i < N; i++)
        keys[i] = random_next(&stream) & random_next(&stream) & random_next(&stream) & random_next(&stream);
    try_all("low entropy", SWEEP_U64, keys, N, 2, MAY);
    for (size_t i = 0; i < N; i++)
        reals[i] = (double)(random_next(&stream) >> 11) * 0x1p-53;
    try_all("doubles in [0, 1)", SWEEP_F64, reals, N, 2, MAY);
    try_all("doubles in [0, 1)", SWEEP_F64, reals, N, 4, FINISHES);
    const uint64_t special[] = {
        0, UINT64_C(1) << 63,           UINT64_C(0x7ff8000000000001), UINT64_C(0xfff8000000000002),
        1, UINT64_C(0x7ff0000000000001)};
    for (size_t i = 0; i < N; i++) { /* few of each, so that their runs are short */
        uint64_t bits = i < 18 ? special[i % 6] : random_next(&stream) >> 1;
        memcpy(&reals[(i * 677) % N], &bits, sizeof bits);
    }
    try_all("zeros and NaNs", SWEEP_F64, reals, N, 3, MAY);
    for (size_t i = 0; i < N; i++) {
        uint64_t low = random_below(&stream, 3), high = (uint64_t)(i / 5) << 48 | random_below(&stream, 2);
        memcpy(wide + 16 * i, &low, 8);
        memcpy(wide + 16 * i + 8, &high, 8);
    }
    try_all("runs in two halves", SWEEP_U128, wide, N, 2, FINISHES);
    try_all("runs in two halves", SWEEP_I128, wide, N, 3, MAY);
}

/* Windows, digit widths and portions; the sample's own choice. */
static void test_choices(void)
{
    static uint64_t keys[N];
    for (size_t i = 0; i < N; i++)
        keys[i] = random_next(&stream);
    for (unsigned bits = 3; bits <= 8; bits++) {
        device_case t = made(operations[bits % 4], SWEEP_U64, N, 4);
        t.options.digit_bits = bits;
        t.options.begin_bit = bits;
        t.options.end_bit = 60;
        sweep_test_portion = bits % 2 ? 5 * TILE : 0;
        check_case("window [%u, 60), digits of %u bits", bits, bits);
        device_case_run(device, &t, keys);
        CHECK(fate_count(SWEEP_FINISHED) == 1);
    }
    sweep_test_portion = 0;
    sweep_test_ask = true;
    try_all("asked: uniform", SWEEP_U64, keys, N, 0, MAY);
    CHECK(report.enough_digits == 2 && fate_count(SWEEP_FINISHED) == 1);
    for (size_t i = 0; i < N; i++) /* the upper digits go together: each by itself is of full entropy */
        keys[i] = random_below(&stream, 256) * UINT64_C(0x0101010101010101) ^ random_below(&stream, 4096);
    try_all("asked: digits that go together", SWEEP_U64, keys, N, 0, RANKS_ALL);
    for (size_t i = 0; i < N; i++)
        keys[i] = random_below(&stream, 100);
    try_all("asked: few values", SWEEP_U64, keys, N, 0, RANKS_ALL);
    sweep_test_ask = false;
    try_all("not asked", SWEEP_U64, keys, N, SWEEP_ALL_DIGITS, RANKS_ALL);
}

/* A count on the device, through the verbs: n is the bound, and what lies behind the count stays as it is. */
static void test_count(void)
{
    static uint32_t keys[N], right[N], got[N];
    size_t order[N];
    const size_t counts[] = {0, 1, TILE, TILE + 1, 777, N, N + 1};
    sweep_queue queue;
    void *on_device = NULL, *count = NULL;
    CHECK_STATUS(SWEEP_OK, sweep_verb_queue(device, &queue));
    CHECK_STATUS(SWEEP_OK, sweep_verb_buffer(device, sizeof keys, &on_device));
    CHECK_STATUS(SWEEP_OK, sweep_verb_buffer(device, sizeof(sweep_device_count), &count));
    for (size_t i = 0; i < COUNT(counts); i++) {
        for (unsigned enough = 0; enough <= 2; enough += 2) {
            sweep_device_options options = made(SWEEP_OPERATION_SORT, SWEEP_U32, N, enough).options;
            sweep_device_count head = {counts[i], 77, 0};
            sweep_device_plan plan;
            sweep_device_arrays arrays = {on_device, on_device, NULL, NULL, {NULL}};
            bool beyond = counts[i] > N;
            check_case("a count of %zu on the device, bound %d, %u digits", counts[i], (int)N, enough);
            pattern_fill(keys, N, SWEEP_U32, PATTERN_UNIFORM, check_seed + i);
            memcpy(right, keys, sizeof keys);
            options.engine = SWEEP_AUTO;
            options.count = count;
            if (!beyond) {
                reference_sort(keys, counts[i], SWEEP_U32, NULL, order);
                reference_gather(keys, right, order, counts[i], sizeof *keys);
            }
            CHECK_STATUS(SWEEP_ERR_UNSUPPORTED, sweep_device_sort(device, keys, N, SWEEP_U32, &options));
            CHECK_STATUS(SWEEP_OK,
                         sweep_device_plan_make(&plan, device, SWEEP_OPERATION_SORT, N, SWEEP_U32, 0, &options));
            CHECK_STATUS(SWEEP_OK, sweep_device_prepare(device, &plan));
            for (int p = 0; p < SWEEP_SCRATCH_PIECES; p++)
                if (plan.pieces[p])
                    CHECK_STATUS(SWEEP_OK, sweep_verb_buffer(device, plan.pieces[p], &arrays.pieces[p]));
            CHECK_STATUS(SWEEP_OK, sweep_verb_write(&queue, on_device, keys, sizeof keys));
            CHECK_STATUS(SWEEP_OK, sweep_verb_write(&queue, count, &head, sizeof head));
            CHECK_STATUS(SWEEP_OK, sweep_device_enqueue(&queue, &plan, &arrays));
            CHECK_STATUS(SWEEP_OK, sweep_verb_read(&queue, got, on_device, sizeof got));
            CHECK_STATUS(SWEEP_OK, sweep_verb_read(&queue, &head, count, sizeof head));
            CHECK_SAME(right, got, N, sizeof *got, "keys");
            CHECK(head.n == counts[i] && head.status == (beyond ? SWEEP_ERR_ARGUMENT : SWEEP_OK));
            for (int p = 0; p < SWEEP_SCRATCH_PIECES; p++)
                if (plan.pieces[p])
                    device->backend->buffer_destroy(device, arrays.pieces[p]);
        }
    }
    device->backend->buffer_destroy(device, on_device);
    device->backend->buffer_destroy(device, count);
    device->backend->queue_destroy(&queue);
}

int main(int argc, char **argv)
{
    if (argc < 2) {
        fprintf(stderr, "usage: test_enough DEVICE [few] [--long] [--seed=N]\n");
        return 2;
    }
    const char *name = argv[1];
    few = argc > 2 && strcmp(argv[2], "few") == 0;
    if (few) {
        argc--;
        argv++;
    }
    check_start("test_enough", argc - 1, argv + 1);
    stream.counter = check_seed;
    sweep_test_spin = strstr(name, "withhold") ? 3 : 100;
    device = device_open_or_skip(name);
    test_runs();
    if (!few)
        test_data();
    test_choices();
    if (!few)
        test_count();
    sweep_device_close(device);
    return check_finish();
}
