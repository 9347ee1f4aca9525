/*
 * The kernel subset as CUDA C (nvcc or NVRTC, no header needed). In, by macro: SWEEP_KEY_BYTES, SWEEP_VALUE_BYTES,
 * SWEEP_THREADS (ballots need a multiple of 32), SWEEP_ITEMS.
 * SPDX-License-Identifier: Apache-2.0
 */
typedef unsigned char u8;
typedef unsigned short u16;
typedef unsigned int u32;
typedef unsigned long long u64;
typedef ulonglong2 pair64;

#include "flat.h"

#define FUNCTION static __device__ __forceinline__
#define KERNEL(name) KERNEL_OF_BLOCKS(name, 1)
#define KERNEL_OF_BLOCKS(name, count)                                                                                  \
    extern "C" __global__ void __launch_bounds__(SWEEP_THREADS, (count)) name(PARAMETERS)

#define SHARED(type, name, count) __shared__ type name[count]
#define SHARED_COUNTERS(name, count) __shared__ u32 name[count]
#define COUNTER_ADD(counter, value) atomicAdd(&(counter), (value))
#define COUNTER_OR(counter, value) atomicOr(&(counter), (value))
#define COUNTER_MAX(counter, value) atomicMax(&(counter), (value))

#define ITEM threadIdx.x
#define GROUP blockIdx.x
#define BARRIER() __syncthreads()
#define BARRIER_GLOBAL() __syncthreads()

#define SWEEP_BALLOT (SWEEP_THREADS % 32 == 0)
#define SWEEP_SUBGROUP 32u
typedef u32 lanes_t;
#define BALLOT(condition) __ballot_sync(0xffffffffu, (condition))
#define LANES_BEFORE(lane) ((1u << (lane)) - 1)
#define LANES_COUNT(lanes) ((u32)__popc(lanes))

#define POPCOUNT(word) ((u32)__popc(word))
#define SHARED_PLACE(room) ((u32)__cvta_generic_to_shared(room))
#define SHARED_AT(room, place) __cvta_shared_to_generic(place)
#define KEEP(pointer)                                                                                                  \
    do {                                                                                                               \
        u64 kept = __cvta_generic_to_global(pointer);                                                                  \
        asm("" : "+l"(kept));                                                                                          \
        (pointer) = (decltype(pointer))__cvta_global_to_generic(kept);                                                 \
    } while (0)

/* Within a sub-group: memory in order; which lanes have an equal number. */
#define SUBGROUP_SYNC() __syncwarp()
#define MATCH(number) __match_any_sync(0xffffffffu, (number))
/* Votes by eight bits: a bit becomes a predicate and stays one, so that the compiler moves all eight at once. */
#define SWEEP_VOTE(bit)                                                                                                \
    asm("{\n"                                                                                                          \
        "    .reg .pred is_set;\n"                                                                                     \
        "    .reg .u32 vote;\n"                                                                                        \
        "    and.b32 vote, %1, %2;\n"                                                                                  \
        "    setp.ne.u32 is_set, vote, 0;\n"                                                                           \
        "    vote.sync.ballot.b32 vote, is_set, 0xffffffff;\n"                                                         \
        "    @!is_set not.b32 vote, vote;\n"                                                                           \
        "    and.b32 %0, %0, vote;\n"                                                                                  \
        "}"                                                                                                            \
        : "+r"(peers)                                                                                                  \
        : "r"(word), "n"(1u << (bit)))
FUNCTION u32 sweep_peers_by_votes(u32 word)
{
    u32 peers = 0xffffffffu;
    SWEEP_VOTE(2);
    SWEEP_VOTE(3);
    SWEEP_VOTE(4);
    SWEEP_VOTE(5);
    SWEEP_VOTE(6);
    SWEEP_VOTE(7);
    SWEEP_VOTE(8);
    SWEEP_VOTE(9);
    return peers;
}
#define PEERS(word) sweep_peers_by_votes(word)
FUNCTION u32 sweep_sum_before_lane(u32 number)
{
    u32 sum = number, step;
    UNROLL
    for (step = 1; step < 32; step *= 2) /* what comes from below lane 0 is not added */
        asm volatile("{\n"
                     "    .reg .pred there;\n"
                     "    .reg .u32 lower;\n"
                     "    shfl.sync.up.b32 lower|there, %0, %1, 0, 0xffffffff;\n"
                     "    @there add.u32 %0, %0, lower;\n"
                     "}"
                     : "+r"(sum)
                     : "r"(step));
    return sum - number;
}
#define SUM_BEFORE(number) sweep_sum_before_lane(number)

/* Global memory across work-groups: relaxed, past the first-level cache. */
FUNCTION u32 sweep_atomic_load(const u32 *word)
{
    u32 value;
    asm volatile("ld.relaxed.gpu.global.u32 %0, [%1];" : "=r"(value) : "l"(__cvta_generic_to_global(word)) : "memory");
    return value;
}
FUNCTION void sweep_atomic_store(u32 *word, u32 value)
{
    asm volatile("st.relaxed.gpu.global.u32 [%0], %1;" : : "l"(__cvta_generic_to_global(word)), "r"(value) : "memory");
}
#define ATOMIC_LOAD(word) sweep_atomic_load(&(word))
#define ATOMIC_STORE(word, value) sweep_atomic_store(&(word), (value))
#define ATOMIC_ADD(word, value) atomicAdd(&(word), (value))
#define ATOMIC_SWAP_IF(word, old, value) ((void)atomicCAS(&(word), (old), (value)))
