/*
 * See report.h.
 */
#ifndef _DEFAULT_SOURCE
#define _DEFAULT_SOURCE
#endif
#include "report.h"
#include "driver.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static FILE *json_file;
static size_t last_n;
static char last_case[64];

void report_head(const char *program, const char *json, const char *peer_version)
{
    char date[32];
    time_t now = time(NULL);
    strftime(date, sizeof date, "%Y-%m-%d %H:%M UTC", gmtime(&now));
    printf("%s, sweepsort %s, %s\n%s (sm_%d), %s\n%s\n\n", program, sweep_version(), date, driver_card,
           driver_architecture, driver_version, peer_version ? peer_version : "without CUB");
    printf("%-12s %11s %-9s %-22s %10s %17s %8s %7s %6s\n", "sort", "n", "data", "by", "median ms", "quartiles",
           "Gkeys/s", "x copy", "x CUB");
    fflush(stdout);
    if (!json)
        return;
    json_file = fopen(json, "w");
    if (!json_file) {
        perror(json);
        exit(1);
    }
    fprintf(json_file,
            "{\"program\": \"%s\", \"sweepsort\": \"%s\", \"date\": \"%s\", \"card\": \"%s\", \"architecture\": %d, "
            "\"driver\": \"%s\", \"peer\": \"%s\"}\n",
            program, sweep_version(), date, driver_card, driver_architecture, driver_version,
            peer_version ? peer_version : "");
    fflush(json_file);
}

void report_row(const row *r)
{
    const sort_kind *k = &sort_kinds[r->kind];
    spread s = times_spread(&r->times);
    char here[64], copy[16] = "", cub[16] = "";
    double speed = s.median > 0 ? (double)r->n / s.median / 1e6 : 0;
    snprintf(here, sizeof here, "%s %d", k->name, (int)r->data);
    if (strcmp(here, last_case) != 0 || r->n != last_n)
        putchar('\n');
    snprintf(last_case, sizeof last_case, "%s", here);
    last_n = r->n;
    if (r->copy > 0)
        snprintf(copy, sizeof copy, "%.2f", s.median / r->copy);
    if (r->cub > 0)
        snprintf(cub, sizeof cub, "%.2f", s.median / r->cub);
    printf("%-12s %11zu %-9s %-22s %10.4f %8.4f-%-8.4f %8.3f %7s %6s\n", k->name, r->n, data_names[r->data], r->by,
           s.median, s.low, s.high, speed, copy, cub);
    fflush(stdout);
    if (!json_file)
        return;
    fprintf(json_file,
            "{\"sort\": \"%s\", \"n\": %zu, \"data\": \"%s\", \"by\": \"%s\", \"rounds\": %d, \"least_ms\": %.6f, "
            "\"low_ms\": %.6f, \"median_ms\": %.6f, \"high_ms\": %.6f, \"gkeys_per_s\": %.4f, \"copy_ms\": %.6f, "
            "\"cub_ms\": %.6f}\n",
            k->name, r->n, data_names[r->data], r->by, r->times.count, s.least, s.low, s.median, s.high, speed, r->copy,
            r->cub);
    fflush(json_file);
}

void report_note(const char *format, ...)
{
    char text[512];
    va_list list;
    va_start(list, format);
    vsnprintf(text, sizeof text, format, list);
    va_end(list);
    printf("%s\n", text);
    fflush(stdout);
    for (char *at = text; *at; at++)
        if (*at == '"' || *at == '\\' || (unsigned char)*at < ' ')
            *at = '\'';
    if (json_file) {
        fprintf(json_file, "{\"note\": \"%s\"}\n", text);
        fflush(json_file);
    }
}

void report_end(void)
{
    if (json_file && fclose(json_file) != 0)
        perror("the JSON file");
    json_file = NULL;
}

/* ---- pictures -------------------------------------------------------------------------------------------------- */

enum { WIDTH = 720, HEIGHT = 420, LEFT = 60, RIGHT = 150, TOP = 40, BOTTOM = 50 };

typedef struct plot {
    double least_n, most_n, most; /* logarithms of n; Gkeys/s */
} plot;

static double x_of(const plot *p, double n)
{
    double wide = p->most_n > p->least_n ? p->most_n - p->least_n : 1;
    return (double)LEFT + (log2(n) - p->least_n) / wide * (WIDTH - LEFT - RIGHT);
}

