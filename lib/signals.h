/*
 * The signals of a thread that the program does not know of: a worker, the printer of progress.
 */
#ifndef SWEEP_SIGNALS_H
#define SWEEP_SIGNALS_H

#include <signal.h>

/* What such a thread blocks: every signal that can as well be handled on a thread of the program, so that its handlers
   find the program's own work under them. Open stay the faults of what the thread itself does: the kernel ends a
   process that blocks one, whereas the program may have a handler that mends it (a write barrier over the pages of an
   array, a mapped file that was cut short). */
static inline void sweep_signals_of_worker(sigset_t *blocked)
{
    sigfillset(blocked);
    sigdelset(blocked, SIGSEGV);
    sigdelset(blocked, SIGBUS);
    sigdelset(blocked, SIGFPE);
    sigdelset(blocked, SIGILL);
    sigdelset(blocked, SIGTRAP);
    sigdelset(blocked, SIGSYS);
}

#endif
