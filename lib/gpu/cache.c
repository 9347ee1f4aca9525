/*
 * Compiled programs on disk (see cache.h). A file is: a magic word, the lengths of text and bytes, a checksum of both,
 * the text, the bytes.
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef _DEFAULT_SOURCE
#define _DEFAULT_SOURCE
#endif
#include "cache.h"
#include "../environment.h"

#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { PATH_ROOM = 1024, MOST_BYTES = 64 << 20 };

typedef struct file_head {
    char magic[8];
    uint64_t text_bytes, bytes, checksum;
} file_head;

static const char magic[8] = "sweep01";

/* FNV-1a, from `hash` on. */
static uint64_t hash_bytes(uint64_t hash, const void *bytes, size_t count)
{
    const unsigned char *at = bytes;
    for (size_t i = 0; i < count; i++)
        hash = (hash ^ at[i]) * 0x100000001b3u;
    return hash;
}

/* ---- the folder ------------------------------------------------------------------------------------------------ */

/* Where it should be. False: there is no place for it. */
static bool folder_path(char path[PATH_ROOM], const char **home_folder)
{
    const char *own = sweep_environment("SWEEP_CACHE_DIR"), *cache = sweep_environment("XDG_CACHE_HOME"),
               *home = sweep_environment("HOME");
    int length;
    if (own)
        length = snprintf(path, PATH_ROOM, "%s", own);
    else if (cache && cache[0] == '/')
        length = snprintf(path, PATH_ROOM, "%s/sweepsort", cache);
    else if (home && home[0] == '/')
        length = snprintf(path, PATH_ROOM, "%s/.cache/sweepsort", home);
    else
        return false;
    *home_folder = home && home[0] == '/' ? home : NULL;
    return length > 0 && length < PATH_ROOM;
}

/* Nobody else can have written it: it is this user's, and neither its group nor others may write. */
static bool is_own(const struct stat *status)
{
    return status->st_uid == geteuid() && (status->st_mode & (S_IWGRP | S_IWOTH)) == 0;
}

/* Whether a path is the folder `home` or lies in it, as the two are written. */
static bool is_within(const char *path, const char *home)
{
    size_t length = home ? strlen(home) : 0;
    while (length > 1 && home[length - 1] == '/')
        length--;
    return length > 1 && strncmp(path, home, length) == 0 && (path[length] == '/' || path[length] == 0);
}

/* One folder on the way, made in a place that may be trusted. Home itself, and all below it, must be this user's own:
   else root with another user's HOME would make folders there that this user can no more write. Above home, and
   outside, are places of the system. */
static bool pass_folder(const char *path, const char *home, bool last)
{
    struct stat status;
    bool checked = last || is_within(path, home);
    if (!home || !is_within(home, path)) /* home is not ours to make */
        (void)mkdir(path, 0700);
    return stat(path, &status) == 0 && S_ISDIR(status.st_mode) && (!checked || is_own(&status));
}

/* The folder, made if it is not there, and open; -1: there is none that can be trusted. */
static int open_folder(void)
{
    char path[PATH_ROOM];
    const char *home;
    struct stat status;
    if (!folder_path(path, &home))
        return -1;
    for (char *slash = path + 1; *slash; slash++) {
        if (*slash != '/')
            continue;
        *slash = 0;
        bool passed = pass_folder(path, home, false);
        *slash = '/';
        if (!passed)
            return -1;
    }
    if (!pass_folder(path, home, true))
        return -1;
    int folder = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (folder >= 0 && fstat(folder, &status) == 0 && is_own(&status))
        return folder;
    if (folder >= 0)
        close(folder);
    return -1;
}

/* ---- entries --------------------------------------------------------------------------------------------------- */

enum { NAME_ROOM = 48, PART_ROOM = NAME_ROOM + 16 };

static void entry_name(const char *text, char name[NAME_ROOM])
{
    snprintf(name, NAME_ROOM, "%016llx.bin", (unsigned long long)hash_bytes(0xcbf29ce484222325u, text, strlen(text)));
}

/* An entry that this user wrote, open; NULL: there is none. What else may have the name, such as a link or a pipe that
   nobody writes to, is neither followed nor waited for. */
static FILE *open_entry(const char *text)
{
    char name[NAME_ROOM];
    struct stat status;
    int folder = open_folder(), entry = -1;
    entry_name(text, name);
    if (folder >= 0) {
        entry = openat(folder, name, O_RDONLY | O_NONBLOCK | O_NOFOLLOW | O_CLOEXEC);
        close(folder);
    }
    if (entry < 0)
        return NULL;
    FILE *file = fstat(entry, &status) == 0 && S_ISREG(status.st_mode) && is_own(&status) ? fdopen(entry, "rb") : NULL;
    if (!file)
        close(entry);
    return file;
}

bool sweep_cache_load(const char *text, void **bytes, size_t *count)
{
    file_head head;
    size_t text_bytes = strlen(text);
    char *all = NULL;
    bool whole = false;
    FILE *file = open_entry(text);
    if (!file)
        return false;
    if (fread(&head, sizeof head, 1, file) == 1 && memcmp(head.magic, magic, sizeof magic) == 0 &&
        head.text_bytes == text_bytes && head.bytes <= MOST_BYTES) {
        size_t rest = (size_t)head.bytes + text_bytes;
        all = malloc(rest + 1);
        whole = all && fread(all, 1, rest + 1, file) == rest && memcmp(all, text, text_bytes) == 0 &&
                hash_bytes(0xcbf29ce484222325u, all, rest) == head.checksum;
    }
    fclose(file);
    if (whole) {
        *count = (size_t)head.bytes;
        memmove(all, all + text_bytes, *count);
        *bytes = all;
    } else {
        free(all);
    }
    return whole;
}

/* A new file in the folder, under the entry's name with a number behind it; -1: none can be made. A number that is
   taken is another process's, or another thread's. */
static int make_part(int folder, const char *name, char part[PART_ROOM])
{
    int made = -1;
    errno = EEXIST;
    for (unsigned i = 0; i < 100 && made < 0 && errno == EEXIST; i++) {
        snprintf(part, PART_ROOM, "%s.%u", name, (unsigned)getpid() + i);
        made = openat(folder, part, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
    }
    return made;
}

void sweep_cache_store(const char *text, const void *bytes, size_t count)
{
    char name[NAME_ROOM], part[PART_ROOM];
    size_t text_bytes = strlen(text);
    file_head head = {.text_bytes = text_bytes, .bytes = count};
    int folder = count <= MOST_BYTES ? open_folder() : -1;
    if (folder < 0)
        return;
    entry_name(text, name);
    memcpy(head.magic, magic, sizeof magic);
    head.checksum = hash_bytes(hash_bytes(0xcbf29ce484222325u, text, text_bytes), bytes, count);
    int made = make_part(folder, name, part);
    FILE *file = made >= 0 ? fdopen(made, "wb") : NULL;
    bool written = file && fwrite(&head, sizeof head, 1, file) == 1 &&
                   fwrite(text, 1, text_bytes, file) == text_bytes && fwrite(bytes, 1, count, file) == count;
    if (file)
        written = fclose(file) == 0 && written;
    else if (made >= 0)
        close(made);
    if (made >= 0 && (!written || renameat(folder, part, folder, name) != 0))
        unlinkat(folder, part, 0);
    close(folder);
}
