/*
 * Pictures of one sweep. explain_svg.c picks the form and has the pieces that the forms share; explain_svg_split.c
 * draws a stable one-bit split, explain_svg_buckets.c up to sixteen buckets, explain_svg_bars.c a histogram alone.
 *
 * In: an explanation and one of its sweeps. Out: SVG: plain shapes and one style sheet, no script; a title and a
 * description in words; colours for light and for dark. Nothing is told by colour alone.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef SWEEPSORT_PROGRAMS_EXPLAIN_SVG_H
#define SWEEPSORT_PROGRAMS_EXPLAIN_SVG_H

#include "explain.h"

#define SVG_MARGIN 16.0
#define SVG_LEFT 196.0 /* where the keys begin: to their left stand the bands' names */
#define SVG_BOX 28.0   /* the height of a key's box */
#define SVG_SHADES 16

/* The forms. */
void svg_split(FILE *out, const struct explanation *explanation, const struct explain_sweep *sweep);
void svg_buckets(FILE *out, const struct explanation *explanation, const struct explain_sweep *sweep);
void svg_bars(FILE *out, const struct explanation *explanation, const struct explain_sweep *sweep);

/* The head of a picture up to and with its title; then come the sentences of the description, then svg_style, and at
   the end svg_end. `name` makes the picture's ids its own. */
#if defined __GNUC__
__attribute__((format(printf, 5, 6)))
#endif
void svg_begin(FILE *out, double width, double height, const char *name, const char *title, ...);
void svg_style(FILE *out, double width, double height);
void svg_end(FILE *out);

/* A field over the whole width behind a row, with its name and up to two smaller lines (NULL: none) on the left. */
void svg_band(FILE *out, double top, double width, double height, const char *name, const char *more,
              const char *even_more);

/* Text whose middle is x, on the base line y; style: a class of the style sheet, "" for none. */
void svg_text(FILE *out, double x, double y, const char *style, const char *text);
void svg_number(FILE *out, double x, double y, const char *style, size_t number);

/* A key in its box; x is the box's middle. */
void svg_key(FILE *out, double x, double y, double width, unsigned shade, const struct explanation *explanation,
             size_t key);

/* The width that the longest key's box needs. */
double svg_key_width(const struct explanation *explanation);

/* A curve from one point down to another. Odd shades are dashed. */
void svg_curve(FILE *out, double x1, double y1, double x2, double y2, unsigned shade);

/* "bit 3", or "digit [4, 8)". */
const char *svg_digit_name(const struct explain_sweep *sweep, char text[64]);

/* The picture's name, and a sentence below it. */
void svg_heading(FILE *out, const struct explanation *explanation, const char *name, const char *sentence);

/* A sentence for the description: where every key goes. */
void svg_describe_moves(FILE *out, const struct explanation *explanation, const struct explain_sweep *sweep);

#endif
