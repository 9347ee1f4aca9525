/*
 * The mock driver's devices, contexts, memory and libraries. All calls take one lock.
 */
#include "mock.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { DEVICES = 2, DEPTH = 16, SHARED = 48 << 10, THREADS = 1024, UNITS = 3 };

static mock_control control = {.failing_call = -1, .failing_error = 999, .architecture = 90, .seed = 1};
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static _Thread_local mock_context *stack[DEPTH];
static _Thread_local int depth;
_Thread_local int mock_capture_mode; /* 0: global */
mock_context *mock_contexts;
static mock_library *libraries;
static u64 next_id = 1;

MOCK_API mock_control *mock_cuda(void)
{
    return &control;
}

void mock_misuse(const char *format, ...)
{
    char text[sizeof control.misuse];
    va_list list;
    va_start(list, format);
    vsnprintf(text, sizeof text, format, list);
    va_end(list);
    if (control.misuses++ == 0)
        memcpy(control.misuse, text, sizeof text);
}

bool mock_begin(const char *name, bool may_fail)
{
    pthread_mutex_lock(&lock);
    if (!may_fail || control.calls++ != control.failing_call)
        return true;
    snprintf(control.failed, sizeof control.failed, "%s", name);
    return false;
}

gpu_error mock_end(gpu_error error)
{
    pthread_mutex_unlock(&lock);
    return error;
}

mock_context *mock_current(void)
{
    return depth > 0 ? stack[depth - 1] : NULL;
}

/* ---- devices --------------------------------------------------------------------------------------------------- */

MOCK_API gpu_error cuInit(unsigned flags)
{
    const char *architecture = getenv("MOCK_CUDA_ARCHITECTURE");
    BEGIN("cuInit");
    if (architecture)
        control.architecture = atoi(architecture);
    return mock_end(flags ? MOCK_INVALID_VALUE : 0);
}

MOCK_API gpu_error cuDriverGetVersion(int *version)
{
    BEGIN_SAFE("cuDriverGetVersion");
    *version = 13000;
    return mock_end(0);
}

MOCK_API gpu_error cuGetErrorName(gpu_error error, const char **name)
{
    *name = error == control.failing_error ? "MADE_TO_FAIL" : "MOCK_ERROR";
    return 0;
}

MOCK_API gpu_error cuDeviceGetCount(int *count)
{
    BEGIN("cuDeviceGetCount");
    *count = DEVICES;
    return mock_end(0);
}

MOCK_API gpu_error cuDeviceGet(int *device, int ordinal)
{
    BEGIN("cuDeviceGet");
    *device = ordinal;
    return mock_end(ordinal >= 0 && ordinal < DEVICES ? 0 : MOCK_INVALID_DEVICE);
}

MOCK_API gpu_error cuDeviceGetName(char *name, int bytes, int device)
{
    BEGIN_SAFE("cuDeviceGetName");
    snprintf(name, (size_t)bytes, "Mock GPU %d", device);
    return mock_end(0);
}

MOCK_API gpu_error cuDeviceTotalMem_v2(size_t *bytes, int device)
{
    (void)device;
    BEGIN_SAFE("cuDeviceTotalMem");
    *bytes = (size_t)1 << 40;
    return mock_end(0);
}

static int architecture_of(int device)
{
    return device == 0 ? control.architecture : 75;
}

MOCK_API gpu_error cuDeviceGetAttribute(int *value, int attribute, int device)
{
    BEGIN_SAFE("cuDeviceGetAttribute");
    if (device < 0 || device >= DEVICES)
        return mock_end(MOCK_INVALID_DEVICE);
    switch (attribute) {
    case GPU_ATTRIBUTE_THREADS: *value = THREADS; break;
    case GPU_ATTRIBUTE_SHARED: *value = SHARED; break;
    case GPU_ATTRIBUTE_UNITS: *value = UNITS; break;
    case GPU_ATTRIBUTE_MAJOR: *value = architecture_of(device) / 10; break;
    case GPU_ATTRIBUTE_MINOR: *value = architecture_of(device) % 10; break;
    default: mock_misuse("an unknown attribute %d", attribute); return mock_end(MOCK_INVALID_VALUE);
    }
    return mock_end(0);
}

