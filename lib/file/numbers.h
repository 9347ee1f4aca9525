/*
 * Keys as text: one number of any type.
 *
 * In: text or a key. Out: a key or text. Called by text.c and by verbs that print keys.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef SWEEPSORT_FILE_NUMBERS_H
#define SWEEPSORT_FILE_NUMBERS_H

#include <stdint.h>

#include "types.h"

enum number_fault { NUMBER_FINE, NUMBER_NONE, NUMBER_OUT_OF_RANGE };

/* The most characters of a printed key. */
#define NUMBER_LONGEST 48

/* Reads a number from `at` on into the key and moves *after behind it. The text must end with a character that belongs
   to no number. NUMBER_NONE: no number stands there. */
enum number_fault number_read(const char *at, const char **after, sweep_type type, void *key);

/* Writes the key to `at` without a zero at its end, at most NUMBER_LONGEST characters; returns their end. */
char *number_print(char *at, const void *key, sweep_type type);

#endif
