/*
 * Programs of CUDA and HIP: from a binary of the build or of the disk, else compiled at run time for the device's exact
 * architecture. A program belongs to no context; it is loaded into each one that launches it, before the first launch,
 * because that may allocate and wait. In: shapes. Out: gpu_program.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "stream.h"
#include "text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

_Thread_local bool sweep_stream_capturing;

/* ---- compiling ------------------------------------------------------------------------------------------------- */

/* The text to compile: what the shape defines, dialect, kernels. By the last line who holds a binary can tell its
   shape and the sub-groups that it was made for. */
static char *whole_text(const gpu_state *state, const sweep_shape *shape)
{
    enum { WORDS = sizeof(sweep_shape) / sizeof(u32) };
    const gpu_family *family = state->family;
    const char *kernels = sweep_text_kernels;
    u32 words[WORDS];
    char defines[SWEEP_DEFINES_BYTES], subgroup[48] = "", marker[160 + 16 * WORDS];
    int used =
        snprintf(marker, sizeof marker, "extern \"C\" %s u32 sweep_compiled_for[%d] = {", family->constant, WORDS + 1);
#ifdef SWEEP_TEST
    if (sweep_test_kernels)
        kernels = sweep_test_kernels;
#endif
    memcpy(words, shape, sizeof words);
    for (int i = 0; i < WORDS; i++)
        used += snprintf(marker + used, sizeof marker - (size_t)used, "%uu, ", words[i]);
    snprintf(marker + used, sizeof marker - (size_t)used, "SWEEP_SUBGROUP};\n");
    sweep_shape_defines(shape, defines);
    if (family->told_subgroup)
        snprintf(subgroup, sizeof subgroup, "#define SWEEP_SUBGROUP %uu\n", state->target.subgroup);
    return sweep_text_join((const char *const[]){defines, subgroup, family->dialect, kernels, marker, NULL});
}

/* The compiler's complaints, its first and most telling part. */
static sweep_status refused(sweep_device *device, const gpu_compiler *compiler, gpu_handle program, int error)
{
    const gpu_state *state = device->state;
    size_t bytes = 0;
    char *log = NULL;
    if (compiler->log_size(program, &bytes) == 0 && bytes > 0)
        log = calloc(1, bytes + 1);
    if (log && compiler->log(program, log) != 0)
        log[0] = 0;
    sweep_device_fail(device, SWEEP_ERR_DEVICE, "%s: the kernels do not compile for %s (%s error %d): %.1500s",
                      state->family->title, state->target.name, state->family->compiler->what, error, log ? log : "");
    free(log);
    return SWEEP_ERR_DEVICE;
}

/* What the compiler made of a program, to be freed. */
static sweep_status take_binary(sweep_device *device, const gpu_compiler *compiler, gpu_handle program, void **binary,
                                size_t *bytes)
{
    const gpu_family *family = ((const gpu_state *)device->state)->family;
    if (compiler->binary_size(program, bytes) != 0 || *bytes == 0)
        return sweep_device_fail(device, SWEEP_ERR_DEVICE, "%s: %s made no %s", family->title, family->compiler->what,
                                 family->binary);
    *binary = malloc(*bytes);
    if (!*binary)
        return SWEEP_ERR_MEMORY;
    if (compiler->binary(program, *binary) == 0)
        return SWEEP_OK;
    free(*binary);
    *binary = NULL;
    return sweep_device_fail(device, SWEEP_ERR_DEVICE, "%s: %s does not hand its %s out", family->title,
                             family->compiler->what, family->binary);
}

/* Compiles to a binary, to be freed. */
static sweep_status compile_text(sweep_device *device, const sweep_shape *shape, void **binary, size_t *bytes)
{
    const gpu_state *state = device->state;
    const gpu_family *family = state->family;
    char why[224] = "", architecture[120];
    const gpu_compiler *compiler = sweep_stream_compiler(family, why, sizeof why);
    gpu_handle program = NULL;
    if (!compiler)
        return sweep_device_fail(device, SWEEP_ERR_UNSUPPORTED, "%s%s", why, family->without);
    snprintf(architecture, sizeof architecture, "%s%s", family->architecture, state->target.name);
    const char *const options[] = {architecture, "-std=c++17"};
    char *text = whole_text(state, shape);
    if (!text)
        return SWEEP_ERR_MEMORY;
    int error = compiler->create(&program, text, family->file, 0, NULL, NULL);
    free(text);
    if (error)
        return sweep_device_fail(device, SWEEP_ERR_DEVICE, "%s: %s makes no program, error %d", family->title,
                                 family->compiler->what, error);
    error = compiler->compile(program, (int)(sizeof options / sizeof options[0]), options);
    sweep_status status =
        error ? refused(device, compiler, program, error) : take_binary(device, compiler, program, binary, bytes);
    (void)compiler->destroy(&program);
    return status;
}

/* The build's binary for a shape, if it has one. */
static const void *find_prebuilt(const gpu_state *state, const sweep_shape *shape)
{
#ifdef SWEEP_TEST
    if (sweep_test_kernels)
        return NULL;
#endif
    return state->family->prebuilt ? state->family->prebuilt(&state->target, shape) : NULL;
}

