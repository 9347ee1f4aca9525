/*
 * Moving whole arrays: the copies round the sweeps, and the gather that moves large values once.
 */
#include "buffers.h"

#include "partition.h"

/* Below this many bytes another thread does not pay. */
static const size_t BYTES_PER_TASK = 1 << 18;

static size_t tasks_for(size_t threads, size_t bytes)
{
    size_t most = bytes / BYTES_PER_TASK + 1;
    return threads < most ? threads : most;
}

struct copy {
    unsigned char *to;
    const unsigned char *from;
    size_t bytes, tasks;
};

static void copy_chunk(size_t i, void *argument)
{
    const struct copy *c = argument;
    size_t begin = sweep_chunk_begin(c->bytes, c->tasks, i), end = sweep_chunk_begin(c->bytes, c->tasks, i + 1);
    memcpy(c->to + begin, c->from + begin, end - begin);
}

void sweep_copy(struct sweep_workspace *workspace, size_t threads, void *to, const void *from, size_t bytes)
{
    struct copy c = {to, from, bytes, tasks_for(threads, bytes)};
    sweep_parallel_for(workspace, c.tasks, copy_chunk, &c);
}

void sweep_write_indices(void *indices, size_t first, size_t n, size_t size)
{
    for (size_t i = 0; i < n; i++)
        sweep_store_index(indices, i, size, first + i);
}

struct gather {
    unsigned char *to;
    const unsigned char *from;
    const void *order;
    size_t n, value_size, index_size, tasks;
};

static void gather_chunk(size_t i, void *argument)
{
    const struct gather *g = argument;
    size_t end = sweep_chunk_begin(g->n, g->tasks, i + 1);

    for (size_t at = sweep_chunk_begin(g->n, g->tasks, i); at < end; at++) {
        size_t from = g->index_size == 4 ? sweep_load_32(g->order, at) : (size_t)sweep_load_64(g->order, at);
        memcpy(g->to + at * g->value_size, g->from + from * g->value_size, g->value_size);
    }
}

void sweep_gather(struct sweep_workspace *workspace, size_t threads, void *to, const void *from, size_t n,
                  size_t value_size, const void *order, size_t index_size)
{
    struct gather g = {to, from, order, n, value_size, index_size, tasks_for(threads, n * value_size)};
    sweep_parallel_for(workspace, g.tasks, gather_chunk, &g);
}

void sweep_finish(const struct sweep_job *job, unsigned sweeps)
{
    const struct sweep_blueprint *b = job->blueprint;
    size_t n = b->plan.n;

    if (sweeps == 0) {
        if (job->keys_out != NULL && job->keys_out != job->keys)
            sweep_copy(job->workspace, b->plan.threads, job->keys_out, job->keys, n * b->key_size);
        if (job->values_out != NULL && job->values == NULL)
            sweep_write_indices(job->values_out, 0, n, b->moved_size);
    } else if (sweep_copies_back(job, sweeps)) {
        sweep_copy(job->workspace, b->plan.threads, job->keys_out, sweep_scratch(job, b->layout.keys[0]),
                   n * b->key_size);
        if (job->values_out != NULL)
            sweep_copy(job->workspace, b->plan.threads, job->values_out, sweep_scratch(job, b->layout.values),
                       n * b->moved_size);
    }
}

/* Both ends move inwards, so that it serves in place too. */
#define REVERSE(bits)                                                                                                  \
    for (size_t i = 0, j = n; i < j; i++) {                                                                            \
        j--;                                                                                                           \
        sweep_word_##bits a = sweep_load_##bits(in, i), b = sweep_load_##bits(in, j);                                  \
        sweep_store_##bits(out, j, a);                                                                                 \
        sweep_store_##bits(out, i, b);                                                                                 \
    }

void sweep_reverse(void *out, const void *in, size_t n, size_t size)
{
    switch (size) {
    case 1: REVERSE(8) break;
    case 2: REVERSE(16) break;
    case 4: REVERSE(32) break;
    case 8: REVERSE(64) break;
    default: REVERSE(128) break;
    }
}
