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
#include "networks.h"

#define WORDS_MOST_32 256
#define WORDS_MOST_64 128
#define TIER sweep_tier_avx512
#define TIER_NAME "avx512"
#include "tier_kinds.h"

#endif

typedef int sweep_tier_avx512_unit;     /* C wants something in every file */
