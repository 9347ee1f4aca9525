/*
 * sweep_count: how often each digit occurs in each group's tiles.
 * In: keys_in. Out: table[counts_at + digit * groups + group], so that one exclusive scan over this part of the table
 * gives every group the place of its first key of every digit. Launched with `groups` work-groups.
 * SPDX-License-Identifier: Apache-2.0
 */
KERNEL(sweep_count)
{
    SHARED_COUNTERS(counters, 256);
    u32 item = ITEM, group = GROUP, radix = 1u << a.bits, digit, at;
    u32 end = sweep_first_tile(group + 1, a) * SWEEP_TILE;
    GLOBAL const key_t *keys = keys_in + a.first;
    for (digit = item; digit < radix; digit += SWEEP_THREADS)
        COUNTER_SET(counters[digit], 0);
    BARRIER();
    if (end > a.n)
        end = a.n;
    for (at = sweep_first_tile(group, a) * SWEEP_TILE + item; at < end; at += SWEEP_THREADS)
        COUNTER_ADD(counters[sweep_digit(keys[at], a.place, a.bits, a)], 1);
    BARRIER();
    for (digit = item; digit < radix; digit += SWEEP_THREADS)
        table[a.counts_at + (u64)digit * a.groups + group] = COUNTER_GET(counters[digit]);
}
