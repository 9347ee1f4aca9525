/*
 * The verb sort over a system whose calls fail, do half of what they should, or are followed by a signal.
 *
 * In: the command line of sort, and in the environment a letter for each call of a kind, in their order; where there is
 * none the call is done as it should:
 *   SPOILED_RENAMES  't' it is done and TERM comes at once, 'p' the same through another thread, 'e' it fails with EIO,
 *                    'b' with EBUSY, as at a mount point
 *   SPOILED_OPENS    of new files: 't' it is done and TERM comes at once
 *   SPOILED_WRITES   's' one byte is written, 'i' EINTR, 'e' it fails with ENOSPC
 *   SPOILED_CLOSES   of files that were written: 'e' it is closed, but what was written is lost: EIO; 'i' EINTR
 *   SPOILED_ATTRIBUTES  'e' it fails with ENOSPC. An access control list that comes when others than the owner have
 *                    rights already comes too late: the program ends
 *   SPOILED_LINKS    if it is set all links fail
 * Out: as sort. Used by both.sh and spoiled.sh.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "spoiled_sort.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/xattr.h>
#endif

#include "errors.h"
#include "leftovers.h"
#include "verbs.h"

/* What is to become of this call. */
static char next(const char *variable, size_t *calls)
{
    const char *how = getenv(variable);
    return how != NULL && *calls < strlen(how) ? how[(*calls)++] : '.';
}

static void *terminate(void *nothing)
{
    raise(SIGTERM);
    return nothing;
}

int spoiled_rename(const char *from, const char *to)
{
    static size_t calls;
    char now = next("SPOILED_RENAMES", &calls);
    if (now == 'e' || now == 'b') {
        errno = now == 'e' ? EIO : EBUSY;
        return -1;
    }
    int result = rename(from, to);
    if (now == 't') {
        terminate(NULL);
    } else if (now == 'p') {
        pthread_t other;
        if (pthread_create(&other, NULL, terminate, NULL) != 0 || pthread_join(other, NULL) != 0) {
            die("no thread can be made");
        }
    }
    return result;
}

int spoiled_link(const char *from, const char *to)
{
    if (getenv("SPOILED_LINKS") != NULL) {
        errno = EPERM;
        return -1;
    }
    return link(from, to);
}

int spoiled_open(const char *path, int flags, ...)
{
    static size_t calls;
    va_list rest;
    va_start(rest, flags);
    unsigned mode = flags & O_CREAT ? va_arg(rest, unsigned) : 0;
    va_end(rest);
    int fd = open(path, flags, (mode_t)mode), error = errno;
    if (flags & O_CREAT && next("SPOILED_OPENS", &calls) == 't') {
        terminate(NULL);
    }
    errno = error;
    return fd;
}

ssize_t spoiled_write(int fd, const void *bytes, size_t size)
{
    static size_t calls;
    switch (next("SPOILED_WRITES", &calls)) {
    case 's': return write(fd, bytes, 1);
    case 'i': errno = EINTR; return -1;
    case 'e': errno = ENOSPC; return -1;
    default: return write(fd, bytes, size);
    }
}

int spoiled_close(int fd)
{
    static size_t calls;
    char now = (fcntl(fd, F_GETFL) & O_ACCMODE) == O_WRONLY ? next("SPOILED_CLOSES", &calls) : '.';
    int result = close(fd);
    if (now == 'e' || now == 'i') {
        errno = now == 'e' ? EIO : EINTR;
        return -1;
    }
    return result;
}

#ifdef __linux__
int spoiled_fsetxattr(int fd, const char *name, const void *value, size_t size, int flags)
{
    static size_t calls;
    struct stat status;
    if (strcmp(name, "system.posix_acl_access") == 0 && (fstat(fd, &status) != 0 || status.st_mode & 077)) {
        die("the access control list comes too late");
    }
    if (next("SPOILED_ATTRIBUTES", &calls) == 'e') {
        errno = ENOSPC;
        return -1;
    }
    return fsetxattr(fd, name, value, size, flags);
}
#endif

int main(int argc, char **argv)
{
    leftovers_catch_signals();
    name_verb("sort");
    return sort_verb.run(argc - 1, argv + 1);
}
