/*
 * The targets: see targets.h.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "targets.h"

#include <math.h>
#include <string.h>

/* What a target is measured against. */
enum rival {
    VQSORT, /* the packaged vqsort, which stands for the newest one: it is credited with a tenth of its time */
    BEST,   /* the fastest of all peers */
    ONE_READ,
    ONE_COPY,
    TWO_READS,
    RANDOM /* sweepsort itself on uniform keys */
};

#define CREDIT 0.9
#define TIE 1.1 /* against itself: two measurements of the same thing differ by that much */

struct target {
    unsigned form;
    enum bench_type type;
    unsigned data, threads;
    double n;
    enum rival rival;
    double most;
};

static const struct target targets[] = {
    /* u32 and u64 keys against vqsort */
    {FORM_KEYS, BENCH_U32, DATA_UNIFORM, 1, 16, VQSORT, 1.0},
    {FORM_KEYS, BENCH_U32, DATA_UNIFORM, 1, 100, VQSORT, 1.0},
    {FORM_KEYS, BENCH_U32, DATA_UNIFORM, 1, 1e3, VQSORT, 1.0},
    {FORM_KEYS, BENCH_U32, DATA_UNIFORM, 1, 1e4, VQSORT, 1.0},
    {FORM_KEYS, BENCH_U32, DATA_UNIFORM, 1, 1e5, VQSORT, 0.80},
    {FORM_KEYS, BENCH_U32, DATA_UNIFORM, 1, 1e6, VQSORT, 0.80},
    {FORM_KEYS, BENCH_U32, DATA_UNIFORM, 1, 1e7, VQSORT, 0.80},
    {FORM_KEYS, BENCH_U32, DATA_UNIFORM, 1, 1e8, VQSORT, 0.85},
    {FORM_KEYS, BENCH_U64, DATA_UNIFORM, 1, 16, VQSORT, 1.0},
    {FORM_KEYS, BENCH_U64, DATA_UNIFORM, 1, 100, VQSORT, 1.0},
    {FORM_KEYS, BENCH_U64, DATA_UNIFORM, 1, 1e3, VQSORT, 1.0},
    {FORM_KEYS, BENCH_U64, DATA_UNIFORM, 1, 1e4, VQSORT, 0.75},
    {FORM_KEYS, BENCH_U64, DATA_UNIFORM, 1, 1e5, VQSORT, 0.60},
    {FORM_KEYS, BENCH_U64, DATA_UNIFORM, 1, 1e6, VQSORT, 0.80},
    {FORM_KEYS, BENCH_U64, DATA_UNIFORM, 1, 1e7, VQSORT, 0.70},
    {FORM_KEYS, BENCH_U64, DATA_UNIFORM, 1, 1e8, VQSORT, 0.60},
    /* pairs, stable, and argsort */
    {FORM_PAIRS_8_8, BENCH_U64, DATA_UNIFORM, 1, 1e3, BEST, 0.45},
    {FORM_PAIRS_8_8, BENCH_U64, DATA_UNIFORM, 1, 1e4, BEST, 0.45},
    {FORM_PAIRS_8_8, BENCH_U64, DATA_UNIFORM, 1, 1e5, BEST, 0.45},
    {FORM_PAIRS_8_8, BENCH_U64, DATA_UNIFORM, 1, 1e6, BEST, 0.45},
    {FORM_PAIRS_8_8, BENCH_U64, DATA_UNIFORM, 1, 1e7, BEST, 0.45},
    {FORM_PAIRS_4_4, BENCH_U32, DATA_UNIFORM, 1, 1e4, VQSORT, 0.75},
    {FORM_PAIRS_4_4, BENCH_U32, DATA_UNIFORM, 1, 1e5, VQSORT, 0.75},
    {FORM_PAIRS_4_4, BENCH_U32, DATA_UNIFORM, 1, 1e6, VQSORT, 0.75},
    {FORM_PAIRS_4_4, BENCH_U32, DATA_UNIFORM, 1, 1e7, VQSORT, 0.75},
    {FORM_ARGSORT, BENCH_U64, DATA_UNIFORM, 1, 1e3, BEST, 0.40},
    {FORM_ARGSORT, BENCH_U64, DATA_UNIFORM, 1, 1e4, BEST, 0.40},
    {FORM_ARGSORT, BENCH_U64, DATA_UNIFORM, 1, 1e5, BEST, 0.40},
    {FORM_ARGSORT, BENCH_U64, DATA_UNIFORM, 1, 1e6, BEST, 0.40},
    {FORM_ARGSORT, BENCH_U64, DATA_UNIFORM, 1, 1e7, BEST, 0.40},
    /* two threads */
    {FORM_KEYS, BENCH_U32, DATA_UNIFORM, 2, 1e6, BEST, 0.90},
    {FORM_KEYS, BENCH_U32, DATA_UNIFORM, 2, 1e7, BEST, 0.65},
    {FORM_KEYS, BENCH_U32, DATA_UNIFORM, 2, 1e8, BEST, 0.65},
    {FORM_KEYS, BENCH_U64, DATA_UNIFORM, 2, 1e6, BEST, 0.90},
    {FORM_KEYS, BENCH_U64, DATA_UNIFORM, 2, 1e7, BEST, 0.55},
    {FORM_KEYS, BENCH_U64, DATA_UNIFORM, 2, 1e8, BEST, 0.55},
    {FORM_PAIRS_8_8, BENCH_U64, DATA_UNIFORM, 2, 1e6, BEST, 0.90},
    {FORM_PAIRS_8_8, BENCH_U64, DATA_UNIFORM, 2, 1e7, BEST, 0.45},
    {FORM_PAIRS_8_8, BENCH_U64, DATA_UNIFORM, 2, 1e8, BEST, 0.45},
    {FORM_PAIRS_4_4, BENCH_U32, DATA_UNIFORM, 2, 1e6, BEST, 0.90},
    {FORM_PAIRS_4_4, BENCH_U32, DATA_UNIFORM, 2, 1e7, BEST, 0.60},
    {FORM_PAIRS_4_4, BENCH_U32, DATA_UNIFORM, 2, 1e8, BEST, 0.60},
    /* data that allow more: against what memory allows, and against vqsort */
    {FORM_KEYS, BENCH_U32, DATA_SORTED, 1, 1e7, ONE_READ, 1.5},
    {FORM_KEYS, BENCH_U64, DATA_SORTED, 1, 1e7, ONE_READ, 1.5},
    {FORM_KEYS, BENCH_U32, DATA_REVERSED, 1, 1e7, ONE_COPY, 1.5},
    {FORM_KEYS, BENCH_U64, DATA_REVERSED, 1, 1e7, ONE_COPY, 1.5},
    {FORM_KEYS, BENCH_U32, DATA_FEW, 1, 1e7, TWO_READS, 1.5},
    {FORM_KEYS, BENCH_U64, DATA_FEW, 1, 1e7, TWO_READS, 1.5},
    {FORM_KEYS, BENCH_U32, DATA_ZIPF, 1, 1e5, VQSORT, 1.0},
    {FORM_KEYS, BENCH_U32, DATA_ZIPF, 1, 1e6, VQSORT, 1.0},
    {FORM_KEYS, BENCH_U32, DATA_ZIPF, 1, 1e7, VQSORT, 1.0},
    {FORM_KEYS, BENCH_U64, DATA_ZIPF, 1, 1e5, VQSORT, 1.0},
    {FORM_KEYS, BENCH_U64, DATA_ZIPF, 1, 1e6, VQSORT, 1.0},
    {FORM_KEYS, BENCH_U64, DATA_ZIPF, 1, 1e7, VQSORT, 1.0},
/* never slower than random keys */
#define NEVER_SLOWER(form, type, n)                                                                                    \
    {form, type, DATA_SORTED, 1, n, RANDOM, 1.0}, {form, type, DATA_REVERSED, 1, n, RANDOM, 1.0},                      \
        {form, type, DATA_NEARLY_SORTED, 1, n, RANDOM, 1.0}, {form, type, DATA_FEW, 1, n, RANDOM, 1.0},                \
        {form, type, DATA_ZIPF, 1, n, RANDOM, 1.0}, {form, type, DATA_NARROW, 1, n, RANDOM, 1.0},                      \
        {form, type, DATA_ORGAN_PIPE, 1, n, RANDOM, 1.0},                                                              \
    {                                                                                                                  \
        form, type, DATA_MORTON, 1, n, RANDOM, 1.0                                                                     \
    }
    NEVER_SLOWER(FORM_KEYS, BENCH_U32, 1e4),
    NEVER_SLOWER(FORM_KEYS, BENCH_U32, 1e6),
    NEVER_SLOWER(FORM_KEYS, BENCH_U64, 1e4),
    NEVER_SLOWER(FORM_KEYS, BENCH_U64, 1e6),
    NEVER_SLOWER(FORM_PAIRS_4_4, BENCH_U32, 1e6),
    NEVER_SLOWER(FORM_PAIRS_8_8, BENCH_U64, 1e6),
    NEVER_SLOWER(FORM_ARGSORT, BENCH_U64, 1e6),
};

