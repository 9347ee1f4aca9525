/*
 * Leaves: the pieces at which HYBRID ends, sorted at once by a network of words; and the look at a piece that says which
 * bits its keys differ in. Included once a key kind (instances in kind.h).
 *
 * Where equal keys have equal bits, and there are no values, the network sorts ordered words, which are then turned back
 * into keys. Else each word is a fragment of the key, its bits that still matter, above the key's number in the leaf:
 * the network cannot change the order of ties, since there are none, and keys and values are gathered by the numbers.
 */
#define FRAGMENT PASTE(sweep_fragment, BITS)

static void NAMED(difference)(const void *keys, size_t n, const sweep_transform *transform,
                              struct sweep_difference *difference)
{
    const sweep_transform t = *transform;
    const WORD first = ORDERED(LOAD(keys, 0), &t);
    WORD bits = PASTE(sweep_xor, BITS)(first, first);
    unsigned special = 0;

    for (size_t i = 0; i < n; i++) {
        WORD key = LOAD(keys, i);
        bits = PASTE(sweep_or, BITS)(bits, PASTE(sweep_xor, BITS)(ORDERED(key, &t), first));
        special |= PASTE(sweep_is_special, KIND)(key, &t);
    }
    bits = WINDOWED(bits, &t);
#if BITS == 128
    difference->low |= bits.low;
    difference->high |= bits.high;
#else
    difference->low |= bits;
#endif
    difference->special |= special != 0;
}

/* Keys alone, equal keys have equal bits: words of the key's own width (at least 32 bits). */
static void NAMED(leaf_words)(const void *keys, void *keys_out, size_t n, const sweep_transform *transform)
{
    const sweep_transform t = *transform;
#if BITS <= 32
    _Alignas(64) uint32_t words[WORDS_MOST_32];
    for (size_t i = 0; i < n; i++)
        words[i] = ORDERED(LOAD(keys, i), &t);
    sort_words_32(words, n);
    for (size_t i = 0; i < n; i++)
        STORE(keys_out, i, PASTE(sweep_unordered, KIND)((WORD)words[i], &t));
#elif BITS == 64
    _Alignas(64) uint64_t words[WORDS_MOST_64];
    for (size_t i = 0; i < n; i++)
        words[i] = ORDERED(LOAD(keys, i), &t);
    sort_words_64(words, n);
    for (size_t i = 0; i < n; i++)
        STORE(keys_out, i, PASTE(sweep_unordered, KIND)(words[i], &t));
#else
    (void)keys;
    (void)keys_out;
    (void)n;
    (void)t;
#endif
}

/* The order of the leaf's keys by the bits [begin, end) of their ordered words. */
static void NAMED(leaf_order)(const struct sweep_leaf *leaf, const sweep_transform *t, uint8_t *order)
{
    const void *keys = leaf->keys;
    size_t n = leaf->n;
    unsigned bits = leaf->end - leaf->begin, begin = bits <= 56 ? leaf->begin : leaf->end - 56;

    if (bits <= 24) {
        _Alignas(64) uint32_t words[WORDS_MOST_32];
        for (size_t i = 0; i < n; i++)
            words[i] = (uint32_t)FRAGMENT(ORDERED(LOAD(keys, i), t), begin, bits) << 8 | (uint32_t)i;
        sort_words_32(words, n);
        for (size_t i = 0; i < n; i++)
            order[i] = (uint8_t)words[i];
        return;
    }
    _Alignas(64) uint64_t words[WORDS_MOST_64];
    bits = leaf->end - begin;
    for (size_t i = 0; i < n; i++)
        words[i] = FRAGMENT(ORDERED(LOAD(keys, i), t), begin, bits) << 8 | i;
    sort_words_64(words, n);
    for (size_t i = 0; i < n; i++)
        order[i] = (uint8_t)words[i];
    if (begin == leaf->begin)
        return;
    /* the bits below the fragment order its ties */
    for (size_t i = 1; i < n; i++) {
        uint8_t number = order[i];
        WORD rank = NAMED(rankable)(LOAD(keys, number), t);
        size_t j = i;
        for (; j > 0 && LESS(rank, NAMED(rankable)(LOAD(keys, order[j - 1]), t)); j--)
            order[j] = order[j - 1];
        order[j] = number;
    }
}

static void NAMED(leaf)(const struct sweep_leaf *leaf, const sweep_transform *transform)
{
    const sweep_transform t = *transform;
    const void *keys = leaf->keys, *values = leaf->values;
    void *keys_out = leaf->keys_out;
    size_t n = leaf->n;
    uint8_t order[256];
    WORD held_keys[256];
    sweep_word_128 held_values[256];

    if (leaf->words) {
        NAMED(leaf_words)(keys, keys_out, n, &t);
        return;
    }
    NAMED(leaf_order)(leaf, &t, order);
    if (keys_out != NULL) {
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

#undef FRAGMENT
