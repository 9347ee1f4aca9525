/*
 * Programs: one a shape, compiled when it is first needed and kept in the device's handle; on disk too where the
 * backend gives binaries. In: a device and a shape. Out: a program that lives as long as the device. For sweep.c.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "cache.h"
#include "device.h"
#include "text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

char *sweep_text_join(const char *const *texts)
{
    size_t bytes = 1;

    for (size_t i = 0; texts[i] != NULL; i++)
        bytes += strlen(texts[i]);
    char *joined = malloc(bytes), *end = joined;
    for (size_t i = 0; joined != NULL && texts[i] != NULL; i++) {
        size_t length = strlen(texts[i]);
        memcpy(end, texts[i], length);
        end += length;
    }
    if (joined != NULL)
        *end = '\0';
    return joined;
}

bool sweep_kernel_exists(const sweep_shape *shape, sweep_kernel kernel)
{
    if (kernel == SWEEP_KERNEL_GATHER) /* its keys are indices */
        return shape->set == SWEEP_SET_SPLIT && (shape->key_bytes == 4 || shape->key_bytes == 8);
    return (shape->set == SWEEP_SET_ONESWEEP) == (kernel > SWEEP_KERNEL_GATHER);
}

void sweep_shape_defines(const sweep_shape *shape, char text[SWEEP_DEFINES_BYTES])
{
    snprintf(text, SWEEP_DEFINES_BYTES,
             "#define SWEEP_KEY_BYTES %u\n#define SWEEP_VALUE_BYTES %u\n#define SWEEP_THREADS %uu\n"
             "#define SWEEP_ITEMS %uu\n#define SWEEP_SET %u\n#define SWEEP_RANK %u\n#define SWEEP_EARLY %u\n"
             "#define SWEEP_LOOK %uu\n#define SWEEP_BLOCKS %u\n",
             shape->key_bytes, shape->value_bytes, shape->threads, shape->items, shape->set, shape->rank, shape->early,
             shape->look, shape->blocks);
}

/* All that a binary depends on. */
static void cache_text(const sweep_device *device, const sweep_shape *shape, char *text, size_t size)
{
    char defines[SWEEP_DEFINES_BYTES];
    u64 hash = 0xcbf29ce484222325u;
    sweep_shape_defines(shape, defines);
    const char *const parts[2] = {sweep_text_opencl, sweep_text_kernels};
    for (int p = 0; p < 2; p++)
        for (const char *at = parts[p]; *at; at++)
            hash = (hash ^ (unsigned char)*at) * 0x100000001b3u;
    snprintf(text, size, "sweepsort %s\n%s\n%s\ntext %016llx\n%s", sweep_version(), device->backend->kind,
             device->identity, (unsigned long long)hash, defines);
}

static sweep_status make(sweep_device *device, const sweep_shape *shape, void **compiled)
{
    char text[1024];
    void *binary;
    size_t bytes;
    bool cached = device->backend->binary != NULL;
#ifdef SWEEP_TEST
    cached = cached && !sweep_test_kernels;
#endif
    if (!cached)
        return sweep_verb_compile(device, shape, NULL, 0, compiled);
    cache_text(device, shape, text, sizeof text);
    if (sweep_cache_load(text, &binary, &bytes)) {
        sweep_status status = sweep_verb_compile(device, shape, binary, bytes, compiled);
        free(binary);
        if (status == SWEEP_OK)
            return status;
    }
    sweep_status status = sweep_verb_compile(device, shape, NULL, 0, compiled);
    if (status == SWEEP_OK && device->backend->binary(device, *compiled, &binary, &bytes) == SWEEP_OK) {
        sweep_cache_store(text, binary, bytes);
        free(binary);
    }
    return status;
}

sweep_status sweep_program_get(sweep_device *device, const sweep_shape *shape, const sweep_program **program)
{
    sweep_status status = SWEEP_OK;
    pthread_mutex_lock(&device->program_lock);
    sweep_program *found = device->programs;
    while (found && memcmp(&found->shape, shape, sizeof *shape) != 0)
        found = found->next;
    if (!found) {
        found = calloc(1, sizeof *found);
        if (found) {
            found->shape = *shape;
            status = make(device, shape, &found->compiled);
        } else {
            status = SWEEP_ERR_MEMORY;
        }
        if (status == SWEEP_OK) {
            found->next = device->programs;
            device->programs = found;
        } else {
            free(found);
        }
    }
    if (status == SWEEP_OK)
        *program = found;
    pthread_mutex_unlock(&device->program_lock);
    return status;
}

void sweep_programs_free(sweep_device *device)
{
    while (device->programs) {
        sweep_program *gone = device->programs;
        device->programs = gone->next;
        device->backend->program_destroy(device, gone->compiled);
        free(gone);
    }
}
