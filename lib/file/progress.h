/*
 * How far long work has come, on standard error where that is a terminal.
 *
 * In: what is being done, how many bytes it will take and how many are done. Out: after the first second, one line that
 * is written over several times a second and wiped at the end. Off until progress_start is called, so that files can be
 * read and written by programs that show nothing.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef SWEEPSORT_FILE_PROGRESS_H
#define SWEEPSORT_FILE_PROGRESS_H

#include <stdint.h>

/* Starts to show progress if standard error is a terminal. It is wiped at exit, or by progress_stop. */
void progress_start(void);
void progress_stop(void);

/* What begins now: "reading", "sorting", "writing" (a text that stays). Sets the counts below to zero. */
void progress_phase(const char *phase);

/* So many bytes more will have to be done in this phase; so many have been done. */
void progress_expect(uint64_t bytes);
void progress_advance(uint64_t bytes);

#endif
