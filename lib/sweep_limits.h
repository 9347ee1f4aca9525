/*
 * Limits that a test build (SWEEP_TEST) may set small, so that what happens past them is tested with few keys.
 * Elsewhere they are constants.
 */
#ifndef SWEEP_LIMITS_H
#define SWEEP_LIMITS_H

#include <stdint.h>

struct sweep_limits {
    uint64_t histogram_chunk; /* keys counted with narrow counters before these are added to the size_t counts: below 2^16 */
    uint64_t index32;         /* most keys that 4-byte indices can name */
};

#define SWEEP_LIMITS_DEFAULT                                                                                           \
    {                                                                                                                  \
        UINT64_C(1) << 15, UINT64_C(1) << 32                                                                           \
    }

#ifdef SWEEP_TEST
extern struct sweep_limits sweep_limits; /* in plan.c */
#else
static const struct sweep_limits sweep_limits = SWEEP_LIMITS_DEFAULT;
#endif

#endif
