/*
 * `sweepsort bench`: one row an engine, beside a copy of the same bytes.
 *
 * In: options, and files of keys or a pattern. Out: a table or JSON; exit status 2 and no table if any element of any
 * engine's result is wrong. Every result is checked against reference.c before anything is timed.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "bench.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "array.h"
#include "errors.h"
#include "numbers.h"
#include "options.h"
#include "patterns.h"
#include "random.h"
#include "reference.h"
#include "transform.h"
#include "verbs.h"

struct bench_options {
    const char *engines;
    uint64_t count, digit_bits, parallel, runs, value_size, seed, distinct;
    int type, format, pattern;
    bool argsort, reverse, cold, json;
};

static const struct option bench_table[] = {
    OPTION_ROW_TYPE(struct bench_options),
    OPTION_ROW_FORMAT(struct bench_options),
    {"count", 'n', "N", "how many keys; else 4194915", OPTION_NUMBER, offsetof(struct bench_options, count), 1,
     SIZE_MAX / 64, NULL},
    {"pattern", 0, "PATTERN", "keys as 'gen' makes them; else uniform", OPTION_CHOICE,
     offsetof(struct bench_options, pattern), PATTERN_UNIFORM, 0, pattern_names},
    {"distinct", 0, "N", "with few: how many different keys; else 16", OPTION_NUMBER,
     offsetof(struct bench_options, distinct), 1, (uint64_t)1 << 63, NULL},
    {"seed", 0, "N", "another seed gives other keys; else 1", OPTION_NUMBER, offsetof(struct bench_options, seed), 0,
     UINT64_MAX, NULL},
    {"pairs", 0, "BYTES", "sort pairs, with values of that size", OPTION_NUMBER,
     offsetof(struct bench_options, value_size), 1, 1 << 20, NULL},
    {"argsort", 0, NULL, "argsort, with 8-byte indices", OPTION_FLAG, offsetof(struct bench_options, argsort), 0, 0,
     NULL},
    OPTION_ROW_REVERSE(struct bench_options),
    {"engine", 0, "LIST", "such as split:4,lsd,onesweep:8 (name:digit bits)", OPTION_TEXT,
     offsetof(struct bench_options, engines), 0, 0, NULL},
    OPTION_ROW_DIGIT_BITS(struct bench_options),
    OPTION_ROW_PARALLEL(struct bench_options),
    {"runs", 0, "N", "take the median of N times; else 7", OPTION_NUMBER, offsetof(struct bench_options, runs), 1,
     1000000, NULL},
    {"cold", 0, NULL, "each sort allocates its own scratch", OPTION_FLAG, offsetof(struct bench_options, cold), 0, 0,
     NULL},
    OPTION_ROW_JSON(struct bench_options),
    OPTION_ROW_END,
};

static int verb_bench(int argc, char **argv);

const struct verb bench_verb = {
    "bench", "time every engine beside a copy of the same bytes", "[OPTION]... [FILE]...",
    "Makes keys, or reads them from files, sorts them with every engine, checks every element of every result against an independent merge sort, "
    "and then times: a copy of the same bytes with the same threads (the faster of memcpy and non-temporal stores), then "
    "each engine in turn, again and again. Each timed sort works in place on a fresh copy of the input, made outside the "
    "clock; the input itself is never written.\n\n"
    "A row has the digit bits, the passes over the keys that the plan names, the median time, the time a pass, the keys "
    "a second in millions, the time over the copy's time (x copy), and what the plan predicted for that. An engine that "
    "is not built or lacks a digit width is left out, with a line on standard error. A wrong result is reported with its "
    "place, and nothing is timed.",
    bench_table, verb_bench};

/* ---- the arrays ------------------------------------------------------------------------------------------------- */

/* All in memory of one kind, that of arrays that are read: huge pages where the system has them. */
struct arrays {
    struct array input;               /* the keys, never written once they are there */
    struct memory values;             /* what goes with them: the same */
    struct memory work_keys, work_values;   /* what is sorted; of argsort, the indices are the work_values */
    size_t key_bytes, value_bytes;    /* of the whole arrays */
};

static void reserve(struct memory *memory, size_t count, size_t size)
{
    if (size > 0 && (count > SIZE_MAX / size || !memory_reserve(memory, count * size))) {
        die("not enough memory for %zu elements of %zu bytes", count, size);
    }
}

