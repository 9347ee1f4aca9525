/*
 * What the mock driver has of CUDA alone: compute capabilities, contexts on a stack, libraries that are loaded into
 * contexts.
 */
#include "mock.h"
#include "gpu/cuda.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { DEPTH = 16, THREADS = 1024, UNITS = 3 };

static _Thread_local mock_context *stack[DEPTH];
static _Thread_local int depth;

mock_context *mock_current(void)
{
    return depth > 0 ? stack[depth - 1] : NULL;
}

/* ---- devices --------------------------------------------------------------------------------------------------- */

MOCK_API gpu_error cuInit(unsigned flags)
{
    const char *architecture = getenv("MOCK_CUDA_ARCHITECTURE");
    BEGIN();
    if (architecture)
        mock_stream_driver()->architecture = atoi(architecture);
    return mock_end(flags ? MOCK_INVALID_VALUE : 0);
}

MOCK_API gpu_error cuDriverGetVersion(int *version)
{
    BEGIN_SAFE();
    *version = 13000;
    return mock_end(0);
}

MOCK_API gpu_error cuGetErrorName(gpu_error error, const char **name)
{
    *name = error == mock_stream_driver()->failing_error ? "MADE_TO_FAIL" : "MOCK_ERROR";
    return 0;
}

static int architecture_of(int device)
{
    return device == 0 ? mock_stream_driver()->architecture : 75;
}

MOCK_API gpu_error cuDeviceGetAttribute(int *value, int attribute, int device)
{
    BEGIN_SAFE();
    if (device < 0 || device >= MOCK_DEVICES)
        return mock_end(MOCK_INVALID_DEVICE);
    switch (attribute) {
    case CUDA_ATTRIBUTE_THREADS: *value = THREADS; break;
    case CUDA_ATTRIBUTE_SHARED: *value = MOCK_SHARED_BYTES; break;
    case CUDA_ATTRIBUTE_UNITS: *value = UNITS; break;
    case CUDA_ATTRIBUTE_MAJOR: *value = architecture_of(device) / 10; break;
    case CUDA_ATTRIBUTE_MINOR: *value = architecture_of(device) % 10; break;
    default: mock_misuse("an unknown attribute %d", attribute); return mock_end(MOCK_INVALID_VALUE);
    }
    return mock_end(0);
}

/* ---- contexts -------------------------------------------------------------------------------------------------- */

static void destroy_context(mock_context *context)
{
    mock_context **at = &mock_contexts;
    while (*at != context)
        at = &(*at)->next;
    *at = context->next;
    mock_forget_context(context);
    free(context);
    mock_stream_driver()->contexts--;
}

static bool is_context(const mock_context *context)
{
    const mock_context *c = mock_contexts;
    while (c && c != context)
        c = c->next;
    return c != NULL;
}

MOCK_API gpu_error cuDevicePrimaryCtxRetain(gpu_handle *context, int device)
{
    BEGIN();
    mock_context *found = mock_contexts;
    while (found && !(found->primary && found->device == device))
        found = found->next;
    if (!found)
        found = mock_new_context(device, true);
    found->retained++;
    mock_stream_driver()->retained++;
    *context = found;
    return mock_end(0);
}

MOCK_API gpu_error cuDevicePrimaryCtxRelease_v2(int device)
{
    BEGIN_SAFE();
    mock_context *found = mock_contexts;
    while (found && !(found->primary && found->device == device))
        found = found->next;
    if (!found) {
        mock_misuse("a primary context was released that nobody retained");
        return mock_end(MOCK_INVALID_CONTEXT);
    }
    mock_stream_driver()->retained--;
    if (--found->retained == 0)
        destroy_context(found);
    return mock_end(0);
}

MOCK_API gpu_error cuCtxCreate_v4(gpu_handle *context, void *parameters, unsigned flags, int device)
{
    (void)parameters;
    (void)flags;
    BEGIN();
    *context = mock_new_context(device, false);
    if (depth < DEPTH)
        stack[depth++] = *context;
    return mock_end(0);
}

MOCK_API gpu_error cuCtxDestroy_v2(gpu_handle context)
{
    BEGIN_SAFE();
    if (mock_current() == context)
        depth--;
    destroy_context(context);
    return mock_end(0);
}

