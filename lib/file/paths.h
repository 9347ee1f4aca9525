/*
 * Where a file lies: the folder of a path, and what symbolic links lead to.
 *
 * In: paths. Out: paths, malloc'ed. Only output.c asks.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef SWEEPSORT_FILE_PATHS_H
#define SWEEPSORT_FILE_PATHS_H

#include <stdbool.h>

/* `name` in the folder of `path`, or `name` itself if it is absolute; NULL without memory. */
char *path_beside(const char *path, const char *name);

/* Follows links from the path to the place that a file has or will have; NULL with errno set on failure. *descriptor:
   the last link was the name of an open file (/dev/stdout, /proc/self/fd/1), which need not lie in any folder. */
char *path_follow(const char *path, bool *descriptor);

#endif
