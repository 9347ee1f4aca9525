/*
 * Messages on standard error; see errors.h.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "errors.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "progress.h"

static const char *verb_name;

void name_verb(const char *verb)
{
    verb_name = verb;
}

static void print_name(void)
{
    fputs(verb_name ? "sweepsort " : "sweepsort", stderr);
    if (verb_name)
        fputs(verb_name, stderr);
}

static void print_message(const char *format, va_list arguments)
{
    progress_stop();
    fflush(stdout);
    print_name();
    fputs(": ", stderr);
    vfprintf(stderr, format, arguments);
    fputc('\n', stderr);
}

void complain(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    print_message(format, arguments);
    va_end(arguments);
}

void die(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    print_message(format, arguments);
    va_end(arguments);
    exit(EXIT_TROUBLE);
}

void die_usage(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    print_message(format, arguments);
    va_end(arguments);
    fputs("Try '", stderr);
    print_name();
    fputs(" --help'.\n", stderr);
    exit(EXIT_TROUBLE);
}

void finish_output(void)
{
    errno = 0;
    if (fflush(stdout) || ferror(stdout))
        die("standard output: %s", strerror(errno ? errno : EIO));
}
