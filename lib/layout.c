/*
 * The structs of the public headers have no padding, and its enums have 4 bytes, on every ABI: asserted here, where
 * every build meets it. Padding would be bytes that no program sets; read by a later version, they would be unknown
 * fields that are not zero.
 */
#include "sweepsort_cuda.h"
#include "sweepsort_device.h"
#include "sweepsort_hip.h"
#include "sweepsort_metal.h"

enum { NUMBER = sizeof(uint32_t), SIZE = sizeof(size_t), POINTER = sizeof(void *), FUNCTION = sizeof(void (*)(void)) };

#define ASSERT_BYTES(type, bytes) _Static_assert(sizeof(type) == (bytes), #type ": no padding, every field counted")

ASSERT_BYTES(sweep_type, 4);
ASSERT_BYTES(sweep_order, 4);
ASSERT_BYTES(sweep_float_order, 4);
ASSERT_BYTES(sweep_engine, 4);
ASSERT_BYTES(sweep_status, 4);
ASSERT_BYTES(sweep_operation, 4);
ASSERT_BYTES(sweep_device_fate, 4);

#ifndef SWEEP_GROWN /* a test's library, whose structs have more fields */
ASSERT_BYTES(sweep_options, SIZE + 6 * NUMBER + 2 * SIZE + POINTER + 2 * NUMBER + POINTER + SIZE);
ASSERT_BYTES(sweep_workspace_config, SIZE + 2 * NUMBER + 3 * FUNCTION + POINTER);
ASSERT_BYTES(sweep_plan, 4 * NUMBER + 4 * SIZE + sizeof(double) + 8 + SWEEP_PLAN_SWEEPS * sizeof(sweep_digit) +
                             SWEEP_PLAN_THRESHOLDS * SIZE);
ASSERT_BYTES(sweep_device_options,
             SIZE + 6 * NUMBER + SIZE + 2 * NUMBER + POINTER + 2 * NUMBER + 2 * POINTER + 2 * NUMBER);
ASSERT_BYTES(sweep_device_info, NUMBER + 32 + 224);
ASSERT_BYTES(sweep_device_times, 3 * sizeof(double));
ASSERT_BYTES(sweep_device_report, 4 * NUMBER + (2 * SWEEP_PLAN_SWEEPS + 1) * sizeof(sweep_device_step) + 3);
#endif

/* These never grow: they lie in arrays, in other structs, in device memory, or are passed as values. */
ASSERT_BYTES(sweep_digit, 2);
ASSERT_BYTES(sweep_device_step, 5);
ASSERT_BYTES(sweep_device_count, 16);
ASSERT_BYTES(sweep_metal_array, POINTER + SIZE);
