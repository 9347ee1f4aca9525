/*
 * Bytes that go out; see output.h.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "output.h"

#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "../environment.h"
#include "leftovers.h"
#include "paths.h"
#include "progress.h"
#include "rights.h"

/* Bytes of one write. */
#define PIECE ((size_t)8 << 20)

/* The name of temporary files; the letters are drawn by chance. */
#define TEMPORARY ".sweepsort-XXXXXX"
#define LETTERS 6

/* ---- temporary files ----------------------------------------------------------------------------------------- */

/* Names need not be secret: a file is only made where none is. */
static void draw_letters(char letters[LETTERS])
{
    static const char all[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";
    static uint64_t state;
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    state += 0x9e3779b97f4a7c15u + ((uint64_t)now.tv_sec << 32) + ((uint64_t)now.tv_nsec << 16) + (uint64_t)getpid();
    uint64_t bits = (state ^ state >> 30) * 0xbf58476d1ce4e5b9u;
    bits ^= bits >> 31;
    for (int i = 0; i < LETTERS; i++, bits /= sizeof all - 1)
        letters[i] = all[bits % (sizeof all - 1)];
}

/* A new file of that mode in the folder of `path`, open for writing and listed in leftovers.h; errno is set on failure.
 */
static bool make_temporary(struct output *output, const char *path, mode_t mode)
{
    output->temporary = path_beside(path, TEMPORARY);
    if (!output->temporary)
        return false;
    char *letters = output->temporary + strlen(output->temporary) - LETTERS;
    leftovers_hold_signals();
    for (int tries = 0; tries < 100; tries++) {
        draw_letters(letters);
        output->fd = open(output->temporary, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, mode);
        if (output->fd >= 0 || errno != EEXIST)
            break;
    }
    int error = errno;
    if (output->fd >= 0)
        leftovers_add(output->temporary);
    leftovers_release_signals();
    if (output->fd >= 0)
        return true;
    free(output->temporary);
    output->temporary = NULL;
    errno = error;
    return false;
}

/* The temporary file is forgotten; it has another name, or it stays on purpose. */
static void release_temporary(struct output *output)
{
    leftovers_drop(output->temporary);
    free(output->temporary);
    output->temporary = NULL;
}

static void remove_temporary(struct output *output)
{
    if (output->fd > STDERR_FILENO)
        close(output->fd);
    output->fd = -1;
    unlink(output->temporary);
    release_temporary(output);
}

/* Where temporary files go if the output's own folder takes none; ends in a slash. */
static void temporary_folder(char folder[4096])
{
    const char *named = sweep_environment("TMPDIR");
    int length = snprintf(folder, 4096, "%s/", named && *named ? named : "/tmp");
    if (length < 0 || length >= 4096)
        strcpy(folder, "/tmp/");
}

/* ---- opening ------------------------------------------------------------------------------------------------- */

/* What is still open or unfinished goes away. */
static void forget(struct output *output)
{
    if (output->temporary)
        remove_temporary(output);
    if (output->fd > STDERR_FILENO)
        close(output->fd);
    if (output->into >= 0)
        close(output->into);
    free(output->target);
    output->target = NULL;
    output->fd = output->into = -1;
}

static bool open_as_it_is(struct output *output, struct failure *failure)
{
    output->fd = open(output->name, O_WRONLY | O_TRUNC | O_NOCTTY | O_CLOEXEC);
    return output->fd >= 0 || fail(failure, "%s: %s", output->name, strerror(errno));
}

/* The kernel gives it the rights of a new file: by the umask, or by the folder's default access control list. */
static bool open_new(struct output *output, struct failure *failure)
{
    bool descriptor;
    output->target = path_follow(output->name, &descriptor);
    if (!output->target)
        return fail(failure, "%s: %s", output->name, strerror(errno));
    return make_temporary(output, output->target, 0666) ||
           fail(failure, "%s: no temporary file can be made beside it: %s", output->name, strerror(errno));
}

/* Whether a temporary file can take the place of the one that is open as `into`: it is made, and has its rights. */
static bool can_be_replaced(struct output *output)
{
    struct stat old, found;
    if (fstat(output->into, &old) != 0 || old.st_nlink != 1 || stat(output->target, &found) != 0 ||
        found.st_dev != old.st_dev || found.st_ino != old.st_ino || !make_temporary(output, output->target, 0600))
        return false;
    if (rights_copy(output->into, output->fd))
        return true;
    remove_temporary(output);
    return false;
}

static bool open_existing(struct output *output, struct failure *failure)
{
    bool descriptor;
    char folder[4096];
    output->into = open(output->name, O_WRONLY | O_NOCTTY | O_CLOEXEC);
    if (output->into < 0 || !(output->target = path_follow(output->name, &descriptor)))
        return fail(failure, "%s: %s", output->name, strerror(errno));
    if (!descriptor && can_be_replaced(output))
        return true;
    output->overwritten = true;
    if (make_temporary(output, output->target, 0600))
        return true;
    int error = errno;
    temporary_folder(folder);
    return make_temporary(output, folder, 0600) ||
           fail(failure, "%s: no temporary file can be made beside it (%s) or in %s (%s)", output->name,
                strerror(error), folder, strerror(errno));
}

bool output_open(struct output *output, const char *path, struct failure *failure)
{
    *output = (struct output){.name = path, .fd = -1, .into = -1};
    if (!path || strcmp(path, "-") == 0) {
        output->name = "standard output";
        output->fd = STDOUT_FILENO;
        return true;
    }
    struct stat old;
    bool exists = stat(path, &old) == 0;
    if (!exists && errno != ENOENT)
        return fail(failure, "%s: %s", path, strerror(errno));
    if (exists && S_ISDIR(old.st_mode))
        return fail(failure, "%s: %s", path, strerror(EISDIR));
    bool opened = !exists                ? open_new(output, failure)
                  : S_ISREG(old.st_mode) ? open_existing(output, failure)
                                         : open_as_it_is(output, failure);
    if (!opened)
        forget(output);
    return opened;
}

/* ---- writing ------------------------------------------------------------------------------------------------- */

/* False with errno set. */
static bool write_all(int fd, const char *at, size_t size)
{
    while (size) {
        ssize_t went = write(fd, at, size < PIECE ? size : PIECE);
        if (went < 0 && errno == EINTR)
            continue;
        if (went < 0)
            return false;
        at += went;
        size -= (size_t)went;
        progress_advance((uint64_t)went);
    }
    return true;
}

bool output_write(struct output *output, const void *bytes, size_t size, struct failure *failure)
{
    return write_all(output->fd, bytes, size) || fail(failure, "%s: %s", output->name, strerror(errno));
}

static bool end_writing(struct output *output, struct failure *failure)
{
    int fd = output->fd;
    output->fd = -1;
    return close(fd) == 0 || errno == EINTR || fail(failure, "%s: %s", output->name, strerror(errno));
}

/* ---- taking a place ------------------------------------------------------------------------------------------ */

/* The bytes of `from` become the whole content of `into`; false with errno set. */
static bool copy_content(int from, int into)
{
    char *block = malloc(PIECE);
    off_t size = 0;
    ssize_t came = -1;
    while (block && (came = read(from, block, PIECE)) != 0) {
        if (came < 0 && errno == EINTR)
            continue;
        if (came < 0 || !write_all(into, block, (size_t)came))
            break;
        size += came;
    }
    bool fine = block && came == 0 && ftruncate(into, size) == 0;
    int error = errno;
    free(block);
    errno = error;
    return fine;
}

/* The temporary file, which is whole, becomes the content of the file. If that fails half way nothing else holds the
   result, so it stays. */
static bool overwrite(struct output *output, struct failure *failure)
{
    int from = open(output->temporary, O_RDONLY | O_CLOEXEC);
    bool fine = from >= 0 && copy_content(from, output->into);
    int error = errno;
    if (from >= 0)
        close(from);
    if (close(output->into) != 0 && errno != EINTR && fine) {
        error = errno;
        fine = false;
    }
    output->into = -1;
    if (fine)
        return true;
    fail(failure, "%s: %s; it may be half overwritten, the whole result is in %s", output->name, strerror(error),
         output->temporary);
    release_temporary(output);
    return false;
}

/* Whether a rename failed because of where the file is: it is a mount point, or its folder protects it. */
static bool is_fixed(int error)
{
    return error == EBUSY || error == EXDEV || error == EPERM || error == EACCES || error == EROFS;
}

static bool take_place(struct output *output, struct failure *failure)
{
    if (!output->temporary)
        return true;
    if (!output->overwritten && rename(output->temporary, output->target) == 0) {
        release_temporary(output);
        return true;
    }
    if (!output->overwritten && (output->into < 0 || !is_fixed(errno)))
        return fail(failure, "%s: %s", output->name, strerror(errno));
    output->overwritten = true;
    return overwrite(output, failure);
}

/* What stands where an output will be, under a second name beside it, until the other output is in place too. */
struct kept {
    char *path; /* NULL: nothing is kept */
    int error;  /* why not; 0: it will be overwritten; ENOENT: nothing stands there, so taking the new file away puts
                   it back */
};

static struct kept keep_old(const struct output *output)
{
    if (output->overwritten)
        return (struct kept){NULL, 0};
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

/* A file that was overwritten cannot be put back: *error is 0. */
static bool put_back(const struct output *output, struct kept *kept, int *error)
{
    if (output->overwritten) {
        if (kept->path)
            unlink(kept->path); /* by now another name of the new content */
        free(kept->path);
        kept->path = NULL;
        *error = 0;
        return false;
    }
    errno = kept->error;
    bool fine =
        kept->path ? rename(kept->path, output->target) == 0 : kept->error == ENOENT && unlink(output->target) == 0;
    *error = errno;
    return fine;
}

/* What the message says of two files of which only the first could take its place. */
static void tell_halves(const struct output *first, const struct output *second, const char *kept, int error,
                        struct failure *failure)
{
    fail_further(failure, "; %s is %s already and cannot be put back", first->name,
                 first->overwritten ? "overwritten" : "replaced");
    if (error)
        fail_further(failure, ": %s", strerror(error));
    if (!second->overwritten)
        fail_further(failure, "; %s is as it was", second->name);
    if (kept)
        fail_further(failure, "; what was in the first is in %s", kept);
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
    bool turned = second->overwritten && !first->overwritten;
    struct output *one = turned ? second : first, *other = turned ? first : second;
    leftovers_outlast_signals();
    if (fine && one->temporary && other->temporary)
        fine = take_places(one, other, failure);
    else
        fine = fine && take_place(one, failure) && take_place(other, failure);
    forget(first);
    forget(second);
    return fine;
}

/* Whether the two are, or will be, one regular file. */
static bool same_file(int a, int b)
{
    struct stat of_a, of_b;
    return a >= 0 && b >= 0 && fstat(a, &of_a) == 0 && fstat(b, &of_b) == 0 && S_ISREG(of_a.st_mode) &&
           of_a.st_dev == of_b.st_dev && of_a.st_ino == of_b.st_ino;
}

bool output_same(const struct output *a, const struct output *b)
{
    if ((!a->target && !b->target && a->fd == b->fd) ||
        same_file(a->target ? a->into : a->fd, b->target ? b->into : b->fd))
        return true;
    if (!a->target || !b->target || a->into >= 0 || b->into >= 0)
        return false;
    const char *slash_a = strrchr(a->target, '/'), *slash_b = strrchr(b->target, '/');
    if (strcmp(slash_a ? slash_a + 1 : a->target, slash_b ? slash_b + 1 : b->target) != 0)
        return false;
    char *folder_a = path_beside(a->target, "."), *folder_b = path_beside(b->target, ".");
    struct stat of_a, of_b;
    bool same = folder_a && folder_b && stat(folder_a, &of_a) == 0 && stat(folder_b, &of_b) == 0 &&
                of_a.st_dev == of_b.st_dev && of_a.st_ino == of_b.st_ino;
    free(folder_a);
    free(folder_b);
    return same;
}
