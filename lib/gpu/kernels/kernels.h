/*
 * All kernels, in the order in which they need each other. A dialect header comes before this text and makes it
 * OpenCL C, CUDA C, HIP, Metal or host C. Every kernel is given the same seven buffers and one sweep_arguments named
 * `a`, and uses those it needs:
 *     keys_in, keys_out, keys_spare (key_t), values_in, values_out, values_spare (value_t), table (u32).
 *
 * What a dialect defines
 *     u8 u16 u32 u64 pair64   unsigned integers, and two u64 named x (low) and y (high)
 *     value_t                 a value of SWEEP_VALUE_BYTES (0, 1, 2, 4, 8, 16); with 0 any type, never touched
 *     GLOBAL LOCAL            address spaces, on every pointer
 *     KERNEL(name) FUNCTION   what stands before a kernel's body and before a function
 *     KERNEL_OF_BLOCKS(name, count)   the same, of a kernel of which a compute unit shall hold so many groups
 *     ARGUMENTS               the type of a parameter that receives `a`
 *     SHARED(type, name, count), SHARED_COUNTERS(name, count)    arrays that a group shares; kernels alone declare them
 *     COUNTER_SET _GET _ADD _OR _MAX   access to shared counters; _ADD, _OR and _MAX are atomic
 *     ATOMIC_LOAD _STORE _ADD _SWAP_IF   access to words of the table that other work-groups use at the same time
 *     VALUE_MOVE _LOAD _STORE INDEX_STORE    access to values; VALUES_AT(values, number) points to one of them
 *     ITEM GROUP              this work-item in its group, this group in the launch
 *     BARRIER() BARRIER_GLOBAL()   all work-items of a group; the second orders global memory too
 *     SWEEP_THREADS SWEEP_ITEMS SWEEP_ITEMS_MAX    work-items a group, keys a work-item, the room for those
 *     SWEEP_BALLOT            1 where a sub-group of SWEEP_SUBGROUP votes: BALLOT(condition) is a lanes_t,
 *                             LANES_BEFORE(lane) the lanes below one, LANES_COUNT(lanes) how many
 *     UNROLL UNROLL_BY_4      ask for a loop to be unrolled, wholly or four turns at a time, or nothing
 *     SWEEP_SET               0: SPLIT's kernels, 1: OneSweep's, 2: all
 *     SWEEP_RANK SWEEP_EARLY SWEEP_LOOK SWEEP_BLOCKS   OneSweep's stages (stages.h)
 *     SWEEP_LOOK_MAX SWEEP_OWN_MAX SWEEP_HELD_MAX   the room for a look, for a work-item's own digits, for its values
 *     PRIVATE COUNTERS        the address space of a work-item's own arrays; the type of a pointer to shared counters
 *     MAY_ALIAS word_t        what marks a type whose memory is also seen as another one; such a u32
 *     AS_COUNTERS AS_WORDS AS_KEYS AS_VALUES   shared memory seen as these
 *     values_t shared_values_t    what a buffer of values, and shared memory seen as values, points to
 *     SUBGROUP_SYNC()         orders shared memory within a sub-group; where none votes, BARRIER()
 *     MATCH(number)           the lanes of the sub-group with an equal number, where one instruction finds them
 *     PEERS(word)             optional: the lanes whose bits 2 to 9 are equal, where that is quicker than BALLOT by
 * BALLOT SUM_BEFORE(number)      the sum of the numbers of the lanes below, where sub-groups vote POPCOUNT(word) ones
 * of a u32 SHARED_PLACE(room) SHARED_AT(room, place)   a number for where shared memory lies, 0 or its address; the
 * memory so many bytes from 0 on KEEP(pointer)           keeps a compiler from taking apart the sum that a pointer is,
 * or nothing
 *
 * Rules of the subset: C99 without recursion, function pointers, variable arrays, floating point, literals of a
 * sub-group's size; barriers stand where all work-items of the group come by, and in no condition that is known only at
 * run time, though all work-items agree on it (ballot forms, which PoCL never sees, apart): a loop has no turns
 * instead.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "arguments.h"
#include "stages.h"
#include "key.h"
#include "group.h"
#if SWEEP_SET != 1 /* SPLIT's */
#include "count.h"
#include "scan.h"
#include "scatter.h"
#include "small.h"
#include "gather.h"
#endif
#if SWEEP_SET != 0 /* OneSweep's */
#include "plan.h"
#include "histogram.h"
#include "rank.h"
#include "tile.h"
#include "look.h"
#include "onesweep.h"
#include "judge.h"
#include "finish.h"
#include "settle.h"
#endif
