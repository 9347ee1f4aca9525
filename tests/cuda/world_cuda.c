/*
 * What the tests of streams have of CUDA alone: contexts, and the devices that the mock can be.
 */
#include "world.h"

static gpu_error (*context_create)(gpu_handle *context, void *parameters, unsigned flags, int device);
static gpu_error (*context_destroy)(gpu_handle context);

void world_open_own(void *library)
{
    WORLD_FIND(context_create, library, "cuCtxCreate_v4");
    WORLD_FIND(context_destroy, library, "cuCtxDestroy_v2");
}

gpu_handle world_context(int device)
{
    gpu_handle made = NULL, current = NULL;
    CHECK(context_create(&made, NULL, 0, device) == 0);
    CHECK(gpu.api->context_current(&current) == 0 && current == made);
    CHECK(gpu.api->context_leave(NULL) == 0);
    return made;
}

bool world_destroy(gpu_handle context)
{
    return context_destroy(context) == 0;
}

void world_device(world_kind kind)
{
    static const int architectures[] = {
        [WORLD_USUAL] = 90, [WORLD_OTHER] = 80, [WORLD_UNKNOWN] = 77, [WORLD_REFUSED] = 70};
    gpu.driver->architecture = architectures[kind];
}
