/*
 * Bytes that a terminal would obey or show as noise are not written to one by accident.
 *
 * In: where results go, and what they are. Out: nothing, or the end of the program with a message and exit status 2.
 * Called by sort.c, settings.c and gen.c before any work.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef SWEEPSORT_TERMINAL_H
#define SWEEPSORT_TERMINAL_H

#include "array.h"

/* `path` as output_open takes it. A terminal is refused where it is standard output; one that is named (-o /dev/tty) is
   meant. `what`: "values are bytes"; `instead`: how to go on. */
void refuse_terminal(const char *path, const char *what, const char *instead);

/* The same for keys, if the format is not text; `option` is the one that would make it text. */
void refuse_terminal_for_keys(const char *path, enum file_format format, const char *option);

#endif
