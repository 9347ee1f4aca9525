/*
 * The shell completions; see manual.h.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include <stdio.h>

#include "manual.h"
#include "verbs.h"

static void print_words(const struct option *option)
{
    for (int i = 0; option->words[i]; i++)
        printf("%s%s", i ? " " : "", option->words[i]);
}

/* ---- bash ---------------------------------------------------------------------------------------------------- */

static void print_bash_verb(const struct verb *verb)
{
    printf("    %s)\n        case $option in\n", verb->name);
    for (const struct option *option = verb->options; option->name; option++) {
        if (!option->argument || option->kind == OPTION_REFUSED)
            continue;
        printf("        --%s", option->name);
        if (option->short_name)
            printf(" | -%c", option->short_name);
        if (option->kind == OPTION_CHOICE) {
            fputs(") words='", stdout);
            print_words(option);
            fputs("' ;;\n", stdout);
        } else {
            puts(") return ;;");
        }
    }
    fputs("        *) [[ $word == -* ]] && words='", stdout);
    for (const struct option *option = verb->options; option->name; option++)
        if (option->kind != OPTION_REFUSED)
            printf("--%s ", option->name);
    puts("--help' ;;\n        esac ;;");
}

void completion_print_bash(void)
{
    puts("# bash completion for sweepsort\n"
         "_sweepsort()\n"
         "{\n"
         "    local word=${COMP_WORDS[COMP_CWORD]} option=${COMP_WORDS[COMP_CWORD - 1]} words=\n"
         "    COMPREPLY=()\n"
         "    if [[ $word == '=' ]]; then\n"
         "        word=\n"
         "    elif [[ $option == '=' ]]; then\n"
         "        option=${COMP_WORDS[COMP_CWORD - 2]}\n"
         "    fi\n"
         "    case $((COMP_CWORD > 1)),${COMP_WORDS[1]} in");
    fputs("    0,*) words='", stdout);
    for (int i = 0; verbs[i]; i++)
        printf("%s ", verbs[i]->name);
    puts("help --help --version' ;;\n"
         "    esac\n"
         "    [[ $words ]] || case ${COMP_WORDS[1]} in");
    for (int i = 0; verbs[i]; i++)
        print_bash_verb(verbs[i]);
    puts("    esac\n"
         "    [[ $words ]] && COMPREPLY=($(compgen -W \"$words\" -- \"$word\"))\n"
         "}\n"
         "complete -o default -F _sweepsort sweepsort");
}

/* ---- zsh ----------------------------------------------------------------------------------------------------- */

static void print_zsh_text(const char *text)
{
    for (; *text; text++) {
        if (*text == '[' || *text == ']' || *text == ':' || *text == '\\')
            putchar('\\');
        if (*text == '\'')
            fputs("'\\'", stdout);
        putchar(*text);
    }
}

static void print_zsh_option(const struct option *option)
{
    const char *equals = option->argument ? "=" : "";
    fputs("            ", stdout);
    if (option->short_name)
        printf("'(-%c --%s)'{-%c%s,--%s%s}'[", option->short_name, option->name, option->short_name,
               option->argument ? "+" : "", option->name, equals);
    else
        printf("'--%s%s[", option->name, equals);
    print_zsh_text(option->help);
    putchar(']');
    if (option->argument)
        printf(":%s:", option->argument);
    if (option->kind == OPTION_FILE)
        fputs("_files", stdout);
    if (option->kind == OPTION_CHOICE) {
        putchar('(');
        print_words(option);
        putchar(')');
    }
    puts("' \\");
}

void completion_print_zsh(void)
{
    puts("#compdef sweepsort\n"
         "_sweepsort()\n"
         "{\n"
         "    local -a verbs=(");
    for (int i = 0; verbs[i]; i++)
        printf("        '%s:%s'\n", verbs[i]->name, verbs[i]->summary);
    puts("    )\n"
         "    if (( CURRENT == 2 )); then\n"
         "        _describe verb verbs\n"
         "        return\n"
         "    fi\n"
         "    local verb=$words[2]\n"
         "    shift words\n"
         "    (( CURRENT-- ))\n"
         "    case $verb in");
    for (int i = 0; verbs[i]; i++) {
        printf("    %s)\n        _arguments -s -S \\\n", verbs[i]->name);
        for (const struct option *option = verbs[i]->options; option->name; option++)
            if (option->kind != OPTION_REFUSED)
                print_zsh_option(option);
        puts("            '(- *)'{-h,--help}'[print this]' '*:file:_files' ;;");
    }
    puts("    esac\n"
         "}\n"
         "_sweepsort \"$@\"");
}
