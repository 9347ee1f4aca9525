/*
 * Where records lie: ping-pong buffers for LSD, and the buffers between which MSD partitions.
 *
 * LSD. With s sweeps to run, sweep i writes to the caller's arrays where s - i is odd, else to scratch: so the last one
 * ends in place. Only where the caller's keys are also the source and s is odd the first sweep would overwrite what it
 * reads; then the parity is turned round, the last sweep ends in scratch, and the result is copied back.
 *
 * MSD. A bucket lies in one of four buffers, at the same index in each: the INPUT (the caller's keys, only read),
 * SCRATCH, the OUTPUT (where the result belongs), or a thread's LOCAL buffer, which is small and stays in its
 * second-level cache. Partitions go from INPUT to SCRATCH; from SCRATCH to LOCAL what fits there, else to OUTPUT; and
 * back to SCRATCH. A base case ends in the OUTPUT wherever it was. So what is partitioned in cache is written to memory
 * once.
 */
#ifndef SWEEP_CPU_BUFFERS_H
#define SWEEP_CPU_BUFFERS_H

#include "engine.h"

enum sweep_buffer { SWEEP_INPUT, SWEEP_SCRATCH, SWEEP_OUTPUT, SWEEP_LOCAL, SWEEP_BUFFERS };

struct sweep_buffers {
    unsigned char *keys[SWEEP_BUFFERS];
    unsigned char *values[SWEEP_BUFFERS]; /* NULL: none, or (INPUT) they are the numbers 0 .. n - 1 */
    size_t key_size, value_size;
    size_t local_first; /* the index of what stands first in LOCAL */
    bool local_in_use;  /* a bucket above lies there: what comes below has its place within that bucket's */
};

/* Record i's key in a buffer, and its value; NULL where the buffer has none. */
static inline unsigned char *sweep_key_in(const struct sweep_buffers *b, enum sweep_buffer buffer, size_t i)
{
    if (b->keys[buffer] == NULL)
        return NULL;
    return b->keys[buffer] + (buffer == SWEEP_LOCAL ? i - b->local_first : i) * b->key_size;
}

static inline unsigned char *sweep_value_in(const struct sweep_buffers *b, enum sweep_buffer buffer, size_t i)
{
    if (b->values[buffer] == NULL)
        return NULL;
    return b->values[buffer] + (buffer == SWEEP_LOCAL ? i - b->local_first : i) * b->value_size;
}

struct sweep_route {
    const void *keys, *values;
    void *keys_out, *values_out;
};

static inline bool sweep_copies_back(const struct sweep_job *job, unsigned sweeps)
{
    return job->keys == job->keys_out && sweeps % 2 != 0;
}

/* Where sweep i of `sweeps` reads and writes. */
static inline struct sweep_route sweep_route_of(const struct sweep_job *job, unsigned sweeps, unsigned i)
{
    const struct sweep_layout *layout = &job->blueprint->layout;
    struct sweep_route route = {job->keys, job->values, NULL, NULL};

    for (unsigned k = 0; k <= i; k++) {
        bool last = k + 1 == sweeps, in_place = ((sweeps - k) % 2 != 0) != sweep_copies_back(job, sweeps);
        if (k > 0) {
            route.keys = route.keys_out;
            route.values = route.values_out;
        }
        if (job->keys_out != NULL)
            route.keys_out = in_place ? job->keys_out : sweep_scratch(job, layout->keys[0]);
        else
            route.keys_out = last ? NULL : sweep_scratch(job, layout->keys[k % 2]);
        if (job->values_out != NULL)
            route.values_out = in_place ? job->values_out : sweep_scratch(job, layout->values);
    }
    return route;
}

/* After the last of `sweeps` sweeps: copies the result back, or (no sweeps at all) the input to its place. */
void sweep_finish(const struct sweep_job *job, unsigned sweeps);

/* Copies bytes with the workspace's threads. */
void sweep_copy(struct sweep_workspace *workspace, size_t threads, void *to, const void *from, size_t bytes);

/* Writes the indices first .. first + n - 1 of `size` bytes, 4 or 8. */
void sweep_write_indices(void *indices, size_t first, size_t n, size_t size);

/* out[i] = in[n - 1 - i] for n elements of 1, 2, 4, 8 or 16 bytes; in and out are the same array or do not overlap. */
void sweep_reverse(void *out, const void *in, size_t n, size_t size);

/* Moves values of any size: to[i] = from[order[i]], for n indices of index_size bytes, with the workspace's threads. */
void sweep_gather(struct sweep_workspace *workspace, size_t threads, void *to, const void *from, size_t n,
                  size_t value_size, const void *order, size_t index_size);

#endif
