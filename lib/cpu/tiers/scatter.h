/*
 * Scatter: each key goes to the next free place of its digit's bucket, in order, so that ties keep theirs; its value
 * goes along. Included once a key kind and value kind (kind.h); VALUE_BITS: a value's width; 0 for keys alone.
 *
 * Places are taken for a few keys before any of them is written: a place read waits for the writes before it whose
 * address is not yet known. The line read soon is asked for. Where the destination is larger than the fast caches, so
 * is the line behind the one just written: by the time that the bucket reaches it, it is there. (This beat software
 * write-combining with non-temporal stores wherever it was measured.)
 */
static inline __attribute__((always_inline)) void VALUED(scatter_keys)(const struct sweep_scatter *s,
                                                                       const sweep_transform *t, bool prefetch,
                                                                       bool runs, size_t begin, size_t count)
{
    size_t to[SWEEP_SCATTER_AT_ONCE];
    unsigned mask = (1u << s->digit.bits) - 1, place = s->digit.place, digit[SWEEP_SCATTER_AT_ONCE];
    const void *keys = s->keys;
    void *keys_out = s->keys_out;
    WORD key[SWEEP_SCATTER_AT_ONCE];

    __builtin_prefetch((const unsigned char *)keys + begin * sizeof(WORD) + SWEEP_READ_AHEAD);
    for (size_t i = 0; i < count; i++) {
        key[i] = LOAD(keys, begin + i);
        digit[i] = DIGIT(ORDERED(key[i], t), place, mask);
    }
    take_places(s->offsets, digit, count, runs, to);
    for (size_t i = 0; i < count; i++) {
        if (keys_out != NULL) {
            STORE(keys_out, to[i], key[i]);
            if (prefetch)
                __builtin_prefetch((unsigned char *)keys_out + to[i] * sizeof(WORD) + 64, 1);
        }
#if VALUE_BITS > 0
        if (s->values != NULL)
            VALUE_STORE(s->values_out, to[i], VALUE_LOAD(s->values, begin + i));
        else
            sweep_store_index(s->values_out, to[i], VALUE_BITS / 8, s->first_index + begin + i);
        if (prefetch)
            __builtin_prefetch((unsigned char *)s->values_out + to[i] * (VALUE_BITS / 8) + 64, 1);
#endif
    }
}

static void VALUED(scatter)(const struct sweep_scatter *scatter, const sweep_transform *transform)
{
    const struct sweep_scatter s = *scatter;
    const sweep_transform t = *transform;
    size_t whole = s.n / SWEEP_SCATTER_AT_ONCE * SWEEP_SCATTER_AT_ONCE;

#ifdef COMPACT
    const bool runs = false, prefetch = false;
#else
    const bool runs = s.runs, prefetch = s.prefetch;
#endif
    if (runs)
        for (size_t i = 0; i < whole; i += SWEEP_SCATTER_AT_ONCE)
            VALUED(scatter_keys)(&s, &t, prefetch, true, i, SWEEP_SCATTER_AT_ONCE);
    else if (prefetch)
        for (size_t i = 0; i < whole; i += SWEEP_SCATTER_AT_ONCE)
            VALUED(scatter_keys)(&s, &t, true, false, i, SWEEP_SCATTER_AT_ONCE);
    else
        for (size_t i = 0; i < whole; i += SWEEP_SCATTER_AT_ONCE)
            VALUED(scatter_keys)(&s, &t, false, false, i, SWEEP_SCATTER_AT_ONCE);
    for (size_t i = whole; i < s.n; i++)
        VALUED(scatter_keys)(&s, &t, false, false, i, 1);
}

#undef VALUE_BITS
