/*
 * The sorts that are measured on a card and what does them: a case is a kind of sort of n keys of one kind of data;
 * who does it is a contestant: a copy of the same bytes, our engines, CUB. Used by bench_gpu.c and tune_gpu.c.
 */
#ifndef SWEEPSORT_BENCH_GPU_SORTS_H
#define SWEEPSORT_BENCH_GPU_SORTS_H

#include "data.h"
#include "peer_cub.h"
#include "sweepsort_cuda.h"

/* What is known of a peer_kind. */
typedef struct sort_kind {
    const char *name;
    sweep_type type;
    sweep_operation operation;
    size_t key_bytes, value_bytes;
} sort_kind;
extern const sort_kind sort_kinds[PEER_KINDS];

/* Arrays of one case in device memory; keys_in and values_in are never written. */
typedef struct arrays {
    enum peer_kind kind;
    size_t n;
    void *keys_in, *keys_out, *values_in, *values_out, *scratch;
    size_t scratch_bytes;
} arrays;

/* False: the card has no room. The scratch comes later, the largest that anybody asks for. */
bool arrays_create(arrays *a, enum peer_kind kind, size_t n);
bool arrays_scratch(arrays *a, size_t bytes);
void arrays_destroy(arrays *a);

/* Uploads keys of this kind (values are their places) and returns the keys' sum (data.h). */
uint64_t arrays_fill(arrays *a, data_kind data, uint64_t seed);

/* Whether the result is in order, and a permutation as far as sums tell; copies it to the host and checks it by all of
   its cores. If it is not, `text` says where and what stands there. */
bool arrays_right(const arrays *a, uint64_t sum, char *text, size_t room);

/* CUB, opened from a shared object; NULL: without it. */
typedef struct peer {
    peer_version_function *version;
    peer_scratch_function *scratch;
    peer_sort_function *sort;
    peer_floor_function *floor;
} peer;
const peer *peer_open(const char *path);

/* Our sort of the arrays. */
sweep_status our_scratch(sweep_device *device, const arrays *a, const sweep_device_options *options, size_t *bytes);
sweep_status our_sort(sweep_device *device, const arrays *a, const sweep_device_options *options);

/* What the device has to say of the last failure; ends the program if there was one. */
void our_expect(sweep_device *device, sweep_status status, const char *what);

/* Times of one contestant. */
enum { MOST_ROUNDS = 64 };
typedef struct times {
    double all[MOST_ROUNDS]; /* milliseconds */
    int count;
} times;
typedef struct spread {
    double least, low, median, high; /* quartiles */
} spread;
spread times_spread(const times *t);

#endif
