/*
 * What sort, argsort and check have in common: their settings, their inputs, and how they ask the library.
 *
 * In: the fields that options_parse has set, and the operands. Out: keys in memory, and options for the library that
 * have been seen to make sense: what does not is a message that names it, and exit status 2. Called by sort.c,
 * argsort.c and check.c.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef SWEEPSORT_SETTINGS_H
#define SWEEPSORT_SETTINGS_H

#include "array.h"
#include "options.h"
#include "sweepsort_device.h"

struct settings {
    int type, format, output_format; /* sweep_type, file_format, file_format; 0: not given */
    const char *output;              /* NULL: standard output */
    bool reverse, unique;
    int float_order;                    /* sweep_float_order */
    uint64_t begin_bit, end_bit;        /* end_bit 0: the key's width */
    int engine;                         /* sweep_engine */
    uint64_t digit_bits, parallel;      /* 0: the plan chooses; every usable core */
    uint64_t memory;                    /* most bytes of scratch; 0: no limit */
    const char *device;                 /* NULL: the processor */
    const char *values, *values_output; /* sort: the file of values, and where they go */
    uint64_t value_size;
    int index; /* argsort: bytes of an index, 4 or 8, less 4 */
};

/* The rows of all that decides the order. */
#define SETTINGS_ORDER                                                                                                 \
    OPTION_ROW_REVERSE(struct settings), OPTION_ROW_FLOAT_ORDER(struct settings),                                      \
        OPTION_ROW_BEGIN_BIT(struct settings), OPTION_ROW_END_BIT(struct settings)

/* The rows of what results look like. */
#define SETTINGS_FORMAT                                                                                                \
    OPTION_ROW_TYPE(struct settings), OPTION_ROW_FORMAT(struct settings),                                              \
    {                                                                                                                  \
        "output-format", 0, "FORMAT", "format of results, if it is another", OPTION_CHOICE,                            \
            offsetof(struct settings, output_format), 1, 0, option_formats                                             \
    }

/* The rows of how it is done. */
#define SETTINGS_WORK                                                                                                  \
    OPTION_ROW_PARALLEL(struct settings), OPTION_ROW_ENGINE(struct settings), OPTION_ROW_DIGIT_BITS(struct settings),  \
        {"buffer-size",                                                                                                \
         'S',                                                                                                          \
         "SIZE",                                                                                                       \
         "most scratch memory: bytes, or with K, M, G, T",                                                             \
         OPTION_SIZE,                                                                                                  \
         offsetof(struct settings, memory),                                                                            \
         1,                                                                                                            \
         SIZE_MAX,                                                                                                     \
         NULL},                                                                                                        \
        {"temporary-dir", 'T', "DIR", "sort in files there (not built yet)", OPTION_REFUSED, 0, 0, 0, NULL},           \
        OPTION_ROW_DEVICE(struct settings)

/* The file a key came from, and its place there. */
struct origin {
    const char *path; /* as messages call it */
    enum file_format format;
    size_t index;
};

/* The inputs: one array of one type, in the order of the operands; none: standard input. */
struct inputs {
    struct array array;
    char **paths;
    int count;
    enum file_format format; /* as it was given */
    size_t *ends;            /* for each path, how many keys came up to its end */
};

void inputs_read(struct inputs *inputs, char **paths, int count, const struct settings *settings);
struct origin inputs_origin(const struct inputs *inputs, size_t index);
void inputs_free(struct inputs *inputs);

/* NaT, the time that is none, is the smallest i64; as NaN among floats it comes last, ascending and descending, or
   first where --float-order says so. Before keys are ordered: where NaT belongs above all times each key is made
   smaller by one, which makes NaT the largest and changes no other order. */
void inputs_order_times(struct inputs *inputs, const struct settings *settings);

/* Back to what the keys are. */
void inputs_restore_times(struct inputs *inputs, const struct settings *settings);

/* Opens the output. Dies where its name stands for another format than the one that was given for the inputs: which of
   the two is meant must be said; and where bytes that are no text would go to a terminal. */
void open_output(struct output *output, const struct settings *settings, char **paths, int count);

/* The format of results: as given, else by the output's name, else that of the first input. */
enum file_format output_format(const struct settings *settings, const struct inputs *inputs);

/* The library's options for keys of the type. */
sweep_options order_options(const struct settings *settings, sweep_type type);

/* The same for an operation, after asking the library for its plan: dies where it cannot be done. */
sweep_options work_options(const struct settings *settings, sweep_operation operation, size_t n, sweep_type type,
                           size_t value_size);

/* The same for a device. */
sweep_device_options device_options(const struct settings *settings, sweep_type type);

/* Dies unless the status is SWEEP_OK. */
void expect_fine(sweep_status status);

#endif
