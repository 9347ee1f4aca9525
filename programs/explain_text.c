/*
 * A sort digit by digit, as text.
 *
 * In: an explanation. Out: lines of up to 100 columns. Used by explain.c.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include <stdio.h>
#include <string.h>

#include "explain.h"
#include "options.h"

#define GROUPS 16 /* rows of a histogram that is summed up, and the most buckets that are written side by side */
#define BAR 40    /* characters of the longest bar */

static void print_heading(FILE *out, const struct explanation *explanation)
{
    fprintf(out, "%zu key%s of %s, %s", explanation->n, explanation->n == 1 ? "" : "s", type_name(explanation->type),
            explanation->order == SWEEP_DESCENDING ? "descending" : "ascending");
    if (type_is_float(explanation->type)) {
        fprintf(out, ", float order %s", option_float_orders[explanation->float_order]);
    }
    if (explanation->begin_bit > 0 || explanation->end_bit < 8 * type_size(explanation->type)) {
        fprintf(out, ", by the bits [%u, %u)", explanation->begin_bit, explanation->end_bit);
    }
    fprintf(out, "\n");
}

/* What the library would do: from its plan, but for the digits that these keys share. */
static void print_plan(FILE *out, const struct explanation *explanation)
{
    const sweep_plan *plan = &explanation->plan;
    if (plan->insertion) {
        fprintf(out, "plan: insertion sort, for so few keys");
    } else {
        unsigned shared = 0;
        fprintf(out, "plan: %s, %u sweep%s", option_engines[plan->engine], plan->sweep_count,
                plan->sweep_count == 1 ? "" : "s");
        for (unsigned i = 0; i < plan->sweep_count; i++) {
            fprintf(out, "%s[%u, %u)",
                    i == 0       ? " by the digits "
                    : i % 8 == 0 ? ",\n      "
                                 : ", ",
                    plan->sweeps[i].place, plan->sweeps[i].place + plan->sweeps[i].bits);
            shared += explain_is_shared(explanation, plan->sweeps[i]);
        }
        if (shared > 0 && (plan->engine == SWEEP_LSD || plan->engine == SWEEP_ONESWEEP)) {
            fprintf(out, ";\n      %u of them skipped: every key has the same digit", shared);
        }
    }
    fprintf(out, ";\n      %u thread%s, %zu bytes of scratch, predicted %.2f x copy\n", plan->threads,
            plan->threads == 1 ? "" : "s", plan->scratch_bytes, plan->predicted_x_copy);
}

/* digit, count and offset in three lines. */
static void print_buckets_across(FILE *out, const struct explain_sweep *sweep)
{
    fprintf(out, "  digit ");
    for (size_t digit = 0; digit < sweep->buckets; digit++) {
        fprintf(out, " %3zu", digit);
    }
    fprintf(out, "\n  count ");
    for (size_t digit = 0; digit < sweep->buckets; digit++) {
        fprintf(out, " %3zu", sweep->counts[digit]);
    }
    fprintf(out, "\n  offset");
    for (size_t digit = 0; digit < sweep->buckets; digit++) {
        fprintf(out, " %3zu", sweep->offsets[digit]);
    }
    fprintf(out, "\n");
}

/* One line for each bucket that is not empty. */
static void print_filled_buckets(FILE *out, const struct explain_sweep *sweep)
{
    fprintf(out, "  digit  count  offset   (%zu of %zu buckets are filled)\n", sweep->filled, sweep->buckets);
    for (size_t digit = 0; digit < sweep->buckets; digit++) {
        if (sweep->counts[digit] > 0) {
            fprintf(out, "  %5zu  %5zu  %6zu\n", digit, sweep->counts[digit], sweep->offsets[digit]);
        }
    }
}

