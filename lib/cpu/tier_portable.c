/*
 * The portable tier: plain C for any machine, and the oracle of the fast ones.
 */
#include "tier.h"

#include "../sweep_limits.h"
#include "../tuning.h"

/* The number i as a value of each width: what argsort and sortperm move in their first sweep. */
static inline sweep_word_8 index_8(size_t i) { return (sweep_word_8)i; }
static inline sweep_word_16 index_16(size_t i) { return (sweep_word_16)i; }
static inline sweep_word_32 index_32(size_t i) { return (sweep_word_32)i; }
static inline sweep_word_64 index_64(size_t i) { return (sweep_word_64)i; }
static inline sweep_word_128 index_128(size_t i) { return (sweep_word_128){.low = i}; }

#define KIND i8
#define BITS 8
#include "kind.h"

#define KIND i16
#define BITS 16
#include "kind.h"

#define KIND i32
#define BITS 32
#include "kind.h"

#define KIND i64
#define BITS 64
#include "kind.h"

#define KIND i128
#define BITS 128
#include "kind.h"

#define KIND f16
#define BITS 16
#include "kind.h"

#define KIND f32
#define BITS 32
#include "kind.h"

#define KIND f64
#define BITS 64
#include "kind.h"

const struct sweep_tier sweep_tier_portable = {
    .name = "portable",
    .kinds = {
        [SWEEP_KIND_I8] = &kernels_i8, [SWEEP_KIND_I16] = &kernels_i16, [SWEEP_KIND_I32] = &kernels_i32,
        [SWEEP_KIND_I64] = &kernels_i64, [SWEEP_KIND_I128] = &kernels_i128,
        [SWEEP_KIND_F16] = &kernels_f16, [SWEEP_KIND_F32] = &kernels_f32, [SWEEP_KIND_F64] = &kernels_f64,
    },
};
