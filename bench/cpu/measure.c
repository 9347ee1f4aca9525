/*
 * Measuring: see measure.h.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "measure.h"

#include <malloc.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "data.h"
#include "trouble.h"

#define LEAST_ROUNDS 5
#define MOST_ROUNDS 101
#define SLOW_ROUNDS 3
#define SLOW 4.0 /* times the fastest peer */
#define WIDE 0.1 /* quartiles, or the two clocks, this far apart, of the median, are noise */

static double seconds_of(clockid_t clock)
{
    struct timespec time;
    clock_gettime(clock, &time);
    return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

/* The samples of a peer, in ns a key. */
struct samples {
    void *scratch;
    double wall[MOST_ROUNDS], processor[MOST_ROUNDS];
};

static int by_size(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* What lies at a fraction of the way through sorted samples, between two of them where it must. */
static double quantile(const double *sorted, unsigned count, double fraction)
{
    double place = fraction * (count - 1);
    unsigned below = (unsigned)place, above = below + 1 < count ? below + 1 : below;
    return sorted[below] + (sorted[above] - sorted[below]) * (place - below);
}

static struct timing timing_of(const double *samples, unsigned count)
{
    double sorted[MOST_ROUNDS];
    if (count == 0) {
        return (struct timing){0};
    }
    memcpy(sorted, samples, count * sizeof sorted[0]);
    qsort(sorted, count, sizeof sorted[0], by_size);
    return (struct timing){.least = sorted[0],
                           .first_quartile = quantile(sorted, count, 0.25),
                           .median = quantile(sorted, count, 0.5),
                           .third_quartile = quantile(sorted, count, 0.75)};
}

/* Sorts all arrays within one reading of the clocks. */
static void run_once(struct entry *entry, struct samples *samples, struct data *data, const struct settings *settings)
{
    const struct bench_peer *peer = entry->contestant->peer;
    const struct bench_case *what = &data->what;
    data_refresh(data, entry->layout);
    if (settings->cold) {
        malloc_trim(0);
    }
    int status = 0;
    double wall = seconds_of(CLOCK_MONOTONIC), processor = seconds_of(CLOCK_THREAD_CPUTIME_ID);
    for (size_t i = 0; i < data->count; i++) {
        status |= peer->sort(what, data_keys_at(data, entry->layout, i), data_values_at(data, entry->layout, i),
                             samples->scratch);
    }
    processor = seconds_of(CLOCK_THREAD_CPUTIME_ID) - processor;
    wall = seconds_of(CLOCK_MONOTONIC) - wall;
    if (status != 0) {
        snprintf(entry->wrong, sizeof entry->wrong, "failed with status %d", status);
        return;
    }
    if (!entry->contestant->yardstick) {
        const char *wrong = data_check(data, entry->layout, peer->stable != 0);
        snprintf(entry->wrong, sizeof entry->wrong, "%s", wrong != NULL ? wrong : "");
    }
    double keys = (double)data->count * (double)what->n;
    samples->wall[entry->rounds] = wall * 1e9 / keys;
    samples->processor[entry->rounds] = processor * 1e9 / keys;
    entry->rounds++;
    entry->wall = timing_of(samples->wall, entry->rounds);
    entry->processor = timing_of(samples->processor, entry->rounds);
}

/* Whether the peer is so slow that more rounds would only cost time. Least times are compared: a round in which others
   had the processor does not send a peer away. */
static bool too_slow(const struct result *result, const struct entry *entry, const struct settings *settings)
{
    double fastest = entry->wall.least;
    for (unsigned i = 0; i < result->count; i++) {
        const struct entry *other = &result->entries[i];
        if (!other->contestant->yardstick && other->rounds > 0 && other->wall.least < fastest) {
            fastest = other->wall.least;
        }
    }
    double least = result->what.threads == 1 ? entry->processor.least : entry->wall.least;
    double seconds = least * 1e-9 * (double)result->arrays * (double)result->what.n * entry->rounds;
    return least > SLOW * fastest && (entry->rounds >= SLOW_ROUNDS || seconds > settings->slow_seconds);
}

static bool is_noisy(const struct result *result)
{
    for (unsigned i = 0; i < result->count; i++) {
        const struct entry *entry = &result->entries[i];
        const struct timing *wall = &entry->wall;
        if (entry->contestant->yardstick || entry->rounds == 0) {
            continue;
        }
        if (wall->median > (1 + WIDE) * entry->processor.median ||
            (!entry->sat_out && wall->third_quartile - wall->first_quartile > WIDE * wall->median)) {
            return true;
        }
    }
    return false;
}

void measure(struct result *result, const struct bench_case *what, unsigned data_kind, const struct peers *peers,
             const struct settings *settings)
{
    struct data data;
    data_make(&data, what, data_kind, settings->seed);
    *result = (struct result){.what = *what, .data_kind = data_kind, .arrays = data.count};
    struct samples *samples = get_zeros(PEERS_MOST, sizeof *samples);
    for (unsigned i = 0; i < peers->count; i++) {
        const struct bench_peer *peer = peers->all[i].peer;
        enum bench_layout layout = peer->supports(what);
        if (layout == BENCH_UNSUPPORTED || (layout != BENCH_ARRAYS && what->operation != BENCH_PAIRS)) {
            continue;
        }
        samples[result->count].scratch = !settings->cold && peer->prepare != NULL ? peer->prepare(what) : NULL;
        result->entries[result->count++] = (struct entry){.contestant = &peers->all[i], .layout = layout};
    }
    double start = seconds_of(CLOCK_MONOTONIC);
    unsigned most = settings->rounds > 0 && settings->rounds < MOST_ROUNDS ? settings->rounds : MOST_ROUNDS;
    for (unsigned round = 0; round < most; round++) {
        if (settings->rounds == 0 && round >= LEAST_ROUNDS && seconds_of(CLOCK_MONOTONIC) - start > settings->seconds) {
            break;
        }
        for (unsigned i = 0; i < result->count; i++) {
            struct entry *entry = &result->entries[i];
            if (entry->wrong[0] == '\0' && !entry->sat_out) {
                run_once(entry, &samples[i], &data, settings);
            }
        }
        for (unsigned i = 0; i < result->count; i++) {
            struct entry *entry = &result->entries[i];
            entry->sat_out = entry->sat_out || (entry->rounds > 0 && i > 0 && too_slow(result, entry, settings));
        }
    }
    for (unsigned i = 0; i < result->count; i++) {
        const struct bench_peer *peer = result->entries[i].contestant->peer;
        if (samples[i].scratch != NULL && peer->release != NULL) {
            peer->release(samples[i].scratch);
        }
    }
    result->by_processor = what->threads == 1 && is_noisy(result);
    free(samples);
    data_free(&data);
}

double entry_time(const struct result *result, const struct entry *entry)
{
    return result->by_processor ? entry->processor.median : entry->wall.median;
}

const struct entry *result_entry(const struct result *result, const char *name)
{
    for (unsigned i = 0; i < result->count; i++) {
        const struct entry *entry = &result->entries[i];
        if (strcmp(entry->contestant->name, name) == 0 && entry->rounds > 0 && entry->wrong[0] == '\0') {
            return entry;
        }
    }
    return NULL;
}

const struct entry *result_best_peer(const struct result *result)
{
    const struct entry *best = NULL;
    for (unsigned i = 1; i < result->count; i++) {
        const struct entry *entry = &result->entries[i];
        if (!entry->contestant->yardstick && entry->rounds > 0 && entry->wrong[0] == '\0' &&
            (best == NULL || entry_time(result, entry) < entry_time(result, best))) {
            best = entry;
        }
    }
    return best;
}
