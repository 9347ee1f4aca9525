/*
 * Counting sort's second half: keys written anew from how often each ordered word occurs. Included once a key kind
 * whose ties are bit-identical (kind.h).
 */

/* Writes n keys: those of the ordered words from `first` on, of each as many as counts says. A run is begun as a whole
   line, of which the next run writes over what is too much. */
static void NAMED(count_write)(void *keys, size_t n, const sweep_transform *transform, uint64_t first, size_t words,
                               const size_t *counts)
{
    enum { RUN = 64 / sizeof(WORD), SKIP = 8 };
    const sweep_transform t = *transform;
    size_t at = 0;

    for (size_t word = 0; word < words; word++) {
        if (word + SKIP <= words && word % SKIP == 0) {
            size_t any = 0;
            for (size_t k = 0; k < SKIP; k++)
                any |= counts[word + k];
            if (any == 0) {
                word += SKIP - 1;
                continue;
            }
        }
        const WORD key = UNORDERED((WORD)(first + word), &t);
        size_t done = 0, count = counts[word];
        if (n - at >= RUN) {
            for (size_t k = 0; k < RUN; k++)
                STORE(keys, at + k, key);
            done = RUN;
        }
        for (; done < count; done++)
            STORE(keys, at + done, key);
        at += count;
    }
}
