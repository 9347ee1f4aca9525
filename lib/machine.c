/*
 * Usable cores: the affinity mask, cut by the CPU quota of the control groups.
 */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE /* sched_getaffinity */
#endif
#include "machine.h"

#include "quota.h"

#include <limits.h>
#include <stdatomic.h>
#include <unistd.h>

#ifdef __linux__
#include <sched.h>
#endif

static unsigned cores_of_mask(void)
{
#ifdef __linux__
    unsigned long mask[8192 / (8 * sizeof(unsigned long))];
    if (sched_getaffinity(0, sizeof mask, (cpu_set_t *)(void *)mask) == 0) {
        int cores = CPU_COUNT_S(sizeof mask, (cpu_set_t *)(void *)mask);
        if (cores > 0)
            return (unsigned)cores;
    }
#endif
    long online = sysconf(_SC_NPROCESSORS_ONLN);
    return online > 0 ? (unsigned)online : 1;
}

/* The quota, read once: it takes a dozen system calls. UINT_MAX: none. */
static unsigned cores_of_quota(void)
{
    static atomic_uint known; /* 0: not read yet */
    unsigned cores = atomic_load_explicit(&known, memory_order_relaxed);
    bool keep;

#ifdef SWEEP_TEST
    if (*sweep_quota_root != 0)
        cores = 0;
#endif
    if (cores != 0)
        return cores;
    cores = sweep_quota_cores(&keep);
    if (cores == 0)
        cores = UINT_MAX;
#ifdef SWEEP_TEST
    keep = keep && *sweep_quota_root == 0;
#endif
    if (keep)
        atomic_store_explicit(&known, cores, memory_order_relaxed);
    return cores;
}

unsigned sweep_machine_cores(void)
{
    unsigned cores = cores_of_mask(), quota = cores_of_quota();
    return cores < quota ? cores : quota;
}
