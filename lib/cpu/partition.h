/*
 * A partition: one bucket goes out to the buckets of one digit, by 1 to t threads. The same for LSD, where the bucket
 * is the whole input, and for MSD.
 *
 *     count      each chunk of the keys counts its digits
 *     scan       counts become offsets: exclusive, bucket by bucket, and within a bucket chunk by chunk
 *     scatter    each chunk moves its records to its own places
 *
 *     output index = bucket start + keys of that bucket in earlier chunks + rank within the chunk
 */
#ifndef SWEEP_CPU_PARTITION_H
#define SWEEP_CPU_PARTITION_H

#include "engine.h"

struct sweep_partition {
    struct sweep_workspace *workspace;
    const struct sweep_kernels *kernels; /* of the keys; where all ties are bit-identical, of the plain kind */
    const sweep_transform *transform;
    size_t key_size, value_size;
    const unsigned char *keys, *values; /* values NULL: none, or the numbers from first_index on */
    unsigned char *keys_out, *values_out;
    size_t n, first_index;
    sweep_digit digit;
    size_t chunks;  /* each is one task */
    size_t *counts; /* [chunks][stride]: of each chunk and digit, then offsets; after the scatter the ends of buckets */
    size_t stride;
    bool prefetch;                       /* the destination is larger than the fast caches */
    bool runs;                           /* neighbours mostly share their bucket */
    const struct sweep_packing *packing; /* records become packed words at keys_out; NULL: they stay as they are */
};

/* Counts `digits` digits of every chunk, each into `radix` counts, in one read. */
void sweep_partition_count(const struct sweep_partition *p, const sweep_digit *digits, unsigned digit_count,
                           size_t radix);

/* Looks at all keys: *difference is what they differ in. With `count`, in the same read: counts the digit. plain: the
   kernels for blocks of keys whose ties are bit-identical. */
void sweep_partition_look(const struct sweep_partition *p, const struct sweep_kernels *plain, bool count,
                          struct sweep_difference *difference);

/* Returns the keys of the largest bucket, and which it is. */
size_t sweep_partition_scan(const struct sweep_partition *p, size_t *largest);

void sweep_partition_scatter(const struct sweep_partition *p);

/* Where chunk i of n records begins. */
static inline size_t sweep_chunk_begin(size_t n, size_t chunks, size_t i)
{
    size_t extra = n % chunks;
    return n / chunks * i + (i < extra ? i : extra);
}

/* Whether a scatter of n records asks for lines of its destination ahead of time. */
static inline bool sweep_prefetches(size_t n, size_t record)
{
    return n > SWEEP_PREFETCH_BYTES / record;
}

#endif