enum { COUNT = sizeof targets / sizeof targets[0] };

bool target_case(unsigned i, struct bench_case *what, unsigned *data_kind)
{
    if (i >= 2 * COUNT) {
        return false;
    }
    const struct target *target = &targets[i / 2]; /* each twice: its own case, and the random keys to compare with */
    form_case(target->form, target->type, target->threads, (size_t)target->n, what);
    *data_kind = i % 2 == 1 && target->rival == RANDOM ? DATA_UNIFORM : target->data;
    return true;
}

static const struct result *find(const struct results *results, const struct target *target, unsigned data_kind)
{
    struct bench_case what;
    form_case(target->form, target->type, target->threads, (size_t)target->n, &what);
    for (size_t i = 0; i < results->count; i++) {
        if (same_case(&results->all[i].what, &what) && results->all[i].data_kind == data_kind) {
            return &results->all[i];
        }
    }
    return NULL;
}

/* The rival's time in this result, and what it is called; NAN if it was not measured. */
static double rival_time(const struct target *target, const struct result *result, const struct results *results,
                         const char **name)
{
    static const char *const names[] = {"vqsort", "", "read", "copy", "read", "random keys"};
    static const double factors[] = {1, 1, 1, 1, 2, 1};
    const struct entry *entry = NULL;
    *name = target->rival == TWO_READS ? "two reads" : names[target->rival];
    if (target->rival == RANDOM) {
        result = find(results, target, DATA_UNIFORM);
        entry = result != NULL ? result_entry(result, "sweepsort") : NULL;
    } else if (target->rival == BEST) {
        entry = result_best_peer(result);
        *name = entry != NULL ? entry->contestant->name : "no peer";
    } else {
        entry = result_entry(result, names[target->rival]);
    }
    return entry != NULL ? factors[target->rival] * entry_time(result, entry) : NAN;
}

