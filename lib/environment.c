/*
 * The environment, where it may be trusted: the kernel says whether a program was started with rights that its caller
 * lacks, and the C library passes it on under a name of each system's own.
 */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE /* secure_getenv */
#endif
#ifdef __APPLE__
#define _DARWIN_C_SOURCE /* issetugid */
#endif
#include "environment.h"

#include <stdlib.h>
#include <unistd.h>

const char *sweep_environment(const char *name)
{
#if defined __linux__ && !defined __ANDROID__
    return secure_getenv(name);
#elif defined __APPLE__ || defined __FreeBSD__ || defined __NetBSD__ || defined __OpenBSD__ ||                         \
    defined __DragonFly__ || defined __sun
    return issetugid() ? NULL : getenv(name);
#else
    return getuid() != geteuid() || getgid() != getegid() ? NULL : getenv(name);
#endif
}
