/*
 * `sweepsort explain`: a sort that one can watch.
 *
 * In: keys from files, standard input or --keys. Out: the plan and the sort digit by digit, as text, JSON or an SVG
 * picture; or, with --radix, the histogram and offsets of one digit in any radix.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "explain.h"

#include <stdlib.h>
#include <string.h>

#include "array.h"
#include "errors.h"
#include "numbers.h"
#include "options.h"
#include "verbs.h"

struct explain_options {
    const char *keys, *place, *output, *device;
    uint64_t digit_bits, begin_bit, end_bit, parallel, sweep, radix;
    int type, format, float_order, engine;
    bool reverse, json, svg;
};

static const struct option explain_table[] = {
    {"keys", 0, "LIST", "explain these keys: 3,1,2; u32 without --type", OPTION_TEXT,
     offsetof(struct explain_options, keys), 0, 0, NULL},
    OPTION_ROW_TYPE(struct explain_options),
    OPTION_ROW_FORMAT(struct explain_options),
    OPTION_ROW_REVERSE(struct explain_options),
    OPTION_ROW_FLOAT_ORDER(struct explain_options),
    OPTION_ROW_BEGIN_BIT(struct explain_options),
    OPTION_ROW_END_BIT(struct explain_options),
    OPTION_ROW_DIGIT_BITS(struct explain_options),
    OPTION_ROW_ENGINE(struct explain_options),
    OPTION_ROW_PARALLEL(struct explain_options),
    {"sweep", 0, "N", "show the Nth sweep alone, from 1", OPTION_NUMBER, offsetof(struct explain_options, sweep), 1,
     128, NULL},
    {"radix", 0, "N", "counts and offsets of one digit, base 2 to 65536", OPTION_NUMBER,
     offsetof(struct explain_options, radix), 2, 65536, NULL},
    {"place", 0, "N", "with --radix: digit = floor(key / N) % radix", OPTION_TEXT,
     offsetof(struct explain_options, place), 0, 0, NULL},
    {"svg", 0, NULL, "draw one sweep; --digit-bits=1: a split", OPTION_FLAG, offsetof(struct explain_options, svg), 0,
     0, NULL},
    OPTION_ROW_DEVICE(struct explain_options),
    OPTION_ROW_JSON(struct explain_options),
    OPTION_ROW_OUTPUT(struct explain_options),
    OPTION_ROW_END,
};

static int verb_explain(int argc, char **argv);

const struct verb explain_verb = {
    "explain",
    "show a sort digit by digit, and its plan",
    "[OPTION]... [FILE]...",
    "Prints what the library plans to do with the keys, and then the sort as it can be done by hand: for each "
    "digit, least significant first, the histogram, its exclusive scan (the offsets), and for each key its digit, "
    "its rank among the keys of the same digit, and its destination, offset + rank. Up to 64 keys are all shown; "
    "of more, the histograms alone. Digits are those of the transformed key, whose unsigned order is the order of "
    "the sort; they have --digit-bits bits, else as many as in the plan, or 4 where the plan has no sweeps.\n\n"
    "--svg draws one sweep, the first or --sweep's: a split by one bit with flags, their exclusive scan and the "
    "destinations; the buckets of a digit of 2 to 4 bits (4 if --digit-bits is not given); or, of many keys or "
    "buckets, the histogram.\n\n"
    "--radix prints the count and the exclusive offset of every digit floor(key / place) % radix; place is 1, or "
    "any positive number given by --place.\n\n"
    "--device prints the plan that this device made from the keys, launch by launch: which digits it swept, from where "
    "to where, and which it skipped.",
    explain_table,
    verb_explain};

const char *explain_key_text(const struct explanation *explanation, size_t index, char text[EXPLAIN_KEY_TEXT])
{
    const char *key = explanation->keys + index * type_size(explanation->type);
    *number_print(text, key, explanation->type) = '\0';
    return text;
}

/* ---- the keys --------------------------------------------------------------------------------------------------- */

