/*
 * The CPU quota of control groups, version 1 and 2.
 *
 * /proc/self/cgroup names the group of this process in each hierarchy, /proc/self/mountinfo where hierarchies are
 * mounted and which part of one a mount shows (a container sees the part from its own group down). The group's folder
 * is the mount point and what the group's path has below that part; every folder from there up to the mount point may
 * hold a quota, and the smallest counts. Formats: proc(5), cgroups(7), and the kernel's cgroup-v2 and sched-bwc
 * documents.
 *
 * Files are read without stdio, so that nothing is allocated.
 */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE /* strsep */
#endif
#include "quota.h"

#ifdef __linux__

#include "cancel.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#ifdef SWEEP_TEST
const char *sweep_quota_root = "";
#endif

/* The longest line and path that are understood: no path can be opened that is longer. */
enum { ROOM = 4096 };

/* ---- files ---- */

/* Opens a file; -1 where that fails, and *sure is false if it need not fail the next time. */
static int open_file(const char *path, bool *sure)
{
#ifdef SWEEP_TEST
    char below_root[2 * ROOM];
    snprintf(below_root, sizeof below_root, "%s%s", sweep_quota_root, path);
    path = below_root;
#endif
    int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0 && (errno == EMFILE || errno == ENFILE || errno == ENOMEM || errno == EINTR))
        *sure = false;
    return file;
}

struct lines {
    int file;
    size_t at, end;
    char block[512];
};

/* Reads the next line, without its end; false after the last one. A line that is too long becomes an empty one. */
static bool next_line(struct lines *in, char line[ROOM])
{
    size_t length = 0;
    bool any = false;

    for (;; length++) {
        if (in->at == in->end) {
            ssize_t got = read(in->file, in->block, sizeof in->block);
            in->at = 0;
            in->end = got > 0 ? (size_t)got : 0;
        }
        if (in->end == 0)
            break;
        char c = in->block[in->at++];
        any = true;
        if (c == '\n')
            break;
        if (length < ROOM)
            line[length] = c;
    }
    line[length < ROOM ? length : 0] = 0;
    return any;
}

/* Whether `word` is one of the words of a list with commas. */
static bool has_word(const char *list, const char *word)
{
    size_t length = strlen(word);

    for (; list != NULL; list = strchr(list, ',')) {
        list += *list == ',';
        if (strncmp(list, word, length) == 0 && (list[length] == ',' || list[length] == 0))
            return true;
    }
    return false;
}

/* ---- /proc/self/cgroup: "2:cpu,cpuacct:/a/b" for a hierarchy of version 1, "0::/a/b" for version 2 ---- */

/* The path of this process's group. */
static bool find_group(int version, char group[ROOM], bool *sure)
{
    struct lines in = {.file = open_file("/proc/self/cgroup", sure)};
    bool found = false;

    while (in.file >= 0 && !found && next_line(&in, group)) {
        char *rest = group;
        const char *number = strsep(&rest, ":"), *controllers = rest != NULL ? strsep(&rest, ":") : NULL;
        if (rest == NULL)
            continue;
        found = version == 1 ? has_word(controllers, "cpu") : strcmp(number, "0") == 0 && *controllers == 0;
        if (found)
            memmove(group, rest, strlen(rest) + 1);
    }
    if (in.file >= 0)
        close(in.file);
    return found;
}

/* ---- /proc/self/mountinfo: "ID PARENT DEVICE ROOT POINT OPTIONS [TAG...] - TYPE SOURCE SUPER-OPTIONS" ---- */

/* Turns \040 and its like back into characters. */
static char *plain(char *text)
{
    char *to = text;

    for (const char *from = text; *from != 0; to++) {
        bool octal = from[0] == '\\' && from[1] >= '0' && from[1] <= '3' && from[2] >= '0' && from[2] <= '7' &&
                     from[3] >= '0' && from[3] <= '7';
        *to = octal ? (char)((from[1] - '0') << 6 | (from[2] - '0') << 3 | (from[3] - '0')) : *from;
        from += octal ? 4 : 1;
    }
    *to = 0;
    return text;
}

