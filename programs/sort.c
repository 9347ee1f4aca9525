/*
 * sweepsort sort: keys from files, sorted, to a file; with values that move along if there are any.
 *
 * In: files or standard input. Out: the sorted keys, in the inputs' own format if nothing else is asked for.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include <stdlib.h>
#include <string.h>

#include "errors.h"
#include "input.h"
#include "on_device.h"
#include "progress.h"
#include "settings.h"
#include "terminal.h"
#include "unique.h"
#include "verbs.h"

static const struct option sort_table[] = {
    OPTION_ROW_OUTPUT(struct settings),
    {"unique", 'u', NULL, "keep only the first of equal keys", OPTION_FLAG, offsetof(struct settings, unique), 0, 0,
     NULL},
    SETTINGS_FORMAT,
    SETTINGS_ORDER,
    {"values", 0, "FILE", "values that move with the keys, as raw bytes", OPTION_FILE,
     offsetof(struct settings, values), 0, 0, NULL},
    {"value-size", 0, "N", "bytes of a value", OPTION_NUMBER, offsetof(struct settings, value_size), 1, SIZE_MAX, NULL},
    {"values-output", 0, "FILE", "write the values to FILE", OPTION_FILE, offsetof(struct settings, values_output), 0,
     0, NULL},
    SETTINGS_WORK,
    OPTION_ROW_END,
};

static int verb_sort(int argc, char **argv);

const struct verb sort_verb = {
    "sort",
    "sort keys, with values that move along if wanted",
    "[OPTION]... [FILE]...",
    "Sorts the keys of all FILEs, one array in their order, and writes them to standard output or to the file that "
    "-o names, which may be one of the inputs. Without FILE, or where FILE is -, standard input is read. Keys that "
    "tie keep their order, also with -r.\n\n"
    "With --values, --value-size and --values-output a second file is sorted along: the first value belongs to the "
    "first key, and there are as many of both.",
    sort_table,
    verb_sort};

/* Values: n pieces of bytes that the library does not look into. */
struct values {
    struct memory memory;
    size_t size; /* of each; 0: there are none */
    struct output output;
};

static void check_settings(const struct settings *settings, char **paths, int count)
{
    if (!settings->values && !settings->value_size && !settings->values_output)
        return;
    if (!settings->values || !settings->value_size || !settings->values_output)
        die_usage("--values, --value-size and --values-output are given together or not at all");
    bool standard = count == 0;
    for (int i = 0; i < count; i++)
        standard |= strcmp(paths[i], "-") == 0;
    if (standard && strcmp(settings->values, "-") == 0)
        die_usage("keys and values cannot both come from standard input");
}

static void read_values(struct values *values, const struct settings *settings, size_t n)
{
    struct failure failure;
    struct input input;
    size_t used = 0;
    values->size = (size_t)settings->value_size;
    if (!input_open(&input, settings->values, &failure) || !input_read_rest(&input, &values->memory, &used, &failure))
        die("%s", failure.message);
    if (npy_begins(values->memory.bytes, used))
        die("%s: it begins as a .npy file; values are bytes without a header", input.name);
    if (n ? used / n != values->size || used % n : used)
        die("%s: it has %zu byte%s; %zu key%s %zu byte%s each", input.name, used, used == 1 ? "" : "s", n,
            n == 1 ? " needs" : "s need", values->size, values->size == 1 ? "" : "s");
    input_close(&input);
}

static void sort_on_processor(struct array *array, void *values, size_t value_size, const struct settings *settings)
{
    sweep_options options = work_options(settings, value_size ? SWEEP_OPERATION_SORT_PAIRS : SWEEP_OPERATION_SORT,
                                         array->count, array->type, value_size);
    if (value_size)
        expect_fine(sweep_sort_pairs(array->keys, values, array->count, array->type, value_size, &options));
    else
        expect_fine(sweep_sort(array->keys, array->count, array->type, &options));
}

static void sort_on_device(struct array *array, void *values, size_t value_size, const struct settings *settings)
{
    sweep_device_options options = device_options(settings, array->type);
    sweep_device *device = on_device_open(settings->device);
    if (value_size)
        on_device_expect(device, sweep_device_sort_pairs(device, array->keys, values, array->count, array->type,
                                                         value_size, &options));
    else
        on_device_expect(device, sweep_device_sort(device, array->keys, array->count, array->type, &options));
    sweep_device_close(device);
}

static void sort_keys(struct array *array, struct values *values, const struct settings *settings)
{
    progress_phase("sorting");
    void *bytes = values->memory.bytes;
    (settings->device ? sort_on_device : sort_on_processor)(array, bytes, values->size, settings);
    if (settings->unique) {
        sweep_options options = order_options(settings, array->type);
        array->count = unique_keep(array->keys, bytes, array->count, array->type, values->size, &options);
    }
}

static int verb_sort(int argc, char **argv)
{
    struct settings settings = {0};
    struct inputs inputs;
    struct values values = {.size = 0};
    struct output output;
    struct failure failure;
    int count = options_parse(&sort_verb, argc, argv, &settings);
    check_settings(&settings, argv, count);
    progress_start();
    open_output(&output, &settings, argv, count);
    if (settings.values)
        refuse_terminal(settings.values_output, "values are bytes", "--values-output FILE, or a pipe");
    if (settings.values && !output_open(&values.output, settings.values_output, &failure))
        die("%s", failure.message);
    if (settings.values && output_same(&output, &values.output))
        die("keys and values would both be written to %s", output.name);

    inputs_read(&inputs, argv, count, &settings);
    if (settings.values)
        read_values(&values, &settings, inputs.array.count);
    inputs_order_times(&inputs, &settings);
    sort_keys(&inputs.array, &values, &settings);
    inputs_restore_times(&inputs, &settings);

    /* Both are whole before the first of them gets its name. */
    progress_phase("writing");
    progress_expect((uint64_t)inputs.array.count * (type_size(inputs.array.type) + values.size));
    if (settings.values &&
        !output_write(&values.output, values.memory.bytes, inputs.array.count * values.size, &failure))
        die("%s", failure.message);
    if (!array_write(&inputs.array, &output, output_format(&settings, &inputs), &failure) ||
        !(settings.values ? output_commit_both(&output, &values.output, &failure) : output_commit(&output, &failure)))
        die("%s", failure.message);
    memory_free(&values.memory);
    inputs_free(&inputs);
    return EXIT_FINE;
}
