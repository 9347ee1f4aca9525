/*
 * The counting read. Each chunk is counted into its own rows, one chunk a task; the sums of the rows are the totals.
 */
#include "count.h"

#include "pingpong.h"

struct counting {
    const struct sweep_job *job;
    size_t *counts;
    size_t row; /* counts of a chunk: digits x radix */
};

static void count_chunk(size_t chunk, void *argument)
{
    const struct counting *c = argument;
    const struct sweep_job *job = c->job;
    const struct sweep_blueprint *b = job->blueprint;
    size_t begin = sweep_piece_begin(b->plan.n, b->chunks, chunk);
    size_t end = sweep_piece_begin(b->plan.n, b->chunks, chunk + 1);
    size_t *counts = c->counts + chunk * c->row;

    memset(counts, 0, c->row * sizeof *counts);
    job->kernels->histogram(sweep_element(job->keys, begin, b->key_size), end - begin, &b->transform, b->plan.sweeps,
                            b->plan.sweep_count, b->radix, counts);
}

void sweep_count_all(const struct sweep_job *job, struct sweep_count *count)
{
    const struct sweep_blueprint *b = job->blueprint;
    const sweep_plan *plan = &b->plan;
    size_t row = (size_t)plan->sweep_count * b->radix;

    count->counts = sweep_scratch(job, b->layout.counts);
    count->totals = sweep_scratch(job, b->layout.totals);
    count->sweeps = 0;
    if (plan->sweep_count == 0)
        return;

    struct counting counting = {job, count->counts, row};
    sweep_parallel_for(job->workspace, b->chunks, count_chunk, &counting);

    memcpy(count->totals, count->counts, row * sizeof *count->totals);
    for (size_t chunk = 1; chunk < b->chunks; chunk++)
        for (size_t i = 0; i < row; i++)
            count->totals[i] += count->counts[chunk * row + i];

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
