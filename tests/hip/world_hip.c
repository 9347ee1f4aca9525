/*
 * What the tests of streams have of HIP alone: devices, and what the mock's can be.
 */
#include "world.h"

#include <stdio.h>

static gpu_error (*reset)(void);
static char usual[64];

void world_open_own(void *library)
{
    WORLD_FIND(reset, library, "hipDeviceReset");
}

gpu_handle world_context(int device)
{
    return (gpu_handle)((uintptr_t)device + 1); /* as hip.c does */
}

bool world_destroy(gpu_handle context)
{
    world_enter(context);
    gpu_error error = reset();
    world_leave();
    return error == 0;
}

void world_device(world_kind kind)
{
    mock_control *driver = gpu.driver;
    if (!usual[0])
        snprintf(usual, sizeof usual, "%s", driver->target);
    const char *const targets[] = {[WORLD_USUAL] = usual,
                                   [WORLD_OTHER] = driver->wave == 64 ? "gfx906:sramecc+:xnack-" : "gfx1030",
                                   [WORLD_UNKNOWN] = WORLD_UNKNOWN_NAME,
                                   [WORLD_REFUSED] = ""};
    memcpy(driver->target, targets[kind], strlen(targets[kind]) + 1);
}
