/*
 * The case of case.h, in the order in which it happens: arrays, reference, workspace, plan, call, comparison.
 */
#include "case.h"

#include <stdio.h>
#include <string.h>

#include "buffers.h"
#include "check.h"
#include "hooks.h"

enum { REUSED_KEPT = 16 };

const sweep_engine case_engines[CASE_ENGINES] = {SWEEP_AUTO, SWEEP_LSD, SWEEP_ONESWEEP, SWEEP_HYBRID, SWEEP_SPLIT};
const char *const case_engine_names[CASE_ENGINES] = {"auto", "lsd", "onesweep", "hybrid", "split"};

static struct {
    unsigned threads;
    sweep_workspace *workspace;
} reused[REUSED_KEPT];
static size_t reused_count, cases;

bool case_engine_has(sweep_engine engine, unsigned digit_bits)
{
    return digit_bits <= (engine == SWEEP_SPLIT || engine == SWEEP_ONESWEEP ? 8 : 16);
}

sort_case case_default(const char *row, sweep_operation operation, sweep_type type, size_t n)
{
    return (sort_case){
        .row = row, .operation = operation, .type = type, .n = n, .value_size = 8, .options = sweep_default_options()};
}

size_t case_value_size(const sort_case *tried)
{
    return tried->operation == SWEEP_OPERATION_SORT || tried->operation == SWEEP_OPERATION_SORT_COPY
               ? 0
               : tried->value_size;
}

static void name_case(const sort_case *tried)
{
    static const char *const operations[] = {"?", "sort", "sort_pairs", "argsort", "sortperm", "sort_copy"};
    static const char *const workspaces[CASE_WORKSPACES] = {"none",     "own",   "reused", "reserved",
                                                            "reversed", "mixed", "at once"};
    static const char *const floats[] = {"nan-last", "total", "nan-first"};
    const sweep_options *options = &tried->options;
    check_case("%s: %s %s n=%zu%s%s %s %s value=%zu window=[%u,%u) threads=%u digit=%u tile=%zu workspace=%s "
               "misaligned=%u,%u",
               tried->row, operations[tried->operation], reference_type_of(tried->type)->name, tried->n,
               tried->in_place ? " in place" : "", options->order == SWEEP_DESCENDING ? " descending" : "",
               floats[options->float_order], case_engine_names[options->engine], case_value_size(tried),
               options->begin_bit, options->end_bit, options->threads, options->digit_bits, options->tile_size,
               workspaces[tried->workspace], tried->keys_misaligned, tried->values_misaligned);
}

sweep_status case_call(const sort_case *tried, void *keys, void *out)
{
    const sweep_options *options = &tried->options;
    switch (tried->operation) {
    case SWEEP_OPERATION_SORT_PAIRS:
        return sweep_sort_pairs(keys, out, tried->n, tried->type, tried->value_size, options);
    case SWEEP_OPERATION_ARGSORT: return sweep_argsort(keys, out, tried->n, tried->type, tried->value_size, options);
    case SWEEP_OPERATION_SORTPERM: return sweep_sortperm(keys, out, tried->n, tried->type, tried->value_size, options);
    case SWEEP_OPERATION_SORT_COPY:
        return sweep_sort_copy(keys, tried->in_place ? keys : out, tried->n, tried->type, options);
    default: return sweep_sort(keys, tried->n, tried->type, options);
    }
}

/* Values that tell where they came from as far as their bytes reach. */
static void fill_values(unsigned char *values, size_t n, size_t size)
{
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < size; j++)
            values[i * size + j] = (unsigned char)(j < 8 ? i >> 8 * j : i * 5 + j);
}

static void fill_indices(unsigned char *indices, const size_t *order, size_t n, size_t size)
{
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < size; j++)
            indices[i * size + j] = (unsigned char)(order[i] >> 8 * j);
}

static sweep_workspace *reused_workspace(unsigned threads)
{
    for (size_t i = 0; i < reused_count; i++)
        if (reused[i].threads == threads)
            return reused[i].workspace;
    sweep_workspace_config config = {.struct_size = sizeof config, .threads = threads};
    if (reused_count == REUSED_KEPT ||
        !CHECK_STATUS(SWEEP_OK, sweep_workspace_create(&reused[reused_count].workspace, &config)))
        return NULL;
    reused[reused_count].threads = threads;
    return reused[reused_count++].workspace;
}

static sweep_workspace *make_workspace(const sort_case *tried, test_hooks *hooks)
{
    sweep_workspace *made = NULL;
    sweep_workspace_config config = hooks_config(hooks, tried->options.threads);
    if (tried->workspace == CASE_WITHOUT)
        return NULL;
    if (tried->workspace == CASE_REUSED)
        return reused_workspace(tried->options.threads);
    if (tried->workspace == CASE_REVERSED)
        config.parallel_for = hooks_run_reversed;
    if (tried->workspace == CASE_MIXED)
        config.parallel_for = hooks_run_mixed;
    if (tried->workspace == CASE_AT_ONCE)
        config.parallel_for = hooks_run_at_once;
    CHECK_STATUS(SWEEP_OK, sweep_workspace_create(&made, &config));
    if (tried->workspace == CASE_RESERVED)
        CHECK_STATUS(SWEEP_OK, sweep_workspace_reserve(made, tried->n + tried->reserve_more, tried->type,
                                                       case_value_size(tried), &tried->options));
    return made;
}

