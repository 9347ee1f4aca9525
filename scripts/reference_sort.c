/*
 * The sort that `make demo` checks sweepsort against: a merge sort that knows nothing of it.
 *
 *     reference_sort u32|u64 IN OUT     both raw arrays in the machine's byte order
 *
 * Exit status 0, or 1 with a message.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Merges sorted runs of 1, 2, 4, ... keys; `scratch` has room for n. */
static void merge_sort(uint64_t *keys, uint64_t *scratch, size_t n)
{
    for (size_t run = 1; run < n; run *= 2) {
        for (size_t begin = 0; begin < n; begin += 2 * run) {
            const size_t middle = begin + run < n ? begin + run : n;
            const size_t end = middle + run < n ? middle + run : n;
            size_t left = begin, right = middle;
            for (size_t i = begin; i < end; i++)
                scratch[i] =
                    left < middle && (right == end || keys[left] <= keys[right]) ? keys[left++] : keys[right++];
        }
        memcpy(keys, scratch, n * sizeof *keys);
    }
}

static void fail(const char *what)
{
    perror(what);
    exit(1);
}

int main(int argc, char **argv)
{
    const size_t size = argc == 4 && strcmp(argv[1], "u32") == 0 ? 4 : argc == 4 && strcmp(argv[1], "u64") == 0 ? 8 : 0;
    if (size == 0) {
        fprintf(stderr, "usage: reference_sort u32|u64 IN OUT\n");
        return 1;
    }
    FILE *in = fopen(argv[2], "rb");
    if (!in || fseek(in, 0, SEEK_END) != 0)
        fail(argv[2]);
    const long bytes = ftell(in);
    rewind(in);
    const size_t n = bytes < 0 ? 0 : (size_t)bytes / size;
    uint64_t *keys = malloc((n + 1) * sizeof *keys);
    uint64_t *scratch = malloc((n + 1) * sizeof *scratch);
    if (!keys || !scratch)
        fail("memory");

    for (size_t i = 0; i < n; i++) {
        uint32_t narrow = 0;
        if (fread(size == 4 ? (void *)&narrow : (void *)&keys[i], size, 1, in) != 1)
            fail(argv[2]);
        if (size == 4)
            keys[i] = narrow;
    }
    merge_sort(keys, scratch, n);

    FILE *out = fopen(argv[3], "wb");
    if (!out)
        fail(argv[3]);
    for (size_t i = 0; i < n; i++) {
        const uint32_t narrow = (uint32_t)keys[i];
        if (fwrite(size == 4 ? (const void *)&narrow : (const void *)&keys[i], size, 1, out) != 1)
            fail(argv[3]);
    }
    if (fclose(in) != 0 || fclose(out) != 0)
        fail(argv[3]);
    free(keys);
    free(scratch);
    return 0;
}
