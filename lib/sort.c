/*
 * The public entry points: check the arguments, plan, run; nothing else.
 */
#include "cpu/job.h"
#include "cpu/pingpong.h"
#include "tuning.h"

/* What a call is about, from any entry point. */
struct call {
    sweep_operation operation;
    const void *keys;
    void *keys_out; /* NULL: argsort */
    void *values;   /* pairs: the values; argsort, sortperm: the indices */
    size_t n;
    sweep_type type;
    size_t value_size;
};

/* ---- few keys: no sweep, no scratch ---- */

/* Brings an array of n elements of any size into the given order, in place: along the order's cycles, a slice of the
   elements at a time. */
static void apply_order(void *array, size_t n, size_t size, const uint8_t *order)
{
    unsigned char *bytes = array, held[64];

    for (size_t slice = 0; slice < size; slice += sizeof held) {
        size_t width = size - slice < sizeof held ? size - slice : sizeof held;
        bool done[SWEEP_INSERTION_MOST] = {false};
        for (size_t start = 0; start < n; start++) {
            if (done[start] || order[start] == start)
                continue;
            memcpy(held, bytes + start * size + slice, width);
            size_t to = start;
            for (; order[to] != start; to = order[to]) {
                memcpy(bytes + to * size + slice, bytes + order[to] * size + slice, width);
                done[to] = true;
            }
            memcpy(bytes + to * size + slice, held, width);
            done[to] = true;
        }
    }
}

static void run_small(const struct sweep_job *job, const struct call *c)
{
    const struct sweep_blueprint *b = job->blueprint;
    uint8_t order[SWEEP_INSERTION_MOST];

    if (c->keys_out != NULL && c->keys_out != c->keys)
        memcpy(c->keys_out, c->keys, c->n * b->key_size);
    if (c->value_size == 0) {
        job->kernels->insertion(c->keys_out, c->n, &b->transform);
        return;
    }
    job->kernels->order(c->keys, c->n, &b->transform, order);
    if (c->keys_out != NULL)
        apply_order(c->keys_out, c->n, b->key_size, order);
    if (c->operation == SWEEP_OPERATION_SORT_PAIRS)
        apply_order(c->values, c->n, c->value_size, order);
    else
        for (size_t i = 0; i < c->n; i++)
            if (c->value_size == 4)
                sweep_store_32(c->values, i, order[i]);
            else
                sweep_store_64(c->values, i, order[i]);
}

/* ---- the run ---- */

static void run_engine(const struct sweep_job *job)
{
    switch (job->blueprint->plan.engine) {
    case SWEEP_ONESWEEP: sweep_run_onesweep(job); break;
    case SWEEP_HYBRID: (job->blueprint->plan.in_place ? sweep_run_in_place : sweep_run_hybrid)(job); break;
    case SWEEP_SPLIT: sweep_run_split(job); break;
    default: sweep_run_lsd(job); break;
    }
}

static void run(const struct sweep_blueprint *b, struct sweep_workspace *workspace, const struct call *c)
{
    struct sweep_job job = {
        .blueprint = b,
        .kernels = sweep_tier_choose()->kinds[b->kind],
        .workspace = workspace,
        .keys = c->keys,
        .keys_out = c->keys_out,
        .values = c->operation == SWEEP_OPERATION_SORT_PAIRS ? c->values : NULL,
        .values_out = c->values,
    };
    if (b->plan.insertion) {
        run_small(&job, c);
        return;
    }
    if (!b->plan.by_index) {
        run_engine(&job);
        return;
    }
    /* large values: sort the keys with indices, then move each value once */
    job.values = NULL;
    job.values_out = sweep_scratch(&job, b->layout.order);
    run_engine(&job);
    void *gathered = sweep_scratch(&job, b->layout.gathered);
    sweep_gather(workspace, b->plan.threads, gathered, c->values, c->n, c->value_size, job.values_out, b->moved_size);
    sweep_copy(workspace, b->plan.threads, c->values, gathered, c->n * c->value_size);
}

/* Fills in the refusal for a plan's status. */
static sweep_status plan_refused(struct sweep_refusal *refusal, sweep_status status, const sweep_options *checked)
{
    if (status == SWEEP_ERR_UNSUPPORTED)
        (void)sweep_refuse(refusal, SWEEP_REASON_MEMORY_LIMIT, NULL, NULL, checked->memory_limit, 0);
    if (status == SWEEP_ERR_MEMORY)
        (void)sweep_refuse(refusal, SWEEP_REASON_MEMORY, NULL, NULL, SIZE_MAX, 0);
    return status;
}

