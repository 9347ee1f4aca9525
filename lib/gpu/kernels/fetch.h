/*
 * A tile's keys, from global memory to each work-item's own: key i is the one at sweep_at(item, i). Past the end of a
 * portion the tile is filled with its first key. Two forms, SWEEP_FETCH:
 *
 * Plain: neighbouring work-items load neighbouring keys.
 *
 * Bulk, where the dialect has it: one work-item starts a copy into shared memory (`landing`), which goes on by itself
 * while the group does other work. The copy takes whole 16-byte units of global memory; keys before and behind them,
 * the ends, are loaded plainly. As soon as a tile's keys are in the work-items' registers the landing is free, so the
 * next tile's copy is started then, and is under way while this tile is ranked and written.
 * SPDX-License-Identifier: Apache-2.0
 */

/* Keys of a portion's tile, of n keys. */
FUNCTION u32 sweep_valid(u32 tile, u32 n)
{
    u32 first = tile * SWEEP_TILE;
    return n - first < SWEEP_TILE ? n - first : SWEEP_TILE;
}

FUNCTION void sweep_fetch(GLOBAL const key_t *keys, u32 item, u32 valid, PRIVATE key_t *mine)
{
    u32 i;
    if (valid == SWEEP_TILE) {
        UNROLL
        for (i = 0; i < SWEEP_ITEMS; i++)
            mine[i] = keys[sweep_at(item, i)];
    } else {
        UNROLL
        for (i = 0; i < SWEEP_ITEMS; i++) {
            u32 from = sweep_at(item, i);
            mine[i] = keys[from < valid ? from : 0];
        }
    }
}

#if SWEEP_BULK

/* Keys of a tile before the first 16-byte unit, and in whole units from there on. */
FUNCTION u32 sweep_fetch_head(GLOBAL const key_t *keys, u32 valid)
{
    u32 head = (16 - ADDRESS_IN_UNIT(keys)) % 16 / SWEEP_KEY_BYTES;
    return head < valid ? head : valid;
}

FUNCTION u32 sweep_fetch_body(u32 head, u32 valid)
{
    return (valid - head) / (16 / SWEEP_KEY_BYTES) * (16 / SWEEP_KEY_BYTES);
}

/* Starts the copy of the tile at `keys`; by one work-item, after a barrier behind the last read of the landing. */
FUNCTION void sweep_fetch_start(GLOBAL const key_t *keys, LOCAL pair64 *landing, LOCAL bulk_t *bulk, u32 valid)
{
    u32 head = sweep_fetch_head(keys, valid);
    BULK_START(bulk, landing, keys + head, sweep_fetch_body(head, valid) * SWEEP_KEY_BYTES);
}

/* Waits for that copy, the group's number `turn`; by every work-item. */
FUNCTION void sweep_fetch_landed(GLOBAL const key_t *keys, LOCAL pair64 *landing, LOCAL bulk_t *bulk, u32 turn,
                                 u32 item, u32 valid, PRIVATE key_t *mine)
{
    u32 head = sweep_fetch_head(keys, valid), body = sweep_fetch_body(head, valid), i;
    BULK_WAIT(bulk, turn);
    if (body == SWEEP_TILE) {
        UNROLL
        for (i = 0; i < SWEEP_ITEMS; i++)
            mine[i] = AS_KEYS(landing)[sweep_at(item, i)];
    } else {
        UNROLL
        for (i = 0; i < SWEEP_ITEMS; i++) {
            u32 from = sweep_at(item, i), at = from - head; /* before the head: beyond every body */
            if (at < body)
                mine[i] = AS_KEYS(landing)[at];
            else
                mine[i] = keys[from < valid ? from : 0];
        }
    }
}

#endif
