/* What the library's workspaces ask of <pthread.h>: something done once, and word of forks, of which there are none. An
   instance's calls come one after another. */
#ifndef SWEEP_JS_PTHREAD_H
#define SWEEP_JS_PTHREAD_H

typedef int pthread_once_t;
#define PTHREAD_ONCE_INIT 0

static inline int pthread_once(pthread_once_t *once, void (*run)(void))
{
    if (*once == 0) {
        *once = 1;
        run();
    }
    return 0;
}

static inline int pthread_atfork(void (*prepare)(void), void (*parent)(void), void (*child)(void))
{
    (void)prepare;
    (void)parent;
    (void)child;
    return 0;
}

#endif
