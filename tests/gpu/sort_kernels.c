/*
 * Sorts a little on a device with the library's kernels or with others, for the checkers of kernels: races,
 * uninitialised memory, wrong results.
 *
 *     sort_kernels DEVICE [split|onesweep [KERNEL-TEXT]]
 *
 * KERNEL-TEXT is a file for backends that compile; what the emulator runs is linked
 * in. Exit status: 0 sorted right, 3 the device failed (it says how), 4 sorted wrongly, 77 no such device.
 */
#include "device_case.h"
#include "gpu/device.h"
#include "gpu/kernels/stages.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char *read_text(const char *path)
{
    FILE *file = fopen(path, "rb");
    char *text = calloc(1, 1 << 20);
    if (!file || !text || fread(text, 1, (1 << 20) - 1, file) == 0) {
        fprintf(stderr, "%s: cannot be read\n", path);
        exit(2);
    }
    fclose(file);
    return text;
}

/* What is sorted: few keys by one launch, more by sweeps, in portions too. */
static const struct {
    sweep_operation operation;
    sweep_type type;
    size_t n, portion;
    unsigned digit_bits, value_size;
    sweep_engine engine;
    unsigned enough;
} sorts[] = {
    {SWEEP_OPERATION_SORTPERM, SWEEP_U32, 50, 0, 8, 4, SWEEP_SPLIT, 0},
    {SWEEP_OPERATION_SORT, SWEEP_U32, 300, 0, 8, 0, SWEEP_SPLIT, 0},
    {SWEEP_OPERATION_ARGSORT, SWEEP_F32, 300, 128, 3, 4, SWEEP_SPLIT, 0},
    {SWEEP_OPERATION_SORT_PAIRS, SWEEP_I32, 130, 0, 5, 12, SWEEP_SPLIT, 0},
    {SWEEP_OPERATION_SORTPERM, SWEEP_U32, 300, 0, 8, 4, SWEEP_ONESWEEP, 0},
    {SWEEP_OPERATION_ARGSORT, SWEEP_F32, 200, 128, 6, 4, SWEEP_ONESWEEP, 0},
    {SWEEP_OPERATION_SORT, SWEEP_U32, 150, 0, 8, 0, SWEEP_ONESWEEP, 1},
};

static int sort_one(sweep_device *device, size_t k)
{
    device_case t = device_case_default(sorts[k].operation, sorts[k].type, sorts[k].n);
    uint32_t keys[300], right[300];
    unsigned char out[300 * 12], right_out[300 * 12];
    size_t order[300];
    sweep_options common = sweep_default_options();
    t.value_size = sorts[k].value_size;
    t.options.tile_size = 64;
    t.options.work_items = 16;
    t.options.work_groups = 3;
    t.options.digit_bits = sorts[k].digit_bits;
    t.options.engine = sorts[k].engine;
    t.options.enough_digits = sorts[k].enough;
    sweep_test_portion = sorts[k].portion;
    pattern_fill(keys, t.n, t.type, k % 2 ? PATTERN_UNIFORM : PATTERN_ZIPF, 11 + k);
    for (size_t i = 0; i < sizeof out; i++)
        out[i] = (unsigned char)(i * 7);
    reference_sort(keys, t.n, t.type, &common, order);
    reference_gather(keys, right, order, t.n, sizeof *keys);
    if (t.operation == SWEEP_OPERATION_ARGSORT)
        memcpy(right, keys, sizeof keys);
    if (t.operation == SWEEP_OPERATION_SORT_PAIRS)
        reference_gather(out, right_out, order, t.n, t.value_size);
    else
        for (size_t i = 0; i < t.n; i++)
            memcpy(right_out + 4 * i, &(uint32_t){(uint32_t)order[i]}, 4);
    if (device_case_call(device, &t, keys, out) != SWEEP_OK) {
        char text[2048];
        sweep_device_message(device, text, sizeof text);
        printf("the device failed: %s\n", text);
        return 3;
    }
    if (memcmp(keys, right, t.n * sizeof *keys) != 0 || memcmp(out, right_out, t.n * t.value_size) != 0) {
        printf("sort %zu: wrong result\n", k);
        return 4;
    }
    return 0;
}

int main(int argc, char **argv)
{
    int worst = 0;
    if (argc < 2 || argc > 4) {
        fprintf(stderr, "usage: sort_kernels DEVICE [split|onesweep [KERNEL-TEXT]]\n");
        return 2;
    }
    char *text = argc == 4 ? read_text(argv[3]) : NULL;
    sweep_engine only = argc == 2 ? SWEEP_AUTO : strcmp(argv[2], "split") == 0 ? SWEEP_SPLIT : SWEEP_ONESWEEP;
    sweep_test_kernels = text;
    /* A fresh device for each: oclgrind takes what it knew of a freed buffer for the next one at its address. */
    for (size_t k = 0; k < sizeof sorts / sizeof *sorts; k++) {
        if (only != SWEEP_AUTO && only != sorts[k].engine)
            continue;
        sweep_device *device = device_open_or_skip(argv[1]);
        int result = sort_one(device, k);
        worst = worst > result ? worst : result;
        sweep_device_close(device);
    }
    free(text);
    printf(worst ? "finished with status %d\n" : "sorted right, status %d\n", worst);
    return worst;
}
