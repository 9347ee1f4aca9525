/*
 * The plan of OneSweep, made and read on the device: which digits vary, in what order they are swept, from which buffer
 * to which, and where the result ends. In: the histograms. Out: the entries of stages.h in the table, at plan_at; the
 * first output index of every digit, at bases_at.
 *
 * A row of the bases has three parts: the first portion reads part 0; portion p > 0 reads the part that portion p - 1
 * wrote, 1 or 2 by turns.
 * SPDX-License-Identifier: Apache-2.0
 */

/* How many of them are in this launch's portion. */
FUNCTION u32 sweep_portion_keys(GLOBAL const u32 *table, ARGUMENTS a)
{
    u64 total = sweep_total(table, a);
    if (total <= a.first)
        return 0;
    return (u32)(total - a.first < a.portion ? total - a.first : a.portion);
}

/* A digit of the window: its place above its bits, which have eight. */
FUNCTION u32 sweep_row(u32 row, ARGUMENTS a)
{
    u32 place = a.place, bits = 0, i;
    for (i = 0; i <= row; i++) {
        u32 left = a.end - place - bits;
        place += bits;
        bits = left < a.bits ? left : a.bits;
        if (a.flags & SWEEP_FLAG_EVEN)
            bits = (left + a.sweeps - i - 1) / (a.sweeps - i);
    }
    return place << 8 | bits;
}

/* The part of a digit's bases that a portion reads. */
FUNCTION GLOBAL u32 *sweep_bases(GLOBAL u32 *table, u32 row, u32 part, ARGUMENTS a)
{
    return table + a.bases_at + ((u64)row * 3 + (part == 0 ? 0 : 1 + part % 2)) * a.radix * 2;
}

/* The buffer that sweep `turn` of `count` writes, so that the last one writes `out`. A sweep cannot write what it reads:
   in place an odd count ends in the spare buffer, and is brought over by sweep_settle. */
FUNCTION u32 sweep_way(u32 turn, u32 count, u32 in_place)
{
    if (in_place)
        return turn % 2 == 0 ? 2 : 1;
    return (count - 1 - turn) % 2 == 0 ? 1 : 2;
}

/* What the entries say of the buffers. */
FUNCTION void sweep_write_ways(GLOBAL u32 *entry, u32 turn, u32 count, ARGUMENTS a)
{
    u32 keys_in_place = a.flags & (SWEEP_FLAG_KEYS_IN_PLACE | SWEEP_FLAG_KEYS_ARE_READ);
    u32 values_in_place = a.flags & SWEEP_FLAG_VALUES_IN_PLACE;
    entry[SWEEP_ENTRY_KEYS_FROM] = turn == 0 ? 0 : sweep_way(turn - 1, count, keys_in_place);
    entry[SWEEP_ENTRY_KEYS_TO] = turn == count ? 1 : sweep_way(turn, count, keys_in_place);
    entry[SWEEP_ENTRY_VALUES_FROM] = turn == 0 ? 0 : sweep_way(turn - 1, count, values_in_place);
    entry[SWEEP_ENTRY_VALUES_TO] = turn == count ? 1 : sweep_way(turn, count, values_in_place);
    entry[SWEEP_ENTRY_TURN] = turn;
    entry[SWEEP_ENTRY_MAKE_INDEX] = a.make_index && turn == 0;
    entry[SWEEP_ENTRY_WRITE_KEYS] = !(a.flags & SWEEP_FLAG_KEYS_ARE_READ) || turn + 1 < count;
}

KERNEL(sweep_decide)
{
    SHARED(u64, totals, 256);
    SHARED(u64, chunks, 16);
    SHARED_COUNTERS(varies, SWEEP_ROWS_MAX);
    u32 item = ITEM, row, digit, i;
    u64 total = sweep_total(table, a);
    for (row = item; row < a.sweeps; row += SWEEP_THREADS)
        COUNTER_SET(varies[row], 0);
    for (row = 0; row < a.sweeps; row++) {
        u32 radix = 1u << (sweep_row(row, a) & 255), chunk = (radix + 15) / 16;
        GLOBAL u32 *bases = sweep_bases(table, row, 0, a);
        BARRIER();
        for (digit = item; digit < radix; digit += SWEEP_THREADS) {
            u64 sum = 0;
            for (i = 0; i < a.portions; i++)
                sum += table[a.counts_at + i * a.stride + (u64)row * a.radix + digit];
            totals[digit] = sum;
            if (sum != 0 && sum != total)
                COUNTER_OR(varies[row], 1);
        }
        BARRIER();
        for (i = item; i < 16; i += SWEEP_THREADS) {
            u64 sum = 0;
            for (digit = i * chunk; digit < (i + 1) * chunk && digit < radix; digit++)
                sum += totals[digit];
            chunks[i] = sum;
        }
        BARRIER();
        for (digit = item; digit < radix; digit += SWEEP_THREADS) {
            u64 start = 0;
            for (i = 0; i < digit / chunk; i++)
                start += chunks[i];
            for (i = digit / chunk * chunk; i < digit; i++)
                start += totals[i];
            bases[digit * 2] = (u32)start;
            bases[digit * 2 + 1] = (u32)(start >> 32);
        }
    }
    BARRIER();
    if (item == 0) {
        u32 count = 0, turn = 0;
        GLOBAL u32 *entry = table + a.plan_at;
        for (row = 0; row < a.sweeps; row++)
            count += COUNTER_GET(varies[row]);
        for (row = 0; row < a.sweeps; row++) {
            u32 place = sweep_row(row, a);
            entry[SWEEP_ENTRY_ON] = COUNTER_GET(varies[row]);
            entry[SWEEP_ENTRY_ROW] = row;
            entry[SWEEP_ENTRY_PLACE] = place >> 8;
            entry[SWEEP_ENTRY_BITS] = place & 255;
            sweep_write_ways(entry, turn, count, a);
            turn += COUNTER_GET(varies[row]);
            entry += SWEEP_ENTRY_WORDS;
        }
        sweep_write_ways(entry, count, count, a);
        table[SWEEP_HEAD_SWEEPS] = count;
        if (a.flags & SWEEP_FLAG_COUNTED && ((u64)table[1] << 32 | table[0]) > a.total)
            table[SWEEP_HEAD_STATUS] = 1; /* SWEEP_ERR_ARGUMENT */
    }
}
