/*
 * Few keys: insertion sorts, and the walk that looks for the first key out of order. Included once a key kind
 * (kind.h). All compare ordered words inside the window.
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

/* Whether key i is less than the key before it. */
static inline bool NAMED(falls)(const void *keys, size_t i, const sweep_transform *t)
{
    return LESS(NAMED(rankable)(LOAD(keys, i), t), NAMED(rankable)(LOAD(keys, i - 1), t));
}

/* The first i from `from` to n where falls(i) is not `falling`; n if there is none. A block at a time without a branch,
   so that the compiler can take vectors; then key by key. */
static inline size_t NAMED(end_of_run)(const void *keys, size_t from, size_t n, const sweep_transform *transform,
                                       bool falling)
{
    enum { BLOCK = 64 };
    const sweep_transform t = *transform;
    size_t i = from;

    for (; i < n && i < from + 2; i++) /* most runs are short */
        if (NAMED(falls)(keys, i, &t) != falling)
            return i;
    for (; i + BLOCK <= n; i += BLOCK) {
        unsigned char ends = 0;
        for (size_t line = 0; line < BLOCK * sizeof(WORD); line += 64)
            __builtin_prefetch((const unsigned char *)keys + i * sizeof(WORD) + line + 2 * SWEEP_READ_AHEAD);
        for (size_t j = i; j < i + BLOCK; j++)
            ends |= NAMED(falls)(keys, j, &t) != falling;
        if (ends)
            break;
    }
    for (; i < n; i++)
        if (NAMED(falls)(keys, i, &t) != falling)
            return i;
    return n;
}

static size_t NAMED(first_out_of_order)(const void *keys, size_t from, size_t n, const sweep_transform *t)
{
    return NAMED(end_of_run)(keys, from, n, t, false);
}

static size_t NAMED(first_not_falling)(const void *keys, size_t from, size_t n, const sweep_transform *t)
{
    return NAMED(end_of_run)(keys, from, n, t, true);
}
