/*
 * The emulator's machine: work-groups run as fibres, one a work-item, several groups in flight, in an order drawn from
 * a seed. In: a kernel compiled as host C (dialect/host.h), its buffers and numbers, a shape. Out: its effect on the
 * buffers, or one line of text that says what it did wrong and where.
 * Used by the emulator backend, by the kernels through dialect/host.h, and by tests.
 *
 * What it reports: a barrier or ballot that some work-items reach elsewhere or not at all; shared arrays beyond the
 * device's limit, or written past their ends; no progress after so many looks at global memory, with the lines where
 * every group waits. Shared memory starts out as noise. Address and thread sanitizers see each work-item as its own.
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef SWEEP_EMULATION_H
#define SWEEP_EMULATION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef uint32_t u32;
typedef uint64_t u64;
#include "kernels/arguments.h"

#define SWEEP_EMULATION_ITEMS 32     /* most keys a work-item */
#define SWEEP_EMULATION_THREADS 1024 /* most work-items a group */
#define SWEEP_EMULATION_LOOK 8       /* most predecessors that a look-back loads at once */

typedef struct sweep_emulation sweep_emulation;
typedef void sweep_emulated_kernel(void *const buffers[], const sweep_arguments *arguments);

typedef struct sweep_emulation_config {
    u64 seed;           /* of the order in which work-items run */
    u64 spin_budget;    /* looks at global memory without progress until it is called a deadlock */
    u32 flight;         /* groups in flight, 1 to 64 */
    size_t local_bytes; /* shared memory of a group */
} sweep_emulation_config;

/* What a kernel's macros stand for in a launch. */
typedef struct sweep_emulation_shape {
    u32 threads, items; /* work-items a group; keys a work-item */
    u32 value_bytes;
    u32 subgroup, ballot;  /* lanes of a sub-group, 1 to 64; whether kernels vote */
    u32 rank, early, look; /* OneSweep's stages */
    u32 withhold;          /* tiles whose number this divides publish nothing; 0: all publish */
} sweep_emulation_shape;

sweep_emulation *sweep_emulation_create(const sweep_emulation_config *config);
void sweep_emulation_destroy(sweep_emulation *emulation);

/* Runs a kernel to its end. False: it went wrong; `message` says how. */
bool sweep_emulation_run(sweep_emulation *emulation, sweep_emulated_kernel *kernel, u32 groups,
                         const sweep_emulation_shape *shape, void *const buffers[], const sweep_arguments *arguments,
                         char *message, size_t message_bytes);

/* ---- for kernels ---------------------------------------------------------------------------------------------- */

typedef struct sweep_emulated_item {
    u32 item, group;
    sweep_emulation_shape shape;
} sweep_emulated_item;
extern _Thread_local sweep_emulated_item *sweep_emulated; /* who is running */

void *sweep_emulation_shared(const char *name, size_t bytes, const char *file, int line);
void sweep_emulation_barrier(const char *file, int line);
void sweep_emulation_subgroup_barrier(const char *file, int line);
u64 sweep_emulation_ballot(bool vote, const char *file, int line);
u64 sweep_emulation_match(u32 number, const char *file, int line);      /* the lanes whose number is equal */
u32 sweep_emulation_sum_before(u32 number, const char *file, int line); /* the numbers of the lanes below */
void sweep_emulation_max(u32 *counter, u32 value);
void sweep_emulation_preempt(const char *file, int line);

#endif
