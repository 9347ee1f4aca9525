/*
 * `sweepsort bench --tune`: what the numbers of lib/tuning.h would be on this machine, as far as options can try them.
 *
 * In: threads. Out: a line a number: what is compiled in, what was fastest here, and the times that say so. Nothing is
 * changed; a number that differs by more than noise is worth a line in the tuning table, with the machine beside it.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "../lib/tuning.h"
#include "bench.h"
#include "errors.h"
#include "random.h"

enum { RUNS = 5, MOST_KEYS = 1 << 22 };

/* The arrays that every measurement uses, and the workspace. */
struct tuner {
    unsigned char *input, *work;
    sweep_workspace *workspace;
    unsigned threads;
};

static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

/* The least time of a few sorts of n keys, in nanoseconds a key. */
static double measure(struct tuner *tuner, size_t n, sweep_type type, size_t size, sweep_options options)
{
    double least = 1e300;
    options.workspace = tuner->workspace;
    for (unsigned run = 0; run < RUNS; run++) {
        memcpy(tuner->work, tuner->input, n * size);
        double begin = now();
        sweep_status status = sweep_sort(tuner->work, n, type, &options);
        double time = now() - begin;
        if (status != SWEEP_OK) {
            die("%s", sweep_status_string(status));
        }
        least = time < least ? time : least;
    }
    return least * 1e9 / (double)n;
}

static sweep_options with(sweep_engine engine, unsigned threads, unsigned digit_bits, size_t tile_size)
{
    sweep_options options = sweep_default_options();
    options.engine = engine;
    options.threads = threads;
    options.digit_bits = digit_bits;
    options.tile_size = tile_size;
    return options;
}

static void heading(const char *name, const char *meaning)
{
    printf("\n%s: %s\n", name, meaning);
}

/* From which size on all threads beat one: the least that they win, as do all larger ones. */
static void tune_parallel(struct tuner *tuner)
{
    heading("SWEEP_PARALLEL_BYTES", "bytes of keys from which AUTO takes more threads than one");
    if (tuner->threads == 1) {
        printf("  compiled in %d; one thread alone is to be had here\n", (int)SWEEP_PARALLEL_BYTES);
        return;
    }
    size_t from = 0;
    for (size_t bytes = (size_t)1 << 23; bytes >= (size_t)1 << 16; bytes /= 2) {
        size_t n = bytes / 4;
        double one = measure(tuner, n, SWEEP_U32, 4, with(SWEEP_HYBRID, 1, 0, 0));
        double all = measure(tuner, n, SWEEP_U32, 4, with(SWEEP_HYBRID, tuner->threads, 0, 0));
        printf("  %9zu bytes: 1 thread %6.2f ns/key, %u threads %6.2f\n", bytes, one, tuner->threads, all);
        if (all > one * 0.95) {
            break;
        }
        from = bytes;
    }
    if (from == 0) {
        printf("  compiled in %d, here more than %d\n", (int)SWEEP_PARALLEL_BYTES, 1 << 23);
    } else {
        printf("  compiled in %d, here %zu\n", (int)SWEEP_PARALLEL_BYTES, from);
    }
}

/* From how many keys on LSD should take wide digits, one thread. */
static void tune_wide_digits(struct tuner *tuner)
{
    heading("SWEEP_WIDE_DIGITS_FROM", "keys from which LSD takes wide digits (u64, one thread)");
    size_t from = 0;
    for (size_t n = MOST_KEYS; n >= 1 << 17; n /= 2) {
        double narrow = measure(tuner, n, SWEEP_U64, 8, with(SWEEP_LSD, 1, 8, 0));
        double wide = measure(tuner, n, SWEEP_U64, 8, with(SWEEP_LSD, 1, SWEEP_WIDE_DIGITS, 0));
        printf("  %9zu keys: 8 bits %6.2f ns/key, %d bits %6.2f\n", n, narrow, (int)SWEEP_WIDE_DIGITS, wide);
        if (wide > narrow) {
            break;
        }
        from = n;
    }
    if (from == 0) {
        printf("  compiled in %d, here more than %d\n", (int)SWEEP_WIDE_DIGITS_FROM, (int)MOST_KEYS);
    } else {
        printf("  compiled in %d, here %zu\n", (int)SWEEP_WIDE_DIGITS_FROM, from);
    }
}

static void tune_tile(struct tuner *tuner)
{
    heading("SWEEP_ONESWEEP_TILE_BYTES", "bytes of keys in a tile of ONESWEEP (u64)");
    size_t best = 0;
    double least = 1e300;
    for (size_t bytes = (size_t)1 << 15; bytes <= (size_t)1 << 22; bytes *= 2) {
        double time = measure(tuner, MOST_KEYS, SWEEP_U64, 8, with(SWEEP_ONESWEEP, tuner->threads, 0, bytes / 8));
        printf("  %9zu bytes: %6.2f ns/key\n", bytes, time);
        if (time < least) {
            least = time;
            best = bytes;
        }
    }
    printf("  compiled in %d, here %zu\n", (int)SWEEP_ONESWEEP_TILE_BYTES, best);
}

