/*
 * The AVX2 tier: the portable loops compiled for it, and sorting networks over 256-bit vectors. Compiled with -mavx2
 * -mbmi2 (lib/CMakeLists.txt); empty elsewhere.
 */
#if defined __AVX2__

#include <immintrin.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

typedef uint32_t lanes32 __attribute__((vector_size(32)));
typedef uint64_t lanes64 __attribute__((vector_size(32)));

#define LANE_NUMBERS_32 ((lanes32){0, 1, 2, 3, 4, 5, 6, 7})
#define LANE_NUMBERS_64 ((lanes64){0, 1, 2, 3})

/* All ones in the lanes whose bit is set in m; m is a constant once the loops are unrolled, and so is this. */
#define LANE_MASK_32(m) ((__m256i)(-(((lanes32){} + (uint32_t)(m)) >> LANE_NUMBERS_32 & 1)))
#define LANE_MASK_64(m) ((__m256i)(-(((lanes64){} + (uint64_t)(m)) >> LANE_NUMBERS_64 & 1)))

/* Vector k of the three that hold a0, b0, c0, a1, b1, c1, ...: its lane l holds word (LANES k + l) / 3 of one of them.
   k is a constant once the loops are unrolled, and so are the numbers of words and vectors. AVX2 moves 64-bit lanes as
   pairs of 32-bit ones. */
static inline __m256i pick_three_way(lanes32 lane, lanes32 of, __m256i a, __m256i b, __m256i c)
{
    __m256i ab = _mm256_blendv_epi8(_mm256_permutevar8x32_epi32(a, (__m256i)lane),
                                    _mm256_permutevar8x32_epi32(b, (__m256i)lane), (__m256i)(of == 1));
    return _mm256_blendv_epi8(ab, _mm256_permutevar8x32_epi32(c, (__m256i)lane), (__m256i)(of == 2));
}

static inline __m256i three_way_32(int k, __m256i a, __m256i b, __m256i c)
{
    const lanes32 word = LANE_NUMBERS_32 + 8u * (uint32_t)k;
    return pick_three_way(word / 3, word % 3, a, b, c);
}

static inline __m256i three_way_64(int k, __m256i a, __m256i b, __m256i c)
{
    const lanes32 word = LANE_NUMBERS_32 / 2 + 4u * (uint32_t)k;
    return pick_three_way(word / 3 * 2 + LANE_NUMBERS_32 % 2, word % 3, a, b, c);
}

#define WORD_BITS 32
#define VEC __m256i
#define LANES 8
#define LOAD_VEC(p) _mm256_load_si256((const __m256i *)(const void *)(p))
#define STORE_VEC(p, v) _mm256_store_si256((__m256i *)(void *)(p), v)
#define MIN(a, b) _mm256_min_epu32(a, b)
#define MAX(a, b) _mm256_max_epu32(a, b)
#define MASK_MIN(x, m, a, b) _mm256_blendv_epi8(x, MIN(a, b), LANE_MASK_32(m))
#define MASK_MAX(x, m, a, b) _mm256_blendv_epi8(x, MAX(a, b), LANE_MASK_32(m))
#define XOR_LANES(v, m) _mm256_permutevar8x32_epi32(v, (__m256i)(LANE_NUMBERS_32 ^ (uint32_t)(m)))
#define LOW_LANES(a, b) _mm256_permute2x128_si256(_mm256_unpacklo_epi32(a, b), _mm256_unpackhi_epi32(a, b), 0x20)
#define HIGH_LANES(a, b) _mm256_permute2x128_si256(_mm256_unpacklo_epi32(a, b), _mm256_unpackhi_epi32(a, b), 0x31)
#define THREE_WAY(k, a, b, c) three_way_32(k, a, b, c)
#define LOAD_ANY(p) _mm256_loadu_si256((const __m256i *)(const void *)(p))
#define STORE_ANY(p, v) _mm256_storeu_si256((__m256i *)(void *)(p), v)
#define FIRST_LANES_32(n) _mm256_cmpgt_epi32(_mm256_set1_epi32((int)(n)), (__m256i)LANE_NUMBERS_32)
#define LOAD_SOME(p, n) _mm256_maskload_epi32((const int *)(const void *)(p), FIRST_LANES_32(n))
#define STORE_SOME(p, v, n) _mm256_maskstore_epi32((int *)(void *)(p), FIRST_LANES_32(n), v)
#define ONES_BEHIND(v, n) _mm256_blendv_epi8(_mm256_set1_epi32(-1), v, FIRST_LANES_32(n))
#include "networks.h"

/* AVX2 compares 64-bit words as signed numbers only. */
static inline __m256i above_64(__m256i a, __m256i b)
{
    const __m256i sign = _mm256_set1_epi64x((long long)(UINT64_C(1) << 63));
    return _mm256_cmpgt_epi64(_mm256_xor_si256(a, sign), _mm256_xor_si256(b, sign));
}

static inline __m256i xor_lanes_64(__m256i v, unsigned m)
{
    const lanes32 pair = LANE_NUMBERS_32 ^ (uint32_t)(2 * m);
    return _mm256_permutevar8x32_epi32(v, (__m256i)pair);
}

#define WORD_BITS 64
#define VEC __m256i
#define LANES 4
#define LOAD_VEC(p) _mm256_load_si256((const __m256i *)(const void *)(p))
#define STORE_VEC(p, v) _mm256_store_si256((__m256i *)(void *)(p), v)
#define MIN(a, b) _mm256_blendv_epi8(a, b, above_64(a, b))
#define MAX(a, b) _mm256_blendv_epi8(b, a, above_64(a, b))
#define MASK_MIN(x, m, a, b) _mm256_blendv_epi8(x, MIN(a, b), LANE_MASK_64(m))
#define MASK_MAX(x, m, a, b) _mm256_blendv_epi8(x, MAX(a, b), LANE_MASK_64(m))
#define XOR_LANES(v, m) xor_lanes_64(v, (unsigned)(m))
#define LOW_LANES(a, b) _mm256_permute2x128_si256(_mm256_unpacklo_epi64(a, b), _mm256_unpackhi_epi64(a, b), 0x20)
#define HIGH_LANES(a, b) _mm256_permute2x128_si256(_mm256_unpacklo_epi64(a, b), _mm256_unpackhi_epi64(a, b), 0x31)
#define THREE_WAY(k, a, b, c) three_way_64(k, a, b, c)
#define LOAD_ANY(p) _mm256_loadu_si256((const __m256i *)(const void *)(p))
#define STORE_ANY(p, v) _mm256_storeu_si256((__m256i *)(void *)(p), v)
#define FIRST_LANES_64(n) _mm256_cmpgt_epi64(_mm256_set1_epi64x((long long)(n)), (__m256i)LANE_NUMBERS_64)
#define LOAD_SOME(p, n) _mm256_maskload_epi64((const long long *)(const void *)(p), FIRST_LANES_64(n))
#define STORE_SOME(p, v, n) _mm256_maskstore_epi64((long long *)(void *)(p), FIRST_LANES_64(n), v)
#define ONES_BEHIND(v, n) _mm256_blendv_epi8(_mm256_set1_epi64x(-1), v, FIRST_LANES_64(n))
#include "networks.h"

#define WORDS_MOST_32 1024
#define WORDS_MOST_64 256
#define ORDER_BITS 8
#define PAIRS_MOST 256
#define TIER sweep_tier_avx2
#define TIER_NAME "avx2"
#include "kinds.h"

#endif

typedef int sweep_tier_avx2_unit; /* C wants something in every file */
