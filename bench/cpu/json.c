/*
 * The JSON file: see report.h. The first line is the run, every other line a case; each is an object of its own.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "json.h"

#include "report.h"

static void print_text(FILE *file, const char *before, const char *text)
{
    fputs(before, file);
    json_string(file, text);
}

void json_head(FILE *file, const struct run *run)
{
    print_text(file, "{\"run\": {\"processor\": ", run->processor);
    print_text(file, ", \"system\": ", run->system);
    print_text(file, ", \"date\": ", run->date);
    print_text(file, ", \"command\": ", run->command);
    fprintf(file, ", \"scratch\": \"%s\", \"seed\": %llu, \"peers\": [", run->settings->cold ? "cold" : "warm",
            (unsigned long long)run->settings->seed);
    for (unsigned i = 0; i < run->peers->count; i++) {
        print_text(file, i > 0 ? ", {\"name\": " : "{\"name\": ", run->peers->all[i].name);
        print_text(file, ", \"about\": ", run->peers->all[i].peer->about);
        fputs("}", file);
    }
    fputs("], \"missing\": [", file);
    for (unsigned i = 0; i < run->peers->missing_count; i++) {
        print_text(file, i > 0 ? ", " : "", run->peers->missing[i]);
    }
    fputs("]}}\n", file);
    fflush(file);
}

static void print_timing(FILE *file, const char *name, const struct timing *timing)
{
    fprintf(file, ", \"%s\": {\"min\": %.4f, \"q1\": %.4f, \"median\": %.4f, \"q3\": %.4f}", name, timing->least,
            timing->first_quartile, timing->median, timing->third_quartile);
}

void json_row(FILE *file, const struct result *result)
{
    static const char *const operations[] = {"", "keys", "pairs", "argsort"};
    static const char *const layouts[] = {"", "arrays", "records", "records, value first"};
    const struct bench_case *what = &result->what;
    fprintf(file,
            "{\"operation\": \"%s\", \"type\": \"%s\", \"value_size\": %zu, \"data\": \"%s\", \"threads\": %u, "
            "\"n\": %zu, \"arrays\": %zu, \"unit\": \"ns/key\", \"ratios_by\": \"%s\", \"peers\": [",
            operations[what->operation], key_names[what->type - BENCH_U32], what->value_size,
            data_names[result->data_kind], what->threads, what->n, result->arrays,
            result->by_processor ? "processor" : "wall");
    for (unsigned i = 0; i < result->count; i++) {
        const struct entry *entry = &result->entries[i];
        print_text(file, i > 0 ? ", {\"name\": " : "{\"name\": ", entry->contestant->name);
        fprintf(file, ", \"layout\": \"%s\", \"rounds\": %u", layouts[entry->layout], entry->rounds);
        if (entry->rounds > 0) {
            print_timing(file, "wall", &entry->wall);
            if (what->threads == 1) {
                print_timing(file, "processor", &entry->processor);
            }
        }
        if (entry->wrong[0] != '\0') {
            print_text(file, ", \"wrong\": ", entry->wrong);
        } else if (i > 0 && result->entries[0].wrong[0] == '\0') {
            fprintf(file, ", \"ratio\": %.4f", entry_time(result, &result->entries[0]) / entry_time(result, entry));
        }
        fputs("}", file);
    }
    fputs("]}\n", file);
    fflush(file);
}
