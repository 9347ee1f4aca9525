/*
 * The kernel subset as host C, for the emulator. In, by macro: SWEEP_KEY_BYTES. All else is a run-time number of the
 * launch, so the library holds one instance a key width, and tests reach every shape. Work-items are fibres; a barrier
 * or a ballot hands over to the emulator with its file and line.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "../emulation.h"
#include <string.h>

typedef uint8_t u8;
typedef uint16_t u16;
#if defined __BYTE_ORDER__ && __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
typedef struct pair64 {
    u64 y, x;
} pair64;
#else
typedef struct pair64 {
    u64 x, y;
} pair64;
#endif
typedef struct value_t {
    u8 bytes[16]; /* room for any value; the launch says how many bytes one has */
} value_t;

#define GLOBAL
#define LOCAL
#define FUNCTION static inline
#define ARGUMENTS const sweep_arguments
/* The body takes typed buffers; the function of the kernel's own name takes any, as the emulator hands them. */
#define KERNEL(name)                                                                                                   \
    static inline void name##_body(const key_t *, key_t *, key_t *, const u8 *, u8 *, u8 *, u32 *,                     \
                                   const sweep_arguments);                                                             \
    static void name(void *const buffers[], const sweep_arguments *arguments)                                          \
    {                                                                                                                  \
        name##_body((const key_t *)buffers[0], (key_t *)buffers[1], (key_t *)buffers[2], (const u8 *)buffers[3],       \
                    (u8 *)buffers[4], (u8 *)buffers[5], (u32 *)buffers[6], *arguments);                                \
    }                                                                                                                  \
    static inline void name##_body(UNUSED const key_t *keys_in, UNUSED key_t *keys_out, UNUSED key_t *keys_spare,      \
                                   UNUSED const u8 *values_in, UNUSED u8 *values_out, UNUSED u8 *values_spare,         \
                                   UNUSED u32 *table, UNUSED const sweep_arguments a)
#define KERNEL_OF_BLOCKS(name, count) KERNEL(name)
#define UNUSED __attribute__((unused))

