/*
 * The kernel subset as the Metal shading language. In, by macro: SWEEP_KEY_BYTES, SWEEP_VALUE_BYTES, SWEEP_THREADS,
 * SWEEP_ITEMS. Never run on Apple hardware. Sub-groups (SIMD groups) are not used: their width is known only after the
 * pipeline is built.
 * SPDX-License-Identifier: Apache-2.0
 */
#include <metal_stdlib>
using namespace metal;

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

#define GLOBAL device
#define LOCAL threadgroup
#define FUNCTION static inline
#define ARGUMENTS constant sweep_arguments &
#define KERNEL(name)                                                                                                   \
    kernel void name(device const key_t *keys_in [[buffer(0)]], device key_t *keys_out [[buffer(1)]],                  \
                     device key_t *keys_spare [[buffer(2)]], device const value_t *values_in [[buffer(3)]],            \
                     device value_t *values_out [[buffer(4)]], device value_t *values_spare [[buffer(5)]],             \
                     device u32 *table [[buffer(6)]], constant sweep_arguments &a [[buffer(7)]],                       \
                     u32 sweep_item [[thread_position_in_threadgroup]],                                                \
                     u32 sweep_group [[threadgroup_position_in_grid]])
#define KERNEL_OF_BLOCKS(name, count) KERNEL(name)

#define SHARED(type, name, count) threadgroup type name[count]
#define SHARED_COUNTERS(name, count) threadgroup atomic_uint name[count]
#define COUNTER_SET(counter, value) atomic_store_explicit(&(counter), (value), memory_order_relaxed)
#define COUNTER_GET(counter) atomic_load_explicit(&(counter), memory_order_relaxed)
#define COUNTER_ADD(counter, value) atomic_fetch_add_explicit(&(counter), (value), memory_order_relaxed)
#define COUNTER_OR(counter, value) atomic_fetch_or_explicit(&(counter), (value), memory_order_relaxed)
#define COUNTER_MAX(counter, value) atomic_fetch_max_explicit(&(counter), (value), memory_order_relaxed)

#define VALUES_AT(values, number) ((values) + (number))
#define VALUE_MOVE(out, to, in, from) ((out)[to] = (in)[from])
#define VALUE_LOAD(value, in, from) ((value) = (in)[from])
#define VALUE_STORE(out, to, value) ((out)[to] = (value))
#define INDEX_STORE(out, to, number) ((out)[to] = (value_t)(number))

#define ITEM sweep_item
#define GROUP sweep_group
#define BARRIER() threadgroup_barrier(mem_flags::mem_threadgroup)
#define BARRIER_GLOBAL() threadgroup_barrier(mem_flags::mem_threadgroup | mem_flags::mem_device)

#define SWEEP_ITEMS_MAX SWEEP_ITEMS
#define UNROLL
#define UNROLL_BY_4

#define SWEEP_BALLOT 0
#define SWEEP_SUBGROUP 1u
typedef u32 lanes_t;
#define BALLOT(condition) ((lanes_t)(condition))
#define LANES_BEFORE(lane) 0u
#define LANES_COUNT(lanes) (lanes)

/* Shared memory seen as other things: a compiler that assumes it to be of one type, and can be told, is told. */
#ifdef __has_attribute
#if __has_attribute(may_alias)
#define MAY_ALIAS __attribute__((may_alias))
#endif
#endif
#ifndef MAY_ALIAS
#define MAY_ALIAS
#endif
typedef u32 MAY_ALIAS word_t;
typedef value_t MAY_ALIAS shared_value_t;
#define values_t value_t
#define shared_values_t shared_value_t
#define PRIVATE thread
#define COUNTERS threadgroup atomic_uint *
#define AS_COUNTERS(words) ((threadgroup atomic_uint *)(words))
#define AS_WORDS(room) ((threadgroup word_t *)(room))
#define AS_KEYS(room) ((threadgroup shared_key_t *)(room))
#define AS_VALUES(room) ((threadgroup shared_value_t *)(room))
#define POPCOUNT(word) popcount(word)
#define SHARED_PLACE(room) ((void)(room), 0u)
#define SHARED_AT(room, place) ((LOCAL u8 *)(room) + (place))
#define KEEP(pointer) ((void)0)

/* Nothing within a sub-group. */
#define SUBGROUP_SYNC() BARRIER()
#define MATCH(number) ((lanes_t)(number))
#define SUM_BEFORE(number) (number)

/* Global memory across work-groups: always relaxed. A swap may fail for no reason: it is never relied on. */
#define ATOMIC_WORD(word) ((device atomic_uint *)&(word))
#define ATOMIC_LOAD(word) atomic_load_explicit(ATOMIC_WORD(word), memory_order_relaxed)
#define ATOMIC_STORE(word, value) atomic_store_explicit(ATOMIC_WORD(word), (value), memory_order_relaxed)
#define ATOMIC_ADD(word, value) atomic_fetch_add_explicit(ATOMIC_WORD(word), (value), memory_order_relaxed)
#define ATOMIC_SWAP_IF(word, old, value)                                                                               \
    do {                                                                                                               \
        u32 expected = (old);                                                                                          \
        (void)atomic_compare_exchange_weak_explicit(ATOMIC_WORD(word), &expected, (value), memory_order_relaxed,       \
                                                    memory_order_relaxed);                                             \
    } while (0)

#define SWEEP_LOOK_MAX SWEEP_LOOK
#define SWEEP_OWN_MAX SWEEP_OWN
#define SWEEP_HELD_MAX (SWEEP_VALUE_BYTES ? SWEEP_ITEMS : 1)
#ifndef SWEEP_WITHHOLD /* tests withhold the publications of every so many tiles */
#define SWEEP_WITHHOLD 0
#endif
