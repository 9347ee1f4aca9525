/*
 * Arrays as text: one number a line.
 *
 * In: lines that end with LF or CRLF (the last one need not). Out: keys; or lines that end with LF. A line that is no
 * number of the type is an error that names file and line. Called by array.c.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef SWEEPSORT_FILE_TEXT_H
#define SWEEPSORT_FILE_TEXT_H

#include "input.h"
#include "output.h"
#include "types.h"

/* Reads all lines as keys to memory->bytes + *used and moves *used to their end. */
bool text_read(struct input *input, sweep_type type, struct memory *memory, size_t *used, struct failure *failure);

/* Writes count keys. */
bool text_write(struct output *output, const void *keys, size_t count, sweep_type type, struct failure *failure);

#endif