/* ---- loading --------------------------------------------------------------------------------------------------- */

void sweep_stream_program_destroy(sweep_device *device, void *compiled)
{
    const gpu_state *state = device->state;
    gpu_program *gone = compiled;
    if (gone->library)
        (void)state->api->library_unload(gone->library);
    free(gone->binary);
    free(gone);
}

/* Finds the kernels that the shape has, and whether the device can hold their groups. */
static sweep_status find_kernels(sweep_device *device, const sweep_shape *shape, gpu_program *made)
{
    const gpu_state *state = device->state;
    const gpu_api *api = state->api;
    for (int k = 0; k < SWEEP_KERNELS; k++) {
        int threads = 0, shared = 0;
        if (!sweep_kernel_exists(shape, (sweep_kernel)k))
            continue;
        gpu_error error = api->library_kernel(&made->kernels[k], made->library, sweep_kernel_names[k]);
        if (error == 0)
            error = api->kernel_attribute(&threads, GPU_KERNEL_THREADS, made->kernels[k], state->device);
        if (error == 0)
            error = api->kernel_attribute(&shared, GPU_KERNEL_SHARED, made->kernels[k], state->device);
        if (error)
            return sweep_stream_failed(device, state->family, sweep_kernel_names[k], error);
        if (threads < (int)shape->threads || (size_t)shared > device->limits.local_bytes)
            return sweep_device_fail(device, SWEEP_ERR_UNSUPPORTED,
                                     "%s needs groups of %u work-items and %d bytes; the device gives %d and %zu",
                                     sweep_kernel_names[k], shape->threads, shared, threads,
                                     device->limits.local_bytes);
    }
    return SWEEP_OK;
}

sweep_status sweep_stream_compile(sweep_device *device, const sweep_shape *shape, const void *binary, size_t bytes,
                                  void **compiled)
{
    const gpu_state *state = device->state;
    gpu_entry entry;
    if (sweep_stream_capturing)
        return sweep_device_fail(device, SWEEP_ERR_UNSUPPORTED,
                                 "the stream is being captured, and this sort was not prepared by %s",
                                 state->family->prepare);
    gpu_program *made = calloc(1, sizeof *made);
    if (!made)
        return SWEEP_ERR_MEMORY;
    sweep_status status = SWEEP_OK;
    const void *code = binary ? binary : find_prebuilt(state, shape);
    (void)bytes; /* a binary knows its own length */
    if (!code) {
        status = compile_text(device, shape, &made->binary, &made->binary_bytes);
        code = made->binary;
    }
    if (status == SWEEP_OK)
        status = sweep_stream_enter(device, state->context, &entry);
    if (status) {
        sweep_stream_program_destroy(device, made);
        return status;
    }
    gpu_error error = state->api->library_load(&made->library, code);
    if (error)
        status = sweep_stream_failed(device, state->family, "loading the kernels", error);
    if (status == SWEEP_OK)
        status = find_kernels(device, shape, made);
    if (status)
        sweep_stream_program_destroy(device, made);
    else
        *compiled = made;
    sweep_stream_leave(&entry);
    return status;
}

/* Hands over what the compiler gave, once: for the disk. */
sweep_status sweep_stream_binary(sweep_device *device, void *compiled, void **binary, size_t *bytes)
{
    gpu_program *program = compiled;
    (void)device;
    if (!program->binary)
        return SWEEP_ERR_UNSUPPORTED; /* it came with the library */
    *binary = program->binary;
    *bytes = program->binary_bytes;
    program->binary = NULL;
    return SWEEP_OK;
}

static bool is_loaded(const gpu_program *program, u64 context_id)
{
    for (int i = 0; i < GPU_CONTEXTS; i++)
        if (program->loaded[i] == context_id + 1)
            return true;
    return false;
}

sweep_status sweep_stream_load(sweep_device *device, gpu_program *program, const gpu_queue *queue)
{
    gpu_state *state = device->state;
    const gpu_api *api = state->api;
    sweep_status status = SWEEP_OK;
    pthread_mutex_lock(&state->context_lock);
    bool loaded = is_loaded(program, queue->context_id);
    if (!loaded && queue->capturing)
        status = sweep_device_fail(device, SWEEP_ERR_UNSUPPORTED,
                                   "the stream is being captured, and this sort was not prepared for its context");
    for (int k = 0; k < SWEEP_KERNELS && !loaded && status == SWEEP_OK; k++) {
        if (!program->kernels[k])
            continue;
        gpu_error error = api->kernel_load(program->kernels[k]);
        if (error)
            status = sweep_stream_failed(device, state->family, "loading kernels into the context", error);
    }
    if (!loaded && status == SWEEP_OK) {
        program->loaded[program->next] = queue->context_id + 1;
        program->next = (program->next + 1) % GPU_CONTEXTS;
    }
    pthread_mutex_unlock(&state->context_lock);
    return status;
}
