/*
 * Programs of the CUDA backend: from a CUBIN of the build or of the disk, else compiled by NVRTC for the device's exact
 * architecture. A program belongs to no context; it is loaded into each one that launches it, before the first launch,
 * because that may allocate and wait. In: shapes. Out: cuda_program.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "cuda_api.h"
#include "text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

_Thread_local bool sweep_cuda_capturing;

/* ---- compiling ------------------------------------------------------------------------------------------------- */

/* The text to compile: what the shape defines, dialect, kernels. By the last line who holds a CUBIN can tell its
   shape. */
static char *whole_text(const sweep_shape *shape)
{
    enum { WORDS = sizeof(sweep_shape) / sizeof(u32) };
    const char *kernels = sweep_text_kernels;
    u32 words[WORDS];
    char defines[SWEEP_DEFINES_BYTES], marker[128 + 16 * WORDS];
    int used = snprintf(marker, sizeof marker, "extern \"C\" __constant__ u32 sweep_compiled_for[%d] = {", WORDS);
#ifdef SWEEP_TEST
    if (sweep_test_kernels)
        kernels = sweep_test_kernels;
#endif
    memcpy(words, shape, sizeof words);
    for (int i = 0; i < WORDS; i++)
        used += snprintf(marker + used, sizeof marker - (size_t)used, "%uu, ", words[i]);
    snprintf(marker + used, sizeof marker - (size_t)used, "};\n");
    sweep_shape_defines(shape, defines);
    size_t bytes = strlen(defines) + strlen(sweep_text_cuda) + strlen(kernels) + strlen(marker) + 1;
    char *text = malloc(bytes);
    if (text)
        snprintf(text, bytes, "%s%s%s%s", defines, sweep_text_cuda, kernels, marker);
    return text;
}

/* The compiler's complaints, its first and most telling part. */
static sweep_status refused(sweep_device *device, const gpu_compiler *compiler, gpu_handle program, int error)
{
    size_t bytes = 0;
    char *log = NULL;
    if (compiler->log_size(program, &bytes) == 0 && bytes > 0)
        log = calloc(1, bytes + 1);
    if (log && compiler->log(program, log) != 0)
        log[0] = 0;
    sweep_device_fail(device, SWEEP_ERR_DEVICE, "CUDA: the kernels do not compile for sm_%d (NVRTC error %d): %.1500s",
                      ((const cuda_state *)device->state)->architecture, error, log ? log : "");
    free(log);
    return SWEEP_ERR_DEVICE;
}

/* Compiles to a CUBIN, to be freed. */
static sweep_status compile_text(sweep_device *device, const sweep_shape *shape, void **binary, size_t *bytes)
{
    const cuda_state *state = device->state;
    char why[224] = "", architecture[48];
    const gpu_compiler *compiler = sweep_cuda_compiler(why, sizeof why);
    gpu_handle program = NULL;
    if (!compiler)
        return sweep_device_fail(device, SWEEP_ERR_UNSUPPORTED,
                                 "%s, and the library was built without a CUBIN of this shape for sm_%d", why,
                                 state->architecture);
    snprintf(architecture, sizeof architecture, "--gpu-architecture=sm_%d", state->architecture);
    const char *const options[] = {architecture, "-std=c++17"};
    char *text = whole_text(shape);
    if (!text)
        return SWEEP_ERR_MEMORY;
    int error = compiler->create(&program, text, "sweepsort.cu", 0, NULL, NULL);
    free(text);
    if (error)
        return sweep_device_fail(device, SWEEP_ERR_DEVICE, "CUDA: nvrtcCreateProgram failed with error %d", error);
    sweep_status status = SWEEP_OK;
    error = compiler->compile(program, (int)(sizeof options / sizeof options[0]), options);
    if (error)
        status = refused(device, compiler, program, error);
    *binary = NULL;
    if (status == SWEEP_OK && (compiler->binary_size(program, bytes) != 0 || *bytes == 0))
        status = sweep_device_fail(device, SWEEP_ERR_DEVICE, "CUDA: NVRTC made no CUBIN");
    if (status == SWEEP_OK && !(*binary = malloc(*bytes)))
        status = SWEEP_ERR_MEMORY;
    if (status == SWEEP_OK && compiler->binary(program, *binary) != 0) {
        free(*binary);
        *binary = NULL;
        status = sweep_device_fail(device, SWEEP_ERR_DEVICE, "CUDA: NVRTC does not hand its CUBIN out");
    }
    (void)compiler->destroy(&program);
    return status;
}

/* The build's CUBIN for a shape: of this very architecture, else of the nearest older one that this one runs. */
static const cuda_prebuilt *find_prebuilt(const cuda_state *state, const sweep_shape *shape)
{
    const cuda_prebuilt *best = NULL;
#ifdef SWEEP_TEST
    if (sweep_test_kernels)
        return NULL;
#endif
    for (const cuda_prebuilt *p = sweep_cuda_prebuilt; p->bytes; p++)
        if (memcmp(&p->shape, shape, sizeof *shape) == 0 && p->architecture / 10 == state->architecture / 10 &&
            p->architecture <= state->architecture && (!best || p->architecture > best->architecture))
            best = p;
    return best;
}

