/*
 * Bytes that come in: a file by name or standard input, read in big pieces.
 *
 * In: a path, "-" for standard input. Out: bytes, and how many more a file is known to have. A file that gets shorter
 * while it is read is an error; nothing is mapped, so none of this ends in a signal.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef SWEEPSORT_FILE_INPUT_H
#define SWEEPSORT_FILE_INPUT_H

#include <stddef.h>
#include <stdint.h>

#include "failure.h"
#include "memory.h"

/* The most bytes that can be looked at before they are read. */
#define INPUT_AHEAD 8

struct input {
    const char *name; /* as messages call it: the path, or "standard input" */
    int fd;
    bool known;    /* `left` is known: a regular file */
    uint64_t left; /* bytes that must still come */
    unsigned char ahead[INPUT_AHEAD];
    size_t ahead_size; /* bytes of `ahead` that were read and are still to come */
};

bool input_open(struct input *input, const char *path, struct failure *failure);
void input_close(struct input *input);

/* The first bytes that will come, at most INPUT_AHEAD, copied to `bytes`; *got says how many there are. Before anything
   else is read. */
bool input_peek(struct input *input, void *bytes, size_t size, size_t *got, struct failure *failure);

/* Reads until `size` bytes are there or the input ends; *got says how many came. */
bool input_read(struct input *input, void *bytes, size_t size, size_t *got, struct failure *failure);

/* Reads everything that is left to memory->bytes + *used and moves *used to its end. */
bool input_read_rest(struct input *input, struct memory *memory, size_t *used, struct failure *failure);

#endif
