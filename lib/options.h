/*
 * What is checked before a call does anything: structs of the caller's size, enums, bit windows, sizes and arrays. For
 * sorts by the processor and on devices alike.
 */
#ifndef SWEEP_OPTIONS_H
#define SWEEP_OPTIONS_H

#include "key.h"

/* a * b and a + b, or SIZE_MAX where that does not fit. */
static inline size_t sweep_times(size_t a, size_t b)
{
    return b != 0 && a > SIZE_MAX / b ? SIZE_MAX : a * b;
}

static inline size_t sweep_plus(size_t a, size_t b)
{
    return a > SIZE_MAX - b ? SIZE_MAX : a + b;
}

/* Whether the arrays [a, a + a_size) and [b, b + b_size) share a byte, or one of them wraps round the address space. */
bool sweep_overlap(const void *a, size_t a_size, const void *b, size_t b_size);

/* Checks the options (NULL: the defaults) against the type and copies what this version knows of them to *checked,
   with end_bit resolved. */
sweep_status sweep_check_options(sweep_options *checked, const sweep_options *options, sweep_type type);

/* Whether there is such an operation, and it takes values or indices of this size. */
bool sweep_operation_is_sound(sweep_operation operation, size_t value_size);

/* Whether the arrays of a call can be meant: sizes that can be counted, nothing missing (keys_out is not there for
   ARGSORT), no overlap but of keys_out that is keys. */
bool sweep_arrays_are_sound(sweep_operation operation, const void *keys, const void *keys_out, const void *values,
                            size_t n, sweep_type type, size_t value_size);

#endif
