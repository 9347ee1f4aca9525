/*
 * The header of NumPy's .npy files, versions 1 to 3: one dimension of integers, floats or bool.
 *
 * In: the first bytes of a file, or what an array is. Out: what an array is, or the bytes that NumPy itself would
 * write. What NumPy knows and this command does not sort (complex, datetime, strings, structures, objects, more
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

struct npy_header {
    sweep_type type;
    bool boolean; /* NumPy's bool: one byte, sorted as u8 */
    bool big_endian;
    uint64_t count;
};

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

/* Whether NumPy has the type. */
bool npy_has_type(sweep_type type);

#endif
