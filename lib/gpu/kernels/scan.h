/*
 * The exclusive scan of a table of any length, level by level, and what chains portions together.
 * sweep_scan scans each block of SWEEP_SCAN_BLOCK words where it lies and writes the blocks' sums to the next level;
 * when that level has been scanned too, sweep_add adds to each block what precedes it. One work-group a block.
 * sweep_chain (one work-group) makes each portion's 64-bit bases from the scanned counts of all portions.
 * SPDX-License-Identifier: Apache-2.0
 */
#define SWEEP_SCAN_ITEMS 4
#define SWEEP_SCAN_BLOCK (SWEEP_THREADS * SWEEP_SCAN_ITEMS)

KERNEL(sweep_scan)
{
    SHARED(u32, sums, SWEEP_SUM_WORDS);
    u32 item = ITEM, first = GROUP * SWEEP_SCAN_BLOCK + item * SWEEP_SCAN_ITEMS;
    u32 mine[SWEEP_SCAN_ITEMS], sum = 0, before, i;
    GLOBAL u32 *level = table + a.counts_at;
    UNROLL
    for (i = 0; i < SWEEP_SCAN_ITEMS; i++) {
        mine[i] = first + i < a.n ? level[first + i] : 0;
        sum += mine[i];
    }
    before = sweep_sum_before(sums, item, sum);
    UNROLL
    for (i = 0; i < SWEEP_SCAN_ITEMS; i++) {
        if (first + i < a.n)
            level[first + i] = before;
        before += mine[i];
    }
    if (item == 0)
        table[a.sums_at + GROUP] = sweep_sum_all(sums);
}

KERNEL(sweep_add)
{
    u32 item = ITEM, first = GROUP * SWEEP_SCAN_BLOCK, i;
    u32 before = table[a.sums_at + GROUP];
    GLOBAL u32 *level = table + a.counts_at;
    for (i = item; i < SWEEP_SCAN_BLOCK; i += SWEEP_THREADS)
        if (first + i < a.n)
            level[first + i] += before;
}

/* In a portion a key of `digit` goes to (scanned count of its group) + rank, counted inside the portion. Its place in
   the whole array is that plus the digit's base of the portion:
       keys of smaller digits everywhere + keys of this digit in earlier portions - where the digit starts inside.
   The difference may wrap around 2^64; the sum with a scanned count does not. */
KERNEL(sweep_chain)
{
    SHARED(u64, totals, 256);
    u32 item = ITEM, radix = 1u << a.bits, digit, p;
    for (digit = item; digit < radix; digit += SWEEP_THREADS) {
        u64 total = 0;
        for (p = 0; p < a.portions; p++) {
            u64 keys = p + 1 < a.portions ? a.portion : a.total - a.portion * p;
            GLOBAL const u32 *starts = table + a.counts_at + a.stride * p;
            total += (digit + 1 < radix ? starts[(u64)(digit + 1) * a.groups] : keys) - starts[(u64)digit * a.groups];
        }
        totals[digit] = total;
    }
    BARRIER();
    for (digit = item; digit < radix; digit += SWEEP_THREADS) {
        u64 start = 0;
        u32 smaller;
        for (smaller = 0; smaller < digit; smaller++)
            start += totals[smaller];
        for (p = 0; p < a.portions; p++) {
            u64 keys = p + 1 < a.portions ? a.portion : a.total - a.portion * p;
            GLOBAL const u32 *starts = table + a.counts_at + a.stride * p;
            GLOBAL u32 *base = table + a.bases_at + ((u64)p * radix + digit) * 2;
            u64 inside = starts[(u64)digit * a.groups];
            base[0] = (u32)(start - inside);
            base[1] = (u32)((start - inside) >> 32);
            start += (digit + 1 < radix ? starts[(u64)(digit + 1) * a.groups] : keys) - inside;
        }
    }
}
