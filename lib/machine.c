/*
 * Usable cores: the affinity mask, cut by the CPU quota of the control group (version 2, and version 1 where it is
 * mounted at the usual place). Files are read without stdio, so that nothing is allocated.
 */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE /* sched_getaffinity */
#endif
#include "machine.h"

#include <fcntl.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#ifdef __linux__
#include <sched.h>

/* Reads a small file into text, zero-terminated; false where that fails. */
static bool read_text(const char *path, char *text, size_t size)
{
    int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0)
        return false;
    ssize_t length = read(file, text, size - 1);
    close(file);
    if (length < 0)
        return false;
    text[length] = 0;
    return true;
}

/* quota / period rounded up, at least 1; 0 for "no limit". */
static unsigned cores_of_quota(const char *quota, const char *period)
{
    long long q = strtoll(quota, NULL, 10), p = strtoll(period, NULL, 10);
    return q <= 0 || p <= 0 ? 0 : (unsigned)((q + p - 1) / p);
}

static unsigned smaller_limit(unsigned a, unsigned b)
{
    return a == 0 ? b : b == 0 ? a : a < b ? a : b;
}

/* The tightest cpu.max from this process's group up to the root, as cores; 0 for none. */
static unsigned quota_of_groups(void)
{
    char text[4096], path[4096 + 32], limit[64];
    unsigned cores = 0;
    const char *group = NULL;

    if (read_text("/proc/self/cgroup", text, sizeof text))
        group = strncmp(text, "0::", 3) == 0 ? text : strstr(text, "\n0::");
    if (group != NULL) {
        group = strchr(group, '/');
        char *end = group != NULL ? strchr(group, '\n') : NULL;
        if (end != NULL)
            *end = 0;
    }
    for (size_t length = group != NULL ? strlen(group) : 0;;) {
        snprintf(path, sizeof path, "/sys/fs/cgroup%.*s/cpu.max", (int)length, group != NULL ? group : "");
        if (read_text(path, limit, sizeof limit)) {
            const char *period = strchr(limit, ' ');
            if (period != NULL)
                cores = smaller_limit(cores, cores_of_quota(limit, period)); /* "max" reads as 0: no limit */
        }
        if (length == 0)
            break;
        while (length > 0 && group[--length] != '/')
            ;
    }
    char period[64];
    if (read_text("/sys/fs/cgroup/cpu/cpu.cfs_quota_us", limit, sizeof limit) &&
        read_text("/sys/fs/cgroup/cpu/cpu.cfs_period_us", period, sizeof period))
        cores = smaller_limit(cores, cores_of_quota(limit, period));
    return cores;
}

unsigned sweep_machine_cores(void)
{
    static atomic_uint quota_cores; /* 0: not read yet; UINT_MAX: no quota */
    unsigned quota = atomic_load_explicit(&quota_cores, memory_order_relaxed);
    if (quota == 0) {
        quota = quota_of_groups();
        if (quota == 0)
            quota = ~0u;
        atomic_store_explicit(&quota_cores, quota, memory_order_relaxed);
    }

    unsigned long mask[8192 / (8 * sizeof(unsigned long))];
    unsigned cores = 0;
    if (sched_getaffinity(0, sizeof mask, (cpu_set_t *)(void *)mask) == 0)
        cores = (unsigned)CPU_COUNT_S(sizeof mask, (cpu_set_t *)(void *)mask);
    if (cores == 0) {
        long online = sysconf(_SC_NPROCESSORS_ONLN);
        cores = online > 0 ? (unsigned)online : 1;
    }
    return cores < quota ? cores : quota;
}

#else

unsigned sweep_machine_cores(void)
{
    long online = sysconf(_SC_NPROCESSORS_ONLN);
    return online > 0 ? (unsigned)online : 1;
}

#endif
