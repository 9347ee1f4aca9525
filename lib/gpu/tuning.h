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
   that it has: match, ballots, masks. A tile costs as much shared memory as its keys or values; where that is more than
   there is, the tile is halved. groups_per_unit: of GPUs, so many groups a compute unit shall hold at once, for which
   the compiler leaves registers; the launch has no more. compile_gate.sh compiles every row for GPUs, and refuses one
   that spills registers or holds fewer groups. */
typedef struct sweep_onesweep_tuning {
    bool cpu, match;            /* for devices whose sub-groups find equal numbers by one instruction */
    u32 key_bytes, value_bytes; /* for keys and values up to these widths */
    u32 threads, items, bits, groups_per_unit;
    u32 rank, early, look;
} sweep_onesweep_tuning;

/* Where one instruction finds equal numbers, masks are used all the same: how long that instruction takes depends on
   the data. These rows come from the model of bench/gpu/model for sm_80 and sm_90, not from a card. */
static const sweep_onesweep_tuning sweep_onesweep_table[] = {
    {true, false, 16, 16, 64, 16, 8, 2, SWEEP_RANK_PACKED, 0, 1},   /* estimate: few barriers */
    {false, true, 4, 0, 384, 18, 8, 3, SWEEP_RANK_MASKS, 1, 4},     /* model: 56 registers, 32 KiB */
    {false, true, 4, 4, 384, 13, 8, 2, SWEEP_RANK_MASKS, 1, 4},     /* model: 80 registers, 29 KiB */
    {false, true, 4, 16, 384, 7, 8, 2, SWEEP_RANK_MASKS, 1, 4},     /* model: 80 registers, 47 KiB with 16 bytes */
    {false, true, 8, 0, 384, 14, 8, 2, SWEEP_RANK_MASKS, 1, 4},     /* model: 80 registers, 47 KiB */
    {false, true, 8, 4, 384, 11, 8, 2, SWEEP_RANK_MASKS, 1, 4},     /* model: 80 registers, 38 KiB */
    {false, true, 8, 8, 384, 9, 8, 2, SWEEP_RANK_MASKS, 1, 4},      /* model: 80 registers, 32 KiB */
    {false, true, 16, 0, 384, 7, 8, 3, SWEEP_RANK_MASKS, 1, 4},     /* model: 56 registers, 47 KiB */
    {false, true, 16, 16, 384, 5, 8, 2, SWEEP_RANK_MASKS, 1, 4},    /* model: 76 registers, 35 KiB */
    {false, false, 4, 4, 256, 8, 8, 4, SWEEP_RANK_BALLOTS, 1, 1},   /* budget: 14 KiB of a gfx90a's 64, 16 waves */
    {false, false, 4, 16, 256, 4, 8, 2, SWEEP_RANK_BALLOTS, 1, 1},  /* budget: 22 KiB with 16 bytes */
    {false, false, 8, 8, 256, 5, 8, 4, SWEEP_RANK_BALLOTS, 1, 1},   /* budget: 16 KiB */
    {false, false, 8, 16, 256, 4, 8, 2, SWEEP_RANK_BALLOTS, 1, 1},  /* budget: 22 KiB */
    {false, false, 16, 16, 256, 4, 8, 2, SWEEP_RANK_BALLOTS, 1, 1}, /* budget: 22 KiB */
};

/* Looks at a state before its tile is counted again, on devices that are not known to spin well: some of a tile's own
   time, so that a predecessor which runs is waited for and one which does not is not. */
#define SWEEP_SPIN_LOOKS 2000u

/* From so many keys on a sample is asked how many digits are enough, where two sweeps at least may be saved. An
   estimate: it takes a work-group some tenths of a millisecond. Not on processors, where a finish gains nothing. */
#define SWEEP_ENOUGH_KEYS ((u64)1 << 24)

#endif
