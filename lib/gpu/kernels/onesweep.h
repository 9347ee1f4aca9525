/*
 * sweep_onesweep: one sweep by one digit, in one launch a portion.
 * In: the plan's entry `slot`, which names digit and buffers; the digit's bases; an array of states that is all zero.
 * Out: the keys and values in their new order; the next portion's bases; the other array of states, all zero again.
 *
 * A group takes the next tile's number, its ticket, from a counter, so that every tile which it may wait for has been
 * begun. With a tile it does: load, count, publish, rank, stage in shared memory, look back, write runs:
 *     output index = the digit's base + its keys in earlier tiles + place in the sorted tile - where it starts there.
 * A tile whose keys all have one digit is not ranked: it is one run, and is moved from where it lies.
 *
 * A group takes its next ticket while it works on a tile, for the answer takes its time. Its tickets grow, so the
 * smallest unfinished tile is nobody's next one: someone works on it, and waits for none.
 * SPDX-License-Identifier: Apache-2.0
 */
KERNEL_OF_BLOCKS(sweep_onesweep, SWEEP_BLOCKS)
{
    SHARED(pair64, room,
           SWEEP_ROOM(SWEEP_RANK, SWEEP_THREADS, SWEEP_ITEMS, SWEEP_SUBGROUP, SWEEP_KEY_BYTES, SWEEP_VALUE_BYTES));
    SHARED(u64, bases, 256);      /* of the digits, in this portion */
    SHARED(u64, offsets, 256);    /* what to add to a place in the sorted tile */
    SHARED_COUNTERS(counts, 256); /* the tile's keys of each digit; later those of a tile that nobody has published */
    SHARED(u32, starts, SWEEP_BY_LANES ? 1 : 256);
    SHARED(u32, sums, SWEEP_BY_LANES ? 32 : SWEEP_SUM_WORDS);
    SHARED(u32, told, SWEEP_TOLD_WORDS);
    SHARED(u32, ticket, 1);
    SHARED_COUNTERS(whole, 1); /* one above the digit that all of the tile's keys have; 0: they have more than one */
    SHARED_COUNTERS(stuck, 1); /* one above the last tile whose state is missing */

    GLOBAL const u32 *entry = table + a.plan_at + (u64)a.slot * SWEEP_ENTRY_WORDS;
    u32 item = ITEM, on = entry[SWEEP_ENTRY_ON], turn = entry[SWEEP_ENTRY_TURN] * a.portions + a.part;
    GLOBAL u32 *array = table + a.states_at + (turn % 2) * a.state_words;
    GLOBAL u32 *other = table + a.states_at + ((turn + 1) % 2) * a.state_words;
    GLOBAL const u32 *own_bases = sweep_bases(table, entry[SWEEP_ENTRY_ROW], a.part, a);
    u32 n = on ? sweep_portion_keys(table, a) : 0, next = 0, tile, missing, i;
    u64 at;

    for (at = on ? (u64)GROUP * SWEEP_THREADS + item : a.state_words; at < a.state_words;
         at += (u64)a.groups * SWEEP_THREADS)
        other[at] = 0;
    for (i = item; i < 1u << entry[SWEEP_ENTRY_BITS]; i += SWEEP_THREADS)
        bases[i] = (u64)own_bases[i * 2 + 1] << 32 | own_bases[i * 2];
    for (i = item; i < SWEEP_ENTRY_USED; i += SWEEP_THREADS)
        told[i] = entry[i];
    if (item == 0) {
        told[SWEEP_TOLD_KEYS] = n;
        told[SWEEP_TOLD_TILES] = n / SWEEP_TILE + (n % SWEEP_TILE != 0);
        told[SWEEP_TOLD_FLIP] = sweep_flip(entry[SWEEP_ENTRY_PLACE], entry[SWEEP_ENTRY_BITS], a);
        ticket[0] = on ? ATOMIC_ADD(array[0], 1) : 0;
    }
    BARRIER();
    tile = ticket[0];
    while (tile < told[SWEEP_TOLD_TILES]) {
        key_t mine[SWEEP_ITEMS_MAX];
        u32 words[SWEEP_ITEMS_MAX]; /* first digits, then where they are counted, then places in the sorted tile */
        value_t held[SWEEP_HELD_MAX];
        sweep_own own;
        u32 one;

        /* load */
        sweep_load(told, keys_in, keys_out, keys_spare, item, tile, mine, a);
        sweep_clear_counters(room, counts, item);
        if (item == 0) {
            COUNTER_SET(whole[0], 0);
            COUNTER_SET(stuck[0], 0);
            next = ATOMIC_ADD(sweep_states(table, told, a)[0], 1);
        }
        BARRIER();
        sweep_digits(mine, words, told, a);
        sweep_fill_digits(words, item, told, tile);

        /* count and publish */
        sweep_find_counters(room, item, words);
        if (SWEEP_COUNTED_FIRST)
            sweep_count_tile(room, counts, words);
        else
            sweep_rank(room, sums, item, words, told[SWEEP_ENTRY_BITS], 0);
        BARRIER();
        sweep_sum_columns(AS_WORDS(room), counts, whole, item, &own);
        sweep_publish(table, told, item, tile, &own, a);

        /* rank */
        sweep_starts(counts, starts, sums, item, &own);
        sweep_spread(AS_WORDS(room), item, &own);
        BARRIER();
        one = COUNTER_GET(whole[0]); /* the same answer for every work-item */
        if (!SWEEP_COUNTED_FIRST)
            sweep_rank_late(AS_WORDS(room), item, words);
        else if (!SWEEP_ALONE || one == 0)
            sweep_rank(room, sums, item, words, told[SWEEP_ENTRY_BITS], one);
        BARRIER();

        /* stage */
        if (item == 0)
            ticket[0] = next; /* the answer has had its time */
        if (one == 0) {
            UNROLL
            for (i = 0; i < SWEEP_ITEMS; i++)
                AS_KEYS(room)[words[i]] = mine[i]; /* scattered */
        }

        /* look back: every work-item by its own digits, and all together where one is stuck */
        sweep_look_back(table, told, bases, offsets, stuck, item, tile, &own, a);
        BARRIER();
        missing = COUNTER_GET(stuck[0]);
        while (missing != 0) { /* cold */
            sweep_fall_back(table, told, keys_in, keys_out, keys_spare, counts, stuck, item, missing, &own, a);
            sweep_look_back(table, told, bases, offsets, stuck, item, tile, &own, a);
            if (item == 0)
                ATOMIC_ADD(table[SWEEP_HEAD_RECOUNTS], 1);
            BARRIER();
            missing = COUNTER_GET(stuck[0]);
        }

        /* write runs; values go by way of the same room */
        if (one != 0) { /* cold */
            sweep_move_tile(told, keys_in, keys_out, keys_spare, values_in, values_out, values_spare, item, tile,
                            offsets[one - 1], a);
        } else {
            u32 digits[SWEEP_ITEMS_MAX];
            UNROLL
            for (i = 0; i < SWEEP_ITEMS; i++)
                mine[i] = AS_KEYS(room)[i * SWEEP_THREADS + item];
            sweep_digits(mine, digits, told, a);
            UNROLL
            for (i = 0; i < (SWEEP_VALUE_BYTES ? SWEEP_ITEMS : 0); i++) {
                words[i] |= digits[i] << 16; /* of what it writes, above the place of what it has read */
                digits[i] = words[i] >> 16;  /* one register for both */
            }
            if (told[SWEEP_ENTRY_WRITE_KEYS])
                sweep_store_keys(told, keys_out, keys_spare, offsets, mine, digits, item, tile);
        }
        if (SWEEP_VALUE_BYTES) {
            u32 make_index = told[SWEEP_ENTRY_MAKE_INDEX];
            if (one == 0 && !make_index) /* not before, for while there are keys there are no registers for values */
                sweep_load_values(told, values_in, values_out, values_spare, item, tile, held, a);
            BARRIER();
            if (one == 0 && make_index) { /* cold */
                UNROLL
                for (i = 0; i < SWEEP_ITEMS; i++)
                    AS_WORDS(room)[words[i] & 0xffff] = sweep_at(item, i);
            } else if (one == 0) {
                UNROLL
                for (i = 0; i < SWEEP_ITEMS; i++)
                    VALUE_STORE(AS_VALUES(room), words[i] & 0xffff, held[i]); /* scattered */
            }
            BARRIER();
            if (one == 0 && make_index) /* cold */
                sweep_store_places(told, values_out, values_spare, offsets, AS_WORDS(room), words, item, tile, a);
            else if (one == 0)
                sweep_store_values(told, values_out, values_spare, offsets, AS_VALUES(room), words, item, tile);
        }
        BARRIER();
        tile = ticket[0];
    }
}
