/*
 * Random numbers for tests: a counter that steps by an odd constant, its value mixed by two multiplications. The same
 * seed gives the same numbers everywhere. Pure inline functions, for any test.
 */
#ifndef TESTS_RANDOM_H
#define TESTS_RANDOM_H

#include <stddef.h>
#include <stdint.h>

typedef struct random_stream {
    uint64_t counter;
} random_stream;

static inline uint64_t random_next(random_stream *stream)
{
    uint64_t bits = stream->counter += UINT64_C(0x9e3779b97f4a7c15);
    bits = (bits ^ (bits >> 32)) * UINT64_C(0xd6e8feb86659fd93);
    bits = (bits ^ (bits >> 32)) * UINT64_C(0xd6e8feb86659fd93);
    return bits ^ (bits >> 32);
}

/* A number from 0 to limit - 1; limit is not 0. */
static inline size_t random_below(random_stream *stream, size_t limit)
{
    return (size_t)(random_next(stream) % limit);
}

#endif
