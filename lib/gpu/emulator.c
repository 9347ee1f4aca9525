/*
 * The emulator as a backend: buffers are host memory between guard pages, a launch runs to its end before it returns.
 * In: the verbs of device.h. "emulator" takes options after a colon, for tests and for trying shapes out:
 *     emulator:seed=7,flight=4,subgroup=32,ballot=1,local=32768,spin=100000,spins=1,withhold=3
 * `spins` says that groups in flight may wait for each other; `withhold` keeps every third tile from publishing.
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef _DEFAULT_SOURCE
#define _DEFAULT_SOURCE
#endif
#include "device.h"
#include "emulation.h"
#include "fibre.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

static void list_emulator(void (*found)(const sweep_device_info *, void *), void *user)
{
    sweep_device_info info = {SWEEP_OK, "emulator", "work-groups as fibres on one CPU core; for tests, not for speed"};
#if !SWEEP_HAVE_FIBRES
    info.status = SWEEP_ERR_UNSUPPORTED;
    snprintf(info.description, sizeof info.description,
             "the emulator needs Linux or the like, on an x86-64 or aarch64 processor");
#endif
    found(&info, user);
}

#if SWEEP_HAVE_FIBRES

extern sweep_emulated_kernel *const sweep_emulated_kernels_1[],
    *const sweep_emulated_kernels_2[], *const sweep_emulated_kernels_4[], *const sweep_emulated_kernels_8[],
                                                                              *const sweep_emulated_kernels_16[];

typedef struct emulator {
    sweep_emulation *emulation;
    u32 subgroup, ballot, withhold, spins;
} emulator;

typedef struct memory {
    char *mapping;
    size_t mapping_bytes, bytes;
    char *data; /* its end is within 16 bytes of the guard page behind */
} memory;

/* Reads "name=number,..." into the fields; false: cannot be read. */
static bool read_options(const char *text, emulator *state, sweep_emulation_config *config)
{
    while (*text) {
        char name[16] = "";
        unsigned long long number;
        int length = 0;
        if (sscanf(text, "%15[a-z]=%llu%n", name, &number, &length) != 2 || (text[length] && text[length] != ','))
            return false;
        if (strcmp(name, "seed") == 0)
            config->seed = number;
        else if (strcmp(name, "spin") == 0)
            config->spin_budget = number;
        else if (strcmp(name, "flight") == 0 && number >= 1 && number <= 64)
            config->flight = (u32)number;
        else if (strcmp(name, "local") == 0 && number >= 1024 && number <= 1 << 20)
            config->local_bytes = (size_t)number;
        else if (strcmp(name, "subgroup") == 0 && number >= 1 && number <= 64)
            state->subgroup = (u32)number;
        else if (strcmp(name, "ballot") == 0 && number <= 1)
            state->ballot = (u32)number;
        else if (strcmp(name, "spins") == 0 && number <= 1)
            state->spins = (u32)number;
        else if (strcmp(name, "withhold") == 0 && number <= 1 << 20)
            state->withhold = (u32)number;
        else
            return false;
        text += length;
        if (*text == ',')
            text++;
    }
    return true;
}

static sweep_status open_emulator(sweep_device *device, const char *selector)
{
    emulator *state = calloc(1, sizeof *state);
    sweep_emulation_config config = {1, 10 * 1000 * 1000, 4, 32768};
    if (!state)
        return SWEEP_ERR_MEMORY;
    state->subgroup = 32;
    state->ballot = 1;
    if (!read_options(selector, state, &config)) {
        free(state);
        return SWEEP_ERR_ARGUMENT;
    }
    state->emulation = sweep_emulation_create(&config);
    if (!state->emulation) {
        free(state);
        return SWEEP_ERR_MEMORY;
    }
    device->state = state;
    device->limits.local_bytes = config.local_bytes;
    device->limits.largest_buffer = SIZE_MAX / 4;
    device->limits.threads = SWEEP_EMULATION_THREADS;
    device->limits.units = config.flight;
    device->limits.cpu = true;
    device->limits.subgroup = state->ballot ? state->subgroup : 0;
    device->limits.match = state->ballot != 0;
    device->limits.spins = state->spins != 0;
    snprintf(device->name, sizeof device->name, "emulator");
    snprintf(device->description, sizeof device->description,
             "%u work-groups in flight, sub-groups of %u work-items, %s", config.flight, state->subgroup,
             state->ballot ? "with ballots" : "without ballots");
    return SWEEP_OK;
}

static void close_emulator(sweep_device *device)
{
    emulator *state = device->state;
    sweep_emulation_destroy(state->emulation);
    free(state);
}

static sweep_status queue_create(sweep_device *device, sweep_queue *queue)
{
    (void)device;
    (void)queue;
    return SWEEP_OK;
}

static void queue_destroy(sweep_queue *queue)
{
    (void)queue;
}

