/*
 * Moving elements by index: sweep_take gathers, sweep_put scatters. Every index is looked at before anything is
 * written.
 *
 * An element lies anywhere in its array, so the processor waits for memory unless it is asked for in time: the loops
 * name the element that they will want AHEAD indices later.
 */
#include "call.h"
#include "cpu/buffers.h"
#include "cpu/partition.h"
#include "options.h"
#include "tuning.h"

struct moves {
    const unsigned char *in;
    unsigned char *out;
    size_t size; /* of an element */
    const unsigned char *indices;
    size_t index_size, count; /* of the indices */
    size_t limit;             /* what they are below */
    unsigned char *seen;      /* put: a bit an element of `out` */
    size_t tasks;
    bool put;
    atomic_bool wrong; /* an index is out of range, or repeated */
};

static inline size_t index_at(const struct moves *m, size_t i)
{
    return m->index_size == 4 ? sweep_load_32(m->indices, i) : (size_t)sweep_load_64(m->indices, i);
}

/* ---- the indices ---- */

/* Whether the index fits a size of this machine and lies below the limit: 64-bit ones need not on 32-bit processors. */
static bool all_below(const struct moves *m, size_t begin, size_t end)
{
    uint64_t greatest = 0;

    if (m->index_size == 4) {
        uint32_t most = 0;
        for (size_t i = begin; i < end; i++) {
            uint32_t index = sweep_load_32(m->indices, i);
            most = index > most ? index : most;
        }
        greatest = most;
    } else {
        for (size_t i = begin; i < end; i++) {
            uint64_t index = sweep_load_64(m->indices, i);
            greatest = index > greatest ? index : greatest;
        }
    }
    return begin >= end || greatest < m->limit;
}

/* Marks the elements that the indices name; false if one is marked already. Tasks may share a byte. */
static bool all_new(const struct moves *m, size_t begin, size_t end)
{
    unsigned repeated = 0;

    for (size_t i = begin; i < end; i++) {
        size_t index = index_at(m, i);
        unsigned char bit = (unsigned char)(1u << index % 8), *byte = &m->seen[index / 8];
        if (m->tasks == 1) {
            repeated |= *byte & bit;
            *byte |= bit;
        } else {
            repeated |= __atomic_fetch_or(byte, bit, __ATOMIC_RELAXED) & bit;
        }
    }
    return repeated == 0;
}

static void check_part(size_t task, void *argument)
{
    struct moves *m = argument;
    size_t begin = sweep_chunk_begin(m->count, m->tasks, task), end = sweep_chunk_begin(m->count, m->tasks, task + 1);

    if (!all_below(m, begin, end) || (m->put && !all_new(m, begin, end)))
        atomic_store_explicit(&m->wrong, true, memory_order_relaxed);
}

/* ---- the elements ---- */

/* `element` moves one; `ahead` is the array in which it lies anywhere. The loop is compiled once a size. */
#define MOVE(ahead, written, element)                                                                                  \
    do {                                                                                                               \
        size_t i = begin;                                                                                              \
        if (end - begin > SWEEP_MOVE_AHEAD)                                                                            \
            for (; i < end - SWEEP_MOVE_AHEAD; i++) {                                                                  \
                __builtin_prefetch((ahead) + index_at(m, i + SWEEP_MOVE_AHEAD) * size, written);                       \
                const size_t index = index_at(m, i);                                                                   \
                element;                                                                                               \
            }                                                                                                          \
        for (; i < end; i++) {                                                                                         \
            const size_t index = index_at(m, i);                                                                       \
            element;                                                                                                   \
        }                                                                                                              \
    } while (0)

