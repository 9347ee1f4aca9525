/*
 * Command lines: one table a verb, from which parsing, --help, the man page and the completions are made.
 *
 * In: a verb's table and its arguments. Out: the fields of the verb's own struct, set, and the operands. Each verb
 * calls options_parse once, first.
 *
 * The rules of getopt_long: --name=VALUE and --name VALUE, names cut short where what is left is the beginning of one
 * name alone, -oVALUE and -o VALUE, bundled short flags, options after operands (not where POSIXLY_CORRECT is in the
 * environment), "--" ends the options, "-" is an operand (standard input). --help and -h are known to every verb. A
 * file's name that is given twice is an error; of other options the last one counts.
 *
 *     struct gen_options { uint64_t count; int type; bool text; };
 *     static const struct option gen_table[] = {
 *         {"count", 'n', "N", "how many keys", OPTION_NUMBER, offsetof(struct gen_options, count), 0, SIZE_MAX, NULL},
 *         {"text", 0, NULL, "one number a line", OPTION_FLAG, offsetof(struct gen_options, text), 0, 0, NULL},
 *         OPTION_ROW_TYPE(struct gen_options),
 *         OPTION_ROW_END,
 *     };
 *     const struct verb gen_verb = {"gen", "make keys to sort", "[OPTION]...", "What it does", gen_table, verb_gen};
 *
 *     int verb_gen(int argc, char **argv)
 *     {
 *         struct gen_options options = {.count = 1000};                    // the defaults
 *         int operands = options_parse(&gen_verb, argc, argv, &options);   // argv[0] ... argv[operands - 1]
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef SWEEPSORT_OPTIONS_H
#define SWEEPSORT_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "types.h"

/* What an option's argument is, and the C type of the field it is stored in. */
enum option_kind {
    OPTION_FLAG,   /* no argument       bool: set to true */
    OPTION_TEXT,   /* any text          const char * */
    OPTION_FILE,   /* a file's name     const char * */
    OPTION_NUMBER, /* low <= n <= high  uint64_t */
    OPTION_SIZE,   /* the same in bytes, with K, M, G or T (powers of 1024) behind it   uint64_t */
    OPTION_CHOICE, /* one of words      int: low + the word's place */
    OPTION_REFUSED /* known by name, not built yet: an error */
};

struct option {
    const char *name;     /* the long name without its dashes; NULL ends the table */
    char short_name;      /* 0: none */
    const char *argument; /* as --help shows it; NULL: a flag */
    const char *help;     /* one line of at most 50 columns */
    enum option_kind kind;
    size_t field; /* offsetof the field in the verb's struct */
    uint64_t low, high;
    const char *const *words; /* OPTION_CHOICE: NULL ends them */
};

struct verb {
    const char *name;
    const char *summary;  /* one line: "sort keys", without capital or full stop */
    const char *operands; /* what stands behind the name in the usage line: "[OPTION]... [FILE]..." */
    const char *details;  /* the man page's text: paragraphs with an empty line between them */
    const struct option *options;
    int (*run)(int argc, char **argv); /* argv[0] is the verb's name; returns the exit status */
};

/* Rows that several verbs share; `s` is the verb's struct. */
#define OPTION_ROW_END                                                                                                 \
    {                                                                                                                  \
        NULL, 0, NULL, NULL, OPTION_FLAG, 0, 0, 0, NULL                                                                \
    }
/* int type: a sweep_type; leave it 0 for "not given". */
#define OPTION_ROW_TYPE(s)                                                                                             \
    {                                                                                                                  \
        "type", 0, "TYPE", "u8..u128 i8..i128 f16 bf16 f32 f64", OPTION_CHOICE, offsetof(s, type), SWEEP_U8, 0,        \
            type_names                                                                                                 \
    }
/* int format: a file_format; leave it 0 for "by the file's name". */
#define OPTION_ROW_FORMAT(s)                                                                                           \
    {                                                                                                                  \
        "format", 0, "FORMAT", "raw, npy or text; else by ending, else raw", OPTION_CHOICE, offsetof(s, format), 1, 0, \
            option_formats                                                                                             \
    }