/* ---- contexts -------------------------------------------------------------------------------------------------- */

static mock_context *make_context(int device, bool primary)
{
    mock_context *made = calloc(1, sizeof *made);
    if (!made)
        abort();
    *made = (mock_context){.next = mock_contexts, .id = next_id++, .device = device, .primary = primary};
    made->legacy.context = made->per_thread.context = made;
    made->per_thread.blocking = true;
    mock_contexts = made;
    control.contexts++;
    return made;
}

static void destroy_context(mock_context *context)
{
    mock_context **at = &mock_contexts;
    while (*at != context)
        at = &(*at)->next;
    *at = context->next;
    mock_forget_context(context);
    free(context);
    control.contexts--;
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
    BEGIN("cuDevicePrimaryCtxRetain");
    mock_context *found = mock_contexts;
    while (found && !(found->primary && found->device == device))
        found = found->next;
    if (!found)
        found = make_context(device, true);
    found->retained++;
    control.retained++;
    *context = found;
    return mock_end(0);
}

MOCK_API gpu_error cuDevicePrimaryCtxRelease_v2(int device)
{
    BEGIN_SAFE("cuDevicePrimaryCtxRelease");
    mock_context *found = mock_contexts;
    while (found && !(found->primary && found->device == device))
        found = found->next;
    if (!found) {
        mock_misuse("a primary context was released that nobody retained");
        return mock_end(MOCK_INVALID_CONTEXT);
    }
    control.retained--;
    if (--found->retained == 0)
        destroy_context(found);
    return mock_end(0);
}

MOCK_API gpu_error cuCtxCreate_v4(gpu_handle *context, void *parameters, unsigned flags, int device)
{
    (void)parameters;
    (void)flags;
    BEGIN("cuCtxCreate");
    *context = make_context(device, false);
    if (depth < DEPTH)
        stack[depth++] = *context;
    return mock_end(0);
}

MOCK_API gpu_error cuCtxDestroy_v2(gpu_handle context)
{
    BEGIN_SAFE("cuCtxDestroy");
    if (mock_current() == context)
        depth--;
    destroy_context(context);
    return mock_end(0);
}

MOCK_API gpu_error cuCtxGetCurrent(gpu_handle *context)
{
    BEGIN_SAFE("cuCtxGetCurrent");
    *context = mock_current();
    return mock_end(0);
}

MOCK_API gpu_error cuCtxSetCurrent(gpu_handle context)
{
    BEGIN("cuCtxSetCurrent");
    depth = depth > 0 ? depth - 1 : 0;
    if (context)
        stack[depth++] = context;
    return mock_end(0);
}

MOCK_API gpu_error cuCtxPushCurrent_v2(gpu_handle context)
{
    BEGIN("cuCtxPushCurrent");
    if (!is_context(context) || depth == DEPTH) {
        mock_misuse("a context was pushed that is none");
        return mock_end(MOCK_INVALID_CONTEXT);
    }
    stack[depth++] = context;
    return mock_end(0);
}

MOCK_API gpu_error cuCtxPopCurrent_v2(gpu_handle *context)
{
    BEGIN_SAFE("cuCtxPopCurrent");
    if (depth == 0) {
        mock_misuse("more contexts popped than pushed");
        return mock_end(MOCK_INVALID_CONTEXT);
    }
    *context = stack[--depth];
    return mock_end(0);
}

MOCK_API gpu_error cuCtxGetDevice(int *device)
{
    BEGIN("cuCtxGetDevice");
    if (!mock_current())
        return mock_end(MOCK_INVALID_CONTEXT);
    *device = mock_current()->device;
    return mock_end(0);
}

MOCK_API gpu_error cuCtxGetId(gpu_handle context, u64 *id)
{
    BEGIN("cuCtxGetId");
    *id = ((mock_context *)context)->id;
    return mock_end(0);
}

/* ---- memory ---------------------------------------------------------------------------------------------------- */

MOCK_API gpu_error cuMemAlloc_v2(gpu_handle *memory, size_t bytes)
{
    BEGIN_UNSAFE("cuMemAlloc");
    if (!mock_current())
        return mock_end(MOCK_INVALID_CONTEXT);
    return mock_end(mock_allocate(memory, bytes));
}

