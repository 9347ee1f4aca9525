/*
 * Moving elements by index: sweep_take gathers, sweep_put scatters. Every index is looked at before anything is
 * written.
 *
 * An element lies anywhere in its array, so the processor waits for memory unless it is asked for in time: the loops
 * name the element that they will want AHEAD indices later.
 */
#include "call.h"
#include "cpu/pingpong.h"
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
    atomic_bool outside, repeated; /* of some index */
};

static inline size_t index_at(const struct moves *m, size_t i)
{
    return m->index_size == 4 ? sweep_load_32(m->indices, i) : (size_t)sweep_load_64(m->indices, i);
}

/* ---- the indices ---- */

/* Whether all lie below the limit. As 64-bit numbers: one need not fit a size of a 32-bit machine. */
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
    size_t begin = sweep_piece_begin(m->count, m->tasks, task), end = sweep_piece_begin(m->count, m->tasks, task + 1);

    if (!all_below(m, begin, end))
        atomic_store_explicit(&m->outside, true, memory_order_relaxed);
    else if (m->put && !all_new(m, begin, end))
        atomic_store_explicit(&m->repeated, true, memory_order_relaxed);
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
    const size_t begin = sweep_piece_begin(m->count, m->tasks, task);
    const size_t end = sweep_piece_begin(m->count, m->tasks, task + 1);

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

/* Whether the arrays can be meant: sizes that can be counted, nothing missing, no overlap but of in and out that are
   one array of as many elements. */
static sweep_status check_arrays(struct sweep_refusal *refusal, const struct moves *m, size_t in_count,
                                 size_t out_count)
{
    const size_t in_bytes = sweep_times(in_count, m->size), out_bytes = sweep_times(out_count, m->size);
    const size_t index_bytes = sweep_times(m->count, m->index_size);
    const struct array {
        const char *name;
        const void *start;
        size_t count, size, bytes;
    } arrays[] = {{"in", m->in, in_count, m->size, in_bytes},
                  {"out", m->out, out_count, m->size, out_bytes},
                  {"indices", m->indices, m->count, m->index_size, index_bytes}};

    if (m->size == 0)
        return sweep_refuse(refusal, SWEEP_REASON_NO_BYTES, "size", NULL, 0, 0);
    if (m->index_size != 4 && m->index_size != 8)
        return sweep_refuse(refusal, SWEEP_REASON_INDEX_SIZE, "index_size", NULL, m->index_size, 0);
    for (size_t i = 0; i < 3; i++) {
        if (arrays[i].bytes > PTRDIFF_MAX)
            return sweep_refuse(refusal, SWEEP_REASON_COUNT, arrays[i].name, NULL, arrays[i].count, arrays[i].size);
        if (arrays[i].bytes > 0 && arrays[i].start == NULL)
            return sweep_refuse(refusal, SWEEP_REASON_NULL, arrays[i].name, NULL, 0, 0);
    }
    for (size_t i = 0; i < 3; i += 2) { /* what is written must not overlap what is read */
        const struct array *read = &arrays[i];
        if (i == 0 && m->in == m->out && in_count == out_count)
            continue;
        if (read->bytes > 0 && out_bytes > 0 && sweep_overlap(m->out, out_bytes, read->start, read->bytes)) {
            uintptr_t out = (uintptr_t)m->out, other = (uintptr_t)read->start;
            return sweep_refuse(refusal, SWEEP_REASON_OVERLAP, "out", read->name, other > out ? other - out : 0, 0);
        }
    }
    return SWEEP_OK;
}

/* Checks the indices, and moves. */
static sweep_status move_in(struct sweep_workspace *workspace, struct sweep_refusal *refusal, struct moves *m,
                            size_t seen_bytes, size_t copied_bytes)
{
    unsigned char *scratch = workspace->scratch;

    if (m->put) {
        m->seen = scratch;
        memset(m->seen, 0, seen_bytes);
    }
    sweep_parallel_for(workspace, m->tasks, check_part, m);
    if (atomic_load(&m->outside))
        return sweep_refuse(refusal, SWEEP_REASON_INDEX, NULL, NULL, m->limit, 0);
    if (atomic_load(&m->repeated))
        return sweep_refuse(refusal, SWEEP_REASON_REPEATED, NULL, NULL, 0, 0);
    if (copied_bytes > 0) { /* in and out are one array */
        sweep_copy(workspace, m->tasks, scratch + seen_bytes, m->in, copied_bytes);
        m->in = scratch + seen_bytes;
    }
    sweep_parallel_for(workspace, m->tasks, move_part, m);
    return SWEEP_OK;
}

static sweep_status move(struct moves *m, size_t in_count, size_t out_count, const sweep_options *options)
{
    struct sweep_refusal refusal;
    struct sweep_call call;
    sweep_options checked;

    sweep_status status = sweep_check_options(&refusal, &checked, options, SWEEP_U8);
    if (status == SWEEP_OK)
        status = check_arrays(&refusal, m, in_count, out_count);
    if (status == SWEEP_OK && m->count > 0) {
        size_t seen_bytes = m->put ? out_count / 8 + 1 : 0, copied_bytes = m->in == m->out ? in_count * m->size : 0;
        m->tasks = sweep_call_threads(&checked, in_count * m->size);
        status = sweep_call_begin(&call, &refusal, &checked, (unsigned)m->tasks, sweep_plus(seen_bytes, copied_bytes));
        if (status == SWEEP_OK) {
            status = move_in(call.workspace, &refusal, m, seen_bytes, copied_bytes);
            sweep_call_end(&call);
        }
    }
    return sweep_refusal_tell(&refusal, &checked, status);
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

    return move(&m, in_count, out_count, options);
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

    return move(&m, in_count, out_count, options);
}
