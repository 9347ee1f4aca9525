/*
 * The fuzz target of the API: bytes become a call (operation, type, options, alignment, workspace, keys), and the call
 * is compared with the reference of the tests; calls that cannot be meant must be refused by the right name with
 * nothing touched. Entered by libFuzzer or by driver.c; aborts at the first difference.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "buffers.h"
#include "case.h"
#include "check.h"
#include "patterns.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { HEADER = 16, MOST_KEYS = 3000 };

/* A window: mostly a right one, seldom any two numbers. */
static void read_window(sweep_options *options, unsigned width, unsigned first, unsigned second)
{
    if (first < 100)
        return;
    options->begin_bit = first % (width + 1);
    options->end_bit = options->begin_bit + second % (width - options->begin_bit + 1);
    if (second >= 245) {
        options->begin_bit = first % (width + 2);
        options->end_bit = second % (width + 2);
    }
}

/* What the header's bytes choose; every byte means something. */
static sort_case read_case(const uint8_t *header)
{
    static const sweep_operation operations[] = {
        SWEEP_OPERATION_SORT,     SWEEP_OPERATION_SORT_PAIRS, SWEEP_OPERATION_ARGSORT,
        SWEEP_OPERATION_SORTPERM, SWEEP_OPERATION_SORT_COPY,  SWEEP_OPERATION_SORT_COPY,
    };
    sort_case tried = case_default("fuzz", operations[header[1] % 6], reference_types[header[0] % REFERENCE_TYPES].type,
                                   (header[14] + 256u * header[15]) % (MOST_KEYS + 1));
    unsigned width = 8 * reference_type_of(tried.type)->bytes;
    tried.in_place = header[1] % 6 == 5;
    tried.options.engine = case_engines[header[2] % CASE_ENGINES];
    tried.options.order = header[3] % 2 == 0 ? SWEEP_ASCENDING : SWEEP_DESCENDING;
    tried.options.float_order = (sweep_float_order)(header[3] / 2 % 3);
    read_window(&tried.options, width, header[4], header[5]);
    tried.options.digit_bits = header[6] < 200 ? header[6] % 9 : header[6] % 18;
    tried.options.threads = header[7] % 5;
    tried.options.tile_size = header[8] < 128 ? 0 : 1 + header[9];
    tried.value_size = 1 + header[10] % 40;
    if (tried.operation == SWEEP_OPERATION_ARGSORT || tried.operation == SWEEP_OPERATION_SORTPERM)
        tried.value_size = header[10] % 2 == 0 ? 4 : 8;
    tried.workspace = (case_workspace)(header[11] % CASE_WORKSPACES);
    tried.reserve_more = header[11] / CASE_WORKSPACES;
    tried.keys_misaligned = header[12] % 16;
    tried.values_misaligned = header[12] / 16;
    return tried;
}

/* The status that the contract gives a call with these options. */
static sweep_status expected_status(const sort_case *tried)
{
    const sweep_options *options = &tried->options;
    unsigned width = 8 * reference_type_of(tried->type)->bytes;
    if (options->begin_bit > width || options->end_bit > width || options->digit_bits > 16 ||
        (options->end_bit != 0 && options->begin_bit > options->end_bit))
        return SWEEP_ERR_ARGUMENT;
    return case_engine_has(options->engine, options->digit_bits) ? SWEEP_OK : SWEEP_ERR_UNSUPPORTED;
}

static void run_refused(const sort_case *tried, const unsigned char *keys, sweep_status expected)
{
    size_t key_bytes = tried->n * reference_type_of(tried->type)->bytes, out_bytes = tried->n * 40;
    buffer in = buffer_copy_of(keys, key_bytes, tried->keys_misaligned);
    buffer out = buffer_create(out_bytes, tried->values_misaligned);
    CHECK_STATUS(expected, case_call(tried, in.data, out.data));
    CHECK_SAME(keys, in.data, key_bytes, 1, "keys of a refused call");
    size_t touched = 0;
    for (size_t i = 0; i < out_bytes; i++)
        touched += out.data[i] != BUFFER_FILL;
    CHECK_TEXT(touched == 0, "%zu bytes written by a refused call", touched);
    CHECK(buffer_destroy(&in) && buffer_destroy(&out));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static unsigned char keys[MOST_KEYS * 16];
    if (size < HEADER)
        return 0;
    size_t failures = check_failures();
    sort_case tried = read_case(data);
    size_t bytes = tried.n * reference_type_of(tried.type)->bytes;
    if (size == HEADER || data[13] % 2 == 0)
        pattern_fill(keys, tried.n, tried.type, (pattern)(data[13] / 2 % PATTERN_COUNT), data[13]);
    else
        for (size_t i = 0; i < bytes; i++) /* the rest of the input, again and again */
            keys[i] = data[HEADER + i % (size - HEADER)];
    sweep_status expected = expected_status(&tried);
    if (expected == SWEEP_OK)
        case_run(&tried, keys);
    else
        run_refused(&tried, keys, expected);
    if (check_failures() != failures)
        abort();
    return 0;
}