/* The plan promises what the call then does: no engine left open, threads within the limit, exactly this scratch. */
static void check_plan(const sort_case *tried, const sweep_plan *plan, const test_hooks *hooks, size_t bytes_before,
                       size_t calls_before)
{
    CHECK(plan->engine != SWEEP_AUTO && plan->n == tried->n && plan->type == tried->type);
    CHECK(plan->threads >= 1 && plan->sweep_count <= SWEEP_PLAN_SWEEPS);
    CHECK(tried->options.threads == SWEEP_ALL_THREADS || tried->options.threads == 0 ||
          plan->threads <= tried->options.threads);
    if (tried->workspace == CASE_RESERVED)
        CHECK_TEXT(hooks->calls == calls_before, "a reserved sort allocated %zu times", hooks->calls - calls_before);
    else if (tried->workspace != CASE_WITHOUT && tried->workspace != CASE_REUSED)
        CHECK_TEXT(hooks->most_bytes - bytes_before == plan->scratch_bytes,
                   "the plan says %zu bytes of scratch, the hooks saw %zu", plan->scratch_bytes,
                   hooks->most_bytes - bytes_before);
}

static void check_order(const sort_case *tried, const void *keys, size_t expected)
{
    size_t found = SIZE_MAX;
    CHECK_STATUS(SWEEP_OK, sweep_is_sorted(keys, tried->n, tried->type, &found, &tried->options));
    CHECK_TEXT(found == expected, "first out of order: %zu expected, %zu found", expected, found);
}

/* Plans, sorts and compares; a copy in place is planned as a sort. `out` holds values, indices or the copy; the
 * expected arrays are the reference's. */
static void try_call(sort_case *tried, test_hooks *hooks, buffer *keys, buffer *out, const void *expected_keys,
                     const void *expected_out)
{
    size_t key_size = reference_type_of(tried->type)->bytes;
    sweep_plan plan;
    memset(&plan, BUFFER_FILL, sizeof plan);
    sweep_operation planned = tried->in_place ? SWEEP_OPERATION_SORT : tried->operation;
    CHECK_STATUS(SWEEP_OK,
                 sweep_plan_sort(&plan, planned, tried->n, tried->type, case_value_size(tried), &tried->options));
    size_t bytes_before = hooks->live_bytes, calls_before = hooks->calls;
    CHECK_STATUS(SWEEP_OK, case_call(tried, keys->data, out->data));
    check_plan(tried, &plan, hooks, bytes_before, calls_before);
    CHECK_SAME(expected_keys, keys->data, tried->n, key_size, "keys");
    if (tried->operation == SWEEP_OPERATION_SORT_COPY && !tried->in_place)
        CHECK_SAME(expected_out, out->data, tried->n, key_size, "copy");
    else if (case_value_size(tried) > 0)
        CHECK_SAME(expected_out, out->data, tried->n, tried->value_size,
                   tried->operation == SWEEP_OPERATION_SORT_PAIRS ? "values" : "indices");
}

bool case_run(const sort_case *asked, const void *keys)
{
    sort_case tried = *asked;
    size_t n = tried.n, key_size = reference_type_of(tried.type)->bytes, value_size = case_value_size(&tried);
    size_t failures_before = check_failures();
    name_case(&tried);
    cases++;

    size_t *order = malloc((n + 1) * sizeof *order);
    buffer sorted = buffer_create(n * key_size, 0);
    reference_sort(keys, n, tried.type, &tried.options, order);
    reference_gather(keys, sorted.data, order, n, key_size);

    bool copies = tried.operation == SWEEP_OPERATION_SORT_COPY && !tried.in_place;
    bool keeps_keys = tried.operation == SWEEP_OPERATION_ARGSORT || copies;
    size_t out_size = copies ? key_size : value_size;
    buffer in = buffer_copy_of(keys, n * key_size, tried.keys_misaligned);
    buffer out = buffer_create(n * out_size, tried.values_misaligned);
    buffer expected = buffer_create(n * out_size, 0);
    if (tried.operation == SWEEP_OPERATION_SORT_PAIRS) {
        fill_values(out.data, n, value_size);
        reference_gather(out.data, expected.data, order, n, value_size);
    } else if (copies && n > 0) {
        memcpy(expected.data, sorted.data, n * key_size);
    } else if (value_size > 0) {
        fill_indices(expected.data, order, n, value_size);
    }

    test_hooks hooks;
    hooks_init(&hooks);
    tried.options.workspace = make_workspace(&tried, &hooks);
    check_order(&tried, keys, reference_first_out_of_order(keys, n, tried.type, &tried.options));
    try_call(&tried, &hooks, &in, &out, keeps_keys ? keys : sorted.data, expected.data);
    check_order(&tried, sorted.data, n);
    if (tried.workspace != CASE_REUSED)
        sweep_workspace_destroy(tried.options.workspace);
    hooks_finish(&hooks);

    CHECK_TEXT(buffer_destroy(&in), "a write before or after the keys");
    CHECK_TEXT(buffer_destroy(&out), "a write before or after the values, indices or copy");
    buffer_destroy(&sorted);
    buffer_destroy(&expected);
    free(order);
    return check_failures() == failures_before;
}

size_t case_count(void)
{
    return cases;
}

void case_finish(void)
{
    while (reused_count > 0)
        sweep_workspace_destroy(reused[--reused_count].workspace);
}
