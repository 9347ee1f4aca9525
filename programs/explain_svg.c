/*
 * Pictures of one sweep: which form, and the pieces that the forms share. See explain_svg.h.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "explain_svg.h"

#include <stdarg.h>
#include <string.h>

#define CHARACTER 8.5 /* the width of a character of a key */

/* Hues far apart for buckets that are neighbours; the first two serve the one-bit split. */
static const unsigned hues[SVG_SHADES] = {215, 28, 140, 285, 50, 190, 340, 95, 245, 10, 165, 310, 75, 200, 265, 120};

void svg_begin(FILE *out, double width, double height, const char *name, const char *title, ...)
{
    fprintf(out,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %.0f %.0f\" width=\"%.0f\" height=\"%.0f\" "
            "role=\"img\" aria-labelledby=\"%s-title %s-description\">\n<title id=\"%s-title\">",
            width, height, width, height, name, name, name);
    va_list arguments;
    va_start(arguments, title);
    vfprintf(out, title, arguments);
    va_end(arguments);
    fprintf(out, "</title>\n<desc id=\"%s-description\">", name);
}

static void print_shades(FILE *out, const char *indent, const char *fill, const char *stroke)
{
    for (unsigned shade = 0; shade < SVG_SHADES; shade++) {
        fprintf(out, "%s.b%u { fill: hsl(%u, %s); stroke: hsl(%u, %s); } .l%u { stroke: hsl(%u, %s); }\n", indent,
                shade, hues[shade], fill, hues[shade], stroke, shade, hues[shade], stroke);
    }
}

void svg_style(FILE *out, double width, double height)
{
    fprintf(out, "</desc>\n<style>\n"
                 "  .page { fill: #ffffff; } .band { fill: #f0f2f5; } .frame { fill: none; stroke: #b6bdc6; }\n"
                 "  text { font: 14px ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', monospace;\n"
                 "         fill: #1b1f24; text-anchor: middle; }\n"
                 "  .heading, .name, .more { font-family: system-ui, 'Segoe UI', Helvetica, Arial, 'DejaVu Sans',\n"
                 "                           sans-serif; text-anchor: start; }\n"
                 "  .heading { font-size: 18px; font-weight: 600; } .name { font-weight: 600; }\n"
                 "  .more { font-size: 12px; } .more, .small { fill: #57606a; } .small { font-size: 12px; }\n"
                 "  .strong { font-weight: 700; } .none { fill: #79838f; }\n"
                 "  .line { fill: none; stroke-width: 2; } .dashed { stroke-dasharray: 7 5; }\n"
                 "  .box { stroke-width: 1.5; } .flow { fill-opacity: 0.75; stroke-width: 1; }\n");
    print_shades(out, "  ", "75%, 91%", "72%, 36%");
    fprintf(out, "  @media (prefers-color-scheme: dark) {\n"
                 "    .page { fill: #0d1117; } .band { fill: #1a212b; } .frame { stroke: #4a5563; }\n"
                 "    text { fill: #e6edf3; } .more, .small { fill: #a9b4c0; } .none { fill: #8b96a4; }\n");
    print_shades(out, "    ", "50%, 20%", "75%, 67%");
    fprintf(out, "  }\n</style>\n<rect class=\"page\" width=\"%.0f\" height=\"%.0f\"/>\n", width, height);
}

void svg_end(FILE *out)
{
    fprintf(out, "</svg>\n");
}

void svg_text(FILE *out, double x, double y, const char *style, const char *text)
{
    fprintf(out, "<text x=\"%.1f\" y=\"%.1f\"", x, y);
    if (style[0] != '\0') {
        fprintf(out, " class=\"%s\"", style);
    }
    fprintf(out, ">%s</text>\n", text);
}

void svg_number(FILE *out, double x, double y, const char *style, size_t number)
{
    char text[32];
    snprintf(text, sizeof text, "%zu", number);
    svg_text(out, x, y, style, text);
}

void svg_band(FILE *out, double top, double width, double height, const char *name, const char *more,
              const char *even_more)
{
    fprintf(out, "<rect class=\"band\" x=\"8\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\" rx=\"6\"/>\n", top, width - 16,
            height);
    double y = top + height / 2 + 5 - 8 * (more != NULL) - 7.5 * (even_more != NULL);
    svg_text(out, SVG_MARGIN, y, "name", name);
    if (more != NULL) {
        svg_text(out, SVG_MARGIN, y + 16, "more", more);
    }
    if (even_more != NULL) {
        svg_text(out, SVG_MARGIN, y + 31, "more", even_more);
    }
}

double svg_key_width(const struct explanation *explanation)
{
    size_t longest = 3;
    for (size_t i = 0; i < explanation->n; i++) {
        char text[EXPLAIN_KEY_TEXT];
        size_t length = strlen(explain_key_text(explanation, i, text));
        longest = length > longest ? length : longest;
    }
    return (double)longest * CHARACTER + 14;
}

void svg_key(FILE *out, double x, double y, double width, unsigned shade, const struct explanation *explanation,
             size_t key)
{
    char text[EXPLAIN_KEY_TEXT];
    fprintf(out, "<rect class=\"box b%u\" x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\" rx=\"4\"/>\n",
            shade % SVG_SHADES, x - width / 2, y, width, SVG_BOX);
    svg_text(out, x, y + SVG_BOX / 2 + 5, "", explain_key_text(explanation, key, text));
}

void svg_curve(FILE *out, double x1, double y1, double x2, double y2, unsigned shade)
{
    double bend = (y2 - y1) * 0.45;
    fprintf(out, "<path class=\"line%s l%u\" d=\"M%.1f %.1fC%.1f %.1f %.1f %.1f %.1f %.1f\"/>\n",
            shade % 2 != 0 ? " dashed" : "", shade % SVG_SHADES, x1, y1, x1, y1 + bend, x2, y2 - bend, x2, y2);
}

const char *svg_digit_name(const struct explain_sweep *sweep, char text[64])
{
    if (sweep->bits == 1) {
        snprintf(text, 64, "bit %u", sweep->place);
    } else {
        snprintf(text, 64, "digit [%u, %u)", sweep->place, sweep->place + sweep->bits);
    }
    return text;
}

void svg_heading(FILE *out, const struct explanation *explanation, const char *name, const char *sentence)
{
    char text[256];
    svg_text(out, SVG_MARGIN, 32, "heading", name);
    snprintf(text, sizeof text, "%s%s", sentence,
             explain_is_transformed(explanation) ? " The bits are the transformed key's." : "");
    svg_text(out, SVG_MARGIN, 52, "more", text);
}

void svg_describe_moves(FILE *out, const struct explanation *explanation, const struct explain_sweep *sweep)
{
    fprintf(out, " The keys in their order:");
    for (size_t i = 0; i < explanation->n; i++) {
        const struct explain_move *move = &sweep->moves[i];
        char text[EXPLAIN_KEY_TEXT];
        fprintf(out, "%s %s at place %zu has %s %u and goes to place %zu", i > 0 ? ";" : "",
                explain_key_text(explanation, move->key, text), i, sweep->bits == 1 ? "bit" : "digit", move->digit,
                move->to);
    }
    fprintf(out, ".");
}

void explain_print_svg(FILE *out, const struct explanation *explanation, unsigned only)
{
    const struct explain_sweep *sweep = &explanation->sweeps[only == 0 ? 0 : only - 1];
    if (sweep->moves == NULL || sweep->bits > 4) {
        svg_bars(out, explanation, sweep);
    } else if (sweep->bits == 1) {
        svg_split(out, explanation, sweep);
    } else {
        svg_buckets(out, explanation, sweep);
    }
}