/* Takes the line apart; whether it is a mount of the hierarchy that has the quotas. */
static bool read_mount(int version, char *line, const char **root, const char **point)
{
    char *field[6] = {NULL}, *rest = line;

    for (size_t i = 0; i < sizeof field / sizeof *field; i++)
        field[i] = strsep(&rest, " ");
    char *tag = strsep(&rest, " ");
    while (tag != NULL && strcmp(tag, "-") != 0)
        tag = strsep(&rest, " ");
    const char *type = strsep(&rest, " ");
    (void)strsep(&rest, " "); /* the source */
    if (rest == NULL)
        return false;
    *root = plain(field[3]);
    *point = plain(field[4]);
    return version == 1 ? strcmp(type, "cgroup") == 0 && has_word(rest, "cpu") : strcmp(type, "cgroup2") == 0;
}

/* What the group's path has below the part that a mount shows. A group that lies elsewhere, as where the mount comes
   from outside of the process's namespace, has nothing: then the mount point is all that can be seen. */
static const char *below(const char *group, const char *root)
{
    size_t length = strcmp(root, "/") == 0 ? 0 : strlen(root);

    if (strncmp(group, root, length) != 0 || (group[length] != 0 && group[length] != '/') ||
        strncmp(group + length, "/..", 3) == 0)
        return "";
    return group + length;
}

/* ---- quotas ---- */

static unsigned smaller_limit(unsigned a, unsigned b)
{
    return a == 0 ? b : b == 0 ? a : a < b ? a : b;
}

/* Whole cores, at least 1; 0 for no limit: "max" in version 2, -1 in version 1. */
static unsigned whole_cores(const char *quota, const char *period)
{
    long long q = strtoll(quota, NULL, 10), p = strtoll(period, NULL, 10);

    if (q <= 0 || p <= 0)
        return 0;
    return q < p ? 1 : q / p < UINT_MAX ? (unsigned)(q / p) : UINT_MAX;
}

/* Reads the first line of a file in the folder path[0 .. length). */
static bool read_limit(char *path, size_t length, const char *name, char limit[64], bool *sure)
{
    strcpy(path + length, name);
    int file = open_file(path, sure);
    path[length] = 0;
    if (file < 0)
        return false;
    ssize_t got = read(file, limit, 63);
    close(file);
    limit[got > 0 ? got : 0] = 0;
    return got > 0;
}

static unsigned quota_of_folder(int version, char *path, size_t length, bool *sure)
{
    char quota[64], period[64];

    if (version == 1)
        return read_limit(path, length, "/cpu.cfs_quota_us", quota, sure) &&
                       read_limit(path, length, "/cpu.cfs_period_us", period, sure)
                   ? whole_cores(quota, period)
                   : 0;
    if (!read_limit(path, length, "/cpu.max", quota, sure)) /* "150000 100000" */
        return 0;
    const char *space = strchr(quota, ' ');
    return space != NULL ? whole_cores(quota, space) : 0;
}

/* The smallest quota from the group's folder up to the mount point. */
static unsigned quota_below(int version, const char *point, const char *rest, bool *sure)
{
    char path[ROOM + 32];
    size_t top = strlen(point), length = top + strlen(rest);
    unsigned cores = 0;

    if (length >= ROOM)
        return 0;
    memcpy(path, point, top);
    memcpy(path + top, rest, length - top);
    for (;;) {
        cores = smaller_limit(cores, quota_of_folder(version, path, length, sure));
        if (length == top)
            return cores;
        while (length > top && path[--length] != '/')
            ;
    }
}

static unsigned quota_of_version(int version, bool *sure)
{
    char group[ROOM], line[ROOM];
    const char *root, *point;
    unsigned cores = 0;

    if (!find_group(version, group, sure))
        return 0;
    struct lines in = {.file = open_file("/proc/self/mountinfo", sure)};
    while (in.file >= 0 && next_line(&in, line))
        if (read_mount(version, line, &root, &point))
            cores = smaller_limit(cores, quota_below(version, point, below(group, root), sure));
    if (in.file >= 0)
        close(in.file);
    return cores;
}

unsigned sweep_quota_cores(bool *sure)
{
    SWEEP_HOLD_CANCELLATION; /* files are read */

    *sure = true;
    return smaller_limit(quota_of_version(1, sure), quota_of_version(2, sure));
}

#else

#ifdef SWEEP_TEST
const char *sweep_quota_root = "";
#endif

unsigned sweep_quota_cores(bool *sure)
{
    *sure = true;
    return 0;
}

#endif
