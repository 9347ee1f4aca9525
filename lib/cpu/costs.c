/*
 * The costs of each processor family, and which of them this machine gets.
 *
 * The limits were found by measuring whole sorts on one Xeon (bench/results), AVX2 with AVX-512 switched off there.
 * NEON and SIMD128 are not measured: they have limits in proportion to their vectors. Times are rough, and rank
 * candidates whose limits are met: a counting read of u32 keys 0.4 ns, a scatter 1.2, keys written from counts 0.1.
 */
#include "choose.h"

#ifdef SWEEP_TEST
#include "../environment.h"
#endif

#include <stdatomic.h>
#ifdef SWEEP_TEST
#include <pthread.h>
#endif

/* What no processor has measured otherwise. With each limit what it is worth:
   piece_bytes, local_bytes: 10^7 u32 keys in two levels, of which the second stays in L2.
   fewer_bits: 2 * 10^5 u32 keys, 2.9 ns a key against 3.4 by 11 bits.
   two_least, two_most: 10^6 u32 keys, 13 bits are counted in 0.36 ns a key, as fast as 7 bits.
   count_most_bits: 10^6 u32 keys of 16 bits, evenly spread, at 0.4 of the time of partitions, by Zipf's law at 0.23.
   sample_from: a sample costs 160 ns in cache, 410 outside. Below the input evenly spread keys leave smaller buckets,
   or large ones.
   pack_from: 10^5 pairs of u32 at 0.76 of the time, of u64 at 0.85; 10^3 pairs, which lie in the first-level cache in
   any case, at 1.06. */
#define EVERYWHERE                                                                                                     \
    .read = 0.2, .count = 0.4, .scatter = 1.2, .write = 0.1, .swap = 3, .heavy = 0.5, .bucket = 0.01,                  \
    .piece_bytes = 384 << 10, .local_bytes = 512 << 10, .fewer_bits = 9, .two_least = 12, .two_most = 13,              \
    .count_most_bits = 18, .sample_from = {4096, 384}, .pack_from = 4096

/* mean: of base cases of words and of pairs alike. */
#define BASE(mean_32, mean_64, words_ns, pairs_ns)                                                                     \
    .words = {{mean_32, mean_64}, words_ns}, .pairs = {{mean_32, mean_64}, pairs_ns}

enum family { ANY, AMD, INTEL };

static const struct row {
    enum family family;
    struct sweep_costs costs;
} rows[] = {
#if defined __x86_64__
    {ANY, {.processor = "Xeon, AVX-512", .tier = &sweep_tier_avx512, BASE(176, 88, 1.0, 2.0), EVERYWHERE}},
    {ANY, {.processor = "Xeon, AVX2", .tier = &sweep_tier_avx2, BASE(88, 44, 1.3, 2.6), EVERYWHERE}},
#elif defined __aarch64__ && defined __ARM_NEON && !defined __AARCH64EB__
    {ANY, {.processor = "not measured", .tier = &sweep_tier_neon, BASE(44, 22, 2.0, 4.0), EVERYWHERE}},
#elif defined __wasm_simd128__
    {ANY, {.processor = "not measured", .tier = &sweep_tier_simd128, BASE(44, 22, 2.0, 4.0), EVERYWHERE}},
#endif
    {ANY, {.processor = "Xeon, no vectors", .tier = &sweep_tier_portable, BASE(22, 22, 4.0, 6.0), EVERYWHERE}},
};

static enum family this_family(void)
{
#if defined __x86_64__
    __builtin_cpu_init();
    return __builtin_cpu_is("amd") ? AMD : __builtin_cpu_is("intel") ? INTEL : ANY;
#else
    return ANY;
#endif
}

#ifdef SWEEP_TEST
/* The candidates named in SWEEP_TEST_FORBID. The digit is not among them: without it some buckets had no step. */
static unsigned forbidden_by_name(void)
{
    static const char *const names[] = {[SWEEP_STEP_COUNT_WRITE] = "count_write",   [SWEEP_STEP_HEAVY] = "heavy",
                                        [SWEEP_USE_TWO_DIGITS] = "two_digits",      [SWEEP_USE_PACKING] = "packing",
                                        [SWEEP_USE_LOCAL_BUFFER] = "local_buffer",  [SWEEP_USE_RUNS] = "runs",
                                        [SWEEP_USE_SAMPLES_BELOW] = "samples_below"};
    const char *list = sweep_environment("SWEEP_TEST_FORBID");
    unsigned forbidden = 0;

    for (unsigned i = 0; list != NULL && i < sizeof names / sizeof *names; i++)
        if (names[i] != NULL && strstr(list, names[i]) != NULL)
            forbidden |= 1u << i;
    return forbidden;
}
#endif

static const struct sweep_costs *row_of_this_machine(void)
{
    const struct sweep_tier *tier = sweep_tier_choose();
    const enum family family = this_family();
    const struct row *row = rows;

    while (row->costs.tier != tier || (row->family != ANY && row->family != family))
        row++;
    return &row->costs;
}

#ifdef SWEEP_TEST
static struct sweep_costs costs_without;

static void leave_out(void)
{
    costs_without = *row_of_this_machine();
    costs_without.forbidden = forbidden_by_name();
    if (costs_without.forbidden >> SWEEP_USE_LOCAL_BUFFER & 1)
        costs_without.local_bytes = 0;
    if (costs_without.forbidden >> SWEEP_USE_SAMPLES_BELOW & 1)
        costs_without.sample_from[1] = SIZE_MAX;
}

const struct sweep_costs *sweep_costs_choose(void)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;

    pthread_once(&once, leave_out);
    return &costs_without;
}
#else
const struct sweep_costs *sweep_costs_choose(void)
{
    static _Atomic(const struct sweep_costs *) chosen;
    const struct sweep_costs *costs = atomic_load_explicit(&chosen, memory_order_relaxed);

    if (costs == NULL) {
        costs = row_of_this_machine();
        atomic_store_explicit(&chosen, costs, memory_order_relaxed);
    }
    return costs;
}
#endif
