/*
 * One sort on a device tried from end to end: guarded arrays are made, the library is called, and what comes back is
 * compared bit for bit with the reference and with the CPU's own sort. For the tests of devices.
 */
#ifndef TESTS_GPU_DEVICE_CASE_H
#define TESTS_GPU_DEVICE_CASE_H

#include "../check.h"
#include "../patterns.h"
#include "../reference.h"
#include "sweepsort_device.h"

typedef struct device_case {
    sweep_operation operation;
    sweep_type type;
    size_t n;
    size_t value_size; /* pairs: of a value; argsort, sortperm: of an index; else 0 */
    unsigned misaligned;
    sweep_device_options options;
} device_case;

/* The engine of device_case_default's cases. AUTO, unless a test says otherwise. */
extern sweep_engine device_case_engine;

/* A sort of n keys with the default options; a value size that suits the operation. */
device_case device_case_default(sweep_operation operation, sweep_type type, size_t n);

/* The bare call: out is the values or indices. */
sweep_status device_case_call(sweep_device *device, const device_case *tried, void *keys, void *out);

/* Tries it on these keys and checks everything. */
bool device_case_run(sweep_device *device, const device_case *tried, const void *keys);

/* The same on keys of a pattern. */
bool device_case_pattern(sweep_device *device, const device_case *tried, pattern shape, uint64_t seed);

/* Opens a device of this name or ends the program: with 77 and a reason if there is none here. */
sweep_device *device_open_or_skip(const char *name);

#endif
