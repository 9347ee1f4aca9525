/*
 * The sweepsort command: finds the verb and hands it its arguments.
 *
 * In: the command line. Out: the verb's exit status: 0, 1 (check: out of order) or 2 (trouble).
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include <fcntl.h>
#include <stdio.h>
#include <string.h>

#include "errors.h"
#include "leftovers.h"
#include "manual.h"
#include "options.h"
#include "sweepsort.h"
#include "verbs.h"

static void print_help(void)
{
    puts("Usage: sweepsort VERB [OPTION]... [FILE]...\nSort numbers by radix: integers and floating point, 8 to 128 "
         "bits.\n");
    for (int i = 0; verbs[i]; i++)
        printf("  %-10s%s\n", verbs[i]->name, verbs[i]->summary);
    puts("\n'sweepsort help VERB' shows a verb's options on one screen.\n\n"
         "  -h, --help                  print this\n"
         "  -V, --version               print the version\n"
         "      --man                   print the man page\n"
         "      --completion=bash|zsh   print a completion script");
}

static void print_version(void)
{
    printf("sweepsort %s\n", sweep_version());
}

/* ---- options in place of a verb ------------------------------------------------------------------------------ */

static const struct main_option {
    const char *name;
    char short_name;
    void (*print)(void); /* NULL: --completion, which takes an argument */
} main_options[] = {
    {"help", 'h', print_help},
    {"version", 'V', print_version},
    {"man", 0, manual_print},
    {"completion", 0, NULL},
};

/* The option that a text with its dashes stands for, a name possibly cut short; NULL: none. The names begin with
   different letters. */
static const struct main_option *find_option(const char *text)
{
    size_t length = strcspn(text, "=");
    for (size_t i = 0; i < sizeof main_options / sizeof *main_options; i++) {
        const struct main_option *option = &main_options[i];
        bool is_short = option->short_name && text[0] == '-' && text[1] == option->short_name && !text[2];
        if (is_short || (length > 2 && strncmp(text, "--", 2) == 0 && strncmp(option->name, text + 2, length - 2) == 0))
            return option;
    }
    return NULL;
}

/* `rest` is what stands behind on the command line: nothing. */
static int print(void (*what)(void), char **rest)
{
    if (*rest)
        die_usage("unexpected '%s'", *rest);
    what();
    finish_output();
    return EXIT_FINE;
}

static int run_option(const struct main_option *option, char **arguments)
{
    const char *equals = strchr(arguments[0], '=');
    if (option->print && equals)
        die_usage("--%s takes no argument", option->name);
    if (option->print)
        return print(option->print, arguments + 1);
    const char *shell = equals ? equals + 1 : arguments[1] ? *++arguments : "";
    if (strcmp(shell, "bash") == 0)
        return print(completion_print_bash, arguments + 1);
    if (strcmp(shell, "zsh") == 0)
        return print(completion_print_zsh, arguments + 1);
    die_usage("--completion: '%s' is none of bash, zsh", shell);
}

/* ---- verbs --------------------------------------------------------------------------------------------------- */

static const struct verb *find_verb(const char *name)
{
    for (int i = 0; verbs[i]; i++)
        if (strcmp(verbs[i]->name, name) == 0)
            return verbs[i];
    for (int i = 0; unbuilt_verbs[i]; i++)
        if (strcmp(unbuilt_verbs[i], name) == 0)
            die("%s is not built yet", name);
    die_usage("unknown %s '%s'", name[0] == '-' ? "option" : "verb", name);
}

/* help, help VERB: `rest` is what stands behind. */
static int help(char **rest)
{
    if (!rest[0])
        return print(print_help, rest);
    if (rest[1])
        die_usage("unexpected '%s'", rest[1]);
    options_help(find_verb(rest[0]), stdout);
    finish_output();
    return EXIT_FINE;
}

/* Opens what is closed of the first three descriptors so that it can neither be read nor written: no file that is
   opened later becomes the standard output or error by accident. */
static void fill_standard_descriptors(void)
{
    for (int fd = 0; fd <= 2; fd++)
        if (fcntl(fd, F_GETFD) < 0)
            (void)open("/dev/null", fd == 0 ? O_WRONLY : O_RDONLY);
}

int main(int argc, char **argv)
{
    fill_standard_descriptors();
    leftovers_catch_signals();
    if (argc < 2)
        die_usage("which verb?");
    const struct main_option *option = find_option(argv[1]);
    if (option)
        return run_option(option, argv + 1);
    if (strcmp(argv[1], "help") == 0)
        return help(argv + 2);
    const struct verb *verb = find_verb(argv[1]);
    name_verb(verb->name);
    return verb->run(argc - 1, argv + 1);
}
