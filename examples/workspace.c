/* Sorts the depths of many frames with one workspace: after the first lines nothing is allocated and no thread is
   started. Prints how many frames were sorted and checked; exit status 0 if all went well. */
#include <sweepsort.h>

#include <stdio.h>
#include <stdlib.h>

enum { SPLATS = 100000, FRAMES = 8 };

/* A frame seen from a camera that moves: where each splat lies, and its number. */
static void look(float *depth, uint32_t *splat, int frame)
{
    for (uint32_t i = 0; i < SPLATS; i++) {
        depth[i] = (float)((i * 2654435761u + (uint32_t)frame * 40503u) % 1000003u) / 1000.0f;
        splat[i] = i;
    }
}

int main(void)
{
    const sweep_workspace_config config = {.struct_size = sizeof config, .threads = SWEEP_ALL_THREADS};
    sweep_workspace *workspace;
    sweep_status status = sweep_workspace_create(&workspace, &config);
    float *depth = malloc(SPLATS * sizeof *depth);
    uint32_t *splat = malloc(SPLATS * sizeof *splat);
    int frame = 0;

    if (!depth || !splat)
        status = SWEEP_ERR_MEMORY;
    const sweep_options *options = SWEEP_OPTIONS(.workspace = workspace, .order = SWEEP_DESCENDING);
    if (status == SWEEP_OK)
        status = sweep_workspace_reserve(workspace, SPLATS, SWEEP_F32, sizeof *splat, options);

    for (; frame < FRAMES && status == SWEEP_OK; frame++) {
        size_t unsorted;
        look(depth, splat, frame);
        status = sweep_sort_pairs(depth, splat, SPLATS, SWEEP_F32, sizeof *splat, options);
        if (status == SWEEP_OK)
            status = sweep_is_sorted(depth, SPLATS, SWEEP_F32, &unsorted, options);
        if (status == SWEEP_OK && unsorted != SPLATS) {
            fprintf(stderr, "frame %d: splat %zu is out of order\n", frame, unsorted);
            break;
        }
    }
    if (status != SWEEP_OK)
        fprintf(stderr, "frame %d: %s\n", frame, sweep_status_string(status));
    else
        printf("%d frames of %d splats, farthest first\n", frame, SPLATS);

    free(depth);
    free(splat);
    sweep_workspace_destroy(workspace);
    return status == SWEEP_OK && frame == FRAMES ? 0 : 1;
}
