/*
 * What the GPU benchmarks write: text on standard output, JSON (a line on the run, then a line a row), pictures. Every
 * row is written at once, so that a run that is cut short leaves what it had. Used by bench_gpu.c and tune_gpu.c.
 */
#ifndef SWEEPSORT_BENCH_GPU_REPORT_H
#define SWEEPSORT_BENCH_GPU_REPORT_H

#include "sorts.h"

typedef struct row {
    enum peer_kind kind;
    size_t n;
    data_kind data;
    char by[64];
    times times;
    double copy, cub; /* medians of the same case; 0: not measured */
} row;

/* Begins; json: where the rows go as well, NULL: nowhere. */
void report_head(const char *program, const char *json, const char *peer_version);
void report_row(const row *r);
/* A line of text that belongs to the run, such as why a row is missing. */
void report_note(const char *format, ...) __attribute__((format(printf, 1, 2)));
/* One picture a kind of sort: keys a second over n, for uniform keys. */
void report_pictures(const char *directory, const row *rows, size_t count);
void report_end(void);

#endif