MOCK_API gpu_error cuMemFree_v2(gpu_handle memory)
{
    BEGIN_SAFE("cuMemFree");
    mock_run_all(); /* it waits for the device, without being asked to */
    return mock_end(mock_free(memory));
}

/* ---- libraries ------------------------------------------------------------------------------------------------- */

MOCK_API gpu_error cuLibraryLoadData(gpu_handle *library, const void *code, void *a, void **b, unsigned c, void *d,
                                     void **e, unsigned f)
{
    (void)a, (void)b, (void)c, (void)d, (void)e, (void)f;
    BEGIN_UNSAFE("cuLibraryLoadData");
    mock_library *made = calloc(1, sizeof *made);
    if (!made)
        abort();
    if (!mock_read_cubin(code, &made->cubin)) {
        free(made);
        return mock_end(MOCK_INVALID_IMAGE);
    }
    int wanted = mock_current() ? architecture_of(mock_current()->device) : control.architecture;
    if (made->cubin.architecture / 10 != wanted / 10 || made->cubin.architecture > wanted) {
        free(made);
        return mock_end(MOCK_NO_BINARY);
    }
    for (int k = 0; k < SWEEP_KERNELS; k++)
        made->kernels[k] = (mock_kernel){made, (sweep_kernel)k};
    made->next = libraries;
    libraries = made;
    control.libraries++;
    control.loaded++;
    *library = made;
    return mock_end(0);
}

MOCK_API gpu_error cuLibraryUnload(gpu_handle library)
{
    BEGIN_SAFE("cuLibraryUnload");
    for (mock_library **at = &libraries; *at; at = &(*at)->next)
        if (*at == library) {
            mock_library *gone = *at;
            if (mock_pending(gone))
                mock_misuse("a library was unloaded whose kernels are still to run");
            *at = gone->next;
            free(gone);
            control.libraries--;
            return mock_end(0);
        }
    mock_misuse("a library was unloaded that is none");
    return mock_end(MOCK_INVALID_HANDLE);
}

mock_kernel *mock_kernel_of(gpu_handle kernel)
{
    for (mock_library *l = libraries; l; l = l->next)
        for (int k = 0; k < SWEEP_KERNELS; k++)
            if (&l->kernels[k] == kernel)
                return l->cubin.has[k] ? &l->kernels[k] : NULL;
    return NULL;
}

MOCK_API gpu_error cuLibraryGetKernel(gpu_handle *kernel, gpu_handle library, const char *name)
{
    mock_library *from = library;
    BEGIN("cuLibraryGetKernel");
    for (int k = 0; k < SWEEP_KERNELS; k++)
        if (mock_kernel_names[k] && strcmp(mock_kernel_names[k], name) == 0 && from->cubin.has[k]) {
            *kernel = &from->kernels[k];
            return mock_end(0);
        }
    return mock_end(MOCK_NOT_FOUND);
}

MOCK_API gpu_error cuKernelGetAttribute(int *value, int attribute, gpu_handle kernel, int device)
{
    (void)device;
    BEGIN("cuKernelGetAttribute");
    mock_kernel *found = mock_kernel_of(kernel);
    if (!found)
        return mock_end(MOCK_INVALID_HANDLE);
    *value = attribute == GPU_KERNEL_THREADS ? (int)found->library->cubin.shape.threads
                                             : (int)found->library->cubin.shared_bytes[found->kernel];
    return mock_end(0);
}

bool mock_loaded(const mock_library *library, u64 context_id)
{
    for (int i = 0; i < library->loaded_count; i++)
        if (library->loaded_in[i] == context_id)
            return true;
    return false;
}

/* A context's own function; a kernel handle serves as one. Loading allocates. */
MOCK_API gpu_error cuKernelGetFunction(gpu_handle *function, gpu_handle kernel)
{
    BEGIN_UNSAFE("cuKernelGetFunction");
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
    BEGIN_UNSAFE("cuFuncLoad");
    return mock_end(mock_kernel_of(function) ? 0 : MOCK_INVALID_HANDLE);
}
