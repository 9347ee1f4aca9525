/*
 * One sweep by a digit of 2 to 4 bits, drawn: digit and rank under each key, the buckets with counts and offsets, and
 * where the buckets go.
 *
 * In: an explanation of up to EXPLAIN_EVERY_KEY keys and a sweep of up to sixteen buckets. Out: SVG. Used by
 * explain_svg.c.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "explain_svg.h"

#define KEYS 84.0    /* the keys' boxes */
#define DIGITS 120.0 /* the first band */
#define DIGITS_HEIGHT 54.0
#define BUCKETS 264.0  /* the second band */
#define MOST_STACKED 8 /* keys drawn in one bucket; what is more is counted */
#define STEP 34.0      /* from one key in a bucket to the next */

static void describe(FILE *out, const struct explanation *explanation, const struct explain_sweep *sweep)
{
    fprintf(out,
            "Three bands. First band, under a row of %zu keys: each key's digit, and its rank, how many keys of the "
            "same digit stand before it. Second band: %zu buckets with the count of their keys and their offset, the "
            "exclusive scan of the counts. Third band: the destination, offset plus rank. The buckets that are not "
            "empty:",
            explanation->n, sweep->buckets);
    const char *separator = "";
    for (size_t digit = 0; digit < sweep->buckets; digit++) {
        if (sweep->counts[digit] > 0) {
            fprintf(out, "%s digit %zu: count %zu, offset %zu", separator, digit, sweep->counts[digit],
                    sweep->offsets[digit]);
            separator = ";";
        }
    }
    fprintf(out, ".");
    svg_describe_moves(out, explanation, sweep);
}

/* One bucket: its digit, its keys in the order of their ranks, its count and its offset. */
static void draw_bucket(FILE *out, const struct explanation *explanation, const struct explain_sweep *sweep,
                        size_t digit, double x, double cell, double depth)
{
    size_t count = sweep->counts[digit];
    double box = cell - 8;
    fprintf(out, "<rect class=\"%s\" x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\" rx=\"6\"/>\n", "frame",
            x - box / 2 - 2, BUCKETS + 30, box + 4, depth);
    svg_number(out, x, BUCKETS + 21, count > 0 ? "strong" : "none", digit);
    size_t drawn = 0;
    for (size_t i = 0; i < explanation->n; i++) {
        const struct explain_move *move = &sweep->moves[i];
        if (move->digit != digit) {
            continue;
        }
        if (drawn == MOST_STACKED - 1 && count > MOST_STACKED) {
            char text[32];
            snprintf(text, sizeof text, "+ %zu", count - drawn);
            svg_text(out, x, BUCKETS + 34 + (double)drawn * STEP + 19, "small", text);
            break;
        }
        svg_key(out, x, BUCKETS + 34 + (double)drawn * STEP, box - 4, (unsigned)digit, explanation, move->key);
        drawn++;
    }
    svg_number(out, x, BUCKETS + depth + 50, count > 0 ? "" : "none", count);
    svg_number(out, x, BUCKETS + depth + 72, count > 0 ? "strong" : "none", sweep->offsets[digit]);
}

void svg_buckets(FILE *out, const struct explanation *explanation, const struct explain_sweep *sweep)
{
    size_t n = explanation->n, most = 1;
    for (size_t digit = 0; digit < sweep->buckets; digit++) {
        most = sweep->counts[digit] > most ? sweep->counts[digit] : most;
    }
    most = most > MOST_STACKED ? MOST_STACKED : most;
    double box = svg_key_width(explanation), cell = box + 8, bucket = cell + 6;
    double keys_wide = (double)n * cell, buckets_wide = (double)sweep->buckets * bucket;
    double wide = keys_wide > buckets_wide ? keys_wide : buckets_wide;
    double keys_left = SVG_LEFT + (wide - keys_wide) / 2, buckets_left = SVG_LEFT + (wide - buckets_wide) / 2;
    double depth = (double)most * STEP + 2, buckets_end = BUCKETS + depth + 84;
    double sorted = buckets_end + 80;
    double width = SVG_LEFT + wide + 20, height = sorted + 64;
    char name[64], heading[128], text[128], digit_name[64];

    snprintf(name, sizeof name, "sweepsort-buckets-%u-%u", sweep->place, sweep->bits);
    svg_begin(out, width, height, name, "One sweep of %zu keys by %s, in %zu buckets", n,
              svg_digit_name(sweep, digit_name), sweep->buckets);
    describe(out, explanation, sweep);
    svg_style(out, width, height);
    snprintf(heading, sizeof heading, "One sweep by %s", digit_name);
    snprintf(text, sizeof text, "A digit of %u bits, %zu buckets; equal digits keep their order.", sweep->bits,
             sweep->buckets);
    svg_heading(out, explanation, heading, text);

    svg_text(out, SVG_MARGIN, KEYS + 19, "name", "keys");
    svg_band(out, DIGITS, width, DIGITS_HEIGHT, "1  digit, rank", "rank: equal digits", "before this one");
    svg_band(out, BUCKETS, width, depth + 84, "2  buckets", "by digit, each with its", "count and offset");
    svg_band(out, sorted - 12, width, 68, "3  destination", "offset + rank", NULL);
    svg_text(out, SVG_LEFT - 26, BUCKETS + 21, "small", "digit");
    svg_text(out, SVG_LEFT - 26, BUCKETS + depth + 50, "small", "count");
    svg_text(out, SVG_LEFT - 26, BUCKETS + depth + 72, "small", "offset");
    svg_text(out, SVG_LEFT - 26, DIGITS + 22, "small", "digit");
    svg_text(out, SVG_LEFT - 26, DIGITS + 44, "small", "rank");

    for (size_t digit = 0; digit < sweep->buckets; digit++) { /* from each bucket to its stretch of the result */
        if (sweep->counts[digit] > 0) {
            double x = buckets_left + ((double)digit + 0.5) * bucket;
            double begin = keys_left + (double)sweep->offsets[digit] * cell;
            double end = begin + (double)sweep->counts[digit] * cell;
            fprintf(out, "<path class=\"flow b%zu\" d=\"M%.1f %.1fL%.1f %.1fL%.1f %.1fL%.1f %.1fz\"/>\n",
                    digit % SVG_SHADES, x - cell / 2, buckets_end, x + cell / 2, buckets_end, end - 4, sorted,
                    begin + 4, sorted);
        }
    }
    for (size_t i = 0; i < n; i++) {
        const struct explain_move *move = &sweep->moves[i];
        svg_curve(out, keys_left + ((double)i + 0.5) * cell, DIGITS + DIGITS_HEIGHT,
                  buckets_left + ((double)move->digit + 0.5) * bucket, BUCKETS + 4, move->digit);
    }
    for (size_t digit = 0; digit < sweep->buckets; digit++) {
        draw_bucket(out, explanation, sweep, digit, buckets_left + ((double)digit + 0.5) * bucket, cell, depth);
    }
    for (size_t i = 0; i < n; i++) {
        const struct explain_move *move = &sweep->moves[i];
        double x = keys_left + ((double)i + 0.5) * cell, to = keys_left + ((double)move->to + 0.5) * cell;
        svg_number(out, x, KEYS - 8, "small", i);
        svg_key(out, x, KEYS, box, move->digit, explanation, move->key);
        svg_number(out, x, DIGITS + 22, "strong", move->digit);
        svg_number(out, x, DIGITS + 44, "small", move->rank);
        svg_key(out, to, sorted, box, move->digit, explanation, move->key);
        svg_number(out, to, sorted + SVG_BOX + 18, "strong", move->to);
    }
    svg_end(out);
}