static sweep_status buffer_create(sweep_device *device, size_t bytes, void **buffer)
{
    size_t page = (size_t)sysconf(_SC_PAGESIZE), room = (bytes + 15) / 16 * 16;
    size_t inner = (room + page - 1) / page * page;
    memory *made = calloc(1, sizeof *made);
    (void)device;
    if (!made)
        return SWEEP_ERR_MEMORY;
    made->bytes = bytes;
    made->mapping_bytes = inner + 2 * page;
    made->mapping = mmap(NULL, made->mapping_bytes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (made->mapping == MAP_FAILED) {
        free(made);
        return SWEEP_ERR_MEMORY;
    }
    if (inner > 0 && mprotect(made->mapping + page, inner, PROT_READ | PROT_WRITE) != 0) {
        munmap(made->mapping, made->mapping_bytes);
        free(made);
        return SWEEP_ERR_MEMORY;
    }
    made->data = made->mapping + page + inner - room;
    sweep_fibre_forbid(made->data + bytes, room - bytes);
    *buffer = made;
    return SWEEP_OK;
}

static void buffer_destroy(sweep_device *device, void *buffer)
{
    memory *gone = buffer;
    (void)device;
    if (!gone)
        return;
    sweep_fibre_allow(gone->mapping, gone->mapping_bytes);
    munmap(gone->mapping, gone->mapping_bytes);
    free(gone);
}

static sweep_status write_buffer(sweep_queue *queue, void *buffer, const void *from, size_t bytes)
{
    (void)queue;
    memcpy(((memory *)buffer)->data, from, bytes);
    return SWEEP_OK;
}

static sweep_status read_buffer(sweep_queue *queue, void *to, void *buffer, size_t bytes)
{
    (void)queue;
    memcpy(to, ((memory *)buffer)->data, bytes);
    return SWEEP_OK;
}

static sweep_status copy_buffer(sweep_queue *queue, void *to, void *from, size_t bytes)
{
    (void)queue;
    memcpy(((memory *)to)->data, ((memory *)from)->data, bytes);
    return SWEEP_OK;
}

/* Nothing to compile: a program is the table of its key width. */
static sweep_status compile(sweep_device *device, const sweep_shape *shape, const void *binary, size_t bytes,
                            void **compiled)
{
    sweep_emulated_kernel *const *table = shape->key_bytes == 1   ? sweep_emulated_kernels_1
                                          : shape->key_bytes == 2 ? sweep_emulated_kernels_2
                                          : shape->key_bytes == 4 ? sweep_emulated_kernels_4
                                          : shape->key_bytes == 8 ? sweep_emulated_kernels_8
                                                                  : sweep_emulated_kernels_16;
    (void)device;
    (void)binary;
    (void)bytes;
    *compiled = (void *)(uintptr_t)table;
    return SWEEP_OK;
}

static void program_destroy(sweep_device *device, void *compiled)
{
    (void)device;
    (void)compiled;
}

static sweep_status launch(sweep_queue *queue, void *compiled, const sweep_shape *shape, sweep_kernel kernel,
                           u32 groups, void *const buffers[SWEEP_BUFFERS], const sweep_arguments *arguments)
{
    sweep_emulated_kernel *const *table = compiled;
    emulator *state = queue->device->state;
    bool whole = shape->threads % state->subgroup == 0; /* ballots need whole sub-groups */
    sweep_emulation_shape run = {.threads = shape->threads,
                                 .items = shape->items,
                                 .value_bytes = shape->value_bytes,
                                 .subgroup = state->subgroup,
                                 .ballot = state->ballot && whole,
                                 .rank = shape->rank,
                                 .early = shape->early,
                                 .look = shape->look,
                                 .withhold = state->withhold};
    void *data[SWEEP_BUFFERS];
    char message[1024];
    for (int i = 0; i < SWEEP_BUFFERS; i++)
        data[i] = buffers[i] ? ((memory *)buffers[i])->data : NULL;
    if (!sweep_emulation_run(state->emulation, table[kernel], groups, &run, data, arguments, message, sizeof message))
        return sweep_device_fail(queue->device, SWEEP_ERR_DEVICE, "%s: %s", sweep_kernel_names[kernel], message);
    return SWEEP_OK;
}

static sweep_status finish(sweep_queue *queue)
{
    (void)queue;
    return SWEEP_OK;
}

const sweep_backend sweep_emulator_backend = {
    .kind = "emulator",
    .list = list_emulator,
    .open = open_emulator,
    .close = close_emulator,
    SWEEP_BACKEND_VERBS(),
    .survives_fork = true,
};

#else

static sweep_status open_nothing(sweep_device *device, const char *selector)
{
    (void)device;
    (void)selector;
    return SWEEP_ERR_UNSUPPORTED;
}

const sweep_backend sweep_emulator_backend = {.kind = "emulator", .list = list_emulator, .open = open_nothing};

#endif
