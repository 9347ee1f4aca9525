/*
 * Pictures of results: see report.h. ns/key against n, both axes logarithmic, a line a peer with its name at its end;
 * yardsticks are left out: they lie far below.
 * The colours follow the reader's preference for light or dark.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "report.h"
#include "trouble.h"

#define WIDTH 860.0
#define HEIGHT 480.0
#define LEFT 64.0
#define RIGHT 170.0 /* room for the names */
#define TOP 84.0
#define BOTTOM 52.0
#define NAME_HEIGHT 16.0

/* Hue, and lightness on light and on dark ground: sweepsort first, then peers in their order. */
static const struct colour {
    unsigned hue, saturation, light, dark;
} colours[] = {{212, 90, 40, 66}, {24, 90, 42, 62},  {140, 65, 30, 55}, {285, 55, 45, 72}, {0, 70, 45, 68},
               {48, 90, 33, 58},  {185, 80, 28, 55}, {330, 70, 45, 70}, {95, 60, 30, 58}};
enum { COLOURS = sizeof colours / sizeof colours[0] };

struct axes {
    double x_least, x_most, y_least, y_most;
};

static double x_of(const struct axes *axes, double n)
{
    return LEFT + (WIDTH - LEFT - RIGHT) * log(n / axes->x_least) / log(axes->x_most / axes->x_least);
}

static double y_of(const struct axes *axes, double time)
{
    return HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * log(time / axes->y_least) / log(axes->y_most / axes->y_least);
}

/* The largest of 1, 2, 5, 10, ... times a power of ten that is at most `number`; or the least that is at least it. */
static double round_number(double number, bool up)
{
    static const double steps[] = {1, 2, 5, 10};
    double power = pow(10, floor(log10(number) + 1e-9)), found = power;
    for (unsigned i = 0; i < 4; i++) {
        if (up && steps[i] * power >= number * (1 - 1e-9)) {
            return steps[i] * power;
        }
        if (!up && steps[i] * power <= number * (1 + 1e-9)) {
            found = steps[i] * power;
        }
    }
    return found;
}

static struct axes axes_of(const struct results *results, size_t first, size_t last)
{
    struct axes axes = {.x_least = HUGE_VAL, .y_least = HUGE_VAL};
    for (size_t i = first; i < last; i++) {
        const struct result *result = &results->all[i];
        axes.x_least = fmin(axes.x_least, (double)result->what.n);
        axes.x_most = fmax(axes.x_most, (double)result->what.n);
        for (unsigned entry = 0; entry < result->count; entry++) {
            const struct contestant *contestant = result->entries[entry].contestant;
            if (!contestant->yardstick && result_entry(result, contestant->name) != NULL) {
                double time = entry_time(result, &result->entries[entry]);
                axes.y_least = fmin(axes.y_least, time);
                axes.y_most = fmax(axes.y_most, time);
            }
        }
    }
    axes.y_least = round_number(axes.y_least, false);
    axes.y_most = round_number(axes.y_most, true);
    return axes;
}

/* The colour of each line, its dots and its name. */
static void print_shades(FILE *file, const char *indent, unsigned shades, bool dark)
{
    for (unsigned i = 0; i < shades; i++) {
        const struct colour *colour = &colours[i % COLOURS];
        char text[48];
        snprintf(text, sizeof text, "hsl(%u, %u%%, %u%%)", colour->hue, colour->saturation,
                 dark ? colour->dark : colour->light);
        fprintf(file, "%s.s%u { stroke: %s; } .n%u, .d%u { fill: %s; }\n", indent, i, text, i, i, text);
    }
}

static void print_style(FILE *file, unsigned shades)
{
    fprintf(file, "<style>\n"
                  "  .page { fill: #ffffff; } .grid { stroke: #e3e7ec; } .axis { stroke: #9aa3ad; }\n"
                  "  text { font: 13px system-ui, 'Segoe UI', Helvetica, Arial, 'DejaVu Sans', sans-serif;\n"
                  "         fill: #1b1f24; }\n"
                  "  .heading { font-size: 17px; font-weight: 600; } .more { fill: #57606a; font-size: 12px; }\n"
                  "  .right { text-anchor: end; } .middle { text-anchor: middle; }\n"
                  "  .line { fill: none; stroke-width: 1.8; stroke-linejoin: round; } .s0 { stroke-width: 3.2; }\n"
                  "  .n0 { font-weight: 700; }\n");
    print_shades(file, "  ", shades, false);
    fprintf(file, "  @media (prefers-color-scheme: dark) {\n"
                  "    .page { fill: #0d1117; } .grid { stroke: #222b36; } .axis { stroke: #5b6673; }\n"
                  "    text { fill: #e6edf3; } .more { fill: #a9b4c0; }\n");
    print_shades(file, "    ", shades, true);
    fprintf(file, "  }\n</style>\n<rect class=\"page\" width=\"%.0f\" height=\"%.0f\"/>\n", WIDTH, HEIGHT);
}

