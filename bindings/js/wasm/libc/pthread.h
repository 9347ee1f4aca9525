/* What the library's workspaces ask of <pthread.h>: word of forks, of which there are none. */
#ifndef SWEEP_JS_PTHREAD_H
#define SWEEP_JS_PTHREAD_H

static inline int pthread_atfork(void (*prepare)(void), void (*parent)(void), void (*child)(void))
{
    (void)prepare;
    (void)parent;
    (void)child;
    return 0;
}

#endif
