/*
 * Histogram: how often each digit occurs, for all digits in one read of the keys. Included once a key kind (kind.h).
 *
 * With 32-bit counters in four tables that take turns, so that a run of equal digits does not wait for its own counter.
 * Digits wider than the tables count straight. Lines of keys are asked for ahead of time: the loop is too busy to wait
 * for them (10^7 u32 keys: 0.54 ns a key against 1.3).
 */
enum { NAMED(TABLE_BITS) = 11, NAMED(LINE) = 64 / sizeof(WORD) };

static void NAMED(count_straight)(const void *keys, size_t n, const sweep_transform *t, sweep_digit digit,
                                  size_t *counts)
{
    unsigned mask = (1u << digit.bits) - 1;

    for (size_t i = 0; i < n; i++) {
        __builtin_prefetch((const unsigned char *)keys + i * sizeof(WORD) + SWEEP_READ_AHEAD);
        counts[DIGIT(ORDERED(LOAD(keys, i), t), digit.place, mask)]++;
    }
}

static void NAMED(count_chunk)(const void *keys, size_t n, const sweep_transform *t, sweep_digit digit, size_t *counts)
{
    uint32_t table[4][1 << NAMED(TABLE_BITS)];
    unsigned mask = (1u << digit.bits) - 1, place = digit.place;
    size_t i = 0;

    for (int k = 0; k < 4; k++)
        memset(table[k], 0, sizeof table[k][0] << digit.bits);
    for (; i + NAMED(LINE) <= n; i += NAMED(LINE)) {
        __builtin_prefetch((const unsigned char *)keys + i * sizeof(WORD) + SWEEP_READ_AHEAD);
        for (size_t j = i; j < i + NAMED(LINE); j += 4) {
            table[0][DIGIT(ORDERED(LOAD(keys, j), t), place, mask)]++;
            table[1][DIGIT(ORDERED(LOAD(keys, j + 1), t), place, mask)]++;
            table[2][DIGIT(ORDERED(LOAD(keys, j + 2), t), place, mask)]++;
            table[3][DIGIT(ORDERED(LOAD(keys, j + 3), t), place, mask)]++;
        }
    }
    for (; i < n; i++)
        table[0][DIGIT(ORDERED(LOAD(keys, i), t), place, mask)]++;
    for (unsigned d = 0; d <= mask; d++)
        counts[d] += (size_t)table[0][d] + table[1][d] + table[2][d] + table[3][d];
}

static void NAMED(histogram)(const void *keys, size_t n, const sweep_transform *transform, const sweep_digit *digits,
                             unsigned digit_count, size_t radix, size_t *counts)
{
    const sweep_transform t = *transform;
    size_t chunk = (size_t)sweep_limits.histogram_chunk;

    for (size_t begin = 0; begin < n; begin += chunk) {
        size_t length = n - begin < chunk ? n - begin : chunk;
        const unsigned char *at = (const unsigned char *)keys + begin * sizeof(WORD);
        for (unsigned j = 0; j < digit_count; j++)
            if (digits[j].bits <= NAMED(TABLE_BITS))
                NAMED(count_chunk)(at, length, &t, digits[j], counts + j * radix);
            else
                NAMED(count_straight)(at, length, &t, digits[j], counts + j * radix);
    }
}

/* The digit of each key: what a tile of the SPLIT engine ranks. */
static void NAMED(digits)(const void *keys, size_t n, const sweep_transform *transform, sweep_digit digit, uint8_t *out)
{
    const sweep_transform t = *transform;
    unsigned mask = (1u << digit.bits) - 1, place = digit.place;

    for (size_t i = 0; i < n; i++)
        out[i] = (uint8_t)DIGIT(ORDERED(LOAD(keys, i), &t), place, mask);
}

/* Swaps keys into the buckets that a histogram made room for: each key out of place takes the next place of its bucket, and
   the key that was there goes on, until one belongs where the first was. */
static void NAMED(swap_to_buckets)(void *keys, const sweep_transform *transform, sweep_digit digit, size_t *next,
                                   const size_t *ends)
{
    const sweep_transform t = *transform;
    unsigned mask = (1u << digit.bits) - 1, place = digit.place;

    for (unsigned d = 0; d <= mask; d++)
        while (next[d] < ends[d]) {
            WORD key = LOAD(keys, next[d]);
            for (unsigned to = DIGIT(ORDERED(key, &t), place, mask); to != d; to = DIGIT(ORDERED(key, &t), place, mask)) {
                WORD there = LOAD(keys, next[to]);
                STORE(keys, next[to], key);
                next[to]++;
                key = there;
            }
            STORE(keys, next[d], key);
            next[d]++;
        }
}

#if BITS <= 16 && !defined PLAIN
static void NAMED(write_counted)(void *keys, const sweep_transform *transform, const size_t *counts)
{
    const sweep_transform t = *transform;
    size_t at = 0;

    for (size_t word = 0; word < (size_t)1 << BITS; word++) {
        WORD key = PASTE(sweep_unordered, KIND)((WORD)word, &t);
        for (size_t end = at + counts[word]; at < end; at++)
            STORE(keys, at, key);
    }
}
#endif
