/*
 * Command lines; see options.h.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "options.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "errors.h"

const char *const option_formats[] = {"raw", "npy", "text", NULL};
const char *const option_float_orders[] = {"nan-last", "total", "nan-first", NULL};
const char *const option_engines[] = {"auto", "lsd", "onesweep", "hybrid", "split", NULL};

/* Reads a decimal number that fills the text up to `*end`; of one that is too large only that it is. */
static bool read_number(const char *text, const char **end, uint64_t *number, bool *too_large)
{
    const char *at = text;
    uint64_t value = 0;
    *too_large = false;
    for (; *at >= '0' && *at <= '9'; at++) {
        unsigned digit = (unsigned)(*at - '0');
        *too_large |= value > (UINT64_MAX - digit) / 10;
        value = value * 10 + digit;
    }
    *end = at;
    *number = value;
    return at != text;
}

/* Reads a number of bytes: digits, then nothing or one of b K M G T. */
static bool read_size(const char *text, uint64_t *number, bool *too_large)
{
    static const char suffixes[] = "bKMGT";
    const char *end;
    if (!read_number(text, &end, number, too_large))
        return false;
    if (!*end)
        return true;
    const char *suffix = strchr(suffixes, *end == 'k' ? 'K' : *end);
    if (!suffix || end[1])
        return false;
    unsigned shift = 10 * (unsigned)(suffix - suffixes);
    *too_large |= *number > UINT64_MAX >> shift;
    *number <<= shift;
    return true;
}

static _Noreturn void list_words(const struct option *option)
{
    for (size_t i = 0; option->words[i]; i++)
        puts(option->words[i]);
    finish_output();
    exit(EXIT_FINE);
}

static _Noreturn void refuse_word(const struct option *option, const char *text)
{
    char list[256] = "";
    for (size_t i = 0; option->words[i]; i++) {
        size_t used = strlen(list);
        snprintf(list + used, sizeof list - used, "%s%s", i ? ", " : "", option->words[i]);
    }
    die_usage("--%s: '%s' is none of %s", option->name, text, list);
}

static void store(const struct option *option, const char *text, void *values)
{
    void *field = (char *)values + option->field;
    const char *end;
    uint64_t number;
    bool too_large;
    switch (option->kind) {
    case OPTION_FLAG: *(bool *)field = true; return;
    case OPTION_TEXT:
    case OPTION_FILE:
        if (!*text)
            die_usage("--%s: its argument is empty", option->name);
        *(const char **)field = text;
        return;
    case OPTION_NUMBER:
        if (!read_number(text, &end, &number, &too_large) || *end)
            die_usage("--%s: '%s' is not a number", option->name, text);
        if (too_large || number < option->low || number > option->high)
            die_usage("--%s: %s is outside %llu to %llu", option->name, text, (unsigned long long)option->low,
                      (unsigned long long)option->high);
        *(uint64_t *)field = number;
        return;
    case OPTION_SIZE:
        if (!read_size(text, &number, &too_large))
            die_usage("--%s: '%s' is not a size: a number, then nothing, K, M, G or T", option->name, text);
        if (too_large || number < option->low || number > option->high)
            die_usage("--%s: %s is out of range", option->name, text);
        *(uint64_t *)field = number;
        return;
    case OPTION_CHOICE:
        for (int i = 0; option->words[i]; i++)
            if (strcmp(option->words[i], text) == 0) {
                *(int *)field = (int)option->low + i;
                return;
            }
        if (strcmp(text, "?") == 0)
            list_words(option);
        refuse_word(option, text);
    case OPTION_REFUSED: die("--%s is not built yet", option->name);
    }
}

/* --name, --name=VALUE, --name VALUE: `text` is what stands behind the dashes. Returns how many of the following
   arguments it took. */
static int parse_long(const struct verb *verb, const char *text, const char *next, void *values)
{
    size_t length = strcspn(text, "=");
    const char *value = text[length] ? text + length + 1 : NULL;
    if (length == 4 && memcmp(text, "help", 4) == 0) {
        if (value)
            die_usage("--help takes no argument");
        options_help(verb, stdout);
        finish_output();
        exit(EXIT_FINE);
    }
    const struct option *option = verb->options;
    while (option->name && (strlen(option->name) != length || memcmp(option->name, text, length) != 0))
        option++;
    if (!option->name)
        die_usage("unknown option '--%.*s'", (int)length, text);
    if (!option->argument && value)
        die_usage("--%s takes no argument", option->name);
    if (!option->argument || value || option->kind == OPTION_REFUSED) {
        store(option, value, values);
        return 0;
    }
    if (!next)
        die_usage("--%s needs an argument: %s", option->name, option->argument);
    store(option, next, values);
    return 1;
}

/* -r, -ru, -oFILE, -o FILE: the same. */
static int parse_short(const struct verb *verb, const char *text, const char *next, void *values)
{
    for (; *text; text++) {
        if (*text == 'h') {
            options_help(verb, stdout);
            finish_output();
            exit(EXIT_FINE);
        }
        const struct option *option = verb->options;
        while (option->name && option->short_name != *text)
            option++;
        if (!option->name)
            die_usage("unknown option '-%c'", *text);
        if (!option->argument) {
            store(option, NULL, values);
            continue;
        }
        if (text[1] || option->kind == OPTION_REFUSED) {
            store(option, text + 1, values);
            return 0;
        }
        if (!next)
            die_usage("-%c needs an argument: %s", *text, option->argument);
        store(option, next, values);
        return 1;
    }
    return 0;
}

int options_parse(const struct verb *verb, int argc, char **argv, void *values)
{
    int operands = 0;
    for (int i = 1; i < argc; i++) {
        char *text = argv[i], *next = i + 1 < argc ? argv[i + 1] : NULL;
        if (strcmp(text, "--") == 0) {
            while (++i < argc)
                argv[operands++] = argv[i];
        } else if (text[0] == '-' && text[1] == '-') {
            i += parse_long(verb, text + 2, next, values);
        } else if (text[0] == '-' && text[1]) {
            i += parse_short(verb, text + 1, next, values);
        } else {
            argv[operands++] = text;
        }
    }
    for (int i = 0; i < operands; i++)
        if (!argv[i][0])
            die_usage("an argument is empty: no file has such a name");
    return operands;
}

static void help_row(FILE *out, char short_name, const char *name, const char *argument, const char *help)
{
    char left[64];
    char dash[8] = "    ";
    if (short_name)
        snprintf(dash, sizeof dash, "-%c, ", short_name);
    snprintf(left, sizeof left, "%s--%s%s%s", dash, name, argument ? "=" : "", argument ? argument : "");
    fprintf(out, "  %-27s%s\n", left, help);
}

void options_help(const struct verb *verb, FILE *out)
{
    fprintf(out, "Usage: sweepsort %s %s\n%c%s.\n\n", verb->name, verb->operands,
            toupper((unsigned char)verb->summary[0]), verb->summary + 1);
    for (const struct option *option = verb->options; option->name; option++)
        help_row(out, option->short_name, option->name, option->argument, option->help);
    help_row(out, 'h', "help", NULL, "print this");
}

size_t option_size(uint64_t number)
{
    size_t size = (size_t)number;
    if (size != number)
        die("%" PRIu64 " is more than this machine can address", number);
    return size;
}
