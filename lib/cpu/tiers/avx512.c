/*
 * The AVX-512 tier: the portable loops compiled for it, and sorting networks over 512-bit vectors. Compiled with
 * -mavx512f -mavx512bw -mavx512dq -mavx512vl -mbmi2 (lib/CMakeLists.txt); empty elsewhere.
 */
#if defined __AVX512F__ && defined __AVX512BW__ && defined __AVX512DQ__ && defined __AVX512VL__

#include <immintrin.h>

#define LANE_NUMBERS_32 _mm512_set_epi32(15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0)
#define LANE_NUMBERS_64 _mm512_set_epi64(7, 6, 5, 4, 3, 2, 1, 0)

#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* Words interleaved by threes: lane `number` of vector k holds word number / 3 of one of three vectors. FIRST_TWO picks
   from the first and the second of them, AND_THIRD keeps these and picks from the third. */
#define FIRST_TWO(lanes, number) ((number) % 3 == 1 ? (lanes) + (number) / 3 : (number) / 3)
#define AND_THIRD(lanes, number) ((number) % 3 == 2 ? (lanes) + (number) / 3 : (number) % (lanes))
#define LANES_8(of, lanes, n)                                                                                          \
    of(lanes, n), of(lanes, n + 1), of(lanes, n + 2), of(lanes, n + 3), of(lanes, n + 4), of(lanes, n + 5),            \
        of(lanes, n + 6), of(lanes, n + 7)
#define LANES_16(of, n) LANES_8(of, 16, n), LANES_8(of, 16, n + 8)

static inline __m512i three_way_32(int k, __m512i a, __m512i b, __m512i c)
{
    static const _Alignas(64)
        uint32_t two[3][16] = {{LANES_16(FIRST_TWO, 0)}, {LANES_16(FIRST_TWO, 16)}, {LANES_16(FIRST_TWO, 32)}};
    static const _Alignas(64)
        uint32_t third[3][16] = {{LANES_16(AND_THIRD, 0)}, {LANES_16(AND_THIRD, 16)}, {LANES_16(AND_THIRD, 32)}};
    __m512i ab = _mm512_permutex2var_epi32(a, _mm512_load_si512(two[k]), b);
    return _mm512_permutex2var_epi32(ab, _mm512_load_si512(third[k]), c);
}

static inline __m512i three_way_64(int k, __m512i a, __m512i b, __m512i c)
{
    static const _Alignas(64)
        uint64_t two[3][8] = {{LANES_8(FIRST_TWO, 8, 0)}, {LANES_8(FIRST_TWO, 8, 8)}, {LANES_8(FIRST_TWO, 8, 16)}};
    static const _Alignas(64)
        uint64_t third[3][8] = {{LANES_8(AND_THIRD, 8, 0)}, {LANES_8(AND_THIRD, 8, 8)}, {LANES_8(AND_THIRD, 8, 16)}};
    __m512i ab = _mm512_permutex2var_epi64(a, _mm512_load_si512(two[k]), b);
    return _mm512_permutex2var_epi64(ab, _mm512_load_si512(third[k]), c);
}

#define WORD_BITS 32
#define VEC __m512i
#define LANES 16
#define LOAD_VEC(p) _mm512_load_si512(p)
#define STORE_VEC(p, v) _mm512_store_si512(p, v)
#define MIN(a, b) _mm512_min_epu32(a, b)
#define MAX(a, b) _mm512_max_epu32(a, b)
#define MASK_MIN(x, m, a, b) _mm512_mask_min_epu32(x, (__mmask16)(m), a, b)
#define MASK_MAX(x, m, a, b) _mm512_mask_max_epu32(x, (__mmask16)(m), a, b)
#define XOR_LANES(v, m) _mm512_permutexvar_epi32(_mm512_xor_si512(LANE_NUMBERS_32, _mm512_set1_epi32(m)), v)
#define LOW_LANES(a, b)                                                                                                \
    _mm512_permutex2var_epi32(a, _mm512_set_epi32(23, 7, 22, 6, 21, 5, 20, 4, 19, 3, 18, 2, 17, 1, 16, 0), b)
#define HIGH_LANES(a, b)                                                                                               \
    _mm512_permutex2var_epi32(a, _mm512_set_epi32(31, 15, 30, 14, 29, 13, 28, 12, 27, 11, 26, 10, 25, 9, 24, 8), b)
#define THREE_WAY(k, a, b, c) three_way_32(k, a, b, c)
#define LOAD_ANY(p) _mm512_loadu_si512(p)
#define STORE_ANY(p, v) _mm512_storeu_si512(p, v)
#define LOAD_SOME(p, n) _mm512_maskz_loadu_epi32((__mmask16)((1u << (n)) - 1), p)
#define STORE_SOME(p, v, n) _mm512_mask_storeu_epi32(p, (__mmask16)((1u << (n)) - 1), v)
#define ONES_BEHIND(v, n) _mm512_mask_set1_epi32(v, (__mmask16)(~0u << (n)), -1)
#include "networks.h"

#define WORD_BITS 64
#define VEC __m512i
#define LANES 8
#define LOAD_VEC(p) _mm512_load_si512(p)
#define STORE_VEC(p, v) _mm512_store_si512(p, v)
#define MIN(a, b) _mm512_min_epu64(a, b)
#define MAX(a, b) _mm512_max_epu64(a, b)
#define MASK_MIN(x, m, a, b) _mm512_mask_min_epu64(x, (__mmask8)(m), a, b)
#define MASK_MAX(x, m, a, b) _mm512_mask_max_epu64(x, (__mmask8)(m), a, b)
#define XOR_LANES(v, m) _mm512_permutexvar_epi64(_mm512_xor_si512(LANE_NUMBERS_64, _mm512_set1_epi64(m)), v)
#define LOW_LANES(a, b) _mm512_permutex2var_epi64(a, _mm512_set_epi64(11, 3, 10, 2, 9, 1, 8, 0), b)
#define HIGH_LANES(a, b) _mm512_permutex2var_epi64(a, _mm512_set_epi64(15, 7, 14, 6, 13, 5, 12, 4), b)
#define THREE_WAY(k, a, b, c) three_way_64(k, a, b, c)
#define LOAD_ANY(p) _mm512_loadu_si512(p)
#define STORE_ANY(p, v) _mm512_storeu_si512(p, v)
#define LOAD_SOME(p, n) _mm512_maskz_loadu_epi64((__mmask8)((1u << (n)) - 1), p)
#define STORE_SOME(p, v, n) _mm512_mask_storeu_epi64(p, (__mmask8)((1u << (n)) - 1), v)
#define ONES_BEHIND(v, n) _mm512_mask_set1_epi64(v, (__mmask8)(~0u << (n)), -1)
#include "networks.h"

#define WORDS_MOST_32 4096
#define WORDS_MOST_64 2048
#define ORDER_BITS 10
#define PAIRS_MOST 1024
#define TIER sweep_tier_avx512
#define TIER_NAME "avx512"
#include "kinds.h"

#endif

typedef int sweep_tier_avx512_unit; /* C wants something in every file */
