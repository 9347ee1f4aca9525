/*
 * --device: a device by its name.
 *
 * In: a name, or a status. Out: the device; what cannot be is a message that says why, in the device's own words
 * where it has some, and exit status 2. Called by sort.c, argsort.c, bench.c and explain_device.c.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef SWEEPSORT_ON_DEVICE_H
#define SWEEPSORT_ON_DEVICE_H

#include "sweepsort_device.h"

/* Opens the device, or dies. */
sweep_device *on_device_open(const char *name);

/* Dies unless the status is SWEEP_OK. */
void on_device_expect(const sweep_device *device, sweep_status status);

#endif
