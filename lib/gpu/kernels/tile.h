/*
 * The steps of a tile that are neither ranking (rank.h) nor looking back (look.h): keys and values from global memory
 * to each work-item's own and back, and the keys' digits. Key i of a work-item is the one at sweep_at(item, i); past
 * the end of a portion the tile is filled with its first key, as keys of the largest digit: being last, they stay last,
 * and are not written. All tiles but a portion's last are full: what only that one needs stands apart from the rest.
 * SPDX-License-Identifier: Apache-2.0
 */

/* What a launch needs to know lies in shared memory: the plan's entry, and behind it what follows from it. In
   registers, it would leave too few of them for keys. */
#define SWEEP_TOLD_KEYS SWEEP_ENTRY_WORDS        /* of this portion */
#define SWEEP_TOLD_TILES (SWEEP_ENTRY_WORDS + 1) /* of this portion; 0: the sweep is not carried out */
#define SWEEP_TOLD_FLIP (SWEEP_ENTRY_WORDS + 2)  /* the digit of what is XORed to every key */
#define SWEEP_TOLD_WORDS (SWEEP_ENTRY_WORDS + 3)

/* The buffer that an entry names: 0, 1 or 2. */
#define SWEEP_FROM(number, in, out, spare) ((number) == 0 ? (in) : (number) == 1 ? (out) : (spare))
#define SWEEP_TO(number, out, spare) ((number) == 1 ? (out) : (spare))

/* Keys of a portion's tile. */
FUNCTION u32 sweep_valid(LOCAL const u32 *told, u32 tile)
{
    u32 left = told[SWEEP_TOLD_KEYS] - tile * SWEEP_TILE;
    return left < SWEEP_TILE ? left : SWEEP_TILE;
}

/* A tile's keys, where a sweep reads them. */
FUNCTION GLOBAL const key_t *sweep_tile_keys(LOCAL const u32 *told, GLOBAL const key_t *keys_in,
                                             GLOBAL const key_t *keys_out, GLOBAL const key_t *keys_spare, u32 tile,
                                             ARGUMENTS a)
{
    u32 from = told[SWEEP_ENTRY_KEYS_FROM];
    return SWEEP_FROM(from, keys_in, keys_out, keys_spare) + (a.first + tile * SWEEP_TILE);
}

FUNCTION void sweep_load(LOCAL const u32 *told, GLOBAL const key_t *keys_in, GLOBAL const key_t *keys_out,
                         GLOBAL const key_t *keys_spare, u32 item, u32 tile, PRIVATE key_t *mine, ARGUMENTS a)
{
    GLOBAL const key_t *keys = sweep_tile_keys(told, keys_in, keys_out, keys_spare, tile, a);
    GLOBAL const key_t *own = keys + sweep_at(item, 0);
    u32 stride = sweep_stride(item), valid = sweep_valid(told, tile), i;
    KEEP(own);
    if (valid == SWEEP_TILE) {
        UNROLL
        for (i = 0; i < SWEEP_ITEMS; i++)
            mine[i] = own[i * stride];
    } else { /* cold */
        UNROLL
        for (i = 0; i < SWEEP_ITEMS; i++) {
            mine[i] = keys[0];
            if (sweep_at(item, i) < valid)
                mine[i] = own[i * stride];
        }
    }
}

/* The digits of a work-item's keys. Whether they are floats is asked once, not of every key. */
FUNCTION void sweep_digits(PRIVATE const key_t *mine, PRIVATE u32 *digits, LOCAL const u32 *told, ARGUMENTS a)
{
    u32 place = told[SWEEP_ENTRY_PLACE], bits = told[SWEEP_ENTRY_BITS], i;
#if SWEEP_KEY_BYTES < 16
    if (a.sign == 0) {
        u32 shift = bits == 0 ? 0 : place, mask = (1u << bits) - 1, flip = told[SWEEP_TOLD_FLIP];
        UNROLL
        for (i = 0; i < SWEEP_ITEMS; i++)
            digits[i] = ((u32)(mine[i] >> shift) & mask) ^ flip;
        return;
    }
#else
    if (place >= 64 || place + bits <= 64) {
        u32 high = place >= 64, shift = bits == 0 ? 0 : place % 64, mask = (1u << bits) - 1;
        u32 flip = told[SWEEP_TOLD_FLIP];
        UNROLL
        for (i = 0; i < SWEEP_ITEMS; i++)
            digits[i] = ((u32)((high ? mine[i].y : mine[i].x) >> shift) & mask) ^ flip;
        return;
    }
#endif
    UNROLL /* cold */
        for (i = 0; i < SWEEP_ITEMS; i++) digits[i] = sweep_digit(mine[i], place, bits, a);
}

/* Where the tile is not full, the largest digit past its end. */
FUNCTION void sweep_fill_digits(PRIVATE u32 *digits, u32 item, LOCAL const u32 *told, u32 tile)
{
    u32 valid = sweep_valid(told, tile), part = valid != SWEEP_TILE, i;
    for (; part != 0; part--) { /* a loop, so that compilers do not ask of every key of every tile */ /* cold */
        UNROLL
        for (i = 0; i < SWEEP_ITEMS; i++)
            if (sweep_at(item, i) >= valid)
                digits[i] = (1u << told[SWEEP_ENTRY_BITS]) - 1;
    }
}

