/*
 * The benchmark on an NVIDIA card: first every type and engine is checked against the CPU's sorts; then each case is
 * timed, all contestants by turns in one run: a copy of the same bytes, our engines, CUB.
 *
 *     bench_gpu [--device N] [--json FILE] [--pictures DIRECTORY] [--cub FILE] [--seconds S] [--rounds N]
 *               [--sizes N,N,...] [--data uniform|unit|entropy|sorted|constant] [--kinds u32,u64,...] [--check-n N]
 *               [--only-checks] [--prepare] [--spoil wrong|hang]
 *     bench_gpu [--device N] --card
 *
 * A result that is wrong is told with its place and values, and the run goes on; the exit status is then 1. Until the
 * checks have passed no wait in a kernel is without an end. --check-n 0 checks nothing, --only-checks times nothing;
 * --spoil makes results wrong, or hangs in the checks, so that a dry run shows what becomes of that.
 * --cub names the shared object made from peer_cub.cu. --card prints the card's name as a
 * directory's. --prepare compiles (and keeps, in SWEEP_CACHE_DIR) what a run needs, and sorts nothing: with the mock
 * driver of the tests a machine without a card does that for another one.
 */
#ifndef _DEFAULT_SOURCE
#define _DEFAULT_SOURCE
#endif
#include "driver.h"
#include "gpu/device.h"
#include "report.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

/* What the library chooses: OneSweep, and by a sample of the keys enough digits; OneSweep with every digit; SPLIT. */
static const sweep_engine engines[] = {SWEEP_AUTO, SWEEP_ONESWEEP, SWEEP_SPLIT};
static const char *const engine_names[] = {"auto", "all digits", "split"};
enum { ENGINES = 3, MOST_SIZES = 16 };

static struct settings {
    int device, rounds;
    const char *json, *pictures, *cub, *data, *kinds, *spoil;
    double seconds;
    size_t check_n, sizes[MOST_SIZES], size_count;
    bool prepare, card, only_checks;
} settings = {.rounds = 9,
              .seconds = 150,
              .check_n = 100003,
              .size_count = 5,
              .sizes = {1 << 16, 1 << 20, 4194915, 1 << 24, 1 << 28}}; /* the third is the course's */

static size_t wrong_results;
enum { BOUNDED_SPIN = 100000 }; /* looks at a missing state, some tenths of a second */

static bool is_spoilt(const char *how)
{
    return settings.spoil && strcmp(settings.spoil, how) == 0;
}

static sweep_device_options options_of(int engine)
{
    sweep_device_options options = sweep_default_device_options();
    options.engine = engines[engine];
    options.enough_digits = engines[engine] == SWEEP_ONESWEEP ? SWEEP_ALL_DIGITS : 0;
    return options;
}

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* ---- checks ---------------------------------------------------------------------------------------------------- */

static const struct {
    sweep_type type;
    const char *name;
    size_t bytes;
} types[] = {{SWEEP_U8, "u8", 1},      {SWEEP_U16, "u16", 2},    {SWEEP_U32, "u32", 4}, {SWEEP_U64, "u64", 8},
             {SWEEP_U128, "u128", 16}, {SWEEP_I8, "i8", 1},      {SWEEP_I16, "i16", 2}, {SWEEP_I32, "i32", 4},
             {SWEEP_I64, "i64", 8},    {SWEEP_I128, "i128", 16}, {SWEEP_F16, "f16", 2}, {SWEEP_BF16, "bf16", 2},
             {SWEEP_F32, "f32", 4},    {SWEEP_F64, "f64", 8}};

static sweep_status on_device(sweep_device *device, sweep_operation operation, void *keys, void *out, size_t t,
                              const sweep_device_options *options)
{
    size_t n = settings.check_n;
    switch (operation) {
    case SWEEP_OPERATION_SORT: return sweep_device_sort(device, keys, n, types[t].type, options);
    case SWEEP_OPERATION_SORT_PAIRS: return sweep_device_sort_pairs(device, keys, out, n, types[t].type, 8, options);
    case SWEEP_OPERATION_ARGSORT: return sweep_device_argsort(device, keys, out, n, types[t].type, 4, options);
    default: return sweep_device_sortperm(device, keys, out, n, types[t].type, 8, options);
    }
}

