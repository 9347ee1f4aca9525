/*
 * sweep_onesweep: one sweep by one digit, in one launch a portion.
 * In: the plan's entry `slot`, which names digit and buffers; the digit's bases; an array of states that is all zero.
 * Out: the keys and values in their new order; the next portion's bases; the other array of states, all zero again.
 *
 * A group takes the next tile's number from a counter, so that every tile which it may wait for has been begun: ticket,
 * load, rank, publish, stage in shared memory, look back, write runs:
 *     output index = the digit's base + its keys in earlier tiles + place in the sorted tile - where it starts there.
 * A tile whose keys all have one digit is not ranked. The tail of the last tile counts as keys of the largest digit:
 * being last, they stay last, and are not written; and no tile comes after it whom its counts could mislead.
 *
 * With bulk copies (fetch.h) a group takes its next ticket, and starts that tile's copy, while it works on a tile. Its
 * tickets grow, so the smallest unfinished tile is nobody's next one: someone works on it, and waits for none.
 * SPDX-License-Identifier: Apache-2.0
 */
KERNEL(sweep_onesweep)
{
    SHARED(pair64, room,
           SWEEP_ROOM(SWEEP_RANK, SWEEP_THREADS, SWEEP_ITEMS, SWEEP_SUBGROUP, SWEEP_KEY_BYTES, SWEEP_VALUE_BYTES));
    SHARED(u64, offsets, 256);      /* what to add to a place in the sorted tile */
    SHARED_COUNTERS(counts, 256);   /* the tile's keys of each digit */
    SHARED_COUNTERS(recounts, 256); /* those of another tile */
    SHARED(u32, starts, 256);
    SHARED(u32, cursors, 256); /* where the look-back stands */
    SHARED(u32, ahead, 256);   /* what it has found */
    SHARED(u32, sums, SWEEP_SUM_WORDS);
    SHARED(u32, ticket, 1);
    SHARED_COUNTERS(differ, 1); /* 1: the tile has more than one digit */
    SHARED_COUNTERS(stuck, 1);  /* one above the last tile whose state is missing */
#if SWEEP_BULK
    SHARED(pair64, landing, SWEEP_LANDING(SWEEP_FETCH, SWEEP_THREADS, SWEEP_ITEMS, SWEEP_KEY_BYTES));
    SHARED(bulk_t, bulk, 1);
    u32 fetched = 0; /* tiles whose copy has been waited for */
#endif

    GLOBAL const u32 *entry = table + a.plan_at + (u64)a.slot * SWEEP_ENTRY_WORDS;
    u32 item = ITEM, on = entry[SWEEP_ENTRY_ON], place = entry[SWEEP_ENTRY_PLACE], bits = entry[SWEEP_ENTRY_BITS];
    u32 radix = 1u << bits, n = on ? sweep_portion_keys(table, a) : 0, tiles = n / SWEEP_TILE + (n % SWEEP_TILE != 0);
    u32 turn = entry[SWEEP_ENTRY_TURN] * a.portions + a.part, tile, digit, i;
    GLOBAL u32 *array = table + a.states_at + (turn % 2) * a.state_words, *states = array + SWEEP_TICKET_WORDS;
    GLOBAL u32 *other = table + a.states_at + ((turn + 1) % 2) * a.state_words;
    u32 keys_from = entry[SWEEP_ENTRY_KEYS_FROM];
    GLOBAL const key_t *keys = (keys_from == 0 ? keys_in : keys_from == 1 ? keys_out : keys_spare) + a.first;
    u64 at;

    for (at = on ? (u64)GROUP * SWEEP_THREADS + item : a.state_words; at < a.state_words;
         at += (u64)a.groups * SWEEP_THREADS)
        other[at] = 0;
    if (item == 0) {
        ticket[0] = on ? ATOMIC_ADD(array[0], 1) : 0;
#if SWEEP_BULK
        if (SWEEP_FETCH == SWEEP_FETCH_BULK) {
            BULK_INIT(bulk);
            if (ticket[0] < tiles)
                sweep_fetch_start(keys + ticket[0] * SWEEP_TILE, landing, bulk, sweep_valid(ticket[0], n));
        }
#endif
    }
    BARRIER();
    tile = ticket[0];
    while (tile < tiles) {
        key_t mine[SWEEP_ITEMS_MAX];
        u32 words[SWEEP_ITEMS_MAX]; /* a digit above a place in the tile */
        u32 first = tile * SWEEP_TILE, valid = sweep_valid(tile, n), one, same = 1;
        u32 only = sweep_digit(keys[first], place, bits, a), missing, values_from;
        GLOBAL const values_t *values;
        GLOBAL values_t *values_to;
        GLOBAL key_t *keys_to;

        /* load */
        for (digit = item; digit < radix; digit += SWEEP_THREADS)
            COUNTER_SET(counts[digit], 0);
        if (item == 0)
            COUNTER_SET(differ[0], 0);
#if SWEEP_BULK
        if (SWEEP_FETCH == SWEEP_FETCH_BULK)
            sweep_fetch_landed(keys + first, landing, bulk, fetched++, item, valid, mine);
        else
#endif
            sweep_fetch(keys + first, item, valid, mine);
        UNROLL
        for (i = 0; i < SWEEP_ITEMS; i++) {
            u32 from = sweep_at(item, i);
            digit = from < valid ? sweep_digit(mine[i], place, bits, a) : radix - 1;
            words[i] = digit << 16;
            if (from < valid && digit != only)
                same = 0;
        }
        BARRIER();
#if SWEEP_BULK
        if (SWEEP_FETCH == SWEEP_FETCH_BULK && item == 0) { /* all have their keys: the landing is free */
            ticket[0] = ATOMIC_ADD(array[0], 1);
            if (ticket[0] < tiles)
                sweep_fetch_start(keys + ticket[0] * SWEEP_TILE, landing, bulk, sweep_valid(ticket[0], n));
        }
#endif
        if (!same)
            COUNTER_OR(differ[0], 1);
        if (SWEEP_COUNTED_FIRST) {
            UNROLL
            for (i = 0; i < SWEEP_ITEMS; i++)
                COUNTER_ADD(counts[words[i] >> 16], 1);
        }
        BARRIER();

        /* rank and publish */
        one = COUNTER_GET(differ[0]) == 0; /* the same answer for every work-item */
        if (one && SWEEP_ONE_IS_COUNTED) {
            for (digit = item; digit < radix; digit += SWEEP_THREADS) {
                COUNTER_SET(counts[digit], digit == only ? valid : 0);
                starts[digit] = 0;
            }
        }
        if (!SWEEP_EARLY)
            sweep_rank(AS_WORDS(room), counts, starts, sums, item, words, bits, one);
        if (!SWEEP_WITHHELD(tile)) {
            for (digit = item; digit < radix; digit += SWEEP_THREADS)
                ATOMIC_STORE(states[(u64)tile * radix + digit],
                             (tile == 0 ? SWEEP_INCLUSIVE : SWEEP_LOCAL) | COUNTER_GET(counts[digit]));
        }
        if (SWEEP_EARLY)
            sweep_rank(AS_WORDS(room), counts, starts, sums, item, words, bits, one);

        /* stage */
        BARRIER();
        if (!one) {
            UNROLL
            for (i = 0; i < SWEEP_ITEMS; i++)
                AS_KEYS(room)[words[i] & 0xffff] = mine[i];
        }

        /* look back: every work-item for its digits, and all together where one is stuck */
        for (digit = item; digit < radix; digit += SWEEP_THREADS) {
            cursors[digit] = tile;
            ahead[digit] = 0;
        }
        missing = sweep_look_back(states, cursors, ahead, stuck, item, radix, a);
        while (missing != 0) {
            sweep_recount(keys, recounts, item, n, missing - 1, place, bits, a);
            for (digit = item; digit < radix; digit += SWEEP_THREADS) {
                u32 count = COUNTER_GET(recounts[digit]);
                ATOMIC_SWAP_IF(states[(u64)(missing - 1) * radix + digit], 0, SWEEP_LOCAL | count);
                if (cursors[digit] == missing) {
                    ahead[digit] += count;
                    cursors[digit] = missing - 1;
                }
            }
            if (item == 0)
                ATOMIC_ADD(table[SWEEP_HEAD_RECOUNTS], 1);
            missing = sweep_look_back(states, cursors, ahead, stuck, item, radix, a);
        }
        for (digit = item; digit < radix; digit += SWEEP_THREADS) {
            GLOBAL const u32 *bases = sweep_bases(table, entry[SWEEP_ENTRY_ROW], a.part, a);
            u32 upto = ahead[digit] + COUNTER_GET(counts[digit]);
            u64 base = (u64)bases[digit * 2 + 1] << 32 | bases[digit * 2];
            if (!SWEEP_WITHHELD(tile)) {
                if (tile != 0)
                    ATOMIC_STORE(states[(u64)tile * radix + digit], SWEEP_INCLUSIVE | upto);
            }
            offsets[digit] = base + ahead[digit] - starts[digit];
            if (tile + 1 == tiles && a.part + 1 < a.portions) {
                GLOBAL u32 *next_bases = sweep_bases(table, entry[SWEEP_ENTRY_ROW], a.part + 1, a);
                next_bases[digit * 2] = (u32)(base + upto);
                next_bases[digit * 2 + 1] = (u32)((base + upto) >> 32);
            }
        }
        BARRIER();

        /* write runs; a tile of one digit is one run, from where it lies */
        keys_to = entry[SWEEP_ENTRY_KEYS_TO] == 1 ? keys_out : keys_spare;
        values_to = entry[SWEEP_ENTRY_VALUES_TO] == 1 ? values_out : values_spare;
        if (one) {
            values_from = entry[SWEEP_ENTRY_VALUES_FROM];
            values = values_from == 0 ? values_in : values_from == 1 ? values_out : values_spare;
            for (at = item; at < valid; at += SWEEP_THREADS) {
                u64 from = a.first + first + at, to = offsets[only] + at;
                if (entry[SWEEP_ENTRY_WRITE_KEYS])
                    keys_to[to] = keys[first + at];
                if (SWEEP_VALUE_BYTES) {
                    if (entry[SWEEP_ENTRY_MAKE_INDEX])
                        INDEX_STORE(values_to, to, from);
                    else
                        VALUE_MOVE(values_to, to, values, from);
                }
            }
        } else {
            u32 write_keys = entry[SWEEP_ENTRY_WRITE_KEYS];
            UNROLL
            for (i = 0; i < SWEEP_ITEMS; i++) {
                u32 to = i * SWEEP_THREADS + item;
                key_t key = AS_KEYS(room)[to];
                digit = sweep_digit(key, place, bits, a);
                words[i] = digit << 16 | (words[i] & 0xffff); /* of what it writes, of what it read */
                if (write_keys && to < valid)
                    keys_to[offsets[digit] + to] = key;
            }
        }
        if (SWEEP_VALUE_BYTES) { /* values go by way of the same room */
            u32 make_index = entry[SWEEP_ENTRY_MAKE_INDEX];
            BARRIER();
            if (!one && make_index) {
                UNROLL
                for (i = 0; i < SWEEP_ITEMS; i++)
                    AS_WORDS(room)[words[i] & 0xffff] = sweep_at(item, i);
            } else if (!one) {
                values_from = entry[SWEEP_ENTRY_VALUES_FROM];
                values = values_from == 0 ? values_in : values_from == 1 ? values_out : values_spare;
                UNROLL
                for (i = 0; i < SWEEP_ITEMS; i++) {
                    u32 from = sweep_at(item, i);
                    VALUE_MOVE(AS_VALUES(room), words[i] & 0xffff, values, a.first + first + (from < valid ? from : 0));
                }
            }
            BARRIER();
            if (!one && make_index) {
                UNROLL
                for (i = 0; i < SWEEP_ITEMS; i++) {
                    u32 to = i * SWEEP_THREADS + item;
                    if (to < valid)
                        INDEX_STORE(values_to, offsets[words[i] >> 16] + to, a.first + first + AS_WORDS(room)[to]);
                }
            } else if (!one) {
                UNROLL
                for (i = 0; i < SWEEP_ITEMS; i++) {
                    u32 to = i * SWEEP_THREADS + item;
                    if (to < valid)
                        VALUE_MOVE(values_to, offsets[words[i] >> 16] + to, AS_VALUES(room), to);
                }
            }
        }
        if (SWEEP_FETCH == SWEEP_FETCH_PLAIN && item == 0)
            ticket[0] = ATOMIC_ADD(array[0], 1);
        BARRIER();
        tile = ticket[0];
    }
}
