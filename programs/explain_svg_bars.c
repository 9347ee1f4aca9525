/*
 * The histogram of a digit, drawn as bars, with its exclusive scan as a line: what a picture can show of many keys or
 * of many buckets.
 *
 * In: an explanation and a sweep. Out: SVG. Used by explain_svg.c.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "explain_svg.h"

#define MOST_BARS 256
#define LEFT 96.0
#define TOP 84.0
#define WIDE 768.0
#define HIGH 240.0

void svg_bars(FILE *out, const struct explanation *explanation, const struct explain_sweep *sweep)
{
    size_t bars = sweep->buckets < MOST_BARS ? sweep->buckets : MOST_BARS, group = sweep->buckets / bars;
    size_t counts[MOST_BARS] = {0}, most = 1, fullest = 0;
    for (size_t digit = 0; digit < sweep->buckets; digit++) {
        counts[digit / group] += sweep->counts[digit];
        fullest = sweep->counts[digit] > sweep->counts[fullest] ? digit : fullest;
    }
    for (size_t bar = 0; bar < bars; bar++) {
        most = counts[bar] > most ? counts[bar] : most;
    }
    double width = LEFT + WIDE + 96, height = TOP + HIGH + 64, step = WIDE / (double)bars, n = (double)explanation->n;
    char name[64], heading[128], text[128], digit_name[64];

    snprintf(name, sizeof name, "sweepsort-bars-%u-%u", sweep->place, sweep->bits);
    svg_begin(out, width, height, name, "Histogram of %s of %zu keys", svg_digit_name(sweep, digit_name),
              explanation->n);
    fprintf(out,
            "A bar for every %s, as high as its count of keys, and a line for the exclusive scan of the counts, from 0 "
            "up to %zu. %zu of %zu buckets are filled; the fullest, digit %zu, has %zu keys.",
            group == 1 ? "digit" : "group of digits", explanation->n, sweep->filled, sweep->buckets, fullest,
            sweep->counts[fullest]);
    svg_style(out, width, height);
    snprintf(heading, sizeof heading, "Histogram of %s, %zu keys", digit_name, explanation->n);
    snprintf(text, sizeof text, "%zu of %zu buckets are filled%s%s.", sweep->filled, sweep->buckets,
             group == 1 ? "" : "; neighbours share a bar", sweep->skipped ? "; every key has the same digit" : "");
    svg_heading(out, explanation, heading, text);

    fprintf(out, "<rect class=\"band\" x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\"/>\n", LEFT, TOP, WIDE,
            HIGH);
    for (size_t bar = 0; bar < bars; bar++) {
        double tall = (double)counts[bar] / (double)most * (HIGH - 8);
        if (counts[bar] > 0) {
            fprintf(out,
                    "<rect class=\"b0\" x=\"%.2f\" y=\"%.2f\" width=\"%.2f\" height=\"%.2f\" stroke-width=\"%s\"/>\n",
                    LEFT + (double)bar * step + step * 0.08, TOP + HIGH - tall, step * 0.84, tall,
                    bars > 64 ? "0.5" : "1.5");
        }
    }
    fprintf(out, "<path class=\"line dashed l1\" d=\"M%.1f %.1f", LEFT, TOP + HIGH);
    for (size_t bar = 0; bar < bars; bar++) { /* level through a bar's width, then up by its count */
        double y = n > 0 ? TOP + HIGH - (double)sweep->offsets[bar * group] / n * (HIGH - 8) : TOP + HIGH;
        fprintf(out, "V%.1fH%.1f", y, LEFT + (double)(bar + 1) * step);
    }
    fprintf(out, "V%.1f\"/>\n", n > 0 ? TOP + 8 : TOP + HIGH);

    svg_text(out, LEFT + step / 2, TOP + HIGH + 20, "small", "0");
    svg_number(out, LEFT + WIDE - step / 2, TOP + HIGH + 20, "small", sweep->buckets - 1);
    svg_text(out, LEFT + WIDE / 2, TOP + HIGH + 20, "small", "digit");
    svg_number(out, LEFT / 2 + 4, TOP + 14, "small", most);
    svg_text(out, LEFT / 2 + 4, TOP + 30, "small", "keys");
    svg_number(out, LEFT + WIDE + 48, TOP + 14, "small", explanation->n);
    svg_text(out, LEFT + WIDE + 48, TOP + 30, "small", "offset");
    fprintf(out, "<path class=\"line dashed l1\" d=\"M%.0f %.1fh36\"/>\n", SVG_MARGIN, TOP + HIGH + 44);
    svg_text(out, SVG_MARGIN + 44, TOP + HIGH + 48, "more",
             "exclusive scan: where each bucket begins in the result, as part of all keys");
    svg_end(out);
}
