/*
 * Floating-point numbers as text: read to the nearest number of a format, printed in the shortest form that reads back
 * the same. f16, bf16, f32 and f64 alike, as their bits.
 *
 * In: text or bits. Out: bits or text. Both ways are exact: reading rounds to nearest, ties to even, however many
 * digits there are; printing finds the fewest digits and, among those, the closest. Called by numbers.c.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef SWEEPSORT_FILE_FLOATS_H
#define SWEEPSORT_FILE_FLOATS_H

#include "numbers.h"

/* The fields of a format, from its sign bit down. */
struct float_form {
    unsigned exponent_bits, fraction_bits;
};

/* Reads [+-]digits[.digits][e[+-]digits], inf, infinity or nan (any case) from `at` on, and moves *after behind it. The
   text must end with a character that belongs to no number, such as a line feed. What is too large for the format is
   out of range; what is too small becomes zero. */
enum number_fault float_read(const char *at, const char **after, struct float_form form, uint64_t *bits);

/* Writes the number to `at`, at most NUMBER_LONGEST characters, and returns their end. Exponents from 1e-4 up and below
   1e16 are written out; nan has its sign and nothing else. */
char *float_print(char *at, struct float_form form, uint64_t bits);

#endif