static sweep_status on_cpu(sweep_operation operation, void *keys, void *out, size_t t, const sweep_options *options)
{
    size_t n = settings.check_n;
    switch (operation) {
    case SWEEP_OPERATION_SORT: return sweep_sort(keys, n, types[t].type, options);
    case SWEEP_OPERATION_SORT_PAIRS: return sweep_sort_pairs(keys, out, n, types[t].type, 8, options);
    case SWEEP_OPERATION_ARGSORT: return sweep_argsort(keys, out, n, types[t].type, 4, options);
    default: return sweep_sortperm(keys, out, n, types[t].type, 8, options);
    }
}

static void check_one(sweep_device *device, sweep_operation operation, size_t t, int engine, sweep_order order)
{
    size_t n = settings.check_n, key_bytes = n * types[t].bytes, out_bytes = n * 8;
    sweep_device_options options = options_of(engine);
    sweep_options cpu = sweep_default_options();
    char *all = malloc(2 * key_bytes + 2 * out_bytes);
    char *keys = all, *right = keys + key_bytes, *out = right + key_bytes, *right_out = out + out_bytes;
    if (!all)
        exit(1);
    options.order = cpu.order = order;
    data_fill(keys, n, types[t].type, DATA_ENTROPY, t + 1); /* ties, so that stability is seen */
    memcpy(right, keys, key_bytes);
    for (size_t i = 0; i < n; i++)
        memcpy(out + i * 8, &(uint64_t){i}, 8);
    memcpy(right_out, out, out_bytes);
    our_expect(device, on_device(device, operation, keys, out, t, &options), types[t].name);
    our_expect(device, on_cpu(operation, right, right_out, t, &cpu), types[t].name);
    if (is_spoilt("wrong") && n > 1 && t == 2 && engine == 1)
        keys[key_bytes / 2] ^= 1;
    size_t wrong = 0;
    while (wrong < n && memcmp(keys + wrong * types[t].bytes, right + wrong * types[t].bytes, types[t].bytes) == 0 &&
           memcmp(out + wrong * 8, right_out + wrong * 8, 8) == 0)
        wrong++;
    if (wrong < n) {
        uint64_t is = 0, should = 0;
        size_t shown = types[t].bytes < 8 ? types[t].bytes : 8;
        memcpy(&is, keys + wrong * types[t].bytes, shown);
        memcpy(&should, right + wrong * types[t].bytes, shown);
        wrong_results++;
        report_note("WRONG: %s, operation %d, engine %s, order %d, n=%zu: at %zu the key is 0x%llx, the CPU's 0x%llx",
                    types[t].name, (int)operation, engine_names[engine], (int)order, n, wrong, (unsigned long long)is,
                    (unsigned long long)should);
    }
    free(all);
}

/* Whether --kinds has this name between its commas. */
static bool is_asked(const char *name)
{
    size_t length = strlen(name);
    const char *at = settings.kinds;
    while (at && *at) {
        size_t own = strcspn(at, ",");
        if (own == length && strncmp(at, name, length) == 0)
            return true;
        at += own + (at[own] == ',');
    }
    return settings.kinds == NULL;
}

static void check_all(sweep_device *device)
{
    static const sweep_operation operations[] = {SWEEP_OPERATION_SORT, SWEEP_OPERATION_SORT_PAIRS,
                                                 SWEEP_OPERATION_ARGSORT, SWEEP_OPERATION_SORTPERM};
    static const size_t value_sizes[] = {0, 8, 4, 8};
    size_t sorts = 0, pieces[SWEEP_SCRATCH_PIECES];
    sweep_test_spin = BOUNDED_SPIN;
    while (is_spoilt("hang"))
        sleep(1);
    for (size_t t = 0; t < sizeof types / sizeof *types; t++)
        for (int o = 0; o < 4 && is_asked(types[t].name); o++)
            for (int engine = 0; engine < ENGINES; engine++) {
                sweep_device_options options = options_of(engine);
                if (settings.prepare)
                    our_expect(device,
                               sweep_device_scratch(device, operations[o], settings.check_n, types[t].type,
                                                    value_sizes[o], &options, pieces),
                               types[t].name);
                for (int order = 0; order < 2 && !settings.prepare; order++, sorts++)
                    check_one(device, operations[o], t, engine, order ? SWEEP_DESCENDING : SWEEP_ASCENDING);
            }
    if (wrong_results == 0)
        sweep_test_spin = -1;
    if (!settings.prepare)
        report_note("checked: %zu sorts of %zu keys, %zu are not what the CPU makes of them%s", sorts, settings.check_n,
                    wrong_results, wrong_results ? "; waits stay bounded" : "");
}

