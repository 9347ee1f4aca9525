/*
 * Bytes that come in; see input.h.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "input.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "progress.h"

/* Files above 2 GiB are read on every system. */
_Static_assert(sizeof(off_t) >= 8, "define _FILE_OFFSET_BITS=64");

/* Bytes of one read: big enough for speed, small enough for progress to be seen. */
#define PIECE ((size_t)8 << 20)

bool input_open(struct input *input, const char *path, struct failure *failure)
{
    bool standard = strcmp(path, "-") == 0;
    *input = (struct input){.name = standard ? "standard input" : path, .fd = STDIN_FILENO};
    if (!standard && (input->fd = open(path, O_RDONLY | O_CLOEXEC)) < 0)
        return fail(failure, "%s: %s", input->name, strerror(errno));
    struct stat status;
    if (fstat(input->fd, &status) == 0 && S_ISREG(status.st_mode) && status.st_size > 0) {
        off_t at = lseek(input->fd, 0, SEEK_CUR);
        input->known = at >= 0;
        input->left = at >= 0 && at < status.st_size ? (uint64_t)(status.st_size - at) : 0;
#ifdef POSIX_FADV_SEQUENTIAL
        posix_fadvise(input->fd, 0, 0, POSIX_FADV_SEQUENTIAL);
#endif
    }
    progress_expect(input->left);
    return true;
}

void input_close(struct input *input)
{
    if (input->fd != STDIN_FILENO)
        close(input->fd);
    input->fd = -1;
}

bool input_peek(struct input *input, void *bytes, size_t size, size_t *got, struct failure *failure)
{
    size_t had = 0;
    if (!input_read(input, bytes, size < INPUT_AHEAD ? size : INPUT_AHEAD, &had, failure))
        return false;
    memcpy(input->ahead, bytes, had);
    input->ahead_size = had;
    input->left += input->known ? had : 0;
    *got = had;
    return true;
}

/* What was looked at comes first; returns how much of it. */
static size_t take_ahead(struct input *input, void *bytes, size_t size)
{
    size_t taken = input->ahead_size < size ? input->ahead_size : size;
    memcpy(bytes, input->ahead, taken);
    memmove(input->ahead, input->ahead + taken, input->ahead_size - taken);
    input->ahead_size -= taken;
    input->left -= input->left < taken ? input->left : taken;
    return taken;
}

bool input_read(struct input *input, void *bytes, size_t size, size_t *got, struct failure *failure)
{
    size_t done = take_ahead(input, bytes, size);
    while (done < size) {
        size_t piece = size - done < PIECE ? size - done : PIECE;
        ssize_t came = read(input->fd, (char *)bytes + done, piece);
        if (came < 0 && errno == EINTR)
            continue;
        if (came < 0)
            return fail(failure, "%s: %s", input->name, strerror(errno));
        if (came == 0) {
            if (input->known && input->left)
                return fail(failure, "%s: got shorter while it was read: %llu byte%s missing", input->name,
                            (unsigned long long)input->left, input->left == 1 ? " is" : "s are");
            break;
        }
        done += (size_t)came;
        input->left -= input->left < (uint64_t)came ? input->left : (uint64_t)came;
        progress_advance((uint64_t)came);
    }
    *got = done;
    return true;
}

bool input_read_rest(struct input *input, struct memory *memory, size_t *used, struct failure *failure)
{
    /* One byte more than is known to come, so that the end is seen without growing. */
    if (input->known && (input->left >= SIZE_MAX - *used || !memory_reserve(memory, *used + (size_t)input->left + 1)))
        return fail(failure, "%s: not enough memory for %llu bytes", input->name, (unsigned long long)input->left);
    for (;;) {
        if (*used == memory->capacity && !memory_grow(memory, *used + 1))
            return fail(failure, "%s: not enough memory for more than %zu bytes", input->name, *used);
        size_t room = memory->capacity - *used, got;
        if (!input_read(input, memory->bytes + *used, room, &got, failure))
            return false;
        *used += got;
        if (got < room)
            return true;
    }
}
