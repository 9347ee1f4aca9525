/*
 * Keys and their digits. In: SWEEP_KEY_BYTES (1, 2, 4, 8 or 16). Out: key_t, and sweep_digit, which maps a key to a
 * digit of its transformed bits, whose unsigned order is the sorting order. Type, order and window are run-time
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

#if SWEEP_KEY_BYTES == 16

FUNCTION u32 sweep_digit(key_t key, u32 place, u32 bits, ARGUMENTS a)
{
    u64 low = key.x ^ a.flip_low, high = key.y ^ a.flip_high, part;
    if (bits == 0)
        return 0;
    if (place >= 64)
        part = high >> (place - 64);
    else if (place == 0)
        part = low;
    else
        part = low >> place | high << (64 - place);
    return (u32)part & ((1u << bits) - 1);
}

#else

FUNCTION u32 sweep_digit(key_t key, u32 place, u32 bits, ARGUMENTS a)
{
    u64 x = key;
    if (bits == 0)
        return 0;
    if (a.sign != 0) { /* a float: the larger a negative one's magnitude, the smaller it is */
        u64 magnitude = x & (a.sign - 1);
        x = (x & a.sign ? (x ^ a.sign) ^ (a.sign - 1) : x ^ a.sign) ^ a.flip_low;
        if (magnitude > a.nan_above)
            x = a.nan_as;
        if (magnitude < a.zero_below)
            x = a.zero_as;
    } else {
        x ^= a.flip_low;
    }
    return (u32)(x >> place) & ((1u << bits) - 1);
}

#endif
