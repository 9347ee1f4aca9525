/*
 * Packed pairs: a key and a value of the same size, as one word of twice the width whose high half is the key's ordered
 * word. A sweep then moves one word where it moved two, and everything below the first sweep is a sort of the wide
 * words by their high half. Included once a key kind whose equal keys have equal bits, after all kinds: KIND, BITS and
 * WIDE_BITS.
 */
#define ORDER_OF PASTE(order_pairs, JOIN(i, BITS))
#define WIDE_WORD PASTE(sweep_word, WIDE_BITS)
#define WIDE_LOAD PASTE(sweep_load, WIDE_BITS)
#define WIDE_STORE PASTE(sweep_store, WIDE_BITS)
#if WIDE_BITS == 128
#define WIDE_OF(key, value) ((sweep_word_128){.high = key, .low = value})
#define KEY_OF(wide) ((wide).high)
#define VALUE_OF(wide) ((wide).low)
#else
#define WIDE_OF(key, value) ((WIDE_WORD)(key) << BITS | (value))
#define KEY_OF(wide) ((WORD)((wide) >> BITS))
#define VALUE_OF(wide) ((WORD)(wide))
#endif

static inline __attribute__((always_inline)) void
NAMED(pack_keys)(const struct sweep_scatter *s, const sweep_transform *t, bool runs, size_t begin, size_t count)
{
    size_t to[SWEEP_SCATTER_AT_ONCE];
    unsigned mask = (1u << s->digit.bits) - 1, place = s->digit.place, digit[SWEEP_SCATTER_AT_ONCE];
    WORD key[SWEEP_SCATTER_AT_ONCE];

    __builtin_prefetch((const unsigned char *)s->keys + begin * sizeof(WORD) + SWEEP_READ_AHEAD);
    __builtin_prefetch((const void *)((uintptr_t)s->values + begin * sizeof(WORD) + SWEEP_READ_AHEAD));
    for (size_t i = 0; i < count; i++) {
        key[i] = ORDERED(LOAD(s->keys, begin + i), t);
        digit[i] = DIGIT(key[i], place, mask);
    }
    take_places(s->offsets, digit, count, runs, to);
    for (size_t i = 0; i < count; i++) {
        WORD value = s->values != NULL ? LOAD(s->values, begin + i) : (WORD)(s->first_index + begin + i);
        WIDE_STORE(s->keys_out, to[i], WIDE_OF(key[i], value));
        if (s->prefetch)
            __builtin_prefetch((unsigned char *)s->keys_out + to[i] * sizeof(WIDE_WORD) + 64, 1);
    }
}

static void NAMED(pack)(const struct sweep_scatter *scatter, const sweep_transform *transform)
{
    const struct sweep_scatter s = *scatter;
    const sweep_transform t = *transform;
    size_t whole = s.n / SWEEP_SCATTER_AT_ONCE * SWEEP_SCATTER_AT_ONCE;

#ifdef COMPACT
    const bool runs = false;
#else
    const bool runs = s.runs;
#endif
    if (runs)
        for (size_t i = 0; i < whole; i += SWEEP_SCATTER_AT_ONCE)
            NAMED(pack_keys)(&s, &t, true, i, SWEEP_SCATTER_AT_ONCE);
    else
        for (size_t i = 0; i < whole; i += SWEEP_SCATTER_AT_ONCE)
            NAMED(pack_keys)(&s, &t, false, i, SWEEP_SCATTER_AT_ONCE);
    for (size_t i = whole; i < s.n; i++)
        NAMED(pack_keys)(&s, &t, false, i, 1);
}

static void NAMED(unpack)(const void *packed, size_t n, const sweep_transform *transform, void *keys_out,
                          void *values_out)
{
    const sweep_transform t = *transform;

    for (size_t i = 0; i < n; i++) {
        WIDE_WORD wide = WIDE_LOAD(packed, i);
        if (keys_out != NULL)
            STORE(keys_out, i, UNORDERED(KEY_OF(wide), &t));
        STORE(values_out, i, VALUE_OF(wide));
    }
}

static void NAMED(unpack_base_pairs)(const struct sweep_base_case *packed, const sweep_transform *transform)
{
    /* the packed words hold ordered words: as such they are unsigned integers */
    const sweep_transform t = *transform, as_it_is = {.window = t.window, .nan_above = ~(uint64_t)0};
    const void *wide = packed->keys;
    void *keys_out = packed->keys_out;
    const unsigned begin = packed->begin - BITS, end = packed->end - BITS;
    const size_t n = packed->n;
    WORD keys[ORDER_MOST];
    uint16_t order[ORDER_MOST];
    struct fragments f;

    keys[0] = KEY_OF(WIDE_LOAD(wide, 0));
    for (size_t i = 1; i < n; i++)
        keys[i] = KEY_OF(WIDE_LOAD(wide, i));
    ORDER_OF(keys, n, begin, end, &as_it_is, order, &f);
    if (keys_out != NULL && packed->whole && f.complete)
        NAMED(write_fragments)(&f, keys_out, n, keys[0], end, &t);
    else
        for (size_t i = 0; keys_out != NULL && i < n; i++)
            STORE(keys_out, i, UNORDERED(keys[order[i]], &t));
    for (size_t i = 0; i < n; i++)
        STORE(packed->values_out, i, VALUE_OF(WIDE_LOAD(wide, order[i])));
}

static const struct sweep_packing NAMED(packing) = {NAMED(pack), NAMED(unpack), NAMED(unpack_base_pairs)};

#undef WIDE_WORD
#undef WIDE_LOAD
#undef WIDE_STORE
#undef WIDE_OF
#undef KEY_OF
#undef VALUE_OF
#undef ORDER_OF
#undef KIND
#undef BITS
#undef WIDE_BITS
