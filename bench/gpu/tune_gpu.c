/*
 * The tuning grid of OneSweep on an NVIDIA card, one sweep by eight bits at a time: threads, items, groups that a
 * multiprocessor shall hold, and the forms of ranking; then when counts are published and how many predecessors a
 * look-back loads; then the sweep cut off after each of its stages: the differences name what limits it. What is timed
 * is the launch of the sweep alone. Each point's sort is compared with the CPU's before it is timed; one that is wrong
 * is told, with the place, and the next one follows. No wait in a kernel is without an end.
 *
 *     tune_gpu [--device N] [--json FILE] [--n N] [--check-n N] [--rounds N] [--seconds S] [--points N] [--kinds N]
 * [--prepare]
 *
 * --points ends after so many points of each kind, --kinds after so many kinds of sorts. --prepare is that of
 * bench_gpu. Linked with the library as its tests have it, whose hooks choose the stages. What comes out belongs into
 * lib/gpu/tuning.h.
 */
#ifndef _DEFAULT_SOURCE
#define _DEFAULT_SOURCE
#endif
#include "driver.h"
#include "gpu/device.h"
#include "gpu/kernels/stages.h"
#include "gpu/text.h"
#include "report.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static struct settings {
    int device, rounds, points, kinds;
    const char *json;
    size_t n, check_n;
    double seconds;
    bool prepare;
} settings = {.rounds = 7, .points = 1000, .kinds = 4, .n = (size_t)1 << 26, .check_n = 100003, .seconds = 110};

typedef struct point {
    unsigned threads, items;
    int rank, early, look, blocks;
} point;

static const enum peer_kind kinds[] = {PEER_U32, PEER_U64, PEER_U32_PAIRS4, PEER_U128};
static const char *const rank_names[SWEEP_RANK_FORMS] = {"splits", "packed", "masks", "ballots", "match"};
static double end_of_time;
static int wrong_points;
static double sweep_ms; /* what the last sort's launches of the sweep took */

/* The library calls this around each of them. */
static void around(bool after)
{
    if (after)
        sweep_ms += driver_end();
    else
        driver_begin();
}

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* The options and hooks of a point: one sweep by the lowest eight bits. */
static sweep_device_options set_point(const point *p)
{
    sweep_device_options options = sweep_default_device_options();
    options.engine = SWEEP_ONESWEEP;
    options.enough_digits = SWEEP_ALL_DIGITS;
    options.end_bit = 8;
    options.work_items = p->threads;
    options.tile_size = (size_t)p->threads * p->items;
    sweep_test_rank = p->rank;
    sweep_test_early = p->early;
    sweep_test_look = p->look;
    sweep_test_blocks = p->blocks;
    return options;
}

/* ---- one point ------------------------------------------------------------------------------------------------- */

/* The first key or value of the point's sort of few keys that is not the CPU's, settings.check_n: there is none. */
static size_t first_wrong(sweep_device *device, enum peer_kind kind, const sweep_device_options *options)
{
    const sort_kind *k = &sort_kinds[kind];
    size_t n = settings.check_n, bytes = n * k->key_bytes;
    sweep_options cpu = sweep_default_options();
    char *keys = malloc(2 * bytes), *right = keys + bytes;
    uint32_t *values = malloc(2 * n * sizeof *values), *right_values = values + n;
    if (!keys || !values)
        exit(1);
    cpu.end_bit = options->end_bit;
    data_fill(keys, n, k->type, DATA_UNIFORM, 1);
    memcpy(right, keys, bytes);
    for (size_t i = 0; i < n; i++)
        values[i] = right_values[i] = (uint32_t)i;
    bool pairs = k->operation == SWEEP_OPERATION_SORT_PAIRS;
    our_expect(device,
               pairs ? sweep_device_sort_pairs(device, keys, values, n, k->type, 4, options)
                     : sweep_device_sort(device, keys, n, k->type, options),
               k->name);
    our_expect(device,
               pairs ? sweep_sort_pairs(right, right_values, n, k->type, 4, &cpu) : sweep_sort(right, n, k->type, &cpu),
               k->name);
    size_t wrong = 0;
    while (wrong < n && memcmp(keys + wrong * k->key_bytes, right + wrong * k->key_bytes, k->key_bytes) == 0 &&
           values[wrong] == right_values[wrong])
        wrong++;
    free(keys);
    free(values);
    return wrong;
}

