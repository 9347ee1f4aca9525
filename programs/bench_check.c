/*
 * Checking what the engines do before they are timed: every element of every result, against reference.c.
 *
 * In: the rows and the arrays. Out: nothing; at the first wrong result a message that tells wrong keys from wrong
 * payloads and names the first wrong place, and exit status 2. Used by bench.c.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench.h"
#include "errors.h"
#include "numbers.h"
#include "reference.h"
#include "transform.h"

/* A key as text: the number, and its bits, which tell apart what prints alike. */
static void describe_key(const void *key, sweep_type type, char text[128])
{
    wide_key bits = key_load(key, type);
    char *end = number_print(text, key, type);
    end += sprintf(end, " (0x");
    for (size_t shift = 8 * type_size(type); shift > 0; shift -= 4) {
        *end++ = "0123456789abcdef"[wide_low(wide_right(bits, (unsigned)shift - 4)) & 15];
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

static _Noreturn void report_wrong(const struct bench *bench, const struct bench_row *row,
                                   const struct bench_arrays *arrays, const uint64_t *places,
                                   const struct reference_difference *difference)
{
    size_t first = difference->first, key_size = type_size(bench->type);
    bool argsort = bench->operation == SWEEP_OPERATION_ARGSORT;
    const char *payload = argsort ? "index" : "payload";
    char name[BENCH_ROW_NAME];
    bench_row_name(row, name);
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

void bench_check(const struct bench *bench, const struct bench_arrays *arrays, struct copy_team *team,
                 sweep_workspace *workspace)
{
    bool argsort = bench->operation == SWEEP_OPERATION_ARGSORT;
    uint64_t *places = reference_argsort(arrays->input.keys, bench->n, bench->type,
                                         bench->reverse ? SWEEP_DESCENDING : SWEEP_ASCENDING, SWEEP_NAN_LAST);
    if (places == NULL) {
        die("not enough memory to check %zu keys", bench->n);
    }
    for (unsigned i = 0; i < bench->row_count; i++) {
        const struct bench_row *row = &bench->rows[i];
        bench_copy_input(team, arrays, COPY_MEMCPY);
        double seconds;
        sweep_status status = bench_run_row(bench, row, arrays, workspace, &seconds);
        if (status != SWEEP_OK) {
            char name[BENCH_ROW_NAME];
            bench_row_name(row, name);
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
