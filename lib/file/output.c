/*
 * Bytes that go out; see output.h.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "output.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "leftovers.h"
#include "progress.h"

/* Bytes of one write, and the most links that lead from one to the next. */
#define PIECE ((size_t)8 << 20)
#define LINKS 40

/* `name` in the directory of `path`, or `name` itself if it is absolute; malloc'ed, NULL without memory. */
static char *beside(const char *path, const char *name)
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

/* Follows links from the path to the place that a file has or will have; malloc'ed, NULL with errno set on failure. */
static char *follow_links(const char *path)
{
    char *at = strdup(path);
    for (int i = 0; at && i < LINKS; i++) {
        char link[4096];
        ssize_t length = readlink(at, link, sizeof link - 1);
        if (length < 0)
            return at;
        link[length] = 0;
        char *next = beside(at, link);
        free(at);
        at = next;
    }
    if (at)
        errno = ELOOP;
    free(at);
    return NULL;
}

/* Gives the new file what the one that it replaces has: owner, group, permissions. */
static void copy_permissions(int fd, const struct stat *old)
{
    mode_t mode = old->st_mode & 07777;
    struct stat new;
    if (fstat(fd, &new) == 0 && (new.st_uid != old->st_uid || new.st_gid != old->st_gid))
        if (fchown(fd, old->st_uid, old->st_gid) != 0 && fchown(fd, (uid_t)-1, old->st_gid) != 0)
            mode &= 0777;
    fchmod(fd, mode);
}

static bool open_temporary(struct output *output, const struct stat *old, struct failure *failure)
{
    output->temporary = beside(output->target, ".sweepsort-XXXXXX");
    if (!output->temporary)
        return fail(failure, "%s: not enough memory", output->name);
    leftovers_hold_signals();
    output->fd = mkstemp(output->temporary);
    int error = errno;
    if (output->fd >= 0)
        leftovers_add(output->temporary);
    leftovers_release_signals();
    if (output->fd < 0) {
        free(output->temporary);
        output->temporary = NULL;
        return fail(failure, "%s: no temporary file can be made beside it: %s", output->name, strerror(error));
    }
    if (old) {
        copy_permissions(output->fd, old);
    } else {
        mode_t mask = umask(0);
        umask(mask);
        fchmod(output->fd, 0666 & ~mask);
    }
    return true;
}

/* What is still open or unfinished goes away. */
static void forget(struct output *output)
{
    if (output->fd > STDERR_FILENO)
        close(output->fd);
    if (output->temporary) {
        unlink(output->temporary);
        leftovers_drop(output->temporary);
    }
    free(output->target);
    free(output->temporary);
    output->target = output->temporary = NULL;
    output->fd = -1;
}

bool output_open(struct output *output, const char *path, struct failure *failure)
{
    *output = (struct output){.name = path, .fd = -1};
    if (!path || strcmp(path, "-") == 0) {
        output->name = "standard output";
        output->fd = STDOUT_FILENO;
        return true;
    }
    struct stat old, followed;
    bool exists = stat(path, &old) == 0;
    if (!exists && errno != ENOENT)
        return fail(failure, "%s: %s", path, strerror(errno));
    if (exists && S_ISDIR(old.st_mode))
        return fail(failure, "%s: %s", path, strerror(EISDIR));
    bool regular = !exists || S_ISREG(old.st_mode);
    if (regular) {
        if (exists && access(path, W_OK) != 0)
            return fail(failure, "%s: %s", path, strerror(errno));
        if (!(output->target = follow_links(path)))
            return fail(failure, "%s: %s", path, strerror(errno));
        /* A descriptor's name, such as /dev/stdout, may lead to a file that has no name any more. */
        if (exists &&
            (stat(output->target, &followed) != 0 || followed.st_dev != old.st_dev || followed.st_ino != old.st_ino))
            regular = false;
    }
    bool opened = false;
    if (regular) {
        opened = open_temporary(output, exists ? &old : NULL, failure);
    } else {
        output->fd = open(path, O_WRONLY | O_TRUNC | O_NOCTTY | O_CLOEXEC);
        opened = output->fd >= 0 || fail(failure, "%s: %s", path, strerror(errno));
        free(output->target);
        output->target = NULL;
    }
    if (!opened)
        forget(output);
    return opened;
}

