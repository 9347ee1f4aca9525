/*
 * Few keys: insertion sorts, and the walk that looks for the first key out of order. Included once a key kind
 * (instances.h). All compare ordered words inside the window.
 */

/* A key in its ordered form, cut to the window. */
static inline WORD NAMED(rankable)(WORD key, const sweep_transform *t)
{
    return WINDOWED(ORDERED(key, t), t);
}

static void NAMED(insertion)(void *keys, size_t n, const sweep_transform *transform)
{
    const sweep_transform t = *transform;

    for (size_t i = 1; i < n; i++) {
        WORD key = LOAD(keys, i), rank = NAMED(rankable)(key, &t);
        size_t j = i;
        for (; j > 0; j--) {
            WORD before = LOAD(keys, j - 1);
            if (!LESS(rank, NAMED(rankable)(before, &t)))
                break;
            STORE(keys, j, before);
        }
        STORE(keys, j, key);
    }
}

static void NAMED(order)(const void *keys, size_t n, const sweep_transform *transform, uint8_t *order)
{
    const sweep_transform t = *transform;
    WORD rank[SWEEP_INSERTION_MOST];

    for (size_t i = 0; i < n; i++) {
        WORD x = NAMED(rankable)(LOAD(keys, i), &t);
        size_t j = i;
        for (; j > 0 && LESS(x, rank[j - 1]); j--) {
            rank[j] = rank[j - 1];
            order[j] = order[j - 1];
        }
        rank[j] = x;
        order[j] = (uint8_t)i;
    }
}

static size_t NAMED(first_out_of_order)(const void *keys, size_t from, size_t n, const sweep_transform *transform)
{
    const sweep_transform t = *transform;
    WORD before = NAMED(rankable)(LOAD(keys, from - 1), &t);

    for (size_t i = from; i < n; i++) {
        WORD here = NAMED(rankable)(LOAD(keys, i), &t);
        if (LESS(here, before))
            return i;
        before = here;
    }
    return n;
}