/* "3,1,2": numbers with one comma, blanks or both between them. */
static void parse_keys(struct array *array, const char *list, sweep_type type)
{
    static const char blanks[] = " \t\n", between[] = ", \t\n";
    bool more = true;
    size_t size = type_size(type);
    array->type = type;
    while (more) {
        list += strspn(list, blanks);
        int length = (int)strcspn(list, between);
        const char *after;
        if (length == 0) {
            die_usage("--keys: number %zu is missing", array->count + 1);
        }
        if (!memory_grow(&array->memory, (array->count + 1) * size)) {
            die("not enough memory");
        }
        enum number_fault fault = number_read(list, &after, type, array->memory.bytes + array->count * size);
        if (fault == NUMBER_OUT_OF_RANGE) {
            die_usage("--keys: %.*s is out of range for %s", length, list, type_name(type));
        }
        if (fault != NUMBER_FINE || after != list + length) {
            die_usage("--keys: '%.*s' is not a number of type %s", length, list, type_name(type));
        }
        array->count++;
        list = after + strspn(after, blanks);
        more = *list != '\0';
        list += *list == ',';
    }
    array->keys = array->memory.bytes;
}

static void read_keys(struct array *array, const struct explain_options *options, char **paths, int count)
{
    struct failure failure;
    if (options->keys != NULL) {
        if (count > 0) {
            die_usage("--keys and files exclude each other");
        }
        if (options->format != 0) {
            die_usage("--format is for files");
        }
        parse_keys(array, options->keys, options->type == 0 ? SWEEP_U32 : (sweep_type)options->type);
        return;
    }
    static char standard_input[] = "-";
    char *const only_standard_input[] = {standard_input};
    for (int i = 0; i < (count > 0 ? count : 1); i++) {
        const char *path = count > 0 ? paths[i] : only_standard_input[0];
        if (!array_read(array, path, (enum file_format)options->format, (sweep_type)options->type, &failure)) {
            die("%s", failure.message);
        }
        if (array->time[0]) {
            die("%s: it holds times, which are not explained", path);
        }
    }
}

/* ---- plan and digits -------------------------------------------------------------------------------------------- */

static void make_plan(struct explanation *explanation, const struct explain_options *options)
{
    sweep_options sort = sweep_default_options();
    sort.order = explanation->order;
    sort.float_order = explanation->float_order;
    sort.begin_bit = explanation->begin_bit;
    sort.end_bit = explanation->end_bit;
    sort.digit_bits = (unsigned)options->digit_bits;
    sort.engine = (sweep_engine)options->engine;
    sort.threads = options->parallel == 0 ? SWEEP_ALL_THREADS : (unsigned)options->parallel;
    sort.message = call_message;
    sort.message_size = sizeof call_message;
    sweep_status status =
        sweep_plan_sort(&explanation->plan, SWEEP_OPERATION_SORT, explanation->n, explanation->type, 0, &sort);
    if (status == SWEEP_ERR_UNSUPPORTED) {
        die("%s: %s", option_engines[options->engine], call_said(status));
    } else if (status != SWEEP_OK) {
        die_usage("these options make no sense for %s: %s", type_name(explanation->type), call_said(status));
    }
}

/* The digits to show: the plan's own, least significant first; else even ones. Returns how many. */
static unsigned choose_digits(const struct explanation *explanation, const struct explain_options *options,
                              sweep_digit digits[SWEEP_PLAN_SWEEPS])
{
    const sweep_plan *plan = &explanation->plan;
    unsigned bits = (unsigned)options->digit_bits;
    if (bits == 0 && !options->svg && plan->sweep_count > 0 && plan->engine != SWEEP_HYBRID) {
        memcpy(digits, plan->sweeps, plan->sweep_count * sizeof *digits);
        return plan->sweep_count;
    }
    bits = bits == 0 ? 4 : bits;
    unsigned count = 0, end = explanation->end_bit;
    for (unsigned place = explanation->begin_bit; place < end; place += bits) {
        digits[count++] = (sweep_digit){(uint8_t)place, (uint8_t)(end - place < bits ? end - place : bits)};
    }
    return count;
}

