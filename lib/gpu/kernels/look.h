/*
 * Decoupled look-back: how many keys of each digit earlier tiles of the portion have.
 *
 * Each tile and digit has one word, its state: two bits that say what the other thirty count.
 *     0                nothing is known yet
 *     SWEEP_LOCAL      the tile's own keys of the digit
 *     SWEEP_INCLUSIVE  those, and all of earlier tiles
 * A tile publishes its own counts, walks back over its predecessors until it meets an inclusive word, and publishes its
 * own inclusive word of a digit as soon as that digit's walk has ended, whatever its other digits do: the later it is
 * there, the farther those behind must walk. Flag and count share a word and the keys were written by an earlier
 * launch, so relaxed accesses do.
 *
 * Where work-groups are not known to go on while others wait (the bounded `spin`), a tile that has looked in vain
 * counts the keys of the predecessor itself and publishes that, only where there is still nothing. No one ever waits
 * for good.
 * SPDX-License-Identifier: Apache-2.0
 */
#define SWEEP_LOCAL (1u << 30)
#define SWEEP_INCLUSIVE (2u << 30)
#define SWEEP_STATE_COUNT (SWEEP_LOCAL - 1)
#define SWEEP_TICKET_WORDS 16   /* before the states of an array: the next tile's number */
#define SWEEP_ENDED 0xffffffffu /* a cursor's value when its walk has ended, and what follows from it is said */

/* Whether tests keep this tile from publishing. */
#define SWEEP_WITHHELD(tile) (SWEEP_WITHHOLD != 0 && (tile) % SWEEP_LARGER(SWEEP_WITHHOLD, 1) == 0)

/* Walks back by one digit. `cursor` is one above the next tile to look at and ends as 0, or at a tile whose state was
   not there after so many looks. Returns the sum of what was met. */
FUNCTION u32 sweep_walk(GLOBAL u32 *states, u32 radix, u32 digit, PRIVATE u32 *cursor, u32 looks)
{
    u32 at = *cursor, sum = 0, words[SWEEP_LOOK_MAX], i;
    while (at != 0) {
        GLOBAL u32 *from = states + ((u64)(at - 1) * radix + digit);
        u32 moved = 0, next = at;
        UNROLL
        for (i = 0; i < SWEEP_LOOK; i++)
            words[i] = i < at ? ATOMIC_LOAD(*(from - (u64)i * radix)) : 0;
        UNROLL
        for (i = 0; i < SWEEP_LOOK; i++) {
            if (moved == i && next != 0 && words[i] != 0) {
                sum += words[i] & SWEEP_STATE_COUNT;
                next = words[i] & SWEEP_INCLUSIVE ? 0 : next - 1;
                moved++;
            }
        }
        at = next;
        if (moved == 0) { /* cold */
            if (looks == 0)
                break;
            if (looks != 0xffffffffu)
                looks--;
        }
    }
    *cursor = at;
    return sum;
}

/* The array of states in use: the ticket, then a word a tile and digit. */
FUNCTION GLOBAL u32 *sweep_states(GLOBAL u32 *table, LOCAL const u32 *told, ARGUMENTS a)
{
    return table + a.states_at + ((told[SWEEP_ENTRY_TURN] * a.portions + a.part) % 2) * a.state_words;
}

/* The states of one tile. */
FUNCTION GLOBAL u32 *sweep_states_of(GLOBAL u32 *table, LOCAL const u32 *told, u32 tile, ARGUMENTS a)
{
    return sweep_states(table, told, a) + SWEEP_TICKET_WORDS + ((u64)tile << told[SWEEP_ENTRY_BITS]);
}

/* A tile's own counts; its walks begin at the tile before it. */
FUNCTION void sweep_publish(GLOBAL u32 *table, LOCAL const u32 *told, u32 item, u32 tile, PRIVATE sweep_own *own,
                            ARGUMENTS a)
{
    GLOBAL u32 *states = sweep_states_of(table, told, tile, a);
    u32 radix = 1u << told[SWEEP_ENTRY_BITS], k;
    UNROLL
    for (k = 0; k < SWEEP_OWN; k++) {
        u32 digit = k * SWEEP_THREADS + item;
        own->cursor[k] = tile;
        own->ahead[k] = 0;
        if (digit < radix && !SWEEP_WITHHELD(tile))
            ATOMIC_STORE(states[digit], (tile == 0 ? SWEEP_INCLUSIVE : SWEEP_LOCAL) | own->count[k]);
    }
}

