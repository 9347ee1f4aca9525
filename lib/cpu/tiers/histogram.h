/*
 * Histogram: how often each digit occurs, for all digits in one read of the keys. Included once a key kind (kind.h).
 *
 * With 32-bit counters in tables that take turns, so that equal digits one after the other do not wait for one counter:
 * the fewer digits there are, the more tables. All tables together have 2^TABLE_BITS counters, half of a small stack;
 * one digit more of 16-bit counters takes as much. Wider digits count straight. Lines of keys are asked for ahead of
 * time: the loop is too busy to wait for them (10^7 u32 keys: 0.54 ns a key against 1.3).
 */
enum { NAMED(TABLE_BITS) = 12 };

static void NAMED(count_straight)(const void *keys, size_t n, const sweep_transform *t, sweep_digit digit,
                                  size_t *counts)
{
    unsigned mask = (1u << digit.bits) - 1;

    for (size_t i = 0; i < n; i++) {
        __builtin_prefetch((const unsigned char *)keys + i * sizeof(WORD) + SWEEP_READ_AHEAD);
        counts[DIGIT(ORDERED(LOAD(keys, i), t), digit.place, mask)]++;
    }
}

/* NAME(tables, ...) counts in tables of COUNTER; tables: 1, 2, 4 or 8, a constant where it is called. */
#define COUNT_IN(name, counter, table_bits)                                                                            \
    static inline __attribute__((always_inline)) void NAMED(name)(                                                     \
        size_t tables, const void *keys, size_t n, const sweep_transform *t, sweep_digit digit, size_t *counts)        \
    {                                                                                                                  \
        enum { LINE = 64 / sizeof(WORD) < 8 ? 8 : 64 / sizeof(WORD) };                                                 \
        enum { LINE_OF_COUNTERS = 64 / sizeof(counter) };                                                              \
        counter table[(1 << (table_bits)) + 8 * LINE_OF_COUNTERS];                                                     \
        const size_t apart = ((size_t)1 << (table_bits)) / tables + LINE_OF_COUNTERS;                                  \
        size_t radix = (size_t)1 << digit.bits, i = 0;                                                                 \
        unsigned mask = (unsigned)radix - 1, place = digit.place;                                                      \
                                                                                                                       \
        for (size_t k = 0; k < tables; k++)                                                                            \
            memset(table + k * apart, 0, radix * sizeof table[0]);                                                     \
        for (; i + LINE <= n; i += LINE) {                                                                             \
            __builtin_prefetch((const unsigned char *)keys + i * sizeof(WORD) + SWEEP_READ_AHEAD);                     \
            for (size_t j = i; j < i + LINE; j += tables)                                                              \
                for (size_t k = 0; k < tables; k++)                                                                    \
                    table[k * apart + DIGIT(ORDERED(LOAD(keys, j + k), t), place, mask)]++;                            \
        }                                                                                                              \
        for (; i < n; i++)                                                                                             \
            table[DIGIT(ORDERED(LOAD(keys, i), t), place, mask)]++;                                                    \
        for (size_t d = 0; d < radix; d++) {                                                                           \
            size_t sum = counts[d];                                                                                    \
            for (size_t k = 0; k < tables; k++)                                                                        \
                sum += table[k * apart + d];                                                                           \
            counts[d] = sum;                                                                                           \
        }                                                                                                              \
    }
COUNT_IN(count_in, uint32_t, NAMED(TABLE_BITS))
#ifndef COMPACT
COUNT_IN(count_in_16_bits, uint16_t, NAMED(TABLE_BITS) + 1)
#endif
#undef COUNT_IN

static void NAMED(count)(const void *keys, size_t n, const sweep_transform *t, sweep_digit digit, size_t *counts)
{
    size_t keys_a_digit = n >> digit.bits; /* each table has to be cleared and added up */

#ifndef COMPACT
    if (digit.bits <= NAMED(TABLE_BITS) - 5 && keys_a_digit >= 16) {
        NAMED(count_in)(8, keys, n, t, digit, counts);
        return;
    }
    if (digit.bits == NAMED(TABLE_BITS) - 1 && keys_a_digit >= 8) {
        NAMED(count_in)(2, keys, n, t, digit, counts);
        return;
    }
    if (digit.bits == NAMED(TABLE_BITS) && keys_a_digit >= 8) {
        NAMED(count_in)(1, keys, n, t, digit, counts);
        return;
    }
    if (digit.bits == NAMED(TABLE_BITS) + 1 && keys_a_digit >= 4) {
        NAMED(count_in_16_bits)(1, keys, n, t, digit, counts);
        return;
    }
#endif
    if (digit.bits <= NAMED(TABLE_BITS) - 2 && keys_a_digit >= 4)
        NAMED(count_in)(4, keys, n, t, digit, counts);
    else
        NAMED(count_straight)(keys, n, t, digit, counts);
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
            NAMED(count)(at, length, &t, digits[j], counts + j * radix);
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

/* Swaps keys into the buckets that a histogram made room for: each key out of place takes the next place of its bucket,
   and the key that was there goes on, until one belongs where the first was. */
static void NAMED(swap_to_buckets)(void *keys, const sweep_transform *transform, sweep_digit digit, size_t *next,
                                   const size_t *ends)
{
    const sweep_transform t = *transform;
    unsigned mask = (1u << digit.bits) - 1, place = digit.place;

    for (unsigned d = 0; d <= mask; d++)
        while (next[d] < ends[d]) {
            WORD key = LOAD(keys, next[d]);
            for (unsigned to = DIGIT(ORDERED(key, &t), place, mask); to != d;
                 to = DIGIT(ORDERED(key, &t), place, mask)) {
                WORD there = LOAD(keys, next[to]);
                STORE(keys, next[to], key);
                next[to]++;
                key = there;
            }
            STORE(keys, next[d], key);
            next[d]++;
        }
}
