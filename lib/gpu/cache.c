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

/* The directory, made if it is not there. False: there is none to use. */
static bool directory(char path[PATH_ROOM])
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
    if (length <= 0 || length > PATH_ROOM - 64)
        return false;
    for (char *slash = path + 1; *slash; slash++) { /* every directory on the way */
        if (*slash != '/')
            continue;
        *slash = 0;
        (void)mkdir(path, 0700);
        *slash = '/';
    }
    return mkdir(path, 0700) == 0 || errno == EEXIST;
}

static bool file_name(const char *text, char path[PATH_ROOM])
{
    if (!directory(path))
        return false;
    size_t used = strlen(path);
    snprintf(path + used, PATH_ROOM - used, "/%016llx.bin",
             (unsigned long long)hash_bytes(0xcbf29ce484222325u, text, strlen(text)));
    return true;
}

bool sweep_cache_load(const char *text, void **bytes, size_t *count)
{
    char path[PATH_ROOM];
    file_head head;
    struct stat status;
    size_t text_bytes = strlen(text);
    char *all = NULL;
    bool whole = false;
    if (!file_name(text, path))
        return false;
    int descriptor = open(path, O_RDONLY | O_CLOEXEC);
    if (descriptor < 0)
        return false;
    FILE *file = fdopen(descriptor, "rb");
    if (!file) {
        close(descriptor);
        return false;
    }
    /* Only what this user (or the system) wrote: the bytes will run on the device. */
    if (fstat(descriptor, &status) == 0 && (status.st_uid == geteuid() || status.st_uid == 0) &&
        fread(&head, sizeof head, 1, file) == 1 && memcmp(head.magic, magic, sizeof magic) == 0 &&
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

void sweep_cache_store(const char *text, const void *bytes, size_t count)
{
    char path[PATH_ROOM], part[PATH_ROOM + 32];
    size_t text_bytes = strlen(text);
    file_head head = {.text_bytes = text_bytes, .bytes = count};
    if (count > MOST_BYTES || !file_name(text, path))
        return;
    memcpy(head.magic, magic, sizeof magic);
    head.checksum = hash_bytes(hash_bytes(0xcbf29ce484222325u, text, text_bytes), bytes, count);
    snprintf(part, sizeof part, "%s.XXXXXX", path);
    int descriptor = mkstemp(part);
    if (descriptor < 0)
        return;
    FILE *file = fdopen(descriptor, "wb");
    if (!file) {
        close(descriptor);
        unlink(part);
        return;
    }
    bool written = fwrite(&head, sizeof head, 1, file) == 1 && fwrite(text, 1, text_bytes, file) == text_bytes &&
                   fwrite(bytes, 1, count, file) == count;
    written = fclose(file) == 0 && written;
    if (!written || rename(part, path) != 0)
        unlink(part);
}
