/*
 * Heavy hitters: values that make up much of a bucket of keys alone whose ties are bit-identical. They are counted, and
 * not moved; the other keys are brought together and sorted on their own; then the hitters are written between them.
 */
#ifndef SWEEP_CPU_HEAVY_H
#define SWEEP_CPU_HEAVY_H

#include "choose.h"

struct sweep_heavy {
    const struct sweep_kernels *kernels;
    const sweep_transform *transform;
    size_t key_size;
    uint64_t words[SWEEP_HEAVY_MOST]; /* ordered words, ascending */
    size_t counts[SWEEP_HEAVY_MOST];
    unsigned number;
};

/* The hitters of a bucket of n >= 256 keys: those that a step names, and others that a larger sample shows. */
void sweep_heavy_find(struct sweep_heavy *heavy, const struct sweep_step *step, const void *keys, size_t n);

/* Counts them, and writes the other keys to `others`, in their order. Returns how many these are. */
size_t sweep_heavy_count(struct sweep_heavy *heavy, const void *keys, size_t n, void *others);

/* The first `other` of n keys are the others, sorted. Writes the hitters between them. */
void sweep_heavy_write(const struct sweep_heavy *heavy, void *keys, size_t n, size_t other);

#endif
