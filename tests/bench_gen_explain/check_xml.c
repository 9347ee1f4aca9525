/*
 * Whether standard input is one well-formed XML element of the plain kind that pictures here are: tags that nest,
 * attributes in double quotes and none twice, no stray < or &; and whether ids that are referred to exist.
 *
 * In: standard input. Out: exit status 0, or 1 and where it is not well formed. Used by the shell tests.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include <ctype.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#define DEPTH 64
#define NAME 64

static char text[1 << 24];
static const char *at = text;
static char ids[256][NAME], wanted[NAME * 4];
static int id_count;

static int name_length(void)
{
    int length = 0;
    while (isalnum((unsigned char)at[length]) || (at[length] != '\0' && strchr(":_-", at[length]) != NULL)) {
        length++;
    }
    return length < NAME && isalpha((unsigned char)at[0]) ? length : 0;
}

/* No markup in text and in attributes, but for the five entities. */
static bool plain(const char *from, const char *to)
{
    for (; from < to; from++) {
        if (*from == '<' ||
            (*from == '&' && strncmp(from, "&lt;", 4) != 0 && strncmp(from, "&gt;", 4) != 0 &&
             strncmp(from, "&amp;", 5) != 0 && strncmp(from, "&quot;", 6) != 0 && strncmp(from, "&apos;", 6) != 0)) {
            return false;
        }
    }
    return true;
}

static bool attributes(void)
{
    char seen[32][NAME];
    int count = 0;
    while (isspace((unsigned char)*at)) {
        at += strspn(at, " \n");
        int length = name_length();
        if (length == 0) {
            return *at == '/' || *at == '>';
        }
        snprintf(seen[count], NAME, "%.*s", length, at);
        for (int i = 0; i < count; i++) {
            if (strcmp(seen[i], seen[count]) == 0) {
                return false;
            }
        }
        at += length;
        if (*at++ != '=' || *at++ != '"') {
            return false;
        }
        const char *end = strchr(at, '"');
        if (end == NULL || !plain(at, end)) {
            return false;
        }
        if (strcmp(seen[count], "id") == 0 && id_count < 256) {
            snprintf(ids[id_count++], NAME, "%.*s", (int)(end - at), at);
        } else if (strcmp(seen[count], "aria-labelledby") == 0) {
            snprintf(wanted, sizeof wanted, "%.*s", (int)(end - at), at);
        }
        at = end + 1;
        count += count < 31;
    }
    return true;
}

static bool document(void)
{
    char open[DEPTH][NAME];
    int depth = 0;
    do {
        const char *markup = strchr(at, '<');
        if (markup == NULL || (depth == 0 && markup != at) || !plain(at, markup)) {
            return false;
        }
        at = markup + 1;
        bool closing = *at == '/';
        at += closing;
        int length = name_length();
        if (length == 0 || depth == DEPTH) {
            return false;
        }
        if (closing) {
            if (depth == 0 || (int)strlen(open[depth - 1]) != length || strncmp(open[depth - 1], at, (size_t)length)) {
                return false;
            }
            depth--;
            at += length;
        } else {
            snprintf(open[depth++], NAME, "%.*s", length, at);
            at += length;
            if (!attributes()) {
                return false;
            }
            if (*at == '/') {
                at++;
                depth--;
            }
        }
        if (*at++ != '>') {
            return false;
        }
    } while (depth > 0);
    at += strspn(at, "\n");
    return true;
}

static bool references(void)
{
    for (char *id = strtok(wanted, " "); id != NULL; id = strtok(NULL, " ")) {
        int i = 0;
        while (i < id_count && strcmp(ids[i], id) != 0) {
            i++;
        }
        if (i == id_count) {
            printf("no id %s\n", id);
            return false;
        }
    }
    return true;
}

int main(void)
{
    size_t size = fread(text, 1, sizeof text - 1, stdin);
    if (!document() || at != text + size) {
        printf("not well formed at byte %zu: %.60s\n", (size_t)(at - text), at);
        return 1;
    }
    return !references();
}
