/*
 * The kernel subset as HIP for AMD GPUs, by the compiler's own built-ins: no header is needed, so hiprtc and a plain
 * clang compile it alike. In, by macro: SWEEP_KEY_BYTES, SWEEP_VALUE_BYTES, SWEEP_THREADS (ballots need a multiple of
 * the wave), SWEEP_ITEMS, and SWEEP_SUBGROUP, the wave: 64 or 32.
 * SPDX-License-Identifier: Apache-2.0
 */
#if defined __AMDGCN_WAVEFRONT_SIZE && __AMDGCN_WAVEFRONT_SIZE != SWEEP_SUBGROUP
#error "compiled for another wave than the device's"
#endif
typedef unsigned char u8;
typedef unsigned short u16;
typedef unsigned int u32;
typedef unsigned long long u64;
typedef u64 pair64 __attribute__((ext_vector_type(2)));

#include "flat.h"

#define FUNCTION static __attribute__((device)) inline __attribute__((always_inline))
#define KERNEL(name)                                                                                                   \
    extern "C" __attribute__((global)) void __attribute__((amdgpu_flat_work_group_size(SWEEP_THREADS, SWEEP_THREADS))) \
    name(PARAMETERS)
#define KERNEL_OF_BLOCKS(name, count) KERNEL(name) /* waves of a work-item's registers are budgeted by the gate */

#define SHARED(type, name, count) static __attribute__((shared)) type name[count]
#define SHARED_COUNTERS(name, count) static __attribute__((shared)) u32 name[count]
#define COUNTER_ADD(counter, value) __atomic_fetch_add(&(counter), (u32)(value), __ATOMIC_RELAXED)
#define COUNTER_OR(counter, value) __atomic_fetch_or(&(counter), (u32)(value), __ATOMIC_RELAXED)
#define COUNTER_MAX(counter, value) __atomic_fetch_max(&(counter), (u32)(value), __ATOMIC_RELAXED)

#define ITEM ((u32)__builtin_amdgcn_workitem_id_x())
#define GROUP ((u32)__builtin_amdgcn_workgroup_id_x())
#define BARRIER()                                                                                                      \
    do {                                                                                                               \
        __builtin_amdgcn_fence(__ATOMIC_RELEASE, "workgroup");                                                         \
        __builtin_amdgcn_s_barrier();                                                                                  \
        __builtin_amdgcn_fence(__ATOMIC_ACQUIRE, "workgroup");                                                         \
    } while (0)
#define BARRIER_GLOBAL() BARRIER()

#define SWEEP_BALLOT (SWEEP_THREADS % SWEEP_SUBGROUP == 0)
#if SWEEP_SUBGROUP == 64
typedef u64 lanes_t;
#define BALLOT(condition) __builtin_amdgcn_uicmp((u32)(condition), 0u, 33) /* 33: not equal */
#define LANES_COUNT(lanes) ((u32)__builtin_popcountll(lanes))
#else
typedef u32 lanes_t;
#define BALLOT(condition) ((lanes_t)__builtin_amdgcn_uicmp((u32)(condition), 0u, 33))
#define LANES_COUNT(lanes) ((u32)__builtin_popcount(lanes))
#endif
static_assert(sizeof(lanes_t) * 8 == SWEEP_SUBGROUP, "a lane has a bit");
#define LANES_BEFORE(lane) (((lanes_t)1 << (lane)) - 1)

#define POPCOUNT(word) ((u32)__builtin_popcount(word))
#define SHARED_PLACE(room) ((void)(room), 0u)
#define SHARED_AT(room, place) ((LOCAL u8 *)(room) + (place))
#define KEEP(pointer) ((void)0)

/* Within a sub-group: memory in order. */
#define SUBGROUP_SYNC()                                                                                                \
    do {                                                                                                               \
        __builtin_amdgcn_fence(__ATOMIC_RELEASE, "wavefront");                                                         \
        __builtin_amdgcn_wave_barrier();                                                                               \
        __builtin_amdgcn_fence(__ATOMIC_ACQUIRE, "wavefront");                                                         \
    } while (0)
#define MATCH(number) ((lanes_t)(number))
FUNCTION u32 sweep_sum_before_lane(u32 number)
{
    u32 lane = ITEM % SWEEP_SUBGROUP, sum = number, step;
    UNROLL
    for (step = 1; step < SWEEP_SUBGROUP; step *= 2) {
        u32 lower = (u32)__builtin_amdgcn_ds_bpermute((int)((lane - step) * 4), (int)sum);
        sum += lane >= step ? lower : 0;
    }
    return sum - number;
}
#define SUM_BEFORE(number) sweep_sum_before_lane(number)

/* Global memory across work-groups: relaxed, at the device's scope. */
#define ATOMIC_LOAD(word) __hip_atomic_load(&(word), __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_AGENT)
#define ATOMIC_STORE(word, value) __hip_atomic_store(&(word), (value), __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_AGENT)
#define ATOMIC_ADD(word, value) __hip_atomic_fetch_add(&(word), (value), __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_AGENT)
#define ATOMIC_SWAP_IF(word, old, value)                                                                               \
    do {                                                                                                               \
        u32 expected = (old);                                                                                          \
        (void)__hip_atomic_compare_exchange_strong(&(word), &expected, (value), __ATOMIC_RELAXED, __ATOMIC_RELAXED,    \
                                                   __HIP_MEMORY_SCOPE_AGENT);                                          \
    } while (0)
