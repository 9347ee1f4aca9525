/*
 * The places of a tile's keys by one digit, in one of five forms that give the same places.
 *
 * A work-item's key i lies at sweep_at(item, i) in the tile: work-items that count together have neighbouring keys, and
 * the tile's order is theirs, then i, then the lane. So the place of a key is where its digit starts in the sorted
 * tile, what earlier sub-groups have of the digit, what its own has seen so far, and the equal lanes before it.
 *
 * Forms with counters have 256 of them for all who count together. Counted first (SWEEP_EARLY), a column of counters
 * becomes where each of them begins (sweep_sum_columns, sweep_starts, sweep_spread), and ranking adds to them; else
 * ranking counts from 0, and where each begins is added afterwards (sweep_rank_late). Forms that sort words count the
 * tile as a whole, always first.
 *
 * Where all keys have one digit (`one`) there is nothing to rank: forms whose barriers are the sub-groups' are left out
 * by the caller; the others have no turns to make, but come by their barriers, which stand in no condition.
 * SPDX-License-Identifier: Apache-2.0
 */
#define SWEEP_LANES SWEEP_RANK_LANES(SWEEP_RANK, SWEEP_SUBGROUP)
#define SWEEP_ALONE SWEEP_RANK_ALONE(SWEEP_RANK, SWEEP_SUBGROUP, SWEEP_BALLOT)
#define SWEEP_BY_LANES SWEEP_SUMS_BY_LANES(SWEEP_RANK, SWEEP_THREADS, SWEEP_SUBGROUP, SWEEP_BALLOT)
#define SWEEP_BY_WORDS (SWEEP_RANK <= SWEEP_RANK_PACKED)
#define SWEEP_COUNTED_FIRST (SWEEP_EARLY || SWEEP_BY_WORDS)
#define SWEEP_COLUMNS ((SWEEP_THREADS + SWEEP_LANES - 1) / SWEEP_LANES) /* of counters */

/* What a work-item knows of its own digits: item, item + SWEEP_THREADS, ... below 256. */
#define SWEEP_OWN ((256 + SWEEP_THREADS - 1) / SWEEP_THREADS)
typedef struct sweep_own {
    u32 count[SWEEP_OWN_MAX];  /* the tile's keys of the digit */
    u32 start[SWEEP_OWN_MAX];  /* where they begin in the sorted tile */
    u32 ahead[SWEEP_OWN_MAX];  /* those of earlier tiles, as far as they are known (look.h) */
    u32 cursor[SWEEP_OWN_MAX]; /* one above the next tile to look at */
} sweep_own;

/* Those who count together meet. */
#define SWEEP_MEET()                                                                                                   \
    do {                                                                                                               \
        if (SWEEP_ALONE)                                                                                               \
            SUBGROUP_SYNC();                                                                                           \
        else                                                                                                           \
            BARRIER();                                                                                                 \
    } while (0)

/* How many count together with this work-item, and so how far its keys lie apart. */
FUNCTION u32 sweep_stride(u32 item)
{
    u32 first = item / SWEEP_LANES * SWEEP_LANES;
    return SWEEP_THREADS % SWEEP_LANES != 0 && SWEEP_THREADS - first < SWEEP_LANES ? SWEEP_THREADS - first
                                                                                   : SWEEP_LANES;
}

FUNCTION u32 sweep_at(u32 item, u32 i)
{
    u32 first = item / SWEEP_LANES * SWEEP_LANES;
    return first * SWEEP_ITEMS + i * sweep_stride(item) + (item - first);
}

/* ---- counting ---------------------------------------------------------------------------------------------------- */

/* Empties the counters; a barrier follows. */
FUNCTION void sweep_clear_counters(LOCAL pair64 *room, COUNTERS counts, u32 item)
{
    pair64 none;
    u32 i;
    none.x = none.y = 0;
    UNROLL
    for (i = 0; i < (SWEEP_BY_WORDS ? 0 : SWEEP_RANK_WORDS(SWEEP_RANK, SWEEP_THREADS, SWEEP_ITEMS, SWEEP_SUBGROUP) / 4);
         i += SWEEP_THREADS)
        if (i + item < SWEEP_RANK_WORDS(SWEEP_RANK, SWEEP_THREADS, SWEEP_ITEMS, SWEEP_SUBGROUP) / 4)
            room[i + item] = none;
    if (SWEEP_BY_WORDS)
        for (i = item; i < 256; i += SWEEP_THREADS)
            COUNTER_SET(counts[i], 0);
}

