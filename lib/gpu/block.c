/*
 * One block of scratch, and arrays that may not overlap (block.h). In: a plan and the arrays of a call. Out: sizes,
 * places, whether they can be meant.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "block.h"
#include "../options.h"

static size_t rounded(size_t bytes)
{
    if (bytes > SIZE_MAX - SWEEP_BLOCK_ALIGNMENT)
        return SIZE_MAX;
    return (bytes + SWEEP_BLOCK_ALIGNMENT - 1) / SWEEP_BLOCK_ALIGNMENT * SWEEP_BLOCK_ALIGNMENT;
}

size_t sweep_block_bytes(const sweep_device_plan *plan)
{
    size_t all = 0;
    for (int i = 0; i < SWEEP_SCRATCH_PIECES; i++) {
        size_t piece = rounded(plan->pieces[i]);
        if (piece > SIZE_MAX - all)
            return SIZE_MAX;
        all += piece;
    }
    return all;
}

void sweep_block_cut(const sweep_device_plan *plan, size_t at[SWEEP_SCRATCH_PIECES])
{
    size_t next = 0;
    for (int i = 0; i < SWEEP_SCRATCH_PIECES; i++) {
        at[i] = next;
        next += rounded(plan->pieces[i]);
    }
}

void sweep_spans_measure(const sweep_device_plan *plan, sweep_span spans[SWEEP_SPANS])
{
    size_t keys = plan->n * plan->key_bytes, values = plan->n * plan->value_bytes, element = 16;
    bool argsort = plan->operation == SWEEP_OPERATION_ARGSORT, pairs = plan->operation == SWEEP_OPERATION_SORT_PAIRS;
    while (plan->value_bytes % element != 0)
        element /= 2;
    const size_t bytes[SWEEP_SPANS] = {keys,   argsort ? 0 : keys,      pairs ? values : 0,
                                       values, sweep_block_bytes(plan), plan->count ? sizeof(sweep_device_count) : 0};
    const size_t alignments[SWEEP_SPANS] = {plan->key_bytes, plan->key_bytes,       element,
                                            element,         SWEEP_BLOCK_ALIGNMENT, sizeof(uint64_t)};
    for (int i = 0; i < SWEEP_SPANS; i++) {
        spans[i].bytes = bytes[i];
        spans[i].alignment = alignments[i];
    }
}

/* Places are numbers here: an object's bytes are counted from 0, or it is the whole of a memory and they are addresses.
 */
static bool overlap(const sweep_span *a, const sweep_span *b)
{
    return a->object == b->object && a->bytes > 0 && b->bytes > 0 &&
           sweep_overlap((const void *)(uintptr_t)a->at, a->bytes, (const void *)(uintptr_t)b->at, b->bytes);
}

bool sweep_spans_sound(const sweep_span spans[SWEEP_SPANS])
{
    for (int i = 0; i < SWEEP_SPANS; i++) {
        const sweep_span *s = &spans[i];
        if (s->bytes > 0 && (!s->object || s->at % s->alignment != 0 || s->bytes > SIZE_MAX - s->at))
            return false;
        for (int j = 0; j < i; j++) {
            bool output = i == j + 1 && (i == SWEEP_SPAN_KEYS_OUT || i == SWEEP_SPAN_VALUES_OUT);
            if (overlap(s, &spans[j]) && !(output && s->at == spans[j].at))
                return false;
        }
    }
    return true;
}
