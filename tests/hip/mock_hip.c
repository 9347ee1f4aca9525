/*
 * What the mock driver has of HIP alone: a current device where CUDA has contexts, properties in the forms of version 5
 * and of version 6, modules of one device, architectures by name.
 */
#include "mock.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Numbers of the real attributes. */
enum { MOST_THREADS = 56, MULTIPROCESSORS = 63, SHARED = 74, WARP = 87 };

/* Of the real properties: their lengths, and where the architecture's name lies. */
enum { BYTES_6 = 1472, NAME_AT_6 = 1160, BYTES_5 = 792, NAME_AT_5 = 396 };
enum { THREADS = 1024, UNITS = 3, VERSION = 60241133 };

static _Thread_local int current;

/* A device has one context, which is there from the first look on. */
static mock_context *context_of(int device)
{
    mock_context *found = mock_contexts;
    while (found && found->device != device)
        found = found->next;
    if (!found) {
        found = mock_new_context(device, true);
        mock_stream_driver()->contexts--; /* nobody made it */
    }
    return found;
}

mock_context *mock_current(void)
{
    return context_of(current);
}

/* ---- devices --------------------------------------------------------------------------------------------------- */

MOCK_API gpu_error hipInit(unsigned flags)
{
    const char *target = getenv("MOCK_HIP_TARGET"), *wave = getenv("MOCK_HIP_WAVE");
    mock_control *control = mock_stream_driver();
    BEGIN();
    if (target)
        snprintf(control->target, sizeof control->target, "%s", target);
    if (wave)
        control->wave = atoi(wave);
    return mock_end(flags ? MOCK_INVALID_VALUE : 0);
}

MOCK_API gpu_error hipDriverGetVersion(int *version)
{
    BEGIN_SAFE();
    *version = VERSION;
    return mock_end(0);
}

MOCK_API const char *hipGetErrorName(gpu_error error)
{
    return error == mock_stream_driver()->failing_error ? "MADE_TO_FAIL" : "MOCK_ERROR";
}

static const char *target_of(int device)
{
    return device == 0 ? mock_stream_driver()->target : "gfx1030";
}

static int wave_of(int device)
{
    return device == 0 ? mock_stream_driver()->wave : 32;
}

MOCK_API gpu_error hipDeviceGetAttribute(int *value, int attribute, int device)
{
    BEGIN_SAFE();
    if (device < 0 || device >= MOCK_DEVICES)
        return mock_end(MOCK_INVALID_DEVICE);
    switch (attribute) {
    case MOST_THREADS: *value = THREADS; break;
    case SHARED: *value = MOCK_SHARED_BYTES; break;
    case MULTIPROCESSORS: *value = UNITS; break;
    case WARP: *value = wave_of(device); break;
    default: mock_misuse("an unknown attribute %d", attribute); return mock_end(MOCK_INVALID_VALUE);
    }
    return mock_end(0);
}

/* Noise, but for the name. */
static gpu_error properties(char *to, size_t bytes, size_t name_at, int device)
{
    memset(to, 'g', bytes);
    snprintf(to + name_at, 256, "%s", target_of(device));
    return mock_end(0);
}

MOCK_API gpu_error hipGetDevicePropertiesR0600(char *to, int device)
{
    BEGIN();
    return properties(to, BYTES_6, NAME_AT_6, device);
}

MOCK_API gpu_error hipGetDeviceProperties(char *to, int device)
{
    BEGIN();
    return properties(to, BYTES_5, NAME_AT_5, device);
}

MOCK_API gpu_error hipGetDevice(int *device)
{
    BEGIN();
    *device = current;
    return mock_end(0);
}

MOCK_API gpu_error hipSetDevice(int device)
{
    if (device == current) { /* nothing to be done cannot fail */
        BEGIN_SAFE();
        return mock_end(0);
    }
    BEGIN();
    if (device < 0 || device >= MOCK_DEVICES) {
        mock_misuse("device %d was to be the current one", device);
        return mock_end(MOCK_INVALID_DEVICE);
    }
    current = device;
    return mock_end(0);
}

MOCK_API gpu_error hipDeviceReset(void)
{
    BEGIN_SAFE();
    mock_forget_context(mock_current());
    mock_current()->sticky = 0;
    return mock_end(0);
}

/* The driver's own streams are of the current device; below 0: no stream. */
MOCK_API int hipGetStreamDeviceId(gpu_handle stream)
{
    bool fails = !mock_begin(__func__, true);
    mock_stream *found = fails ? NULL : mock_stream_of(stream);
    int device = found ? found->context->device : -1;
    (void)mock_end(0);
    return device;
}

/* ---- modules --------------------------------------------------------------------------------------------------- */

/* The numbers that ELF files give architectures. */
static int machine_of(const char *target)
{
    static const struct {
        const char *name;
        int number;
    } machines[] = {{"gfx906", 0x2f}, {"gfx90a", 0x3f}, {"gfx1030", 0x36}, {"gfx1100", 0x41}};
    for (size_t i = 0; i < sizeof machines / sizeof *machines; i++)
        if (strncmp(target, machines[i].name, strcspn(target, ":")) == 0 &&
            strlen(machines[i].name) == strcspn(target, ":"))
            return machines[i].number;
    return -1;
}

MOCK_API gpu_error hipModuleLoadData(gpu_handle *module, const void *code)
{
    BEGIN_UNSAFE();
    mock_library *made = calloc(1, sizeof *made);
    if (!made)
        abort();
    if (!mock_read_code(code, &made->code)) {
        free(made);
        return mock_end(MOCK_INVALID_IMAGE);
    }
    if (made->code.architecture != machine_of(target_of(current)) || (int)made->code.subgroup != wave_of(current)) {
        free(made);
        return mock_end(MOCK_NO_BINARY);
    }
    mock_add_library(made);
    made->loaded_in[made->loaded_count++] = mock_current()->id;
    *module = made;
    return mock_end(0);
}

MOCK_API gpu_error hipFuncGetAttribute(int *value, int attribute, gpu_handle function)
{
    BEGIN();
    mock_kernel *found = mock_kernel_of(function);
    if (!found)
        return mock_end(MOCK_INVALID_HANDLE);
    int most = mock_stream_driver()->kernel_threads;
    *value = attribute != GPU_KERNEL_THREADS ? (int)found->library->code.shared_bytes[found->kernel]
             : most                          ? most
                                             : (int)found->library->code.shape.threads;
    return mock_end(0);
}
