/*
 * What keys are, before they are moved: the bits in which they differ, and pieces of their ordered words. Included once
 * a key kind (kind.h).
 */
#ifdef PLAIN
/* Whether there is a NaN or a -0 that has a rule: equal keys may then have unequal bits. */
static bool NAMED(has_special)(const void *keys, size_t n, const sweep_transform *t)
{
    const WORD sign = (WORD)((WORD)1 << (BITS - 1));
    WORD greatest = 0, least = (WORD)-1;

    for (size_t i = 0; i < n; i++) {
        WORD key = LOAD(keys, i), magnitude = (WORD)(key & (WORD)~sign), from_zero = (WORD)(key ^ sign);
        greatest = magnitude > greatest ? magnitude : greatest;
        least = from_zero < least ? from_zero : least;
    }
    return greatest > t->nan_above || (least == 0 && t->zero_below != 0);
}
#endif

static void NAMED(difference)(const void *keys, size_t n, const sweep_transform *transform,
                              struct sweep_difference *difference)
{
    const sweep_transform t = *transform;
    const WORD first = ORDERED(LOAD(keys, 0), &t);
    WORD bits = PASTE(sweep_xor, BITS)(first, first);

#ifdef PLAIN
    if (!NAMED(has_special)(keys, n, &t)) {
        PASTE(difference, PLAIN)(keys, n, &t, difference);
        return;
    }
    difference->special = true;
#endif
    for (size_t i = 0; i < n; i++)
        bits = PASTE(sweep_or, BITS)(bits, PASTE(sweep_xor, BITS)(ORDERED(LOAD(keys, i), &t), first));
    bits = WINDOWED(bits, &t);
#if BITS == 128
    difference->low |= bits.low;
    difference->high |= bits.high;
#else
    difference->low |= bits;
#endif
}

static void NAMED(fragments)(const void *keys, size_t n, const sweep_transform *transform, unsigned begin,
                             unsigned bits, uint64_t *out)
{
    const sweep_transform t = *transform;

    for (size_t i = 0; i < n; i++)
        out[i] = FRAGMENT(ORDERED(LOAD(keys, i), &t), begin, bits);
}
