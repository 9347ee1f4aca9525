/*
 * The numbers that a launch hands to its kernel, by value; the host and every dialect read this same text.
 * In: u32 and u64, which the dialect (or the host) names. Out: sweep_arguments. The widest come first, so that every
 * compiler lays it out alike.
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef SWEEP_ARGUMENTS_H
#define SWEEP_ARGUMENTS_H

typedef struct sweep_arguments {
    u64 first;       /* this portion's first key, counted from the array's start */
    u64 total;       /* keys (gather: rows) of the whole array */
    u64 flip_low;    /* XORed to an integer key, and to a transformed float: sign and direction */
    u64 flip_high;   /* the same for the upper half of a 16-byte key */
    u64 nan_above;   /* a float whose magnitude is above this is a NaN; all ones: NaNs have no rule */
    u64 nan_as;      /* what a NaN counts as */
    u64 zero_below;  /* a float whose magnitude is below this is a zero; 0: zeros have no rule */
    u64 zero_as;     /* what a zero counts as */
    u64 sign;        /* the sign bit of a float; 0: keys are integers */
    u64 counts_at;   /* table: where this portion's counts lie (scan, add: where this level lies) */
    u64 sums_at;     /* table: where the sums of the scanned blocks lie, the next level */
    u64 bases_at;    /* table: where this portion's 64-bit bases lie, two words a digit, low word first */
    u64 stride;      /* chain: words from one portion's counts to the next one's */
    u64 portion;     /* chain, OneSweep: keys of a full portion; gather: elements a row */
    u64 plan_at;     /* OneSweep, table: the plan that the device makes (plan.h) */
    u64 states_at;   /* OneSweep, table: the first of two arrays of states, one word a tile and digit */
    u64 state_words; /* OneSweep: words of one such array */
    u32 n;           /* keys of this portion (scan, add: words of this level); below 2^30 */
    u32 tiles;       /* tiles of this portion */
    u32 groups;      /* work-groups that share those tiles; of gather: all work-groups */
    u32 portions;    /* 1: the bases are not used */
    u32 place;       /* the digit's lowest bit */
    u32 bits;        /* the digit's bits, 0 to 8; small: bits a step */
    u32 end;         /* small: the window's end */
    u32 make_index;  /* 1: a value is not read: it is its key's place in the whole array */
    u32 write_keys;  /* 0: nobody reads the keys after this sweep */
    u32 sweeps;      /* OneSweep: digits of the window, each one a row of the histograms */
    u32 radix;       /* OneSweep: words of a row */
    u32 slot;        /* OneSweep: which entry of the plan this launch carries out */
    u32 slots;       /* OneSweep: entries of the plan; one more tells where the result lies */
    u32 part;        /* OneSweep: the number of this portion */
    u32 spin;        /* OneSweep: looks at a missing state before its tile is counted again; all ones: no end */
    u32 flags;       /* OneSweep: those below */
    u32 enough;      /* OneSweep: how many of the highest varying digits are ranked before the rest is finished */
    u32 fill;        /* fills the struct to a multiple of 8 bytes */
} sweep_arguments;

#define SWEEP_ENOUGH_ALL 0u          /* every digit is ranked */
#define SWEEP_ENOUGH_ASK 0xffffffffu /* as sweep_judge says */

#define SWEEP_FLAG_EVEN 1u            /* the digits are as even as can be, else `bits` wide but for the last */
#define SWEEP_FLAG_KEYS_IN_PLACE 2u   /* keys_in and keys_out are the same buffer */
#define SWEEP_FLAG_VALUES_IN_PLACE 4u /* values_in and values_out are */
#define SWEEP_FLAG_KEYS_ARE_READ 8u   /* nobody wants the keys; keys_out is a second spare */
#define SWEEP_FLAG_COUNTED 16u        /* the count lies in the table, `total` is its bound */

#endif
