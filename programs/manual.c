/*
 * The man page; see manual.h. What is true of all verbs stands here, the rest in their tables.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "manual.h"

#include <ctype.h>
#include <stdio.h>

#include "sweepsort.h"
#include "verbs.h"

/* Text as roff: nothing in it is taken for a command. An empty line begins a paragraph. */
static void print_text(const char *text)
{
    bool line_start = true;
    for (; *text; text++) {
        if (text[0] == '\n' && text[1] == '\n') {
            fputs("\n.PP", stdout);
            text++;
        }
        if (line_start && (*text == '.' || *text == '\''))
            fputs("\\&", stdout);
        if (*text == '\\')
            fputs("\\e", stdout);
        else if (*text == '-')
            fputs("\\-", stdout);
        else
            putchar(*text);
        line_start = *text == '\n';
    }
}

static void print_section(const char *title, const char *text)
{
    printf(".SH %s\n", title);
    print_text(text);
    putchar('\n');
}

static void print_option(const struct option *option)
{
    fputs(".TP\n", stdout);
    if (option->short_name)
        printf("\\fB\\-%c\\fR, ", option->short_name);
    fputs("\\fB\\-\\-", stdout);
    print_text(option->name);
    fputs("\\fR", stdout);
    if (option->argument)
        printf("=\\fI%s\\fR", option->argument);
    putchar('\n');
    print_text(option->help);
    putchar('\n');
}

static void print_verb(const struct verb *verb)
{
    fputs(".SH ", stdout);
    for (const char *at = verb->name; *at; at++)
        putchar(toupper((unsigned char)*at));
    printf("\n\\fBsweepsort %s\\fR ", verb->name);
    print_text(verb->operands);
    fputs("\n.PP\n", stdout);
    print_text(verb->details);
    putchar('\n');
    for (const struct option *option = verb->options; option->name; option++)
        print_option(option);
    puts(".TP\n\\fB\\-h\\fR, \\fB\\-\\-help\\fR\nprint the options on one screen");
}

void manual_print(void)
{
    printf(".TH SWEEPSORT 1 \"\" \"sweepsort %s\" \"User Commands\"\n", sweep_version());
    print_section("NAME", "sweepsort - sort numbers by radix");
    puts(".SH SYNOPSIS");
    for (int i = 0; verbs[i]; i++) {
        printf("%s\\fBsweepsort %s\\fR ", i ? ".br\n" : "", verbs[i]->name);
        print_text(verbs[i]->operands);
        putchar('\n');
    }
    print_section(
        "DESCRIPTION",
        "Sorts integers and floating-point numbers of 8 to 128 bits, stably, on all cores. Types are u8, u16, u32, "
        "u64 and u128, i8 to i128, f16, bf16, f32 and f64.\n\n"
        "By default -0 and +0 are equal and every NaN comes last, in ascending and in descending order. --begin-bit "
        "and --end-bit count on the transformed key, whose unsigned order is the order asked for.");
    print_section(
        "FORMATS",
        "A file's format is that of --format; else npy for names that end with .npy, text for .txt; else raw, unless "
        "the "
        "file begins as a .npy file: then --format must say what is meant. "
        "Results are written in the format of --output-format, else of --format; else as the name of -o says; else "
        "in that of the first input.\n\n"
        "raw: keys as the machine stores them, one behind the other. --type must be given.\n\n"
        "npy: NumPy's files of one dimension, versions 1 to 3, of integers, floats, bool, datetime64 or timedelta64; "
        "the file knows its type. Byte order, bool and units are kept; NaT is ordered as NaN is.\n\n"
        "text: one number a line, blanks before and behind it, LF or CRLF. --type must be given. Floats are printed in "
        "the shortest form that "
        "reads back the same, nan and -nan without their payload bits.");
    print_section(
        "OUTPUT",
        "All output of -o goes to a temporary file first, beside the file that is named, which may be one of the "
        "inputs. "
        "Then the temporary file takes that name, in one step, with the owner, permissions, ACL and extended "
        "attributes "
        "of the file that was there. Where it cannot have them, and where the file has other hard links, is a mount "
        "point, lies in a folder that cannot be written, or is named by a descriptor such as /dev/stdout, the file "
        "is overwritten in place; if that fails, the temporary file is kept and named. A symbolic link is followed. "
        "What is no regular file, such as a pipe, is written directly. Work that takes longer than a second shows "
        "its progress on standard error if that is a terminal.");
    for (int i = 0; verbs[i]; i++)
        print_verb(verbs[i]);
    print_section("EXIT STATUS", "0: done. 1: check found keys out of order. 2: trouble, told on standard error.");
    print_section("EXAMPLES",
                  "sweepsort sort --type u64 hashes.bin -o hashes.bin\n\n"
                  "seq 1000000 | shuf | sweepsort sort --type u32 --format text > sorted.txt\n\n"
                  "sweepsort argsort depths.npy -o order.npy\n\n"
                  "sweepsort sort --type u32 keys.bin -o k.bin --values rows.bin --value-size 24 --values-output "
                  "r.bin");
    print_section("SEE ALSO", "sort(1)");
}