/* What follows from a digit whose walk has ended: its inclusive word, in `offsets` what turns a place in the sorted
   tile into one of the output, and from the last tile of a portion what the next one begins with. */
FUNCTION void sweep_end_walk(GLOBAL u32 *table, LOCAL const u32 *told, LOCAL const u64 *bases, LOCAL u64 *offsets,
                             u32 tile, u32 digit, u32 ahead, u32 count, u32 start, ARGUMENTS a)
{
    u64 base = bases[digit];
    if (tile != 0 && !SWEEP_WITHHELD(tile))
        ATOMIC_STORE(sweep_states_of(table, told, tile, a)[digit], SWEEP_INCLUSIVE | (ahead + count));
    offsets[digit] = base + ahead - start;
    if (a.part + 1 < a.portions && tile + 1 == told[SWEEP_TOLD_TILES]) { /* cold */
        GLOBAL u32 *next_bases = sweep_bases(table, told[SWEEP_ENTRY_ROW], a.part + 1, a);
        next_bases[digit * 2] = (u32)(base + ahead + count);
        next_bases[digit * 2 + 1] = (u32)((base + ahead + count) >> 32);
    }
}

/* Walks back by those of a work-item's own digits whose walk has not ended. `stuck` becomes one above the last tile
   whose state is missing to some digit. A barrier follows. */
FUNCTION void sweep_look_back(GLOBAL u32 *table, LOCAL const u32 *told, LOCAL const u64 *bases, LOCAL u64 *offsets,
                              COUNTERS stuck, u32 item, u32 tile, PRIVATE sweep_own *own, ARGUMENTS a)
{
    u32 radix = 1u << told[SWEEP_ENTRY_BITS], k;
    UNROLL
    for (k = 0; k < SWEEP_OWN; k++) {
        u32 digit = k * SWEEP_THREADS + item, cursor = own->cursor[k];
        if (digit < radix && cursor != SWEEP_ENDED) {
            own->ahead[k] += sweep_walk(sweep_states_of(table, told, 0, a), radix, digit, &cursor, a.spin);
            own->cursor[k] = cursor;
            if (cursor != 0) { /* cold */
                COUNTER_MAX(stuck[0], cursor);
            } else {
                own->cursor[k] = SWEEP_ENDED;
                sweep_end_walk(table, told, bases, offsets, tile, digit, own->ahead[k], own->count[k], own->start[k],
                               a);
            }
        }
    }
}

/* Counts tile `missing - 1` in place of the group that has not published it, publishes that where there is still
   nothing, and takes a step back by those digits which wait for it. Clears `stuck` for the next look. */
FUNCTION void sweep_fall_back(GLOBAL u32 *table, LOCAL const u32 *told, GLOBAL const key_t *keys_in,
                              GLOBAL const key_t *keys_out, GLOBAL const key_t *keys_spare, COUNTERS recounts,
                              COUNTERS stuck, u32 item, u32 missing, PRIVATE sweep_own *own, ARGUMENTS a)
{
    u32 tile = missing - 1, place = told[SWEEP_ENTRY_PLACE], bits = told[SWEEP_ENTRY_BITS], at, k;
    GLOBAL const key_t *keys = sweep_tile_keys(told, keys_in, keys_out, keys_spare, tile, a);
    GLOBAL u32 *states = sweep_states_of(table, told, tile, a);
    for (at = item; at < 256; at += SWEEP_THREADS)
        COUNTER_SET(recounts[at], 0);
    BARRIER();
    if (item == 0)
        COUNTER_SET(stuck[0], 0);
    for (at = item; at < SWEEP_TILE; at += SWEEP_THREADS) /* a tile before another one is full */
        COUNTER_ADD(recounts[sweep_digit(keys[at], place, bits, a)], 1);
    BARRIER();
    for (k = 0; k < SWEEP_OWN; k++) {
        u32 digit = k * SWEEP_THREADS + item;
        if (digit < 1u << bits) {
            u32 count = COUNTER_GET(recounts[digit]);
            ATOMIC_SWAP_IF(states[digit], 0, SWEEP_LOCAL | count);
            if (own->cursor[k] == missing) {
                own->ahead[k] += count;
                own->cursor[k] = tile;
            }
        }
    }
}
