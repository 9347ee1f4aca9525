/*
 * Sorts on a device against the reference: usage: test_device DEVICE [onesweep]. A pairwise matrix of types,
 * operations, options, shapes, portions and patterns, of OneSweep's stages too; the rows that broke other sorts on
 * GPUs; every failing verb.
 */
#ifndef _DEFAULT_SOURCE
#define _DEFAULT_SOURCE
#endif
#include "device_case.h"
#include "../buffers.h"
#include "../pairwise.h"
#include "gpu/device.h"
#include "gpu/kernels/stages.h"
#include "sweep_limits.h"

#include <math.h>
#include <stdio.h>

#define COUNT(array) (sizeof(array) / sizeof *(array))

static const sweep_operation operations[] = {SWEEP_OPERATION_SORT, SWEEP_OPERATION_SORT_PAIRS, SWEEP_OPERATION_ARGSORT,
                                             SWEEP_OPERATION_SORTPERM};
static const char *const operation_names[] = {"sort", "pairs", "argsort", "sortperm"};

/* Tiles as work-items a group times keys a work-item. Few shapes, for each is compiled by itself. */
typedef struct tile_shape {
    unsigned work_items;
    size_t tile;
} tile_shape;
static const tile_shape emulator_shapes[] = {{16, 64}, {1, 1},  {0, 7},   {5, 15},    {32, 32}, {64, 192},
                                             {7, 49},  {3, 96}, {0, 256}, {128, 384}, {0, 0},   {96, 288}};
static const tile_shape opencl_shapes[] = {{16, 64}};
static const size_t value_sizes[] = {4, 8, 1, 2, 16, 3, 12, 24, 384, 900};
static const size_t few_value_sizes[] = {4, 8, 4, 8, 16, 3, 12, 24, 384, 900};
static const unsigned group_counts[] = {0, 1, 2, 3, 7, 128};
static const unsigned windows = 7;

static bool emulated(sweep_device *device)
{
    return device->backend == &sweep_emulator_backend;
}

static bool withheld; /* some tiles publish nothing: nobody need wait long for them */

/* ---- the matrix ------------------------------------------------------------------------------------------------ */

enum {
    TYPE,
    OPERATION,
    VALUE,
    ORDER,
    FLOAT_ORDER,
    WINDOW,
    DIGIT,
    PATTERN,
    SHAPE,
    GROUPS,
    SIZE,
    PORTION,
    RANK,
    EARLY,
    LOOK,
    SPIN,
    ENOUGH,
    FACTORS
};

/* Sizes around the tile, and beyond. */
enum { SIZES = 12 };
static size_t size_of(unsigned kind, size_t tile)
{
    const size_t sizes[SIZES] = {
        0, 1, 2, tile - 1, tile, tile + 1, 2 * tile - 1, 2 * tile + 1, 5 * tile + 3, 1000, 3001, 17 * tile};
    return sizes[kind] > 5000 ? 5000 : sizes[kind];
}

static void set_window(sweep_device_options *options, unsigned kind, unsigned width)
{
    const unsigned all[7][2] = {
        {0, 0}, {0, width / 2}, {width / 3, 0}, {width / 2, width / 2}, {width - 1, width}, {3, width - 2}, {1, width}};
    options->begin_bit = all[kind][0];
    options->end_bit = all[kind][1];
}

