/*
 * Base case of pairs: few keys that move along with values, or whose ties are not bit-identical. Each word is a
 * fragment of the key, its bits that still matter, above the key's number among the few: so no two words tie, the
 * network cannot change the order of ties, and keys and values are gathered by the numbers. Included once a key kind
 * (kind.h).
 */

/* Goes on where fragments were too short: `order` is by the bits from `from` up, and same[i] says that the keys order[i
   - 1] and order[i] tie in them. A short run of ties is sorted by insertion, by all its bits; a longer one by the next
   bits, down to `begin`. words: room for ORDER_MOST. */
static void NAMED(order_ties)(const void *keys, size_t n, const sweep_transform *t, unsigned begin, unsigned from,
                              uint16_t *order, bool *same, uint64_t *words)
{
    while (from > begin) {
        const unsigned end = from;
        bool ties = false;
        from = end - begin > 64 - ORDER_BITS ? end - (64 - ORDER_BITS) : begin;
        for (size_t run = 0, next; run < n; run = next) {
            for (next = run + 1; next < n && same[next]; next++)
                continue;
            const size_t length = next - run;
            if (length <= SWEEP_FEW_TIES) {
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

/* The order of n keys by the bits [begin, end) of their ordered words, and the sorted words. */
static void NAMED(order_pairs)(const void *keys, size_t n, unsigned begin, unsigned end, const sweep_transform *t,
                               uint16_t *order, struct fragments *f)
{
    const unsigned bits = end - begin, most = 64 - ORDER_BITS;

    f->number = n <= 64 ? 6 : n <= 128 ? 7 : n <= 256 ? 8 : ORDER_BITS;
    f->narrow = bits <= 32 - f->number;
    f->complete = bits <= most;
    if (f->narrow) {
        const unsigned number = f->number;
        FILL_WORDS(f->words.narrow, 32, (uint32_t)FRAGMENT(ORDERED(key, t), begin, bits) << number | (uint32_t)i);
        sort_words_32(f->words.narrow, n);
        for (size_t i = 0; i < whole_32(n); i++)
            order[i] = (uint16_t)(f->words.narrow[i] & ((1u << number) - 1));
        return;
    }
    const unsigned from = f->complete ? begin : end - most, ranked = end - from;
    uint64_t *words = f->words.wide;
    f->number = ORDER_BITS;
    FILL_WORDS(words, 64, FRAGMENT(ORDERED(key, t), from, ranked) << ORDER_BITS | i);
    sort_words_64(words, n);
    for (size_t i = 0; i < whole_64(n); i++)
        order[i] = (uint16_t)(words[i] % ORDER_MOST);
    if (f->complete)
        return;
    bool same[ORDER_MOST], any = false;
    for (size_t i = 1; i < n; i++)
        any |= same[i] = words[i] >> ORDER_BITS == words[i - 1] >> ORDER_BITS;
    if (any)
        NAMED(order_ties)(keys, n, t, begin, from, order, same, words);
}

#if (BITS == 32 || BITS == 64) && !defined PLAIN
/* Writes the keys that the sorted fragments were made of, all bits from `end` up being those of `first`. `t` is the
   transform that turns them back. */
static void NAMED(write_fragments)(const struct fragments *f, void *keys_out, size_t n, WORD first, unsigned end,
                                   const sweep_transform *t)
{
    const WORD shared = end == BITS ? 0 : first >> end << end;
    const unsigned number = f->number;

    if (f->narrow)
        for (size_t i = 0; i < n; i++)
            STORE(keys_out, i, UNORDERED((WORD)(shared | f->words.narrow[i] >> number), t));
    else
        for (size_t i = 0; i < n; i++)
            STORE(keys_out, i, UNORDERED((WORD)(shared | f->words.wide[i] >> ORDER_BITS), t));
}
#endif

static void NAMED(base_pairs)(const struct sweep_base_case *few, const sweep_transform *transform)
{
    const sweep_transform t = *transform;
    const size_t n = few->n;
    uint16_t order[ORDER_MOST];
    struct fragments f;

    NAMED(order_pairs)(few->keys, n, few->begin, few->end, &t, order, &f);
#if (BITS == 32 || BITS == 64) && !defined PLAIN
    if (few->keys_out != NULL && few->whole && f.complete) {
        NAMED(write_fragments)(&f, few->keys_out, n, ORDERED(LOAD(few->keys, 0), &t), few->end, &t);
    } else
#endif
        if (few->keys_out != NULL)
        gather(few->keys_out, few->keys, order, n, sizeof(WORD), 0, f.words.wide);
    if (few->values_out != NULL)
        gather(few->values_out, few->values, order, n, few->value_size, few->first_index, f.words.wide);
}
