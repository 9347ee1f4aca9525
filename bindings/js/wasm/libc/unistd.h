/* What the library's workspaces ask of <unistd.h>: pages of 64 KiB. */
#ifndef SWEEP_JS_UNISTD_H
#define SWEEP_JS_UNISTD_H

enum { _SC_PAGESIZE };

static inline long sysconf(int name)
{
    (void)name;
    return 65536;
}

#endif