static void test_matrix(sweep_device *device)
{
    const tile_shape *shapes = emulated(device) ? emulator_shapes : opencl_shapes;
    unsigned shape_count = emulated(device) ? COUNT(emulator_shapes) : COUNT(opencl_shapes);
    const size_t *sizes = value_sizes;
    unsigned levels[FACTORS] = {REFERENCE_TYPES,
                                COUNT(operations),
                                COUNT(value_sizes),
                                2,
                                3,
                                windows,
                                9,
                                PATTERN_COUNT,
                                shape_count,
                                COUNT(group_counts),
                                SIZES,
                                4,
                                1,
                                1,
                                1,
                                1,
                                1};
    const int looks[3] = {1, 2, 5};
    const long spins[3] = {0, 3, -1};
    if (device_case_engine == SWEEP_ONESWEEP) {
        if (!emulated(device) && !check_long)
            sizes = few_value_sizes;                            /* fewer programs: SPLIT tries the others */
        levels[RANK] = emulated(device) ? SWEEP_RANK_FORMS : 1; /* elsewhere each is compiled by itself */
        levels[EARLY] = emulated(device) ? 2 : 1;
        levels[LOOK] = emulated(device) ? 3 : 1;
        levels[SPIN] = 3;
        levels[ENOUGH] = 5;
    }
    pairwise matrix = {.factors = FACTORS, .levels = levels, .stream = {check_seed}};
    unsigned row[PAIRWISE_FACTORS];
    size_t rows = 0;
    for (unsigned round = 0; round < (check_long ? 6u : 1u); round++) {
        memset(matrix.met, 0, sizeof matrix.met);
        while (pairwise_next(&matrix, row)) {
            const reference_type *type = &reference_types[row[TYPE]];
            tile_shape shape = shapes[row[SHAPE]];
            device_case t = device_case_default(operations[row[OPERATION]], type->type,
                                                size_of(row[SIZE], shape.tile ? shape.tile : 1024));
            if (t.operation == SWEEP_OPERATION_SORT_PAIRS)
                t.value_size = sizes[row[VALUE]];
            else if (t.value_size)
                t.value_size = row[VALUE] % 2 ? 8 : 4;
            if (t.n > 1000 && (t.value_size > 100 || TEST_UNDER_TSAN))
                t.n = 1000;
            t.misaligned = row[VALUE] * 5 % 17;
            t.options.order = row[ORDER] ? SWEEP_DESCENDING : SWEEP_ASCENDING;
            t.options.float_order = (sweep_float_order)row[FLOAT_ORDER];
            t.options.digit_bits = row[DIGIT];
            t.options.tile_size = shape.tile;
            t.options.work_items = shape.work_items;
            t.options.work_groups = group_counts[row[GROUPS]];
            set_window(&t.options, row[WINDOW], 8 * type->bytes);
            if (device_case_engine == SWEEP_ONESWEEP) {
                t.options.enough_digits = row[ENOUGH] == 4 ? SWEEP_ALL_DIGITS : row[ENOUGH];
                sweep_test_ask = true;
                sweep_test_rank = emulated(device) ? (int)row[RANK] : -1;
                sweep_test_early = emulated(device) ? (int)row[EARLY] : -1;
                sweep_test_look = emulated(device) ? looks[row[LOOK]] : -1;
                sweep_test_spin = withheld && row[SPIN] == 2 ? 10 : spins[row[SPIN]];
            }
            const size_t portions[4] = {0, 1, 3 * (shape.tile ? shape.tile : 1), 700};
            sweep_test_portion = portions[row[PORTION]];
            if (sweep_test_portion && t.n / (shape.tile ? shape.tile : 1) > 100)
                sweep_test_portion = 700; /* not thousands of launches */
            check_case("matrix %s %s n=%zu value=%zu order=%u float=%u window=[%u,%u) digit=%u tile=%zu/%u groups=%u "
                       "portion=%u pattern=%s rank=%d early=%d look=%d spin=%ld enough=%u",
                       type->name, operation_names[row[OPERATION]], t.n, t.value_size, row[ORDER], row[FLOAT_ORDER],
                       t.options.begin_bit, t.options.end_bit, row[DIGIT], shape.tile, shape.work_items,
                       t.options.work_groups, (unsigned)sweep_test_portion, pattern_name((pattern)row[PATTERN]),
                       sweep_test_rank, sweep_test_early, sweep_test_look, sweep_test_spin, t.options.enough_digits);
            device_case_pattern(device, &t, (pattern)row[PATTERN], check_seed + rows);
            rows++;
        }
    }
    sweep_test_portion = 0;
    sweep_test_ask = false;
    sweep_test_rank = sweep_test_early = sweep_test_look = -1;
    sweep_test_spin = withheld ? 10 : -1;
    printf("matrix: %zu rows, %zu pairs impossible\n", rows, matrix.lost);
}

