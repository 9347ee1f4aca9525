/*
 * LSD: least significant digit first. One counting read of all digits; then, for each digit that keys differ in, a
 * partition of all keys (partition.h).
 *
 * With one chunk the counts of the first read hold for every sweep, since a sweep only moves keys. With more, each
 * sweep but the first counts its digit anew, because the keys of a chunk have changed.
 *
 * Keys of 1 and 2 bytes whose equals are alike need not move: one digit is the whole key, and what was counted is
 * written.
 */
#include "buffers.h"
#include "count.h"
#include "count_write.h"

void sweep_run_lsd(const struct sweep_job *job)
{
    const struct sweep_blueprint *b = job->blueprint;
    struct sweep_count count;
    sweep_count_all(job, &count);
    struct sweep_partition p = count.p;

    if (b->plan.counting) {
        p.digit = b->plan.sweeps[0];
        p.keys_out = job->keys_out;
        sweep_count_write(&p);
        return;
    }
    p.prefetch = sweep_prefetches(p.n, p.key_size + p.value_size);
    for (unsigned i = 0; i < count.sweeps; i++) {
        const struct sweep_route route = sweep_route_of(job, count.sweeps, i);
        size_t largest;
        p.digit = count.digits[i];
        p.keys = route.keys;
        p.values = route.values;
        p.keys_out = route.keys_out;
        p.values_out = route.values_out;
        p.counts = count.p.counts + (size_t)count.source[i] * b->radix;
        if (i > 0 && p.chunks > 1)
            sweep_partition_count(&p, &p.digit, 1, (size_t)1 << p.digit.bits);
        sweep_partition_scan(&p, &largest);
        sweep_partition_scatter(&p);
    }
    sweep_finish(job, count.sweeps);
}
