/*
 * The stages of OneSweep that a tuning row chooses, and the shared memory that they take; the host and every dialect
 * read this same text. Each stage has a portable form, which is the oracle of the others.
 *
 *     SWEEP_RANK   how a tile's keys are ranked: one of the forms below (rank.h)
 *     SWEEP_EARLY  1: the tile is counted, for one shared atomic a key, and published before it is ranked; 0: after
 *     SWEEP_LOOK   predecessors that a look-back loads at once, 1 or more (look.h)
 *     SWEEP_BLOCKS groups that a compute unit shall hold at once: the compiler keeps to the registers that this leaves
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef SWEEP_STAGES_H
#define SWEEP_STAGES_H

#define SWEEP_RANK_SPLITS 0  /* stable one-bit splits; runs anywhere */
#define SWEEP_RANK_PACKED 1  /* stable splits by four bits, counters packed two in a word; runs anywhere */
#define SWEEP_RANK_MASKS 2   /* lane masks in shared memory, filled by atomic OR; runs anywhere, best by sub-groups */
#define SWEEP_RANK_BALLOTS 3 /* one ballot a bit */
#define SWEEP_RANK_MATCH 4   /* one instruction that finds equal digits */
#define SWEEP_RANK_FORMS 5

#define SWEEP_MASK_LANES 32u /* the bits of a mask: so many work-items share one */
#define SWEEP_PACKED_WORDS 8u

/* Work-items that count together in a form: lanes of a sub-group, or those that share a mask. */
#define SWEEP_RANK_LANES(rank, subgroup) ((rank) >= SWEEP_RANK_BALLOTS ? (subgroup) : SWEEP_MASK_LANES)

/* Whether those who count together are one sub-group, or part of one: then they meet without the whole group. `votes`:
   the kernels use the device's sub-groups. */
#define SWEEP_RANK_ALONE(rank, subgroup, votes)                                                                        \
    ((votes) && ((rank) >= SWEEP_RANK_BALLOTS || ((rank) == SWEEP_RANK_MASKS && (subgroup) % SWEEP_MASK_LANES == 0)))

/* Whether every digit has a work-item of its own and the digits are summed up by sub-groups. */
#define SWEEP_SUMS_BY_LANES(rank, threads, subgroup, votes)                                                            \
    (SWEEP_RANK_ALONE(rank, subgroup, votes) && (threads) >= 256 && (subgroup) >= 8)

/* Shared words of a form. */
#define SWEEP_RANK_WORDS(rank, threads, items, subgroup)                                                               \
    ((rank) == SWEEP_RANK_SPLITS   ? (threads) * (items)                                                               \
     : (rank) == SWEEP_RANK_PACKED ? (threads) * ((items) + SWEEP_PACKED_WORDS)                                        \
     : (rank) == SWEEP_RANK_MASKS  ? ((threads) + SWEEP_MASK_LANES - 1) / SWEEP_MASK_LANES * 512u                      \
                                   : ((threads) + (subgroup)-1) / (subgroup)*256u)

/* The room, in units of 16 bytes: first for ranking, then for the tile's keys, then for its values. */
#define SWEEP_LARGER(x, y) ((x) > (y) ? (x) : (y))
#define SWEEP_ROOM(rank, threads, items, subgroup, key_bytes, value_bytes)                                             \
    ((SWEEP_LARGER(SWEEP_RANK_WORDS(rank, threads, items, subgroup) * 4,                                               \
                   (threads) * (items)*SWEEP_LARGER(4, SWEEP_LARGER(key_bytes, value_bytes))) +                        \
      15) /                                                                                                            \
     16)

/* Other shared words of the fused kernel, counted for the host: bases and 64-bit offsets, counts of each digit; a few
   single ones; where digits are not summed up by lanes, their starts and the words of a sum over the group. */
#define SWEEP_ONESWEEP_WORDS(rank, threads, subgroup, votes)                                                           \
    (5 * 256 + 16 + 32 + (SWEEP_SUMS_BY_LANES(rank, threads, subgroup, votes) ? 0 : 256 + (threads) + 16))

/* Shared words of the histograms, of the decision. */
#define SWEEP_HISTOGRAM_WORDS(key_bytes) ((key_bytes)*256 + 2 * 128)
#define SWEEP_DECIDE_WORDS (2 * 256 + 2 * 16 + 128)

/* Shared words of the finish and of the judge. */
#define SWEEP_FINISH_WORDS(threads, items)                                                                             \
    ((threads) * (items) + (threads) + 16 + 2 * ((threads) * (items) / 32 + 2) + 4)
#define SWEEP_JUDGE_WORDS(threads, items) ((threads) * (items) + 3 * (threads) + 16 + 2 * 128 + 2 * 128 + 129 + 1)

/* Runs of equal prefixes up to this length are sorted key by key. */
#define SWEEP_SHORT_RUN 8u

/* Most digits of a window: 128 of one bit. */
#define SWEEP_ROWS_MAX 128

/* The table begins with a head: words 0 and 1 the count where it lies on the device, 2 a status, 3 nothing. */
#define SWEEP_HEAD_STATUS 2
#define SWEEP_HEAD_ENOUGH 4   /* what the sample says: so many digits, 0: all */
#define SWEEP_HEAD_RECOUNTS 5 /* how often a tile was counted again by another one */
#define SWEEP_HEAD_SWEEPS 6   /* how many sweeps were planned, a finish not counted */
#define SWEEP_HEAD_LONG 7     /* 1: a run was too long for a tile: all digits are ranked after all */
#define SWEEP_HEAD_WORDS 8

/* An entry of the plan. Buffers are 0: in, 1: out, 2: spare. */
#define SWEEP_ENTRY_ON 0  /* 1: carried out; 0: its launch leaves at once */
#define SWEEP_ENTRY_ROW 1 /* which digit of the window */
#define SWEEP_ENTRY_PLACE 2
#define SWEEP_ENTRY_BITS 3
#define SWEEP_ENTRY_KEYS_FROM 4
#define SWEEP_ENTRY_KEYS_TO 5
#define SWEEP_ENTRY_VALUES_FROM 6
#define SWEEP_ENTRY_VALUES_TO 7
#define SWEEP_ENTRY_TURN 8        /* sweeps carried out before it */
#define SWEEP_ENTRY_MAKE_INDEX 9  /* 1: values are the keys' places */
#define SWEEP_ENTRY_WRITE_KEYS 10 /* 0: nobody reads the keys after it */
#define SWEEP_ENTRY_USED 11       /* words with a meaning; the last one fills */
#define SWEEP_ENTRY_WORDS 12

#endif