/* The values of a work-item's keys. */
FUNCTION void sweep_load_values(LOCAL const u32 *told, GLOBAL const values_t *values_in,
                                GLOBAL const values_t *values_out, GLOBAL const values_t *values_spare, u32 item,
                                u32 tile, PRIVATE value_t *held, ARGUMENTS a)
{
    u32 number = told[SWEEP_ENTRY_VALUES_FROM], valid = sweep_valid(told, tile), i;
    GLOBAL const values_t *values =
        VALUES_AT(SWEEP_FROM(number, values_in, values_out, values_spare), a.first + tile * SWEEP_TILE);
    GLOBAL const values_t *own = VALUES_AT(values, sweep_at(item, 0));
    u32 stride = sweep_stride(item);
    KEEP(own);
    if (valid == SWEEP_TILE) {
        UNROLL
        for (i = 0; i < SWEEP_ITEMS; i++)
            VALUE_LOAD(held[i], own, i * stride);
    } else { /* cold */
        UNROLL
        for (i = 0; i < SWEEP_ITEMS; i++) {
            VALUE_LOAD(held[i], values, 0);
            if (sweep_at(item, i) < valid)
                VALUE_LOAD(held[i], own, i * stride);
        }
    }
}

/* Writes what lies sorted in the room, each digit's run to its place: keys; values, and places in the whole array,
   whose digits are in the upper halves of words. */
FUNCTION void sweep_store_keys(LOCAL const u32 *told, GLOBAL key_t *keys_out, GLOBAL key_t *keys_spare,
                               LOCAL const u64 *offsets, PRIVATE const key_t *mine, PRIVATE const u32 *digits, u32 item,
                               u32 tile)
{
    u32 number = told[SWEEP_ENTRY_KEYS_TO], valid = sweep_valid(told, tile), i;
    GLOBAL key_t *own = SWEEP_TO(number, keys_out, keys_spare) + item;
    KEEP(own);
    if (valid == SWEEP_TILE) {
        UNROLL
        for (i = 0; i < SWEEP_ITEMS; i++) {
            GLOBAL key_t *run = own + offsets[digits[i]];
            run[i * SWEEP_THREADS] = mine[i];
        }
    } else { /* cold */
        UNROLL
        for (i = 0; i < SWEEP_ITEMS; i++)
            if (i * SWEEP_THREADS + item < valid)
                own[offsets[digits[i]] + i * SWEEP_THREADS] = mine[i];
    }
}

FUNCTION void sweep_store_values(LOCAL const u32 *told, GLOBAL values_t *values_out, GLOBAL values_t *values_spare,
                                 LOCAL const u64 *offsets, LOCAL const shared_values_t *room, PRIVATE const u32 *words,
                                 u32 item, u32 tile)
{
    u32 number = told[SWEEP_ENTRY_VALUES_TO], valid = sweep_valid(told, tile), i;
    GLOBAL values_t *own = VALUES_AT(SWEEP_TO(number, values_out, values_spare), item);
    KEEP(own);
    if (valid == SWEEP_TILE) {
        UNROLL
        for (i = 0; i < SWEEP_ITEMS; i++) {
            GLOBAL values_t *run = VALUES_AT(own, offsets[words[i] >> 16]);
            VALUE_MOVE(run, i * SWEEP_THREADS, room, i * SWEEP_THREADS + item);
        }
    } else { /* cold */
        UNROLL
        for (i = 0; i < SWEEP_ITEMS; i++) {
            GLOBAL values_t *run = VALUES_AT(own, offsets[words[i] >> 16]);
            if (i * SWEEP_THREADS + item < valid)
                VALUE_MOVE(run, i * SWEEP_THREADS, room, i * SWEEP_THREADS + item);
        }
    }
}

FUNCTION void sweep_store_places(LOCAL const u32 *told, GLOBAL values_t *values_out, GLOBAL values_t *values_spare,
                                 LOCAL const u64 *offsets, LOCAL const word_t *room, PRIVATE const u32 *words, u32 item,
                                 u32 tile, ARGUMENTS a)
{
    u32 number = told[SWEEP_ENTRY_VALUES_TO], valid = sweep_valid(told, tile), i;
    GLOBAL values_t *to = SWEEP_TO(number, values_out, values_spare);
    UNROLL
    for (i = 0; i < SWEEP_ITEMS; i++)
        if (i * SWEEP_THREADS + item < valid)
            INDEX_STORE(to, offsets[words[i] >> 16] + (i * SWEEP_THREADS + item),
                        a.first + tile * SWEEP_TILE + room[i * SWEEP_THREADS + item]);
}

/* A tile of one digit, from where it lies. `to`: its first key's place in the output. */
FUNCTION void sweep_move_tile(LOCAL const u32 *told, GLOBAL const key_t *keys_in, GLOBAL key_t *keys_out,
                              GLOBAL key_t *keys_spare, GLOBAL const values_t *values_in, GLOBAL values_t *values_out,
                              GLOBAL values_t *values_spare, u32 item, u32 tile, u64 to, ARGUMENTS a)
{
    GLOBAL const key_t *keys = sweep_tile_keys(told, keys_in, keys_out, keys_spare, tile, a);
    GLOBAL key_t *keys_to = SWEEP_TO(told[SWEEP_ENTRY_KEYS_TO], keys_out, keys_spare);
    GLOBAL const values_t *values = SWEEP_FROM(told[SWEEP_ENTRY_VALUES_FROM], values_in, values_out, values_spare);
    GLOBAL values_t *values_to = SWEEP_TO(told[SWEEP_ENTRY_VALUES_TO], values_out, values_spare);
    u32 valid = sweep_valid(told, tile), at;
    u64 first = a.first + tile * SWEEP_TILE;
    for (at = item; at < valid; at += SWEEP_THREADS) {
        if (told[SWEEP_ENTRY_WRITE_KEYS])
            keys_to[to + at] = keys[at];
        if (SWEEP_VALUE_BYTES) {
            if (told[SWEEP_ENTRY_MAKE_INDEX])
                INDEX_STORE(values_to, to + at, first + at);
            else
                VALUE_MOVE(values_to, to + at, values, first + at);
        }
    }
}
