/* What the library's workspaces ask of <unistd.h>: one process, pages of 64 KiB. */
#ifndef SWEEP_JS_UNISTD_H
#define SWEEP_JS_UNISTD_H

enum { _SC_PAGESIZE };

static inline int getpid(void)
{
    return 1;
}

static inline long sysconf(int name)
{
    (void)name;
    return 65536;
}

#endif
