/*
 * Shapes for devices, by what the device is and the width of a key: work-items a group, keys a work-item, bits of a
 * digit, work-groups a compute unit. The first row that fits is taken; options of a call go before it.
 * A tile costs 4 bytes of shared memory a key, whatever the width.
 *
 * Where each row comes from stands beside it. Rows for GPUs are estimates until they have been measured on one.
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef SWEEP_DEVICE_TUNING_H
#define SWEEP_DEVICE_TUNING_H

typedef struct sweep_tuning {
    bool cpu;                /* for devices that are processors */
    u32 key_bytes;           /* for keys up to this width */
    u32 threads, items, bits, groups_per_unit;
} sweep_tuning;

static const sweep_tuning sweep_tuning_table[] = {
    {true, 16, 64, 16, 8, 8},  /* chosen so that a tile and its loops stay in the first-level cache */
    {false, 4, 256, 16, 8, 8}, /* estimate: 16 KiB of shared memory, several groups a unit */
    {false, 16, 256, 8, 8, 8}, /* estimate */
};

#endif