bool output_write(struct output *output, const void *bytes, size_t size, struct failure *failure)
{
    const char *at = bytes;
    while (size) {
        ssize_t went = write(output->fd, at, size < PIECE ? size : PIECE);
        if (went < 0 && errno == EINTR)
            continue;
        if (went < 0)
            return fail(failure, "%s: %s", output->name, strerror(errno));
        at += went;
        size -= (size_t)went;
        progress_advance((uint64_t)went);
    }
    return true;
}

static bool end_writing(struct output *output, struct failure *failure)
{
    int fd = output->fd;
    output->fd = -1;
    return close(fd) == 0 || errno == EINTR || fail(failure, "%s: %s", output->name, strerror(errno));
}

static bool take_place(struct output *output, struct failure *failure)
{
    if (!output->temporary)
        return true;
    if (rename(output->temporary, output->target) != 0)
        return fail(failure, "%s: %s", output->name, strerror(errno));
    leftovers_drop(output->temporary);
    free(output->temporary);
    output->temporary = NULL;
    return true;
}

/* What stands where an output will be, under a second name beside it, until the other output is in place too. */
struct kept {
    char *path; /* NULL: nothing is kept */
    int error;  /* why not; ENOENT: nothing stands there, so taking the new file away puts it back */
};

static struct kept keep_old(const struct output *output)
{
    struct kept kept = {malloc(strlen(output->temporary) + sizeof ".old"), ENOMEM};
    if (!kept.path)
        return kept;
    sprintf(kept.path, "%s.old", output->temporary);
    if (link(output->target, kept.path) != 0) {
        kept.error = errno;
        free(kept.path);
        kept.path = NULL;
    }
    return kept;
}

static bool put_back(const struct output *output, const struct kept *kept, int *error)
{
    errno = kept->error;
    bool fine =
        kept->path ? rename(kept->path, output->target) == 0 : kept->error == ENOENT && unlink(output->target) == 0;
    *error = errno;
    return fine;
}

/* What the message says of two files of which only the first could be replaced. */
static void tell_halves(const struct output *first, const struct output *second, const char *kept, int error,
                        struct failure *failure)
{
    size_t used = strlen(failure->message);
    snprintf(failure->message + used, sizeof failure->message - used,
             "; %s is replaced already and cannot be put back: %s; %s is as it was%s%s", first->name, strerror(error),
             second->name, kept ? "; what was in the first is in " : "", kept ? kept : "");
}

/* Two files take their places, one after the other, or neither does. */
static bool take_places(struct output *first, struct output *second, struct failure *failure)
{
    struct kept kept = keep_old(first);
    int error;
    bool first_fine = take_place(first, failure), fine = first_fine && take_place(second, failure);
    bool halves = first_fine && !fine && !put_back(first, &kept, &error);
    if (halves)
        tell_halves(first, second, kept.path, error, failure);
    else if (kept.path)
        unlink(kept.path);
    free(kept.path);
    return fine;
}

bool output_commit(struct output *output, struct failure *failure)
{
    bool fine = end_writing(output, failure);
    leftovers_outlast_signals();
    fine = fine && take_place(output, failure);
    forget(output);
    return fine;
}

bool output_commit_both(struct output *first, struct output *second, struct failure *failure)
{
    bool fine = end_writing(first, failure) && end_writing(second, failure);
    leftovers_outlast_signals();
    if (fine && first->temporary && second->temporary)
        fine = take_places(first, second, failure);
    else
        fine = fine && take_place(first, failure) && take_place(second, failure);
    forget(first);
    forget(second);
    return fine;
}

bool output_same(const struct output *a, const struct output *b)
{
    if (!a->target || !b->target)
        return a->fd == b->fd;
    const char *slash_a = strrchr(a->target, '/'), *slash_b = strrchr(b->target, '/');
    if (strcmp(slash_a ? slash_a + 1 : a->target, slash_b ? slash_b + 1 : b->target) != 0)
        return false;
    char *folder_a = beside(a->target, "."), *folder_b = beside(b->target, ".");
    struct stat of_a, of_b;
    bool same = folder_a && folder_b && stat(folder_a, &of_a) == 0 && stat(folder_b, &of_b) == 0 &&
                of_a.st_dev == of_b.st_dev && of_a.st_ino == of_b.st_ino;
    free(folder_a);
    free(folder_b);
    return same;
}
