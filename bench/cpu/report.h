/*
 * Results as text, JSON and pictures.
 *
 * In: results as they come, and the run that they belong to. Out: a table on standard output, a row a case, printed at
 * once; a JSON file, a line a case below a line on the run; an SVG file a group of cases that differ in n alone; the
 * list of targets. Used by main.c.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef SWEEPSORT_BENCH_REPORT_H
#define SWEEPSORT_BENCH_REPORT_H

#include <stdio.h>

#include "measure.h"

struct run {
    const char *command; /* as it was typed */
    char processor[128], system[128], date[32];
    const struct peers *peers;
    const struct settings *settings;
};

struct results {
    size_t count;
    struct result *all;
};

/* Fills in the machine and the date. */
void run_describe(struct run *run);

/* 16, 100, 1e3 ... */
const char *count_text(size_t n, char text[48]);

/* Whether two results differ in n alone: they share a table and a picture. */
bool same_group(const struct result *a, const struct result *b);

/* Where, by what and with which peers. */
void table_head(const struct run *run);
/* One row; `before` is the result above it or NULL. */
void table_row(const struct result *result, const struct result *before);

void json_head(FILE *file, const struct run *run);
void json_row(FILE *file, const struct result *result);

/* Draws every group of two or more n into a file of its own in the directory; returns how many files. */
unsigned plot_all(const char *directory, const struct results *results, const struct run *run);

#endif
