/*
 * The system as output.c finds it in spoiled_sort.c.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef SPOILED_SORT_H
#define SPOILED_SORT_H

#include <sys/types.h>

int spoiled_rename(const char *from, const char *to);
int spoiled_link(const char *from, const char *to);
int spoiled_open(const char *path, int flags, ...);
ssize_t spoiled_write(int fd, const void *bytes, size_t size);
int spoiled_close(int fd);
int spoiled_fsetxattr(int fd, const char *name, const void *value, size_t size, int flags);

#endif