/* Times the sort of `a`, and appends a row. */
static void time_point(sweep_device *device, const arrays *a, const sweep_device_options *options, const char *name)
{
    row r = {.kind = a->kind, .n = a->n, .data = DATA_UNIFORM};
    times copy = {.count = 0};
    snprintf(r.by, sizeof r.by, "%s", name);
    our_expect(device, our_sort(device, a, options), name);
    driver_finish();
    for (int round = 0; round < settings.rounds; round++) {
        driver_begin();
        driver_copy(a->keys_out, a->keys_in, a->n * sort_kinds[a->kind].key_bytes);
        copy.all[copy.count++] = driver_end();
        sweep_ms = 0;
        sweep_test_around = around;
        our_expect(device, our_sort(device, a, options), name);
        sweep_test_around = NULL;
        r.times.all[r.times.count++] = sweep_ms;
    }
    r.copy = times_spread(&copy).median;
    report_row(&r);
}

/* Prepares, checks and times a point. What the device cannot hold is said and left out. */
static void try_point(sweep_device *device, arrays *a, const point *p)
{
    sweep_device_options options = set_point(p);
    char name[64], text[256];
    size_t bytes = 0;
    snprintf(name, sizeof name, "%ux%u x%d %s%s look %d", p->threads, p->items, p->blocks, rank_names[p->rank],
             p->early ? " early" : "", p->look);
    if (end_of_time < now()) {
        report_note("%s %s: left out, the time is over", sort_kinds[a->kind].name, name);
        return;
    }
    sweep_status status = our_scratch(device, a, &options, &bytes);
    if (status == SWEEP_ERR_UNSUPPORTED) {
        sweep_device_message(device, text, sizeof text);
        report_note("%s %s: left out: %s", sort_kinds[a->kind].name, name, text);
        return;
    }
    our_expect(device, status, name);
    if (settings.prepare)
        return;
    size_t wrong = first_wrong(device, a->kind, &options);
    if (wrong < settings.check_n) {
        wrong_points++;
        report_note("WRONG: %s %s differs from the CPU at %zu of %zu", sort_kinds[a->kind].name, name, wrong,
                    settings.check_n);
        return;
    }
    if (!arrays_scratch(a, bytes))
        report_note("%s %s: left out, the card has no room", sort_kinds[a->kind].name, name);
    else
        time_point(device, a, &options, name);
}

/* ---- stages ---------------------------------------------------------------------------------------------------- */

/* The kernels with the fused one cut: before `marker` it goes on with the next tile. The condition is one that the
   compiler cannot know, so what comes behind stays, and with it the registers. */
static char *cut_text(const char *marker)
{
    static const char cut[] = "if (a.sweeps != 0xffffffffu) {\n"
                              "BARRIER();\nif (item == 0)\nticket[0] = next;\n"
                              "BARRIER();\ntile = ticket[0];\ncontinue;\n}\n";
    const char *at = strstr(sweep_text_kernels, marker);
    if (!at || strstr(at + 1, marker)) {
        fprintf(stderr, "the kernels do not have '%s' exactly once\n", marker);
        exit(1);
    }
    size_t before = (size_t)(at - sweep_text_kernels), all = strlen(sweep_text_kernels) + sizeof cut;
    char *text = malloc(all);
    if (!text)
        exit(1);
    snprintf(text, all, "%.*s%s%s", (int)before, sweep_text_kernels, cut, at);
    return text;
}

/* Each in a device of its own, for a device keeps its programs. The sorts are wrong but for the last one. */
static void time_stages(const char *name, arrays *a, const point *p)
{
    static const struct {
        const char *name, *marker;
    } stages[] = {{"load", "/* count and publish */"},
                  {"load, count", "/* rank */"},
                  {"load, count, rank", "/* stage */"},
                  {"load, count, rank, stage", "/* look back: "},
                  {"load, count, rank, stage, look", "/* write runs; "},
                  {"whole sweep", NULL}};
    for (size_t s = 0; s < sizeof stages / sizeof *stages; s++) {
        sweep_device *device;
        sweep_device_options options = set_point(p);
        size_t bytes = 0;
        char *text = stages[s].marker ? cut_text(stages[s].marker) : NULL;
        sweep_test_kernels = text;
        our_expect(NULL, sweep_device_open(&device, name), name);
        sweep_status status = our_scratch(device, a, &options, &bytes);
        if (status == SWEEP_ERR_UNSUPPORTED) /* without NVRTC; other kinds follow */
            report_note("%s %s: left out, it cannot be compiled here", sort_kinds[a->kind].name, stages[s].name);
        else
            our_expect(device, status, stages[s].name);
        if (status == SWEEP_OK && arrays_scratch(a, bytes))
            time_point(device, a, &options, stages[s].name);
        sweep_device_close(device);
        sweep_test_kernels = NULL;
        free(text);
    }
}

/* ---- the program ----------------------------------------------------------------------------------------------- */

/* Tiles that fill the shared memory of a launch, three quarters of it, and half, where so many groups are held at once.
 */
