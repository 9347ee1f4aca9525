/*
 * `sweepsort bench`: one row an engine, beside a copy of the same bytes.
 *
 * In: options, and files of keys or a pattern. Out: a table or JSON; exit status 2 and no table if any element of any
 * engine's result is wrong. Every result is checked against reference.c before anything is timed.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "bench.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "errors.h"
#include "on_device.h"
#include "options.h"
#include "verbs.h"

struct bench_options {
    const char *engines, *device;
    uint64_t count, digit_bits, parallel, runs, value_size, seed, distinct;
    int type, format, pattern;
    bool argsort, reverse, cold, json, tune;
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
    OPTION_ROW_DEVICE(struct bench_options),
    {"runs", 0, "N", "take the median of N times; else 7", OPTION_NUMBER, offsetof(struct bench_options, runs), 1,
     1000000, NULL},
    {"cold", 0, NULL, "each sort allocates its own scratch", OPTION_FLAG, offsetof(struct bench_options, cold), 0, 0,
     NULL},
    {"tune", 0, NULL, "print what the tuning table would hold on this machine", OPTION_FLAG,
     offsetof(struct bench_options, tune), 0, 0, NULL},
    OPTION_ROW_JSON(struct bench_options),
    OPTION_ROW_END,
};

static int verb_bench(int argc, char **argv);

const struct verb bench_verb = {
    "bench",
    "time every engine beside a copy of the same bytes",
    "[OPTION]... [FILE]...",
    "Makes keys, or reads them from files, sorts them with every engine, checks every element of every result "
    "against an independent merge sort, and then times: a copy of the same bytes with the same threads (the "
    "faster of memcpy and non-temporal stores), then each engine in turn, again and again. Each timed sort works "
    "in place on a fresh copy of the input, made outside the clock; the input itself is never written.\n\n"
    "A row has the digit bits, the passes over the keys that the plan names, the median time, the time a pass, "
    "the keys a second in millions, the time over the copy's time (x copy), and what the plan predicted for that. "
    "An engine that is not built or lacks a digit width is left out, with a line on standard error; where so few "
    "keys are sorted in one go that digits do not matter, an engine has one row. A wrong result is reported with "
    "its place, and nothing is timed.\n\n"
    "With --device the keys are sorted in the device's memory, and the copy is one there; the way there and back is "
    "not timed.\n\n"
    "With --tune the library's tuning numbers are tried instead, those that options can set: a line each with what is "
    "compiled in and what was fastest here, in some ten seconds. Of the other options it takes --parallel alone.",
    bench_table,
    verb_bench};

/* ---- one sort --------------------------------------------------------------------------------------------------- */

static sweep_options row_options(const struct bench *bench, const struct bench_row *row, sweep_workspace *workspace)
{
    sweep_options options = sweep_default_options();
    options.message = call_message;
    options.message_size = sizeof call_message;
    options.order = bench->reverse ? SWEEP_DESCENDING : SWEEP_ASCENDING;
    options.engine = row->engine;
    options.digit_bits = row->digit_bits;
    options.threads = bench->threads;
    options.workspace = workspace;
    return options;
}

static sweep_device_options device_options(const struct bench *bench, const struct bench_row *row)
{
    sweep_device_options options = sweep_default_device_options();
    options.order = bench->reverse ? SWEEP_DESCENDING : SWEEP_ASCENDING;
    options.engine = row->engine;
    options.digit_bits = row->digit_bits;
    options.enough_digits = row->enough != 0 ? row->enough : row->engine == SWEEP_AUTO ? 0 : SWEEP_ALL_DIGITS;
    return options;
}

static sweep_status run_on_device(const struct bench *bench, const struct bench_row *row,
                                  const struct bench_arrays *arrays, double *seconds)
{
    sweep_device_options options = device_options(bench, row);
    sweep_device_times times = {0, 0, 0};
    sweep_status status;
    options.times = &times;
    switch (bench->operation) {
    case SWEEP_OPERATION_SORT_PAIRS:
        status = sweep_device_sort_pairs(bench->device, arrays->work_keys.bytes, arrays->work_values.bytes, bench->n,
                                         bench->type, bench->value_size, &options);
        break;
    case SWEEP_OPERATION_ARGSORT:
        status = sweep_device_argsort(bench->device, arrays->input.keys, arrays->work_values.bytes, bench->n,
                                      bench->type, bench->value_size, &options);
        break;
    default: status = sweep_device_sort(bench->device, arrays->work_keys.bytes, bench->n, bench->type, &options);
    }
    *seconds = times.sort;
    return status;
}

