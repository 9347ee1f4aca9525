/* Reads the columns of a table in the order of one of them, without moving any. Prints the rows, nearest first. */
#include <sweepsort.h>

#include <stdio.h>

int main(void)
{
    const float distance[] = {4.2f, 6.0f, 8.6f, 0.0f};
    const char *const star[] = {"Proxima", "Barnard", "Sirius", "Sun"};
    uint32_t order[4];

    const sweep_status status = sweep_argsort(distance, order, 4, SWEEP_F32, sizeof order[0], NULL);
    if (status != SWEEP_OK) {
        fprintf(stderr, "argsort: %s\n", sweep_status_string(status));
        return 1;
    }
    for (int i = 0; i < 4; i++)
        printf("%g %s\n", (double)distance[order[i]], star[order[i]]);
    return 0;
}