/* ---- rows ------------------------------------------------------------------------------------------------------ */

static device_case small_tiles(sweep_operation operation, sweep_type type, size_t n)
{
    device_case t = device_case_default(operation, type, n);
    t.options.tile_size = 64;
    t.options.work_items = 16;
    return t;
}

/* Tries keys with every operation that fits, small tiles and default ones, both orders. */
static void everywhere(sweep_device *device, const char *row, sweep_type type, const void *keys, size_t n)
{
    for (unsigned o = 0; o < COUNT(operations); o++)
        for (unsigned order = 0; order < 2; order++)
            for (unsigned tile = 0; tile < (emulated(device) ? 2u : 1u); tile++) {
                device_case t =
                    tile ? device_case_default(operations[o], type, n) : small_tiles(operations[o], type, n);
                t.options.order = order ? SWEEP_DESCENDING : SWEEP_ASCENDING;
                check_case("%s %s n=%zu order=%u tile=%u", row, operation_names[o], n, order, tile);
                device_case_run(device, &t, keys);
            }
}

static void test_rows(sweep_device *device)
{
    const uint8_t bools[] = {1, 0, 1, 0, 1};
    const int32_t most[] = {1, INT32_MAX, 2};
    const float nans[] = {1, NAN, 2, NAN, 3}, keyed[] = {5, 9, NAN, 5};
    const double zeros[] = {0, -0.0, -0.0, 0}, order[] = {3, NAN, 1, NAN, 2};
    const double specials[] = {-NAN, NAN, -INFINITY, INFINITY, -1, 1};
    const int64_t few[] = {INT64_MIN, 0, 3, 2, 1, 3, 6, 4, 3}, borders[] = {-1, 65535, -32768, 0};
    const uint32_t ties[] = {1, 2, 3, 3, 2, 1}, stable[] = {0, 1, 0}, middle[] = {104, 203, 308, 401};
    everywhere(device, "G1", SWEEP_U8, bools, 5);
    everywhere(device, "G1", SWEEP_I32, most, 3);
    everywhere(device, "G1", SWEEP_F32, nans, 5);
    everywhere(device, "F1", SWEEP_F64, zeros, 4);
    everywhere(device, "F2", SWEEP_F64, specials, 6);
    everywhere(device, "F4", SWEEP_F64, order, 5);
    everywhere(device, "F11", SWEEP_F32, keyed, 4);
    everywhere(device, "I3", SWEEP_I64, few, 9);
    everywhere(device, "I10", SWEEP_U32, middle, 4);
    everywhere(device, "I12", SWEEP_I64, borders, 4);
    everywhere(device, "T1", SWEEP_U32, stable, 3);
    everywhere(device, "T2", SWEEP_U32, ties, 6);
    everywhere(device, "S1", SWEEP_U32, ties, 1);

    /* T2 and F4 once more by their literal results, so that the reference is not the only judge. */
    static const uint32_t t2[] = {0, 5, 1, 4, 2, 3}, f4[] = {2, 4, 0, 1, 3};
    uint32_t got[6];
    check_case("T2 literal");
    CHECK_STATUS(SWEEP_OK, sweep_device_argsort(device, ties, got, 6, SWEEP_U32, 4, NULL));
    CHECK_SAME(t2, got, 6, 4, "indices");
    check_case("F4 literal");
    CHECK_STATUS(SWEEP_OK, sweep_device_argsort(device, order, got, 5, SWEEP_F64, 4, NULL));
    CHECK_SAME(f4, got, 5, 4, "indices");

    /* I1: few keys of the largest value before many of the smallest; I4: equal keys; I2: sorted. */
    enum { N = 3000 };
    int32_t *keys = malloc(N * sizeof *keys);
    for (int i = 0; i < N; i++)
        keys[i] = i < 100 ? INT32_MAX : -1;
    everywhere(device, "I1", SWEEP_I32, keys, N);
    for (int i = 0; i < N; i++)
        keys[i] = 7;
    everywhere(device, "I4", SWEEP_I32, keys, N);
    for (int i = 0; i < N; i++)
        keys[i] = i;
    everywhere(device, "I2, T7", SWEEP_I32, keys, N);
    free(keys);
}

