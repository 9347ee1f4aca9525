/*
 * The histogram and the exclusive offsets of one digit in any radix: floor(key / place) % radix.
 *
 * In: an explanation with its keys, a radix from 2 to 65536, and a place, a power of the radix or any positive number.
 * Out: a line a digit, or JSON. Used by explain.c.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include <stdio.h>
#include <stdlib.h>

#include "errors.h"
#include "explain.h"

static void print_wide(FILE *out, wide_key number)
{
    char digits[40];
    int at = (int)sizeof digits;
    digits[--at] = '\0';
    do {
        wide_key digit;
        number = wide_divide(number, wide_of(0, 10), &digit);
        digits[--at] = (char)('0' + (int)wide_low(digit));
    } while (!wide_equal(number, wide_of(0, 0)));
    fputs(digits + at, out);
}

void explain_print_radix(FILE *out, const struct explanation *explanation, unsigned radix, wide_key place, bool json)
{
    size_t *counts = calloc(radix, sizeof *counts);
    if (counts == NULL) {
        die("not enough memory");
    }
    for (size_t i = 0; i < explanation->n; i++) {
        wide_key rest, digit;
        wide_divide(wide_divide(explain_key(explanation, i), place, &rest), wide_of(0, radix), &digit);
        counts[(size_t)wide_low(digit)]++;
    }
    bool transformed = explain_is_transformed(explanation);
    if (json) {
        fprintf(out, "{\"type\": \"%s\", \"n\": %zu, \"radix\": %u, \"place\": ", type_name(explanation->type),
                explanation->n, radix);
        print_wide(out, place);
        fprintf(out, ", \"transformed\": %s,\n \"counts\": [", transformed ? "true" : "false");
        for (unsigned digit = 0; digit < radix; digit++) {
            fprintf(out, "%s%zu", digit > 0 ? ", " : "", counts[digit]);
        }
        fprintf(out, "],\n \"offsets\": [");
        size_t before = 0;
        for (unsigned digit = 0; digit < radix; digit++) {
            fprintf(out, "%s%zu", digit > 0 ? ", " : "", before);
            before += counts[digit];
        }
        fprintf(out, "]}\n");
    } else {
        fprintf(out, "%zu key%s of %s, digit = floor(%s / ", explanation->n, explanation->n == 1 ? "" : "s",
                type_name(explanation->type), transformed ? "transformed key" : "key");
        print_wide(out, place);
        fprintf(out, ") %% %u\n", radix);
        if (transformed) {
            fprintf(out, "(the transformed key: the key's bits as an unsigned number in the order of %s)\n",
                    explanation->order == SWEEP_DESCENDING ? "the sort, descending" : "the sort");
        }
        fprintf(out, "digit      count     offset\n");
        size_t before = 0;
        for (unsigned digit = 0; digit < radix; digit++) {
            fprintf(out, "%5u %10zu %10zu\n", digit, counts[digit], before);
            before += counts[digit];
        }
    }
    free(counts);
}