/* Up to GROUPS lines, each for as many digits that follow one another, with a bar. */
static void print_summed_buckets(FILE *out, const struct explain_sweep *sweep)
{
    size_t rows = sweep->buckets < GROUPS ? sweep->buckets : GROUPS, width = sweep->buckets / rows;
    size_t counts[GROUPS] = {0}, most = 0, fullest = 0;
    for (size_t digit = 0; digit < sweep->buckets; digit++) {
        counts[digit / width] += sweep->counts[digit];
        fullest = sweep->counts[digit] > sweep->counts[fullest] ? digit : fullest;
    }
    for (size_t row = 0; row < rows; row++) {
        most = counts[row] > most ? counts[row] : most;
    }
    fprintf(out, "  %zu of %zu buckets are filled; the fullest is %zu, with %zu keys\n", sweep->filled, sweep->buckets,
            fullest, sweep->counts[fullest]);
    fprintf(out, "       digits       count      offset\n");
    for (size_t row = 0; row < rows; row++) {
        char digits[32], bar[BAR + 1];
        size_t first = row * width, length = (size_t)((double)counts[row] / (double)most * BAR + 0.5);
        snprintf(digits, sizeof digits, width == 1 ? "%zu" : "%zu-%zu", first, first + width - 1);
        memset(bar, '#', length);
        bar[length] = '\0';
        fprintf(out, "  %11s %11zu %11zu%s%s\n", digits, counts[row], sweep->offsets[first], length > 0 ? "  " : "",
                bar);
    }
}

static int longest_key(const struct explanation *explanation)
{
    size_t longest = 3;
    for (size_t i = 0; i < explanation->n; i++) {
        char text[EXPLAIN_KEY_TEXT];
        size_t length = strlen(explain_key_text(explanation, i, text));
        longest = length > longest ? length : longest;
    }
    return (int)longest;
}

static void print_moves(FILE *out, const struct explanation *explanation, const struct explain_sweep *sweep)
{
    int key_width = longest_key(explanation), hex_width = 2 * (int)type_size(explanation->type);
    hex_width = hex_width < 11 ? 11 : hex_width; /* as wide as its heading */
    fprintf(out, "  place  %-*s  %-*s  digit  rank  offset + rank\n", key_width, "key", hex_width, "transformed");
    for (size_t i = 0; i < explanation->n; i++) {
        const struct explain_move *move = &sweep->moves[i];
        char text[EXPLAIN_KEY_TEXT], hex[EXPLAIN_KEY_TEXT];
        fprintf(out, "  %5zu  %-*s  %-*s  %5u  %4zu  %2zu + %zu = %zu\n", i, key_width,
                explain_key_text(explanation, move->key, text), hex_width,
                explain_hex(explain_key(explanation, move->key), explanation->type, hex), move->digit, move->rank,
                sweep->offsets[move->digit], move->rank, move->to);
    }
}

static void print_sweep(FILE *out, const struct explanation *explanation, unsigned index, bool asked_for)
{
    const struct explain_sweep *sweep = &explanation->sweeps[index];
    fprintf(out, "\nsweep %u of %u: digit [%u, %u)", index + 1, explanation->sweep_count, sweep->place,
            sweep->place + sweep->bits);
    if (sweep->skipped) {
        fprintf(out, ", skipped: every key has digit %u", sweep->shared);
    }
    fprintf(out, "\n");
    if (sweep->skipped && !asked_for) {
        return;
    }
    if (sweep->moves == NULL) {
        print_summed_buckets(out, sweep);
        return;
    }
    if (sweep->buckets <= GROUPS) {
        print_buckets_across(out, sweep);
    } else {
        print_filled_buckets(out, sweep);
    }
    print_moves(out, explanation, sweep);
}

void explain_print_text(FILE *out, const struct explanation *explanation, unsigned only)
{
    print_heading(out, explanation);
    print_plan(out, explanation);
    if (explanation->n == 0) {
        return;
    }
    for (unsigned i = 0; i < explanation->sweep_count; i++) {
        if (only == 0 || i + 1 == only) {
            print_sweep(out, explanation, i, only != 0);
        }
    }
    if (explanation->sorted != NULL && only == 0) {
        fprintf(out, "\nsorted:");
        size_t column = 7;
        for (size_t i = 0; i < explanation->n; i++) {
            char text[EXPLAIN_KEY_TEXT];
            size_t length = strlen(explain_key_text(explanation, explanation->sorted[i], text)) + 1;
            if (column + length > 100) {
                fprintf(out, "\n       ");
                column = 7;
            }
            fprintf(out, " %s", text);
            column += length;
        }
        fprintf(out, "\n");
    }
}
