/*
 * A tile's keys, from global memory to each work-item's own: key i is the one at sweep_at(item, i). Past the end of a
 * portion the tile is filled with its first key. One form so far: a plain load of neighbouring keys by neighbouring
 * work-items.
 * SPDX-License-Identifier: Apache-2.0
 */
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
