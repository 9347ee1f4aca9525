/*
 * Where a file lies; see paths.h.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "paths.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/vfs.h>
#define PROC_FILE_SYSTEM 0x9fa0
#endif

/* The most links that lead from one to the next. */
#define LINKS 40

char *path_beside(const char *path, const char *name)
{
    const char *slash = name[0] == '/' ? NULL : strrchr(path, '/');
    size_t directory = slash ? (size_t)(slash - path) + 1 : 0;
    char *result = malloc(directory + strlen(name) + 1);
    if (result) {
        memcpy(result, path, directory);
        strcpy(result + directory, name);
    }
    return result;
}

/* Links in /proc stand for open files and not for paths, whatever text they show. */
static bool in_proc(const char *path)
{
#ifdef __linux__
    struct statfs status;
    char *folder = path_beside(path, ".");
    bool found = folder && statfs(folder, &status) == 0 && status.f_type == PROC_FILE_SYSTEM;
    free(folder);
    return found;
#else
    (void)path;
    return false;
#endif
}

char *path_follow(const char *path, bool *descriptor)
{
    char *at = strdup(path);
    *descriptor = false;
    for (int i = 0; at && i < LINKS; i++) {
        char link[4096];
        ssize_t length = readlink(at, link, sizeof link - 1);
        if (length < 0)
            return at;
        link[length] = 0;
        *descriptor = in_proc(at) && link[0] == '/';
        char *next = path_beside(at, link);
        free(at);
        at = next;
        if (*descriptor)
            return at;
    }
    if (at)
        errno = ELOOP;
    free(at);
    return NULL;
}
