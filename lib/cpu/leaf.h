/*
 * Leaves: the pieces at which HYBRID ends, sorted at once by a network of words; and the look at a piece that says
 * which bits its keys differ in. Included once a key kind (instances in kind.h).
 *
 * Where equal keys have equal bits, and there are no values, the network sorts ordered words, which are then turned
 * back into keys. Else each word is a fragment of the key, its bits that still matter, above the key's number in the
 * leaf: the network cannot change the order of ties, since there are none, and keys and values are gathered by the
 * numbers.
 */
#define FRAGMENT PASTE(sweep_fragment, BITS)

#ifdef PLAIN
/* Whether there is a NaN or a -0 that has a rule: equal keys may then have unequal bits. */
static bool NAMED(has_special)(const void *keys, size_t n, const sweep_transform *t)
{
    const WORD sign = (WORD)((WORD)1 << (BITS - 1));
    WORD greatest = 0, least = (WORD)-1;

    for (size_t i = 0; i < n; i++) {
        WORD key = LOAD(keys, i), magnitude = (WORD)(key & (WORD)~sign), from_zero = (WORD)(key ^ sign);
        greatest = magnitude > greatest ? magnitude : greatest;
        least = from_zero < least ? from_zero : least;
    }
    return greatest > t->nan_above || (least == 0 && t->zero_below != 0);
}
#endif

static void NAMED(difference)(const void *keys, size_t n, const sweep_transform *transform,
                              struct sweep_difference *difference)
{
    const sweep_transform t = *transform;
    const WORD first = ORDERED(LOAD(keys, 0), &t);
    WORD bits = PASTE(sweep_xor, BITS)(first, first);

#ifdef PLAIN
    if (!NAMED(has_special)(keys, n, &t)) {
        PASTE(difference, PLAIN)(keys, n, &t, difference);
        return;
    }
    difference->special = true;
#endif
    for (size_t i = 0; i < n; i++)
        bits = PASTE(sweep_or, BITS)(bits, PASTE(sweep_xor, BITS)(ORDERED(LOAD(keys, i), &t), first));
    bits = WINDOWED(bits, &t);
#if BITS == 128
    difference->low |= bits.low;
    difference->high |= bits.high;
#else
    difference->low |= bits;
#endif
}

static void NAMED(fragments)(const void *keys, size_t n, const sweep_transform *transform, unsigned begin,
                             unsigned bits, uint64_t *out)
{
    const sweep_transform t = *transform;

    for (size_t i = 0; i < n; i++)
        out[i] = FRAGMENT(ORDERED(LOAD(keys, i), &t), begin, bits);
}

/* words[i] = word, made from `key`, for i < n; behind them, up to a whole number of the tier's vectors, anything. Keys
   of the last vector are fetched as vectors too: single ones would be waited for. */
#define FILL_WORDS(bits, word)                                                                                         \
    do {                                                                                                               \
        const size_t full = n / LANES_##bits * LANES_##bits;                                                           \
        for (size_t i = 0; i < full; i++) {                                                                            \
            const WORD key = LOAD(keys, i);                                                                            \
            words[i] = (word);                                                                                         \
        }                                                                                                              \
        if (full < n) {                                                                                                \
            _Alignas(64) WORD last[MOST_LANES] = {0};                                                                  \
            COPY_IN(last, (const unsigned char *)keys + full * sizeof(WORD), n - full);                                \
            for (size_t i = full; i < full + LANES_##bits; i++) {                                                      \
                const WORD key = last[i - full];                                                                       \
                words[i] = (word);                                                                                     \
            }                                                                                                          \
        }                                                                                                              \
    } while (0)

