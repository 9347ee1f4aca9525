/*
 * Choosing cases: see jobs.h.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "jobs.h"

#include <stdlib.h>

#include "targets.h"
#include "trouble.h"

const size_t default_sizes[DEFAULT_SIZES] = {16, 100, 1000, 10000, 100000, 1000000, 10000000, 100000000};

static void add_job(struct jobs *jobs, const struct bench_case *what, unsigned data_kind)
{
    for (size_t i = 0; i < jobs->count; i++) {
        if (same_case(&jobs->all[i].what, what) && jobs->all[i].data_kind == data_kind) {
            return;
        }
    }
    jobs->all = get_more(jobs->all, jobs->count + 1, sizeof jobs->all[0]);
    jobs->all[jobs->count++] = (struct job){*what, data_kind};
}

static bool has_bit(unsigned mask, unsigned bit)
{
    return (mask >> bit & 1) != 0;
}

static void add_sizes(struct jobs *jobs, const struct choice *choice, unsigned form, unsigned type, unsigned threads)
{
    struct bench_case what;
    for (unsigned data_kind = 0; data_kind < DATA_COUNT; data_kind++) {
        for (unsigned i = 0; i < choice->size_count; i++) {
            if (has_bit(choice->data, data_kind) &&
                form_case(form, (enum bench_type)(type + BENCH_U32), threads, choice->sizes[i], &what)) {
                add_job(jobs, &what, data_kind);
            }
        }
    }
}

static void add_product(struct jobs *jobs, const struct choice *choice)
{
    for (unsigned form = 0; form < FORMS; form++) {
        for (unsigned type = 0; type < TYPES; type++) {
            for (unsigned i = 0; i < choice->thread_count; i++) {
                if (has_bit(choice->forms, form) && has_bit(choice->types, type)) {
                    add_sizes(jobs, choice, form, type, choice->threads[i]);
                }
            }
        }
    }
}

/* The selection of the quick form. */
static void add_quick(struct jobs *jobs)
{
    enum {
        U32_U64 = 3,
        ALL = 0xffff,
        UNIFORM = 1 << DATA_UNIFORM,
        KEYS = 1 << FORM_KEYS,
        PAIRS = 1 << FORM_PAIRS_4_4 | 1 << FORM_PAIRS_8_8,
        WIDE = 1 << FORM_PAIRS_8_32,
        ARGSORT = 1 << FORM_ARGSORT
    };
    static const struct choice choices[] = {
        {KEYS, U32_U64, UNIFORM, 1, {1}, 7, {16, 100, 1000, 10000, 100000, 1000000, 10000000}},
        {KEYS, U32_U64, ALL, 1, {1}, 1, {1000000}},
        {KEYS, ALL, UNIFORM, 1, {1}, 1, {1000000}},
        {PAIRS | ARGSORT, ALL, UNIFORM, 1, {1}, 4, {1000, 10000, 100000, 1000000}},
        {WIDE, ALL, UNIFORM, 1, {1}, 1, {1000000}},
        {KEYS | PAIRS, U32_U64, UNIFORM, 1, {2}, 2, {1000000, 10000000}},
    };
    for (size_t i = 0; i < sizeof choices / sizeof choices[0]; i++) {
        add_product(jobs, &choices[i]);
    }
}

static void add_targets(struct jobs *jobs)
{
    struct bench_case what;
    unsigned data_kind;
    for (unsigned i = 0; target_case(i, &what, &data_kind); i++) {
        add_job(jobs, &what, data_kind);
    }
}

static void add_all(struct jobs *jobs, struct choice choice)
{
    if (choice.thread_count == 0) {
        choice.thread_count = 2;
        choice.threads[0] = 1;
        choice.threads[1] = 2;
    }
    if (choice.size_count == 0) {
        choice.size_count = DEFAULT_SIZES;
        for (unsigned i = 0; i < DEFAULT_SIZES; i++) {
            choice.sizes[i] = default_sizes[i];
        }
    }
    add_product(jobs, &choice);
}

static unsigned form_of(const struct bench_case *what)
{
    return what->operation == BENCH_KEYS      ? FORM_KEYS
           : what->operation == BENCH_ARGSORT ? FORM_ARGSORT
           : what->value_size == 4            ? FORM_PAIRS_4_4
           : what->value_size == 8            ? FORM_PAIRS_8_8
                                              : FORM_PAIRS_8_32;
}

static bool allows(const struct choice *choice, const struct job *job)
{
    bool threads = choice->thread_count == 0, size = choice->size_count == 0;
    for (unsigned i = 0; i < choice->thread_count; i++) {
        threads |= choice->threads[i] == job->what.threads;
    }
    for (unsigned i = 0; i < choice->size_count; i++) {
        size |= choice->sizes[i] == job->what.n;
    }
    return threads && size && has_bit(choice->forms, form_of(&job->what)) &&
           has_bit(choice->types, (unsigned)(job->what.type - BENCH_U32)) && has_bit(choice->data, job->data_kind);
}

/* Cases of one table come together, small n first. */
static int order(const void *a, const void *b)
{
    const struct job *x = a, *y = b;
    const size_t left[] = {form_of(&x->what), x->what.type, x->what.threads, x->data_kind, x->what.n};
    const size_t right[] = {form_of(&y->what), y->what.type, y->what.threads, y->data_kind, y->what.n};
    for (size_t i = 0; i < sizeof left / sizeof left[0]; i++) {
        if (left[i] != right[i]) {
            return left[i] < right[i] ? -1 : 1;
        }
    }
    return 0;
}

void jobs_choose(struct jobs *jobs, const struct choice *choice, bool quick, bool targets)
{
    *jobs = (struct jobs){0};
    if (quick) {
        add_quick(jobs);
    }
    if (targets) {
        add_targets(jobs);
    }
    if (!quick && !targets) {
        add_all(jobs, *choice);
    }
    size_t kept = 0;
    for (size_t i = 0; i < jobs->count; i++) {
        if (allows(choice, &jobs->all[i])) {
            jobs->all[kept++] = jobs->all[i];
        }
    }
    jobs->count = kept;
    if (kept == 0) {
        die("no case is left");
    }
    qsort(jobs->all, jobs->count, sizeof jobs->all[0], order);
}
