/*
 * sweep_scatter: moves every key, and its value, to its place by one digit.
 * In: keys_in, values_in (or none: then a value is its key's index), the scanned table. Out: keys_out, values_out.
 * A group takes its tiles in order. In a tile it sorts words (digit, place in the tile) by stable one-bit splits in
 * shared memory; then equal digits lie side by side, and
 *     output index = the digit's offset + place in the sorted tile - where the digit starts in the tile.
 * The tail of the last tile is filled with words of the largest digit: being last, they stay last, and are not written.
 * SPDX-License-Identifier: Apache-2.0
 */
KERNEL(sweep_scatter)
{
    SHARED(u32, words, SWEEP_TILE);
    SHARED(u32, sums, SWEEP_SUM_WORDS);
    SHARED(u32, offsets, 256); /* where this group's next key of a digit goes */
    SHARED(u32, starts, 256);  /* where a digit starts in the sorted tile */
    u32 item = ITEM, group = GROUP, radix = 1u << a.bits, digit, tile, at, i;
    u32 end = sweep_first_tile(group + 1, a);
    for (digit = item; digit < radix; digit += SWEEP_THREADS)
        offsets[digit] = table[a.counts_at + (u64)digit * a.groups + group];
    for (tile = sweep_first_tile(group, a); tile < end; tile++) {
        u64 first = a.first + (u64)tile * SWEEP_TILE;
        u32 valid = a.n - tile * SWEEP_TILE;
        if (valid > SWEEP_TILE)
            valid = SWEEP_TILE;
        for (i = 0; i < SWEEP_ITEMS; i++) {
            at = i * SWEEP_THREADS + item;
            digit = at < valid ? sweep_digit(keys_in[first + at], a.place, a.bits, a) : radix - 1;
            words[at] = digit << 16 | at;
        }
        BARRIER();
        sweep_sort_words(words, sums, item, a.bits);
        for (i = 0; i < SWEEP_ITEMS; i++) {
            at = i * SWEEP_THREADS + item;
            digit = words[at] >> 16;
            if (at == 0 || words[at - 1] >> 16 != digit)
                starts[digit] = at;
        }
        BARRIER();
        for (i = 0; i < SWEEP_ITEMS; i++) {
            at = i * SWEEP_THREADS + item;
            if (at < valid) {
                u64 from = first + (words[at] & 0xffff), to;
                digit = words[at] >> 16;
                to = offsets[digit] + at - starts[digit];
                if (a.portions > 1) {
                    GLOBAL const u32 *base = table + a.bases_at + (u64)digit * 2;
                    to += (u64)base[1] << 32 | base[0];
                }
                if (a.write_keys)
                    keys_out[to] = keys_in[from];
                if (SWEEP_VALUE_BYTES) {
                    if (a.make_index)
                        INDEX_STORE(values_out, to, from);
                    else
                        VALUE_MOVE(values_out, to, values_in, from);
                }
            }
        }
        BARRIER();
        for (i = 0; i < SWEEP_ITEMS; i++) {
            at = i * SWEEP_THREADS + item;
            if (at < valid) {
                digit = words[at] >> 16;
                if (at + 1 == valid || words[at + 1] >> 16 != digit)
                    offsets[digit] += at + 1 - starts[digit];
            }
        }
        BARRIER();
    }
}