/* G3: every n in [tile, 2 tiles], descending too (G2); and the sizes of the row. */
static void test_sizes(sweep_device *device)
{
    for (size_t n = 0; n <= 131; n++) {
        device_case t = small_tiles(n % 2 ? SWEEP_OPERATION_SORTPERM : SWEEP_OPERATION_SORT, SWEEP_U32, n);
        t.options.order = n % 4 < 2 ? SWEEP_DESCENDING : SWEEP_ASCENDING;
        check_case("G3 tile 64, n=%zu", n);
        device_case_pattern(device, &t, n % 3 ? PATTERN_UNIFORM : PATTERN_SPECIALS, check_seed + n);
    }
    if (TEST_UNDER_TSAN && !check_long)
        return;
    const size_t sizes[] = {1792, 1793, 2304, 2305, 3073, 6144, 4096, 4097, 8191, 20001};
    for (size_t i = 0; i < COUNT(sizes); i++) {
        device_case t = device_case_default(SWEEP_OPERATION_SORTPERM, SWEEP_U32, sizes[i]);
        if (!emulated(device))
            t = small_tiles(SWEEP_OPERATION_SORTPERM, SWEEP_U32, sizes[i]);
        t.options.order = i % 2 ? SWEEP_DESCENDING : SWEEP_ASCENDING;
        check_case("G3 n=%zu", sizes[i]);
        device_case_pattern(device, &t, PATTERN_FEW_DISTINCT, check_seed + i);
    }
}

/* ---- refusals and failures ------------------------------------------------------------------------------------- */

