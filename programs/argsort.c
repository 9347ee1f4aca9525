/*
 * sweepsort argsort: where each key of the sorted sequence stands in the inputs.
 *
 * In: files or standard input, one array in their order. Out: indices counted from 0: raw or .npy numbers of 8 or 4
 * bytes, or text, one a line.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "errors.h"
#include "on_device.h"
#include "progress.h"
#include "settings.h"
#include "verbs.h"

static const char *const index_sizes[] = {"4", "8", NULL};

static const struct option argsort_table[] = {
    OPTION_ROW_OUTPUT(struct settings),
    {"index", 0, "SIZE", "bytes of an index: 4, or 8 (the default)", OPTION_CHOICE, offsetof(struct settings, index), 0,
     0, index_sizes},
    SETTINGS_FORMAT,
    SETTINGS_ORDER,
    SETTINGS_WORK,
    OPTION_ROW_END,
};

static int verb_argsort(int argc, char **argv);

const struct verb argsort_verb = {
    "argsort",
    "write the order of keys as indices",
    "[OPTION]... [FILE]...",
    "Writes, for each place of the sorted sequence, the index at which its key stands in the inputs, counted from 0 "
    "over all FILEs. Indices of keys that tie ascend. Raw indices are unsigned numbers of 8 bytes, or of 4 with "
    "--index 4; in .npy files they are <i8 or <u4; as text they stand one a line.",
    argsort_table,
    verb_argsort};

static int verb_argsort(int argc, char **argv)
{
    struct settings settings = {.index = 1};
    struct inputs inputs;
    struct output output;
    struct failure failure;
    int count = options_parse(&argsort_verb, argc, argv, &settings);
    size_t index_size = settings.index ? 8 : 4;
    progress_start();
    open_output(&output, &settings, argv, count);
    inputs_read(&inputs, argv, count, &settings);
    size_t n = inputs.array.count;
    sweep_type type = inputs.array.type;
    if (index_size == 4 && n > 0 && (n - 1) >> 16 >> 16 != 0)
        die("--index 4: %zu keys need indices of 8 bytes", n);

    progress_phase("sorting");
    inputs_order_times(&inputs, &settings);
    struct memory memory = {NULL, 0};
    if (n > SIZE_MAX / index_size || !memory_reserve(&memory, n * index_size))
        die("not enough memory for %zu indices", n);
    if (settings.device) {
        sweep_device_options options = device_options(&settings, type);
        sweep_device *device = on_device_open(settings.device);
        on_device_expect(device,
                         sweep_device_argsort(device, inputs.array.keys, memory.bytes, n, type, index_size, &options));
        sweep_device_close(device);
    } else {
        sweep_options options = work_options(&settings, SWEEP_OPERATION_ARGSORT, n, type, index_size);
        expect_fine(sweep_argsort(inputs.array.keys, memory.bytes, n, type, index_size, &options));
    }

    /* NumPy's own indices are signed. */
    enum file_format format = output_format(&settings, &inputs);
    struct array indices = {.keys = memory.bytes,
                            .count = n,
                            .type = index_size == 4        ? SWEEP_U32
                                    : format == FORMAT_NPY ? SWEEP_I64
                                                           : SWEEP_U64};
    progress_phase("writing");
    progress_expect((uint64_t)n * index_size);
    if (!array_write(&indices, &output, format, &failure) || !output_commit(&output, &failure))
        die("%s", failure.message);
    memory_free(&memory);
    inputs_free(&inputs);
    return EXIT_FINE;
}