MOCK_API gpu_error cuCtxGetCurrent(gpu_handle *context)
{
    BEGIN_SAFE();
    *context = mock_current();
    return mock_end(0);
}

MOCK_API gpu_error cuCtxSetCurrent(gpu_handle context)
{
    BEGIN();
    depth = depth > 0 ? depth - 1 : 0;
    if (context)
        stack[depth++] = context;
    return mock_end(0);
}

MOCK_API gpu_error cuCtxPushCurrent_v2(gpu_handle context)
{
    BEGIN();
    if (!is_context(context) || depth == DEPTH) {
        mock_misuse("a context was pushed that is none");
        return mock_end(MOCK_INVALID_CONTEXT);
    }
    stack[depth++] = context;
    return mock_end(0);
}

MOCK_API gpu_error cuCtxPopCurrent_v2(gpu_handle *context)
{
    BEGIN_SAFE();
    if (depth == 0) {
        mock_misuse("more contexts popped than pushed");
        return mock_end(MOCK_INVALID_CONTEXT);
    }
    *context = stack[--depth];
    return mock_end(0);
}

MOCK_API gpu_error cuCtxGetDevice(int *device)
{
    BEGIN();
    if (!mock_current())
        return mock_end(MOCK_INVALID_CONTEXT);
    *device = mock_current()->device;
    return mock_end(0);
}

MOCK_API gpu_error cuCtxGetId(gpu_handle context, u64 *id)
{
    BEGIN();
    *id = ((mock_context *)context)->id;
    return mock_end(0);
}

MOCK_API gpu_error cuStreamGetCtx(gpu_handle stream, gpu_handle *context)
{
    BEGIN();
    mock_stream *s = mock_stream_of(stream);
    if (!s)
        return mock_end(MOCK_INVALID_HANDLE);
    *context = s->context;
    return mock_end(0);
}

/* ---- libraries ------------------------------------------------------------------------------------------------- */

MOCK_API gpu_error cuLibraryLoadData(gpu_handle *library, const void *code, void *a, void **b, unsigned c, void *d,
                                     void **e, unsigned f)
{
    (void)a, (void)b, (void)c, (void)d, (void)e, (void)f;
    BEGIN_UNSAFE();
    mock_library *made = calloc(1, sizeof *made);
    if (!made)
        abort();
    if (!mock_read_code(code, &made->code)) {
        free(made);
        return mock_end(MOCK_INVALID_IMAGE);
    }
    int wanted = mock_current() ? architecture_of(mock_current()->device) : mock_stream_driver()->architecture;
    if (made->code.architecture / 10 != wanted / 10 || made->code.architecture > wanted) {
        free(made);
        return mock_end(MOCK_NO_BINARY);
    }
    mock_add_library(made);
    *library = made;
    return mock_end(0);
}

MOCK_API gpu_error cuKernelGetAttribute(int *value, int attribute, gpu_handle kernel, int device)
{
    (void)device;
    BEGIN();
    mock_kernel *found = mock_kernel_of(kernel);
    if (!found)
        return mock_end(MOCK_INVALID_HANDLE);
    int most = mock_stream_driver()->kernel_threads;
    *value = attribute != GPU_KERNEL_THREADS ? (int)found->library->code.shared_bytes[found->kernel]
             : most                          ? most
                                             : (int)found->library->code.shape.threads;
    return mock_end(0);
}

/* A context's own function; a kernel handle serves as one. Loading allocates. */
MOCK_API gpu_error cuKernelGetFunction(gpu_handle *function, gpu_handle kernel)
{
    BEGIN_UNSAFE();
    mock_kernel *found = mock_kernel_of(kernel);
    if (!found || !mock_current())
        return mock_end(found ? MOCK_INVALID_CONTEXT : MOCK_INVALID_HANDLE);
    mock_library *library = found->library;
    if (!mock_loaded(library, mock_current()->id) && library->loaded_count < 64)
        library->loaded_in[library->loaded_count++] = mock_current()->id;
    *function = kernel;
    return mock_end(0);
}

MOCK_API gpu_error cuFuncLoad(gpu_handle function)
{
    BEGIN_UNSAFE();
    return mock_end(mock_kernel_of(function) ? 0 : MOCK_INVALID_HANDLE);
}
