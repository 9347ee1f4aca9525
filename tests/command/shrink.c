/*
 * Tests input.h with files that change while they are read: shorter is an error, longer is read to its end.
 *
 * In: nothing. Out: exit status 0, or what went wrong and 1.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "input.h"

static unsigned checks, failures;

static void check(bool fine, const char *what)
{
    checks++;
    if (!fine) {
        failures++;
        fprintf(stderr, "FAILED: %s\n", what);
    }
}

/* A file of 1000 bytes is opened, 100 are read, then it has `size` bytes: the rest is read. */
static bool read_changed(const char *path, off_t size, size_t *used, struct failure *failure)
{
    struct input input;
    struct memory memory = {NULL, 0};
    char bytes[100];
    size_t got = 0;
    check(truncate(path, 1000) == 0, "the file can be made");
    check(input_open(&input, path, failure), "the file is opened");
    check(input.known && input.left == 1000, "its size is known");
    check(input_read(&input, bytes, sizeof bytes, &got, failure) && got == sizeof bytes, "a part is read");
    check(truncate(path, size) == 0, "the file can be changed");
    *used = 0;
    bool fine = input_read_rest(&input, &memory, used, failure);
    memory_free(&memory);
    input_close(&input);
    return fine;
}

int main(void)
{
    char path[] = "shrink-XXXXXX", wanted[128];
    struct failure failure;
    size_t used;
    int fd = mkstemp(path);
    check(fd >= 0, "a file can be made here");
    check(read_changed(path, 1000, &used, &failure) && used == 900, "a file that stays is read whole");
    check(!read_changed(path, 700, &used, &failure), "a shorter file is an error");
    snprintf(wanted, sizeof wanted, "%s: got shorter while it was read: 300 bytes are missing", path);
    check(strcmp(failure.message, wanted) == 0, failure.message);
    check(!read_changed(path, 0, &used, &failure), "an emptied file is an error");
    snprintf(wanted, sizeof wanted, "%s: got shorter while it was read: 900 bytes are missing", path);
    check(strcmp(failure.message, wanted) == 0, failure.message);
    check(read_changed(path, 5000, &used, &failure) && used == 4900, "a longer file is read to its end");
    close(fd);
    unlink(path);
    printf("%u checks, %u failed\n", checks, failures);
    return failures != 0;
}
