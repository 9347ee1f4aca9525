/*
 * What languages with one address space have alike: values, and shared memory seen as other things. For cuda.h and
 * hip.h, behind u8 to u64 and pair64.
 * SPDX-License-Identifier: Apache-2.0
 */
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
#define PRIVATE
#define ARGUMENTS const sweep_arguments &
#define PARAMETERS                                                                                                     \
    const key_t *keys_in, key_t *keys_out, key_t *keys_spare, const value_t *values_in, value_t *values_out,           \
        value_t *values_spare, u32 *table, const sweep_arguments a

#define COUNTER_SET(counter, value) ((counter) = (value))
#define COUNTER_GET(counter) (counter)
#define VALUES_AT(values, number) ((values) + (number))
#define VALUE_MOVE(out, to, in, from) ((out)[to] = (in)[from])
#define VALUE_LOAD(value, in, from) ((value) = (in)[from])
#define VALUE_STORE(out, to, value) ((out)[to] = (value))
#if SWEEP_VALUE_BYTES == 16
#define INDEX_STORE(out, to, number) ((void)0) /* indices have 4 or 8 bytes */
#else
#define INDEX_STORE(out, to, number) ((out)[to] = (value_t)(number))
#endif

#define SWEEP_ITEMS_MAX SWEEP_ITEMS
#define UNROLL _Pragma("unroll")
#define UNROLL_BY_4 _Pragma("unroll 4")

/* Shared memory seen as other things. */
#define MAY_ALIAS
typedef u32 word_t;
typedef value_t shared_value_t;
#define values_t value_t
#define shared_values_t shared_value_t
#define COUNTERS LOCAL word_t *
#define AS_COUNTERS(words) ((LOCAL word_t *)(words))
#define AS_WORDS(room) ((LOCAL word_t *)(room))
#define AS_KEYS(room) ((LOCAL shared_key_t *)(room))
#define AS_VALUES(room) ((LOCAL shared_value_t *)(room))

#define SWEEP_LOOK_MAX SWEEP_LOOK
#define SWEEP_OWN_MAX SWEEP_OWN
#define SWEEP_HELD_MAX (SWEEP_VALUE_BYTES ? SWEEP_ITEMS : 1)
#ifndef SWEEP_WITHHOLD /* tests withhold the publications of every so many tiles */
#define SWEEP_WITHHOLD 0
#endif
