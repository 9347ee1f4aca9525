/*
 * Runs what a command buffer holds: copies, and dispatches by the emulator's kernels, with 32 KiB of shared memory and
 * without votes.
 */
#include "stand_in.h"
#include "gpu/emulation.h"

#include <stdlib.h>
#include <string.h>

extern sweep_emulated_kernel *const sweep_emulated_kernels_1[],
    *const sweep_emulated_kernels_2[], *const sweep_emulated_kernels_4[], *const sweep_emulated_kernels_8[],
                                                                              *const sweep_emulated_kernels_16[];

/* Every step that the kernel's work-items would do, in their order. */
static bool run_copy(const stand_in_command *c)
{
    u64 units, bytes, items = (u64)c->groups * c->threads;
    const object *from = c->buffers[0], *to = c->buffers[1];
    memcpy(&units, c->constants, sizeof units);
    memcpy(&bytes, c->constants + sizeof units, sizeof bytes);
    if (units * 16 > bytes || bytes > from->bytes - c->offsets[0] || bytes > to->bytes - c->offsets[1] || items == 0 ||
        (units > 0 && (c->offsets[0] % 16 != 0 || c->offsets[1] % 16 != 0))) {
        stand_in_misuse("a copy of %zu bytes, %zu units of 16 of them, from %zu in %zu to %zu in %zu", (size_t)bytes,
                        (size_t)units, c->offsets[0], from->bytes, c->offsets[1], to->bytes);
        return false;
    }
    memmove(to->memory + c->offsets[1], from->memory + c->offsets[0], bytes);
    return true;
}

bool stand_in_run(const stand_in_command *c)
{
    static sweep_emulation *emulation;
    const sweep_shape *shape = &c->pipeline->shape;
    sweep_emulated_kernel *const *table = shape->key_bytes == 1   ? sweep_emulated_kernels_1
                                          : shape->key_bytes == 2 ? sweep_emulated_kernels_2
                                          : shape->key_bytes == 4 ? sweep_emulated_kernels_4
                                          : shape->key_bytes == 8 ? sweep_emulated_kernels_8
                                                                  : sweep_emulated_kernels_16;
    const sweep_emulation_config config = {1, 10 * 1000 * 1000, 4, 32 << 10};
    sweep_emulation_shape run = {.threads = shape->threads,
                                 .items = shape->items,
                                 .value_bytes = shape->value_bytes,
                                 .subgroup = 1,
                                 .rank = shape->rank,
                                 .early = shape->early,
                                 .look = shape->look,
                                 .withhold = stand_in()->withhold};
    void *data[SWEEP_BUFFERS];
    char message[1024];
    sweep_arguments arguments;
    if (c->pipeline->kernel == SWEEP_KERNELS)
        return run_copy(c);
    for (int i = 0; i < SWEEP_BUFFERS; i++)
        data[i] = c->buffers[i]->memory + c->offsets[i];
    memcpy(&arguments, c->constants, sizeof arguments);
    if (!emulation)
        emulation = sweep_emulation_create(&config); /* lives as long as the process */
    if (!emulation)
        abort();
    if (sweep_emulation_run(emulation, table[c->pipeline->kernel], c->groups, &run, data, &arguments, message,
                            sizeof message))
        return true;
    stand_in_misuse("%s", message);
    return false;
}
