/* A program outside, in C: sorts a little, checks it, prints the version. Exit status 0 if all is as it should be. */
#include <sweepsort.h>

#include <stdio.h>
#include <string.h>

#define TEXT_(x) #x
#define TEXT(x) TEXT_(x)
#define HEADER_VERSION TEXT(SWEEP_VERSION_MAJOR) "." TEXT(SWEEP_VERSION_MINOR) "." TEXT(SWEEP_VERSION_PATCH)
#ifndef PACKAGE_VERSION
#define PACKAGE_VERSION HEADER_VERSION
#endif

int main(void)
{
    uint32_t keys[] = {30, 10, 20, 10};
    double numbers[] = {2.5, -1.0, 0.5};
    uint64_t indices[4];

    if (strcmp(sweep_version(), HEADER_VERSION) != 0 || strcmp(sweep_version(), PACKAGE_VERSION) != 0) {
        fprintf(stderr, "versions differ: library %s, header %s, package %s\n", sweep_version(), HEADER_VERSION,
                PACKAGE_VERSION);
        return 1;
    }
    if (sweep_argsort(keys, indices, 4, SWEEP_U32, sizeof indices[0],
                      SWEEP_OPTIONS(.order = SWEEP_DESCENDING, .threads = 2)) != SWEEP_OK ||
        indices[0] != 0 || indices[1] != 2 || indices[2] != 1 || indices[3] != 3) {
        fprintf(stderr, "argsort is wrong\n");
        return 1;
    }
    if (SWEEP_SORT(keys, 4) != SWEEP_OK || keys[0] != 10 || keys[1] != 10 || keys[2] != 20 || keys[3] != 30 ||
        sweep_sort_f64(numbers, 3) != SWEEP_OK || numbers[0] != -1.0 || numbers[1] != 0.5 || numbers[2] != 2.5) {
        fprintf(stderr, "sort is wrong\n");
        return 1;
    }
    puts(sweep_version());
    return 0;
}