#define MOVE_WORDS(bits)                                                                                               \
    do {                                                                                                               \
        enum { size = (bits) / 8 };                                                                                    \
        if (m->put)                                                                                                    \
            MOVE(m->out, 1, sweep_store_##bits(m->out, index, sweep_load_##bits(m->in, i)));                           \
        else                                                                                                           \
            MOVE(m->in, 0, sweep_store_##bits(m->out, i, sweep_load_##bits(m->in, index)));                            \
    } while (0)

static void move_part(size_t task, void *argument)
{
    const struct moves copy = *(struct moves *)argument, *m = &copy;
    const size_t begin = sweep_chunk_begin(m->count, m->tasks, task);
    const size_t end = sweep_chunk_begin(m->count, m->tasks, task + 1);

    switch (m->size) {
    case 1: MOVE_WORDS(8); return;
    case 2: MOVE_WORDS(16); return;
    case 4: MOVE_WORDS(32); return;
    case 8: MOVE_WORDS(64); return;
    case 16: MOVE_WORDS(128); return;
    default: break;
    }
    const size_t size = m->size;
    if (m->put)
        MOVE(m->out, 1, memcpy(m->out + index * size, m->in + i * size, size));
    else
        MOVE(m->in, 0, memcpy(m->out + i * size, m->in + index * size, size));
}

/* ---- the calls ---- */

/* Checks and moves. `same`: in and out are one array, whose elements are copied to scratch first. */
static sweep_status move(struct moves *m, size_t in_bytes, size_t out_count, bool same, const sweep_options *options)
{
    sweep_options checked;
    struct sweep_call call;

    sweep_status status = sweep_check_options(&checked, options, SWEEP_U8);
    if (status != SWEEP_OK || m->count == 0)
        return status;
    size_t seen_bytes = m->put ? out_count / 8 + 1 : 0;
    unsigned threads = sweep_call_threads(&checked, sweep_times(m->count, m->size));
    status = sweep_call_begin(&call, &checked, threads, sweep_plus(seen_bytes, same ? in_bytes : 0));
    if (status != SWEEP_OK)
        return status;
    unsigned char *scratch = call.workspace->scratch;
    m->tasks = threads;
    if (m->put) {
        m->seen = scratch;
        memset(m->seen, 0, seen_bytes);
    }
    sweep_parallel_for(call.workspace, m->tasks, check_part, m);
    if (atomic_load(&m->wrong)) {
        status = SWEEP_ERR_ARGUMENT;
    } else {
        if (same) {
            sweep_copy(call.workspace, m->tasks, scratch + seen_bytes, m->in, in_bytes);
            m->in = scratch + seen_bytes;
        }
        sweep_parallel_for(call.workspace, m->tasks, move_part, m);
    }
    sweep_call_end(&call);
    return status;
}

/* Whether the arrays can be meant: sizes that can be counted, nothing missing, no overlap but of in and out that are
   one array of as many elements. */
static bool arrays_are_sound(const struct moves *m, size_t in_count, size_t out_count)
{
    size_t in_bytes = sweep_times(in_count, m->size), out_bytes = sweep_times(out_count, m->size);
    size_t index_bytes = sweep_times(m->count, m->index_size);

    if (m->size == 0 || (m->index_size != 4 && m->index_size != 8))
        return false;
    if (in_bytes > PTRDIFF_MAX || out_bytes > PTRDIFF_MAX || index_bytes > PTRDIFF_MAX)
        return false;
    if ((in_count > 0 && m->in == NULL) || (out_count > 0 && m->out == NULL) || (m->count > 0 && m->indices == NULL))
        return false;
    if (in_bytes == 0 || out_bytes == 0)
        return true; /* nothing is written, or there is an index that finds nothing */
    bool same = m->in == m->out && in_count == out_count;
    return (same || !sweep_overlap(m->in, in_bytes, m->out, out_bytes)) &&
           (index_bytes == 0 || !sweep_overlap(m->indices, index_bytes, m->out, out_bytes));
}

sweep_status sweep_take(const void *in, size_t in_count, void *out, size_t out_count, size_t size, const void *indices,
                        size_t index_size, const sweep_options *options)
{
    struct moves m = {.in = in,
                      .out = out,
                      .size = size,
                      .indices = indices,
                      .index_size = index_size,
                      .count = out_count,
                      .limit = in_count};

    if (!arrays_are_sound(&m, in_count, out_count))
        return SWEEP_ERR_ARGUMENT;
    return move(&m, in_count * size, out_count, in == out, options);
}

sweep_status sweep_put(const void *in, size_t in_count, void *out, size_t out_count, size_t size, const void *indices,
                       size_t index_size, const sweep_options *options)
{
    struct moves m = {.in = in,
                      .out = out,
                      .size = size,
                      .indices = indices,
                      .index_size = index_size,
                      .count = in_count,
                      .limit = out_count,
                      .put = true};

    if (!arrays_are_sound(&m, in_count, out_count))
        return SWEEP_ERR_ARGUMENT;
    return move(&m, in_count * size, out_count, in == out, options);
}
