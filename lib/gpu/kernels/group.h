/*
 * What the work-items of one group do together: an exclusive sum over the group, and the stable split of a tile by one
 * bit. Every function here is called by all work-items of the group, with the same numbers but for `item` and `value`.
 * In: the dialect, SWEEP_THREADS work-items a group, SWEEP_ITEMS keys a work-item.
 * SPDX-License-Identifier: Apache-2.0
 */
#define SWEEP_TILE (SWEEP_THREADS * SWEEP_ITEMS)

/* Shared words that the sums need: one a work-item, and one for each of the 16 that add up a slice. */
#define SWEEP_RAKES 16
#define SWEEP_SUM_WORDS (SWEEP_THREADS + SWEEP_RAKES)

/* The sum of `value` over the work-items before this one. The next call may follow at once. */
FUNCTION u32 sweep_sum_before(LOCAL word_t *sums, u32 item, u32 value)
{
    u32 slice = (SWEEP_THREADS + SWEEP_RAKES - 1) / SWEEP_RAKES, before, i;
    sums[item] = value;
    BARRIER();
    if (item < SWEEP_RAKES) {
        u32 end = (item + 1) * slice, sum = 0;
        for (i = item * slice; i < end && i < SWEEP_THREADS; i++) {
            u32 one = sums[i];
            sums[i] = sum;
            sum += one;
        }
        sums[SWEEP_THREADS + item] = sum;
    }
    BARRIER();
    before = sums[item];
    for (i = 0; i < item / slice; i++)
        before += sums[SWEEP_THREADS + i];
    return before;
}

/* The sum over the whole group; between sweep_sum_before and the next barrier. With fewer work-items than 16 the
   slots of those that are missing hold nothing. */
FUNCTION u32 sweep_sum_all(LOCAL word_t *sums)
{
    u32 slice = (SWEEP_THREADS + SWEEP_RAKES - 1) / SWEEP_RAKES, sum = 0, i;
    for (i = 0; i * slice < SWEEP_THREADS; i++)
        sum += sums[SWEEP_THREADS + i];
    return sum;
}

/* One stable split: the tile's words with a 0 in `bit` first, then those with a 1, each in their order. Word i moves
   to (zeros before it) or to (all zeros + ones before it). Ends with a barrier. */
FUNCTION void sweep_split(LOCAL word_t *words, LOCAL word_t *sums, u32 item, u32 bit)
{
    u32 mine[SWEEP_ITEMS_MAX], zeros = 0, at, i;
    for (i = 0; i < SWEEP_ITEMS; i++) {
        mine[i] = words[item * SWEEP_ITEMS + i];
        zeros += (mine[i] >> bit & 1) ^ 1;
    }
    zeros = sweep_sum_before(sums, item, zeros);
    at = sweep_sum_all(sums) + item * SWEEP_ITEMS - zeros;
    for (i = 0; i < SWEEP_ITEMS; i++) {
        if (mine[i] >> bit & 1)
            words[at++] = mine[i];
        else
            words[zeros++] = mine[i];
    }
    BARRIER();
}

/* The same split where sub-groups vote: a ballot counts the zeros of a whole sub-group at once, and the sub-groups'
   sums alone go through shared memory. SWEEP_THREADS is a multiple of the sub-group's size. */
FUNCTION void sweep_split_by_ballot(LOCAL word_t *words, LOCAL word_t *sums, u32 item, u32 bit)
{
    u32 lane = item % SWEEP_SUBGROUP, subgroup = item / SWEEP_SUBGROUP;
    u32 first = subgroup * SWEEP_SUBGROUP * SWEEP_ITEMS + lane;
    u32 mine[SWEEP_ITEMS_MAX], before[SWEEP_ITEMS_MAX], zeros = 0, earlier = 0, all = 0, i;
    UNROLL
    for (i = 0; i < SWEEP_ITEMS; i++) {
        lanes_t voted;
        mine[i] = words[first + i * SWEEP_SUBGROUP];
        voted = BALLOT((mine[i] >> bit & 1) == 0);
        before[i] = zeros + LANES_COUNT(voted & LANES_BEFORE(lane));
        zeros += LANES_COUNT(voted);
    }
    if (lane == 0)
        sums[subgroup] = zeros;
    BARRIER();
    for (i = 0; i < SWEEP_THREADS / SWEEP_SUBGROUP; i++) {
        earlier += i < subgroup ? sums[i] : 0;
        all += sums[i];
    }
    UNROLL
    for (i = 0; i < SWEEP_ITEMS; i++) {
        u32 zero_at = earlier + before[i], at = first + i * SWEEP_SUBGROUP;
        words[mine[i] >> bit & 1 ? all + at - zero_at : zero_at] = mine[i];
    }
    BARRIER();
}

/* Sorts a tile's words by their bits [16, 16 + bits), stably. A word is a digit above the key's place in its tile. */
FUNCTION void sweep_sort_words(LOCAL word_t *words, LOCAL word_t *sums, u32 item, u32 bits)
{
    u32 bit;
    for (bit = 16; bit < 16 + bits; bit++) {
        if (SWEEP_BALLOT)
            sweep_split_by_ballot(words, sums, item, bit);
        else
            sweep_split(words, sums, item, bit);
    }
}

/* The tiles of one group: as even a share of a portion's tiles as can be, in order. */
FUNCTION u32 sweep_first_tile(u32 group, ARGUMENTS a)
{
    return (u32)((u64)a.tiles * group / a.groups);
}

/* How many keys there are. A count on the device that is above its bound counts as none. */
FUNCTION u64 sweep_total(GLOBAL const u32 *table, ARGUMENTS a)
{
    u64 counted;
    if (!(a.flags & SWEEP_FLAG_COUNTED))
        return a.total;
    counted = (u64)table[1] << 32 | table[0];
    return counted > a.total ? 0 : counted;
}
