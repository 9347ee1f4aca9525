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

/* Bytes that a terminal would obey, as \xHH, which is how they come in file names and arguments; other text as it is,
   also in UTF-8, whose controls are two bytes. */
static void print_shown(const char *text)
{
    for (; *text; text++) {
        unsigned char byte = (unsigned char)text[0], next = (unsigned char)text[1];
        if (byte == 0xc2 && next >= 0x80 && next < 0xa0) {
            fprintf(stderr, "\\x%02x\\x%02x", byte, next);
            text++;
        } else {
            fprintf(stderr, byte < ' ' || byte == 0x7f ? "\\x%02x" : "%c", byte);
        }
    }
}

static void print_message(const char *format, va_list arguments)
{
    static char message[5 * 4096]; /* more than the longest paths */
    progress_stop();
    fflush(stdout);
    print_name();
    fputs(": ", stderr);
    vsnprintf(message, sizeof message, format, arguments);
    print_shown(message);
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

char call_message[200];

const char *call_said(sweep_status status)
{
    return call_message[0] ? call_message : sweep_status_string(status);
}

void finish_output(void)
{
    errno = 0;
    if (fflush(stdout) || ferror(stdout))
        die("standard output: %s", strerror(errno ? errno : EIO));
}
