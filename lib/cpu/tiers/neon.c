/*
 * The NEON tier, for every 64-bit ARM processor: the portable loops, and sorting networks over 128-bit vectors. Empty
 * elsewhere. It has run under emulation alone, so its leaf sizes are not measured.
 */
#if defined __aarch64__ && defined __ARM_NEON && !defined __AARCH64EB__

#include <arm_neon.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* All ones in the lanes whose bit is set in m; m is a constant once the loops are unrolled, and so is this. */
#define LANE_32(m, lane) ((m) >> (lane)&1 ? UINT32_MAX : 0)
#define LANE_64(m, lane) ((m) >> (lane)&1 ? UINT64_MAX : 0)
#define LANE_MASK_32(m) ((uint32x4_t){LANE_32(m, 0), LANE_32(m, 1), LANE_32(m, 2), LANE_32(m, 3)})
#define LANE_MASK_64(m) ((uint64x2_t){LANE_64(m, 0), LANE_64(m, 1)})

static inline uint32x4_t xor_lanes_32(uint32x4_t v, int m)
{
    if (m & 2)
        v = vextq_u32(v, v, 2);
    return m & 1 ? vrev64q_u32(v) : v;
}

#define WORD_BITS 32
#define VEC uint32x4_t
#define LANES 4
#define LOAD_VEC(p) vld1q_u32(p)
#define STORE_VEC(p, v) vst1q_u32(p, v)
#define MIN(a, b) vminq_u32(a, b)
#define MAX(a, b) vmaxq_u32(a, b)
#define MASK_MIN(x, m, a, b) vbslq_u32(LANE_MASK_32(m), MIN(a, b), x)
#define MASK_MAX(x, m, a, b) vbslq_u32(LANE_MASK_32(m), MAX(a, b), x)
#define XOR_LANES(v, m) xor_lanes_32(v, m)
#define LOW_LANES(a, b) vzip1q_u32(a, b)
#define HIGH_LANES(a, b) vzip2q_u32(a, b)
#include "networks.h"

#define WORD_BITS 64
#define VEC uint64x2_t
#define LANES 2
#define LOAD_VEC(p) vld1q_u64(p)
#define STORE_VEC(p, v) vst1q_u64(p, v)
#define MIN(a, b) vbslq_u64(vcgtq_u64(a, b), b, a)
#define MAX(a, b) vbslq_u64(vcgtq_u64(a, b), a, b)
#define MASK_MIN(x, m, a, b) vbslq_u64(LANE_MASK_64(m), MIN(a, b), x)
#define MASK_MAX(x, m, a, b) vbslq_u64(LANE_MASK_64(m), MAX(a, b), x)
#define XOR_LANES(v, m) ((m)&1 ? vextq_u64(v, v, 1) : (v))
#define LOW_LANES(a, b) vzip1q_u64(a, b)
#define HIGH_LANES(a, b) vzip2q_u64(a, b)
#include "networks.h"

#define WORDS_MOST_32 256
#define WORDS_MOST_64 128
#define ORDER_BITS 8
#define PAIRS_MOST 128
#define TIER sweep_tier_neon
#define TIER_NAME "neon"
#include "kinds.h"

#endif

typedef int sweep_tier_neon_unit; /* C wants something in every file */
