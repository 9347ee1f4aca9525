/*
 * Scatter: each key goes to the next free place of its digit's bucket, in order, so that ties keep theirs; its value goes
 * along. Included once a key kind and value kind (instances.h); VALUE_BITS is not defined for keys alone.
 *
 * Eight keys are loaded at a time, and the line read soon is asked for. Where the destination is larger than the fast caches, the line behind the one just
 * written is asked for: by the time that the bucket reaches it, it is there. (This beat software write-combining with
 * non-temporal stores wherever it was measured.)
 */
static inline __attribute__((always_inline)) void VALUED(scatter_keys)(const struct sweep_scatter *s,
                                                                       const sweep_transform *t, bool prefetch,
                                                                       size_t begin, size_t end)
{
    size_t *offsets = s->offsets;
    unsigned mask = (1u << s->digit.bits) - 1, place = s->digit.place;
    const void *keys = s->keys;
    void *keys_out = s->keys_out;

    __builtin_prefetch((const unsigned char *)keys + begin * sizeof(WORD) + SWEEP_READ_AHEAD);
    for (size_t i = begin; i < end; i++) {
        WORD key = LOAD(keys, i);
        unsigned d = DIGIT(ORDERED(key, t), place, mask);
        size_t to = offsets[d];
        offsets[d] = to + 1;
        if (keys_out != NULL) {
            STORE(keys_out, to, key);
            if (prefetch)
                __builtin_prefetch((unsigned char *)keys_out + to * sizeof(WORD) + 64, 1);
        }
#ifdef VALUE_BITS
        VALUE_STORE(s->values_out, to, s->values != NULL ? VALUE_LOAD(s->values, i) : VALUE_INDEX(s->first_index + i));
        if (prefetch)
            __builtin_prefetch((unsigned char *)s->values_out + to * (VALUE_BITS / 8) + 64, 1);
#endif
    }
}

static void VALUED(scatter)(const struct sweep_scatter *scatter, const sweep_transform *transform)
{
    const struct sweep_scatter s = *scatter;
    const sweep_transform t = *transform;
    size_t whole = s.n & ~(size_t)7;

    if (s.prefetch)
        for (size_t i = 0; i < whole; i += 8)
            VALUED(scatter_keys)(&s, &t, true, i, i + 8);
    else
        for (size_t i = 0; i < whole; i += 8)
            VALUED(scatter_keys)(&s, &t, false, i, i + 8);
    VALUED(scatter_keys)(&s, &t, false, whole, s.n);
}