static void print_grid(FILE *file, const struct axes *axes, const struct results *results, size_t first, size_t last)
{
    static const double steps[] = {1, 2, 5};
    for (double power = pow(10, floor(log10(axes->y_least) + 1e-9)); power <= axes->y_most; power *= 10) {
        for (unsigned i = 0; i < 3; i++) {
            double value = steps[i] * power;
            if (value < axes->y_least * 0.999 || value > axes->y_most * 1.001) {
                continue;
            }
            double y = y_of(axes, value);
            fprintf(file, "<path class=\"grid\" d=\"M%.1f %.1fH%.1f\"/>\n", LEFT, y, WIDTH - RIGHT);
            fprintf(file, "<text class=\"right\" x=\"%.1f\" y=\"%.1f\">%g</text>\n", LEFT - 8, y + 4.5, value);
        }
    }
    for (size_t i = first; i < last; i++) {
        char text[48];
        size_t n = results->all[i].what.n;
        double x = x_of(axes, (double)n);
        fprintf(file, "<path class=\"grid\" d=\"M%.1f %.1fV%.1f\"/>\n", x, TOP, HEIGHT - BOTTOM);
        fprintf(file, "<text class=\"middle\" x=\"%.1f\" y=\"%.1f\">%s</text>\n", x, HEIGHT - BOTTOM + 19,
                count_text(n, text));
    }
    fprintf(file,
            "<path class=\"axis\" fill=\"none\" d=\"M%.1f %.1fV%.1fH%.1f\"/>\n"
            "<text class=\"more right\" x=\"%.1f\" y=\"%.1f\">number of keys</text>\n"
            "<text class=\"more\" x=\"%.1f\" y=\"%.1f\">ns per key</text>\n",
            LEFT, TOP, HEIGHT - BOTTOM, WIDTH - RIGHT, WIDTH - RIGHT, HEIGHT - BOTTOM + 38, 16.0, TOP - 8);
}

/* One peer's line, and where it ends. */
struct line {
    const struct contestant *contestant;
    unsigned shade;
    double end_x, end_y, name_y;
};

static void print_line(FILE *file, const struct axes *axes, const struct results *results, size_t first, size_t last,
                       struct line *line)
{
    fprintf(file, "<path class=\"line s%u\" d=\"", line->shade);
    char command = 'M';
    for (size_t i = first; i < last; i++) {
        const struct entry *entry = result_entry(&results->all[i], line->contestant->name);
        if (entry != NULL) {
            line->end_x = x_of(axes, (double)results->all[i].what.n);
            line->end_y = y_of(axes, entry_time(&results->all[i], entry));
            fprintf(file, "%c%.1f %.1f", command, line->end_x, line->end_y);
            command = 'L';
        }
    }
    fprintf(file, "\"/>\n");
    for (size_t i = first; i < last; i++) {
        const struct entry *entry = result_entry(&results->all[i], line->contestant->name);
        if (entry != NULL) {
            fprintf(file, "<circle class=\"d%u\" cx=\"%.1f\" cy=\"%.1f\" r=\"%.1f\"/>\n", line->shade,
                    x_of(axes, (double)results->all[i].what.n), y_of(axes, entry_time(&results->all[i], entry)),
                    line->shade == 0 ? 4.0 : 3.0);
        }
    }
}

static int by_end(const void *a, const void *b)
{
    const struct line *x = a, *y = b;
    return (x->end_y > y->end_y) - (x->end_y < y->end_y);
}

