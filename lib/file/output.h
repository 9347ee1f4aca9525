/*
 * Bytes that go out: to a file that they replace or are written into, or to a pipe or device as they come.
 *
 * In: a path (NULL or "-": standard output), then bytes, then output_commit. Out, for a regular file: until
 * output_commit all bytes are in a temporary file, beside the file's place where that can be; it is removed on every
 * way out. Then
 *   - a file that is new appears in one step, with the rights that the folder and the umask give to new files;
 *   - a file that exists is replaced in one step if the temporary can have all its rights (rights.h), it has no other
 *     hard links, and its folder allows it;
 *   - else it is overwritten, as `cat >file` would do it: its owner, permissions, links and mounts are not touched.
 * That is no single step; if it fails, the temporary file stays and the message names it. What is named by a descriptor
 * (/dev/stdout) is always overwritten. A link is followed. What is no regular file (/dev/full, a pipe) is opened and
 * written as it comes.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef SWEEPSORT_FILE_OUTPUT_H
#define SWEEPSORT_FILE_OUTPUT_H

#include <stddef.h>

#include "failure.h"

struct output {
    const char *name; /* as messages call it: the path, or "standard output" */
    int fd;           /* takes the bytes */
    char *target;     /* where the regular file is or will be; NULL: written as they come */
    char *temporary;  /* what `fd` is open on, if there is a target */
    int into;         /* the file that exists, open for writing; -1: there is none */
    bool overwritten; /* it is overwritten and not replaced */
};

/* Opens an output; early, so that what cannot be written is known before the work. Nothing is changed yet. */
bool output_open(struct output *output, const char *path, struct failure *failure);

bool output_write(struct output *output, const void *bytes, size_t size, struct failure *failure);

/* The last step: everything has been written. Closes the output, also when it fails. From the moment that files take
   their names or are overwritten no signal that leftovers.h knows ends the program any more. */
bool output_commit(struct output *output, struct failure *failure);

/* The same for two outputs: where both are new or replaced, both are or neither is. The old first file is kept under
   another name beside it until the second is in place; where that cannot be done, or the old file not be put back,
   the message says which of the two is replaced, and where what was in it is now. One that is overwritten comes first,
   and cannot be put back. */
bool output_commit_both(struct output *first, struct output *second, struct failure *failure);

/* Whether both would end up in the same regular file, or are both standard output. */
bool output_same(const struct output *a, const struct output *b);

#endif