static sweep_status run_in_workspace(struct sweep_refusal *refusal, const struct sweep_blueprint *b,
                                     struct sweep_workspace *given, const struct call *c)
{
    struct sweep_workspace own, *workspace = given;
    sweep_status status = SWEEP_OK;

    if (workspace == NULL) {
        workspace = &own;
        if (!sweep_workspace_open(workspace, b->plan.threads))
            return sweep_refuse(refusal, SWEEP_REASON_THREADS, NULL, NULL, b->plan.threads, 0);
    } else if (!sweep_workspace_enter(workspace)) {
        return sweep_refuse(refusal, SWEEP_REASON_BUSY, NULL, NULL, 0, 0);
    }
    if (sweep_workspace_grow(workspace, b->plan.scratch_bytes))
        run(b, workspace, c);
    else
        status = sweep_refuse(refusal, SWEEP_REASON_MEMORY, NULL, NULL, b->plan.scratch_bytes, 0);
    if (workspace == &own)
        sweep_workspace_close(workspace);
    else
        sweep_workspace_leave(workspace);
    return status;
}

static sweep_status sort_call(const struct call *c, const sweep_options *options)
{
    struct sweep_refusal refusal;
    sweep_options checked;
    struct sweep_blueprint b;

    sweep_status status = sweep_check_options(&refusal, &checked, options, c->type);
    if (status == SWEEP_OK)
        status = sweep_check_operation(&refusal, c->operation, c->n, c->type, c->value_size, &checked);
    if (status == SWEEP_OK)
        status =
            sweep_check_arrays(&refusal, c->operation, c->keys, c->keys_out, c->values, c->n, c->type, c->value_size);
    if (status == SWEEP_OK && !sweep_blueprint_leaf(&b, c->operation, c->n, c->type, c->value_size, &checked))
        status = plan_refused(&refusal, sweep_blueprint_make(&b, c->operation, c->n, c->type, c->value_size, &checked),
                              &checked);
    if (status == SWEEP_OK && c->n > 0)
        status = run_in_workspace(&refusal, &b, checked.workspace, c);
    return sweep_refusal_tell(&refusal, &checked, status);
}

/* ---- entry points ---- */

sweep_status sweep_sort(void *keys, size_t n, sweep_type type, const sweep_options *options)
{
    struct call c = {SWEEP_OPERATION_SORT, keys, keys, NULL, n, type, 0};
    return sort_call(&c, options);
}

sweep_status sweep_sort_pairs(void *keys, void *values, size_t n, sweep_type type, size_t value_size,
                              const sweep_options *options)
{
    struct call c = {SWEEP_OPERATION_SORT_PAIRS, keys, keys, values, n, type, value_size};
    return sort_call(&c, options);
}

sweep_status sweep_argsort(const void *keys, void *indices, size_t n, sweep_type type, size_t index_size,
                           const sweep_options *options)
{
    struct call c = {SWEEP_OPERATION_ARGSORT, keys, NULL, indices, n, type, index_size};
    return sort_call(&c, options);
}

sweep_status sweep_sortperm(void *keys, void *indices, size_t n, sweep_type type, size_t index_size,
                            const sweep_options *options)
{
    struct call c = {SWEEP_OPERATION_SORTPERM, keys, keys, indices, n, type, index_size};
    return sort_call(&c, options);
}

sweep_status sweep_sort_copy(const void *in, void *out, size_t n, sweep_type type, const sweep_options *options)
{
    struct call c = {in == out ? SWEEP_OPERATION_SORT : SWEEP_OPERATION_SORT_COPY, in, out, NULL, n, type, 0};
    return sort_call(&c, options);
}

sweep_status sweep_is_sorted(const void *keys, size_t n, sweep_type type, size_t *first_out_of_order,
                             const sweep_options *options)
{
    struct sweep_refusal refusal;
    sweep_options checked;

    sweep_status status = sweep_check_options(&refusal, &checked, options, type);
    sweep_options order = checked; /* it looks at no engine */
    order.engine = SWEEP_AUTO;
    if (status == SWEEP_OK)
        status = sweep_check_operation(&refusal, SWEEP_OPERATION_SORT, n, type, 0, &order);
    if (status == SWEEP_OK && first_out_of_order == NULL)
        status = sweep_refuse(&refusal, SWEEP_REASON_NULL, "first_out_of_order", NULL, 0, 0);
    if (status == SWEEP_OK)
        status = sweep_check_arrays(&refusal, SWEEP_OPERATION_SORT, keys, NULL, NULL, n, type, 0);
    if (status == SWEEP_OK) {
        sweep_transform t =
            sweep_transform_make(type, checked.order, checked.float_order, checked.begin_bit, checked.end_bit);
        *first_out_of_order =
            n < 2 ? n : sweep_tier_choose()->kinds[sweep_type_kind(type)]->first_out_of_order(keys, 1, n, &t);
    }
    return sweep_refusal_tell(&refusal, &checked, status);
}

