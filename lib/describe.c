/*
 * A plan as text.
 */
#include "sweepsort.h"

#include <stdio.h>
#include <string.h>

struct text {
    char *at;
    size_t size, length;
};

static void append(struct text *text, const char *piece)
{
    size_t length = strlen(piece);

    if (text->length < text->size) {
        size_t room = text->size - text->length - 1, kept = length < room ? length : room;
        memcpy(text->at + text->length, piece, kept);
        text->at[text->length + kept] = 0;
    }
    text->length += length;
}

static const char *engine_name(const sweep_plan *plan)
{
    if (plan->insertion)
        return "insertion sort";
    switch (plan->engine) {
    case SWEEP_LSD: return "lsd";
    case SWEEP_ONESWEEP: return "onesweep";
    case SWEEP_SPLIT: return "split";
    case SWEEP_HYBRID: return "hybrid";
    case SWEEP_AUTO: break;
    }
    return "auto";
}

size_t sweep_plan_describe(const sweep_plan *plan, char *text, size_t size)
{
    static const sweep_plan nothing;
    struct text out = {text, size, 0};
    char line[160];

    if (plan == NULL)
        plan = &nothing;
    unsigned sweeps = plan->sweep_count < SWEEP_PLAN_SWEEPS ? plan->sweep_count : SWEEP_PLAN_SWEEPS;
    if (size > 0)
        *text = 0;
    snprintf(line, sizeof line, "engine     %s, %u thread%s\n", engine_name(plan), plan->threads,
             plan->threads == 1 ? "" : "s");
    append(&out, line);
    snprintf(line, sizeof line, "sweeps     %u", sweeps);
    append(&out, line);
    for (unsigned i = 0; i < sweeps; i++) {
        snprintf(line, sizeof line, "%s[%u, %u)", i == 0 ? ": bits " : " ", plan->sweeps[i].place,
                 plan->sweeps[i].place + plan->sweeps[i].bits);
        append(&out, line);
    }
    append(&out, "\n");
    if (plan->tile_size != 0) {
        snprintf(line, sizeof line, "tiles      of %zu keys\n", plan->tile_size);
        append(&out, line);
    }
    if (plan->by_index)
        append(&out, "values     moved once, by index\n");
    if (plan->in_place)
        append(&out, "keys       swapped where they lie, for want of memory\n");
    if (plan->counting)
        append(&out, "keys       counted and written, not moved\n");
    if (plan->copy_back)
        append(&out, "at the end the result is copied back from scratch\n");
    snprintf(line, sizeof line, "scratch    %zu bytes\nprediction %.2f x copy\n", plan->scratch_bytes,
             plan->predicted_x_copy);
    append(&out, line);
    return out.length;
}
