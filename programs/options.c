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

#include "../lib/environment.h"
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
        if (option->kind == OPTION_FILE && *(const char **)field && strcmp(*(const char **)field, text) != 0)
            die_usage("--%s: it is given twice, as '%s' and as '%s'", option->name, *(const char **)field, text);
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

/* What sort(1) has and people bring along. */
static const struct hint {
    const char *name;
    char short_name;
    const char *text;
} hints[] = {
    {"numeric-sort", 'n', "keys are compared as numbers in any case; --type says of which type"},
    {"general-numeric-sort", 'g', "keys are compared as numbers in any case; --type f64 reads any"},
    {"key", 'k', "a line is one number; cut(1) picks a field, and --values moves other data along"},
    {"field-separator", 't', "a line is one number; cut(1) picks a field, and --values moves other data along"},
    {"stable", 's', "every sort is stable"},
    {"check", 'c', "'sweepsort check' tells whether keys are in order"},
};

static const char *hint_of(const char *name, size_t length, char short_name)
{
    for (size_t i = 0; i < sizeof hints / sizeof *hints; i++)
        if (name ? strlen(hints[i].name) == length && memcmp(hints[i].name, name, length) == 0
                 : hints[i].short_name == short_name)
            return hints[i].text;
    return NULL;
}

static _Noreturn void print_help(const struct verb *verb)
{
    options_help(verb, stdout);
    finish_output();
    exit(EXIT_FINE);
}

/* Every verb has it, behind the options of its table. */
static const struct option help_option = {"help", 'h', NULL, "print this", OPTION_FLAG, 0, 0, 0, NULL};

/* The one behind an option, NULL: there is none. */
static const struct option *option_behind(const struct option *option)
{
    if (option == &help_option)
        return NULL;
    return option[1].name ? option + 1 : &help_option;
}

static _Noreturn void refuse_ambiguous(const struct verb *verb, const char *text, size_t length)
{
    char list[512] = "";
    for (const struct option *option = verb->options; option; option = option_behind(option)) {
        if (strncmp(option->name, text, length) != 0)
            continue;
        size_t used = strlen(list);
        snprintf(list + used, sizeof list - used, "%s--%s", used ? ", " : "", option->name);
    }
    die_usage("option '--%.*s' is ambiguous: %s", (int)length, text, list);
}

/* The option of that name, else the only one whose name begins so. */
static const struct option *find_long(const struct verb *verb, const char *text, size_t length)
{
    const struct option *found = NULL;
    bool ambiguous = false;
    for (const struct option *option = verb->options; option; option = option_behind(option)) {
        if (strncmp(option->name, text, length) != 0)
            continue;
        if (!option->name[length])
            return option;
        ambiguous = found != NULL;
        found = found ? found : option;
    }
    if (ambiguous)
        refuse_ambiguous(verb, text, length);
    return found;
}

/* --name, --name=VALUE, --name VALUE: `text` is what stands behind the dashes. Returns how many of the following
   arguments it took. */
static int parse_long(const struct verb *verb, const char *text, const char *next, void *values)
{
    size_t length = strcspn(text, "=");
    const char *value = text[length] ? text + length + 1 : NULL;
    const struct option *option = find_long(verb, text, length);
    if (!option) {
        const char *hint = hint_of(text, length, 0);
        die_usage("unknown option '--%.*s'%s%s", (int)length, text, hint ? ": " : "", hint ? hint : "");
    }
    if (!option->argument && value)
        die_usage("--%s takes no argument", option->name);
    if (option == &help_option)
        print_help(verb);
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
        const struct option *option = verb->options;
        while (option && option->short_name != *text)
            option = option_behind(option);
        if (!option) {
            const char *hint = hint_of(NULL, 0, *text);
            die_usage("unknown option '-%c'%s%s", *text, hint ? ": " : "", hint ? hint : "");
        }
        if (option == &help_option)
            print_help(verb);
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
    bool first_ends = sweep_environment("POSIXLY_CORRECT") != NULL; /* the first operand ends the options */
    for (int i = 1; i < argc; i++) {
        char *text = argv[i], *next = i + 1 < argc ? argv[i + 1] : NULL;
        bool over = first_ends && operands, ended = !over && strcmp(text, "--") == 0;
        if (over || ended) {
            for (i += ended; i < argc; i++)
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
    help_row(out, help_option.short_name, help_option.name, NULL, help_option.help);
}

size_t option_size(uint64_t number)
{
    size_t size = (size_t)number;
    if (size != number)
        die("%" PRIu64 " is more than this machine can address", number);
    return size;
}
