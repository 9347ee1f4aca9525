/*
 * OneSweep's kernels one by one, launched through the verbs of a device, against plain loops: the histograms of every
 * portion, the plan and the bases, and one sweep by one digit in every form of its stages; usage: test_onesweep DEVICE.
 * Every form must leave the same keys, values, states and bases.
 */
#include "device_case.h"
#include "../random.h"
#include "gpu/device.h"
#include "gpu/kernels/stages.h"
#include "key.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    THREADS = 32,
    ITEMS = 4,
    TILE = THREADS * ITEMS,
    MOST = 2000,
    WORDS = 40000,
    TICKET_WORDS = 16,
    SPARE_WORDS = 8
};
#define INCLUSIVE 0x80000000u

static sweep_device *device;
static sweep_queue queue;
static void *buffers[SWEEP_BUFFERS];
static uint32_t words[WORDS], before[WORDS];
static random_stream stream;

static sweep_shape shape_of(u32 key_bytes, u32 rank, u32 early, u32 look)
{
    return (sweep_shape){.key_bytes = key_bytes,
                         .value_bytes = 4,
                         .threads = THREADS,
                         .items = ITEMS,
                         .set = SWEEP_SET_ONESWEEP,
                         .rank = rank,
                         .early = early,
                         .look = look};
}

static void launch(const sweep_shape *shape, sweep_kernel kernel, u32 groups, sweep_arguments *a)
{
    const sweep_program *program = NULL;
    a->groups = groups;
    if (CHECK_STATUS(SWEEP_OK, sweep_program_get(device, shape, &program)))
        CHECK_STATUS(SWEEP_OK, sweep_verb_launch(&queue, program, kernel, groups, buffers, a));
}

static void write_table(void)
{
    memcpy(before, words, sizeof words);
    CHECK_STATUS(SWEEP_OK, sweep_verb_write(&queue, buffers[SWEEP_TABLE], words, sizeof words));
}

static void read_table(void)
{
    CHECK_STATUS(SWEEP_OK, sweep_verb_read(&queue, words, buffers[SWEEP_TABLE], sizeof words));
}

static void fill_table(void)
{
    for (int i = 0; i < WORDS; i++)
        words[i] = (uint32_t)random_next(&stream);
}

static sweep_arguments arguments_for(const reference_type *type, u32 n, u32 begin, u32 end, u32 bits)
{
    sweep_transform t = sweep_transform_make(type->type, SWEEP_DESCENDING, SWEEP_NAN_LAST, 0, 8 * type->bytes);
    return (sweep_arguments){.total = n,
                             .flip_low = t.flip,
                             .flip_high = t.flip_high,
                             .nan_above = t.nan_above,
                             .nan_as = t.nan_as,
                             .zero_below = t.zero_below,
                             .zero_as = t.zero_as,
                             .sign = type->is_float ? (u64)1 << (8 * type->bytes - 1) : 0,
                             .place = begin,
                             .end = end,
                             .bits = bits,
                             .spin = 10,
                             .portions = 1,
                             .portion = n};
}

static u32 digit_of(const unsigned char *keys, u32 i, const reference_type *type, u32 place, u32 bits)
{
    reference_bits ordered =
        reference_transform(keys + (size_t)i * type->bytes, type->type, SWEEP_DESCENDING, SWEEP_NAN_LAST);
    return bits ? (u32)(ordered >> place) & ((1u << bits) - 1) : 0;
}

