/*
 * Arrays of keys in files: raw, .npy and text.
 *
 * In: paths ("-": standard input), a format and a type, as far as the user gave them. Out: keys in memory, in this
 * machine's byte order, with what must be known to write them back as they came. Verbs use this, output.h for where
 * results go, and numbers.h to show a key.
 *
 *     struct array array = {0};
 *     struct output output;
 *     struct failure failure;
 *     if (!array_read(&array, path, FORMAT_ANY, SWEEP_U32, &failure) ||
 *         !output_open(&output, target, &failure) ||
 *         !array_write(&array, &output, array.format, &failure) || !output_commit(&output, &failure))
 *         die("%s", failure.message);
 *     array_free(&array);
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef SWEEPSORT_FILE_ARRAY_H
#define SWEEPSORT_FILE_ARRAY_H

#include "failure.h"
#include "memory.h"
#include "npy.h"
#include "output.h"
#include "types.h"

enum file_format { FORMAT_ANY, FORMAT_RAW, FORMAT_NPY, FORMAT_TEXT };

struct array {
    struct memory memory; /* where the keys are, if the array was read */
    void *keys;
    size_t count;
    sweep_type type;          /* 0: nothing has been read */
    enum file_format format;  /* of the first file */
    bool big_endian, boolean; /* .npy: the first file's byte order; every file's keys are NumPy's bool */
    char time[NPY_TIME];      /* .npy: every file's keys are such times, as i64 whose smallest is NaT; "": none is */
};

/* The format that a name stands for: FORMAT_NPY for .npy, FORMAT_TEXT for .txt, else FORMAT_ANY. */
enum file_format format_of_name(const char *path);

/* Reads a file's keys behind those that the array has. format FORMAT_ANY: by the name, else raw. type 0: the file's own
   (.npy) or that of the files before. A type against the file's own, or against that of the files before, is refused.
   A file that begins as .npy and is read as raw or text for want of a format is refused. After a failure array_free is
   still to be called, and nothing else. */
bool array_read(struct array *array, const char *path, enum file_format format, sweep_type type,
                struct failure *failure);

/* Writes the keys; the format is one of the three. */
bool array_write(const struct array *array, struct output *output, enum file_format format, struct failure *failure);

void array_free(struct array *array);

#endif
