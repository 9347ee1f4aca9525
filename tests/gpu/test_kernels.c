/*
 * The kernels one by one, launched through the verbs of a device: counts of any digit, each level of the scan, the
 * chain of portions, a scatter by one digit, a gather. The first argument names the device. What is expected is worked
 * out here by plain loops.
 */
#include "device_case.h"
#include "../random.h"
#include "gpu/device.h"
#include "key.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { THREADS = 16, ITEMS = 4, TILE = THREADS * ITEMS, MOST = 700, WORDS = 20000, GUARD_WORDS = 16 };

static sweep_device *device;
static sweep_queue queue;
static void *keys_in, *keys_out, *values_in, *values_out, *table;
static uint32_t words[WORDS], before[WORDS];
static random_stream stream;

/* ---- launching ------------------------------------------------------------------------------------------------- */

static void make_buffers(void)
{
    void **all[] = {&keys_in, &keys_out, &values_in, &values_out};
    CHECK_STATUS(SWEEP_OK, sweep_verb_queue(device, &queue));
    for (int i = 0; i < 4; i++)
        CHECK_STATUS(SWEEP_OK, sweep_verb_buffer(device, MOST * 32, all[i]));
    CHECK_STATUS(SWEEP_OK, sweep_verb_buffer(device, sizeof words, &table));
}

static void free_buffers(void)
{
    void *all[] = {keys_in, keys_out, values_in, values_out, table};
    for (int i = 0; i < 5; i++)
        device->backend->buffer_destroy(device, all[i]);
    device->backend->queue_destroy(&queue);
}

static void launch(sweep_shape shape, sweep_kernel kernel, u32 groups, const sweep_arguments *arguments)
{
    const sweep_program *program = NULL;
    void *const buffers[SWEEP_BUFFERS] = {[SWEEP_KEYS_IN] = keys_in,
                                          [SWEEP_KEYS_OUT] = keys_out,
                                          [SWEEP_VALUES_IN] = values_in,
                                          [SWEEP_VALUES_OUT] = values_out,
                                          [SWEEP_TABLE] = table};
    if (CHECK_STATUS(SWEEP_OK, sweep_program_get(device, &shape, &program)))
        CHECK_STATUS(SWEEP_OK, sweep_verb_launch(&queue, program, kernel, groups, buffers, arguments));
}

static void write_table(void)
{
    memcpy(before, words, sizeof words);
    CHECK_STATUS(SWEEP_OK, sweep_verb_write(&queue, table, words, sizeof words));
}

static void read_table(void)
{
    CHECK_STATUS(SWEEP_OK, sweep_verb_read(&queue, words, table, sizeof words));
}

static void fill_table(void)
{
    for (int i = 0; i < WORDS; i++)
        words[i] = (uint32_t)random_next(&stream);
}

/* What kernels are told of keys of this type. */
static sweep_arguments arguments_for(const reference_type *type, sweep_order order, sweep_float_order float_order,
                                     u32 n)
{
    sweep_transform t = sweep_transform_make(type->type, order, float_order, 0, 8 * type->bytes);
    return (sweep_arguments){.total = n,
                             .n = n,
                             .tiles = (n + TILE - 1) / TILE,
                             .portions = 1,
                             .flip_low = t.flip,
                             .flip_high = t.flip_high,
                             .nan_above = t.nan_above,
                             .nan_as = t.nan_as,
                             .zero_below = t.zero_below,
                             .zero_as = t.zero_as,
                             .sign = type->is_float ? (u64)1 << (8 * type->bytes - 1) : 0,
                             .write_keys = 1};
}

/* The group that a tile belongs to: the contract of sweep_first_tile, by search. */
static u32 group_of(u32 tile, u32 tiles, u32 groups)
{
    u32 group = 0;
    while ((u64)tiles * (group + 1) / groups <= tile)
        group++;
    return group;
}

/* ---- counts and scatters --------------------------------------------------------------------------------------- */

