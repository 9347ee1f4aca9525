/* sched_yield(): WebAssembly has nobody to yield to. */
#ifndef SWEEP_JS_SCHED_H
#define SWEEP_JS_SCHED_H

static inline int sched_yield(void)
{
    return 0;
}

#endif