/* Clearing, counting and deciding, in portions. */
static void test_plan(const reference_type *type, u32 bits, u32 portions, pattern pattern_of_keys)
{
    static unsigned char keys[MOST * 16];
    static uint32_t counts[128][256];
    u32 n = 1000 + (u32)random_below(&stream, 500), width = 8 * type->bytes, begin = bits % 3, end = width - bits % 2;
    u32 sweeps = (end - begin + bits - 1) / bits, radix = 1u << bits, expected_turn = 0;
    sweep_shape shape = shape_of(type->bytes, SWEEP_RANK_SPLITS, 0, 1);
    sweep_arguments a = arguments_for(type, n, begin, end, bits);
    check_case("plan of %u keys of %s, [%u, %u) by %u bits, %u portions, %s", n, type->name, begin, end, bits, portions,
               pattern_name(pattern_of_keys));
    pattern_fill(keys, n, type->type, pattern_of_keys, check_seed + bits);
    CHECK_STATUS(SWEEP_OK, sweep_verb_write(&queue, buffers[SWEEP_KEYS_IN], keys, (size_t)n * type->bytes));
    a.portions = portions;
    a.portion = (n / portions + TILE) / TILE * TILE;
    a.sweeps = a.slots = sweeps;
    a.radix = radix;
    a.plan_at = SWEEP_HEAD_WORDS + 5;
    a.bases_at = a.plan_at + (sweeps + 1) * SWEEP_ENTRY_WORDS;
    a.counts_at = a.bases_at + sweeps * radix * 6;
    u64 counts_at = a.counts_at, counted = (u64)sweeps * radix * portions;
    fill_table();
    write_table();
    a.stride = counted;
    launch(&shape, SWEEP_KERNEL_CLEAR, 3, &a);
    for (u32 p = 0; p < portions; p++) {
        a.first = p * a.portion;
        a.counts_at = counts_at + (u64)p * sweeps * radix;
        launch(&shape, SWEEP_KERNEL_HISTOGRAM, 3, &a);
    }
    a.first = 0;
    a.counts_at = counts_at;
    a.stride = (u64)sweeps * radix;
    launch(&shape, SWEEP_KERNEL_DECIDE, 1, &a);
    read_table();
    bool counts_right = true, plan_right = true, bases_right = true;
    u32 varying = 0;
    for (u32 s = 0; s < sweeps; s++) {
        u32 place = begin + s * bits, own_bits = end - place < bits ? end - place : bits, most = 0;
        memset(counts[s], 0, sizeof counts[s]);
        for (u32 p = 0; p < portions; p++) {
            uint32_t part[256] = {0};
            for (u32 i = (u32)(p * a.portion); i < n && i < (p + 1) * a.portion; i++)
                part[digit_of(keys, i, type, place, own_bits)]++;
            for (u32 d = 0; d < radix; d++) {
                counts[s][d] += part[d];
                counts_right = counts_right && words[counts_at + ((u64)p * sweeps + s) * radix + d] == part[d];
            }
        }
        for (u32 d = 0; d < radix; d++)
            most = counts[s][d] > most ? counts[s][d] : most;
        varying += most < n;
    }
    for (u32 s = 0; s < sweeps; s++) {
        const uint32_t *entry = words + a.plan_at + s * SWEEP_ENTRY_WORDS;
        u32 place = begin + s * bits, own_bits = end - place < bits ? end - place : bits, most = 0, sum = 0;
        for (u32 d = 0; d < 1u << own_bits; d++) {
            const uint32_t *base = words + a.bases_at + (u64)s * 3 * radix * 2 + d * 2;
            bases_right = bases_right && base[0] == sum && base[1] == 0;
            sum += counts[s][d];
            most = counts[s][d] > most ? counts[s][d] : most;
        }
        bool on = most < n;
        plan_right = plan_right && entry[SWEEP_ENTRY_ON] == on && entry[SWEEP_ENTRY_PLACE] == place &&
                     entry[SWEEP_ENTRY_BITS] == own_bits && entry[SWEEP_ENTRY_ROW] == s &&
                     entry[SWEEP_ENTRY_TURN] == expected_turn;
        if (on) { /* to and fro, so that the last sweep writes the output */
            bool out = (varying - 1 - expected_turn) % 2 == 0;
            plan_right = plan_right && entry[SWEEP_ENTRY_KEYS_TO] == (out ? 1 : 2) &&
                         entry[SWEEP_ENTRY_KEYS_FROM] == (expected_turn == 0 ? 0
                                                          : out              ? 2
                                                                             : 1);
            expected_turn++;
        }
    }
    CHECK_TEXT(counts_right, "the histograms");
    CHECK_TEXT(plan_right, "the plan");
    CHECK_TEXT(bases_right, "the bases");
    CHECK(words[SWEEP_HEAD_SWEEPS] == varying);
    CHECK_SAME(before + SWEEP_HEAD_WORDS, words + SWEEP_HEAD_WORDS, 5, 4, "the table before the plan");
    CHECK_SAME(before + counts_at + counted, words + counts_at + counted, WORDS - counts_at - counted, 4,
               "the table behind the counts");
}

