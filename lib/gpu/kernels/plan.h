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

/* Where keys and values are after so many sweeps. */
typedef struct sweep_cursor {
    u32 turn, keys, values;
} sweep_cursor;

/* Where the next sweep writes, of `count` in all: from the input so that the last one writes `out`; else to the other
   one of out and spare. In place the first one cannot write `out`, which it reads; then an odd count ends in the spare
   buffer, and sweep_settle brings it over. */
FUNCTION u32 sweep_way(u32 from, u32 count, u32 in_place)
{
    if (from == 0)
        return !in_place && count % 2 == 1 ? 1 : 2;
    return from == 1 ? 2 : 1;
}

/* Writes an entry of the plan for the digit of a row; a sweep that is carried out moves the cursor on. */
FUNCTION void sweep_write_entry(GLOBAL u32 *entry, u32 row, u32 on, u32 count, PRIVATE sweep_cursor *at, ARGUMENTS a)
{
    u32 place = sweep_row(row, a);
    u32 keys_in_place = a.flags & (SWEEP_FLAG_KEYS_IN_PLACE | SWEEP_FLAG_KEYS_ARE_READ);
    entry[SWEEP_ENTRY_ON] = on;
    entry[SWEEP_ENTRY_ROW] = row;
    entry[SWEEP_ENTRY_PLACE] = place >> 8;
    entry[SWEEP_ENTRY_BITS] = place & 255;
    entry[SWEEP_ENTRY_TURN] = at->turn;
    entry[SWEEP_ENTRY_MAKE_INDEX] = a.make_index && at->turn == 0;
    entry[SWEEP_ENTRY_WRITE_KEYS] = !(a.flags & SWEEP_FLAG_KEYS_ARE_READ) || at->turn + 1 < count;
    entry[SWEEP_ENTRY_KEYS_FROM] = at->keys;
    entry[SWEEP_ENTRY_VALUES_FROM] = at->values;
    entry[SWEEP_ENTRY_KEYS_TO] = sweep_way(at->keys, count, keys_in_place);
    entry[SWEEP_ENTRY_VALUES_TO] = sweep_way(at->values, count, a.flags & SWEEP_FLAG_VALUES_IN_PLACE);
    if (on) {
        at->turn++;
        at->keys = entry[SWEEP_ENTRY_KEYS_TO];
        at->values = entry[SWEEP_ENTRY_VALUES_TO];
    }
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
        u32 count = 0, ranked, enough = a.enough == SWEEP_ENOUGH_ASK ? table[SWEEP_HEAD_ENOUGH] : a.enough;
        sweep_cursor at = {0, 0, 0};
        GLOBAL u32 *entries = table + a.plan_at;
        for (row = 0; row < a.sweeps; row++)
            count += COUNTER_GET(varies[row]);
        ranked = enough == SWEEP_ENOUGH_ALL || enough > count ? count : enough;
        for (row = 0, i = 0; row < a.sweeps; row++) {
            u32 on = COUNTER_GET(varies[row]) && i >= count - ranked;
            i += COUNTER_GET(varies[row]);
            sweep_write_entry(entries + (u64)row * SWEEP_ENTRY_WORDS, row, on, ranked + (ranked < count), &at, a);
        }
        if (a.slots > a.sweeps) { /* the finish: from the lowest bit that was ranked */
            u32 lowest = 0;
            while (lowest + 1 < a.sweeps && !entries[(u64)lowest * SWEEP_ENTRY_WORDS + SWEEP_ENTRY_ON])
                lowest++;
            sweep_write_entry(entries + (u64)a.sweeps * SWEEP_ENTRY_WORDS, lowest, ranked < count, ranked + 1, &at, a);
            for (row = 0; row < a.sweeps; row++) /* sweep_retry may switch these on */
                entries[(u64)(a.sweeps + 1 + row) * SWEEP_ENTRY_WORDS + SWEEP_ENTRY_ON] = COUNTER_GET(varies[row]);
        }
        sweep_write_entry(entries + (u64)a.slots * SWEEP_ENTRY_WORDS, 0, 0, 0, &at, a);
        table[SWEEP_HEAD_SWEEPS] = ranked;
        if (a.flags & SWEEP_FLAG_COUNTED && ((u64)table[1] << 32 | table[0]) > a.total)
            table[SWEEP_HEAD_STATUS] = 1; /* SWEEP_ERR_ARGUMENT */
    }
}

/* After a finish, by one work-item: where a run was too long, every digit that varies is ranked from where the
   last sweep left the keys. They are in order by their highest digits, stably, so a stable sort of them is one of
   the input. */
KERNEL(sweep_retry)
{
    GLOBAL u32 *entries = table + a.plan_at;
    GLOBAL const u32 *finish = entries + (u64)a.sweeps * SWEEP_ENTRY_WORDS;
    u32 row, count = 0;
    if (GROUP == 0 && ITEM == 0) {
        u32 again = table[SWEEP_HEAD_LONG];
        sweep_cursor at;
        at.turn = finish[SWEEP_ENTRY_TURN];
        at.keys = finish[SWEEP_ENTRY_KEYS_FROM];
        at.values = finish[SWEEP_ENTRY_VALUES_FROM];
        for (row = 0; row < a.sweeps; row++)
            count += entries[(u64)(a.sweeps + 1 + row) * SWEEP_ENTRY_WORDS + SWEEP_ENTRY_ON];
        count += at.turn;
        for (row = 0; row < a.sweeps; row++) {
            GLOBAL u32 *entry = entries + (u64)(a.sweeps + 1 + row) * SWEEP_ENTRY_WORDS;
            sweep_write_entry(entry, row, again && entry[SWEEP_ENTRY_ON], count, &at, a);
        }
        if (again)
            sweep_write_entry(entries + (u64)a.slots * SWEEP_ENTRY_WORDS, 0, 0, 0, &at, a);
    }
}
