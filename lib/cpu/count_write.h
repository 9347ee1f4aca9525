/*
 * Counting sort: keys alone whose ties are bit-identical and which differ in few bits. How often each word occurs is
 * all there is to know of them; they are not moved but written anew, whatever their distribution.
 */
#ifndef SWEEP_CPU_COUNT_WRITE_H
#define SWEEP_CPU_COUNT_WRITE_H

#include "partition.h"

/* Writes the keys of p, in order, to p->keys_out, from p->counts: of each chunk, of a digit that holds all the lowest
   bits in which keys differ. By as many threads as there are chunks. p->keys may be p->keys_out. */
void sweep_count_write(const struct sweep_partition *p);

#endif