static double y_of(const plot *p, double speed)
{
    return HEIGHT - BOTTOM - speed / p->most * (HEIGHT - TOP - BOTTOM);
}

static double speed_of(const row *r)
{
    double median = times_spread(&r->times).median;
    return median > 0 ? (double)r->n / median / 1e6 : 0;
}

static bool belongs(const row *r, enum peer_kind kind)
{
    return r->kind == kind && r->data == DATA_UNIFORM && strcmp(r->by, "copy") != 0;
}

static void draw_line(FILE *file, const plot *p, enum peer_kind kind, const row *rows, size_t count, const char *by,
                      int number)
{
    static const char *const colours[] = {"#0b6e99", "#c2410c", "#4d7c0f", "#7e22ce", "#57534e", "#b91c1c"};
    const char *colour = colours[number % 6];
    double x = 0, y = 0;
    fprintf(file, "<polyline fill=\"none\" stroke=\"%s\" stroke-width=\"2\" points=\"", colour);
    for (size_t i = 0; i < count; i++)
        if (belongs(&rows[i], kind) && strcmp(rows[i].by, by) == 0) {
            x = x_of(p, (double)rows[i].n);
            y = y_of(p, speed_of(&rows[i]));
            fprintf(file, "%.1f,%.1f ", x, y);
        }
    fprintf(file, "\"/>\n<text x=\"%d\" y=\"%d\" fill=\"%s\">%s</text>\n", WIDTH - RIGHT + 12, TOP + 20 * (number + 1),
            colour, by);
}

static void draw(FILE *file, enum peer_kind kind, const row *rows, size_t count)
{
    plot p = {100, 0, 1e-9};
    for (size_t i = 0; i < count; i++) {
        if (!belongs(&rows[i], kind))
            continue;
        double n = log2((double)rows[i].n), speed = speed_of(&rows[i]);
        p.least_n = n < p.least_n ? n : p.least_n;
        p.most_n = n > p.most_n ? n : p.most_n;
        p.most = speed > p.most ? speed : p.most;
    }
    fprintf(file,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" font-family=\"sans-serif\" "
            "font-size=\"13\">\n<rect width=\"100%%\" height=\"100%%\" fill=\"white\"/>\n"
            "<text x=\"%d\" y=\"24\">%s on %s: thousand million keys a second, uniform keys</text>\n",
            WIDTH, HEIGHT, LEFT, sort_kinds[kind].name, driver_card);
    for (int i = 0; i <= 4; i++) {
        double speed = p.most * i / 4;
        fprintf(file,
                "<line x1=\"%d\" x2=\"%d\" y1=\"%.1f\" y2=\"%.1f\" stroke=\"#ddd\"/>\n"
                "<text x=\"8\" y=\"%.1f\">%.2f</text>\n",
                LEFT, WIDTH - RIGHT, y_of(&p, speed), y_of(&p, speed), y_of(&p, speed) + 4, speed);
    }
    for (double n = ceil(p.least_n); n <= p.most_n; n += 4)
        fprintf(file, "<text x=\"%.1f\" y=\"%d\" text-anchor=\"middle\">2^%.0f</text>\n", x_of(&p, exp2(n)),
                HEIGHT - BOTTOM + 20, n);
    int number = 0;
    for (size_t i = 0; i < count; i++) {
        bool drawn = !belongs(&rows[i], kind);
        for (size_t j = 0; j < i && !drawn; j++)
            drawn = belongs(&rows[j], kind) && strcmp(rows[j].by, rows[i].by) == 0;
        if (!drawn)
            draw_line(file, &p, kind, rows, count, rows[i].by, number++);
    }
    fprintf(file, "</svg>\n");
}

void report_pictures(const char *directory, const row *rows, size_t count)
{
    for (int kind = 0; kind < PEER_KINDS; kind++) {
        char path[1024];
        bool any = false;
        for (size_t i = 0; i < count; i++)
            any = any || belongs(&rows[i], (enum peer_kind)kind);
        if (!any)
            continue;
        snprintf(path, sizeof path, "%s/%s.svg", directory, sort_kinds[kind].name);
        FILE *file = fopen(path, "w");
        if (!file) {
            perror(path);
            exit(1);
        }
        draw(file, (enum peer_kind)kind, rows, count);
        if (fclose(file) != 0)
            perror(path);
    }
}