/* uint64_t parallel; a default of 0 stands for every usable core. */
#define OPTION_ROW_PARALLEL(s)                                                                                         \
    {                                                                                                                  \
        "parallel", 0, "N", "use N threads; else every usable core", OPTION_NUMBER, offsetof(s, parallel), 1, 4096,    \
            NULL                                                                                                       \
    }
/* bool reverse. */
#define OPTION_ROW_REVERSE(s)                                                                                          \
    {                                                                                                                  \
        "reverse", 'r', NULL, "descending order; ties keep their order", OPTION_FLAG, offsetof(s, reverse), 0, 0, NULL \
    }
/* int float_order: a sweep_float_order. */
#define OPTION_ROW_FLOAT_ORDER(s)                                                                                      \
    {                                                                                                                  \
        "float-order", 0, "ORDER", "nan-last (the default), total or nan-first", OPTION_CHOICE,                        \
            offsetof(s, float_order), SWEEP_NAN_LAST, 0, option_float_orders                                           \
    }
/* int engine: a sweep_engine. */
#define OPTION_ROW_ENGINE(s)                                                                                           \
    {                                                                                                                  \
        "engine", 0, "ENGINE", "auto, lsd, onesweep, hybrid or split", OPTION_CHOICE, offsetof(s, engine), SWEEP_AUTO, \
            0, option_engines                                                                                          \
    }
/* uint64_t digit_bits; a default of 0 leaves it to the plan. */
#define OPTION_ROW_DIGIT_BITS(s)                                                                                       \
    {                                                                                                                  \
        "digit-bits", 0, "N", "bits of a digit, 1 to 16; else the plan chooses", OPTION_NUMBER,                        \
            offsetof(s, digit_bits), 1, 16, NULL                                                                       \
    }
/* uint64_t begin_bit, end_bit. */
#define OPTION_ROW_BEGIN_BIT(s)                                                                                        \
    {                                                                                                                  \
        "begin-bit", 0, "N", "order by the key's bits from N up alone", OPTION_NUMBER, offsetof(s, begin_bit), 0, 128, \
            NULL                                                                                                       \
    }
#define OPTION_ROW_END_BIT(s)                                                                                          \
    {                                                                                                                  \
        "end-bit", 0, "N", "order by the key's bits below N alone", OPTION_NUMBER, offsetof(s, end_bit), 1, 128, NULL  \
    }
/* const char *output; leave it NULL for standard output. */
#define OPTION_ROW_OUTPUT(s)                                                                                           \
    {                                                                                                                  \
        "output", 'o', "FILE", "write to FILE, which may be an input", OPTION_FILE, offsetof(s, output), 0, 0, NULL    \
    }
/* bool json. */
#define OPTION_ROW_JSON(s)                                                                                             \
    {                                                                                                                  \
        "json", 0, NULL, "print JSON", OPTION_FLAG, offsetof(s, json), 0, 0, NULL                                      \
    }
/* const char *device; NULL: the processor. */
#define OPTION_ROW_DEVICE(s)                                                                                           \
    {                                                                                                                  \
        "device", 0, "DEVICE", "sort there: a name that 'devices' lists", OPTION_TEXT, offsetof(s, device), 0, 0, NULL \
    }

extern const char *const option_formats[], *const option_float_orders[], *const option_engines[];

/* Sets the fields of `values` as the arguments say, moves the operands to the front of argv and returns their number.
   --help prints and exits; whatever makes no sense is an error that names it, and exit status 2. */
int options_parse(const struct verb *verb, int argc, char **argv, void *values);

/* An option's number as a size in memory; ends the program where this machine has none so large. */
size_t option_size(uint64_t number);

/* Prints a verb's help: one screen of 24 lines and 80 columns. */
void options_help(const struct verb *verb, FILE *out);

#endif
