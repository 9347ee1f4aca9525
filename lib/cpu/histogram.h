/*
 * Histogram: how often each digit occurs, for all digits in one read of the keys. Included once a key kind (instances.h).
 *
 * The keys are counted in chunks that stay in the fast cache, once a digit, with 32-bit counters in two tables that take
 * turns, so that a run of equal digits does not wait for its own counter. Digits wider than the tables count straight.
 */
enum { NAMED(TABLE_BITS) = 11 };

static void NAMED(count_straight)(const void *keys, size_t n, const sweep_transform *t, sweep_digit digit,
                                  size_t *counts)
{
    unsigned mask = (1u << digit.bits) - 1;

    for (size_t i = 0; i < n; i++)
        counts[DIGIT(ORDERED(LOAD(keys, i), t), digit.place, mask)]++;
}

static void NAMED(count_chunk)(const void *keys, size_t n, const sweep_transform *t, sweep_digit digit, size_t *counts)
{
    uint32_t table[2][1 << NAMED(TABLE_BITS)];
    unsigned mask = (1u << digit.bits) - 1, place = digit.place;
    size_t i = 0;

    memset(table[0], 0, sizeof table[0][0] << digit.bits);
    memset(table[1], 0, sizeof table[1][0] << digit.bits);
    for (; i + 4 <= n; i += 4) {
        table[0][DIGIT(ORDERED(LOAD(keys, i + 0), t), place, mask)]++;
        table[1][DIGIT(ORDERED(LOAD(keys, i + 1), t), place, mask)]++;
        table[0][DIGIT(ORDERED(LOAD(keys, i + 2), t), place, mask)]++;
        table[1][DIGIT(ORDERED(LOAD(keys, i + 3), t), place, mask)]++;
    }
    for (; i < n; i++)
        table[0][DIGIT(ORDERED(LOAD(keys, i), t), place, mask)]++;
    for (unsigned d = 0; d <= mask; d++)
        counts[d] += (size_t)table[0][d] + table[1][d];
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
