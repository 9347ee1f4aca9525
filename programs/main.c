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
    puts("\n'sweepsort VERB --help' shows a verb's options on one screen.\n\n"
         "  --help                  print this\n"
         "  --version               print the version\n"
         "  --man                   print the man page\n"
         "  --completion=bash|zsh   print a completion script");
}

static void print_version(void)
{
    printf("sweepsort %s\n", sweep_version());
}

/* `rest` is what stands behind the option on the command line: nothing. */
static int print(void (*what)(void), char **rest)
{
    if (*rest)
        die_usage("unexpected '%s'", *rest);
    what();
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
    const char *name = argv[1];
    if (strcmp(name, "--help") == 0 || strcmp(name, "-h") == 0)
        return print(print_help, argv + 2);
    if (strcmp(name, "--version") == 0)
        return print(print_version, argv + 2);
    if (strcmp(name, "--man") == 0)
        return print(manual_print, argv + 2);
    if (strcmp(name, "--completion=bash") == 0)
        return print(completion_print_bash, argv + 2);
    if (strcmp(name, "--completion=zsh") == 0)
        return print(completion_print_zsh, argv + 2);
    if (strncmp(name, "--completion", 12) == 0 && (!name[12] || name[12] == '='))
        die_usage("--completion: '%s' is none of bash, zsh", name[12] ? name + 13 : "");
    for (int i = 0; verbs[i]; i++)
        if (strcmp(verbs[i]->name, name) == 0) {
            name_verb(name);
            return verbs[i]->run(argc - 1, argv + 1);
        }
    for (int i = 0; unbuilt_verbs[i]; i++)
        if (strcmp(unbuilt_verbs[i], name) == 0)
            die("%s is not built yet", name);
    die_usage("unknown %s '%s'", name[0] == '-' ? "option" : "verb", name);
}