/* Names stand at the lines' ends, pushed down where they would touch, then up again from the bottom. */
static void print_names(FILE *file, struct line *lines, unsigned count)
{
    qsort(lines, count, sizeof lines[0], by_end);
    for (unsigned i = 0; i < count; i++) {
        lines[i].name_y = lines[i].end_y;
        if (i > 0 && lines[i].name_y < lines[i - 1].name_y + NAME_HEIGHT) {
            lines[i].name_y = lines[i - 1].name_y + NAME_HEIGHT;
        }
    }
    double floor = HEIGHT - BOTTOM;
    for (unsigned i = count; i-- > 0;) {
        lines[i].name_y = fmin(lines[i].name_y, floor);
        floor = lines[i].name_y - NAME_HEIGHT;
    }
    for (unsigned i = 0; i < count; i++) {
        const struct line *line = &lines[i];
        fprintf(file, "<text class=\"n%u\" x=\"%.1f\" y=\"%.1f\">%s</text>\n", line->shade, line->end_x + 12,
                line->name_y + 4.5, line->contestant->name);
    }
}

/* Text between tags: a processor's name can hold anything. */
static void print_escaped(FILE *file, const char *text)
{
    for (; *text != '\0'; text++) {
        switch (*text) {
        case '<': fputs("&lt;", file); break;
        case '>': fputs("&gt;", file); break;
        case '&': fputs("&amp;", file); break;
        default: fputc(*text, file);
        }
    }
}

static void plot_group(FILE *file, const struct results *results, size_t first, size_t last, const struct run *run)
{
    const struct result *result = &results->all[first];
    struct axes axes = axes_of(results, first, last);
    struct line lines[PEERS_MOST];
    unsigned count = 0;
    for (unsigned i = 0; i < run->peers->count; i++) {
        const struct contestant *contestant = &run->peers->all[i];
        for (size_t at = first; at < last && !contestant->yardstick; at++) {
            if (result_entry(&results->all[at], contestant->name) != NULL) {
                lines[count++] = (struct line){.contestant = contestant, .shade = i};
                break;
            }
        }
    }
    const char *plural = result->what.threads == 1 ? "" : "s";
    fprintf(file,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %.0f %.0f\" width=\"%.0f\" height=\"%.0f\" "
            "role=\"img\">\n"
            "<title>Sorting %s, %s, %u thread%s: ns per key against the number of keys</title>\n",
            WIDTH, HEIGHT, WIDTH, HEIGHT, case_name(&result->what), data_names[result->data_kind], result->what.threads,
            plural);
    print_style(file, run->peers->count);
    fprintf(file,
            "<text class=\"heading\" x=\"16\" y=\"28\">%s, %s, %u thread%s</text>\n"
            "<text class=\"more\" x=\"16\" y=\"46\">",
            case_name(&result->what), data_names[result->data_kind], result->what.threads, plural);
    print_escaped(file, run->processor);
    fprintf(file, "; %s scratch; medians</text>\n", run->settings->cold ? "cold" : "warm");
    print_grid(file, &axes, results, first, last);
    for (unsigned i = count; i-- > 0;) { /* sweepsort last, on top */
        print_line(file, &axes, results, first, last, &lines[i]);
    }
    print_names(file, lines, count);
    fprintf(file, "</svg>\n");
}

unsigned plot_all(const char *directory, const struct results *results, const struct run *run)
{
    if (mkdir(directory, 0777) != 0 && errno != EEXIST) {
        die("cannot make the directory %s: %s", directory, strerror(errno));
    }
    unsigned files = 0;
    for (size_t first = 0, last; first < results->count; first = last) {
        for (last = first + 1; last < results->count && same_group(&results->all[first], &results->all[last]); last++) {
        }
        if (last - first < 2) {
            continue;
        }
        const struct result *result = &results->all[first];
        char name[96], path[4096];
        snprintf(name, sizeof name, "%s %s %u", case_name(&result->what), data_names[result->data_kind],
                 result->what.threads);
        for (char *at = name; *at != '\0'; at++) {
            *at = *at == ' ' || *at == '+' ? '-' : *at;
        }
        snprintf(path, sizeof path, "%s/%s.svg", directory, name);
        FILE *file = fopen(path, "w");
        if (file == NULL) {
            die("cannot write %s: %s", path, strerror(errno));
        }
        plot_group(file, results, first, last, run);
        if (fclose(file) != 0) {
            die("cannot write %s: %s", path, strerror(errno));
        }
        files++;
    }
    return files;
}
