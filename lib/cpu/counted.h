/*
 * Sorting keys of a narrow range by counting each of its words.
 */
#ifndef SWEEP_CPU_COUNTED_H
#define SWEEP_CPU_COUNTED_H

#include "job.h"

/* Sorts the keys of a job from job->keys to job->keys_out, if all bits in which they differ lie below `bits` or one
   above, equal keys have equal bits, and room (of room_bytes, for tables of counts) suffices; false, and nothing done,
   if not. Keys alone, of 4 or 8 bytes, the whole key compared. `plain`: the kernels for keys without rules. */
bool sweep_sort_counted(const struct sweep_job *job, const struct sweep_kernels *plain, unsigned bits, void *room,
                        size_t room_bytes);

#endif
