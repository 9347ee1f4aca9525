/*
 * One stable split, drawn: a flag under each key, the flags' exclusive scan, and the destination that follows from it.
 *
 * In: an explanation of up to EXPLAIN_EVERY_KEY keys and a sweep by one bit. Out: SVG. Used by explain_svg.c.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "explain_svg.h"

#define KEYS 84.0  /* the keys' boxes */
#define FLAG 148.0 /* the three bands */
#define SCAN 202.0
#define DESTINATION 256.0
#define BAND 46.0

static void describe(FILE *out, const struct explanation *explanation, const struct explain_sweep *sweep)
{
    size_t zeros = sweep->counts[0];
    fprintf(out,
            "Three bands below a row of %zu keys, each with its bit %u. First band: a flag, 1 under each key whose bit "
            "%u is 0. Second band: the exclusive scan of the flags, how many flags stand before; there are %zu in all. "
            "Third band: the destination: the scan where the bit is 0, else %zu plus the key's place minus the scan. "
            "Lines lead to a second row, in which keys whose bit is 0 come first and equal bits keep their order.",
            explanation->n, sweep->place, sweep->place, zeros, zeros);
    svg_describe_moves(out, explanation, sweep);
}

/* What a solid and a dashed line mean. */
static void draw_legend(FILE *out, double y)
{
    for (unsigned bit = 0; bit < 2; bit++, y += 20) {
        fprintf(out, "<path class=\"line%s l%u\" d=\"M%.0f %.1fh36\"/>\n", bit == 1 ? " dashed" : "", bit, SVG_MARGIN,
                y);
        svg_text(out, SVG_MARGIN + 44, y + 4, "more", bit == 0 ? "0: to the front" : "1: behind them");
    }
}

void svg_split(FILE *out, const struct explanation *explanation, const struct explain_sweep *sweep)
{
    size_t n = explanation->n, zeros = sweep->counts[0];
    double box = svg_key_width(explanation), cell = box + 8;
    double fall = n < 6 ? 90 : n < 26 ? 66 + 4 * (double)n : 170; /* the height that the lines take */
    double sorted = DESTINATION + BAND + fall;
    double width = SVG_LEFT + (double)(n > 6 ? n : 6) * cell + 96, height = sorted + SVG_BOX + 40;
    char name[64], text[128], digit[64];

    snprintf(name, sizeof name, "sweepsort-split-%u", sweep->place);
    svg_begin(out, width, height, name, "One stable split of %zu keys by %s", n, svg_digit_name(sweep, digit));
    describe(out, explanation, sweep);
    svg_style(out, width, height);
    snprintf(text, sizeof text, "One stable split by %s", digit);
    svg_heading(out, explanation, text, "Keys whose bit is 0 come first; equal bits keep their order.");

    svg_text(out, SVG_MARGIN, KEYS + 19, "name", "keys");
    svg_text(out, SVG_MARGIN, KEYS + SVG_BOX + 20, "more", digit);
    snprintf(text, sizeof text, "1 where %s is 0", digit);
    svg_band(out, FLAG, width, BAND, "1  flag", text, NULL);
    svg_band(out, SCAN, width, BAND, "2  exclusive scan", "flags before this one", NULL);
    snprintf(text, sizeof text, "1: %zu + place - scan", zeros);
    svg_band(out, DESTINATION, width, BAND + 14, "3  destination", "0: scan", text);
    svg_text(out, SVG_MARGIN, sorted + 19, "name", "after the split");
    draw_legend(out, DESTINATION + BAND + 14 + fall / 2 - 14);

    size_t scan = 0;
    for (size_t i = 0; i < n; i++) { /* the lines first: they lie under the boxes */
        const struct explain_move *move = &sweep->moves[i];
        svg_curve(out, SVG_LEFT + ((double)i + 0.5) * cell, DESTINATION + BAND + 2,
                  SVG_LEFT + ((double)move->to + 0.5) * cell, sorted, move->digit);
    }
    for (size_t i = 0; i < n; i++) {
        const struct explain_move *move = &sweep->moves[i];
        double x = SVG_LEFT + ((double)i + 0.5) * cell, to = SVG_LEFT + ((double)move->to + 0.5) * cell;
        svg_number(out, x, KEYS - 8, "small", i);
        svg_key(out, x, KEYS, box, move->digit, explanation, move->key);
        svg_number(out, x, KEYS + SVG_BOX + 20, "small", move->digit);
        svg_number(out, x, FLAG + 28, move->digit == 0 ? "strong" : "none", 1 - move->digit);
        svg_number(out, x, SCAN + 28, "", scan);
        svg_number(out, x, DESTINATION + 34, "strong", move->to);
        svg_key(out, to, sorted, box, move->digit, explanation, move->key);
        svg_number(out, to, sorted + SVG_BOX + 18, "small", move->to);
        scan += move->digit == 0;
    }
    double beside = SVG_LEFT + (double)n * cell + 46;
    snprintf(text, sizeof text, "in all: %zu", zeros);
    svg_text(out, beside, SCAN + 28, "small", text);
    svg_end(out);
}
