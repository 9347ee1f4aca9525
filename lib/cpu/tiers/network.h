/*
 * A sorting network over R vectors of words: sorts R x LANES words in registers. Included once a word width and R; the
 * tier sets VEC, LANES, MIN, MAX and the lane operations below.
 *
 *     XOR_LANES(v, m)          lane i becomes lane i ^ m
 *     MASK_MIN(x, m, a, b)     min(a, b) in the lanes of the mask m, x elsewhere; MASK_MAX likewise
 *     LOW_LANES, HIGH_LANES    the lower (upper) halves of two vectors, interleaved
 *
 *     THREE_WAY(k, a, b, c)    vector k of the three that hold a0, b0, c0, a1, b1, c1, ...; only where R may be 3, 6,
 * 12
 *
 * Word (vector r, lane l) has the place l * R + r in sorted order. First each lane sorts its column of R words
 * (K. E. Batcher's odd-even merge sort, 1968); then columns are merged by twos, fours, ... with his bitonic merge: most
 * of its steps have a distance below R and compare whole vectors. A perfect shuffle a doubling of R, and one by threes
 * where R has a factor 3, then bring the words into memory order.
 */
#ifdef SWEEP_ROLLED
#define UNROLL /* builds with sanitizers: unrolled checks would take minutes to compile */
#else
#define UNROLL _Pragma("GCC unroll 16")
#endif
#define LOG_R (R == 1 ? 0 : R == 2 ? 1 : R <= 4 ? 2 : R <= 8 ? 3 : 4)
#define ODD (R % 3 == 0 ? 3 : 1) /* R is this times a power of two */
#define COMPARE_EXCHANGE(i, j)                                                                                         \
    do {                                                                                                               \
        VEC low = MIN(v[i], v[j]);                                                                                     \
        v[j] = MAX(v[i], v[j]);                                                                                        \
        v[i] = low;                                                                                                    \
    } while (0)
#define LOG_LANES (LANES == 2 ? 1 : LANES == 4 ? 2 : LANES == 8 ? 3 : 4)
/* The lanes whose number has the bit d: d ones above d zeros, repeated. */
#define LANES_WITH(d) ((0xffffffffu / ((1u << 2 * (d)) - 1) * ((1u << (d)) - 1)) << (d))

/* Merges groups of 2 << t columns, each a bitonic sequence whose halves are alike, as bitonic ones. */
static inline __attribute__((always_inline)) void WORDS(merge_columns, R)(VEC v[R], const int from)
{
    UNROLL for (int t = from; t >= 0; t--) UNROLL for (int i = 0; i < R; i++)
    {
        VEC other = XOR_LANES(v[i], 1 << t);
        v[i] = MASK_MAX(MIN(v[i], other), LANES_WITH(1 << t), v[i], other);
    }
    UNROLL for (int t = 1; t <= LOG_R; t++) UNROLL for (int i = 0; i < R; i++)
    {
        const int distance = R >> t;
        if (distance >= ODD && i % (2 * distance) < distance)
            COMPARE_EXCHANGE(i, i + distance);
    }
    if (ODD == 3)
        UNROLL for (int i = 0; i + 2 < R; i += 3)
        {
            COMPARE_EXCHANGE(i, i + 1);
            COMPARE_EXCHANGE(i + 1, i + 2);
            COMPARE_EXCHANGE(i, i + 1);
        }
}

/* Sorts each lane's column of R words, and merges the columns. */
static inline __attribute__((always_inline)) void WORDS(sort_columns, R)(VEC v[R])
{
    UNROLL for (int s = 0; s < LOG_R; s++) UNROLL for (int t = s; t >= 0; t--) UNROLL for (int i = 0; i < R; i++)
    {
        const int block = 2 << s, distance = 1 << t, first = distance % (1 << s);
        if (i >= first && i + distance < R && (i - first) / distance % 2 == 0 && i / block == (i + distance) / block)
            COMPARE_EXCHANGE(i, i + distance);
    }

    UNROLL for (int s = 1; s <= LOG_LANES; s++)
    {
        /* the second column of each pair counts as reversed, which makes the pair bitonic */
        const int group = 1 << s;
        if (R % 2 != 0) {
            VEC *middle = &v[R / 2], other = XOR_LANES(*middle, group - 1);
            *middle = MASK_MAX(MIN(*middle, other), LANES_WITH(group / 2), *middle, other);
        }
        UNROLL for (int i = 0; i < R / 2; i++)
        {
            const int j = R - 1 - i;
            VEC a = v[i], b = XOR_LANES(v[j], group - 1);
            v[i] = MASK_MAX(MIN(a, b), LANES_WITH(group / 2), a, b);
            v[j] = XOR_LANES(MASK_MIN(MAX(a, b), LANES_WITH(group / 2), a, b), group - 1);
        }
        WORDS(merge_columns, R)(v, s - 2);
    }
}

