/*
 * The man page and the shell completions, made from the verbs' tables.
 *
 * In: the table of verbs. Out: roff (man 7), a bash or a zsh script, on standard output. Called by main.c for
 * --man and --completion, which the build runs.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef SWEEPSORT_MANUAL_H
#define SWEEPSORT_MANUAL_H

void manual_print(void);

void completion_print_bash(void);
void completion_print_zsh(void);

#endif
