/*
 * The arrays that `bench` sorts: keys from a pattern or from files, what goes with them, and where they are sorted.
 *
 * In: what is measured, and a pattern or paths. Out: a struct bench_arrays, and the bench's type, n and source. Dies
 * where memory or a file fails. Used by bench.c.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include <inttypes.h>
#include <stdio.h>

#include "bench.h"
#include "errors.h"
#include "random.h"

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

void bench_make_keys(struct bench_arrays *arrays, struct bench *bench, struct pattern pattern)
{
    pattern.type = bench->type;
    pattern.n = bench->n;
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

void bench_read_keys(struct bench_arrays *arrays, struct bench *bench, char **paths, int count, enum file_format format,
                     sweep_type type)
{
    struct failure failure;
    size_t length = 0;
    for (int i = 0; i < count; i++) {
        if (!array_read(&arrays->input, paths[i], format, type, &failure)) {
            die("%s", failure.message);
        }
        if (arrays->input.time[0]) {
            die("%s: it holds times, which are not measured", paths[i]);
        }
        length +=
            (size_t)snprintf(bench->source + length, sizeof bench->source - length, "%s%s", i > 0 ? " " : "", paths[i]);
        length = length < sizeof bench->source ? length : sizeof bench->source - 1;
    }
    if (arrays->input.count == 0) {
        die("there are no keys");
    }
    bench->type = arrays->input.type;
    bench->n = arrays->input.count;
}

void bench_make_rest(struct bench_arrays *arrays, const struct bench *bench)
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

void bench_release(struct bench_arrays *arrays)
{
    array_free(&arrays->input);
    memory_free(&arrays->values);
    memory_free(&arrays->work_keys);
    memory_free(&arrays->work_values);
}

void bench_copy_input(struct copy_team *team, const struct bench_arrays *arrays, enum copy_way way)
{
    copy_bytes(team, arrays->work_keys.bytes, arrays->input.keys, arrays->key_bytes, way);
    if (arrays->value_bytes > 0) {
        copy_bytes(team, arrays->work_values.bytes, arrays->values.bytes, arrays->value_bytes, way);
    }
}
