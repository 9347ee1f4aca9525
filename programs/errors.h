/*
 * Messages on standard error, and the end of the program when something is wrong.
 *
 * In: what went wrong, as printf takes it. Out: "sweepsort VERB: message" and exit status 2. Any verb may call it.
 * A message about a place in a file begins with FILE: or FILE:LINE:; control bytes in it are shown as \xHH. Temporary
 * files are removed on the way out.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef SWEEPSORT_ERRORS_H
#define SWEEPSORT_ERRORS_H

#include "sweepsort.h"

#if defined __GNUC__
#define ERRORS_PRINTF __attribute__((format(printf, 1, 2)))
#else
#define ERRORS_PRINTF
#endif

/* The three exit statuses of the command. */
enum { EXIT_FINE = 0, EXIT_UNSORTED = 1, EXIT_TROUBLE = 2 };

/* The verb that stands in front of every message from now on; NULL: none. */
void name_verb(const char *verb);

/* "sweepsort VERB: message" on standard error. */
ERRORS_PRINTF void complain(const char *format, ...);

/* The same, then exit status 2. */
ERRORS_PRINTF _Noreturn void die(const char *format, ...);

/* The same, with a line that points to --help: for command lines that make no sense. */
ERRORS_PRINTF _Noreturn void die_usage(const char *format, ...);

/* Room for the message of a call's options, and what a call that failed has said: that, or else the status's text. */
extern char call_message[200];
const char *call_said(sweep_status status);

/* Flushes standard output and dies where what was printed did not arrive. Every verb that prints ends with it. */
void finish_output(void);

#endif