/* One sweep of the keys behind some others, in one form: keys, indices, states, the other array of states, the next
 * portion's bases. */
static void test_sweep(const reference_type *type, u32 place, u32 bits, u32 before_first, u32 n, sweep_shape shape,
                       pattern pattern_of_keys)
{
    static unsigned char all[MOST * 16], sorted[MOST * 16], got[MOST * 16];
    static uint32_t indices[MOST], got_indices[MOST];
    const unsigned char *keys = all + (size_t)before_first * type->bytes;
    u32 tile_keys = shape.threads * shape.items, radix = 1u << bits, tiles = (n + tile_keys - 1) / tile_keys, next = 0;
    sweep_arguments a = arguments_for(type, n, place, place + bits, bits);
    check_case("sweep of %u keys of %s behind %u by [%u, %u), tiles %u x %u, form %u, early %u, look %u, %s", n,
               type->name, before_first, place, place + bits, shape.threads, shape.items, shape.rank, shape.early,
               shape.look, pattern_name(pattern_of_keys));
    pattern_fill(all, before_first + n, type->type, pattern_of_keys, check_seed + n + bits);
    CHECK_STATUS(SWEEP_OK,
                 sweep_verb_write(&queue, buffers[SWEEP_KEYS_IN], all, (size_t)(before_first + n) * type->bytes));
    a.first = before_first;
    a.total = before_first + n;
    a.sweeps = a.slots = 1;
    a.radix = radix;
    a.portions = 2; /* so that the last tile hands on its bases */
    a.make_index = 1;
    a.plan_at = SWEEP_HEAD_WORDS;
    a.bases_at = a.plan_at + 2 * SWEEP_ENTRY_WORDS;
    a.states_at = a.bases_at + radix * 6 + SPARE_WORDS;
    a.state_words = TICKET_WORDS + (u64)tiles * radix;
    fill_table();
    memset(words, 0, SWEEP_HEAD_WORDS * sizeof *words);
    uint32_t *entry = words + a.plan_at, *bases = words + a.bases_at, *states = words + a.states_at;
    memset(entry, 0, SWEEP_ENTRY_WORDS * sizeof *entry);
    entry[SWEEP_ENTRY_ON] = entry[SWEEP_ENTRY_KEYS_TO] = entry[SWEEP_ENTRY_VALUES_TO] = 1;
    entry[SWEEP_ENTRY_PLACE] = place;
    entry[SWEEP_ENTRY_BITS] = bits;
    entry[SWEEP_ENTRY_MAKE_INDEX] = entry[SWEEP_ENTRY_WRITE_KEYS] = 1;
    memset(states, 0, (size_t)a.state_words * sizeof *states);
    for (u32 d = 0; d < radix; d++) {
        bases[2 * d] = next;
        bases[2 * d + 1] = 0;
        for (u32 i = 0; i < n; i++)
            if (digit_of(keys, i, type, place, bits) == d) {
                indices[next] = before_first + i;
                memcpy(sorted + (size_t)next++ * type->bytes, keys + (size_t)i * type->bytes, type->bytes);
            }
    }
    write_table();
    launch(&shape, SWEEP_KERNEL_ONESWEEP, 3, &a);
    read_table();
    CHECK_STATUS(SWEEP_OK, sweep_verb_read(&queue, got, buffers[SWEEP_KEYS_OUT], (size_t)n * type->bytes));
    CHECK_STATUS(SWEEP_OK, sweep_verb_read(&queue, got_indices, buffers[SWEEP_VALUES_OUT], (size_t)n * 4));
    CHECK_SAME(sorted, got, n, type->bytes, "keys");
    CHECK_SAME(indices, got_indices, n, 4, "indices");
    bool states_right = true, cleared = true, handed_on = true;
    uint32_t sums[256] = {0};
    for (u32 tile = 0; tile < tiles; tile++) {
        for (u32 i = tile * tile_keys; i < n && i < (tile + 1) * tile_keys; i++)
            sums[digit_of(keys, i, type, place, bits)]++;
        for (u32 d = 0; d < radix && tile + 1 < tiles; d++) /* nobody reads the last tile's */
            states_right = states_right && states[TICKET_WORDS + tile * radix + d] == (INCLUSIVE | sums[d]);
    }
    for (u64 i = 0; i < a.state_words; i++)
        cleared = cleared && states[a.state_words + i] == 0;
    for (u32 d = 0; d + (n % tile_keys != 0) < radix;
         d++) /* a full portion has no tail, which counts as the last digit */
        handed_on = handed_on && bases[2 * (2 * radix + d)] == bases[2 * d] + sums[d];
    CHECK_TEXT(states_right, "the states");
    CHECK_TEXT(cleared, "the other array of states");
    CHECK_TEXT(handed_on, "the next portion's bases");
    CHECK_SAME(before + a.states_at - SPARE_WORDS, words + a.states_at - SPARE_WORDS, SPARE_WORDS, 4,
               "the table between");
    u64 behind = a.states_at + 2 * a.state_words;
    CHECK_SAME(before + behind, words + behind, WORDS - behind, 4, "the table behind the states");
}