/* Value i begins with i, low byte first, as much of it as there is room for; the rest of its bytes follow from i. */
static void fill_value(unsigned char *value, size_t size, uint64_t i)
{
    uint64_t filler = random_mix(i);
    for (size_t byte = 0; byte < size; byte++) {
        value[byte] = (unsigned char)(byte < 8 ? i >> (8 * byte) : (filler >> (8 * (byte % 8))) + byte);
    }
}

static void make_keys(struct arrays *arrays, struct bench *bench, const struct bench_options *options)
{
    struct pattern pattern = {.kind = (enum pattern_kind)options->pattern, .type = bench->type, .n = bench->n,
                              .seed = options->seed, .distinct = options->distinct};
    if (pattern.kind == PATTERN_FEW && pattern.distinct > pattern_most_distinct(bench->type)) {
        die("--distinct: %s has room for %" PRIu64, type_name(bench->type), pattern_most_distinct(bench->type));
    }
    struct pattern_tables *tables = pattern_prepare(&pattern);
    if (tables == NULL) {
        die("not enough memory");
    }
    reserve(&arrays->input.memory, bench->n, type_size(bench->type));
    arrays->input.keys = arrays->input.memory.bytes;
    pattern_fill(&pattern, tables, 0, bench->n, arrays->input.keys);
    pattern_release(tables);
    snprintf(bench->source, sizeof bench->source, "%s (seed %" PRIu64 ")", pattern_names[pattern.kind], pattern.seed);
}

static void read_keys(struct arrays *arrays, struct bench *bench, const struct bench_options *options, char **paths,
                      int count)
{
    struct failure failure;
    size_t length = 0;
    for (int i = 0; i < count; i++) {
        if (!array_read(&arrays->input, paths[i], (enum file_format)options->format, (sweep_type)options->type,
                        &failure)) {
            die("%s", failure.message);
        }
        length += (size_t)snprintf(bench->source + length, sizeof bench->source - length, "%s%s", i > 0 ? " " : "",
                                   paths[i]);
        length = length < sizeof bench->source ? length : sizeof bench->source - 1;
    }
    if (arrays->input.count == 0) {
        die("there are no keys");
    }
    bench->type = arrays->input.type;
    bench->n = arrays->input.count;
}

/* What goes with the keys, and the arrays that are sorted. */
static void make_arrays(struct arrays *arrays, const struct bench *bench)
{
    arrays->key_bytes = bench->n * type_size(bench->type);
    arrays->value_bytes = bench->n * bench->value_size;
    reserve(&arrays->work_keys, bench->n, type_size(bench->type));
    reserve(&arrays->values, bench->n, bench->value_size);
    reserve(&arrays->work_values, bench->n, bench->value_size);
    for (size_t i = 0; i < bench->n && bench->value_size > 0; i++) {
        fill_value(arrays->values.bytes + i * bench->value_size, bench->value_size, i);
    }
}

static void release_arrays(struct arrays *arrays)
{
    array_free(&arrays->input);
    memory_free(&arrays->values);
    memory_free(&arrays->work_keys);
    memory_free(&arrays->work_values);
}

/* ---- one sort ------------------------------------------------------------------------------------------------------ */

static void copy_input(struct copy_team *team, const struct arrays *arrays, enum copy_way way)
{
    copy_bytes(team, arrays->work_keys.bytes, arrays->input.keys, arrays->key_bytes, way);
    if (arrays->value_bytes > 0) {
        copy_bytes(team, arrays->work_values.bytes, arrays->values.bytes, arrays->value_bytes, way);
    }
}

static sweep_options row_options(const struct bench *bench, const struct bench_row *row, sweep_workspace *workspace)
{
    sweep_options options = sweep_default_options();
    options.order = bench->reverse ? SWEEP_DESCENDING : SWEEP_ASCENDING;
    options.engine = row->engine;
    options.digit_bits = row->digit_bits;
    options.threads = bench->threads;
    options.workspace = workspace;
    return options;
}

/* Sorts the work arrays in place (argsort: reads the input, which it must not write, and fills the indices). */
static sweep_status run_row(const struct bench *bench, const struct bench_row *row, const struct arrays *arrays,
                            sweep_workspace *workspace)
{
    sweep_options options = row_options(bench, row, workspace);
    switch (bench->operation) {
    case SWEEP_OPERATION_SORT_PAIRS:
        return sweep_sort_pairs(arrays->work_keys.bytes, arrays->work_values.bytes, bench->n, bench->type,
                                bench->value_size, &options);
    case SWEEP_OPERATION_ARGSORT:
        return sweep_argsort(arrays->input.keys, arrays->work_values.bytes, bench->n, bench->type, bench->value_size,
                             &options);
    default:
        return sweep_sort(arrays->work_keys.bytes, bench->n, bench->type, &options);
    }
}

