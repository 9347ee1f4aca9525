/*
 * Cancellation of the calling thread, held off.
 *
 * A thread that another one cancels (pthread_cancel) ends at its next cancellation point: a wait, a read, and whatever
 * such calls a program's hook makes. Inside a sort it would leave workers that write to arrays nobody holds any more, a
 * workspace that stays busy, a lock that stays locked. So every call that can be a cancellation point stands in a block
 * that holds cancellation off; what was asked meanwhile takes effect at the thread's first cancellation point after the
 * sort. A sort without threads, hooks and devices makes no such call, and pays nothing.
 */
#ifndef SWEEP_CANCEL_H
#define SWEEP_CANCEL_H

#include <pthread.h>

#ifdef PTHREAD_CANCEL_DISABLE

static inline int sweep_cancel_hold(void)
{
    int before;
    return pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &before) == 0 ? before : PTHREAD_CANCEL_DISABLE;
}

static inline void sweep_cancel_restore(const int *before)
{
    int held;
    (void)pthread_setcancelstate(*before, &held);
}

/* A declaration: holds cancellation off from here to the end of the block, by whichever way it ends. */
#define SWEEP_HOLD_CANCELLATION                                                                                        \
    const int cancellation_before __attribute__((cleanup(sweep_cancel_restore), unused)) = sweep_cancel_hold()

#else /* a system whose threads cannot be cancelled */

#define SWEEP_HOLD_CANCELLATION _Static_assert(1, "nothing to hold off")

#endif

#endif
