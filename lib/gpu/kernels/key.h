/*
 * Keys and their digits. In: SWEEP_KEY_BYTES (1, 2, 4, 8 or 16). Out: key_t; sweep_ordered, which maps a key to bits
 * whose unsigned order is the sorting order; sweep_digit, a digit of those. Type, order and window are run-time
 * numbers, so one program serves every type of a width.
 * SPDX-License-Identifier: Apache-2.0
 */
#if SWEEP_KEY_BYTES == 1
#define key_t u8
#elif SWEEP_KEY_BYTES == 2
#define key_t u16
#elif SWEEP_KEY_BYTES == 4
#define key_t u32
#elif SWEEP_KEY_BYTES == 8
#define key_t u64
#else
#define key_t pair64
#endif

typedef key_t MAY_ALIAS shared_key_t;

#if SWEEP_KEY_BYTES == 16

#define ordered_t pair64

FUNCTION ordered_t sweep_ordered(key_t key, ARGUMENTS a)
{
    key.x ^= a.flip_low;
    key.y ^= a.flip_high;
    return key;
}

FUNCTION u32 sweep_digit_of(ordered_t ordered, u32 place, u32 bits)
{
    u64 part;
    if (bits == 0)
        return 0;
    if (place >= 64)
        part = ordered.y >> (place - 64);
    else if (place == 0)
        part = ordered.x;
    else
        part = ordered.x >> place | ordered.y << (64 - place);
    return (u32)part & ((1u << bits) - 1);
}

/* The bits [place, end) alone, where they are. */
FUNCTION ordered_t sweep_masked(ordered_t ordered, u32 place, u32 end)
{
    u64 low = (end >= 64 ? ~(u64)0 : ((u64)1 << end) - 1) & (place >= 64 ? 0 : ~(u64)0 << place);
    u64 high = end <= 64 ? 0 : ~(u64)0 >> (128 - end);
    ordered.x &= low;
    ordered.y &= place <= 64 ? high : high >> (place - 64) << (place - 64);
    return ordered;
}

FUNCTION u32 sweep_less(ordered_t one, ordered_t other)
{
    return one.y < other.y || (one.y == other.y && one.x < other.x);
}

FUNCTION u32 sweep_equal(ordered_t one, ordered_t other)
{
    return one.x == other.x && one.y == other.y;
}

#else

#if SWEEP_KEY_BYTES == 8
#define ordered_t u64
#else
#define ordered_t u32
#endif

FUNCTION ordered_t sweep_ordered(key_t key, ARGUMENTS a)
{
    ordered_t x = key, sign = (ordered_t)a.sign;
    if (sign != 0) { /* a float: the larger a negative one's magnitude, the smaller it is */
        ordered_t magnitude = x & (sign - 1);
        x = (x & sign ? (x ^ sign) ^ (sign - 1) : x ^ sign) ^ (ordered_t)a.flip_low;
        if (magnitude > (ordered_t)a.nan_above)
            x = (ordered_t)a.nan_as;
        if (magnitude < (ordered_t)a.zero_below)
            x = (ordered_t)a.zero_as;
    } else {
        x ^= (ordered_t)a.flip_low;
    }
    return x;
}

FUNCTION u32 sweep_digit_of(ordered_t ordered, u32 place, u32 bits)
{
    return bits == 0 ? 0 : (u32)(ordered >> place) & ((1u << bits) - 1);
}

FUNCTION ordered_t sweep_masked(ordered_t ordered, u32 place, u32 end)
{
    ordered_t below = end >= sizeof(ordered_t) * 8 ? ~(ordered_t)0 : ((ordered_t)1 << end) - 1;
    return ordered & below & ~(ordered_t)0 << place;
}

FUNCTION u32 sweep_less(ordered_t one, ordered_t other)
{
    return one < other;
}

FUNCTION u32 sweep_equal(ordered_t one, ordered_t other)
{
    return one == other;
}

#endif

FUNCTION u32 sweep_digit(key_t key, u32 place, u32 bits, ARGUMENTS a)
{
    return sweep_digit_of(sweep_ordered(key, a), place, bits);
}

/* The digit of what is XORed to every key that is no float. */
FUNCTION u32 sweep_flip(u32 place, u32 bits, ARGUMENTS a)
{
#if SWEEP_KEY_BYTES == 16
    ordered_t flip;
    flip.x = a.flip_low;
    flip.y = a.flip_high;
    return sweep_digit_of(flip, place, bits);
#else
    return sweep_digit_of((ordered_t)a.flip_low, place, bits);
#endif
}
