/*
 * Stages alone: transforms, histograms, offsets, single sweeps, buffers, published counts. Every single sweep of an
 * engine is compared with a stable counting sort on its digit, at tile sizes 1 to 16 and n from 0 to 129.
 */
#include "stages.h"

void stage_open(stage *opened, sweep_operation operation, sweep_type type, size_t n, size_t value_size,
                const sweep_options *options, void *keys, void *out)
{
    struct sweep_refusal refusal;
    CHECK_STATUS(SWEEP_OK, sweep_check_options(&refusal, &opened->options, options, type));
    CHECK_STATUS(SWEEP_OK, sweep_blueprint_make(&opened->blueprint, operation, n, type, value_size, &opened->options));
    CHECK(sweep_workspace_open(&opened->workspace, opened->blueprint.plan.threads));
    CHECK(sweep_workspace_grow(&opened->workspace, opened->blueprint.plan.scratch_bytes));
    opened->job = (struct sweep_job){
        .blueprint = &opened->blueprint,
        .kernels = sweep_tier_choose()->kinds[opened->blueprint.kind],
        .workspace = &opened->workspace,
        .keys = keys,
        .keys_out = operation == SWEEP_OPERATION_ARGSORT ? NULL : keys,
        .values = operation == SWEEP_OPERATION_SORT_PAIRS ? out : NULL,
        .values_out = out,
    };
}

void stage_close(stage *opened)
{
    sweep_workspace_close(&opened->workspace);
}

unsigned stage_digit(const void *key, sweep_type type, const sweep_options *options, sweep_digit digit)
{
    reference_bits bits = reference_transform(key, type, options->order, options->float_order);
    return (unsigned)(bits >> digit.place) % (1u << digit.bits);
}

/* The order of a stable counting sort on one digit. */
static void counting_sort(const unsigned char *keys, size_t n, sweep_type type, const sweep_options *options,
                          sweep_digit digit, size_t *order)
{
    size_t filled = 0;
    for (unsigned bucket = 0; bucket < 1u << digit.bits; bucket++)
        for (size_t i = 0; i < n; i++)
            if (stage_digit(keys + i * reference_type_of(type)->bytes, type, options, digit) == bucket)
                order[filled++] = i;
    CHECK(filled == n);
}

/* A window of one digit is one sweep: of every engine, at every small n and tile size. */
static void test_single_sweeps(void)
{
    enum { MOST = 129 };
    static const size_t tiles[] = {1, 2, 3, 7, 16};
    sweep_workspace_config config = {.struct_size = sizeof config, .threads = 3};
    sweep_workspace *workspace = NULL;
    CHECK_STATUS(SWEEP_OK, sweep_workspace_create(&workspace, &config));
    for (size_t n = 0; n <= MOST; n++)
        for (size_t tile = 0; tile < COUNT(tiles); tile++)
            for (size_t e = 0; e < CASE_ENGINES; e++) {
                size_t turn = n * 7 + tile * 3 + e, t = turn % REFERENCE_TYPES, size = reference_types[t].bytes;
                sweep_type type = reference_types[t].type;
                unsigned bits = 1 + (unsigned)(turn / 5 % 8);
                sweep_digit digit = {(uint8_t)(turn / 3 % (8 * size - bits + 1)), (uint8_t)bits};
                unsigned char keys[MOST * 16], before[MOST * 16], expected[MOST * 16];
                size_t order[MOST + 1];
                uint64_t indices[MOST + 1];
                sweep_options options = sweep_default_options();
                options.engine = case_engines[e];
                options.tile_size = tiles[tile];
                options.digit_bits = bits;
                options.begin_bit = digit.place;
                options.end_bit = digit.place + bits;
                options.order = turn % 2 == 0 ? SWEEP_ASCENDING : SWEEP_DESCENDING;
                options.float_order = (sweep_float_order)(turn % 3);
                options.threads = turn % 4 == 0 ? 3 : 1;
                options.workspace = workspace;
                check_case("one sweep: %s %s n=%zu, tiles of %zu, digit [%u, %u)", case_engine_names[case_engines[e]],
                           reference_types[t].name, n, tiles[tile], digit.place, digit.place + bits);
                pattern_fill(before, n, type, turn % 5 == 0 ? PATTERN_SPECIALS : PATTERN_UNIFORM, check_seed + turn);
                memcpy(keys, before, n * size);
                counting_sort(before, n, type, &options, digit, order);
                reference_gather(before, expected, order, n, size);
                sweep_plan plan;
                CHECK_STATUS(SWEEP_OK, sweep_plan_sort(&plan, SWEEP_OPERATION_SORTPERM, n, type, 8, &options));
                CHECK(plan.sweep_count == 1 || plan.insertion || plan.engine == SWEEP_HYBRID);
                CHECK_STATUS(SWEEP_OK, sweep_sortperm(keys, indices, n, type, 8, &options));
                CHECK_SAME(expected, keys, n, size, "keys");
                CHECK_SAME(order, indices, n, sizeof *indices, "indices");
            }
    sweep_workspace_destroy(workspace);
}

/* The inner loops of every tier that this machine runs. */
static void test_tiers(void)
{
    const struct sweep_tier *tiers[] = {&sweep_tier_portable, NULL, NULL};
#if defined __x86_64__
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi2"))
        tiers[1] = &sweep_tier_avx2;
    if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512dq") &&
        __builtin_cpu_supports("avx512vl"))
        tiers[2] = &sweep_tier_avx512;
#endif
#if defined __aarch64__
    tiers[1] = &sweep_tier_neon;
    size_t count = 2;
#elif defined __x86_64__
    size_t count = COUNT(tiers);
#else
    size_t count = 1;
#endif
    for (size_t i = 0; i < count; i++) {
        if (tiers[i] != NULL) {
            stages_keys(tiers[i]);
            stages_leaf(tiers[i]);
        } else {
            check_case("tiers");
            check_skip("this processor lacks the %s tier", i == 1 ? "AVX2" : "AVX-512");
        }
    }
}

int main(int argc, char **argv)
{
    check_start("test_stages", argc, argv);
    if (TEST_UNDER_TSAN) {
        check_case("inner loops of the tiers");
        check_skip("they have no threads for the race detector");
    } else {
        test_tiers();
    }
    stages_pingpong();
    stages_lsd();
    stages_split();
    stages_onesweep();
    test_single_sweeps();
    return check_finish();
}
