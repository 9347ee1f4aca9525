/*
 * `sweepsort gen`: keys to sort, by pattern and seed.
 *
 * In: options. Out: raw, .npy or text keys, written block by block; memory stays at one block. The same options give
 * the same keys on every machine.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include <inttypes.h>
#include <stdlib.h>

#include "array.h"
#include "errors.h"
#include "npy.h"
#include "patterns.h"
#include "progress.h"
#include "terminal.h"
#include "text.h"
#include "verbs.h"

#define BLOCK ((size_t)1 << 20) /* bytes of keys that are made at a time */

struct gen_options {
    const char *output;
    uint64_t count, seed, distinct;
    int type, format, pattern;
    bool negative, specials;
};

static const struct option gen_table[] = {
    {"pattern", 0, "PATTERN", "its name; else uniform; --pattern=? lists them", OPTION_CHOICE,
     offsetof(struct gen_options, pattern), PATTERN_UNIFORM, 0, pattern_names},
    {"count", 'n', "N", "how many keys; else 1000", OPTION_NUMBER, offsetof(struct gen_options, count), 0,
     SIZE_MAX / 16, NULL},
    OPTION_ROW_TYPE(struct gen_options),
    {"seed", 0, "N", "another seed gives other keys; else 1", OPTION_NUMBER, offsetof(struct gen_options, seed), 0,
     UINT64_MAX, NULL},
    {"distinct", 0, "N", "few: how many different keys; else 16", OPTION_NUMBER, offsetof(struct gen_options, distinct),
     1, (uint64_t)1 << 63, NULL},
    {"signed", 0, NULL, "floats from [-1, 1) in place of [0, 1)", OPTION_FLAG, offsetof(struct gen_options, negative),
     0, 0, NULL},
    {"specials", 0, NULL, "floats: NaN, infinity, -0 among the keys", OPTION_FLAG,
     offsetof(struct gen_options, specials), 0, 0, NULL},
    OPTION_ROW_FORMAT(struct gen_options),
    OPTION_ROW_OUTPUT(struct gen_options),
    OPTION_ROW_END,
};

static int verb_gen(int argc, char **argv);

const struct verb gen_verb = {
    "gen",
    "make keys to sort",
    "[OPTION]...",
    "Writes N keys of a pattern. The same pattern, type, count and seed give the same keys on every machine; raw "
    "keys are in the machine's byte order. Without --type they are u32.\n\n"
    "uniform: any key, all as likely; floats come from [0, 1), in even steps. zipf: whole numbers from 1 up to "
    "65536 (or what the type surely holds), k as likely as 1/k. few: a few different keys, all as likely. sorted, "
    "reversed: rising, falling. nearly-sorted: rising, but for one key in a hundred, which may be any. "
    "organ-pipe: rising to the middle, then falling. outlier: keys below the square root of the type's range "
    "(floats: from [0, 1)) and one that is the type's largest. equal: one key, N times. morton: Morton codes of "
    "points in 64 clusters of a cube, three coordinates of 10 bits for u32 and of 21 bits for u64; other types "
    "take as many as they hold.\n\n"
    "With --specials about one float in sixteen is a NaN of either sign, an infinity, a zero of either sign, or a "
    "smallest number beside zero.",
    gen_table,
    verb_gen};

static void check(const struct gen_options *options, sweep_type type)
{
    if (!type_is_float(type) && (options->negative || options->specials)) {
        die_usage("--%s is for floats, and %s are none", options->negative ? "signed" : "specials", type_name(type));
    }
    if (options->pattern != PATTERN_FEW && options->distinct != 0) {
        die_usage("--distinct is for --pattern few");
    }
    if (options->pattern == PATTERN_FEW && options->distinct > pattern_most_distinct(type)) {
        die_usage("--distinct: of %s at most %" PRIu64, type_name(type), pattern_most_distinct(type));
    }
}

static enum file_format choose_format(const struct gen_options *options)
{
    enum file_format format = (enum file_format)options->format;
    if (format == FORMAT_ANY && options->output != NULL) {
        format = format_of_name(options->output);
    }
    return format == FORMAT_ANY ? FORMAT_RAW : format;
}

static bool write_header(struct output *output, const struct pattern *pattern, struct failure *failure)
{
    const uint16_t one = 1;
    bool big_endian = *(const unsigned char *)&one == 0;
    if (!npy_has_type(pattern->type)) {
        return fail(failure, "%s: .npy files have no %s keys", output->name, type_name(pattern->type));
    }
    struct npy_header header = {.type = pattern->type, .big_endian = big_endian, .count = pattern->n};
    unsigned char bytes[NPY_WRITTEN];
    return output_write(output, bytes, npy_header_write(bytes, &header), failure);
}

static bool write_keys(struct output *output, const struct pattern *pattern, enum file_format format,
                       struct failure *failure)
{
    struct pattern_tables *tables = pattern_prepare(pattern);
    void *block = malloc(BLOCK);
    bool fine = (tables != NULL && block != NULL) || fail(failure, "not enough memory");
    size_t size = type_size(pattern->type), step = BLOCK / size;
    if (fine && format == FORMAT_NPY) {
        fine = write_header(output, pattern, failure);
    }
    for (size_t first = 0; fine && first < pattern->n; first += step) {
        size_t count = pattern->n - first < step ? pattern->n - first : step;
        pattern_fill(pattern, tables, first, count, block);
        fine = format == FORMAT_TEXT ? text_write(output, block, count, pattern->type, failure)
                                     : output_write(output, block, count * size, failure);
    }
    free(block);
    pattern_release(tables);
    return fine;
}

static int verb_gen(int argc, char **argv)
{
    struct gen_options options = {.count = 1000, .seed = 1, .type = SWEEP_U32, .pattern = PATTERN_UNIFORM};
    if (options_parse(&gen_verb, argc, argv, &options) > 0) {
        die_usage("unexpected '%s'", argv[0]);
    }
    struct pattern pattern = {.kind = (enum pattern_kind)options.pattern,
                              .type = (sweep_type)options.type,
                              .n = option_size(options.count),
                              .seed = options.seed,
                              .distinct = options.distinct == 0 ? 16 : options.distinct,
                              .negative = options.negative,
                              .specials = options.specials};
    check(&options, pattern.type);
    enum file_format format = choose_format(&options);
    struct output output;
    struct failure failure;
    refuse_terminal_for_keys(options.output, format, "format");
    progress_start();
    progress_phase("writing");
    if (!output_open(&output, options.output, &failure)) {
        die("%s", failure.message);
    }
    if (format != FORMAT_TEXT) {
        progress_expect((uint64_t)(pattern.n * type_size(pattern.type)));
    }
    if (!write_keys(&output, &pattern, format, &failure) || !output_commit(&output, &failure)) {
        die("%s", failure.message);
    }
    progress_stop();
    return EXIT_FINE;
}