static void test_arguments(sweep_device *device)
{
    uint32_t keys[8] = {5, 3, 1, 4}, values[8] = {0};
    sweep_device_options o = sweep_default_device_options();
    check_case("arguments");
    CHECK_STATUS(SWEEP_ERR_ARGUMENT, sweep_device_sort(NULL, keys, 4, SWEEP_U32, NULL));
    CHECK_STATUS(SWEEP_ERR_ARGUMENT, sweep_device_sort(device, NULL, 4, SWEEP_U32, NULL));
    CHECK_STATUS(SWEEP_OK, sweep_device_sort(device, NULL, 0, SWEEP_U32, NULL));
    sweep_device_times times = {-1, -1, -1};
    sweep_device_options timed = sweep_default_device_options();
    timed.times = &times;
    CHECK_STATUS(SWEEP_OK, sweep_device_sort(device, NULL, 0, SWEEP_U32, &timed));
    CHECK(times.to_device == 0 && times.sort == 0 && times.to_host == 0);
    timed.times = NULL;
    timed.digit_bits = 9;
    CHECK_STATUS(SWEEP_ERR_UNSUPPORTED, sweep_device_sort(device, keys, 4, SWEEP_U32, &timed));
    CHECK(sweep_device_message(device, NULL, 0) > 0);
    CHECK_STATUS(SWEEP_ERR_UNSUPPORTED, sweep_device_sort(device, NULL, 0, (sweep_type)99, NULL));
    CHECK(sweep_device_message(device, NULL, 0) > 0);
    CHECK_STATUS(SWEEP_OK, sweep_device_sort(device, NULL, 0, SWEEP_U32, NULL));
    CHECK(sweep_device_message(device, NULL, 0) == 0);
    CHECK_STATUS(SWEEP_ERR_ARGUMENT, sweep_device_sort(device, keys, SIZE_MAX / 2, SWEEP_U32, NULL));
    CHECK_STATUS(SWEEP_ERR_ARGUMENT, sweep_device_sort_pairs(device, keys, values, 4, SWEEP_U32, 0, NULL));
    CHECK_STATUS(SWEEP_ERR_ARGUMENT, sweep_device_sort_pairs(device, keys, keys + 2, 4, SWEEP_U32, 4, NULL));
    CHECK_STATUS(SWEEP_ERR_ARGUMENT, sweep_device_sort_pairs(device, keys, NULL, 4, SWEEP_U32, 4, NULL));
    CHECK_STATUS(SWEEP_ERR_ARGUMENT, sweep_device_argsort(device, keys, values, 4, SWEEP_U32, 2, NULL));
    o.struct_size = 4;
    CHECK_STATUS(SWEEP_ERR_ARGUMENT, sweep_device_sort(device, keys, 4, SWEEP_U32, &o));
    o = sweep_default_device_options();
    o.digit_bits = 9;
    CHECK_STATUS(SWEEP_ERR_UNSUPPORTED, sweep_device_sort(device, keys, 4, SWEEP_U32, &o));
    o.digit_bits = 17;
    CHECK_STATUS(SWEEP_ERR_ARGUMENT, sweep_device_sort(device, keys, 4, SWEEP_U32, &o));
    o = sweep_default_device_options();
    o.engine = SWEEP_LSD;
    CHECK_STATUS(SWEEP_ERR_UNSUPPORTED, sweep_device_sort(device, keys, 4, SWEEP_U32, &o));
    o.engine = SWEEP_SPLIT;
    o.enough_digits = 2;
    CHECK_STATUS(SWEEP_ERR_UNSUPPORTED, sweep_device_sort(device, keys, 4, SWEEP_U32, &o));
    o.enough_digits = SWEEP_ALL_DIGITS;
    CHECK_STATUS(SWEEP_OK, sweep_device_sort(device, NULL, 0, SWEEP_U32, &o));
    o.reserved = 1;
    CHECK_STATUS(SWEEP_ERR_ARGUMENT, sweep_device_sort(device, keys, 4, SWEEP_U32, &o));
    o.reserved = 0;
    o.count = keys;
    CHECK_STATUS(SWEEP_ERR_UNSUPPORTED, sweep_device_sort(device, keys, 4, SWEEP_U32, &o));
    o.count = NULL;
    o.engine = (sweep_engine)9;
    CHECK_STATUS(SWEEP_ERR_UNSUPPORTED, sweep_device_sort(device, keys, 4, SWEEP_U32, &o));
    o = sweep_default_device_options();
    o.begin_bit = 33;
    CHECK_STATUS(SWEEP_ERR_ARGUMENT, sweep_device_sort(device, keys, 4, SWEEP_U32, &o));
    o = sweep_default_device_options();
    o.tile_size = 100;
    o.work_items = 16;
    CHECK_STATUS(SWEEP_ERR_ARGUMENT, sweep_device_sort(device, keys, 4, SWEEP_U32, &o));
    o.tile_size = 70000;
    o.work_items = 0;
    CHECK_STATUS(SWEEP_ERR_UNSUPPORTED, sweep_device_sort(device, keys, 4, SWEEP_U32, &o));
    o.tile_size = 1009; /* a prime: one work-item with 1009 keys */
    CHECK_STATUS(SWEEP_ERR_UNSUPPORTED, sweep_device_sort(device, keys, 4, SWEEP_U32, &o));
    sweep_limits.index32 = 3; /* T6 */
    CHECK_STATUS(SWEEP_ERR_UNSUPPORTED, sweep_device_argsort(device, keys, values, 4, SWEEP_U32, 4, NULL));
    sweep_limits.index32 = UINT64_C(1) << 32;
    const uint32_t untouched[8] = {5, 3, 1, 4};
    CHECK_SAME(untouched, keys, 8, 4, "keys of refused calls");

    sweep_device *none;
    CHECK_STATUS(SWEEP_ERR_ARGUMENT, sweep_device_open(&none, "abacus:0"));
    CHECK(none == NULL);
    CHECK_STATUS(SWEEP_ERR_ARGUMENT, sweep_device_open(NULL, "emulator"));
    CHECK_STATUS(SWEEP_ERR_ARGUMENT, sweep_device_open(&none, NULL));
    CHECK_STATUS(SWEEP_ERR_ARGUMENT, sweep_device_open(&none, "emulator:speed=11"));
    CHECK(sweep_device_list(NULL, 0) >= 2);
    sweep_device_close(NULL);
}