static void try_digit(const reference_type *type, u32 n, u32 place, u32 bits, u32 groups, sweep_order order,
                      sweep_float_order float_order, pattern shape)
{
    static unsigned char keys[MOST * 16], sorted[MOST * 16];
    static uint32_t digits[MOST], indices[MOST], expected[256 * 16], destination[MOST];
    u32 radix = 1u << bits, guard_at = 100 + radix * groups;
    sweep_shape kernels = {.key_bytes = type->bytes, .value_bytes = 4, .threads = THREADS, .items = ITEMS};
    check_case("%s n=%u digit [%u,%u) groups=%u order=%d float=%d %s", type->name, n, place, place + bits, groups,
               (int)order, (int)float_order, pattern_name(shape));
    pattern_fill(keys, n, type->type, shape, check_seed + n + place);
    CHECK_STATUS(SWEEP_OK, sweep_verb_write(&queue, keys_in, keys, (size_t)n * type->bytes));
    sweep_arguments a = arguments_for(type, order, float_order, n);
    a.place = place;
    a.bits = bits;
    a.groups = groups;
    a.counts_at = 100;

    memset(expected, 0, sizeof expected);
    for (u32 i = 0; i < n; i++) {
        reference_bits transformed =
            reference_transform(keys + (size_t)i * type->bytes, type->type, order, float_order);
        digits[i] = bits ? (u32)(transformed >> place) & (radix - 1) : 0;
        expected[digits[i] * groups + group_of(i / TILE, a.tiles, groups)]++;
    }
    fill_table();
    write_table();
    launch(kernels, SWEEP_KERNEL_COUNT, groups, &a);
    read_table();
    CHECK_SAME(expected, words + 100, (size_t)radix * groups, 4, "counts");
    CHECK_SAME(before, words, 100, 4, "the table before the counts");
    CHECK_SAME(before + guard_at, words + guard_at, WORDS - guard_at, 4, "the table behind the counts");

    /* Scattered by the exclusive offsets of these counts: a stable counting sort by the digit. */
    u32 sum = 0;
    for (u32 i = 0; i < radix * groups; i++) {
        u32 count = expected[i];
        words[100 + i] = sum;
        sum += count;
    }
    write_table();
    u32 next = 0;
    for (u32 digit = 0; digit < radix; digit++)
        for (u32 i = 0; i < n; i++)
            if (digits[i] == digit) {
                destination[next] = i;
                memcpy(sorted + (size_t)next++ * type->bytes, keys + (size_t)i * type->bytes, type->bytes);
            }
    a.make_index = 1;
    launch(kernels, SWEEP_KERNEL_SCATTER, groups, &a);
    static unsigned char got[MOST * 16];
    CHECK_STATUS(SWEEP_OK, sweep_verb_read(&queue, got, keys_out, (size_t)n * type->bytes));
    CHECK_SAME(sorted, got, n, type->bytes, "scattered keys");
    CHECK_STATUS(SWEEP_OK, sweep_verb_read(&queue, indices, values_out, (size_t)n * 4));
    CHECK_SAME(destination, indices, n, 4, "indices");
    read_table();
    CHECK_SAME(before, words, WORDS, 4, "the table, which a scatter only reads");
}

static void test_digits(void)
{
    const u32 sizes[] = {1, 63, 64, 65, 128, 500, 700}, group_counts[] = {1, 2, 3, 7, 11};
    for (int t = 0; t < REFERENCE_TYPES; t++) {
        const reference_type *type = &reference_types[t];
        u32 width = 8 * type->bytes;
        for (u32 bits = 0; bits <= 8; bits++) {
            const u32 places[] = {0, width / 3, width / 2 > bits ? width / 2 - bits / 2 : 0, width - bits};
            for (int p = 0; p < 4; p++) { /* the third straddles the halves of a 16-byte key */
                u32 place = places[p] + bits > width ? width - bits : places[p];
                u32 mixed = (u32)random_next(&stream);
                try_digit(type, sizes[mixed % 7], place, bits, group_counts[mixed / 7 % 5],
                          mixed >> 8 & 1 ? SWEEP_DESCENDING : SWEEP_ASCENDING, (sweep_float_order)((mixed >> 9) % 3),
                          mixed >> 12 & 1 ? PATTERN_SPECIALS : PATTERN_UNIFORM);
            }
        }
    }
}

/* ---- the scan -------------------------------------------------------------------------------------------------- */

static void test_scan(void)
{
    const u32 sizes[] = {1, 2, 15, 16, 17, 63, 64, 65, 127, 128, 129, 1000, 4095, 4096, 4097, 9000};
    enum { BLOCK = THREADS * SWEEP_SCAN_ITEMS };
    sweep_shape shape = {.key_bytes = 4, .value_bytes = 4, .threads = THREADS, .items = ITEMS};
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
        u32 n = sizes[s], blocks = (n + BLOCK - 1) / BLOCK, sums_at = 50 + n + 5;
        sweep_arguments a = {.counts_at = 50, .sums_at = sums_at, .n = n};
        check_case("scan of %u words in blocks of %d", n, (int)BLOCK);
        fill_table();
        for (u32 i = 0; i < n; i++)
            words[50 + i] &= 0xffff;
        write_table();
        launch(shape, SWEEP_KERNEL_SCAN, blocks, &a);
        read_table();
        bool right = true;
        for (u32 b = 0; b < blocks; b++) {
            u32 sum = 0;
            for (u32 i = b * BLOCK; i < n && i < (b + 1) * BLOCK; i++) {
                right = right && words[50 + i] == sum;
                sum += before[50 + i];
            }
            right = right && words[sums_at + b] == sum;
        }
        CHECK_TEXT(right, "blocks and their sums");
        CHECK_SAME(before, words, 50, 4, "the table before");
        CHECK_SAME(before + 50 + n, words + 50 + n, 5, 4, "the table between");
        CHECK_SAME(before + sums_at + blocks, words + sums_at + blocks, WORDS - sums_at - blocks, 4,
                   "the table behind");

        check_case("adding to %u words in blocks of %d", n, (int)BLOCK);
        write_table();
        launch(shape, SWEEP_KERNEL_ADD, blocks, &a);
        read_table();
        for (u32 i = 0; i < n; i++)
            before[50 + i] += before[sums_at + i / BLOCK];
        CHECK_SAME(before, words, WORDS, 4, "the whole table");
    }
}

