/*
 * The mock driver's devices, memory and libraries, as far as CUDA and HIP have one form. All calls take one lock.
 */
#include "mock.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static mock_control control = {.failing_call = -1,
                               .failing_error = 999,
                               .architecture = 90,
                               .target = "gfx90a:sramecc+:xnack-",
                               .wave = 64,
                               .seed = 1};
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
_Thread_local int mock_capture_mode; /* 0: global */
mock_context *mock_contexts;
mock_library *mock_libraries;
static u64 next_id = 1;

MOCK_API mock_control *mock_stream_driver(void)
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
    pthread_testcancel(); /* a driver waits, reads and writes: any of its functions is a cancellation point */
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

/* ---- devices --------------------------------------------------------------------------------------------------- */

MOCK_API gpu_error MOCK_NAME(cuDeviceGetCount, hipGetDeviceCount)(int *count)
{
    BEGIN();
    *count = MOCK_DEVICES;
    return mock_end(0);
}

MOCK_API gpu_error MOCK_NAME(cuDeviceGet, hipDeviceGet)(int *device, int ordinal)
{
    BEGIN();
    *device = ordinal;
    return mock_end(ordinal >= 0 && ordinal < MOCK_DEVICES ? 0 : MOCK_INVALID_DEVICE);
}

MOCK_API gpu_error MOCK_NAME(cuDeviceGetName, hipDeviceGetName)(char *name, int bytes, int device)
{
    BEGIN_SAFE();
    snprintf(name, (size_t)bytes, "Mock GPU %d", device);
    return mock_end(0);
}

MOCK_API gpu_error MOCK_NAME(cuDeviceTotalMem_v2, hipDeviceTotalMem)(size_t *bytes, int device)
{
    (void)device;
    BEGIN_SAFE();
    *bytes = (size_t)1 << 40;
    return mock_end(0);
}

/* ---- contexts -------------------------------------------------------------------------------------------------- */

mock_context *mock_new_context(int device, bool primary)
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

/* ---- memory ---------------------------------------------------------------------------------------------------- */

MOCK_API gpu_error MOCK_NAME(cuMemAlloc_v2, hipMalloc)(gpu_handle *memory, size_t bytes)
{
    BEGIN_UNSAFE();
    if (!mock_current())
        return mock_end(MOCK_INVALID_CONTEXT);
    return mock_end(mock_allocate(memory, bytes));
}

MOCK_API gpu_error MOCK_NAME(cuMemFree_v2, hipFree)(gpu_handle memory)
{
    BEGIN_SAFE();
    mock_run_all(); /* it waits for the device, without being asked to */
    return mock_end(mock_free(memory));
}

/* ---- libraries ------------------------------------------------------------------------------------------------- */

const char *const mock_kernel_names[SWEEP_KERNELS] = {
    [SWEEP_KERNEL_COUNT] = "sweep_count",
    [SWEEP_KERNEL_SCAN] = "sweep_scan",
    [SWEEP_KERNEL_ADD] = "sweep_add",
    [SWEEP_KERNEL_CHAIN] = "sweep_chain",
    [SWEEP_KERNEL_SCATTER] = "sweep_scatter",
    [SWEEP_KERNEL_SMALL] = "sweep_small",
    [SWEEP_KERNEL_GATHER] = "sweep_gather",
    [SWEEP_KERNEL_CLEAR] = "sweep_clear",
    [SWEEP_KERNEL_HISTOGRAM] = "sweep_histogram",
    [SWEEP_KERNEL_DECIDE] = "sweep_decide",
    [SWEEP_KERNEL_ONESWEEP] = "sweep_onesweep",
    [SWEEP_KERNEL_SETTLE] = "sweep_settle",
    [SWEEP_KERNEL_RETRY] = "sweep_retry",
    [SWEEP_KERNEL_JUDGE] = "sweep_judge",
    [SWEEP_KERNEL_FINISH] = "sweep_finish",
};

void mock_add_library(mock_library *library)
{
    for (int k = 0; k < SWEEP_KERNELS; k++)
        library->kernels[k] = (mock_kernel){library, (sweep_kernel)k};
    library->next = mock_libraries;
    mock_libraries = library;
    control.libraries++;
    control.loaded++;
}

bool mock_read_shape(const void *words, size_t bytes, mock_code *code)
{
    if (bytes != sizeof code->shape + sizeof code->subgroup)
        return false;
    memcpy(&code->shape, words, sizeof code->shape);
    memcpy(&code->subgroup, (const char *)words + sizeof code->shape, sizeof code->subgroup);
    return true;
}

MOCK_API gpu_error MOCK_NAME(cuLibraryUnload, hipModuleUnload)(gpu_handle library)
{
    BEGIN_SAFE();
    for (mock_library **at = &mock_libraries; *at; at = &(*at)->next)
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
    for (mock_library *l = mock_libraries; l; l = l->next)
        for (int k = 0; k < SWEEP_KERNELS; k++)
            if (&l->kernels[k] == kernel)
                return l->code.has[k] ? &l->kernels[k] : NULL;
    return NULL;
}

MOCK_API gpu_error MOCK_NAME(cuLibraryGetKernel, hipModuleGetFunction)(gpu_handle *kernel, gpu_handle library,
                                                                       const char *name)
{
    mock_library *from = library;
    BEGIN();
    for (int k = 0; k < SWEEP_KERNELS; k++)
        if (mock_kernel_names[k] && strcmp(mock_kernel_names[k], name) == 0 && from->code.has[k]) {
            *kernel = &from->kernels[k];
            return mock_end(0);
        }
    return mock_end(MOCK_NOT_FOUND);
}

bool mock_loaded(const mock_library *library, u64 context_id)
{
    for (int i = 0; i < library->loaded_count; i++)
        if (library->loaded_in[i] == context_id)
            return true;
    return false;
}
