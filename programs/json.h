/*
 * Text as a JSON string.
 *
 * In: any text. Out: the same in quotes, with what JSON does not allow inside them escaped. Any verb may call it.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef SWEEPSORT_PROGRAMS_JSON_H
#define SWEEPSORT_PROGRAMS_JSON_H

#include <stdio.h>

static inline void json_string(FILE *out, const char *text)
{
    fputc('"', out);
    for (; *text != '\0'; text++) {
        unsigned char byte = (unsigned char)*text;
        if (byte == '"' || byte == '\\') {
            fprintf(out, "\\%c", byte);
        } else if (byte < 0x20 || byte > 0x7e) {
            fprintf(out, "\\u%04x", byte);
        } else {
            fputc(byte, out);
        }
    }
    fputc('"', out);
}

#endif
