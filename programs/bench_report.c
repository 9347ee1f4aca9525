/*
 * What `bench` found, as a table and as JSON.
 *
 * In: a struct bench with everything measured. Out: standard output. Used by bench.c.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include <stdio.h>
#include <string.h>
#include <sys/utsname.h>

#include "bench.h"
#include "json.h"
#include "options.h"

#if defined __clang__
#define COMPILER "clang " __clang_version__
#elif defined __GNUC__
#define COMPILER "gcc " __VERSION__
#else
#define COMPILER "unknown compiler"
#endif

/* The processor's name as Linux knows it, else the kind of machine. */
static void processor_name(char *name, size_t size)
{
    struct utsname machine;
    snprintf(name, size, "%s", uname(&machine) == 0 ? machine.machine : "unknown processor");
    FILE *file = fopen("/proc/cpuinfo", "r");
    if (file == NULL) {
        return;
    }
    char line[256];
    while (fgets(line, sizeof line, file) != NULL) {
        char *value = strchr(line, ':');
        if (strncmp(line, "model name", 10) == 0 && value != NULL) {
            value += 1 + strspn(value + 1, " \t");
            value[strcspn(value, "\n")] = '\0';
            snprintf(name, size, "%s", value);
            break;
        }
    }
    fclose(file);
}

/* 4194915 as 4,194,915. */
static const char *with_commas(uint64_t number, char text[32])
{
    char digits[24];
    int length = snprintf(digits, sizeof digits, "%llu", (unsigned long long)number), at = 0;
    for (int i = 0; i < length; i++) {
        if (i > 0 && (length - i) % 3 == 0) {
            text[at++] = ',';
        }
        text[at++] = digits[i];
    }
    text[at] = '\0';
    return text;
}

static const char *operation_name(const struct bench *bench)
{
    return bench->operation == SWEEP_OPERATION_SORT         ? "sort"
           : bench->operation == SWEEP_OPERATION_SORT_PAIRS ? "sort pairs"
                                                            : "argsort";
}

/* "8", or "10-11" where the sweeps' digits differ, or "-" without sweeps. */
static const char *digit_widths(const sweep_plan *plan, char text[32])
{
    unsigned least = 255, most = 0;
    for (unsigned i = 0; i < plan->sweep_count; i++) {
        unsigned bits = plan->sweeps[i].bits;
        least = bits < least ? bits : least;
        most = bits > most ? bits : most;
    }
    if (plan->sweep_count == 0) {
        snprintf(text, 32, "-");
    } else if (least == most) {
        snprintf(text, 32, "%u", most);
    } else {
        snprintf(text, 32, "%u-%u", least, most);
    }
    return text;
}

static void print_row(const char *name, const char *digits, unsigned passes, const struct bench_times *times,
                      const struct bench *bench, double predicted)
{
    char per_pass[32] = "-";
    double ms = times->median * 1e3;
    if (passes > 0) {
        snprintf(per_pass, sizeof per_pass, "%.3f", ms / passes);
    }
    printf("%-18s %10s %7u %11.3f %9s %10.1f %9.2f %10.2f\n", name, digits, passes, ms, per_pass,
           (double)bench->n / times->median / 1e6, times->median / bench->copy.median, predicted);
}