static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

/* ---- which rows ---------------------------------------------------------------------------------------------------- */

static void describe_row(const struct bench_row *row, char text[64])
{
    if (row->digit_bits == 0) {
        snprintf(text, 64, "%s", option_engines[row->engine]);
    } else {
        snprintf(text, 64, "%s with %u-bit digits", option_engines[row->engine], row->digit_bits);
    }
}

static void add_row(struct bench *bench, const char *name, size_t length, unsigned digit_bits)
{
    int engine = 0;
    while (option_engines[engine] != NULL &&
           (strlen(option_engines[engine]) != length || memcmp(option_engines[engine], name, length) != 0)) {
        engine++;
    }
    if (option_engines[engine] == NULL) {
        die_usage("--engine: '%.*s' is none of auto, lsd, onesweep, hybrid, split", (int)length, name);
    }
    if (bench->row_count == BENCH_ROWS) {
        die_usage("--engine: more than %d engines", BENCH_ROWS);
    }
    bench->rows[bench->row_count++] =
        (struct bench_row){.engine = (sweep_engine)engine, .digit_bits = digit_bits};
}

/* "NAME[:BITS],..." */
static void parse_rows(struct bench *bench, const char *list, unsigned default_bits)
{
    for (;;) {
        size_t length = strcspn(list, ":,");
        unsigned bits = default_bits;
        const char *name = list;
        list += length;
        if (*list == ':') {
            bits = 0;
            size_t digits = strspn(++list, "0123456789");
            for (size_t i = 0; i < digits && i < 3; i++) {
                bits = bits * 10 + (unsigned)(list[i] - '0');
            }
            list += digits;
            if (digits == 0 || bits < 1 || bits > 16 || (*list != ',' && *list != '\0')) {
                die_usage("--engine: behind '%.*s:' stand the bits of a digit, 1 to 16", (int)length, name);
            }
        }
        add_row(bench, name, length, bits);
        if (*list == '\0') {
            return;
        }
        list++;
    }
}

static void choose_rows(struct bench *bench, const struct bench_options *options)
{
    const char *list = options->engines;
    if (list == NULL) {
        list = options->digit_bits == 0 ? "split:1,split:4,lsd,onesweep,hybrid,auto" : "split,lsd,onesweep,hybrid,auto";
    }
    parse_rows(bench, list, (unsigned)options->digit_bits);
}

/* Plans every row, and makes room for its scratch; a row that is unsupported is left out, with a word about it. */
static void plan_rows(struct bench *bench, sweep_workspace *workspace)
{
    unsigned kept = 0;
    for (unsigned i = 0; i < bench->row_count; i++) {
        struct bench_row *row = &bench->rows[i];
        sweep_options options = row_options(bench, row, workspace);
        sweep_status status = sweep_plan_sort(&row->plan, bench->operation, bench->n, bench->type, bench->value_size,
                                              &options);
        if (status == SWEEP_OK && workspace != NULL) {
            status = sweep_workspace_reserve(workspace, bench->n, bench->type, bench->value_size, &options);
        }
        char name[64];
        describe_row(row, name);
        if (status == SWEEP_ERR_UNSUPPORTED) {
            complain("%s is left out: %s", name, sweep_status_string(status));
        } else if (status != SWEEP_OK) {
            die("%s: %s", name, sweep_status_string(status));
        } else {
            bench->rows[kept++] = *row;
        }
    }
    bench->row_count = kept;
    if (kept == 0) {
        die("no engine is left to measure");
    }
}

/* ---- checking ------------------------------------------------------------------------------------------------------ */

/* A key as text: the number, and its bits, which tell apart what prints alike. */
static void describe_key(const void *key, sweep_type type, char text[128])
{
    wide_key bits = key_load(key, type);
    char *end = number_print(text, key, type);
    end += sprintf(end, " (0x");
    for (size_t shift = 8 * type_size(type); shift > 0; shift -= 4) {
        *end++ = "0123456789abcdef"[(unsigned)(bits >> (shift - 4)) & 15];
    }
    strcpy(end, ")");
}

/* A payload or an index as text: a number where it is as short as one, else its first bytes. */
static void describe_value(const void *value, size_t size, char text[128])
{
    uint64_t number = 0;
    for (size_t byte = 0; byte < size && byte < 8; byte++) {
        number |= (uint64_t)((const unsigned char *)value)[byte] << (8 * byte);
    }
    snprintf(text, 128, size <= 8 ? "%" PRIu64 : "%" PRIu64 " in its first 8 bytes", number);
}

