/*
 * Decoupled look-back: how many keys of each digit earlier tiles of the portion have.
 *
 * Each tile and digit has one word, its state: two bits that say what the other thirty count.
 *     0                nothing is known yet
 *     SWEEP_LOCAL      the tile's own keys of the digit
 *     SWEEP_INCLUSIVE  those, and all of earlier tiles
 * A tile publishes its own counts, walks back over its predecessors until it meets an inclusive word, and publishes its
 * inclusive words. Flag and count share a word and the keys were written by an earlier launch, so relaxed accesses do.
 *
 * Where work-groups are not known to go on while others wait (the bounded `spin`), a tile that has looked in vain
 * counts the keys of the predecessor itself and publishes that, only where there is still nothing. No one ever waits
 * for good.
 * SPDX-License-Identifier: Apache-2.0
 */
#define SWEEP_LOCAL (1u << 30)
#define SWEEP_INCLUSIVE (2u << 30)
#define SWEEP_STATE_COUNT (SWEEP_LOCAL - 1)
#define SWEEP_TICKET_WORDS 16 /* before the states of an array: the next tile's number */

/* Whether tests keep this tile from publishing. */
#define SWEEP_WITHHELD(tile) (SWEEP_WITHHOLD != 0 && (tile) % SWEEP_LARGER(SWEEP_WITHHOLD, 1) == 0)

/* Walks back by one digit. `cursor` is one above the next tile to look at and ends as 0, or at a tile whose state was
   not there after so many looks. Returns the sum of what was met. */
FUNCTION u32 sweep_walk(GLOBAL u32 *states, u32 radix, u32 digit, PRIVATE u32 *cursor, u32 looks)
{
    u32 at = *cursor, sum = 0, words[SWEEP_LOOK_MAX], i;
    while (at != 0) {
        u32 moved = 0, next = at;
        UNROLL
        for (i = 0; i < SWEEP_LOOK; i++)
            words[i] = i < at ? ATOMIC_LOAD(states[(u64)(at - 1 - i) * radix + digit]) : 0;
        UNROLL
        for (i = 0; i < SWEEP_LOOK; i++) {
            if (moved == i && next != 0 && words[i] != 0) {
                sum += words[i] & SWEEP_STATE_COUNT;
                next = words[i] & SWEEP_INCLUSIVE ? 0 : next - 1;
                moved++;
            }
        }
        at = next;
        if (moved == 0) {
            if (looks == 0)
                break;
            if (looks != 0xffffffffu)
                looks--;
        }
    }
    *cursor = at;
    return sum;
}

/* Walks back by all digits, `cursors` and `ahead`. Returns one above the last tile whose state is missing to some
   digit, 0 if none is: the same to every work-item. */
FUNCTION u32 sweep_look_back(GLOBAL u32 *states, LOCAL u32 *cursors, LOCAL u32 *ahead, COUNTERS stuck, u32 item,
                             u32 radix, ARGUMENTS a)
{
    u32 digit;
    if (item == 0)
        COUNTER_SET(stuck[0], 0);
    BARRIER();
    for (digit = item; digit < radix; digit += SWEEP_THREADS) {
        u32 cursor = cursors[digit];
        if (cursor != 0) {
            ahead[digit] += sweep_walk(states, radix, digit, &cursor, a.spin);
            cursors[digit] = cursor;
            if (cursor != 0)
                COUNTER_MAX(stuck[0], cursor);
        }
    }
    BARRIER();
    return COUNTER_GET(stuck[0]);
}

/* Counts a tile's keys in place of the group that has not published them. */
FUNCTION void sweep_recount(GLOBAL const key_t *keys, COUNTERS recounts, u32 item, u32 n, u32 tile, u32 place, u32 bits,
                            ARGUMENTS a)
{
    u32 at;
    for (at = item; at < 1u << bits; at += SWEEP_THREADS)
        COUNTER_SET(recounts[at], 0);
    BARRIER();
    for (at = item; at < SWEEP_TILE && tile * SWEEP_TILE + at < n; at += SWEEP_THREADS)
        COUNTER_ADD(recounts[sweep_digit(keys[tile * SWEEP_TILE + at], place, bits, a)], 1);
    BARRIER();
}