/* Forms with counters keep of a key where its counter lies in the room, in bytes from SHARED_PLACE on, and nothing
   beside it: that is all that counting and ranking need, and there are few registers. */
#define SWEEP_COUNTER(room, where) AS_WORDS(SHARED_AT(room, where))[0]
#define SWEEP_SHARED_COUNTER(room, where) AS_COUNTERS(SHARED_AT(room, where))[0]
#define SWEEP_DIGIT_AT(room, where) (((where)-SHARED_PLACE(room)) >> 2 & 255)

FUNCTION void sweep_find_counters(LOCAL pair64 *room, u32 item, PRIVATE u32 *words)
{
    u32 column = SHARED_PLACE(room) + item / SWEEP_LANES * 1024, i;
    UNROLL
    for (i = 0; i < (SWEEP_BY_WORDS ? 0 : SWEEP_ITEMS); i++)
        words[i] = column + words[i] * 4;
}

/* Counts the tile, by all who count together or as a whole; a barrier follows. */
FUNCTION void sweep_count_tile(LOCAL pair64 *room, COUNTERS counts, PRIVATE const u32 *words)
{
    u32 i;
    UNROLL
    for (i = 0; i < SWEEP_ITEMS; i++) {
        if (SWEEP_BY_WORDS)
            COUNTER_ADD(counts[words[i]], 1);
        else
            COUNTER_ADD(SWEEP_SHARED_COUNTER(room, words[i]), 1); /* scattered */
    }
}

/* The tile's counts of a work-item's own digits. `whole` is set where one digit has them all; a barrier follows. */
FUNCTION void sweep_sum_columns(LOCAL word_t *room, COUNTERS counts, COUNTERS whole, u32 item, PRIVATE sweep_own *own)
{
    u32 k, i;
    UNROLL
    for (k = 0; k < SWEEP_OWN; k++) {
        u32 digit = k * SWEEP_THREADS + item, sum = 0;
        if (digit < 256) {
            if (SWEEP_BY_WORDS) {
                sum = COUNTER_GET(counts[digit]);
            } else {
                UNROLL_BY_4
                for (i = 0; i < SWEEP_COLUMNS; i++)
                    sum += room[i * 256 + digit];
                if (!SWEEP_BY_LANES)
                    COUNTER_SET(counts[digit], sum);
            }
            if (sum == SWEEP_TILE)
                COUNTER_SET(whole[0], digit + 1);
        }
        own->count[k] = sum;
    }
}

/* Where each digit starts in the sorted tile: the exclusive sums of the counts. Begins and ends with what their sharing
   needs: a barrier follows before shared memory is used anew. */
FUNCTION void sweep_starts(COUNTERS counts, LOCAL word_t *starts, LOCAL word_t *sums, u32 item, PRIVATE sweep_own *own)
{
    u32 share = (256 + SWEEP_THREADS - 1) / SWEEP_THREADS, sum = 0, digit, k;
    if (SWEEP_BY_LANES) {
        u32 subgroup = item / SWEEP_SUBGROUP, before = 0;
        if (item < 256) {
            before = SUM_BEFORE(own->count[0]);
            if (item % SWEEP_SUBGROUP == SWEEP_SUBGROUP - 1)
                sums[subgroup] = before + own->count[0];
        }
        BARRIER();
        if (item < 256) {
            UNROLL
            for (k = 0; k < 256 / SWEEP_SUBGROUP; k++)
                before += k < subgroup ? sums[k] : 0;
        }
        own->start[0] = before;
    } else {
        BARRIER();
        for (digit = item * share; digit < (item + 1) * share && digit < 256; digit++)
            sum += COUNTER_GET(counts[digit]);
        sum = sweep_sum_before(sums, item, sum);
        for (digit = item * share; digit < (item + 1) * share && digit < 256; digit++) {
            starts[digit] = sum;
            sum += COUNTER_GET(counts[digit]);
        }
        BARRIER();
        for (k = 0; k < SWEEP_OWN; k++)
            own->start[k] = k * SWEEP_THREADS + item < 256 ? starts[k * SWEEP_THREADS + item] : 0;
    }
}