/* ---- floors ---------------------------------------------------------------------------------------------------- */

/* What the card does at least with the bytes of 2^26 u32 keys. */
static void time_floors(const peer *cub)
{
    static const char *const names[PEER_FLOORS] = {"read alone", "write alone", "scatter runs of 30"};
    row rows[PEER_FLOORS];
    arrays a;
    times copy = {.count = 0};
    const size_t n = (size_t)1 << 26;
    if (!arrays_create(&a, PEER_U32, n)) {
        report_note("floors: left out, the card has no room");
        return;
    }
    (void)arrays_fill(&a, DATA_UNIFORM, 1);
    for (int f = 0; f < PEER_FLOORS; f++) {
        rows[f] = (row){.kind = PEER_U32, .n = n, .data = DATA_UNIFORM};
        snprintf(rows[f].by, sizeof rows[f].by, "%s", names[f]);
    }
    for (int round = 0; round <= settings.rounds; round++) { /* the first one warms up */
        copy.count = round == 1 ? 0 : copy.count;
        driver_begin();
        driver_copy(a.keys_out, a.keys_in, n * 4);
        copy.all[copy.count++] = driver_end();
        for (int f = 0; f < PEER_FLOORS; f++) {
            times *t = &rows[f].times;
            t->count = round == 1 ? 0 : t->count;
            driver_begin();
            if (cub->floor((enum peer_floor_kind)f, driver_stream, a.keys_in, a.keys_out, n * 4) != 0) {
                report_note("floors: left out, the CUDA runtime does not work here");
                arrays_destroy(&a);
                return;
            }
            t->all[t->count++] = driver_end();
        }
    }
    for (int f = 0; f < PEER_FLOORS; f++) {
        rows[f].copy = times_spread(&copy).median;
        report_row(&rows[f]);
    }
    arrays_destroy(&a);
}

/* ---- cases ----------------------------------------------------------------------------------------------------- */

enum { COPY, OURS, CUB = OURS + ENGINES, GRAPH, CONTESTANTS }; /* GRAPH: auto, inside a graph */

typedef struct bench_case {
    sweep_device *device;
    const peer *cub;
    arrays a;
    void *graph;
    times times[CONTESTANTS];
} bench_case;

static bool takes_part(const bench_case *c, int contestant)
{
    if (contestant == CUB)
        return c->cub != NULL;
    if (contestant == GRAPH)
        return c->graph != NULL;
    return true;
}

static void enqueue(bench_case *c, int contestant)
{
    const sort_kind *k = &sort_kinds[c->a.kind];
    if (contestant == COPY) {
        driver_copy(c->a.keys_out, c->a.keys_in, c->a.n * k->key_bytes);
        if (k->value_bytes)
            driver_copy(c->a.values_out, c->a.values_in, c->a.n * k->value_bytes);
    } else if (contestant == CUB) {
        if (c->cub->sort(c->a.kind, driver_stream, c->a.keys_in, c->a.keys_out, c->a.values_in, c->a.values_out, c->a.n,
                         c->a.scratch, c->a.scratch_bytes) != 0) {
            fprintf(stderr, "CUB failed\n");
            exit(1);
        }
    } else if (contestant == GRAPH) {
        driver_graph_launch(c->graph);
    } else {
        sweep_device_options options = options_of(contestant - OURS);
        our_expect(c->device, our_sort(c->device, &c->a, &options), engine_names[contestant - OURS]);
    }
}

