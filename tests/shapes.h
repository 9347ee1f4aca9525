/*
 * Inputs made for HYBRID and against it: few values, narrow ranges, heavy values hidden from the sample, everything in
 * one bucket at every level, buckets one above the size of a base case, orders that are nearly there, NaNs and zeros in
 * any part. For any test.
 */
#ifndef TESTS_SHAPES_H
#define TESTS_SHAPES_H

#include <stddef.h>
#include <stdint.h>

#include "reference.h"

enum { SHAPES = 36, SHAPE_MOST = 400000 }; /* how many there are; keys of one at most */

const char *shape_name(size_t number);
size_t shape_named(const char *name); /* the number of a name that is known */

/* Fills n keys (128 or more) of any type with the shape of that number. The same seed gives the same keys. */
void shape_fill(void *keys, size_t number, size_t n, sweep_type type, uint64_t seed);

#endif
