/*
 * What calls on a caller's own device arrays have in common where all scratch is one block: how large it is and how it
 * is cut, and whether the arrays that a call was given can be told apart. Internal, for the backends' public calls.
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef SWEEP_DEVICE_BLOCK_H
#define SWEEP_DEVICE_BLOCK_H

#include "sweep.h"

enum { SWEEP_BLOCK_ALIGNMENT = 256 };

/* Bytes of the block that holds a plan's pieces, each at a multiple of the alignment; SIZE_MAX: too many to count. */
size_t sweep_block_bytes(const sweep_device_plan *plan);

/* Where the pieces lie in the block; those without bytes lie where the next one does. */
void sweep_block_cut(const sweep_device_plan *plan, size_t at[SWEEP_SCRATCH_PIECES]);

/* An array of a call: so many bytes at a place of an object. */
typedef struct sweep_span {
    const void *object; /* NULL: there is none */
    size_t at, bytes, alignment;
} sweep_span;

/* The arrays of a call. Spans without bytes need not be there. */
typedef enum sweep_place {
    SWEEP_SPAN_KEYS_IN,
    SWEEP_SPAN_KEYS_OUT,
    SWEEP_SPAN_VALUES_IN,
    SWEEP_SPAN_VALUES_OUT,
    SWEEP_SPAN_SCRATCH,
    SWEEP_SPAN_COUNT,
    SWEEP_SPANS
} sweep_place;

/* Bytes and alignments of a plan's arrays. */
void sweep_spans_measure(const sweep_device_plan *plan, sweep_span spans[SWEEP_SPANS]);

/* Whether all are there and aligned, and no two overlap, but for an output that is its input. */
bool sweep_spans_sound(const sweep_span spans[SWEEP_SPANS]);

#endif
