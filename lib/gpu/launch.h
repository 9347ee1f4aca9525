/*
 * What the launches of one sort share: SPLIT's (sweep.c) and OneSweep's (onesweep.c). Internal.
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef SWEEP_DEVICE_LAUNCH_H
#define SWEEP_DEVICE_LAUNCH_H

#include "sweep.h"

typedef struct sweep_launches {
    sweep_queue *queue;
    const sweep_device_plan *plan;
    const sweep_device_arrays *arrays;
    const sweep_program *program;
    sweep_arguments arguments;
} sweep_launches;

/* OneSweep's part of a plan: its shape; how many digits are enough, once the digits are known; how the keys are
   cut, and what lies where in the table. */
sweep_status sweep_onesweep_shape(sweep_device_plan *plan, sweep_device *device, const sweep_device_options *own);
void sweep_onesweep_enough(sweep_device_plan *plan, const sweep_device *device, unsigned asked);
void sweep_onesweep_cut(sweep_device_plan *plan);

/* OneSweep's launches, from the caller's buffers to `moved_out` and arrays->keys_out. */
sweep_status sweep_onesweep_enqueue(sweep_launches *s, void *moved_in, void *moved_out);

/* Reads the plan that the device made, after the sort. */
sweep_status sweep_onesweep_report(sweep_queue *queue, const sweep_device_plan *plan, void *table,
                                   sweep_device_report *report);

#endif