static unsigned items_of(enum peer_kind kind, unsigned threads, int quarters)
{
    size_t moved = sort_kinds[kind].key_bytes > sort_kinds[kind].value_bytes ? sort_kinds[kind].key_bytes
                                                                             : sort_kinds[kind].value_bytes;
    size_t most = (48 * 1024 - SWEEP_ONESWEEP_WORDS(SWEEP_RANK_MASKS, threads, 32, 1) * 4) / moved / threads;
    most = most > 24 ? 24 : most;
    return (unsigned)(most * (size_t)quarters / 4 > 0 ? most * (size_t)quarters / 4 : 1);
}

static void tune_kind(sweep_device *device, const char *name, enum peer_kind kind)
{
    static const unsigned threads[] = {384, 256, 512};
    static const int ranks[] = {SWEEP_RANK_MASKS, SWEEP_RANK_BALLOTS, SWEEP_RANK_MATCH};
    const point base = {384, items_of(kind, 384, 3), SWEEP_RANK_MASKS, 1, 4, 2};
    arrays a = {.kind = kind, .n = settings.n};
    int points = 0;
    if (!settings.prepare) {
        if (!arrays_create(&a, kind, settings.n)) {
            report_note("%s n=%zu: left out, the card has no room", sort_kinds[kind].name, settings.n);
            return;
        }
        (void)arrays_fill(&a, DATA_UNIFORM, 1);
    }
    for (size_t r = 0; r < sizeof ranks / sizeof *ranks; r++)
        for (size_t t = 0; t < sizeof threads / sizeof *threads; t++)
            for (int quarters = 4; quarters >= 2; quarters--)
                for (int blocks = 2; blocks <= 4; blocks++) {
                    unsigned items = items_of(kind, threads[t], quarters);
                    if (threads[t] * (unsigned)blocks * 40 > 65536 || points++ >= settings.points)
                        continue; /* a work-item has 40 registers at least */
                    try_point(device, &a, &(point){threads[t], items, ranks[r], 1, 4, blocks});
                }
    for (int early = 1; early >= 0; early--)
        for (int look = 1; look <= 8; look *= 2)
            if (points++ < settings.points && (early == 0 || look != 4))
                try_point(device, &a, &(point){base.threads, base.items, base.rank, early, look, base.blocks});
    if (!settings.prepare) /* other text is kept nowhere: it is compiled on the card, some seconds in all */
        time_stages(name, &a, &base);
    arrays_destroy(&a);
}

static void read_settings(int argc, char **argv)
{
    for (int i = 1; i < argc; i++) {
        const char *name = argv[i], *value = i + 1 < argc ? argv[i + 1] : NULL;
        if (strcmp(name, "--prepare") == 0) {
            settings.prepare = true;
            continue;
        }
        if (value && strcmp(name, "--device") == 0)
            settings.device = atoi(value);
        else if (value && strcmp(name, "--json") == 0)
            settings.json = value;
        else if (value && strcmp(name, "--n") == 0 && atoll(value) > 0)
            settings.n = (size_t)atoll(value);
        else if (value && strcmp(name, "--check-n") == 0 && atoll(value) > 0)
            settings.check_n = (size_t)atoll(value);
        else if (value && strcmp(name, "--rounds") == 0 && atoi(value) >= 1 && atoi(value) < MOST_ROUNDS)
            settings.rounds = atoi(value);
        else if (value && strcmp(name, "--points") == 0)
            settings.points = atoi(value);
        else if (value && strcmp(name, "--kinds") == 0 && atoi(value) >= 1 && atoi(value) <= 4)
            settings.kinds = atoi(value);
        else if (value && strcmp(name, "--seconds") == 0)
            settings.seconds = atof(value);
        else {
            fprintf(stderr, "tune_gpu: cannot read %s; the options stand at the top of tune_gpu.c\n", name);
            exit(2);
        }
        i++;
    }
}

int main(int argc, char **argv)
{
    sweep_device *device;
    char name[32];
    read_settings(argc, argv);
    driver_open(settings.device);
    snprintf(name, sizeof name, "cuda:%d", settings.device);
    end_of_time = now() + (settings.prepare ? 1e9 : settings.seconds);
    if (sweep_device_open(&device, name) != SWEEP_OK) {
        fprintf(stderr, "%s: sweepsort cannot use this device; `sweepsort devices` says why\n", name);
        return 1;
    }
    sweep_test_spin = 100000;
    report_head("tune_gpu", settings.prepare ? NULL : settings.json, NULL);
    for (int k = 0; k < settings.kinds; k++)
        tune_kind(device, name, kinds[k]);
    report_end();
    sweep_device_close(device);
    driver_close();
    return wrong_points != 0;
}
