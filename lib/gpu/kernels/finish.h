/*
 * sweep_finish: sorts each run of keys that the sweeps over the highest digits have left with equal ones, by the bits
 * below, stably. It writes to other buffers than it reads, or neighbours would race.
 * In: the plan's entry `slot`, whose place is the lowest bit that was ranked. Out: the sorted keys and values; or
 * SWEEP_HEAD_LONG, where a run is longer than half a tile and may be longer than one, and then no more than a part of
 * the output. Any number of work-groups, said in `groups`.
 *
 * A group sees a tile of keys and owns the runs that begin in its first half. Where they all are short every key counts
 * those of its run that go before it; else the whole tile is sorted in shared memory by the lower bits, and then by the
 * runs' numbers.
 * SPDX-License-Identifier: Apache-2.0
 */
#define SWEEP_HEADS (SWEEP_TILE / 32 + 2) /* words of one bit a key, 1: a run begins */

FUNCTION u32 sweep_is_head(COUNTERS heads, u32 at)
{
    return COUNTER_GET(heads[at / 32]) >> at % 32 & 1;
}

/* The place of key `at` of the tile in its sorted run, which lies in [begin, end); SWEEP_TILE: the run is not short. */
FUNCTION u32 sweep_place_in_run(GLOBAL const key_t *keys, COUNTERS heads, u32 at, u32 end, u32 place, ARGUMENTS a)
{
    u32 start = at, stop = at + 1, rank, i;
    ordered_t own = sweep_masked(sweep_ordered(keys[at], a), a.place, place);
    while (!sweep_is_head(heads, start) && at - start < SWEEP_SHORT_RUN)
        start--;
    while (stop < end && !sweep_is_head(heads, stop) && stop - start <= SWEEP_SHORT_RUN)
        stop++;
    if (stop - start > SWEEP_SHORT_RUN)
        return SWEEP_TILE;
    rank = start;
    for (i = start; i < stop; i++) {
        ordered_t other = sweep_masked(sweep_ordered(keys[i], a), a.place, place);
        if (sweep_less(other, own) || (i < at && sweep_equal(other, own)))
            rank++;
    }
    return rank;
}

/* The whole tile: words become places of keys, in order of runs and then of the bits below `place`. Where this is not
   needed (`on` 0) no loop has a turn; the barriers stand in no condition. */
FUNCTION void sweep_sort_runs(GLOBAL const key_t *keys, LOCAL word_t *words, LOCAL word_t *sums, COUNTERS heads,
                              LOCAL word_t *heads_before, COUNTERS differ, u32 item, u32 valid, u32 place, u32 on,
                              ARGUMENTS a)
{
    u32 top = on ? place : a.place, low, at, i, bits = 0;
    for (i = 0; i < SWEEP_ITEMS && on; i++)
        words[i * SWEEP_THREADS + item] = i * SWEEP_THREADS + item;
    if (item == 0 && on) {
        u32 sum = 0;
        for (i = 0; i < SWEEP_HEADS; i++) {
            heads_before[i] = sum;
            sum += POPCOUNT(COUNTER_GET(heads[i]));
        }
    }
    for (low = a.place; low < top; low += 8) {
        u32 width = top - low < 8 ? top - low : 8, first = sweep_digit(keys[0], low, width, a), same = 1;
        if (item == 0)
            COUNTER_SET(differ[0], 0);
        BARRIER();
        for (i = 0; i < SWEEP_ITEMS; i++) {
            u32 from, digit = (1u << width) - 1; /* of what lies past the end: last, and so it stays last */
            at = i * SWEEP_THREADS + item;
            from = words[at] & 0xffff;
            if (from < valid) {
                digit = sweep_digit(keys[from], low, width, a);
                if (digit != first)
                    same = 0;
            }
            words[at] = digit << 16 | from;
        }
        if (!same)
            COUNTER_OR(differ[0], 1);
        BARRIER();
        sweep_sort_words(words, sums, item, COUNTER_GET(differ[0]) != 0 ? width : 0);
        BARRIER();
    }
    while (on && SWEEP_TILE >> bits != 0)
        bits++;
    BARRIER();
    for (i = 0; i < SWEEP_ITEMS && on; i++) {
        u32 from, run;
        at = i * SWEEP_THREADS + item;
        from = words[at] & 0xffff;
        run = heads_before[from / 32] + POPCOUNT(COUNTER_GET(heads[from / 32]) & (0xffffffffu >> (31 - from % 32)));
        words[at] = run << 16 | from;
    }
    BARRIER();
    sweep_sort_words(words, sums, item, bits);
}