/* Which engine AUTO should take for each width of keys. */
static void tune_engine(struct tuner *tuner)
{
    static const struct {
        sweep_type type;
        size_t size;
        const char *name;
    } types[] = {
        {SWEEP_U8, 1, "u8"},   {SWEEP_U16, 2, "u16"},    {SWEEP_U32, 4, "u32"},
        {SWEEP_U64, 8, "u64"}, {SWEEP_U128, 16, "u128"},
    };
    static const struct {
        sweep_engine engine;
        const char *name;
    } engines[] = {
        {SWEEP_LSD, "lsd"},
        {SWEEP_ONESWEEP, "onesweep"},
        {SWEEP_HYBRID, "hybrid"},
    };
    heading("AUTO", "its engine, by the width of keys");
    for (size_t t = 0; t < sizeof types / sizeof *types; t++) {
        for (unsigned threads = 1; threads <= tuner->threads; threads += tuner->threads > 1 ? tuner->threads - 1 : 1) {
            size_t n = MOST_KEYS / 4, best = 0;
            double times[3];
            for (size_t e = 0; e < 3; e++) {
                times[e] = measure(tuner, n, types[t].type, types[t].size, with(engines[e].engine, threads, 0, 0));
                best = times[e] < times[best] ? e : best;
            }
            sweep_plan plan;
            sweep_options options = with(SWEEP_AUTO, threads, 0, 0);
            options.workspace = tuner->workspace;
            if (sweep_plan_sort(&plan, SWEEP_OPERATION_SORT, n, types[t].type, 0, &options) != SWEEP_OK) {
                die("AUTO has no plan");
            }
            const char *chosen = plan.engine == SWEEP_LSD        ? "lsd"
                                 : plan.engine == SWEEP_ONESWEEP ? "onesweep"
                                                                 : "hybrid";
            printf("  %4s, %u thread%s: lsd %6.2f ns/key, onesweep %6.2f, hybrid %6.2f; compiled in %s, here %s\n",
                   types[t].name, threads, threads == 1 ? " " : "s", times[0], times[1], times[2], chosen,
                   engines[best].name);
        }
    }
}

/* Whether a fixed digit beats HYBRID's own choice. */
static void tune_hybrid(struct tuner *tuner)
{
    heading("HYBRID", "digit bits, one thread");
    for (size_t n = (size_t)1 << 14; n <= MOST_KEYS; n *= 4) {
        for (unsigned wide = 0; wide < 2; wide++) {
            sweep_type type = wide ? SWEEP_U64 : SWEEP_U32;
            size_t size = wide ? 8 : 4;
            double own = measure(tuner, n, type, size, with(SWEEP_HYBRID, 1, 0, 0)), least = own;
            unsigned best = 0;
            for (unsigned bits = 5; bits <= 12; bits++) {
                double time = measure(tuner, n, type, size, with(SWEEP_HYBRID, 1, bits, 0));
                if (time < least) {
                    least = time;
                    best = bits;
                }
            }
            printf("  %s, %9zu keys: its own choice %6.2f ns/key", wide ? "u64" : "u32", n, own);
            if (best != 0) {
                printf(", %u bits %6.2f", best, least);
            }
            printf("\n");
        }
    }
}

void bench_tune(unsigned threads)
{
    struct tuner tuner = {.threads = threads};
    sweep_workspace_config config = {.struct_size = sizeof config, .threads = threads};
    tuner.input = malloc((size_t)MOST_KEYS * 16);
    tuner.work = malloc((size_t)MOST_KEYS * 16);
    if (tuner.input == NULL || tuner.work == NULL || sweep_workspace_create(&tuner.workspace, &config) != SWEEP_OK) {
        die("not enough memory");
    }
    uint64_t start = random_stream(1, 0);
    for (size_t i = 0; i < (size_t)MOST_KEYS * 2; i++) {
        uint64_t word = random_at(start, i);
        memcpy(tuner.input + i * 8, &word, 8);
    }
    memset(tuner.work, 1, (size_t)MOST_KEYS * 16);
    printf("uniform keys, least of %d times; below a tenth of difference call it a tie\n", (int)RUNS);
    tune_parallel(&tuner);
    tune_engine(&tuner);
    tune_hybrid(&tuner);
    tune_wide_digits(&tuner);
    tune_tile(&tuner);
    sweep_workspace_destroy(tuner.workspace);
    free(tuner.input);
    free(tuner.work);
}