/* The time of a copy of the same bytes in the device's memory. */
static double copy_on_device(const struct bench *bench, const struct bench_arrays *arrays)
{
    sweep_device_times keys = {0, 0, 0}, values = {0, 0, 0};
    on_device_expect(bench->device, sweep_device_copy(bench->device, arrays->input.keys, arrays->work_keys.bytes,
                                                      arrays->key_bytes, &keys));
    if (arrays->value_bytes > 0) {
        on_device_expect(bench->device, sweep_device_copy(bench->device, arrays->values.bytes,
                                                          arrays->work_values.bytes, arrays->value_bytes, &values));
    }
    return keys.sort + values.sort;
}

static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

static sweep_status run_on_cpu(const struct bench *bench, const struct bench_row *row,
                               const struct bench_arrays *arrays, sweep_workspace *workspace)
{
    sweep_options options = row_options(bench, row, workspace);
    switch (bench->operation) {
    case SWEEP_OPERATION_SORT_PAIRS:
        return sweep_sort_pairs(arrays->work_keys.bytes, arrays->work_values.bytes, bench->n, bench->type,
                                bench->value_size, &options);
    case SWEEP_OPERATION_ARGSORT:
        return sweep_argsort(arrays->input.keys, arrays->work_values.bytes, bench->n, bench->type, bench->value_size,
                             &options);
    default: return sweep_sort(arrays->work_keys.bytes, bench->n, bench->type, &options);
    }
}

sweep_status bench_run_row(const struct bench *bench, const struct bench_row *row, const struct bench_arrays *arrays,
                           sweep_workspace *workspace, double *seconds)
{
    if (bench->device != NULL) {
        return run_on_device(bench, row, arrays, seconds);
    }
    double start = now();
    sweep_status status = run_on_cpu(bench, row, arrays, workspace);
    *seconds = now() - start;
    return status;
}

/* ---- which rows ------------------------------------------------------------------------------------------------- */

void bench_row_name(const struct bench_row *row, char name[BENCH_ROW_NAME])
{
    int length = snprintf(name, BENCH_ROW_NAME, "%s", option_engines[row->engine]);
    if (row->digit_bits != 0) {
        length += snprintf(name + length, BENCH_ROW_NAME - (size_t)length, " with %u-bit digits", row->digit_bits);
    }
    if (row->enough != 0) {
        snprintf(name + length, BENCH_ROW_NAME - (size_t)length, ", %u digits and a finish", row->enough);
    }
}

static void add_row(struct bench *bench, const char *name, size_t length, unsigned digit_bits, unsigned enough)
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
        (struct bench_row){.engine = (sweep_engine)engine, .digit_bits = digit_bits, .enough = enough};
}

/* Reads what stands behind a mark in a row's name, 0: no such mark. */
static unsigned read_part(const char **list, char mark, unsigned most, const char *row, const char *what)
{
    unsigned number = 0;
    if (**list != mark) {
        return 0;
    }
    size_t digits = strspn(++*list, "0123456789");
    for (size_t i = 0; i < digits && i < 3; i++) {
        number = number * 10 + (unsigned)((*list)[i] - '0');
    }
    *list += digits;
    if (digits == 0 || number < 1 || number > most) {
        die_usage("--engine: in '%.*s' %s, 1 to %u", (int)strcspn(row, ","), row, what, most);
    }
    return number;
}

/* "NAME[:BITS][/DIGITS],..." */
static void parse_rows(struct bench *bench, const char *list, unsigned default_bits)
{
    for (;;) {
        size_t length = strcspn(list, ":/,");
        unsigned bits = default_bits;
        const char *name = list;
        list += length;
        if (*list == ':') {
            bits = read_part(&list, ':', 16, name, "behind ':' stand the bits of a digit");
        }
        unsigned enough = read_part(&list, '/', 128, name, "behind '/' stands how many digits are enough");
        if (*list != ',' && *list != '\0') {
            die_usage("--engine: '%.*s' is no NAME:BITS/DIGITS", (int)strcspn(name, ","), name);
        }
        if (enough != 0 && bench->device == NULL) {
            die_usage("--engine: how many digits are enough is for --device");
        }
        add_row(bench, name, length, bits, enough);
        if (*list == '\0') {
            return;
        }
        list++;
    }
}

