/*
 * The counting read. Each chunk is counted into its own rows, one chunk a task; the sums of the rows are the totals.
 */
#include "count.h"

void sweep_count_all(const struct sweep_job *job, struct sweep_count *count)
{
    const struct sweep_blueprint *b = job->blueprint;
    const sweep_plan *plan = &b->plan;
    const size_t row = (size_t)plan->sweep_count * b->radix;

    count->sweeps = 0;
    count->totals = sweep_scratch(job, b->layout.totals);
    count->p = (struct sweep_partition){
        .workspace = job->workspace,
        .kernels = job->kernels,
        .transform = &b->transform,
        .key_size = b->key_size,
        .value_size = b->moved_size,
        .keys = job->keys,
        .values = job->values,
        .n = plan->n,
        .chunks = b->chunks,
        .counts = sweep_scratch(job, b->layout.counts),
        .stride = row,
    };
    if (plan->sweep_count == 0)
        return;
    sweep_partition_count(&count->p, plan->sweeps, plan->sweep_count, b->radix);
    if (plan->counting)
        return;

    memcpy(count->totals, count->p.counts, row * sizeof *count->totals);
    for (size_t chunk = 1; chunk < b->chunks; chunk++)
        for (size_t i = 0; i < row; i++)
            count->totals[i] += count->p.counts[chunk * row + i];

    for (unsigned j = 0; j < plan->sweep_count; j++) {
        const size_t *totals = count->totals + j * b->radix;
        unsigned d = 0;
        while (totals[d] == 0)
            d++;
        if (totals[d] == plan->n)
            continue; /* all keys share this digit */
        count->digits[count->sweeps] = plan->sweeps[j];
        count->source[count->sweeps++] = j;
    }
}
