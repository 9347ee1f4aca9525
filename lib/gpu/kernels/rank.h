/*
 * The ranks of a tile's keys by one digit, in one of five forms that give the same places.
 *
 * A work-item's key i lies at sweep_at(item, i) in the tile: work-items that count together have neighbouring keys, and
 * the tile's order is theirs, then i, then the lane. So the rank of a key is what earlier sub-groups have of its digit,
 * what its own has seen so far, and the equal lanes before it.
 *
 * sweep_rank. In: a word a key, its digit in the upper half, nothing in the lower one; `counts` of the tile's digits
 * where SWEEP_COUNTED_FIRST says so. Out: the places in the sorted tile, in the lower halves; `counts` and `starts`
 * of every digit. `room` is scratch. Where all keys have one digit (`one`) there is nothing to rank: forms whose
 * barriers are the sub-groups' leave at once; the others have no turns to make, but come by their barriers, which
 * stand in no condition.
 * SPDX-License-Identifier: Apache-2.0
 */
#define SWEEP_LANES SWEEP_RANK_LANES(SWEEP_RANK, SWEEP_SUBGROUP)
#define SWEEP_ONE_IS_COUNTED (SWEEP_RANK != SWEEP_RANK_MASKS) /* by the caller */
#define SWEEP_COUNTED_FIRST (SWEEP_EARLY || SWEEP_RANK <= SWEEP_RANK_PACKED)

FUNCTION u32 sweep_at(u32 item, u32 i)
{
    u32 first = item / SWEEP_LANES * SWEEP_LANES, lanes = SWEEP_LANES;
    if (SWEEP_THREADS % SWEEP_LANES != 0 && SWEEP_THREADS - first < SWEEP_LANES)
        lanes = SWEEP_THREADS - first;
    return first * SWEEP_ITEMS + i * lanes + (item - first);
}

/* Where each digit starts in the sorted tile: the exclusive sums of the counts. Ends with a barrier. */
FUNCTION void sweep_starts(COUNTERS counts, LOCAL word_t *starts, LOCAL word_t *sums, u32 item, u32 radix)
{
    u32 share = (radix + SWEEP_THREADS - 1) / SWEEP_THREADS, sum = 0, digit;
    for (digit = item * share; digit < (item + 1) * share && digit < radix; digit++)
        sum += COUNTER_GET(counts[digit]);
    sum = sweep_sum_before(sums, item, sum);
    for (digit = item * share; digit < (item + 1) * share && digit < radix; digit++) {
        starts[digit] = sum;
        sum += COUNTER_GET(counts[digit]);
    }
    BARRIER();
}

/* ---- by sorting words: a digit above the key's place in its tile ------------------------------------------------ */

/* Stable splits by four bits. A work-item's column of eight words counts its own sixteen digits, digit d in the half
   d / 8 of word d % 8; the columns' exclusive sums, taken digit by digit, are where its words go. */
FUNCTION void sweep_sort_words_packed(LOCAL word_t *words, LOCAL word_t *packed, LOCAL word_t *sums, u32 item, u32 bits)
{
    u32 mine[SWEEP_ITEMS_MAX], places[SWEEP_ITEMS_MAX], step, i;
    for (step = 0; step < bits; step += 4) {
        u32 mask = bits - step < 4 ? (1u << (bits - step)) - 1 : 15u, sum = 0, before;
        for (i = 0; i < SWEEP_PACKED_WORDS; i++)
            packed[i * SWEEP_THREADS + item] = 0;
        UNROLL
        for (i = 0; i < SWEEP_ITEMS; i++) {
            u32 digit, at;
            mine[i] = words[item * SWEEP_ITEMS + i];
            digit = mine[i] >> (16 + step) & mask;
            at = (digit & 7) * SWEEP_THREADS + item;
            places[i] = packed[at] >> (digit >> 3) * 16 & 0xffff;
            packed[at] += 1u << (digit >> 3) * 16;
        }
        BARRIER();
        for (i = 0; i < SWEEP_PACKED_WORDS; i++) {
            u32 one = packed[item * SWEEP_PACKED_WORDS + i];
            packed[item * SWEEP_PACKED_WORDS + i] = sum;
            sum += one;
        }
        before = sweep_sum_before(sums, item, sum);
        before += sweep_sum_all(sums) << 16; /* the upper halves come after all of the lower ones */
        for (i = 0; i < SWEEP_PACKED_WORDS; i++)
            packed[item * SWEEP_PACKED_WORDS + i] += before;
        BARRIER();
        UNROLL
        for (i = 0; i < SWEEP_ITEMS; i++) {
            u32 digit = mine[i] >> (16 + step) & mask;
            u32 start = packed[(digit & 7) * SWEEP_THREADS + item] >> (digit >> 3) * 16 & 0xffff;
            words[start + places[i]] = mine[i];
        }
        BARRIER();
    }
}