/* Every remainder of an address by 16, every tail, tiles of whole 16-byte units and others. */
static void test_tails(void)
{
    const u32 tiles[][2] = {{32, 4}, {20, 3}, {16, 1}, {7, 5}};
    u32 turn = 0;
    for (size_t t = 0; t < REFERENCE_TYPES; t++) {
        const reference_type *type = &reference_types[t];
        if (type->type != SWEEP_U8 && type->type != SWEEP_I16 && type->type != SWEEP_F32 && type->type != SWEEP_U64 &&
            type->type != SWEEP_U128)
            continue;
        u32 unit = 16 / type->bytes, offsets = unit + 1;
        for (u32 offset = 0; offset < offsets; offset++)
            for (u32 size = 0; size < 4 * unit + 6; size++, turn++) {
                u32 shape_turn = check_long ? 4 : 1; /* else each tile its turn */
                while (shape_turn-- > 0) {
                    const u32 *tile = tiles[(turn + shape_turn) % 4];
                    u32 keys = tile[0] * tile[1], whole = size / (unit + 1) * keys; /* so many tiles, and a tail */
                    sweep_shape shape = shape_of(type->bytes, turn % SWEEP_RANK_BALLOTS, turn / 3 % 2, 1);
                    shape.threads = tile[0];
                    shape.items = tile[1];
                    test_sweep(type, turn % 5, 3, offset, whole + 1 + size % (unit + 1), shape, PATTERN_UNIFORM);
                }
            }
    }
}

static void test_forms(u32 first_form, u32 forms)
{
    const pattern patterns[] = {PATTERN_UNIFORM, PATTERN_SPECIALS, PATTERN_FEW_DISTINCT, PATTERN_ALL_EQUAL,
                                PATTERN_SORTED};
    const u32 sizes[] = {1, TILE - 1, TILE, TILE + 1, 5 * TILE, 5 * TILE + 77}, looks[] = {1, 2, 5};
    u32 turn = 0;
    for (u32 form = first_form; form < forms; form++)
        for (u32 early = 0; early < (forms - first_form > 1 ? 2 : 1); early++)
            for (u32 bits = 0; bits <= 8; bits++)
                for (u32 p = 0; p < sizeof patterns / sizeof *patterns; p++, turn++) {
                    const reference_type *type = &reference_types[forms - first_form > 1 ? turn % REFERENCE_TYPES : 2];
                    sweep_shape shape =
                        shape_of(type->bytes, form, early, forms - first_form > 1 ? looks[turn % 3] : 1);
                    test_sweep(type, (8 * type->bytes - bits) / (1 + turn % 3), bits, 0, sizes[turn % 6], shape,
                               patterns[p]);
                }
}