/* T6's other side, injected: more keys than 4-byte indices can name sort large values by 8-byte indices. */
static void test_wide_indices(sweep_device *device)
{
    device_case t = small_tiles(SWEEP_OPERATION_SORT_PAIRS, SWEEP_U16, 500);
    t.value_size = 24;
    check_case("values moved by 8-byte indices");
    sweep_limits.index32 = 100;
    device_case_pattern(device, &t, PATTERN_UNIFORM, check_seed);
    sweep_limits.index32 = UINT64_C(1) << 32;
}

/* G6: each queue, buffer, write, compilation, launch, copy, finish and read failing in turn. */
static void test_failing_verbs(const char *name)
{
    for (unsigned o = 0; o < COUNT(operations); o++) {
        device_case t = small_tiles(operations[o], SWEEP_U16, 200);
        t.options.digit_bits = 6; /* an odd count of sweeps: a copy at the end */
        if (t.operation == SWEEP_OPERATION_SORT_PAIRS)
            t.value_size = 12;
        uint16_t keys[200], kept[200];
        unsigned char out[200 * 12], out_kept[200 * 12];
        pattern_fill(keys, 200, SWEEP_U16, PATTERN_UNIFORM, check_seed);
        memset(out, 77, sizeof out);
        memcpy(kept, keys, sizeof keys);
        memcpy(out_kept, out, sizeof out);
        long verbs = 0, reads = t.operation == SWEEP_OPERATION_SORT || t.operation == SWEEP_OPERATION_ARGSORT ? 1 : 2;
        for (long failing = -1; failing < (verbs ? verbs : 1); failing++) {
            sweep_device *device; /* a fresh one, so that programs are compiled again */
            check_case("G6 %s: verb %ld of %ld fails", operation_names[o], failing, verbs);
            if (!CHECK_STATUS(SWEEP_OK, sweep_device_open(&device, name)))
                break;
            sweep_test_verbs = 0;
            sweep_test_failing_verb = failing;
            sweep_status status = device_case_call(device, &t, keys, out);
            sweep_test_failing_verb = -1;
            if (failing < 0) {
                CHECK_STATUS(SWEEP_OK, status);
                verbs = sweep_test_verbs;
                memcpy(keys, kept, sizeof keys);
                memcpy(out, out_kept, sizeof out);
            } else {
                CHECK(status == SWEEP_ERR_DEVICE || status == SWEEP_ERR_MEMORY);
                char message[64];
                CHECK(sweep_device_message(device, message, sizeof message) > 0);
                if (strncmp(message, "write", 5) == 0 || strncmp(message, "launch", 6) == 0 ||
                    strncmp(message, "copy", 4) == 0) /* what was enqueued before is waited for: buffers are freed */
                    CHECK(sweep_test_verbs == failing + 2);
                if (failing <= verbs - reads) { /* a second copy back that fails may leave the first one done */
                    CHECK_SAME(kept, keys, 200, 2, "keys after a failure");
                    CHECK_SAME(out_kept, out, sizeof out, 1, "values after a failure");
                }
                memcpy(keys, kept, sizeof keys);
                memcpy(out, out_kept, sizeof out);
                CHECK_STATUS(SWEEP_OK, device_case_call(device, &t, keys, out)); /* the device goes on working */
                memcpy(keys, kept, sizeof keys);
                memcpy(out, out_kept, sizeof out);
            }
            sweep_device_close(device);
        }
    }
}

