/*
 * sweep_small: a whole sort in one launch of one work-group, for n up to a tile.
 * In: keys_in, values_in (or none: then a value is its key's index). Out: keys_out, values_out, which may be the same
 * buffers: everything is read before anything is written. Digits from `place` to `end`, `bits` at a time, are sorted in
 * shared memory; digits that all keys share are skipped.
 * SPDX-License-Identifier: Apache-2.0
 */
KERNEL(sweep_small)
{
    SHARED(u32, words, SWEEP_TILE);
    SHARED(u32, sums, SWEEP_SUM_WORDS);
    SHARED_COUNTERS(differ, 1);
    u32 item = ITEM, place, at, i;
    key_t keys[SWEEP_ITEMS_MAX];
    value_t values[SWEEP_ITEMS_MAX];
    for (i = 0; i < SWEEP_ITEMS; i++)
        words[i * SWEEP_THREADS + item] = i * SWEEP_THREADS + item;
    for (place = a.place; place < a.end; place += a.bits) {
        u32 bits = a.end - place < a.bits ? a.end - place : a.bits;
        u32 shared_digit = sweep_digit(keys_in[0], place, bits, a), same = 1;
        if (item == 0)
            COUNTER_SET(differ[0], 0);
        BARRIER();
        for (i = 0; i < SWEEP_ITEMS; i++) {
            u32 from, digit = (1u << bits) - 1; /* of the padding: last, and so it stays last */
            at = i * SWEEP_THREADS + item;
            from = words[at] & 0xffff;
            if (from < a.n) {
                digit = sweep_digit(keys_in[from], place, bits, a);
                if (digit != shared_digit)
                    same = 0;
            }
            words[at] = digit << 16 | from;
        }
        if (!same)
            COUNTER_OR(differ[0], 1);
        BARRIER();
        sweep_sort_words(words, sums, item, COUNTER_GET(differ[0]) != 0 ? bits : 0); /* all have the same answer */
        BARRIER();
    }
    UNROLL
    for (i = 0; i < SWEEP_ITEMS; i++) {
        at = i * SWEEP_THREADS + item;
        if (at < a.n) {
            keys[i] = keys_in[words[at] & 0xffff];
            if (SWEEP_VALUE_BYTES && !a.make_index)
                VALUE_LOAD(values[i], values_in, words[at] & 0xffff);
        }
    }
    BARRIER_GLOBAL();
    UNROLL
    for (i = 0; i < SWEEP_ITEMS; i++) {
        at = i * SWEEP_THREADS + item;
        if (at < a.n) {
            if (a.write_keys)
                keys_out[at] = keys[i];
            if (SWEEP_VALUE_BYTES) {
                if (a.make_index)
                    INDEX_STORE(values_out, at, words[at] & 0xffff);
                else
                    VALUE_STORE(values_out, at, values[i]);
            }
        }
    }
}
