/*
 * What an engine is: a function that gets a job, the plan with its scratch, the arrays and threads, and does it.
 */
#ifndef SWEEP_CPU_ENGINE_H
#define SWEEP_CPU_ENGINE_H

#include "../plan.h"
#include "../workspace.h"
#include "tiers/tier.h"

struct sweep_job {
    const struct sweep_blueprint *blueprint;
    const struct sweep_kernels *kernels;
    struct sweep_workspace *workspace;
    const void *keys;   /* where the keys are */
    void *keys_out;     /* where the sorted keys go: the same array, another, or NULL (argsort) */
    const void *values; /* where the values are; NULL: they are the indices 0 .. n - 1, or there are none */
    void *values_out;   /* where they go; NULL: there are none */
};

/* A piece of scratch by its offset in the layout; NULL while there is no scratch. */
static inline void *sweep_scratch(const struct sweep_job *job, size_t offset)
{
    unsigned char *scratch = job->workspace->scratch;
    return scratch == NULL ? NULL : scratch + offset;
}

static inline const void *sweep_element(const void *array, size_t i, size_t size)
{
    return (const unsigned char *)array + i * size;
}

/* The engines. Each leaves the sorted keys in keys_out and the values in values_out. They cannot fail. */
void sweep_run_lsd(const struct sweep_job *job);
void sweep_run_onesweep(const struct sweep_job *job);
void sweep_run_split(const struct sweep_job *job);
void sweep_run_msd(const struct sweep_job *job);
void sweep_run_in_place(const struct sweep_job *job); /* HYBRID without scratch: in_place.c says for which keys */

#endif
