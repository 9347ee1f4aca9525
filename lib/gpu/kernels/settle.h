/*
 * sweep_settle: brings the result to keys_out and values_out if the plan that the device made leaves it elsewhere.
 * Any number of work-groups, said in `groups`.
 * SPDX-License-Identifier: Apache-2.0
 */
KERNEL(sweep_settle)
{
    GLOBAL const u32 *entry = table + a.plan_at + (u64)a.slots * SWEEP_ENTRY_WORDS;
    u64 total = sweep_total(table, a), step = (u64)a.groups * SWEEP_THREADS, at;
    u64 begin = (u64)GROUP * SWEEP_THREADS + ITEM;
    u32 keys_from = entry[SWEEP_ENTRY_KEYS_FROM], values_from = entry[SWEEP_ENTRY_VALUES_FROM];
    if (keys_from != 1 && !(a.flags & SWEEP_FLAG_KEYS_ARE_READ) &&
        !(keys_from == 0 && a.flags & SWEEP_FLAG_KEYS_IN_PLACE)) {
        GLOBAL const key_t *from = keys_from == 0 ? keys_in : keys_spare;
        for (at = begin; at < total; at += step)
            keys_out[at] = from[at];
    }
    if (SWEEP_VALUE_BYTES && entry[SWEEP_ENTRY_MAKE_INDEX]) {
        for (at = begin; at < total; at += step)
            INDEX_STORE(values_out, at, at);
    } else if (SWEEP_VALUE_BYTES && values_from == 2) {
        for (at = begin; at < total; at += step)
            VALUE_MOVE(values_out, at, values_spare, at);
    } else if (SWEEP_VALUE_BYTES && values_from == 0 && !(a.flags & SWEEP_FLAG_VALUES_IN_PLACE)) {
        for (at = begin; at < total; at += step)
            VALUE_MOVE(values_out, at, values_in, at);
    }
}
