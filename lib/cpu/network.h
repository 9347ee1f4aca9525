/*
 * A sorting network over R vectors of words: sorts R x LANES words in registers. Included once a word width and R; the tier
 * sets VEC, LANES, MIN, MAX and the lane operations below.
 *
 *     XOR_LANES(v, m)          lane i becomes lane i ^ m
 *     MASK_MIN(x, m, a, b)     min(a, b) in the lanes of the mask m, x elsewhere; MASK_MAX likewise
 *     LOW_LANES, HIGH_LANES    the lower (upper) halves of two vectors, interleaved
 *
 * Word (vector r, lane l) has the place l * R + r in sorted order. First each lane sorts its column of R words
 * (K. E. Batcher's odd-even merge sort, 1968); then columns are merged by twos, fours, ... with his bitonic merge: most
 * of its steps have a distance below R and compare whole vectors. A perfect shuffle a doubling of R then brings the
 * words into memory order.
 */
#ifdef SWEEP_ROLLED
#define UNROLL      /* builds with sanitizers: unrolled checks would take minutes to compile */
#else
#define UNROLL _Pragma("GCC unroll 16")
#endif
#define LOG_R (R == 1 ? 0 : R == 2 ? 1 : R == 4 ? 2 : R == 8 ? 3 : 4)
#define LOG_LANES (LANES == 4 ? 2 : LANES == 8 ? 3 : 4)
/* The lanes whose number has the bit d: d ones above d zeros, repeated. */
#define LANES_WITH(d) ((0xffffffffu / ((1u << 2 * (d)) - 1) * ((1u << (d)) - 1)) << (d))

static void WORDS(network, R)(WORD_TYPE *words)
{
    VEC v[R];

    UNROLL for (int i = 0; i < R; i++)
        v[i] = LOAD_VEC(words + i * LANES);

    UNROLL for (int s = 0; s < LOG_R; s++)
        UNROLL for (int t = s; t >= 0; t--)
            UNROLL for (int i = 0; i < R; i++) {
                const int block = 2 << s, distance = 1 << t, first = distance % (1 << s);
                if (i >= first && i + distance < R && (i - first) / distance % 2 == 0 &&
                    i / block == (i + distance) / block) {
                    const int j = i + distance;
                    VEC low = MIN(v[i], v[j]);
                    v[j] = MAX(v[i], v[j]);
                    v[i] = low;
                }
            }

    UNROLL for (int s = 1; s <= LOG_LANES; s++) {
        /* the second column of each pair counts as reversed, which makes the pair bitonic */
        const int group = 1 << s;
        if (R == 1) {
            VEC other = XOR_LANES(v[0], group - 1);
            v[0] = MASK_MAX(MIN(v[0], other), LANES_WITH(group / 2), v[0], other);
        }
        UNROLL for (int i = 0; i < R / 2; i++) {
            const int j = R - 1 - i;
            VEC a = v[i], b = XOR_LANES(v[j], group - 1);
            v[i] = MASK_MAX(MIN(a, b), LANES_WITH(group / 2), a, b);
            v[j] = XOR_LANES(MASK_MIN(MAX(a, b), LANES_WITH(group / 2), a, b), group - 1);
        }
        UNROLL for (int t = s - 2; t >= 0; t--)
            UNROLL for (int i = 0; i < R; i++) {
                VEC other = XOR_LANES(v[i], 1 << t);
                v[i] = MASK_MAX(MIN(v[i], other), LANES_WITH(1 << t), v[i], other);
            }
        UNROLL for (int t = LOG_R - 1; t >= 0; t--)
            UNROLL for (int i = 0; i < R; i++)
                if ((i >> t & 1) == 0) {
                    const int j = i + (1 << t);
                    VEC low = MIN(v[i], v[j]);
                    v[j] = MAX(v[i], v[j]);
                    v[i] = low;
                }
    }

    UNROLL for (int t = 0; t < LOG_R; t++) {
        VEC shuffled[R];
        UNROLL for (int i = 0; i < R / 2; i++) {
            shuffled[2 * i] = LOW_LANES(v[i], v[i + R / 2]);
            shuffled[2 * i + 1] = HIGH_LANES(v[i], v[i + R / 2]);
        }
        UNROLL for (int i = 0; i < R / 2 * 2; i++)
            v[i] = shuffled[i];
    }
    UNROLL for (int i = 0; i < R; i++)
        STORE_VEC(words + i * LANES, v[i]);
}

#undef UNROLL
#undef LOG_R
#undef LOG_LANES
#undef LANES_WITH
#undef R