/* Columns of counts become where each counter begins; a barrier follows. */
FUNCTION void sweep_spread(LOCAL word_t *room, u32 item, PRIVATE const sweep_own *own)
{
    u32 k, i;
    UNROLL
    for (k = 0; k < SWEEP_OWN && !SWEEP_BY_WORDS; k++) {
        u32 digit = k * SWEEP_THREADS + item, at = own->start[k];
        if (digit < 256) {
            UNROLL_BY_4
            for (i = 0; i < SWEEP_COLUMNS; i++) {
                u32 count = room[i * 256 + digit];
                room[i * 256 + digit] = at;
                at += count;
            }
        }
    }
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
        room[sweep_at(item, i)] = words[i] << 16 | sweep_at(item, i);
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
        words[i] = room[sweep_at(item, i)] & 0xffff;
}

/* ---- by counters ---------------------------------------------------------------------------------------------- */

/* The lanes of this sub-group that have the same digit. All eight bits are asked, which costs less than a loop. */
FUNCTION lanes_t sweep_peers(u32 where)
{
    lanes_t peers = BALLOT(1), vote;
    u32 bit;
    if (SWEEP_RANK == SWEEP_RANK_MATCH)
        return MATCH(where);
#ifdef PEERS
    return PEERS(where);
#endif
    UNROLL
    for (bit = 2; bit < 10; bit++) {
        u32 is_set = (where & 1u << bit) != 0;
        vote = BALLOT(is_set);
        peers &= is_set ? vote : ~vote;
    }
    return peers;
}

/* A key's rank: what its counter has when its turn comes, and the equal lanes before it. Counted first, that is its
   place in the sorted tile; else it stands below the digit, for sweep_rank_late. */
#define SWEEP_RANKED(room, where, rank) ((SWEEP_EARLY ? 0 : SWEEP_DIGIT_AT(room, where) << 16) | (rank))

FUNCTION void sweep_rank_by_ballots(LOCAL pair64 *room, u32 item, PRIVATE u32 *words)
{
    lanes_t below = LANES_BEFORE(item % SWEEP_LANES);
    u32 i;
    UNROLL
    for (i = 0; i < SWEEP_ITEMS; i++) {
        u32 where = words[i];
        lanes_t peers = sweep_peers(where);
        u32 seen = SWEEP_COUNTER(room, where), before = LANES_COUNT(peers & below); /* scattered */
        SUBGROUP_SYNC();
        if (before == 0)
            SWEEP_COUNTER(room, where) = seen + LANES_COUNT(peers); /* scattered */
        SUBGROUP_SYNC();
        words[i] = SWEEP_RANKED(room, where, seen + before);
    }
}

FUNCTION void sweep_rank_by_masks(LOCAL pair64 *room, u32 item, PRIVATE u32 *words, u32 one)
{
    u32 own = 1u << item % SWEEP_LANES, below = own - 1, masks = SWEEP_COLUMNS * 1024, i;
    UNROLL
    for (i = 0; i < (SWEEP_ALONE || !one ? SWEEP_ITEMS : 0); i++) {
        u32 where = words[i], mask, seen, before;
        COUNTER_OR(SWEEP_SHARED_COUNTER(room, masks + where), own); /* scattered */
        SWEEP_MEET();
        mask = COUNTER_GET(SWEEP_SHARED_COUNTER(room, masks + where)); /* scattered */
        seen = SWEEP_COUNTER(room, where);                             /* scattered */
        before = POPCOUNT(mask & below);
        SWEEP_MEET();
        if (before == 0) {
            SWEEP_COUNTER(room, where) = seen + POPCOUNT(mask);        /* scattered */
            COUNTER_SET(SWEEP_SHARED_COUNTER(room, masks + where), 0); /* scattered */
        }
        SWEEP_MEET();
        words[i] = SWEEP_RANKED(room, where, seen + before);
    }
}

/* Words: in, the digits, or where their counters lie; out, the places in the sorted tile, or what sweep_rank_late
   needs. A barrier follows. */
FUNCTION void sweep_rank(LOCAL pair64 *room, LOCAL word_t *sums, u32 item, PRIVATE u32 *words, u32 bits, u32 one)
{
    if (SWEEP_BY_WORDS)
        sweep_rank_by_words(AS_WORDS(room), sums, item, words, one ? 0 : bits);
    else if (SWEEP_RANK == SWEEP_RANK_MASKS)
        sweep_rank_by_masks(room, item, words, one);
    else
        sweep_rank_by_ballots(room, item, words);
}

FUNCTION void sweep_rank_late(LOCAL const word_t *room, u32 item, PRIVATE u32 *words)
{
    LOCAL const word_t *own = room + item / SWEEP_LANES * 256;
    u32 i;
    UNROLL
    for (i = 0; i < SWEEP_ITEMS; i++)
        words[i] = (words[i] & 0xffff) + own[words[i] >> 16]; /* scattered */
}