/* The scratch that suits everybody; a graph for few keys, where launches are what costs. False: there is no room. */
static bool get_ready(bench_case *c)
{
    size_t most = c->cub && !settings.prepare ? c->cub->scratch(c->a.kind, c->a.n) : 0;
    if (most == 0)
        c->cub = NULL;
    for (int engine = 0; engine < ENGINES; engine++) {
        sweep_device_options options = options_of(engine);
        size_t bytes = 0;
        our_expect(c->device, our_scratch(c->device, &c->a, &options, &bytes), engine_names[engine]);
        most = bytes > most ? bytes : most;
    }
    if (settings.prepare)
        return false;
    if (!arrays_scratch(&c->a, most))
        return false;
    if (c->a.n <= (size_t)1 << 20) {
        driver_graph_begin();
        enqueue(c, OURS);
        c->graph = driver_graph_end();
    }
    return true;
}

static const char *contestant_name(int who)
{
    return who == COPY ? "copy" : who == CUB ? "CUB" : who == GRAPH ? "auto in a graph" : engine_names[who - OURS];
}

/* Everybody once, which warms up and is looked at; then by turns, each round beginning with another one. */
static void measure(bench_case *c, uint64_t sum, bool look, double seconds)
{
    double end = now() + seconds;
    for (int who = 0; who < CONTESTANTS; who++) {
        if (!takes_part(c, who))
            continue;
        enqueue(c, who);
        driver_finish();
        char text[256];
        if (look && who != COPY && !arrays_right(&c->a, sum, text, sizeof text)) {
            wrong_results++;
            report_note("WRONG: %s of %s, n=%zu: %s", contestant_name(who), sort_kinds[c->a.kind].name, c->a.n, text);
        }
    }
    for (int round = 0; round < settings.rounds && (round < 3 || now() < end); round++)
        for (int turn = 0; turn < CONTESTANTS; turn++) {
            int who = (round + turn) % CONTESTANTS;
            if (!takes_part(c, who))
                continue;
            driver_begin();
            enqueue(c, who);
            c->times[who].all[c->times[who].count++] = driver_end();
        }
}

static void describe(const bench_case *c, int who, data_kind data, row *r)
{
    *r = (row){.kind = c->a.kind, .n = c->a.n, .data = data, .times = c->times[who]};
    r->copy = times_spread(&c->times[COPY]).median;
    r->cub = c->cub ? times_spread(&c->times[CUB]).median : 0;
    snprintf(r->by, sizeof r->by, "%s", contestant_name(who));
}

/* Appends the case's rows. */
static void run_case(sweep_device *device, const peer *cub, enum peer_kind kind, size_t n, data_kind data,
                     double seconds, row *rows, size_t *count)
{
    bench_case c = {.device = device, .cub = cub};
    if (settings.prepare) {
        c.a = (arrays){.kind = kind, .n = n};
        (void)get_ready(&c);
        return;
    }
    if (!arrays_create(&c.a, kind, n) || !get_ready(&c)) {
        report_note("%s n=%zu: left out, the card has no room", sort_kinds[kind].name, n);
        arrays_destroy(&c.a);
        return;
    }
    if (cub && !c.cub)
        report_note("%s n=%zu: CUB does not do it here", sort_kinds[kind].name, n);
    uint64_t sum = arrays_fill(&c.a, data, n + data);
    measure(&c, sum, n <= (size_t)1 << 24 || data == DATA_UNIFORM, seconds);
    for (int who = 0; who < CONTESTANTS; who++)
        if (takes_part(&c, who)) {
            describe(&c, who, data, &rows[*count]);
            report_row(&rows[(*count)++]);
        }
    driver_graph_free(c.graph);
    arrays_destroy(&c.a);
}

