/*
 * Plans, statuses, types and the version as text.
 */
#include "options.h"

#include <stdio.h>

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
    default: return "auto";
    }
}

size_t sweep_plan_describe_sized(const sweep_plan *given, size_t plan_size, char *text, size_t size)
{
    struct text out = {text, size, 0};
    sweep_plan known = {0}, *plan = &known; /* what there is of the caller's, and zeros */
    char line[160];

    if (given != NULL && plan_size <= SWEEP_STRUCT_MOST)
        memcpy(&known, given, plan_size < sizeof known ? plan_size : sizeof known);
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

const char *sweep_status_string(sweep_status status)
{
    switch (status) {
    case SWEEP_OK: return "success";
    case SWEEP_ERR_ARGUMENT: return "invalid argument, or a struct whose struct_size is not set";
    case SWEEP_ERR_MEMORY: return "out of memory";
    case SWEEP_ERR_UNSUPPORTED: return "valid but unsupported";
    case SWEEP_ERR_BUSY: return "workspace is in use";
    case SWEEP_ERR_DEVICE: return "device failed";
    case SWEEP_ERR_IO: return "input or output failed";
    case SWEEP_ERR_INTERRUPTED: return "interrupted";
    case SWEEP_ERR_CAPACITY: return "an output is too small";
    case SWEEP_ERR_COMMUNICATION: return "communication failed";
    default: return "unknown status";
    }
}

#define TEXT_OF(x) #x
#define TEXT(x) TEXT_OF(x)

const char *sweep_version(void)
{
    return TEXT(SWEEP_VERSION_MAJOR) "." TEXT(SWEEP_VERSION_MINOR) "." TEXT(SWEEP_VERSION_PATCH);
}

uint32_t sweep_version_number(void)
{
    return SWEEP_VERSION_NUMBER;
}

const char *sweep_type_name(sweep_type type)
{
    static const char names[][5] = {"u8",  "u16", "u32",  "u64", "u128", "i8",  "i16",
                                    "i32", "i64", "i128", "f16", "bf16", "f32", "f64"};
    return sweep_type_is_known(type) ? names[type - SWEEP_U8] : "unknown type";
}