KERNEL(sweep_finish)
{
    SHARED(u32, words, SWEEP_TILE);
    SHARED(u32, sums, SWEEP_SUM_WORDS);
    SHARED_COUNTERS(heads, SWEEP_HEADS);
    SHARED(u32, heads_before, SWEEP_HEADS);
    SHARED_COUNTERS(found, 3); /* the first head of each half, from the tile's end; 1: some run is not short */
    SHARED_COUNTERS(differ, 1);
    GLOBAL const u32 *entry = table + a.plan_at + (u64)a.slot * SWEEP_ENTRY_WORDS;
    u32 item = ITEM, middle = SWEEP_TILE / 2, place = entry[SWEEP_ENTRY_PLACE], at, i;
    u32 keys_from = entry[SWEEP_ENTRY_KEYS_FROM], write_keys = entry[SWEEP_ENTRY_WRITE_KEYS];
    u64 total = entry[SWEEP_ENTRY_ON] ? sweep_total(table, a) : 0, chunk;
    GLOBAL key_t *keys_to = entry[SWEEP_ENTRY_KEYS_TO] == 1 ? keys_out : keys_spare;
    GLOBAL const values_t *values = entry[SWEEP_ENTRY_VALUES_FROM] == 1 ? values_out : values_spare;
    GLOBAL values_t *values_to = entry[SWEEP_ENTRY_VALUES_TO] == 1 ? values_out : values_spare;
    for (chunk = GROUP; chunk * middle < total; chunk += a.groups) {
        u64 first = chunk * middle;
        u32 valid = total - first < SWEEP_TILE ? (u32)(total - first) : SWEEP_TILE, begin = 0, end = 0;
        GLOBAL const key_t *keys = (keys_from == 1 ? keys_out : keys_spare) + first;
        for (i = item; i < SWEEP_HEADS; i += SWEEP_THREADS)
            COUNTER_SET(heads[i], 0);
        for (i = item; i < 3; i += SWEEP_THREADS)
            COUNTER_SET(found[i], 0);
        BARRIER();
        for (at = item; at < valid; at += SWEEP_THREADS) {
            u32 head = first + at == 0;
            if (!head) {
                ordered_t own = sweep_masked(sweep_ordered(keys[at], a), place, a.end);
                GLOBAL const key_t *before = keys + at;
                head = !sweep_equal(own, sweep_masked(sweep_ordered(before[-1], a), place, a.end));
            }
            if (head) {
                COUNTER_OR(heads[at / 32], 1u << at % 32);
                COUNTER_MAX(found[at < middle ? 0 : 1], SWEEP_TILE - at);
            }
        }
        BARRIER();
        if (COUNTER_GET(found[0]) != 0) { /* the last run ends where the other half's first begins */
            begin = SWEEP_TILE - COUNTER_GET(found[0]);
            end = COUNTER_GET(found[1]) != 0 ? SWEEP_TILE - COUNTER_GET(found[1]) : valid;
            if (COUNTER_GET(found[1]) == 0 && first + valid < total) {
                end = begin;
                if (item == 0)
                    ATOMIC_STORE(table[SWEEP_HEAD_LONG], 1);
            }
        }
        for (at = begin + item; at < end; at += SWEEP_THREADS) {
            u32 to = sweep_place_in_run(keys, heads, at, end, place, a);
            if (to == SWEEP_TILE)
                COUNTER_OR(found[2], 1);
            else
                words[to] = at;
        }
        BARRIER();
        sweep_sort_runs(keys, words, sums, heads, heads_before, differ, item, valid, place, COUNTER_GET(found[2]), a);
        for (at = begin + item; at < end; at += SWEEP_THREADS) {
            u32 from = words[at] & 0xffff;
            if (write_keys)
                keys_to[first + at] = keys[from];
            if (SWEEP_VALUE_BYTES)
                VALUE_MOVE(values_to, first + at, values, first + from);
        }
        BARRIER();
    }
}
