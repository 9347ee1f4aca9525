/* Sorts arrays of several types, and asks for another order. Prints what it sorted; exit status 0 if all went well. */
#include <sweepsort.h>

#include <math.h>
#include <stdio.h>

int main(void)
{
    /* One call; the type is the array's. */
    int numbers[] = {3, -1, 2, -7, 0};
    sweep_status status = SWEEP_SORT(numbers, 5);
    if (status != SWEEP_OK) {
        fprintf(stderr, "sort: %s\n", sweep_status_string(status));
        return 1;
    }
    for (int i = 0; i < 5; i++)
        printf("%d ", numbers[i]);
    putchar('\n');

    /* Floating-point keys: the two zeros tie and keep their order, NaN comes last. Here: largest first. */
    double weights[] = {0.0, 2.5, NAN, -0.0, -1.5};
    status = sweep_sort(weights, 5, SWEEP_F64, SWEEP_OPTIONS(.order = SWEEP_DESCENDING));
    if (status != SWEEP_OK) {
        fprintf(stderr, "sort: %s\n", sweep_status_string(status));
        return 1;
    }
    for (int i = 0; i < 5; i++)
        printf("%g ", weights[i]);
    putchar('\n');

    /* Keys with values: each name moves with its year; names of the same year keep their order. */
    unsigned short years[] = {1972, 1958, 1972, 1954};
    char names[][8] = {"C", "Algol", "Prolog", "Fortran"};
    status = sweep_sort_pairs(years, names, 4, SWEEP_U16, sizeof names[0], NULL);
    if (status != SWEEP_OK) {
        fprintf(stderr, "sort: %s\n", sweep_status_string(status));
        return 1;
    }
    for (int i = 0; i < 4; i++)
        printf("%.8s %d ", names[i], years[i]);
    putchar('\n');
    return 0;
}
