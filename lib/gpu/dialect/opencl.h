/*
 * The kernel subset as OpenCL C 1.2. In, by macro: SWEEP_KEY_BYTES, SWEEP_VALUE_BYTES, SWEEP_THREADS, SWEEP_ITEMS.
 * No sub-groups: OpenCL 1.2 has none that can be relied on.
 * SPDX-License-Identifier: Apache-2.0
 */
typedef uchar u8;
typedef ushort u16;
typedef uint u32;
typedef ulong u64;
typedef ulong2 pair64;

#if SWEEP_VALUE_BYTES <= 1
#define value_t uchar
#elif SWEEP_VALUE_BYTES == 2
#define value_t ushort
#elif SWEEP_VALUE_BYTES == 4
#define value_t uint
#elif SWEEP_VALUE_BYTES == 8
#define value_t ulong
#else
#define value_t ulong2
#endif

#define GLOBAL __global
#define LOCAL __local
#define FUNCTION static
#define ARGUMENTS const sweep_arguments
#define KERNEL(name)                                                                                                   \
    __kernel __attribute__((reqd_work_group_size(SWEEP_THREADS, 1, 1))) void name(                                     \
        __global const key_t *keys_in, __global key_t *keys_out, __global key_t *keys_spare,                           \
        __global const value_t *values_in, __global value_t *values_out, __global value_t *values_spare,               \
        __global u32 *table, const sweep_arguments a)
#define KERNEL_OF_BLOCKS(name, count) KERNEL(name)

#define SHARED(type, name, count) __local type name[count]
#define SHARED_COUNTERS(name, count) __local u32 name[count]
#define COUNTER_SET(counter, value) ((counter) = (value))
#define COUNTER_GET(counter) (counter)
#define COUNTER_ADD(counter, value) atomic_add(&(counter), (value))
#define COUNTER_OR(counter, value) atomic_or(&(counter), (value))
#define COUNTER_MAX(counter, value) atomic_max(&(counter), (value))

#define VALUES_AT(values, number) ((values) + (number))
#define VALUE_MOVE(out, to, in, from) ((out)[to] = (in)[from])
#define VALUE_LOAD(value, in, from) ((value) = (in)[from])
#define VALUE_STORE(out, to, value) ((out)[to] = (value))
#define INDEX_STORE(out, to, number) ((out)[to] = (value_t)(number))

#define ITEM ((u32)get_local_id(0))
#define GROUP ((u32)get_group_id(0))
#define BARRIER() barrier(CLK_LOCAL_MEM_FENCE)
#define BARRIER_GLOBAL() barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE)

#define SWEEP_ITEMS_MAX SWEEP_ITEMS
#define UNROLL
#define UNROLL_BY_4

#define SWEEP_BALLOT 0
#define SWEEP_SUBGROUP 1
typedef u32 lanes_t;
#define BALLOT(condition) ((lanes_t)(condition))
#define LANES_BEFORE(lane) 0
#define LANES_COUNT(lanes) (lanes)

/* Shared memory seen as other things: compilers that assume it to be of one type are told. */
#define MAY_ALIAS __attribute__((may_alias))
typedef u32 MAY_ALIAS word_t;
typedef value_t MAY_ALIAS shared_value_t;
#define values_t value_t
#define shared_values_t shared_value_t
#define PRIVATE
#define COUNTERS LOCAL word_t *
#define AS_COUNTERS(words) ((LOCAL word_t *)(words))
#define AS_WORDS(room) ((LOCAL word_t *)(room))
#define AS_KEYS(room) ((LOCAL shared_key_t *)(room))
#define AS_VALUES(room) ((LOCAL shared_value_t *)(room))
#define POPCOUNT(word) popcount(word)
#define SHARED_PLACE(room) ((void)(room), 0u)
#define SHARED_AT(room, place) ((LOCAL u8 *)(room) + (place))
#define KEEP(pointer) ((void)0)

/* Nothing within a sub-group. */
#define SUBGROUP_SYNC() BARRIER()
#define MATCH(number) ((lanes_t)(number))
#define SUM_BEFORE(number) (number)

/* Global memory across work-groups. OpenCL 1.2 has no atomic load and store: an OR of nothing and an exchange. */
#define ATOMIC_LOAD(word) atomic_or(&(word), 0u)
#define ATOMIC_STORE(word, value) ((void)atomic_xchg(&(word), (value)))
#define ATOMIC_ADD(word, value) atomic_add(&(word), (value))
#define ATOMIC_SWAP_IF(word, old, value) ((void)atomic_cmpxchg(&(word), (old), (value)))

#define SWEEP_LOOK_MAX SWEEP_LOOK
#define SWEEP_OWN_MAX SWEEP_OWN
#define SWEEP_HELD_MAX (SWEEP_VALUE_BYTES ? SWEEP_ITEMS : 1)
#ifndef SWEEP_WITHHOLD /* tests withhold the publications of every so many tiles */
#define SWEEP_WITHHOLD 0
#endif