#define SHARED(type, name, count)                                                                                      \
    type *name = (type *)sweep_emulation_shared(#name, sizeof(type) * (size_t)(count), __FILE__, __LINE__)
#define SHARED_COUNTERS(name, count) SHARED(u32, name, count)
#define COUNTER_SET(counter, value) __atomic_store_n(&(counter), (value), __ATOMIC_RELAXED)
#define COUNTER_GET(counter) __atomic_load_n(&(counter), __ATOMIC_RELAXED)
#define COUNTER_ADD(counter, value) ((void)__atomic_fetch_add(&(counter), (value), __ATOMIC_RELAXED))
#define COUNTER_OR(counter, value) ((void)__atomic_fetch_or(&(counter), (value), __ATOMIC_RELAXED))
#define COUNTER_MAX(counter, value) sweep_emulation_max(&(counter), (value))

#define VALUES_AT(values, number) ((values) + (number)*SWEEP_VALUE_BYTES)
#define VALUE_MOVE(out, to, in, from)                                                                                  \
    memcpy((out) + (to)*SWEEP_VALUE_BYTES, (in) + (from)*SWEEP_VALUE_BYTES, SWEEP_VALUE_BYTES)
#define VALUE_LOAD(value, in, from) memcpy((value).bytes, (in) + (from)*SWEEP_VALUE_BYTES, SWEEP_VALUE_BYTES)
#define VALUE_STORE(out, to, value) memcpy((out) + (to)*SWEEP_VALUE_BYTES, (value).bytes, SWEEP_VALUE_BYTES)
#define INDEX_STORE(out, to, number)                                                                                   \
    do {                                                                                                               \
        u64 index8 = (number);                                                                                         \
        u32 index4 = (u32)index8;                                                                                      \
        memcpy((out) + (to)*SWEEP_VALUE_BYTES, SWEEP_VALUE_BYTES == 4 ? (void *)&index4 : (void *)&index8,             \
               SWEEP_VALUE_BYTES);                                                                                     \
    } while (0)

#define ITEM (sweep_emulated->item)
#define GROUP (sweep_emulated->group)
#define BARRIER() sweep_emulation_barrier(__FILE__, __LINE__)
#define BARRIER_GLOBAL() sweep_emulation_barrier(__FILE__, __LINE__)

#define SWEEP_THREADS (sweep_emulated->shape.threads)
#define SWEEP_ITEMS (sweep_emulated->shape.items)
#define SWEEP_VALUE_BYTES ((size_t)sweep_emulated->shape.value_bytes)
#define SWEEP_ITEMS_MAX SWEEP_EMULATION_ITEMS
#define UNROLL
#define UNROLL_BY_4

#define SWEEP_BALLOT (sweep_emulated->shape.ballot)
#define SWEEP_SUBGROUP (sweep_emulated->shape.subgroup)
typedef u64 lanes_t;
#define BALLOT(condition) sweep_emulation_ballot((condition), __FILE__, __LINE__)
#define LANES_BEFORE(lane) (((lanes_t)1 << (lane)) - 1)
#define LANES_COUNT(lanes) ((u32)__builtin_popcountll(lanes))

/* Shared memory seen as other things: no access moves over a barrier, which is a call to the emulator. */
#define MAY_ALIAS
typedef u32 MAY_ALIAS word_t;
#define values_t u8
#define shared_values_t u8
#define PRIVATE
#define COUNTERS word_t *
#define AS_COUNTERS(words) ((word_t *)(void *)(words))
#define AS_WORDS(room) ((word_t *)(void *)(room))
#define AS_KEYS(room) ((shared_key_t *)(void *)(room))
#define AS_VALUES(room) ((u8 *)(void *)(room))
#define POPCOUNT(word) ((u32)__builtin_popcount(word))
#define SHARED_PLACE(room) ((void)(room), 0u)
#define SHARED_AT(room, place) ((LOCAL u8 *)(room) + (place))
#define KEEP(pointer) ((void)0)

/* Within a sub-group: memory in order; which lanes have an equal number, one number after the other. */
#define SUBGROUP_SYNC() sweep_emulation_subgroup_barrier(__FILE__, __LINE__)
#define MATCH(number) sweep_emulation_match((number), __FILE__, __LINE__)
#define SUM_BEFORE(number) sweep_emulation_sum_before((number), __FILE__, __LINE__)

/* Global memory across work-groups: here the emulator may pre-empt. */
#define ATOMIC_ADD(word, value)                                                                                        \
    (sweep_emulation_preempt(__FILE__, __LINE__), __atomic_fetch_add(&(word), (value), __ATOMIC_RELAXED))
#define ATOMIC_LOAD(word) (sweep_emulation_preempt(__FILE__, __LINE__), __atomic_load_n(&(word), __ATOMIC_RELAXED))
#define ATOMIC_STORE(word, value)                                                                                      \
    (sweep_emulation_preempt(__FILE__, __LINE__), __atomic_store_n(&(word), (value), __ATOMIC_RELAXED))
#define ATOMIC_SWAP_IF(word, old, value)                                                                               \
    do {                                                                                                               \
        u32 expected = (old);                                                                                          \
        sweep_emulation_preempt(__FILE__, __LINE__);                                                                   \
        (void)__atomic_compare_exchange_n(&(word), &expected, (value), 0, __ATOMIC_RELAXED, __ATOMIC_RELAXED);         \
    } while (0)

/* OneSweep's stages are run-time numbers too, and an instance holds both sets of kernels. */
#define SWEEP_SET 2
#define SWEEP_RANK (sweep_emulated->shape.rank)
#define SWEEP_EARLY (sweep_emulated->shape.early)
#define SWEEP_LOOK (sweep_emulated->shape.look)
#define SWEEP_LOOK_MAX SWEEP_EMULATION_LOOK
#define SWEEP_BLOCKS 1
#define SWEEP_OWN_MAX 256
#define SWEEP_HELD_MAX SWEEP_EMULATION_ITEMS
#define SWEEP_WITHHOLD (sweep_emulated->shape.withhold)
