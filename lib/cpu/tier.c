/*
 * Which tier this machine runs: the widest that its processor has. Decided at the first call and kept.
 */
#include "tier.h"

#ifdef SWEEP_TEST
#include "../environment.h"
#endif

#include <stdatomic.h>
#include <string.h>

static const struct sweep_tier *choose(void)
{
    const char *without = NULL;
#ifdef SWEEP_TEST
    without =
        sweep_environment("SWEEP_TEST_WITHOUT"); /* "avx512", "avx2" (then neither) or "neon": tests switch tiers off */
#endif
    (void)without;
#if defined __aarch64__ && defined __ARM_NEON && !defined __AARCH64EB__
    if (without == NULL || strcmp(without, "neon") != 0)
        return &sweep_tier_neon;
#endif
#if defined __x86_64__
    bool avx2 = without == NULL || strcmp(without, "avx2") != 0;
    bool avx512 = without == NULL;
    if (avx512 && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
        __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("bmi2"))
        return &sweep_tier_avx512;
    if (avx2 && __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi2"))
        return &sweep_tier_avx2;
#endif
#if defined __wasm_simd128__
    return &sweep_tier_simd128;
#else
    return &sweep_tier_portable;
#endif
}

const struct sweep_tier *sweep_tier_choose(void)
{
    static _Atomic(const struct sweep_tier *) chosen;
    const struct sweep_tier *tier = atomic_load_explicit(&chosen, memory_order_relaxed);

    if (tier == NULL) {
        tier = choose();
        atomic_store_explicit(&chosen, tier, memory_order_relaxed);
    }
    return tier;
}
