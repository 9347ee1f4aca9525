/*
 * What OneSweep does before its first sweep. sweep_clear empties the counters in the table: `stride` words from
 * counts_at, and the head but for a count. sweep_histogram counts every digit of the window in one read of a portion:
 *     table[counts_at + row * radix + digit]
 * Any number of work-groups, said in `groups`.
 * SPDX-License-Identifier: Apache-2.0
 */
KERNEL(sweep_clear)
{
    u64 at;
    for (at = (u64)GROUP * SWEEP_THREADS + ITEM; at < a.stride; at += (u64)a.groups * SWEEP_THREADS)
        table[a.counts_at + at] = 0;
    if (GROUP == 0)
        for (at = SWEEP_HEAD_STATUS + ITEM; at < SWEEP_HEAD_WORDS; at += SWEEP_THREADS)
            table[at] = 0;
}

KERNEL(sweep_histogram)
{
    SHARED_COUNTERS(counters, SWEEP_KEY_BYTES * 256);
    SHARED(u32, rows, SWEEP_ROWS_MAX);
    u32 item = ITEM, n = sweep_portion_keys(table, a), words = a.sweeps * a.radix, row, i;
    u64 at;
    GLOBAL const key_t *keys = keys_in + a.first;
    for (i = item; i < words; i += SWEEP_THREADS)
        COUNTER_SET(counters[i], 0);
    for (row = item; row < a.sweeps; row += SWEEP_THREADS)
        rows[row] = sweep_row(row, a);
    BARRIER();
    for (at = (u64)GROUP * SWEEP_THREADS + item; at < n; at += (u64)a.groups * SWEEP_THREADS) {
        ordered_t ordered = sweep_ordered(keys[at], a);
        for (row = 0; row < a.sweeps; row++)
            COUNTER_ADD(counters[row * a.radix + sweep_digit_of(ordered, rows[row] >> 8, rows[row] & 255)], 1);
    }
    BARRIER();
    for (i = item; i < words; i += SWEEP_THREADS) {
        u32 count = COUNTER_GET(counters[i]);
        if (count != 0)
            ATOMIC_ADD(table[a.counts_at + i], count);
    }
}
