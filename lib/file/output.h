/*
 * Bytes that go out: a file written whole or not at all, or a pipe or device written as it is.
 *
 * In: a path (NULL or "-": standard output), then bytes, then output_commit. Out: a regular file appears, or is
 * replaced, in one step, at output_commit; until then it is a temporary file beside its place, removed on every way
 * out. A link is followed; a file that is replaced keeps its permissions, and its owner where the system allows it.
 * What is no regular file (/dev/full, a pipe) is opened and written, never replaced.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef SWEEPSORT_FILE_OUTPUT_H
#define SWEEPSORT_FILE_OUTPUT_H

#include <stddef.h>

#include "failure.h"

struct output {
    const char *name; /* as messages call it: the path, or "standard output" */
    int fd;
    char *target;    /* the regular file to be; NULL: written as it is */
    char *temporary; /* the file beside it */
};

/* Opens an output; early, so that what cannot be written is known before the work. */
bool output_open(struct output *output, const char *path, struct failure *failure);

bool output_write(struct output *output, const void *bytes, size_t size, struct failure *failure);

/* The last step: everything has been written. Closes the output, also when it fails. From the moment that files take
   their names no signal that leftovers.h knows ends the program any more: what is left takes no time. */
bool output_commit(struct output *output, struct failure *failure);

/* The same for two outputs: where both are files, both are replaced or neither is. The old first file is kept under
   another name beside it until the second is in place; where that cannot be done, or the old file not be put back,
   the message says which of the two is replaced, and where what was in it is now. */
bool output_commit_both(struct output *first, struct output *second, struct failure *failure);

/* Whether both would end up in the same regular file, or are both standard output. */
bool output_same(const struct output *a, const struct output *b);

#endif
