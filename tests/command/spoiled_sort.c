/*
 * The verb sort over a system whose renames fail, or are followed by a signal.
 *
 * In: the command line of sort, and in the environment SPOILED_RENAMES, a letter for each rename: 't' it is done and
 * TERM comes at once, 'p' the same through another thread, 'e' it fails, any other it is done; SPOILED_LINKS: links
 * fail. Out: as sort. Used by both.sh.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "errors.h"
#include "leftovers.h"
#include "verbs.h"

int spoiled_rename(const char *from, const char *to);
int spoiled_link(const char *from, const char *to);

static void *terminate(void *nothing)
{
    raise(SIGTERM);
    return nothing;
}

int spoiled_rename(const char *from, const char *to)
{
    static size_t calls;
    const char *how = getenv("SPOILED_RENAMES");
    char now = how != NULL && calls < strlen(how) ? how[calls] : '.';
    calls++;
    if (now == 'e') {
        errno = EIO;
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

int main(int argc, char **argv)
{
    leftovers_catch_signals();
    name_verb("sort");
    return sort_verb.run(argc - 1, argv + 1);
}
