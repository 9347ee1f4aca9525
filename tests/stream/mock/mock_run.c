/*
 * Runs what was enqueued: copies, and launches by the emulator's kernels.
 */
#include "mock.h"
#include "gpu/emulation.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

extern sweep_emulated_kernel *const sweep_emulated_kernels_1[],
    *const sweep_emulated_kernels_2[], *const sweep_emulated_kernels_4[], *const sweep_emulated_kernels_8[],
                                                                              *const sweep_emulated_kernels_16[];

void mock_append(mock_list *list, const mock_command *command)
{
    mock_command *made = malloc(sizeof *made);
    if (!made)
        abort();
    *made = *command;
    made->next = NULL;
    if (!list->first)
        list->end = &list->first;
    *list->end = made;
    list->end = &made->next;
}

void mock_clear(mock_list *list)
{
    while (list->first) {
        mock_command *gone = list->first;
        list->first = gone->next;
        free(gone);
    }
}

static gpu_error run_launch(mock_command *c)
{
    static sweep_emulation *emulation;
    const sweep_shape *shape = &c->shape;
    sweep_emulated_kernel *const *table = shape->key_bytes == 1   ? sweep_emulated_kernels_1
                                          : shape->key_bytes == 2 ? sweep_emulated_kernels_2
                                          : shape->key_bytes == 4 ? sweep_emulated_kernels_4
                                          : shape->key_bytes == 8 ? sweep_emulated_kernels_8
                                                                  : sweep_emulated_kernels_16;
    sweep_emulation_config config = {1, 10 * 1000 * 1000, 4, MOCK_SHARED_BYTES};
    sweep_emulation_shape run = {.threads = shape->threads,
                                 .items = shape->items,
                                 .value_bytes = shape->value_bytes,
                                 .subgroup = c->subgroup,
                                 .ballot = shape->threads % c->subgroup == 0,
                                 .rank = shape->rank,
                                 .early = shape->early,
                                 .look = shape->look};
    void *data[SWEEP_BUFFERS];
    char message[1024];
    for (int i = 0; i < SWEEP_BUFFERS; i++) {
        data[i] = c->pointers[i] ? mock_host_address(c->pointers[i], 1) : NULL;
        if (c->pointers[i] && !data[i]) {
            mock_misuse("a kernel was given the address %p, which is in no allocation", c->pointers[i]);
            return MOCK_ILLEGAL_ADDRESS;
        }
    }
    if (!emulation)
        emulation = sweep_emulation_create(&config); /* lives as long as the process */
    if (!emulation)
        return GPU_OUT_OF_MEMORY;
    if (!sweep_emulation_run(emulation, table[c->kernel], c->groups, &run, data, &c->arguments, message,
                             sizeof message)) {
        mock_misuse("%s", message);
        return MOCK_ILLEGAL_ADDRESS;
    }
    return 0;
}

static gpu_error run_copy(mock_command *c)
{
    const void *from = c->from_device ? mock_host_address(c->from, c->bytes) : c->from;
    void *to = c->to_device ? mock_host_address(c->to, c->bytes) : c->to;
    if (!from || !to) {
        mock_misuse("a copy of %zu bytes goes past an allocation", c->bytes);
        return MOCK_ILLEGAL_ADDRESS;
    }
    memmove(to, from, c->bytes);
    return 0;
}

gpu_error mock_run(mock_command *c)
{
    if (c->kind == MOCK_EVENT) {
        clock_gettime(CLOCK_MONOTONIC, c->to);
        return 0;
    }
    return c->kind == MOCK_LAUNCH ? run_launch(c) : run_copy(c);
}