void bench_print_table(const struct bench *bench)
{
    char number[32], processor[256];
    processor_name(processor, sizeof processor);
    printf("%s of %s keys of %s", operation_name(bench), with_commas(bench->n, number), type_name(bench->type));
    if (bench->value_size > 0) {
        printf(" with %zu-byte %s", bench->value_size,
               bench->operation == SWEEP_OPERATION_ARGSORT ? "indices" : "values");
    }
    printf("%s, %s\n", bench->reverse ? ", descending" : "", bench->source);
    if (bench->device != NULL) {
        printf("%s\nmedian of %llu run%s; every element checked; copy: in the device's memory\n", bench->device_text,
               (unsigned long long)bench->runs, bench->runs == 1 ? "" : "s");
    } else {
        printf("%u thread%s, median of %llu run%s, %s; every element checked; copy: %s\n", bench->threads,
               bench->threads == 1 ? "" : "s", (unsigned long long)bench->runs, bench->runs == 1 ? "" : "s",
               bench->cold ? "cold (each sort takes its own scratch)" : "warm scratch",
               copy_way_names[bench->copy_way]);
    }
    printf("%s, %s, sweepsort %s\n\n", processor, COMPILER, sweep_version());
    printf("%-18s %10s %7s %11s %9s %10s %9s %10s\n", "engine", "digit bits", "passes", "time ms", "ms/pass", "Mkeys/s",
           "x copy", "predicted");
    print_row("copy", "-", 1, &bench->copy, bench, 1);
    for (unsigned i = 0; i < bench->row_count; i++) {
        const struct bench_row *row = &bench->rows[i];
        char name[64], digits[32];
        if (row->plan.insertion) {
            snprintf(name, sizeof name, "%s (%s)", option_engines[row->engine],
                     bench->device != NULL ? "one launch" : "insertion");
        } else if (row->engine == SWEEP_AUTO) {
            snprintf(name, sizeof name, "auto (%s)", option_engines[row->plan.engine]);
        } else if (row->enough != 0) {
            snprintf(name, sizeof name, "%s/%u", option_engines[row->engine], row->enough);
        } else {
            snprintf(name, sizeof name, "%s", option_engines[row->engine]);
        }
        print_row(name, digit_widths(&row->plan, digits), row->plan.sweep_count, &row->times, bench,
                  row->plan.predicted_x_copy);
    }
    printf(
        "\npredicted: x copy if nothing but the bytes cost time: those that the sort reads and writes\n"
        "in slow memory over those of the copy. It leaves out what the processor computes and where it waits.\n");
}

static void print_json_times(const struct bench *bench, unsigned passes, const struct bench_times *times)
{
    printf("\"passes\": %u, \"median_ms\": %.6f, \"min_ms\": %.6f, \"max_ms\": %.6f, \"ms_per_pass\": ", passes,
           times->median * 1e3, times->least * 1e3, times->most * 1e3);
    if (passes > 0) {
        printf("%.6f", times->median * 1e3 / passes);
    } else {
        printf("null");
    }
    printf(", \"mkeys_per_s\": %.3f, \"x_copy\": %.4f, \"runs_ms\": [", (double)bench->n / times->median / 1e6,
           times->median / bench->copy.median);
    for (uint64_t i = 0; i < bench->runs; i++) {
        printf("%s%.6f", i > 0 ? ", " : "", times->seconds[i] * 1e3);
    }
    printf("]");
}

void bench_print_json(const struct bench *bench)
{
    char processor[256];
    processor_name(processor, sizeof processor);
    printf("{\n  \"version\": \"%s\", \"compiler\": ", sweep_version());
    json_string(stdout, COMPILER);
    printf(", \"processor\": ");
    json_string(stdout, processor);
    printf(",\n  \"operation\": \"%s\", \"type\": \"%s\", \"n\": %zu, \"value_size\": %zu, \"order\": \"%s\",\n",
           operation_name(bench), type_name(bench->type), bench->n, bench->value_size,
           bench->reverse ? "descending" : "ascending");
    printf("  \"device\": ");
    if (bench->device != NULL) {
        json_string(stdout, bench->device_text);
    } else {
        printf("null");
    }
    printf(", \"source\": ");
    json_string(stdout, bench->source);
    printf(", \"threads\": %u, \"runs\": %llu, \"scratch\": \"%s\", \"checked\": true,\n", bench->threads,
           (unsigned long long)bench->runs, bench->cold ? "cold" : "warm");
    printf("  \"rows\": [\n    {\"engine\": \"copy\", \"way\": \"%s\", \"predicted_x_copy\": 1, ",
           bench->device != NULL ? "device" : copy_way_names[bench->copy_way]);
    print_json_times(bench, 1, &bench->copy);
    for (unsigned i = 0; i < bench->row_count; i++) {
        const struct bench_row *row = &bench->rows[i];
        printf("},\n    {\"engine\": \"%s\", \"planned\": \"%s\", ", option_engines[row->engine],
               row->plan.insertion ? "insertion" : option_engines[row->plan.engine]);
        if (bench->device == NULL) {
            printf("\"threads\": %u, ", row->plan.threads);
        }
        printf("\"scratch_bytes\": %zu,\n", row->plan.scratch_bytes);
        printf("     \"digit_bits\": [");
        for (unsigned sweep = 0; sweep < row->plan.sweep_count; sweep++) {
            printf("%s%u", sweep > 0 ? ", " : "", row->plan.sweeps[sweep].bits);
        }
        printf("], \"predicted_x_copy\": %.4f, ", row->plan.predicted_x_copy);
        print_json_times(bench, row->plan.sweep_count, &row->times);
    }
    printf("}\n  ]\n}\n");
}
