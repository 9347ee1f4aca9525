/*
 * A sort on a device, planned and then launched. In: an operation, counts, types, options; then buffers. Out: a plan
 * with the sizes of its scratch; then the launches, enqueued. For arrays.c and the backends' public calls.
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef SWEEP_DEVICE_SWEEP_H
#define SWEEP_DEVICE_SWEEP_H

#include "device.h"
#include "../key.h"

/* Bytes of these structs in version 0.1. */
enum { SWEEP_TIMES_0_1 = 24, SWEEP_REPORT_0_1 = 1304 };

/* The pieces of scratch. */
typedef enum sweep_piece {
    SWEEP_PIECE_KEYS,     /* keys between sweeps */
    SWEEP_PIECE_KEYS2,    /* argsort: a second such array, for its own keys are only read */
    SWEEP_PIECE_VALUES,   /* values or indices between sweeps */
    SWEEP_PIECE_ORDER,    /* values moved by index: the sorted indices */
    SWEEP_PIECE_GATHERED, /* values moved by index in place: their old order */
    SWEEP_PIECE_TABLE     /* counts, sums, bases; OneSweep: its plan and states too */
} sweep_piece;

typedef struct sweep_device_plan {
    sweep_operation operation;
    size_t n;
    u32 key_bytes;
    size_t value_bytes; /* of a value or index as the caller has it; 0: keys alone */
    u32 moved_bytes;    /* what moves with a key in a sweep */
    bool make_index;    /* the first sweep makes it */
    bool by_index;      /* values move once, at the end, by the sorted indices */
    bool small;         /* one launch */
    sweep_transform transform;
    u64 sign; /* of floats, else 0 */
    u32 begin, end;
    u32 digit_bits;
    sweep_digit sweeps[SWEEP_PLAN_SWEEPS];
    u32 sweep_count;
    sweep_shape shape;
    u32 tile, groups;
    u64 portion, portions;         /* keys of a full portion */
    u64 stride, bases_at, sums_at; /* words of the table */
    sweep_engine engine;           /* SPLIT or ONESWEEP */
    void *count;                   /* the device's own count, NULL: it is n */
    sweep_device_times *times;     /* the caller's, NULL or of this size; and the report */
    sweep_device_report *report;
    size_t times_size, report_size;
    bool even;                      /* digits as even as can be */
    u32 radix, spin, enough, slots; /* OneSweep: arguments.h */
    u64 plan_at, counts_at, states_at, state_words;
    size_t pieces[SWEEP_SCRATCH_PIECES];
} sweep_device_plan;

typedef struct sweep_device_arrays {
    void *keys_in, *keys_out;     /* the same, or apart; keys_out NULL: argsort */
    void *values_in, *values_out; /* pairs; argsort, sortperm: values_out alone, the indices */
    void *pieces[SWEEP_SCRATCH_PIECES];
} sweep_device_arrays;

/* Checks the arguments that have no arrays, and plans. n may be 0: then there is nothing to launch. */
sweep_status sweep_device_plan_make(sweep_device_plan *plan, sweep_device *device, sweep_operation operation, size_t n,
                                    sweep_type type, size_t value_size, const sweep_device_options *options);

/* Gets every program that the plan needs. */
sweep_status sweep_device_prepare(sweep_device *device, const sweep_device_plan *plan);

/* Enqueues the sort. */
sweep_status sweep_device_enqueue(sweep_queue *queue, const sweep_device_plan *plan, const sweep_device_arrays *arrays);

#endif
