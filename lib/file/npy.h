/*
 * The header of NumPy's .npy files, versions 1 to 3: one dimension of integers, floats, bool or times.
 *
 * In: the first bytes of a file, or what an array is. Out: what an array is, or the bytes that NumPy itself would
 * write. What NumPy knows and this command does not sort (complex, strings, structures, objects, more
 * dimensions) is refused by name. Pure functions on bytes; called by array.c and by tests.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef SWEEPSORT_FILE_NPY_H
#define SWEEPSORT_FILE_NPY_H

#include <stddef.h>
#include <stdint.h>

#include "failure.h"
#include "types.h"

/* The first bytes, which tell how long the header is; and the longest header that is read. */
#define NPY_PREFIX 12
#define NPY_LONGEST 65536

/* Room for what stands behind the byte order of a time. */
#define NPY_TIME 24

struct npy_header {
    sweep_type type;
    bool boolean;        /* NumPy's bool: one byte, sorted as u8 */
    char time[NPY_TIME]; /* "M8[ns]", "m8[s]": dates or differences of time, sorted as i64; "": neither */
    bool big_endian;
    uint64_t count;
};

/* Whether a file that begins with so many bytes is a .npy file. */
#define NPY_MAGIC 6
bool npy_begins(const unsigned char *bytes, size_t size);

/* Bytes from the file's start to its first key, told by the first NPY_PREFIX bytes; 0 with a failure that `name`
   begins. Version 1 has only 10 bytes before its text. */
size_t npy_header_size(const unsigned char prefix[NPY_PREFIX], const char *name, struct failure *failure);

/* Reads the header's text: the dictionary behind the prefix. */
bool npy_header_read(struct npy_header *header, const char *text, size_t size, const char *name,
                     struct failure *failure);

/* Bytes before the text in a file whose header ends at `header_size`. */
size_t npy_text_start(const unsigned char prefix[NPY_PREFIX]);

/* Writes a version 1 header to `bytes`; returns its size, a multiple of 64. The type must be one that NumPy has. */
#define NPY_WRITTEN 192
size_t npy_header_write(unsigned char bytes[NPY_WRITTEN], const struct npy_header *header);

/* A time as NumPy names its type: "datetime64[ns]" for "M8[ns]"; "i64" for "". */
void npy_time_name(const char time[NPY_TIME], char name[2 * NPY_TIME]);

/* Whether NumPy has the type. */
bool npy_has_type(sweep_type type);

#endif
