/*
 * What sort, argsort and check have in common; see settings.h.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "settings.h"

#include <stdlib.h>
#include <string.h>

#include "errors.h"
#include "progress.h"
#include "terminal.h"

/* ---- inputs -------------------------------------------------------------------------------------------------- */

void inputs_read(struct inputs *inputs, char **paths, int count, const struct settings *settings)
{
    static char standard_input[] = "-", *nothing_named[] = {standard_input};
    struct failure failure;
    *inputs = (struct inputs){.paths = count ? paths : nothing_named,
                              .count = count ? count : 1,
                              .format = (enum file_format)settings->format};
    inputs->ends = malloc((size_t)inputs->count * sizeof *inputs->ends);
    if (!inputs->ends)
        die("not enough memory");
    progress_phase("reading");
    for (int i = 0; i < inputs->count; i++) {
        if (!array_read(&inputs->array, inputs->paths[i], inputs->format, (sweep_type)settings->type, &failure))
            die("%s", failure.message);
        inputs->ends[i] = inputs->array.count;
    }
}

struct origin inputs_origin(const struct inputs *inputs, size_t index)
{
    int file = 0;
    while (index >= inputs->ends[file])
        file++;
    const char *path = inputs->paths[file];
    enum file_format format = inputs->format ? inputs->format : format_of_name(path);
    return (struct origin){strcmp(path, "-") == 0 ? "standard input" : path, format ? format : FORMAT_RAW,
                           file ? index - inputs->ends[file - 1] : index};
}

/* How much smaller the keys are made. */
static uint64_t shift_of_times(const struct inputs *inputs, const struct settings *settings)
{
    bool last = settings->float_order == SWEEP_NAN_LAST, first = settings->float_order == SWEEP_NAN_FIRST;
    return inputs->array.time[0] && ((last && !settings->reverse) || (first && settings->reverse));
}

static void shift_keys(struct array *array, uint64_t by)
{
    uint64_t *keys = array->keys;
    for (size_t i = 0; by && i < array->count; i++)
        keys[i] += by;
}

void inputs_order_times(struct inputs *inputs, const struct settings *settings)
{
    shift_keys(&inputs->array, 0 - shift_of_times(inputs, settings));
}

void inputs_restore_times(struct inputs *inputs, const struct settings *settings)
{
    shift_keys(&inputs->array, shift_of_times(inputs, settings));
}

void inputs_free(struct inputs *inputs)
{
    array_free(&inputs->array);
    free(inputs->ends);
}

/* ---- the output ---------------------------------------------------------------------------------------------- */

/* The format of results as far as it is known before inputs are read: theirs is told by the first name. */
static enum file_format expected_format(const struct settings *settings, char **paths, int count)
{
    struct inputs none = {.array = {.format = count ? format_of_name(paths[0]) : FORMAT_ANY}};
    enum file_format format = output_format(settings, &none);
    return format ? format : FORMAT_RAW;
}

void open_output(struct output *output, const struct settings *settings, char **paths, int count)
{
    struct failure failure;
    enum file_format named = settings->output ? format_of_name(settings->output) : FORMAT_ANY;
    if (!settings->output_format && settings->format && named && (int)named != settings->format)
        die("%s: its name says %s, --format says %s; --output-format decides", settings->output,
            option_formats[named - 1], option_formats[settings->format - 1]);
    refuse_terminal_for_keys(settings->output, expected_format(settings, paths, count), "output-format");
    if (!output_open(output, settings->output, &failure))
        die("%s", failure.message);
}

enum file_format output_format(const struct settings *settings, const struct inputs *inputs)
{
    enum file_format format = (enum file_format)(settings->output_format ? settings->output_format : settings->format);
    if (!format && settings->output)
        format = format_of_name(settings->output);
    return format ? format : inputs->array.format;
}

/* ---- the library's options ----------------------------------------------------------------------------------- */

sweep_options order_options(const struct settings *settings, sweep_type type)
{
    unsigned width = 8 * (unsigned)type_size(type);
    if (settings->begin_bit > width)
        die("--begin-bit: %s keys have %u bits", type_name(type), width);
    if (settings->end_bit > width)
        die("--end-bit: %s keys have %u bits", type_name(type), width);
    if (settings->end_bit && settings->begin_bit > settings->end_bit)
        die("--begin-bit lies above --end-bit");
    sweep_options options = sweep_default_options();
    options.order = settings->reverse ? SWEEP_DESCENDING : SWEEP_ASCENDING;
    options.float_order = (sweep_float_order)settings->float_order;
    options.begin_bit = (unsigned)settings->begin_bit;
    options.end_bit = (unsigned)settings->end_bit;
    options.threads = settings->parallel ? (unsigned)settings->parallel : SWEEP_ALL_THREADS;
    options.message = call_message;
    options.message_size = sizeof call_message;
    return options;
}

sweep_options work_options(const struct settings *settings, sweep_operation operation, size_t n, sweep_type type,
                           size_t value_size)
{
    sweep_options options = order_options(settings, type);
    options.engine = (sweep_engine)settings->engine;
    options.digit_bits = (unsigned)settings->digit_bits;
    sweep_plan plan;
    sweep_status status = sweep_plan_sort(&plan, operation, n, type, value_size, &options);
    if (status == SWEEP_ERR_UNSUPPORTED && options.digit_bits)
        die("--engine=%s does not sort by digits of %u bits", option_engines[settings->engine], options.digit_bits);
    if (status == SWEEP_ERR_UNSUPPORTED && options.engine)
        die("--engine=%s is not built yet", option_engines[settings->engine]);
    expect_fine(status);
    if (settings->memory == 0)
        return options;
    size_t fastest = plan.scratch_bytes;
    options.memory_limit = (size_t)settings->memory;
    status = sweep_plan_sort(&plan, operation, n, type, value_size, &options);
    if (status == SWEEP_ERR_UNSUPPORTED)
        die("-S: this sort needs %zu bytes of scratch memory, and %llu are allowed; sorting in files is not built yet",
            fastest, (unsigned long long)settings->memory);
    expect_fine(status);
    return options;
}

sweep_device_options device_options(const struct settings *settings, sweep_type type)
{
    if (settings->memory)
        die_usage("-S limits sorts on the processor; with --device it means nothing");
    if (settings->parallel)
        die_usage("--parallel is for the processor; with --device it means nothing");
    sweep_options checked = order_options(settings, type);
    sweep_device_options options = sweep_default_device_options();
    options.order = checked.order;
    options.float_order = checked.float_order;
    options.begin_bit = checked.begin_bit;
    options.end_bit = checked.end_bit;
    options.engine = (sweep_engine)settings->engine;
    options.digit_bits = (unsigned)settings->digit_bits;
    return options;
}

void expect_fine(sweep_status status)
{
    if (status != SWEEP_OK)
        die("%s", call_said(status));
}