FUNCTION void sweep_rank_by_words(LOCAL word_t *room, LOCAL word_t *sums, u32 item, PRIVATE u32 *words, u32 bits)
{
    u32 i, bit;
    UNROLL
    for (i = 0; i < SWEEP_ITEMS; i++)
        room[sweep_at(item, i)] = words[i] | sweep_at(item, i);
    BARRIER();
    if (SWEEP_RANK == SWEEP_RANK_PACKED)
        sweep_sort_words_packed(room, room + SWEEP_TILE, sums, item, bits);
    else
        for (bit = 16; bit < 16 + bits; bit++)
            sweep_split(room, sums, item, bit);
    UNROLL
    for (i = 0; i < SWEEP_ITEMS; i++)
        words[i] = room[i * SWEEP_THREADS + item];
    BARRIER();
    UNROLL
    for (i = 0; i < SWEEP_ITEMS; i++)
        room[words[i] & 0xffff] = (words[i] & 0xffff0000) | (i * SWEEP_THREADS + item);
    BARRIER();
    UNROLL
    for (i = 0; i < SWEEP_ITEMS; i++)
        words[i] = room[sweep_at(item, i)];
}

/* ---- by counters of each sub-group ------------------------------------------------------------------------------ */

/* The lanes of this sub-group that have the same digit. */
FUNCTION lanes_t sweep_peers(u32 digit, u32 bits)
{
    lanes_t peers = BALLOT(1), vote;
    u32 bit;
    if (SWEEP_RANK == SWEEP_RANK_MATCH)
        return MATCH(digit);
    for (bit = 0; bit < bits; bit++) {
        vote = BALLOT((digit >> bit & 1) != 0);
        peers &= digit >> bit & 1 ? vote : ~vote;
    }
    return peers;
}

FUNCTION void sweep_count_by_ballots(LOCAL word_t *counters, u32 item, PRIVATE u32 *words, u32 bits)
{
    u32 lane = item % SWEEP_LANES, i;
    UNROLL
    for (i = 0; i < SWEEP_ITEMS; i++) {
        u32 digit = words[i] >> 16;
        lanes_t peers = sweep_peers(digit, bits);
        u32 seen = counters[digit], before = LANES_COUNT(peers & LANES_BEFORE(lane));
        SUBGROUP_SYNC();
        if (before == 0)
            counters[digit] = seen + LANES_COUNT(peers);
        SUBGROUP_SYNC();
        words[i] |= seen + before;
    }
}

FUNCTION void sweep_count_by_masks(LOCAL word_t *counters, COUNTERS masks, u32 item, PRIVATE u32 *words)
{
    u32 lane = item % SWEEP_LANES, i;
    UNROLL
    for (i = 0; i < SWEEP_ITEMS; i++) {
        u32 digit = words[i] >> 16, mask, seen, before;
        COUNTER_OR(masks[digit], 1u << lane);
        BARRIER();
        mask = COUNTER_GET(masks[digit]);
        seen = counters[digit];
        before = POPCOUNT(mask & ((1u << lane) - 1));
        BARRIER();
        if (before == 0) {
            counters[digit] = seen + POPCOUNT(mask);
            COUNTER_SET(masks[digit], 0);
        }
        BARRIER();
        words[i] |= seen + before;
    }
}

FUNCTION void sweep_rank(LOCAL word_t *room, COUNTERS counts, LOCAL word_t *starts, LOCAL word_t *sums, u32 item,
                         PRIVATE u32 *words, u32 bits, u32 one)
{
    u32 radix = 1u << bits, subgroups = (SWEEP_THREADS + SWEEP_LANES - 1) / SWEEP_LANES, digit, i;
    LOCAL word_t *own = room + item / SWEEP_LANES * radix;
    if (SWEEP_RANK <= SWEEP_RANK_PACKED) {
        sweep_rank_by_words(room, sums, item, words, one ? 0 : bits);
        sweep_starts(counts, starts, sums, item, radix);
        return;
    }
    if (SWEEP_RANK >= SWEEP_RANK_BALLOTS && one)
        return;
    for (i = item; i < subgroups * radix * (SWEEP_RANK == SWEEP_RANK_MASKS ? 2 : 1); i += SWEEP_THREADS)
        room[i] = 0;
    BARRIER();
    if (SWEEP_RANK == SWEEP_RANK_MASKS)
        sweep_count_by_masks(own, AS_COUNTERS(own + subgroups * radix), item, words);
    else
        sweep_count_by_ballots(own, item, words, bits);
    BARRIER();
    for (digit = item; digit < radix; digit += SWEEP_THREADS) {
        u32 sum = 0;
        for (i = 0; i < subgroups; i++) {
            u32 count = room[i * radix + digit];
            room[i * radix + digit] = sum;
            sum += count;
        }
        COUNTER_SET(counts[digit], sum);
    }
    BARRIER();
    sweep_starts(counts, starts, sums, item, radix);
    UNROLL
    for (i = 0; i < SWEEP_ITEMS; i++)
        words[i] += starts[words[i] >> 16] + own[words[i] >> 16];
}
