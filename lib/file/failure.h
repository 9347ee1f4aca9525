/*
 * What went wrong with a file, as a message that names it.
 *
 * In: a format as printf takes it. Out: the message in a struct failure, and false, so that a function ends with
 * `return fail(failure, ...)`. Used by every file of lib/file; the command prints the message and exits.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef SWEEPSORT_FILE_FAILURE_H
#define SWEEPSORT_FILE_FAILURE_H

#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

struct failure {
    char message[4 * 4096 + 512]; /* room for the longest paths and what is said of them */
};

#if defined __GNUC__
__attribute__((format(printf, 2, 3)))
#endif
static inline bool
fail(struct failure *failure, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(failure->message, sizeof failure->message, format, arguments);
    va_end(arguments);
    return false;
}

/* Says more behind the message. */
#if defined __GNUC__
__attribute__((format(printf, 2, 3)))
#endif
static inline void
fail_further(struct failure *failure, const char *format, ...)
{
    size_t used = strlen(failure->message);
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(failure->message + used, sizeof failure->message - used, format, arguments);
    va_end(arguments);
}

#endif