void targets_print(const struct results *results)
{
    unsigned met = 0, missed = 0, unmeasured = 0;
    printf("\nTargets. Against vqsort, also as the best peer, the packaged one is credited with a tenth of its time\n"
           "for the newest one; against sweepsort's own random keys a tenth is a tie.\n"
           "%-22s %-14s %7s %7s  %-16s %9s %9s %7s %9s\n",
           "case", "data", "threads", "n", "against", "ns/key", "its", "ratio", "at most");
    for (unsigned i = 0; i < COUNT; i++) {
        const struct target *target = &targets[i];
        const struct result *result = find(results, target, target->data);
        if (result == NULL) {
            unmeasured++;
            continue;
        }
        const char *name;
        const struct entry *ours = result_entry(result, "sweepsort");
        double rival = rival_time(target, result, results, &name);
        double time = ours != NULL ? entry_time(result, ours) : NAN, ratio = time / rival;
        bool is_vqsort = strcmp(name, "vqsort") == 0;
        double most = target->most * (is_vqsort ? CREDIT : target->rival == RANDOM ? TIE : 1);
        char text[48];
        printf("%-22s %-14s %7u %7s  %-16s %9.3f %9.3f %7.2f %4.2f", case_name(&result->what), data_names[target->data],
               target->threads, count_text(result->what.n, text), name, time, rival, ratio, target->most);
        if (most != target->most) {
            printf(" %4.2f", most);
        } else {
            printf("     ");
        }
        if (isnan(ratio)) {
            printf("  not measured\n");
            unmeasured++;
        } else {
            printf("  %s%s\n", ratio <= most ? "met" : "MISSED", result->by_processor ? " *" : "");
            met += ratio <= most;
            missed += ratio > most;
        }
    }
    printf("%u met, %u missed, %u not measured\n", met, missed, unmeasured);
}
