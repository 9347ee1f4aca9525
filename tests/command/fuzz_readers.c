/*
 * Fuzzes the readers of lib/file: damaged .npy files, text and raw bytes.
 *
 * In: optionally a seed and a number of rounds. Out: exit status 0; what the readers accept must come back the same
 * when it is written and read again, and what they refuse must have a message that begins with the file's name. Worth
 * most with AddressSanitizer and UndefinedBehaviorSanitizer.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "array.h"
#include "npy.h"

#define MOST 4096

static uint64_t state;
static unsigned long accepted, refused, failures;

static uint64_t random_bits(void)
{
    state += 0x9e3779b97f4a7c15u;
    uint64_t z = state;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return z ^ z >> 31;
}

static size_t below(size_t n)
{
    return (size_t)(random_bits() % n);
}

/* ---- files as they should be --------------------------------------------------------------------------------- */

static const char *const headers[] = {
    "{'descr': '<f8', 'fortran_order': False, 'shape': (3,), }",
    "{'descr': '>i4', 'fortran_order': True, 'shape': (6,)}",
    "{\"shape\": (24,), \"descr\": \"|b1\", \"fortran_order\": False}",
    "{'descr': [('a', '<u2'), ('b', '<f4')], 'fortran_order': False, 'shape': (3,), }",
    "{'descr': '<f2', 'fortran_order': False, 'shape': (3, 4), }",
    "{'descr': '>M8[25us]', 'fortran_order': False, 'shape': (3,), }",
};

static const char *const lines[] = {
    "1\n22\n333\n",
    "-1\r\n0\r\n127\r\n",
    "0.5\n1e10\n-2.5e-3\n",
    "nan\n-inf\ninfinity\n-0\n",
    "340282366920938463463374607431768211455\n",
    "0.1000000000000000055511151231257827021181583404541015625\n",
};

static size_t make_npy(unsigned char *bytes)
{
    const char *text = headers[below(sizeof headers / sizeof *headers)];
    size_t length = strlen(text), version = 1 + below(3), start = version == 1 ? 10 : 12;
    memcpy(bytes, "\x93NUMPY", 6);
    memset(bytes + 6, 0, 6);
    bytes[6] = (unsigned char)version;
    bytes[8] = (unsigned char)length;
    memcpy(bytes + start, text, length);
    for (size_t i = 0; i < 24; i++)
        bytes[start + length + i] = (unsigned char)random_bits();
    return start + length + 24;
}

static size_t make_text(unsigned char *bytes)
{
    size_t size = 0;
    for (size_t i = 0; i <= below(4); i++) {
        const char *text = lines[below(sizeof lines / sizeof *lines)];
        memcpy(bytes + size, text, strlen(text));
        size += strlen(text);
    }
    return size;
}

/* ---- and damaged --------------------------------------------------------------------------------------------- */

static size_t damage(unsigned char *bytes, size_t size)
{
    static const char *const pieces[] = {
        "'",     "(",       ")",       "{", "}", ",",   ":",          "-",  "e", ".", "\n", "\r", "9999999999999999999",
        "1e308", "'descr'", "'shape'", "[", "L", "nan", "0000000000", "\\", " "};
    const char *piece = pieces[below(sizeof pieces / sizeof *pieces)];
    size_t length = strlen(piece), at = below(size + 1);
    switch (size ? below(6) : 0) {
    case 0:
        if (size + length <= MOST) {
            memmove(bytes + at + length, bytes + at, size - at);
            memcpy(bytes + at, piece, length);
            size += length;
        }
        return size;
    case 1: return at;
    case 2: bytes[at % size] = (unsigned char)random_bits(); return size;
    case 3: bytes[at % size] ^= (unsigned char)(1 << below(8)); return size;
    case 4:
        length = below(size - at % size) + 1;
        memmove(bytes + at % size, bytes + at % size + length, size - at % size - length);
        return size - length;
    default:
        length = below(size - at % size) + 1;
        if (size + length <= MOST) {
            memmove(bytes + at % size + length, bytes + at % size, size - at % size);
            size += length;
        }
        return size;
    }
}

/* ---- one round ----------------------------------------------------------------------------------------------- */

static void check(bool fine, const char *what, unsigned long round)
{
    if (!fine && failures++ < 20)
        fprintf(stderr, "FAILED: round %lu: %s\n", round, what);
}

static void write_file(const char *path, const void *bytes, size_t size)
{
    FILE *file = fopen(path, "wb");
    if (!file || fwrite(bytes, 1, size, file) != size || fclose(file) != 0) {
        perror(path);
        exit(1);
    }
}

/* What was read comes back when it is written and read again. */
static void check_again(const struct array *array, unsigned long round)
{
    struct array again = {.count = 0};
    struct output output;
    struct failure failure;
    bool fine = output_open(&output, "fuzz.again", &failure) && array_write(array, &output, array->format, &failure) &&
                output_commit(&output, &failure) &&
                array_read(&again, "fuzz.again", array->format, array->type, &failure);
    check(fine, fine ? "" : failure.message, round);
    if (fine) {
        size_t size = type_size(array->type);
        check(again.count == array->count && again.type == array->type && again.boolean == array->boolean &&
                  again.big_endian == array->big_endian && strcmp(again.time, array->time) == 0,
              "another array comes back", round);
        check(array->count == 0 || memcmp(again.keys, array->keys, array->count * size) == 0, "other keys come back",
              round);
    }
    array_free(&again);
}

static void run(unsigned long round)
{
    static unsigned char bytes[MOST];
    enum file_format format = (enum file_format)(FORMAT_RAW + below(3));
    sweep_type type = (sweep_type)(SWEEP_U8 + below(14));
    size_t size = below(2) ? make_npy(bytes) : make_text(bytes);
    if (below(4))
        format = bytes[0] == 0x93 ? FORMAT_NPY : FORMAT_TEXT;
    for (size_t i = below(5); i > 0; i--)
        size = damage(bytes, size);
    write_file("fuzz.in", bytes, size);
    struct array array = {.count = 0};
    struct failure failure = {.message = ""};
    if (array_read(&array, "fuzz.in", format, format == FORMAT_NPY ? (sweep_type)0 : type, &failure)) {
        accepted++;
        check_again(&array, round);
        /* A second file behind the first. */
        if (!array_read(&array, "fuzz.in", format, array.type, &failure))
            check(false, failure.message, round);
    } else {
        refused++;
        check(strncmp(failure.message, "fuzz.in:", 8) == 0, failure.message, round);
    }
    array_free(&array);
}

int main(int argc, char **argv)
{
    state = argc > 1 ? strtoull(argv[1], NULL, 0) : 20240301;
    unsigned long rounds = argc > 2 ? strtoul(argv[2], NULL, 0) : 25000;
    printf("seed %" PRIu64 "\n", state);
    char in_memory[] = "/dev/shm/fuzz-XXXXXX", here[] = "fuzz-XXXXXX";
    char *folder = mkdtemp(in_memory) ? in_memory : mkdtemp(here); /* on a disk it takes longer */
    if (!folder || chdir(folder) != 0) {
        perror("fuzz-XXXXXX");
        return 1;
    }
    for (unsigned long round = 0; round < rounds; round++)
        run(round);
    unlink("fuzz.in");
    unlink("fuzz.again");
    if (chdir("..") != 0 || rmdir(strrchr(folder, '/') ? strrchr(folder, '/') + 1 : folder) != 0)
        perror(folder);
    printf("%lu accepted, %lu refused, %lu failures\n", accepted, refused, failures);
    return failures != 0 || accepted == 0 || refused == 0;
}
