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
#define KERNEL(name)                                                                                                   \
    extern "C" __global__ void __launch_bounds__(SWEEP_THREADS, SWEEP_THREADS <= 256 ? 2 : 1) name(PARAMETERS)

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

/* Within a sub-group: memory in order; which lanes have an equal number. */
#define SUBGROUP_SYNC() __syncwarp()
#define MATCH(number) __match_any_sync(0xffffffffu, (number))

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

/* Bulk copies into shared memory, of sm_90 and later: a barrier in shared memory counts the bytes that have arrived. */
#define SWEEP_BULK (SWEEP_FETCH == 1)
#if SWEEP_BULK
#if defined __CUDA_ARCH__ && __CUDA_ARCH__ < 900
#error "bulk copies need sm_90"
#endif
typedef u64 bulk_t;
#define ADDRESS_IN_UNIT(pointer) ((u32)(u64)(pointer)&15u)
FUNCTION void sweep_bulk_init(bulk_t *bulk)
{
    asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" : : "r"((u32)__cvta_generic_to_shared(bulk)) : "memory");
}
FUNCTION void sweep_bulk_start(bulk_t *bulk, void *to, const void *from, u32 bytes)
{
    u32 state = (u32)__cvta_generic_to_shared(bulk);
    /* What this group has done to shared memory comes before what the copy does to it. */
    asm volatile("fence.proxy.async.shared::cta;" : : : "memory");
    asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" : : "r"(state), "r"(bytes) : "memory");
    if (bytes != 0)
        asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];"
                     :
                     : "r"((u32)__cvta_generic_to_shared(to)), "l"(__cvta_generic_to_global(from)), "r"(bytes),
                       "r"(state)
                     : "memory");
}
FUNCTION void sweep_bulk_wait(bulk_t *bulk, u32 turn)
{
    u32 state = (u32)__cvta_generic_to_shared(bulk), done = 0;
    while (!done)
        asm volatile("{\n"
                     "    .reg .pred arrived;\n"
                     "    mbarrier.try_wait.parity.shared::cta.b64 arrived, [%1], %2;\n"
                     "    selp.u32 %0, 1, 0, arrived;\n"
                     "}"
                     : "=r"(done)
                     : "r"(state), "r"(turn & 1)
                     : "memory");
}
#define BULK_INIT(bulk) sweep_bulk_init(bulk)
#define BULK_START(bulk, to, from, bytes) sweep_bulk_start((bulk), (to), (from), (bytes))
#define BULK_WAIT(bulk, turn) sweep_bulk_wait((bulk), (turn))
#endif