static _Noreturn void report_wrong(const struct bench *bench, const struct bench_row *row, const struct arrays *arrays,
                                   const uint64_t *places, const struct reference_difference *difference)
{
    size_t first = difference->first, key_size = type_size(bench->type);
    bool argsort = bench->operation == SWEEP_OPERATION_ARGSORT;
    const char *payload = argsort ? "index" : "payload";
    char name[64];
    describe_row(row, name);
    complain("%s gives a wrong result; nothing is timed", name);
    fprintf(stderr, "  first wrong place: %zu of %zu: %s\n", first, bench->n,
            difference->first_key_wrong ? "its key is wrong"
            : argsort                   ? "its index is wrong"
                                        : "its key is right, its payload is wrong");
    const char *expected_key = (const char *)arrays->input.keys + places[first] * key_size;
    char text[128];
    if (!argsort) {
        describe_key(arrays->work_keys.bytes + first * key_size, bench->type, text);
        fprintf(stderr, "  key there:         %s\n", text);
    }
    describe_key(expected_key, bench->type, text);
    fprintf(stderr, "  key expected:      %s (from place %" PRIu64 " of the input)\n", text, places[first]);
    if (bench->value_size > 0) {
        describe_value(arrays->work_values.bytes + first * bench->value_size, bench->value_size, text);
        fprintf(stderr, "  %-7s there:     %s\n", payload, text);
        describe_value(arrays->values.bytes + places[first] * bench->value_size, bench->value_size, text);
        fprintf(stderr, "  %-7s expected:  %s\n", payload, text);
    }
    fprintf(stderr, "  in all: %zu wrong keys, %zu wrong %s\n", difference->wrong_keys, difference->wrong_values,
            argsort ? "indices" : "payloads");
    exit(EXIT_TROUBLE);
}

/* Sorts once with every engine and compares every element; this also warms the scratch and starts the threads. */
static void check_rows(struct bench *bench, const struct arrays *arrays, struct copy_team *team,
                       sweep_workspace *workspace)
{
    bool argsort = bench->operation == SWEEP_OPERATION_ARGSORT;
    uint64_t *places = reference_argsort(arrays->input.keys, bench->n, bench->type,
                                         bench->reverse ? SWEEP_DESCENDING : SWEEP_ASCENDING, SWEEP_NAN_LAST);
    if (places == NULL) {
        die("not enough memory to check %zu keys", bench->n);
    }
    for (unsigned i = 0; i < bench->row_count; i++) {
        struct bench_row *row = &bench->rows[i];
        copy_input(team, arrays, COPY_MEMCPY);
        sweep_status status = run_row(bench, row, arrays, workspace);
        if (status != SWEEP_OK) {
            char name[64];
            describe_row(row, name);
            die("%s: %s", name, sweep_status_string(status));
        }
        /* argsort's values are 0, 1, 2 ...: as payloads, they come out as the indices it must give. */
        struct reference_difference difference = reference_compare(
            places, bench->n, arrays->input.keys, argsort ? NULL : arrays->work_keys.bytes, type_size(bench->type),
            arrays->values.bytes, bench->value_size > 0 ? arrays->work_values.bytes : NULL, bench->value_size);
        if (difference.wrong_keys > 0 || difference.wrong_values > 0) {
            report_wrong(bench, row, arrays, places, &difference);
        }
    }
    free(places);
}

/* ---- timing -------------------------------------------------------------------------------------------------------- */

static double *allocate_times(uint64_t runs)
{
    double *times = malloc(runs * sizeof *times);
    if (times == NULL) {
        die("not enough memory");
    }
    return times;
}