/* Groups of 256 work-items and more, whose digits are summed up by lanes where sub-groups vote. */
static void test_wide(void)
{
    const u32 threads[] = {256, 320, 384}, sizes[] = {1, 255, 769, 1600, 1999};
    const pattern patterns[] = {PATTERN_UNIFORM, PATTERN_FEW_DISTINCT, PATTERN_ALL_EQUAL};
    u32 turn = 0;
    for (u32 t = 0; t < sizeof threads / sizeof *threads; t++)
        for (u32 form = SWEEP_RANK_MASKS; form < SWEEP_RANK_FORMS; form++)
            for (u32 early = 0; early < 2; early++)
                for (u32 p = 0; p < 3; p++, turn++) {
                    const reference_type *type = &reference_types[turn % REFERENCE_TYPES];
                    sweep_shape shape = shape_of(type->bytes, form, early, 1 + turn % 4);
                    u32 bits = 8 - turn % 3;
                    shape.threads = threads[t];
                    shape.items = 1 + turn % 3;
                    size_t room = SWEEP_ROOM(form, shape.threads, shape.items, device->limits.subgroup, type->bytes, 4);
                    size_t others = SWEEP_ONESWEEP_WORDS(form, shape.threads, device->limits.subgroup, 1);
                    if (room * 16 + others * 4 > device->limits.local_bytes)
                        continue; /* narrow sub-groups have many counters */
                    test_sweep(type, (8 * type->bytes - bits) / (1 + turn % 2), bits, 0, sizes[turn % 5], shape,
                               patterns[p]);
                }
}

int main(int argc, char **argv)
{
    if (argc < 2) {
        fprintf(stderr, "usage: test_onesweep DEVICE [--long] [--seed=N]\n");
        return 2;
    }
    check_start("test_onesweep", argc - 1, argv + 1);
    stream.counter = check_seed;
    check_case("opening");
    device = device_open_or_skip(argv[1]);
    CHECK_STATUS(SWEEP_OK, sweep_verb_queue(device, &queue));
    for (int i = 0; i < SWEEP_BUFFERS; i++)
        CHECK_STATUS(SWEEP_OK, sweep_verb_buffer(device, i == SWEEP_TABLE ? sizeof words : MOST * 16, &buffers[i]));
    bool emulated = device->backend == &sweep_emulator_backend;
    for (u32 i = 0; i < (emulated ? 24u : 6u); i++) {
        const reference_type *type = &reference_types[emulated ? i % REFERENCE_TYPES : 2];
        test_plan(type, 1 + i % 8, 1 + i % 3,
                  i % 4 == 3   ? PATTERN_FEW_DISTINCT
                  : i % 4 == 2 ? PATTERN_ALL_EQUAL
                               : PATTERN_UNIFORM);
    }
    if (emulated)
        test_tails();
    if (emulated && device->limits.subgroup)
        test_wide();
    if (emulated)
        test_forms(0, device->limits.subgroup ? SWEEP_RANK_FORMS : SWEEP_RANK_BALLOTS);
    else
        for (u32 form = 0; form < SWEEP_RANK_BALLOTS; form++) /* each is a program of its own */
            test_forms(form, form + 1);
    for (int i = 0; i < SWEEP_BUFFERS; i++)
        device->backend->buffer_destroy(device, buffers[i]);
    device->backend->queue_destroy(&queue);
    sweep_device_close(device);
    return check_finish();
}