/* Brings the words of sorted columns into memory order. */
static inline __attribute__((always_inline)) void WORDS(columns_to_rows, R)(VEC v[R])
{
    VEC shuffled[R];

    UNROLL for (int doubling = 1; doubling < R / ODD; doubling *= 2)
    {
        UNROLL for (int i = 0; i < R / 2; i++)
        {
            shuffled[2 * i] = LOW_LANES(v[i], v[i + R / 2]);
            shuffled[2 * i + 1] = HIGH_LANES(v[i], v[i + R / 2]);
        }
        UNROLL for (int i = 0; i < R / 2 * 2; i++) v[i] = shuffled[i];
    }
#ifdef THREE_WAY
    if (ODD == 3) {
        UNROLL for (int i = 0; i < R; i++) shuffled[i] =
            THREE_WAY(i % 3, v[i / 3], v[(i / 3 + R / 3) % R], v[(i / 3 + R / 3 * 2) % R]);
        UNROLL for (int i = 0; i < R; i++) v[i] = shuffled[i];
    }
#endif
}

#define LOAD_ALL(words) UNROLL for (int vector = 0; vector < R; vector++) v[vector] = LOAD_VEC((words) + vector * LANES)
#define STORE_ALL(words)                                                                                               \
    UNROLL for (int vector = 0; vector < R; vector++) STORE_VEC((words) + vector * LANES, v[vector])

static void WORDS(network, R)(WORD_TYPE *words)
{
    VEC v[R];

    LOAD_ALL(words);
    WORDS(sort_columns, R)(v);
    WORDS(columns_to_rows, R)(v);
    STORE_ALL(words);
}

#ifdef BLOCKS
/* Sorts 2, 4, 8, ... blocks of R vectors: each on its own, and then, by twos, fours, ..., with the rest of the bitonic
   merge sort: comparisons of whole blocks, and merges within a block. */
static void WORDS(network_of_blocks, R)(WORD_TYPE *words, size_t blocks)
{
    enum { BLOCK = R * LANES };
    VEC v[R];

    for (size_t i = 0; i < blocks; i++) {
        LOAD_ALL(words + i * BLOCK);
        WORDS(sort_columns, R)(v);
        STORE_ALL(words + i * BLOCK);
    }
    for (size_t size = 1; size < blocks; size *= 2) {
        for (size_t i = 0; i < blocks; i += 2 * size)
            for (size_t k = 0; k < size; k++) {
                /* the second half counts as reversed, block by block */
                WORD_TYPE *one = words + (i + k) * BLOCK, *other = words + (i + 2 * size - 1 - k) * BLOCK;
                UNROLL for (int r = 0; r < R; r++)
                {
                    VEC a = LOAD_VEC(one + r * LANES), b = XOR_LANES(LOAD_VEC(other + (R - 1 - r) * LANES), LANES - 1);
                    STORE_VEC(one + r * LANES, MIN(a, b));
                    v[r] = MAX(a, b);
                }
                STORE_ALL(other);
            }
        for (size_t half = size / 2; half > 0; half /= 2)
            for (size_t i = 0; i < blocks; i++)
                if (i / half % 2 == 0) {
                    WORD_TYPE *one = words + i * BLOCK, *other = one + half * BLOCK;
                    for (int r = 0; r < R * LANES; r += LANES) {
                        VEC a = LOAD_VEC(one + r), b = LOAD_VEC(other + r);
                        STORE_VEC(one + r, MIN(a, b));
                        STORE_VEC(other + r, MAX(a, b));
                    }
                }
        for (size_t i = 0; i < blocks; i++) {
            LOAD_ALL(words + i * BLOCK);
            WORDS(merge_columns, R)(v, LOG_LANES - 1);
            if (2 * size == blocks)
                WORDS(columns_to_rows, R)(v);
            STORE_ALL(words + i * BLOCK);
        }
    }
}
#undef BLOCKS
#endif

#undef UNROLL
#undef LOG_R
#undef ODD
#undef COMPARE_EXCHANGE
#undef LOG_LANES
#undef LANES_WITH
#undef LOAD_ALL
#undef STORE_ALL
#undef R