/* The other way: keys_out[i] = key, made from words[i], for i < n. */
#define EMPTY_WORDS(bits, key)                                                                                         \
    do {                                                                                                               \
        const size_t full = n / LANES_##bits * LANES_##bits;                                                           \
        for (size_t i = 0; i < full; i++)                                                                              \
            STORE(keys_out, i, key);                                                                                   \
        if (full < n) {                                                                                                \
            _Alignas(64) WORD last[MOST_LANES];                                                                        \
            for (size_t i = full; i < full + LANES_##bits; i++)                                                        \
                last[i - full] = (key);                                                                                \
            COPY_OUT((unsigned char *)keys_out + full * sizeof(WORD), last, n - full);                                 \
        }                                                                                                              \
    } while (0)

#define MOST_LANES 16
#if BITS == 32 || BITS == 64
#define COPY_IN PASTE(copy_in, BITS)
#define COPY_OUT PASTE(copy_out, BITS)
#else
#define COPY_IN(to, from, n) memcpy(to, from, (n) * sizeof(WORD))
#define COPY_OUT(to, from, n) memcpy(to, from, (n) * sizeof(WORD))
#endif

/* Keys alone, equal keys have equal bits: words of the key's own width (at least 32 bits), or of 32 bits where all bits
   from there up are shared. Not for wider ones, nor for floats with rules (engines take the plain kind). */
static void NAMED(leaf_words)(const void *keys, void *keys_out, size_t n, unsigned end,
                              const sweep_transform *transform)
{
    const sweep_transform t = *transform;
#if defined PLAIN || BITS == 128
    (void)keys;
    (void)keys_out;
    (void)n;
    (void)end;
    (void)t;
#elif BITS <= 32
    _Alignas(64) uint32_t words[WORDS_MOST_32];
    (void)end;
    FILL_WORDS(32, ORDERED(key, &t));
    sort_words_32(words, n);
    EMPTY_WORDS(32, PASTE(sweep_unordered, KIND)((WORD)words[i], &t));
#else
    if (end <= 32) {
        const WORD shared = ORDERED(LOAD(keys, 0), &t) >> 32 << 32;
        _Alignas(64) uint32_t words[WORDS_MOST_32];
        FILL_WORDS(32, (uint32_t)ORDERED(key, &t));
        sort_words_32(words, n);
        EMPTY_WORDS(32, PASTE(sweep_unordered, KIND)(shared | words[i], &t));
        return;
    }
    _Alignas(64) uint64_t words[WORDS_MOST_64];
    FILL_WORDS(64, ORDERED(key, &t));
    sort_words_64(words, n);
    EMPTY_WORDS(64, PASTE(sweep_unordered, KIND)(words[i], &t));
#endif
}

/* Whether keys can be made from their fragments: those of the whole key, of 32 and 64 bits, whose equals have equal
 * bits. */
#if (BITS == 32 || BITS == 64) && !defined PLAIN
#define RECOVERS (leaf->whole)
#define RECOVERED(word) PASTE(sweep_unordered, KIND)(word, &t)
#define RECOVER_KEYS(bits, number)                                                                                     \
    if (leaf->whole) {                                                                                                 \
        const WORD shared = leaf->end == BITS ? 0 : ORDERED(LOAD(keys, 0), t) >> leaf->end << leaf->end;               \
        for (size_t i = 0; i < whole_##bits(n); i++)                                                                   \
            sorted[i] = (WORD)(shared | words[i] >> (number));                                                         \
    }
#else
#define RECOVERS false
#define RECOVERED(word) (word)
#define RECOVER_KEYS(bits, number) (void)sorted
#endif

/* Goes on where fragments were too short: `order` is by the bits from `from` up, and same[i] says that the keys order[i
   - 1] and order[i] tie in them. A short run of ties is sorted by insertion, by all its bits; a longer one by the next
   bits, down to `begin`. */
static void NAMED(order_ties)(const void *keys, size_t n, const sweep_transform *t, unsigned begin, unsigned from,
                              uint16_t *order, bool *same)
{
    while (from > begin) {
        const unsigned end = from;
        bool ties = false;
        from = end - begin > 64 - ORDER_BITS ? end - (64 - ORDER_BITS) : begin;
        for (size_t run = 0, next; run < n; run = next) {
            for (next = run + 1; next < n && same[next]; next++)
                continue;
            const size_t length = next - run;
            if (length <= SWEEP_HYBRID_FEW_TIES) {
                for (size_t i = run + 1; i < next; i++) {
                    const uint16_t at = order[i];
                    const WORD rank = NAMED(rankable)(LOAD(keys, at), t);
                    size_t j = i;
                    for (; j > run && LESS(rank, NAMED(rankable)(LOAD(keys, order[j - 1]), t)); j--)
                        order[j] = order[j - 1];
                    order[j] = at;
                    same[i] = false; /* nothing is left to be done for them */
                }
                continue;
            }
            _Alignas(64) uint64_t words[ORDER_MOST];
            uint16_t before[ORDER_MOST];
            ties = true;
            memcpy(before, order + run, length * sizeof before[0]);
            for (size_t i = 0; i < length; i++)
                words[i] = FRAGMENT(ORDERED(LOAD(keys, before[i]), t), from, end - from) << ORDER_BITS | i;
            sort_words_64(words, length);
            for (size_t i = 0; i < length; i++)
                order[run + i] = before[words[i] % ORDER_MOST];
            for (size_t i = 1; i < length; i++)
                same[run + i] = words[i] >> ORDER_BITS == words[i - 1] >> ORDER_BITS;
        }
        if (!ties)
            return;
    }
}

/* The order of the leaf's keys by the bits [begin, end) of their ordered words. If the fragments hold all bits in which
   the keys differ, `sorted` gets the ordered words in that order, and the result is true. Both have room for whole
   vectors. */
static bool NAMED(leaf_order)(const struct sweep_leaf *leaf, const sweep_transform *t, uint16_t *order, WORD *sorted)
{
    const void *keys = leaf->keys;
    size_t n = leaf->n;
    const unsigned bits = leaf->end - leaf->begin, most = 64 - ORDER_BITS;
    const unsigned number = n <= 64 ? 6 : n <= 128 ? 7 : n <= 256 ? 8 : ORDER_BITS;

    if (bits <= 32 - number) {
        _Alignas(64) uint32_t words[ORDER_MOST];
        const unsigned begin = leaf->begin;
        FILL_WORDS(32, (uint32_t)FRAGMENT(ORDERED(key, t), begin, bits) << number | (uint32_t)i);
        sort_words_32(words, n);
        for (size_t i = 0; i < whole_32(n); i++)
            order[i] = (uint16_t)(words[i] & ((1u << number) - 1));
        RECOVER_KEYS(32, number);
        return RECOVERS;
    }
    _Alignas(64) uint64_t words[ORDER_MOST];
    const unsigned begin = bits <= most ? leaf->begin : leaf->end - most, ranked = leaf->end - begin;
    FILL_WORDS(64, FRAGMENT(ORDERED(key, t), begin, ranked) << ORDER_BITS | i);
    sort_words_64(words, n);
    for (size_t i = 0; i < whole_64(n); i++)
        order[i] = (uint16_t)(words[i] % ORDER_MOST);
    if (begin == leaf->begin) {
        RECOVER_KEYS(64, ORDER_BITS);
        return RECOVERS;
    }
    bool same[ORDER_MOST], any = false;
    for (size_t i = 1; i < n; i++)
        any |= same[i] = words[i] >> ORDER_BITS == words[i - 1] >> ORDER_BITS;
    if (any)
        NAMED(order_ties)(keys, n, t, leaf->begin, begin, order, same);
    return false;
}

static void NAMED(leaf)(const struct sweep_leaf *leaf, const sweep_transform *transform)
{
    const sweep_transform t = *transform;
    const void *keys = leaf->keys, *values = leaf->values;
    void *keys_out = leaf->keys_out;
    size_t n = leaf->n;
    uint16_t order[ORDER_MOST];
    WORD held_keys[ORDER_MOST];
    sweep_word_128 held_values[ORDER_MOST];

    if (leaf->words) {
        NAMED(leaf_words)(keys, keys_out, n, leaf->end, &t);
        return;
    }
    WORD sorted[ORDER_MOST];
    bool recovered = NAMED(leaf_order)(leaf, &t, order, sorted);
    if (recovered && keys_out != NULL) {
        for (size_t i = 0; i < n; i++)
            STORE(keys_out, i, RECOVERED(sorted[i]));
    } else if (keys_out != NULL) {
        if (keys == keys_out)
            keys = memcpy(held_keys, keys, n * sizeof(WORD));
        for (size_t i = 0; i < n; i++)
            STORE(keys_out, i, LOAD(keys, order[i]));
    }
    if (leaf->values_out != NULL) {
        if (values == leaf->values_out)
            values = memcpy(held_values, values, n * leaf->value_size);
        gather_values(leaf->values_out, values, order, n, leaf->value_size, leaf->first_index);
    }
}

#undef RECOVERS
#undef RECOVERED
#undef RECOVER_KEYS
#undef FRAGMENT
#undef FILL_WORDS
#undef EMPTY_WORDS
#undef MOST_LANES
#undef COPY_IN
#undef COPY_OUT
