/*
 * A sort digit by digit, as JSON.
 *
 * In: an explanation. Out: one object. Keys are strings, as text files have them: JSON's numbers
 * have no NaN, and many readers round long ones. Used by explain.c.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include <stdio.h>

#include "explain.h"
#include "json.h"
#include "options.h"

static void print_numbers(FILE *out, const char *name, const size_t *numbers, size_t count)
{
    fprintf(out, "\"%s\": [", name);
    for (size_t i = 0; i < count; i++) {
        fprintf(out, "%s%zu", i > 0 ? ", " : "", numbers[i]);
    }
    fprintf(out, "]");
}

static void print_key(FILE *out, const struct explanation *explanation, size_t index)
{
    char text[EXPLAIN_KEY_TEXT];
    json_string(out, explain_key_text(explanation, index, text));
}

static void print_plan(FILE *out, const struct explanation *explanation)
{
    const sweep_plan *plan = &explanation->plan;
    fprintf(out,
            "  \"plan\": {\"engine\": \"%s\", \"insertion\": %s, \"threads\": %u, \"tile_size\": %zu, "
            "\"scratch_bytes\": %zu, \"predicted_x_copy\": %.4f,\n    \"sweeps\": [",
            option_engines[plan->engine], plan->insertion ? "true" : "false", plan->threads, plan->tile_size,
            plan->scratch_bytes, plan->predicted_x_copy);
    bool may_skip = plan->engine == SWEEP_LSD || plan->engine == SWEEP_ONESWEEP;
    for (unsigned i = 0; i < plan->sweep_count; i++) {
        bool skipped = may_skip && explain_is_shared(explanation, plan->sweeps[i]);
        fprintf(out, "%s{\"place\": %u, \"bits\": %u, \"skipped\": %s}", i > 0 ? ", " : "", plan->sweeps[i].place,
                plan->sweeps[i].bits, skipped ? "true" : "false");
    }
    fprintf(out, "]}");
}

static void print_moves(FILE *out, const struct explanation *explanation, const struct explain_sweep *sweep)
{
    fprintf(out, ",\n      \"keys\": [");
    for (size_t i = 0; i < explanation->n; i++) {
        const struct explain_move *move = &sweep->moves[i];
        char hex[EXPLAIN_KEY_TEXT];
        fprintf(out, "%s\n        {\"place\": %zu, \"key\": ", i > 0 ? "," : "", i);
        print_key(out, explanation, move->key);
        fprintf(out, ", \"transformed\": \"%s\", \"digit\": %u, \"rank\": %zu, \"to\": %zu}",
                explain_hex(explain_key(explanation, move->key), explanation->type, hex), move->digit, move->rank,
                move->to);
    }
    fprintf(out, "]");
}

static void print_sweep(FILE *out, const struct explanation *explanation, unsigned index)
{
    const struct explain_sweep *sweep = &explanation->sweeps[index];
    fprintf(out, "    {\"sweep\": %u, \"place\": %u, \"bits\": %u, \"skipped\": %s,\n      ", index + 1, sweep->place,
            sweep->bits, sweep->skipped ? "true" : "false");
    print_numbers(out, "histogram", sweep->counts, sweep->buckets);
    fprintf(out, ",\n      ");
    print_numbers(out, "offsets", sweep->offsets, sweep->buckets);
    if (sweep->moves != NULL) {
        print_moves(out, explanation, sweep);
    }
    fprintf(out, "}");
}

void explain_print_json(FILE *out, const struct explanation *explanation, unsigned only)
{
    fprintf(out, "{\n  \"type\": \"%s\", \"order\": \"%s\", \"n\": %zu,\n", type_name(explanation->type),
            explanation->order == SWEEP_DESCENDING ? "descending" : "ascending", explanation->n);
    if (type_is_float(explanation->type)) {
        fprintf(out, "  \"float_order\": \"%s\",\n", option_float_orders[explanation->float_order]);
    }
    fprintf(out, "  \"begin_bit\": %u, \"end_bit\": %u,\n", explanation->begin_bit, explanation->end_bit);
    print_plan(out, explanation);
    fprintf(out, ",\n  \"sweeps\": [");
    bool first = true;
    for (unsigned i = 0; i < explanation->sweep_count; i++) {
        if (only == 0 || i + 1 == only) {
            fprintf(out, "%s", first ? "\n" : ",\n");
            print_sweep(out, explanation, i);
            first = false;
        }
    }
    fprintf(out, "]");
    if (explanation->sorted != NULL && only == 0) {
        fprintf(out, ",\n  \"sorted\": [");
        for (size_t i = 0; i < explanation->n; i++) {
            fprintf(out, "%s", i > 0 ? ", " : "");
            print_key(out, explanation, explanation->sorted[i]);
        }
        fprintf(out, "]");
    }
    fprintf(out, "\n}\n");
}
