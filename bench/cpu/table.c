/*
 * The table: see report.h.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include <string.h>
#include <sys/utsname.h>
#include <time.h>

#include "report.h"

void run_describe(struct run *run)
{
    struct utsname machine;
    snprintf(run->processor, sizeof run->processor, "unknown processor");
    if (uname(&machine) == 0) {
        snprintf(run->processor, sizeof run->processor, "%.100s", machine.machine);
        snprintf(run->system, sizeof run->system, "%.50s %.60s", machine.sysname, machine.release);
    }
    FILE *file = fopen("/proc/cpuinfo", "r");
    char line[256], model[160] = "", name[160] = "";
    while (file != NULL && fgets(line, sizeof line, file) != NULL && line[0] != '\n') {
        char *value = strchr(line, ':');
        if (value == NULL) {
            continue;
        }
        value += 1 + strspn(value + 1, " \t");
        value[strcspn(value, "\n")] = '\0';
        if (strncmp(line, "model name", 10) == 0) {
            snprintf(name, sizeof name, "%.100s", value);
        } else if (strncmp(line, "cpu family", 10) == 0 || strncmp(line, "model\t", 6) == 0) {
            size_t length = strlen(model);
            snprintf(model + length, sizeof model - length, " %s %.8s", length == 0 ? "family" : "model", value);
        }
    }
    if (file != NULL) {
        fclose(file);
    }
    if (name[0] != '\0') {
        snprintf(run->processor, sizeof run->processor, "%.90s,%.30s", name, model);
    }
    time_t now = time(NULL);
    struct tm utc;
    strftime(run->date, sizeof run->date, "%Y-%m-%dT%H:%M:%SZ", gmtime_r(&now, &utc));
}

const char *count_text(size_t n, char text[48])
{
    size_t tens = 1;
    int exponent = 0;
    while (tens <= n / 10) {
        tens *= 10;
        exponent++;
    }
    if (exponent >= 3 && n % tens == 0) {
        snprintf(text, 48, "%zue%d", n / tens, exponent);
    } else {
        snprintf(text, 48, "%zu", n);
    }
    return text;
}

bool same_group(const struct result *a, const struct result *b)
{
    struct bench_case what = b->what;
    what.n = a->what.n;
    return same_case(&a->what, &what) && a->data_kind == b->data_kind;
}

void table_head(const struct run *run)
{
    printf("%s; %s; %s\n", run->processor, run->system, run->date);
    printf("Nanoseconds a key, medians of interleaved rounds, %s scratch, all output checked, seed %llu. \"x\" is\n"
           "sweepsort's time over the peer's: below 1 sweepsort is faster. Behind its median stand its quartiles.\n"
           "* processor time of the one thread, because the wall clock was noisy; ~ slow, so fewer rounds.\n\n",
           run->settings->cold ? "cold" : "warm", (unsigned long long)run->settings->seed);
    for (unsigned i = 0; i < run->peers->count; i++) {
        printf("  %-14s  %s\n", run->peers->all[i].name, run->peers->all[i].peer->about);
    }
    for (unsigned i = 0; i < run->peers->missing_count; i++) {
        printf("  NOT HERE: %s\n", run->peers->missing[i]);
    }
}

static void print_group_head(const struct result *result)
{
    printf("\n%s, %s, %u thread%s\n%9s", case_name(&result->what), data_names[result->data_kind], result->what.threads,
           result->what.threads == 1 ? "" : "s", "n");
    for (unsigned i = 0; i < result->count; i++) {
        printf(i == 0 ? " %22s" : " %15s", result->entries[i].contestant->name);
    }
    printf("  against the best\n");
}

void table_row(const struct result *result, const struct result *before)
{
    char text[48];
    if (before == NULL || !same_group(result, before) || before->count != result->count) {
        print_group_head(result);
    }
    const struct entry *ours = &result->entries[0];
    double time = entry_time(result, ours);
    printf("%8s%c", count_text(result->what.n, text), result->by_processor ? '*' : ' ');
    for (unsigned i = 0; i < result->count; i++) {
        const struct entry *entry = &result->entries[i];
        char cell[64];
        if (entry->wrong[0] != '\0') {
            snprintf(cell, sizeof cell, "WRONG");
        } else if (i == 0) {
            const struct timing *timing = result->by_processor ? &entry->processor : &entry->wall;
            snprintf(cell, sizeof cell, "%.2f (%.2f-%.2f)", time, timing->first_quartile, timing->third_quartile);
        } else if (ours->wrong[0] != '\0') {
            snprintf(cell, sizeof cell, "%.2f%s", entry_time(result, entry), entry->sat_out ? "~" : "");
        } else {
            snprintf(cell, sizeof cell, "%.2f%s %.2fx", entry_time(result, entry), entry->sat_out ? "~" : "",
                     time / entry_time(result, entry));
        }
        printf(i == 0 ? " %22s" : " %15s", cell);
    }
    const struct entry *best = result_best_peer(result);
    if (best != NULL && ours->wrong[0] == '\0') {
        printf("  %.2fx %s", time / entry_time(result, best), best->contestant->name);
    }
    printf("\n");
    for (unsigned i = 0; i < result->count; i++) {
        if (result->entries[i].wrong[0] != '\0') {
            printf("  WRONG: %s: %s\n", result->entries[i].contestant->name, result->entries[i].wrong);
        }
    }
    fflush(stdout);
}
