/*
 * sweep_judge: how many of the highest varying digits are enough to rank (one work-group).
 * In: the histograms of all digits, and a tile of sampled keys. Out: SWEEP_HEAD_ENOUGH, 0 where it would not pay.
 *
 * Two keys drawn at random tie in a digit with the probability sum(count^2) / n^2, which is so many bits of entropy.
 * Digits are enough if all theirs add up to log2(n): then a key ties with about one other. But digits may go together,
 * which only whole keys show: so no more of the sampled keys, sorted, may tie with their neighbour than two of them
 * would by that reckoning. It pays where two sweeps at least are saved.
 * SPDX-License-Identifier: Apache-2.0
 */

/* 16 log2(x), x > 0: the highest bit's number and the four bits below it. */
FUNCTION u32 sweep_log16(u64 x)
{
    u32 log = 0;
    while (x >> 1 >> log != 0)
        log++;
    return log * 16 + ((u32)(log >= 4 ? x >> (log - 4) : x << (4 - log)) & 15);
}

/* Where sampled key i lies: in the i-th of as many equal parts as a tile has keys, anywhere in it. */
FUNCTION u64 sweep_sampled(u32 i, u64 total)
{
    u64 part = total / SWEEP_TILE;
    u32 mixed = (i ^ 0x5bd1e995u) * 0x9e3779b1u;
    mixed ^= mixed >> 15;
    return part * i + (part * (mixed & 0xffff) >> 16);
}

KERNEL(sweep_judge)
{
    SHARED(u32, words, SWEEP_TILE);
    SHARED(u32, sums, SWEEP_SUM_WORDS);
    SHARED(u64, squares, SWEEP_THREADS);
    SHARED(u32, entropy, SWEEP_ROWS_MAX); /* of each digit, in sixteenths of a bit */
    SHARED(u32, most, SWEEP_ROWS_MAX);    /* 1: all keys share the digit */
    SHARED_COUNTERS(ties, SWEEP_ROWS_MAX + 1);
    u32 item = ITEM, row, at, i, shift = 0, place, bits;
    u64 total = sweep_total(table, a), p;
    while (total >> shift >> 31 != 0)
        shift++;

    /* each digit's entropy */
    for (row = 0; row < a.sweeps; row++) {
        u64 sum = 0;
        u32 digit;
        for (digit = item; digit < a.radix; digit += SWEEP_THREADS) {
            u64 count = 0;
            for (p = 0; p < a.portions; p++)
                count += table[a.counts_at + p * a.stride + (u64)row * a.radix + digit];
            count >>= shift;
            sum += count * count;
        }
        squares[item] = sum;
        BARRIER();
        if (item == 0) {
            u32 all = 2 * sweep_log16(total >> shift), one;
            for (i = 1; i < SWEEP_THREADS; i++)
                sum += squares[i];
            one = sum == 0 ? 0 : sweep_log16(sum);
            most[row] = sum == 0 || sum == (total >> shift) * (total >> shift);
            entropy[row] = most[row] || one > all ? 0 : all - one;
        }
        BARRIER();
    }

    /* the sample, sorted by all digits of the window */
    for (row = item; row <= a.sweeps; row += SWEEP_THREADS)
        COUNTER_SET(ties[row], 0);
    for (i = 0; i < SWEEP_ITEMS; i++)
        words[i * SWEEP_THREADS + item] = i * SWEEP_THREADS + item;
    BARRIER();
    for (row = 0; row < a.sweeps; row++) {
        place = sweep_row(row, a) >> 8;
        bits = sweep_row(row, a) & 255;
        for (i = 0; i < SWEEP_ITEMS; i++) {
            u32 from;
            at = i * SWEEP_THREADS + item;
            from = words[at] & 0xffff;
            words[at] = sweep_digit(keys_in[sweep_sampled(from, total)], place, bits, a) << 16 | from;
        }
        BARRIER();
        sweep_sort_words(words, sums, item, bits);
    }
    for (at = item + 1; at < SWEEP_TILE; at += SWEEP_THREADS) { /* the highest digit that tells neighbours apart */
        ordered_t one = sweep_ordered(keys_in[sweep_sampled(words[at - 1] & 0xffff, total)], a);
        ordered_t other = sweep_ordered(keys_in[sweep_sampled(words[at] & 0xffff, total)], a);
        for (row = a.sweeps; row > 0; row--) {
            place = sweep_row(row - 1, a) >> 8;
            bits = sweep_row(row - 1, a) & 255;
            if (sweep_digit_of(one, place, bits) != sweep_digit_of(other, place, bits))
                break;
        }
        COUNTER_ADD(ties[row], 1); /* 0: none does */
    }
    BARRIER();
    if (item == 0) {
        u32 sum = 0, ranked = 0, count = 0, tied = 0, enough = 0;
        for (row = 0; row < a.sweeps; row++)
            count += !most[row];
        for (row = 0; row <= a.sweeps; row++)
            tied += COUNTER_GET(ties[row]);
        for (row = a.sweeps; row > 0 && enough == 0; row--) {
            sum += entropy[row - 1];
            ranked += !most[row - 1];
            tied -= COUNTER_GET(ties[row]);
            if (sum >= sweep_log16(total) && tied <= 2)
                enough = ranked;
        }
        table[SWEEP_HEAD_ENOUGH] = enough != 0 && enough + 2 <= count ? enough : 0;
    }
}