/* The emulator's own dimensions: G4, every sub-group size, with ballots and without; many orders of events. */
static void test_emulator_kinds(void)
{
    for (unsigned size = 4; size <= 64; size *= 2)
        for (unsigned ballot = 0; ballot < 2; ballot++) {
            char name[96];
            snprintf(name, sizeof name, "emulator:subgroup=%u,ballot=%u,seed=%u", size, ballot, size);
            sweep_device *device = device_open_or_skip(name);
            for (unsigned k = 0; k < 6; k++) {
                device_case t = device_case_default(operations[k % 4], reference_types[(k * 5 + size) % 14].type, 1500);
                t.options.tile_size = 256;
                t.options.work_items = 64;
                t.options.work_groups = 3 + k;
                t.options.digit_bits = k + 3;
                check_case("G4 sub-groups of %u, ballot %u, %s", size, ballot, operation_names[k % 4]);
                device_case_pattern(device, &t, k % 2 ? PATTERN_UNIFORM : PATTERN_ZIPF, check_seed + k);
            }
            sweep_device_close(device);
        }
    for (unsigned seed = 1; seed <= (TEST_UNDER_TSAN ? 5u : 20u); seed++) {
        char name[96];
        snprintf(name, sizeof name, "emulator:seed=%u,flight=%u", seed, 1 + seed % 8);
        sweep_device *device = device_open_or_skip(name);
        device_case t = device_case_default(SWEEP_OPERATION_SORTPERM, SWEEP_F32, 1111);
        t.options.tile_size = 64;
        t.options.work_items = 16;
        check_case("scheduling seed %u", seed);
        device_case_pattern(device, &t, PATTERN_FEW_DISTINCT, check_seed);
        sweep_device_close(device);
    }
}

/* ---- threads --------------------------------------------------------------------------------------------------- */

enum { SHARED_N = 700 };

typedef struct worker {
    sweep_device *device;
    uint32_t keys[SHARED_N], indices[SHARED_N];
    sweep_status status;
} worker;

static void *work(void *argument)
{
    worker *w = argument;
    device_case t = small_tiles(SWEEP_OPERATION_ARGSORT, SWEEP_U32, SHARED_N);
    for (int round = 0; round < 3 && w->status == SWEEP_OK; round++)
        w->status = device_case_call(w->device, &t, w->keys, w->indices);
    return NULL;
}

static void test_threads(sweep_device *device)
{
    static worker workers[3];
    pthread_t threads[3];
    size_t order[SHARED_N];
    uint32_t right[SHARED_N];
    check_case("three threads with one device");
    for (unsigned i = 0; i < 3; i++) {
        workers[i].device = device;
        pattern_fill(workers[i].keys, SHARED_N, SWEEP_U32, PATTERN_ZIPF, check_seed + i);
        CHECK(pthread_create(&threads[i], NULL, work, &workers[i]) == 0);
    }
    for (unsigned i = 0; i < 3; i++) {
        CHECK(pthread_join(threads[i], NULL) == 0);
        CHECK_STATUS(SWEEP_OK, workers[i].status);
        reference_sort(workers[i].keys, SHARED_N, SWEEP_U32, NULL, order);
        for (size_t k = 0; k < SHARED_N; k++)
            right[k] = (uint32_t)order[k];
        CHECK_SAME(right, workers[i].indices, SHARED_N, 4, "indices");
    }
}

int main(int argc, char **argv)
{
    if (argc < 2) {
        fprintf(stderr, "usage: test_device DEVICE [onesweep] [--long] [--seed=N]\n");
        return 2;
    }
    const char *name = argv[1];
    if (argc > 2 && strcmp(argv[2], "onesweep") == 0) {
        device_case_engine = SWEEP_ONESWEEP;
        argv[2] = argv[1];
        argc--;
        argv++;
    }
    withheld = strstr(name, "withhold") != NULL;
    sweep_test_spin = withheld ? 10 : -1;
    check_start("test_device", argc - 1, argv + 1);
    if (TEST_UNDER_TSAN) /* the sanitizer does not bear OpenCL's loader: its thread-local variables end it */
        setenv("SWEEP_OPENCL_LIBRARY", "/none", 1);
    sweep_device *device = device_open_or_skip(name);
    char text[512];
    sweep_device_describe(device, text, sizeof text);
    printf("%s", text);
    test_rows(device);
    test_sizes(device);
    test_arguments(device);
    test_wide_indices(device);
    test_matrix(device);
    test_threads(device);
    if (emulated(device))
        test_emulator_kinds();
    test_failing_verbs(name);
    sweep_device_close(device);
    return check_finish();
}
