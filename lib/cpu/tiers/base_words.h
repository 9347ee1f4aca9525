/*
 * Base case of words: few keys alone whose ties are bit-identical, sorted at once as their ordered words and turned
 * back into keys. Words have the key's own width (at least 32 bits), or 32 bits where all bits from there up are
 * shared. Included once a key kind (kind.h); not for 128-bit keys nor for floats with rules.
 */
static void NAMED(base_words)(const void *keys, void *keys_out, size_t n, unsigned end,
                              const sweep_transform *transform)
{
    const sweep_transform t = *transform;

#if BITS <= 32
    _Alignas(64) uint32_t words[WORDS_MOST_32];
    (void)end;
    FILL_WORDS(words, 32, ORDERED(key, &t));
    sort_words_32(words, n);
    EMPTY_WORDS(32, UNORDERED((WORD)words[i], &t));
#else
    if (end <= 32) {
        const WORD shared = ORDERED(LOAD(keys, 0), &t) >> 32 << 32;
        _Alignas(64) uint32_t words[WORDS_MOST_32];
        FILL_WORDS(words, 32, (uint32_t)ORDERED(key, &t));
        sort_words_32(words, n);
        EMPTY_WORDS(32, UNORDERED(shared | words[i], &t));
        return;
    }
    _Alignas(64) uint64_t words[WORDS_MOST_64];
    FILL_WORDS(words, 64, ORDERED(key, &t));
    sort_words_64(words, n);
    EMPTY_WORDS(64, UNORDERED(words[i], &t));
#endif
}