/* ---- loading --------------------------------------------------------------------------------------------------- */

void sweep_cuda_program_destroy(sweep_device *device, void *compiled)
{
    const cuda_state *state = device->state;
    cuda_program *gone = compiled;
    if (gone->library)
        (void)state->api->library_unload(gone->library);
    free(gone->binary);
    free(gone);
}

/* Finds the kernels that the shape has, and whether the device can hold their groups. */
static sweep_status find_kernels(sweep_device *device, const sweep_shape *shape, cuda_program *made)
{
    const cuda_state *state = device->state;
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
            return sweep_cuda_failed(device, sweep_kernel_names[k], error);
        if (threads < (int)shape->threads || (size_t)shared > device->limits.local_bytes)
            return sweep_device_fail(device, SWEEP_ERR_UNSUPPORTED,
                                     "%s needs groups of %u work-items and %d bytes; the device gives %d and %zu",
                                     sweep_kernel_names[k], shape->threads, shared, threads,
                                     device->limits.local_bytes);
    }
    return SWEEP_OK;
}

sweep_status sweep_cuda_compile(sweep_device *device, const sweep_shape *shape, const void *binary, size_t bytes,
                                void **compiled)
{
    const cuda_state *state = device->state;
    const cuda_prebuilt *prebuilt = binary ? NULL : find_prebuilt(state, shape);
    cuda_entry entry;
    if (sweep_cuda_capturing)
        return sweep_device_fail(device, SWEEP_ERR_UNSUPPORTED,
                                 "the stream is being captured, and this sort was not prepared by sweep_cuda_scratch");
    cuda_program *made = calloc(1, sizeof *made);
    if (!made)
        return SWEEP_ERR_MEMORY;
    sweep_status status = SWEEP_OK;
    const void *code = prebuilt ? prebuilt->bytes : binary;
    (void)bytes; /* a CUBIN knows its own length */
    if (!code) {
        status = compile_text(device, shape, &made->binary, &made->binary_bytes);
        code = made->binary;
    }
    if (status == SWEEP_OK)
        status = sweep_cuda_enter(device, state->context, &entry);
    if (status) {
        sweep_cuda_program_destroy(device, made);
        return status;
    }
    gpu_error error = state->api->library_load(&made->library, code, NULL, NULL, 0, NULL, NULL, 0);
    if (error)
        status = sweep_cuda_failed(device, "cuLibraryLoadData", error);
    if (status == SWEEP_OK)
        status = find_kernels(device, shape, made);
    if (status)
        sweep_cuda_program_destroy(device, made);
    else
        *compiled = made;
    sweep_cuda_leave(&entry);
    return status;
}

/* Hands over what the compiler gave, once: for the disk. */
sweep_status sweep_cuda_binary(sweep_device *device, void *compiled, void **binary, size_t *bytes)
{
    cuda_program *program = compiled;
    (void)device;
    if (!program->binary)
        return SWEEP_ERR_UNSUPPORTED; /* it came with the library */
    *binary = program->binary;
    *bytes = program->binary_bytes;
    program->binary = NULL;
    return SWEEP_OK;
}

static bool is_loaded(const cuda_program *program, u64 context_id)
{
    for (int i = 0; i < CUDA_CONTEXTS; i++)
        if (program->loaded[i] == context_id + 1)
            return true;
    return false;
}

sweep_status sweep_cuda_load(sweep_device *device, cuda_program *program, const cuda_queue *queue)
{
    cuda_state *state = device->state;
    const gpu_api *api = state->api;
    sweep_status status = SWEEP_OK;
    pthread_mutex_lock(&state->context_lock);
    bool loaded = is_loaded(program, queue->context_id);
    if (!loaded && queue->capturing)
        status = sweep_device_fail(device, SWEEP_ERR_UNSUPPORTED,
                                   "the stream is being captured, and this sort was not prepared for its context");
    for (int k = 0; k < SWEEP_KERNELS && !loaded && status == SWEEP_OK; k++) {
        gpu_handle function = NULL;
        if (!program->kernels[k])
            continue;
        gpu_error error = api->kernel_function(&function, program->kernels[k]);
        if (error == 0 && api->function_load)
            error = api->function_load(function);
        if (error)
            status = sweep_cuda_failed(device, "loading kernels into the context", error);
    }
    if (!loaded && status == SWEEP_OK) {
        program->loaded[program->next] = queue->context_id + 1;
        program->next = (program->next + 1) % CUDA_CONTEXTS;
    }
    pthread_mutex_unlock(&state->context_lock);
    return status;
}
