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

#include "kernels/stages.h"

typedef struct sweep_tuning {
    bool cpu;      /* for devices that are processors */
    u32 key_bytes; /* for keys up to this width */
    u32 threads, items, bits, groups_per_unit;
} sweep_tuning;

static const sweep_tuning sweep_tuning_table[] = {
    {true, 16, 64, 16, 8, 8},  /* chosen so that a tile and its loops stay in the first-level cache */
    {false, 4, 256, 16, 8, 8}, /* estimate: 16 KiB of shared memory, several groups a unit */
    {false, 16, 256, 8, 8, 8}, /* estimate */
};

/* The same for OneSweep, and its stages (kernels/stages.h). A form that a device lacks gives way to the next one
   that it has: match, ballots, masks; bulk copies, plain loads. A tile costs as much shared memory as its keys or
   values, with bulk copies its keys once more, for which a row must leave room; else it is loaded plainly. Where even
   that is more than there is, the tile is halved. compile_gate.sh compiles every row for GPUs, and refuses one that
   spills registers. No row has bulk copies yet: whether they gain is not measured. */
typedef struct sweep_onesweep_tuning {
    bool cpu, match; /* for devices whose sub-groups find equal numbers by one instruction */
    u32 key_bytes;
    u32 threads, items, bits, groups_per_unit;
    u32 rank, early, look, fetch;
} sweep_onesweep_tuning;

enum { PLAIN = SWEEP_FETCH_PLAIN };

static const sweep_onesweep_tuning sweep_onesweep_table[] = {
    {true, false, 16, 64, 16, 8, 2, SWEEP_RANK_PACKED, 0, 1, PLAIN},   /* estimate: few barriers */
    {false, true, 4, 256, 16, 8, 4, SWEEP_RANK_MATCH, 1, 1, PLAIN},    /* estimate: 128 registers, 24 KiB, on sm_90 */
    {false, true, 8, 256, 12, 8, 4, SWEEP_RANK_MATCH, 1, 1, PLAIN},    /* estimate: 128 registers, 32 KiB */
    {false, true, 16, 256, 8, 8, 4, SWEEP_RANK_MATCH, 1, 1, PLAIN},    /* estimate: 128 registers, 40 KiB */
    {false, false, 4, 256, 12, 8, 4, SWEEP_RANK_BALLOTS, 1, 1, PLAIN}, /* estimate: 121 registers on gfx1100 */
    {false, false, 8, 256, 8, 8, 4, SWEEP_RANK_BALLOTS, 1, 1, PLAIN},  /* estimate */
    {false, false, 16, 256, 4, 8, 4, SWEEP_RANK_BALLOTS, 1, 1, PLAIN}, /* estimate */
};

/* Looks at a state before its tile is counted again, on devices that are not known to spin well: some of a tile's own
   time, so that a predecessor which runs is waited for and one which does not is not. */
#define SWEEP_SPIN_LOOKS 2000u

/* From so many keys on, and so many digits, a sample is asked how many digits are enough. Estimates: it takes a
   work-group some tenths of a millisecond. Not on processors, where a finish gains nothing. */
#define SWEEP_ENOUGH_KEYS ((u64)1 << 24)
#define SWEEP_ENOUGH_SWEEPS 4u

#endif
