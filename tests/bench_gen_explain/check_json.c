/*
 * Whether standard input is one JSON value, and nothing else.
 *
 * In: standard input. Out: exit status 0, or 1 and where it stops being JSON. Used by the shell tests.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

static char text[1 << 24];
static const char *at = text;

static void blanks(void)
{
    at += strspn(at, " \t\r\n");
}

static bool string(void)
{
    if (*at++ != '"') {
        return false;
    }
    while (*at != '"') {
        unsigned char byte = (unsigned char)*at++;
        if (byte < 0x20) {
            return false;
        }
        if (byte == '\\') {
            char escape = *at++;
            if (escape == 'u') {
                if (strspn(at, "0123456789abcdefABCDEF") < 4) {
                    return false;
                }
                at += 4;
            } else if (escape == '\0' || strchr("\"\\/bfnrt", escape) == NULL) {
                return false;
            }
        }
    }
    at++;
    return true;
}

static bool digits(void)
{
    size_t count = strspn(at, "0123456789");
    at += count;
    return count > 0;
}

static bool number(void)
{
    at += *at == '-';
    bool zero = *at == '0';
    const char *first = at;
    if (!digits() || (zero && at > first + 1)) {
        return false;
    }
    if (*at == '.') {
        at++;
        if (!digits()) {
            return false;
        }
    }
    if (*at == 'e' || *at == 'E') {
        at++;
        at += *at == '+' || *at == '-';
        return digits();
    }
    return true;
}

static bool word(const char *expected)
{
    size_t length = strlen(expected);
    bool right = strncmp(at, expected, length) == 0;
    at += right ? length : 0;
    return right;
}

static bool value(void);

/* The rest of an object or an array behind its bracket. */
static bool members(char end, bool named)
{
    blanks();
    if (*at == end) {
        at++;
        return true;
    }
    for (;;) {
        blanks();
        if (named) {
            if (!string()) {
                return false;
            }
            blanks();
            if (*at++ != ':') {
                return false;
            }
        }
        if (!value()) {
            return false;
        }
        if (*at == end) {
            at++;
            return true;
        }
        if (*at++ != ',') {
            return false;
        }
    }
}

static bool value(void)
{
    blanks();
    bool right;
    switch (*at) {
    case '{':
        at++;
        right = members('}', true);
        break;
    case '[':
        at++;
        right = members(']', false);
        break;
    case '"': right = string(); break;
    case 't': right = word("true"); break;
    case 'f': right = word("false"); break;
    case 'n': right = word("null"); break;
    default: right = number(); break;
    }
    blanks();
    return right;
}

int main(void)
{
    size_t size = fread(text, 1, sizeof text - 1, stdin);
    if (!value() || at != text + size) {
        printf("not JSON from byte %zu on: %.40s\n", (size_t)(at - text), at);
        return 1;
    }
    return 0;
}
