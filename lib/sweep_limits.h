/*
 * Limits that a test build (SWEEP_TEST) may set small, so that what happens past them is tested with few keys.
 * Elsewhere they are constants.
 */
#ifndef SWEEP_LIMITS_H
#define SWEEP_LIMITS_H

#include <stdint.h>

struct sweep_limits {
    uint64_t histogram_chunk; /* keys counted with 32-bit counters before these are added to the size_t counts */
    uint64_t index32;         /* most keys that 4-byte indices can name */
};

#define SWEEP_LIMITS_DEFAULT                                                                                           \
    {                                                                                                                  \
        UINT64_C(1) << 15, UINT64_C(1) << 32                                                                           \
    }

#ifdef SWEEP_TEST
#include <stdatomic.h>
extern struct sweep_limits sweep_limits; /* in plan.c */
extern atomic_ullong sweep_keys_touched; /* keys that HYBRID looked at, counted, moved or sorted in leaves (hybrid.c) */
#else
static const struct sweep_limits sweep_limits = SWEEP_LIMITS_DEFAULT;
#endif

#endif
