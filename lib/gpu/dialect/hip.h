/*
 * The kernel subset as HIP for AMD GPUs, by the compiler's own built-ins: no header is needed, so hiprtc and a plain
 * clang compile it alike. In, by macro: SWEEP_KEY_BYTES, SWEEP_VALUE_BYTES, SWEEP_THREADS (ballots need a multiple of
 * the wave), SWEEP_ITEMS, and SWEEP_SUBGROUP, the wave: 64 or 32.
 * SPDX-License-Identifier: Apache-2.0
 */
typedef unsigned char u8;
typedef unsigned short u16;
typedef unsigned int u32;
typedef unsigned long long u64;
typedef u64 pair64 __attribute__((ext_vector_type(2)));

#if SWEEP_VALUE_BYTES <= 1
#define value_t u8
#elif SWEEP_VALUE_BYTES == 2
#define value_t u16
#elif SWEEP_VALUE_BYTES == 4
#define value_t u32
#elif SWEEP_VALUE_BYTES == 8
#define value_t u64
#else
#define value_t pair64
#endif

#define GLOBAL
#define LOCAL
#define FUNCTION static __attribute__((device)) inline __attribute__((always_inline))
#define ARGUMENTS const sweep_arguments &
#define KERNEL(name)                                                                                                 \
    extern "C" __attribute__((global)) void __attribute__((amdgpu_flat_work_group_size(SWEEP_THREADS, SWEEP_THREADS)))\
        name(const key_t *keys_in, key_t *keys_out, key_t *keys_spare, const value_t *values_in,                     \
             value_t *values_out, value_t *values_spare, u32 *table, const sweep_arguments a)

#define SHARED(type, name, count) static __attribute__((shared)) type name[count]
#define SHARED_COUNTERS(name, count) static __attribute__((shared)) u32 name[count]
#define COUNTER_SET(counter, value) ((counter) = (value))
#define COUNTER_GET(counter) (counter)
#define COUNTER_ADD(counter, value) __atomic_fetch_add(&(counter), (u32)(value), __ATOMIC_RELAXED)
#define COUNTER_OR(counter, value) __atomic_fetch_or(&(counter), (u32)(value), __ATOMIC_RELAXED)
#define COUNTER_MAX(counter, value) __atomic_fetch_max(&(counter), (u32)(value), __ATOMIC_RELAXED)

#define VALUE_MOVE(out, to, in, from) ((out)[to] = (in)[from])
#define VALUE_LOAD(value, in, from) ((value) = (in)[from])
#define VALUE_STORE(out, to, value) ((out)[to] = (value))
#if SWEEP_VALUE_BYTES == 16
#define INDEX_STORE(out, to, number) ((void)0) /* indices have 4 or 8 bytes */
#else
#define INDEX_STORE(out, to, number) ((out)[to] = (value_t)(number))
#endif

#define ITEM ((u32)__builtin_amdgcn_workitem_id_x())
#define GROUP ((u32)__builtin_amdgcn_workgroup_id_x())
#define BARRIER()                                                                                                    \
    do {                                                                                                             \
        __builtin_amdgcn_fence(__ATOMIC_RELEASE, "workgroup");                                                       \
        __builtin_amdgcn_s_barrier();                                                                                \
        __builtin_amdgcn_fence(__ATOMIC_ACQUIRE, "workgroup");                                                       \
    } while (0)
#define BARRIER_GLOBAL() BARRIER()

#define SWEEP_ITEMS_MAX SWEEP_ITEMS
#define UNROLL _Pragma("unroll")

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
#define LANES_BEFORE(lane) (((lanes_t)1 << (lane)) - 1)

/* Shared memory seen as other things. */
#define MAY_ALIAS
typedef u32 MAY_ALIAS word_t;
typedef value_t MAY_ALIAS shared_value_t;
#define values_t value_t
#define PRIVATE
#define COUNTERS LOCAL word_t *
#define AS_COUNTERS(words) ((LOCAL word_t *)(words))
#define AS_WORDS(room) ((LOCAL word_t *)(room))
#define AS_KEYS(room) ((LOCAL shared_key_t *)(room))
#define AS_VALUES(room) ((LOCAL shared_value_t *)(room))
#define POPCOUNT(word) ((u32)__builtin_popcount(word))

/* Within a sub-group: memory in order. */
#define SUBGROUP_SYNC()                                                                                              \
    do {                                                                                                             \
        __builtin_amdgcn_fence(__ATOMIC_RELEASE, "wavefront");                                                       \
        __builtin_amdgcn_wave_barrier();                                                                             \
        __builtin_amdgcn_fence(__ATOMIC_ACQUIRE, "wavefront");                                                       \
    } while (0)
#define MATCH(number) ((lanes_t)(number))

/* Global memory across work-groups: relaxed, at the device's scope. */
#define ATOMIC_LOAD(word) __hip_atomic_load(&(word), __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_AGENT)
#define ATOMIC_STORE(word, value) __hip_atomic_store(&(word), (value), __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_AGENT)
#define ATOMIC_ADD(word, value) __hip_atomic_fetch_add(&(word), (value), __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_AGENT)
#define ATOMIC_SWAP_IF(word, old, value)                                                                             \
    do {                                                                                                             \
        u32 expected = (old);                                                                                        \
        (void)__hip_atomic_compare_exchange_strong(&(word), &expected, (value), __ATOMIC_RELAXED, __ATOMIC_RELAXED,  \
                                                   __HIP_MEMORY_SCOPE_AGENT);                                        \
    } while (0)

/* No copies into shared memory that go on by themselves. */
#define SWEEP_BULK 0
#if SWEEP_FETCH != 0
#error "this language has no bulk copies"
#endif

#define SWEEP_LOOK_MAX SWEEP_LOOK
#ifndef SWEEP_WITHHOLD /* tests withhold the publications of every so many tiles */
#define SWEEP_WITHHOLD 0
#endif