static int compare_doubles(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static void sum_up(struct bench_times *times, uint64_t runs)
{
    double *sorted = allocate_times(runs);
    memcpy(sorted, times->seconds, runs * sizeof *sorted);
    qsort(sorted, runs, sizeof *sorted, compare_doubles);
    times->least = sorted[0];
    times->most = sorted[runs - 1];
    times->median = (sorted[(runs - 1) / 2] + sorted[runs / 2]) / 2;
    free(sorted);
}

/* Rounds of the copies and then each engine once, so that whatever the machine does meanwhile meets all alike. */
static void time_rows(struct bench *bench, const struct arrays *arrays, struct copy_team *team,
                      sweep_workspace *workspace)
{
    struct bench_times copies[COPY_WAYS];
    for (int way = 0; way < COPY_WAYS; way++) {
        copies[way].seconds = allocate_times(bench->runs);
    }
    for (unsigned i = 0; i < bench->row_count; i++) {
        bench->rows[i].times.seconds = allocate_times(bench->runs);
    }
    for (uint64_t run = 0; run < bench->runs; run++) {
        for (int way = 0; way < COPY_WAYS; way++) {
            double start = now();
            copy_input(team, arrays, (enum copy_way)way);
            copies[way].seconds[run] = now() - start;
        }
        for (unsigned i = 0; i < bench->row_count; i++) {
            copy_input(team, arrays, COPY_MEMCPY);
            double start = now();
            sweep_status status = run_row(bench, &bench->rows[i], arrays, workspace);
            bench->rows[i].times.seconds[run] = now() - start;
            if (status != SWEEP_OK) {
                die("%s: %s", option_engines[bench->rows[i].engine], sweep_status_string(status));
            }
        }
    }
    sum_up(&copies[COPY_MEMCPY], bench->runs);
    sum_up(&copies[COPY_NON_TEMPORAL], bench->runs);
    bool streams = copy_has_non_temporal() && copies[COPY_NON_TEMPORAL].median < copies[COPY_MEMCPY].median;
    bench->copy_way = streams ? COPY_NON_TEMPORAL : COPY_MEMCPY;
    bench->copy = copies[bench->copy_way];
    free(copies[streams ? COPY_MEMCPY : COPY_NON_TEMPORAL].seconds);
    for (unsigned i = 0; i < bench->row_count; i++) {
        sum_up(&bench->rows[i].times, bench->runs);
    }
}

/* ---- the verb ------------------------------------------------------------------------------------------------------ */

/* The threads a sort may use: as many as asked, else what the library makes of every usable core. */
static unsigned count_threads(uint64_t asked)
{
    sweep_plan plan;
    sweep_options options = sweep_default_options();
    options.threads = asked == 0 ? SWEEP_ALL_THREADS : (unsigned)asked;
    options.engine = SWEEP_LSD; /* cuts the work for every thread, however little there is */
    sweep_status status = sweep_plan_sort(&plan, SWEEP_OPERATION_SORT, (size_t)1 << 20, SWEEP_U8, 0, &options);
    if (status != SWEEP_OK) {
        die("%s", sweep_status_string(status));
    }
    return plan.threads;
}

static int verb_bench(int argc, char **argv)
{
    struct bench_options options = {.count = 4194915, .runs = 7, .seed = 1, .distinct = 16,
                                    .pattern = PATTERN_UNIFORM};
    int files = options_parse(&bench_verb, argc, argv, &options);
    if (options.argsort && options.value_size > 0) {
        die_usage("--argsort and --pairs exclude each other");
    }
    struct bench *bench = calloc(1, sizeof *bench);
    if (bench == NULL) {
        die("not enough memory");
    }
    bench->operation = options.argsort          ? SWEEP_OPERATION_ARGSORT
                       : options.value_size > 0 ? SWEEP_OPERATION_SORT_PAIRS
                                                : SWEEP_OPERATION_SORT;
    bench->type = options.type == 0 ? SWEEP_U32 : (sweep_type)options.type;
    bench->n = options.count;
    bench->value_size = options.argsort ? 8 : options.value_size;
    bench->reverse = options.reverse;
    bench->cold = options.cold;
    bench->runs = options.runs;
    bench->threads = count_threads(options.parallel);
    choose_rows(bench, &options);

    struct arrays arrays = {.key_bytes = 0};
    if (files > 0) {
        read_keys(&arrays, bench, &options, argv, files);
    } else {
        make_keys(&arrays, bench, &options);
    }

    sweep_workspace *workspace = NULL;
    if (!options.cold) {
        sweep_workspace_config config = {.struct_size = sizeof config, .threads = bench->threads};
        sweep_status status = sweep_workspace_create(&workspace, &config);
        if (status != SWEEP_OK) {
            die("%s", sweep_status_string(status));
        }
    }
    plan_rows(bench, workspace);
    make_arrays(&arrays, bench);
    struct copy_team *team = copy_team_start(bench->threads);
    check_rows(bench, &arrays, team, workspace);
    time_rows(bench, &arrays, team, workspace);
    if (options.json) {
        bench_print_json(bench);
    } else {
        bench_print_table(bench);
    }
    finish_output();

    copy_team_end(team);
    sweep_workspace_destroy(workspace);
    release_arrays(&arrays);
    free(bench->copy.seconds);
    for (unsigned i = 0; i < bench->row_count; i++) {
        free(bench->rows[i].times.seconds);
    }
    free(bench);
    return EXIT_FINE;
}