static void choose_rows(struct bench *bench, const struct bench_options *options)
{
    const char *list = options->engines;
    if (list == NULL && options->device != NULL) {
        bool wide = type_size(bench->type) >= 4; /* enough digits to leave some out */
        list = options->digit_bits != 0      ? "split,onesweep,auto"
               : !wide                       ? "split:1,split:4,split:8,onesweep:4,onesweep:8,auto"
               : type_size(bench->type) == 4 ? "split:1,split:4,split:8,onesweep:4,onesweep:8,onesweep:8/2,auto"
                                             : "split:1,split:4,split:8,onesweep:4,onesweep:8,onesweep:8/4,auto";
    }
    if (list == NULL) {
        list = options->digit_bits == 0 ? "split:1,split:4,lsd,onesweep,hybrid,auto" : "split,lsd,onesweep,hybrid,auto";
    }
    parse_rows(bench, list, (unsigned)options->digit_bits);
}

/* Whether a row that was planned before does the same: so few keys are sorted in one go, whatever the digit. */
static bool repeats(const struct bench *bench, const struct bench_row *row, unsigned rows)
{
    for (unsigned i = 0; i < rows; i++) {
        if (bench->rows[i].engine == row->engine && bench->rows[i].plan.insertion && row->plan.insertion) {
            return true;
        }
    }
    return false;
}

/* Plans every row, and makes room for its scratch; a row that is unsupported is left out, with a word about it. */
static void plan_rows(struct bench *bench, sweep_workspace *workspace)
{
    unsigned kept = 0;
    for (unsigned i = 0; i < bench->row_count; i++) {
        struct bench_row *row = &bench->rows[i];
        sweep_options options = row_options(bench, row, workspace);
        sweep_device_options on_device = device_options(bench, row);
        sweep_status status =
            bench->device != NULL
                ? sweep_device_plan_sort(bench->device, &row->plan, bench->operation, bench->n, bench->type,
                                         bench->value_size, &on_device)
                : sweep_plan_sort(&row->plan, bench->operation, bench->n, bench->type, bench->value_size, &options);
        if (status == SWEEP_OK && workspace != NULL) {
            status = sweep_workspace_reserve(workspace, bench->n, bench->type, bench->value_size, &options);
        }
        char name[BENCH_ROW_NAME];
        bench_row_name(row, name);
        if (status == SWEEP_ERR_UNSUPPORTED) {
            complain("%s is left out: %s", name, call_said(status));
        } else if (status != SWEEP_OK) {
            die("%s: %s", name, call_said(status));
        } else if (!repeats(bench, row, kept)) {
            bench->rows[kept++] = *row;
        }
    }
    bench->row_count = kept;
    if (kept == 0) {
        die("no engine is left to measure");
    }
}

/* ---- timing ----------------------------------------------------------------------------------------------------- */

static double *allocate_times(uint64_t runs)
{
    double *times = runs > SIZE_MAX / sizeof *times ? NULL : malloc((size_t)runs * sizeof *times);
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
    memcpy(sorted, times->seconds, (size_t)runs * sizeof *sorted);
    qsort(sorted, (size_t)runs, sizeof *sorted, compare_doubles);
    times->least = sorted[0];
    times->most = sorted[runs - 1];
    times->median = (sorted[(runs - 1) / 2] + sorted[runs / 2]) / 2;
    free(sorted);
}

/* Rounds of the copies and then each engine once, so that whatever the machine does meanwhile meets all alike. */
static void time_rows(struct bench *bench, const struct bench_arrays *arrays, struct copy_team *team,
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
            bench_copy_input(team, arrays, (enum copy_way)way);
            copies[way].seconds[run] = now() - start;
        }
        if (bench->device != NULL) {
            copies[COPY_MEMCPY].seconds[run] = copy_on_device(bench, arrays);
        }
        for (unsigned i = 0; i < bench->row_count; i++) {
            bench_copy_input(team, arrays, COPY_MEMCPY);
            sweep_status status =
                bench_run_row(bench, &bench->rows[i], arrays, workspace, &bench->rows[i].times.seconds[run]);
            if (status != SWEEP_OK) {
                die("%s: %s", option_engines[bench->rows[i].engine], call_said(status));
            }
        }
    }
    sum_up(&copies[COPY_MEMCPY], bench->runs);
    sum_up(&copies[COPY_NON_TEMPORAL], bench->runs);
    bool streams = bench->device == NULL && copy_has_non_temporal() &&
                   copies[COPY_NON_TEMPORAL].median < copies[COPY_MEMCPY].median;
    bench->copy_way = streams ? COPY_NON_TEMPORAL : COPY_MEMCPY;
    bench->copy = copies[bench->copy_way];
    free(copies[streams ? COPY_MEMCPY : COPY_NON_TEMPORAL].seconds);
    for (unsigned i = 0; i < bench->row_count; i++) {
        sum_up(&bench->rows[i].times, bench->runs);
    }
}