/* The chain: bases from the scanned counts of portions, for every digit width. */
static void test_chain(void)
{
    for (u32 bits = 0; bits <= 8; bits++) {
        u32 radix = 1u << bits, groups = 1 + bits % 3, portions = 2 + bits % 4, stride = radix * groups + 3;
        u64 portion = 1000, total = portion * (portions - 1) + 77, seen[256] = {0}, all[256] = {0};
        static u64 counts[8][256];
        sweep_arguments a = {.total = total,
                             .counts_at = 10,
                             .stride = stride,
                             .bases_at = 10 + stride * portions,
                             .portion = portion,
                             .portions = portions,
                             .groups = groups,
                             .bits = bits};
        check_case("chain of %u portions, digits of %u bits", portions, bits);
        memset(counts, 0, sizeof counts);
        fill_table();
        for (u32 p = 0; p < portions; p++) { /* random counts, scanned */
            u32 keys = (u32)(p + 1 < portions ? portion : 77), sum = 0, group_counts[256 * 3] = {0};
            for (u32 k = 0; k < keys; k++) {
                u32 digit = (u32)random_below(&stream, radix);
                group_counts[digit * groups + random_below(&stream, groups)]++;
                counts[p][digit]++;
                all[digit]++;
            }
            for (u32 i = 0; i < radix * groups; i++) {
                words[10 + stride * p + i] = sum;
                sum += group_counts[i];
            }
        }
        write_table();
        launch((sweep_shape){.key_bytes = 4, .value_bytes = 4, .threads = THREADS, .items = ITEMS}, SWEEP_KERNEL_CHAIN,
               1, &a);
        read_table();
        bool right = true;
        for (u32 p = 0; p < portions; p++) {
            u64 start = 0;
            for (u32 digit = 0; digit < radix; digit++) {
                u64 at = a.bases_at + ((u64)p * radix + digit) * 2;
                u64 base = (u64)words[at + 1] << 32 | words[at];
                u64 inside = words[10 + stride * p + digit * groups];
                right = right && base + inside == start + seen[digit];
                start += all[digit];
            }
            for (u32 digit = 0; digit < radix; digit++)
                seen[digit] += counts[p][digit];
        }
        CHECK_TEXT(right, "bases");
        CHECK_SAME(before, words, a.bases_at, 4, "the table before the bases");
    }
}

static void test_gather(void)
{
    static unsigned char rows[MOST * 32], got[MOST * 32];
    static u64 wide[MOST];
    static u32 narrow[MOST];
    for (u32 index = 4; index <= 8; index += 4)
        for (u32 element = 1; element <= 16; element *= 4)
            for (u32 units = 1; units <= 2; units++) {
                u32 row = element * units, n = 300;
                sweep_arguments a = {.total = n, .portion = units, .groups = 3};
                check_case("gather of rows of %u elements of %u bytes, indices of %u", units, element, index);
                for (u32 i = 0; i < n; i++)
                    wide[i] = narrow[i] = (u32)random_below(&stream, n);
                for (u32 i = 0; i < n * row; i++)
                    rows[i] = (unsigned char)random_next(&stream);
                CHECK_STATUS(SWEEP_OK, sweep_verb_write(&queue, keys_in, index == 4 ? (void *)narrow : (void *)wide,
                                                        (size_t)n * index));
                CHECK_STATUS(SWEEP_OK, sweep_verb_write(&queue, values_in, rows, (size_t)n * row));
                launch((sweep_shape){.key_bytes = index, .value_bytes = element, .threads = THREADS, .items = ITEMS},
                       SWEEP_KERNEL_GATHER, 3, &a);
                CHECK_STATUS(SWEEP_OK, sweep_verb_read(&queue, got, values_out, (size_t)n * row));
                bool right = true;
                for (u32 i = 0; i < n; i++)
                    right = right && memcmp(got + i * row, rows + wide[i] * row, row) == 0;
                CHECK_TEXT(right, "rows");
            }
}

int main(int argc, char **argv)
{
    if (argc < 2) {
        fprintf(stderr, "usage: test_kernels DEVICE [--long] [--seed=N]\n");
        return 2;
    }
    check_start("test_kernels", argc - 1, argv + 1);
    stream.counter = check_seed;
    check_case("opening");
    device = device_open_or_skip(argv[1]);
    make_buffers();
    test_digits();
    test_scan();
    test_chain();
    test_gather();
    free_buffers();
    sweep_device_close(device);
    return check_finish();
}
