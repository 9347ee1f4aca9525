/*
 * The SIMD128 tier of WebAssembly: the portable loops, and sorting networks over 128-bit vectors for 32-bit words.
 * 64-bit words are sorted by insertion: two of them a vector, which WebAssembly cannot compare as unsigned numbers,
 * were slower. Compiled with -msimd128; empty elsewhere.
 */
#if defined __wasm_simd128__

#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <wasm_simd128.h>

#include "../../tuning.h"

#define COMPACT /* pages load it */

/* All ones in the lanes whose bit is set in m; m is a constant once the loops are unrolled, and so is this. */
#define LANE_32(m, lane) ((m) >> (lane)&1 ? -1 : 0)
#define LANE_MASK_32(m) wasm_i32x4_make(LANE_32(m, 0), LANE_32(m, 1), LANE_32(m, 2), LANE_32(m, 3))

static inline v128_t xor_lanes_32(v128_t v, int m)
{
    if (m & 2)
        v = wasm_i32x4_shuffle(v, v, 2, 3, 0, 1);
    return m & 1 ? wasm_i32x4_shuffle(v, v, 1, 0, 3, 2) : v;
}

#define WORD_BITS 32
#define VEC v128_t
#define LANES 4
#define LOAD_VEC(p) wasm_v128_load(p)
#define STORE_VEC(p, v) wasm_v128_store(p, v)
#define MIN(a, b) wasm_u32x4_min(a, b)
#define MAX(a, b) wasm_u32x4_max(a, b)
#define MASK_MIN(x, m, a, b) wasm_v128_bitselect(MIN(a, b), x, LANE_MASK_32(m))
#define MASK_MAX(x, m, a, b) wasm_v128_bitselect(MAX(a, b), x, LANE_MASK_32(m))
#define XOR_LANES(v, m) xor_lanes_32(v, m)
#define LOW_LANES(a, b) wasm_i32x4_shuffle(a, b, 0, 4, 1, 5)
#define HIGH_LANES(a, b) wasm_i32x4_shuffle(a, b, 2, 6, 3, 7)
#include "networks.h"

#define WORD_BITS 64
#include "insertion_words.h"

#define WORDS_MOST_32 64
#define WORDS_MOST_64 SWEEP_SCALAR_BASE
#define ORDER_BITS 8
#define PAIRS_MOST SWEEP_SCALAR_BASE
#define TIER sweep_tier_simd128
#define TIER_NAME "simd128"
#include "kinds.h"

#endif

typedef int sweep_tier_simd128_unit; /* C wants something in every file */
