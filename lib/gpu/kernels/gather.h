/*
 * sweep_gather: moves rows by index, once, for values too large to move in every sweep.
 * In: keys_in holds the indices (key_t is their type), values_in the rows, each of `portion` elements of value_t.
 * Out: values_out, another buffer: row i is row keys_in[i] of values_in. Any number of work-groups, said in `groups`.
 * SPDX-License-Identifier: Apache-2.0
 */
#if SWEEP_KEY_BYTES == 4 || SWEEP_KEY_BYTES == 8
KERNEL(sweep_gather)
{
    u64 all = sweep_total(table, a) * a.portion, at;
    for (at = (u64)GROUP * SWEEP_THREADS + ITEM; at < all; at += (u64)a.groups * SWEEP_THREADS) {
        u64 row = at / a.portion;
        VALUE_MOVE(values_out, at, values_in, keys_in[row] * (u64)a.portion + (at - row * a.portion));
    }
}
#endif
