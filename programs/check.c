/*
 * sweepsort check: whether keys are in order.
 *
 * In: files or standard input, one array in their order. Out: exit status 0; or 1, and on standard error the first key
 * that belongs before the one in front of it (with -u also: that equals it).
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "errors.h"
#include "numbers.h"
#include "progress.h"
#include "settings.h"
#include "unique.h"
#include "verbs.h"

static const struct option check_table[] = {
    {"unique", 'u', NULL, "equal keys are out of order too", OPTION_FLAG, offsetof(struct settings, unique), 0, 0,
     NULL},
    OPTION_ROW_TYPE(struct settings),
    OPTION_ROW_FORMAT(struct settings),
    SETTINGS_ORDER,
    OPTION_ROW_PARALLEL(struct settings),
    OPTION_ROW_END,
};

static int verb_check(int argc, char **argv);

const struct verb check_verb = {
    "check",
    "tell whether keys are in order",
    "[OPTION]... [FILE]...",
    "Exits with 0 if the keys of all FILEs, one array in their order, are in the order that sort would write with "
    "the same options, and with 1 if they are not; then the first key that is out of order is shown, by its line in "
    "text and by its index, counted from 0, elsewhere.",
    check_table,
    verb_check};

static void report(const struct inputs *inputs, size_t index)
{
    const struct array *array = &inputs->array;
    size_t size = type_size(array->type);
    const char *key = (const char *)array->keys + index * size;
    char now[NUMBER_LONGEST + 1], before[NUMBER_LONGEST + 1];
    *number_print(now, key, array->type) = 0;
    *number_print(before, key - size, array->type) = 0;
    struct origin origin = inputs_origin(inputs, index);
    if (origin.format == FORMAT_TEXT)
        complain("%s:%zu: out of order: %s after %s", origin.path, origin.index + 1, now, before);
    else
        complain("%s: out of order at index %zu: %s after %s", origin.path, origin.index, now, before);
}

static int verb_check(int argc, char **argv)
{
    struct settings settings = {0};
    struct inputs inputs;
    int count = options_parse(&check_verb, argc, argv, &settings);
    progress_start();
    inputs_read(&inputs, argv, count, &settings);
    struct array *array = &inputs.array;
    sweep_options options = order_options(&settings, array->type);
    progress_phase("checking");
    inputs_order_times(&inputs, &settings);
    size_t first;
    expect_fine(sweep_is_sorted(array->keys, array->count, array->type, &first, &options));
    if (settings.unique) {
        size_t repeat = unique_first_repeat(array->keys, first, array->type, &options);
        if (repeat < first)
            first = repeat;
    }
    inputs_restore_times(&inputs, &settings);
    bool sorted = first == array->count;
    if (!sorted)
        report(&inputs, first);
    inputs_free(&inputs);
    return sorted ? EXIT_FINE : EXIT_UNSORTED;
}
