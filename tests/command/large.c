/*
 * Opens a file of 3 GB to read, and one to write that is 3 GB long at the end; both have holes and take no room.
 *
 * In: the name of the first. Out: exit status 0 and the size of a long; else what went wrong, and 1. Used by large.sh.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "input.h"
#include "output.h"

#define SIZE ((uint64_t)3 << 30)

int main(int argc, char **argv)
{
    struct failure failure;
    struct input input;
    struct output output;
    struct stat status;
    char bytes[8];
    size_t got;
    if (argc != 2 || strcmp(argv[1], "--version") == 0)
        return argc != 2;
    if (!input_open(&input, argv[1], &failure) || !input_read(&input, bytes, sizeof bytes, &got, &failure)) {
        puts(failure.message);
        return 1;
    }
    if (got != 8 || !input.known || input.left != SIZE - 8) {
        puts("its size is not known");
        return 1;
    }
    input_close(&input);
    if (!output_open(&output, "written", &failure) || lseek(output.fd, (off_t)SIZE - 1, SEEK_SET) < 0 ||
        !output_write(&output, "", 1, &failure) || !output_commit(&output, &failure)) {
        puts(failure.message);
        return 1;
    }
    if (stat("written", &status) != 0 || (uint64_t)status.st_size != SIZE) {
        puts("it is not written");
        return 1;
    }
    printf("longs of %zu bytes\n", sizeof(long));
    return 0;
}
