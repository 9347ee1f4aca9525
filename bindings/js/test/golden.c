/*
 * The C library against golden.txt, which the JavaScript package is tested against too: what sort, argsort, sortperm
 * and pairs give, bit for bit. make_golden.mjs says what a row is.
 *
 * In: the path of golden.txt. Out: one line; exit status 1 and the row's number where a row fails.
 */
#include <sweepsort.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_BYTES = 4096, MOST_LINE = 1 << 15 };

static const char *const TYPES[] = {"u8",  "u16", "u32",  "u64", "u128", "i8",  "i16",
                                    "i32", "i64", "i128", "f16", "bf16", "f32", "f64"};
static const char *const ORDERS[] = {"ascending", "descending"};
static const char *const FLOAT_ORDERS[] = {"nan-last", "total-order", "nan-first"};

struct row {
    sweep_type type;
    size_t size, n;
    sweep_options options;
    unsigned char keys[MOST_BYTES], sorted[MOST_BYTES];
    uint64_t indices[MOST_BYTES];
};

static void fail(unsigned line, const char *what)
{
    fprintf(stderr, "golden: line %u: %s\n", line, what);
    exit(1);
}

static unsigned find(unsigned line, const char *word, const char *const *words, unsigned count)
{
    for (unsigned i = 0; i < count; i++)
        if (word != NULL && strcmp(word, words[i]) == 0)
            return i;
    fail(line, "an unknown word");
    return 0;
}

/* Hexadecimal bytes; returns how many. */
static size_t read_bytes(unsigned line, const char *text, unsigned char *bytes)
{
    size_t n = 0;
    unsigned byte;

    if (text == NULL)
        fail(line, "a field is missing");
    for (; text[0] != '-' && text[2 * n] != 0 && n < MOST_BYTES; n++) {
        if (sscanf(text + 2 * n, "%2x", &byte) != 1)
            fail(line, "not hexadecimal");
        bytes[n] = (unsigned char)byte;
    }
    return n;
}

static void read_row(unsigned line, char *text, struct row *row)
{
    row->options = sweep_default_options();
    row->type = (sweep_type)(SWEEP_U8 + find(line, strtok(text, " "), TYPES, 14));
    row->options.order = (sweep_order)find(line, strtok(NULL, " "), ORDERS, 2);
    row->options.float_order = (sweep_float_order)find(line, strtok(NULL, " "), FLOAT_ORDERS, 3);
    char *begin = strtok(NULL, " "), *end = strtok(NULL, " ");
    row->options.begin_bit = begin == NULL ? 0 : (unsigned)strtoul(begin, NULL, 10);
    row->options.end_bit = end == NULL ? 0 : (unsigned)strtoul(end, NULL, 10);

    size_t bytes = read_bytes(line, strtok(NULL, " "), row->keys);
    if (read_bytes(line, strtok(NULL, " "), row->sorted) != bytes)
        fail(line, "sorted keys of another length");
    const char *index = strtok(NULL, " ");
    if (index == NULL)
        fail(line, "no indices");
    row->n = 0;
    while (index != NULL && *index != '-' && *index != 0) {
        row->indices[row->n++] = strtoull(index, NULL, 10);
        index += strcspn(index, ",");
        index += *index == ',';
    }
    row->size = row->type == SWEEP_F16 || row->type == SWEEP_BF16 ? 2
                : row->type == SWEEP_F32                          ? 4
                : row->type == SWEEP_F64                          ? 8
                                                                  : (size_t)1 << (row->type - SWEEP_U8) % 5;
    if (row->n * row->size != bytes)
        fail(line, "keys of another length");
}

static void check_row(unsigned line, const struct row *row)
{
    unsigned char keys[MOST_BYTES];
    static uint64_t wide[MOST_BYTES];
    static uint32_t narrow[MOST_BYTES];
    static unsigned char values[MOST_BYTES][3];
    size_t n = row->n, bytes = n * row->size;

    memcpy(keys, row->keys, bytes);
    if (sweep_sort(keys, n, row->type, &row->options) != SWEEP_OK || memcmp(keys, row->sorted, bytes) != 0)
        fail(line, "sort");
    memcpy(keys, row->keys, bytes);
    if (sweep_argsort(keys, narrow, n, row->type, 4, &row->options) != SWEEP_OK || memcmp(keys, row->keys, bytes) != 0)
        fail(line, "argsort");
    if (sweep_sortperm(keys, wide, n, row->type, 8, &row->options) != SWEEP_OK || memcmp(keys, row->sorted, bytes) != 0)
        fail(line, "sortperm");
    memcpy(keys, row->keys, bytes);
    for (size_t i = 0; i < n; i++)
        memset(values[i], (int)i & 255, sizeof values[i]);
    if (sweep_sort_pairs(keys, values, n, row->type, 3, &row->options) != SWEEP_OK ||
        memcmp(keys, row->sorted, bytes) != 0)
        fail(line, "pairs");
    for (size_t i = 0; i < n; i++)
        if (narrow[i] != row->indices[i] || wide[i] != row->indices[i] || values[i][0] != (row->indices[i] & 255) ||
            values[i][2] != values[i][0])
            fail(line, "indices or values");
}

int main(int argc, char **argv)
{
    static char text[MOST_LINE];
    static struct row row;
    unsigned rows = 0;

    FILE *file = argc == 2 ? fopen(argv[1], "r") : NULL;
    if (file == NULL) {
        fputs("usage: golden FILE\n", stderr);
        return 1;
    }
    while (fgets(text, sizeof text, file) != NULL) {
        read_row(++rows, text, &row);
        check_row(rows, &row);
    }
    fclose(file);
    printf("%u rows of the golden file\n", rows);
    return rows == 0;
}