sweep_status sweep_plan_sort_sized(sweep_plan *plan, size_t plan_size, sweep_operation operation, size_t n,
                                   sweep_type type, size_t value_size, const sweep_options *options)
{
    struct sweep_refusal refusal;
    sweep_options checked;
    struct sweep_blueprint b;

    sweep_status status = sweep_check_options(&refusal, &checked, options, type);
    if (status == SWEEP_OK)
        status = sweep_check_output(&refusal, "plan", "plan_size", plan, plan_size);
    if (status == SWEEP_OK)
        status = sweep_check_operation(&refusal, operation, n, type, value_size, &checked);
    if (status == SWEEP_OK)
        status = plan_refused(&refusal, sweep_blueprint_make(&b, operation, n, type, value_size, &checked), &checked);
    if (status == SWEEP_OK)
        sweep_struct_write(plan, plan_size, &b.plan, sizeof b.plan);
    return sweep_refusal_tell(&refusal, &checked, status);
}

/* The most scratch that the operation takes with n keys or fewer: within a path scratch grows with n, so the last n of
   every path is asked. */
static sweep_status most_scratch(size_t *most, sweep_operation operation, size_t n, sweep_type type, size_t value_size,
                                 const sweep_options *checked)
{
    struct sweep_blueprint at_n, b;

    sweep_options unlimited = *checked;

    sweep_status status = sweep_blueprint_make(&at_n, operation, n, type, value_size, checked);
    if (status != SWEEP_OK)
        return status;
    /* a limit makes other sorts of some sizes: whatever they are, they keep to it */
    unlimited.memory_limit = 0;
    status = sweep_blueprint_make(&at_n, operation, n, type, value_size, &unlimited);
    if (status != SWEEP_OK)
        return status;
    if (*most < at_n.plan.scratch_bytes)
        *most = at_n.plan.scratch_bytes;
    for (unsigned i = 0; i < at_n.plan.threshold_count && at_n.plan.thresholds[i] <= n; i++) {
        status = sweep_blueprint_make(&b, operation, at_n.plan.thresholds[i] - 1, type, value_size, &unlimited);
        if (status != SWEEP_OK)
            return status;
        if (*most < b.plan.scratch_bytes)
            *most = b.plan.scratch_bytes;
    }
    if (checked->memory_limit != 0 && *most > checked->memory_limit)
        *most = checked->memory_limit;
    return SWEEP_OK;
}

sweep_status sweep_workspace_reserve(sweep_workspace *workspace, size_t n, sweep_type type, size_t value_size,
                                     const sweep_options *options)
{
    static const sweep_operation operations[] = {SWEEP_OPERATION_SORT, SWEEP_OPERATION_SORT_COPY,
                                                 SWEEP_OPERATION_SORT_PAIRS, SWEEP_OPERATION_ARGSORT,
                                                 SWEEP_OPERATION_SORTPERM};
    struct sweep_refusal refusal;
    sweep_options checked;
    size_t most = 0;

    sweep_status status = sweep_check_options(&refusal, &checked, options, type);
    if (status == SWEEP_OK && workspace == NULL)
        status = sweep_refuse(&refusal, SWEEP_REASON_NULL, "workspace", NULL, 0, 0);
    checked.workspace = workspace;
    for (size_t i = 0; i < sizeof operations / sizeof *operations && status == SWEEP_OK; i++) {
        if (!sweep_operation_takes(operations[i], value_size))
            continue;
        status = sweep_check_operation(&refusal, operations[i], n, type, value_size, &checked);
        if (status == SWEEP_OK)
            status =
                plan_refused(&refusal, most_scratch(&most, operations[i], n, type, value_size, &checked), &checked);
    }
    if (status == SWEEP_OK && !sweep_workspace_enter(workspace))
        status = sweep_refuse(&refusal, SWEEP_REASON_BUSY, NULL, NULL, 0, 0);
    else if (status == SWEEP_OK) {
        if (!sweep_workspace_grow(workspace, most))
            status = sweep_refuse(&refusal, SWEEP_REASON_MEMORY, NULL, NULL, most, 0);
        sweep_workspace_leave(workspace);
    }
    return sweep_refusal_tell(&refusal, &checked, status);
}
