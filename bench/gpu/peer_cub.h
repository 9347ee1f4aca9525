/*
 * CUB's DeviceRadixSort behind C functions, and the floors of floors.cu, in a shared object of its own: bench_gpu runs
 * without it, too.
 * All arrays lie in device memory; calls enqueue on a stream of the primary context. Used by bench_gpu.c.
 */
#ifndef SWEEPSORT_BENCH_PEER_CUB_H
#define SWEEPSORT_BENCH_PEER_CUB_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The sorts that are measured: keys, and what moves with them. */
enum peer_kind {
    PEER_U32,
    PEER_U64,
    PEER_U128,
    PEER_F32,
    PEER_F64,
    PEER_U32_PAIRS4,
    PEER_U64_PAIRS4,
    PEER_U32_ARGSORT,
    PEER_KINDS
};

/* "CUB 3.0.1" */
typedef const char *peer_version_function(void);
/* Bytes of scratch; 0: such a sort is not there. */
typedef size_t peer_scratch_function(enum peer_kind kind, size_t n);
/* Sorts from in to out. Argsort: values_out are the indices, which it fills in before. 0: it went well. */
typedef int peer_sort_function(enum peer_kind kind, void *stream, const void *keys_in, void *keys_out,
                               const void *values_in, void *values_out, size_t n, void *scratch, size_t bytes);

/* What a card does at least: reads, writes, or moves `bytes` bytes. 0: it went well. */
enum peer_floor_kind { PEER_READ, PEER_WRITE, PEER_SCATTER, PEER_FLOORS };
typedef int peer_floor_function(enum peer_floor_kind kind, void *stream, const void *in, void *out, size_t bytes);

#ifdef __cplusplus
}
#endif

#endif
