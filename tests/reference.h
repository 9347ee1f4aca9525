/*
 * What a sort must give, worked out without the library: keys are decoded to their values, ranked by the rules of the
 * public contract one by one, and merged. Slow and plain. For any test.
 */
#ifndef TESTS_REFERENCE_H
#define TESTS_REFERENCE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "sweepsort.h"

__extension__ typedef unsigned __int128 reference_bits;

/* How a type is made: floats have a sign, exponent bits and fraction bits. */
typedef struct reference_type {
    sweep_type type;
    const char *name;
    unsigned bytes;
    bool is_signed, is_float;
    unsigned fraction; /* bits of a float's fraction */
} reference_type;

enum { REFERENCE_TYPES = 14 };
extern const reference_type reference_types[REFERENCE_TYPES];
const reference_type *reference_type_of(sweep_type type);

/* The key's bits as a number, and back. */
reference_bits reference_load(const void *key, sweep_type type);
void reference_store(void *key, sweep_type type, reference_bits bits);

/* The transformed key of the contract, whole: no window. */
reference_bits reference_transform(const void *key, sweep_type type, sweep_order order, sweep_float_order float_order);

/* The number that a sort with these options orders a key by: the window of the transformed key. */
reference_bits reference_ordinal(const void *key, sweep_type type, const sweep_options *options);

/* The stable order: the key that comes i-th is keys[order[i]]. order has room for n. */
void reference_sort(const void *keys, size_t n, sweep_type type, const sweep_options *options, size_t *order);

/* out[i] = in[order[i]] for elements of `size` bytes. */
void reference_gather(const void *in, void *out, const size_t *order, size_t n, size_t size);

/* The first i whose key belongs before the key at i - 1, else n. */
size_t reference_first_out_of_order(const void *keys, size_t n, sweep_type type, const sweep_options *options);

#endif
