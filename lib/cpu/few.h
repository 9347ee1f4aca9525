/*
 * Few values: pieces in which most keys are one of a handful. The keys of each value are counted, not moved; the others
 * are brought together, sorted on their own, and the values written between them. Keys alone, equal keys have equal
 * bits. Included once a key kind (kind.h); not for 128-bit keys nor floats with rules.
 *
 * A block that stays in the first-level cache is read once a value: each reading is a loop of vector compares.
 */
#if !defined PLAIN && BITS <= 64

/* Adds to counts[v] how many of n keys have the ordered word words[v], for m words, and writes the keys that have none
   to `others`, in order. Returns how many these are. */
static size_t NAMED(few_split)(const void *keys, size_t n, const sweep_transform *t, const uint64_t *words, unsigned m,
                               size_t *counts, void *others)
{
    enum { BLOCK = BITS == 8 ? 128 : 4096 / sizeof(WORD) }; /* a WORD counts to this */
    WORD values[SWEEP_FEW_MOST], found[BLOCK];
    size_t other = 0;

    for (unsigned v = 0; v < SWEEP_FEW_MOST; v++) /* the last again and again, behind m: they are read by fours */
        values[v] = PASTE(sweep_unordered, KIND)((WORD)words[v < m ? v : m - 1], t);
    for (size_t begin = 0; begin < n; begin += BLOCK) {
        size_t length = n - begin < BLOCK ? n - begin : BLOCK, sum = 0;
        for (unsigned v = 0; v < m; v += 4) {
            WORD count[4] = {0}, a = values[v], b = values[v + 1], c = values[v + 2], d = values[v + 3];
            for (size_t i = 0; i < length; i++) {
                WORD key = LOAD(keys, begin + i);
                count[0] = (WORD)(count[0] + (key == a));
                count[1] = (WORD)(count[1] + (key == b));
                count[2] = (WORD)(count[2] + (key == c));
                count[3] = (WORD)(count[3] + (key == d));
            }
            for (unsigned k = 0; k < 4 && v + k < m; k++) {
                counts[v + k] += (size_t)count[k];
                sum += (size_t)count[k];
            }
        }
        if (sum == length)
            continue;
        for (size_t i = 0; i < length; i++)
            found[i] = 0;
        for (unsigned v = 0; v < m; v += 4) {
            WORD a = values[v], b = values[v + 1], c = values[v + 2], d = values[v + 3];
            for (size_t i = 0; i < length; i++) {
                WORD key = LOAD(keys, begin + i);
                found[i] = (WORD)(found[i] | (key == a) | (key == b) | (key == c) | (key == d));
            }
        }
        for (size_t i = 0; i < length; i++) {
            STORE(others, other, LOAD(keys, begin + i));
            other += found[i] == 0;
        }
    }
    return other;
}

/* The first `other` of n keys are the others, sorted. Writes the m values, words[v] as often as counts[v] says, between
   them; the words ascend. From the end down, so that nothing is overwritten before it has moved. */
static void NAMED(few_merge)(void *keys, size_t n, const sweep_transform *t, const uint64_t *words, unsigned m,
                             const size_t *counts, size_t other)
{
    for (unsigned v = m; v-- > 0;) {
        size_t greater = 0;
        while (greater < other && words[v] < (uint64_t)ORDERED(LOAD(keys, other - 1 - greater), t))
            greater++;
        other -= greater;
        n -= greater;
        memmove((unsigned char *)keys + n * sizeof(WORD), (unsigned char *)keys + other * sizeof(WORD),
                greater * sizeof(WORD));
        WORD value = PASTE(sweep_unordered, KIND)((WORD)words[v], t);
        n -= counts[v];
        for (size_t i = 0; i < counts[v]; i++)
            STORE(keys, n + i, value);
    }
}

#endif