/* ---- the verb --------------------------------------------------------------------------------------------------- */

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

/* Options of keys that are made mean nothing for keys that are read, and the other way round. */
static void check_options(const struct bench_options *options, int files)
{
    if (options->argsort && options->value_size > 0) {
        die_usage("--argsort and --pairs exclude each other");
    }
    if (files == 0 && options->format != 0) {
        die_usage("--format is for files");
    }
    if (files > 0 && (options->count != 0 || options->pattern >= 0 || options->distinct != 0 || options->seed != 1)) {
        die_usage("--count, --pattern, --distinct and --seed make keys; with files they mean nothing");
    }
    if (files == 0 && options->pattern != PATTERN_FEW && options->distinct != 0) {
        die_usage("--distinct is for --pattern few");
    }
}

/* --tune makes its own keys and chooses its own engines. */
static void check_tune(const struct bench_options *options, int files)
{
    const struct bench_options alone = {
        .runs = 7, .seed = 1, .pattern = -1, .tune = true, .parallel = options->parallel};
    if (files > 0 || options->engines != NULL || options->device != NULL || options->count != alone.count ||
        options->digit_bits != alone.digit_bits || options->runs != alone.runs || options->seed != alone.seed ||
        options->value_size != 0 || options->distinct != 0 || options->type != alone.type || options->format != 0 ||
        options->pattern != alone.pattern || options->argsort || options->reverse || options->cold || options->json) {
        die_usage("--tune takes --parallel alone");
    }
}

static int verb_bench(int argc, char **argv)
{
    struct bench_options options = {.runs = 7, .seed = 1, .pattern = -1};
    int files = options_parse(&bench_verb, argc, argv, &options);
    if (options.tune) {
        check_tune(&options, files);
        bench_tune(count_threads(options.parallel));
        finish_output();
        return EXIT_FINE;
    }
    check_options(&options, files);
    struct bench *bench = calloc(1, sizeof *bench);
    if (bench == NULL) {
        die("not enough memory");
    }
    bench->operation = options.argsort          ? SWEEP_OPERATION_ARGSORT
                       : options.value_size > 0 ? SWEEP_OPERATION_SORT_PAIRS
                                                : SWEEP_OPERATION_SORT;
    bench->type = options.type == 0 ? SWEEP_U32 : (sweep_type)options.type;
    bench->n = options.count == 0 ? 4194915 : option_size(options.count);
    bench->value_size = options.argsort ? 8 : option_size(options.value_size);
    bench->reverse = options.reverse;
    bench->cold = options.cold;
    bench->runs = options.runs;
    bench->threads = count_threads(options.parallel);
    if (options.device != NULL) {
        if (options.parallel != 0 || options.cold) {
            die_usage("--parallel and --cold are for the processor; with --device they mean nothing");
        }
        bench->device = on_device_open(options.device);
        sweep_device_describe(bench->device, bench->device_text, sizeof bench->device_text);
        bench->device_text[strcspn(bench->device_text, "\n")] = '\0';
    }
    choose_rows(bench, &options);

    struct bench_arrays arrays = {.key_bytes = 0};
    if (files > 0) {
        bench_read_keys(&arrays, bench, argv, files, (enum file_format)options.format, (sweep_type)options.type);
    } else {
        struct pattern pattern = {.kind = options.pattern < 0 ? PATTERN_UNIFORM : (enum pattern_kind)options.pattern,
                                  .seed = options.seed,
                                  .distinct = options.distinct == 0 ? 16 : options.distinct};
        bench_make_keys(&arrays, bench, pattern);
    }

    sweep_workspace *workspace = NULL;
    if (!options.cold && bench->device == NULL) {
        sweep_workspace_config config = {.struct_size = sizeof config, .threads = bench->threads};
        sweep_status status = sweep_workspace_create(&workspace, &config);
        if (status != SWEEP_OK) {
            die("%s", sweep_status_string(status));
        }
    }
    plan_rows(bench, workspace);
    bench_make_rest(&arrays, bench);
    struct copy_team *team = copy_team_start(bench->threads);
    bench_check(bench, &arrays, team, workspace);
    time_rows(bench, &arrays, team, workspace);
    if (options.json) {
        bench_print_json(bench);
    } else {
        bench_print_table(bench);
    }
    finish_output();

    copy_team_end(team);
    sweep_workspace_destroy(workspace);
    sweep_device_close(bench->device);
    bench_release(&arrays);
    free(bench->copy.seconds);
    for (unsigned i = 0; i < bench->row_count; i++) {
        free(bench->rows[i].times.seconds);
    }
    free(bench);
    return EXIT_FINE;
}