/* A positive number of up to 128 bits. */
static wide_key parse_place(const char *text)
{
    wide_key place = wide_of(0, 0), rest;
    for (const char *at = text; *at != '\0'; at++) {
        unsigned digit = (unsigned)(*at - '0');
        if (digit > 9) {
            die_usage("--place: '%s' is not a number", text);
        }
        wide_key most = wide_divide(wide_of(UINT64_MAX, UINT64_MAX - digit), wide_of(0, 10), &rest);
        if (wide_less(most, place)) {
            die_usage("--place: %s is not below 2^128", text);
        }
        wide_key twice = wide_left(place, 1);
        place = wide_plus(wide_plus(wide_left(twice, 2), twice), wide_of(0, digit));
    }
    if (wide_equal(place, wide_of(0, 0))) {
        die_usage("--place: it must be positive");
    }
    return place;
}

/* ---- the verb --------------------------------------------------------------------------------------------------- */

static void check_options(const struct explain_options *options)
{
    if (options->place != NULL && options->radix == 0) {
        die_usage("--place needs --radix");
    }
    if (options->json && options->svg) {
        die_usage("--json and --svg exclude each other");
    }
    if (options->radix != 0 && (options->svg || options->sweep != 0)) {
        die_usage("--radix and --%s exclude each other", options->svg ? "svg" : "sweep");
    }
    if (options->device != NULL &&
        (options->radix != 0 || options->svg || options->sweep != 0 || options->parallel != 0)) {
        die_usage("--device excludes --%s", options->radix != 0   ? "radix"
                                            : options->svg        ? "svg"
                                            : options->sweep != 0 ? "sweep"
                                                                  : "parallel");
    }
}

static void explain(FILE *out, struct explanation *explanation, const struct explain_options *options)
{
    if (options->radix != 0) {
        wide_key place = options->place == NULL ? wide_of(0, 1) : parse_place(options->place);
        explain_print_radix(out, explanation, (unsigned)options->radix, place, options->json);
        return;
    }
    if (options->device != NULL) {
        explain_print_device(out, explanation, options->device, (sweep_engine)options->engine,
                             (unsigned)options->digit_bits, options->json);
        return;
    }
    sweep_digit digits[SWEEP_PLAN_SWEEPS];
    make_plan(explanation, options);
    unsigned count = choose_digits(explanation, options, digits), only = (unsigned)options->sweep;
    if (only > count || (options->svg && count == 0)) {
        die_usage("--sweep: there are only %u sweeps", count);
    }
    explain_work(explanation, digits, count);
    if (options->svg) {
        explain_print_svg(out, explanation, only);
    } else if (options->json) {
        explain_print_json(out, explanation, only);
    } else {
        explain_print_text(out, explanation, only);
    }
    explain_release(explanation);
}

/* Everything that was printed goes out at once, to --output or standard output. */
static void write_out(const char *path, const char *text, size_t size)
{
    struct output output;
    struct failure failure;
    if (!output_open(&output, path, &failure) || !output_write(&output, text, size, &failure) ||
        !output_commit(&output, &failure)) {
        die("%s", failure.message);
    }
}

static int verb_explain(int argc, char **argv)
{
    struct explain_options options = {.engine = SWEEP_AUTO};
    int operands = options_parse(&explain_verb, argc, argv, &options);
    check_options(&options);
    struct array array = {.count = 0};
    read_keys(&array, &options, argv, operands);
    struct explanation explanation = {.type = array.type,
                                      .n = array.count,
                                      .keys = array.keys,
                                      .order = options.reverse ? SWEEP_DESCENDING : SWEEP_ASCENDING,
                                      .float_order = (sweep_float_order)options.float_order,
                                      .begin_bit = (unsigned)options.begin_bit,
                                      .end_bit = (unsigned)options.end_bit};
    if (explanation.end_bit == 0) {
        explanation.end_bit = 8 * (unsigned)type_size(array.type);
    }
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    if (out == NULL) {
        die("not enough memory");
    }
    explain(out, &explanation, &options);
    if (ferror(out) || fclose(out) != 0) {
        die("not enough memory");
    }
    write_out(options.output, text, size);
    free(text);
    array_free(&array);
    return EXIT_FINE;
}
