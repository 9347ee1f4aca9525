/*
 * Temporary files that must not stay behind, whatever ends the program.
 *
 * In: the path of a temporary file that was made; that it is gone. Out: at exit, and when a signal ends the program,
 * the files still listed are removed; the program then dies of that signal. Only output.c lists files.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef SWEEPSORT_FILE_LEFTOVERS_H
#define SWEEPSORT_FILE_LEFTOVERS_H

#include <stddef.h>

#define LEFTOVERS 4

/* From now on SIGINT, SIGTERM and their like remove the files that are listed. Signals that are ignored stay so. */
void leftovers_catch_signals(void);

/* Between the two no such signal is served: a file is made and listed in one piece. */
void leftovers_hold_signals(void);
void leftovers_release_signals(void);

/* From now on no such signal ends the program, in whatever thread it comes: what follows is done in one piece, and
   after it there is nothing left to be ended. Does not return where one is ending the program already. */
void leftovers_outlast_signals(void);

/* Lists a path that the caller keeps; takes it off again. At most LEFTOVERS at a time. */
void leftovers_add(const char *path);
void leftovers_drop(const char *path);

#endif