/* The small cases first: what they leave of the time goes to the large ones. */
static void run_all(sweep_device *device, const peer *cub)
{
    size_t cases = 0, done = 0, count = 0;
    double end = now() + settings.seconds;
    row *rows = calloc(settings.size_count * DATA_KINDS * PEER_KINDS * CONTESTANTS, sizeof *rows);
    if (!rows)
        exit(1);
    for (int pass = 0; pass < 2; pass++)
        for (size_t s = 0; s < settings.size_count; s++)
            for (int data = 0; data < DATA_KINDS; data++)
                for (int kind = 0; kind < PEER_KINDS; kind++) {
                    double left = end - now();
                    size_t n = settings.sizes[s];
                    if (!data_fits((data_kind)data, sort_kinds[kind].type) || !is_asked(sort_kinds[kind].name) ||
                        (settings.data && strcmp(settings.data, data_names[data]) != 0))
                        continue;
                    if (pass == 0)
                        cases++;
                    else if (left <= 0)
                        report_note("%s n=%zu %s: left out, the time is over", sort_kinds[kind].name, n,
                                    data_names[data]);
                    else
                        run_case(device, cub, (enum peer_kind)kind, n, (data_kind)data,
                                 2 * left / (double)(cases - done), rows, &count);
                    done += pass == 1;
                }
    if (settings.pictures && !settings.prepare)
        report_pictures(settings.pictures, rows, count);
    free(rows);
}

/* ---- the program ----------------------------------------------------------------------------------------------- */

static bool read_sizes(const char *text)
{
    settings.size_count = 0;
    while (*text && settings.size_count < MOST_SIZES) {
        char *end;
        settings.sizes[settings.size_count] = (size_t)strtoull(text, &end, 10);
        if (settings.sizes[settings.size_count++] == 0 || (*end && *end != ','))
            return false;
        text = *end ? end + 1 : end;
    }
    return !*text && settings.size_count > 0;
}

static void read_settings(int argc, char **argv)
{
    for (int i = 1; i < argc; i++) {
        const char *name = argv[i], *value = i + 1 < argc ? argv[i + 1] : NULL;
        bool used = true;
        if (strcmp(name, "--prepare") == 0 || strcmp(name, "--card") == 0 || strcmp(name, "--only-checks") == 0) {
            *(name[2] == 'p' ? &settings.prepare : name[2] == 'o' ? &settings.only_checks : &settings.card) = true;
            continue;
        }
        if (value && strcmp(name, "--device") == 0)
            settings.device = atoi(value);
        else if (value && strcmp(name, "--json") == 0)
            settings.json = value;
        else if (value && strcmp(name, "--pictures") == 0)
            settings.pictures = value;
        else if (value && strcmp(name, "--cub") == 0)
            settings.cub = value;
        else if (value && strcmp(name, "--seconds") == 0)
            settings.seconds = atof(value);
        else if (value && strcmp(name, "--rounds") == 0 && atoi(value) >= 1 && atoi(value) < MOST_ROUNDS)
            settings.rounds = atoi(value);
        else if (value && strcmp(name, "--data") == 0)
            settings.data = value;
        else if (value && strcmp(name, "--kinds") == 0)
            settings.kinds = value;
        else if (value && strcmp(name, "--spoil") == 0)
            settings.spoil = value;
        else if (value && strcmp(name, "--sizes") == 0 && read_sizes(value))
            ;
        else if (value && strcmp(name, "--check-n") == 0)
            settings.check_n = (size_t)atoll(value);
        else
            used = false;
        if (!used) {
            fprintf(stderr, "bench_gpu: cannot read %s; the options stand at the top of bench_gpu.c\n", name);
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
    if (settings.card) {
        for (char *at = driver_card; *at; at++)
            putchar(isalnum((unsigned char)*at) ? tolower((unsigned char)*at) : '-');
        putchar('\n');
        driver_close();
        return 0;
    }
    snprintf(name, sizeof name, "cuda:%d", settings.device);
    if (sweep_device_open(&device, name) != SWEEP_OK) {
        fprintf(stderr, "%s: sweepsort cannot use this device; `sweepsort devices` says why\n", name);
        return 1;
    }
    const peer *cub = peer_open(settings.cub);
    if (settings.cub && !cub) {
        fprintf(stderr, "%s: cannot be opened\n", settings.cub);
        return 1;
    }
    report_head("bench_gpu", settings.prepare ? NULL : settings.json, cub ? cub->version() : NULL);
    if (settings.check_n > 0)
        check_all(device);
    if (cub && !settings.prepare && !settings.only_checks && !settings.kinds)
        time_floors(cub);
    if (!settings.only_checks)
        run_all(device, cub);
    report_end();
    sweep_device_close(device);
    driver_close();
    return wrong_results != 0;
}
