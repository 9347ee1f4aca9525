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

/* Keys that a work-item holds at once: several loads are under way, and a row is looked up once for all of them. */
#define SWEEP_HISTOGRAM_KEYS (SWEEP_KEY_BYTES <= 4 ? 16u : SWEEP_KEY_BYTES == 8 ? 8u : 4u)

/* Counts `count` keys of a work-item by every row. Rows are the outer loop: then what a row needs is at hand, and keys
   are read from memory once. */
FUNCTION void sweep_count_rows(PRIVATE const ordered_t *held, u32 count, COUNTERS counters, LOCAL const u32 *rows,
                               ARGUMENTS a)
{
    u32 row, i;
    for (row = 0; row < a.sweeps; row++) {
        u32 bits = rows[row] & 255, place = bits == 0 ? 0 : rows[row] >> 8;
        COUNTERS own = counters + row * a.radix;
        if (count == SWEEP_HISTOGRAM_KEYS) {
            UNROLL
            for (i = 0; i < SWEEP_HISTOGRAM_KEYS; i++)
#if SWEEP_KEY_BYTES < 16
                COUNTER_ADD(own[(u32)(held[i] >> place) & ((1u << bits) - 1)], 1); /* scattered */
#else
                COUNTER_ADD(own[sweep_digit_of(held[i], place, bits)], 1); /* scattered */
#endif
        } else { /* cold */
            UNROLL
            for (i = 0; i < SWEEP_HISTOGRAM_KEYS; i++)
                if (i < count)
                    COUNTER_ADD(own[sweep_digit_of(held[i], place, bits)], 1);
        }
    }
}

KERNEL(sweep_histogram)
{
    SHARED_COUNTERS(counters, SWEEP_KEY_BYTES * 256);
    SHARED(u32, rows, SWEEP_ROWS_MAX);
    u32 item = ITEM, n = sweep_portion_keys(table, a), words = a.sweeps * a.radix, row, i;
    u64 first, step = (u64)a.groups * SWEEP_THREADS * SWEEP_HISTOGRAM_KEYS;
    GLOBAL const key_t *keys = keys_in + a.first;
    for (i = item; i < words; i += SWEEP_THREADS)
        COUNTER_SET(counters[i], 0);
    for (row = item; row < a.sweeps; row += SWEEP_THREADS)
        rows[row] = sweep_row(row, a);
    BARRIER();
    for (first = (u64)GROUP * SWEEP_THREADS * SWEEP_HISTOGRAM_KEYS; first < n; first += step) {
        ordered_t held[SWEEP_HISTOGRAM_KEYS];
        GLOBAL const key_t *own = keys + first + item;
        u32 left = (u32)(n - first), count = 0;
        if (left >= SWEEP_THREADS * SWEEP_HISTOGRAM_KEYS) {
            key_t raw[SWEEP_HISTOGRAM_KEYS];
            UNROLL
            for (i = 0; i < SWEEP_HISTOGRAM_KEYS; i++)
                raw[i] = own[i * SWEEP_THREADS];
            UNROLL
            for (i = 0; i < SWEEP_HISTOGRAM_KEYS; i++)
                held[i] = sweep_ordered(raw[i], a);
            count = SWEEP_HISTOGRAM_KEYS;
        } else { /* cold */
            UNROLL
            for (i = 0; i < SWEEP_HISTOGRAM_KEYS; i++) {
                if (i * SWEEP_THREADS + item < left) {
                    held[i] = sweep_ordered(own[i * SWEEP_THREADS], a);
                    count = i + 1;
                }
            }
        }
        sweep_count_rows(held, count, counters, rows, a);
    }
    BARRIER();
    for (i = item; i < words; i += SWEEP_THREADS) {
        u32 count = COUNTER_GET(counters[i]);
        if (count != 0)
            ATOMIC_ADD(table[a.counts_at + i], count);
    }
}
