/*
 * OpenCL 1.2 as a backend. The library is opened at run time; devices are chosen by number or name, GPUs before
 * processors; drivers known to give wrong results are refused by name. In: the verbs of device.h.
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef _DEFAULT_SOURCE
#define _DEFAULT_SOURCE
#endif
#include "opencl_api.h"
#include "text.h"
#include "../environment.h"

#include <dlfcn.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* ---- the library ----------------------------------------------------------------------------------------------- */

static opencl_api api;
static char api_why[224];
static bool api_open;

static void open_api(void)
{
    static const struct {
        const char *name;
        size_t at;
    } functions[] = {
#define FUNCTION(name) {"cl" #name, offsetof(opencl_api, name)}
        FUNCTION(GetPlatformIDs),
        FUNCTION(GetPlatformInfo),
        FUNCTION(GetDeviceIDs),
        FUNCTION(GetDeviceInfo),
        FUNCTION(CreateContext),
        FUNCTION(RetainContext),
        FUNCTION(ReleaseContext),
        FUNCTION(CreateCommandQueue),
        FUNCTION(ReleaseCommandQueue),
        FUNCTION(GetCommandQueueInfo),
        FUNCTION(CreateBuffer),
        FUNCTION(ReleaseMemObject),
        FUNCTION(GetMemObjectInfo),
        FUNCTION(CreateProgramWithSource),
        FUNCTION(CreateProgramWithBinary),
        FUNCTION(BuildProgram),
        FUNCTION(GetProgramBuildInfo),
        FUNCTION(GetProgramInfo),
        FUNCTION(ReleaseProgram),
        FUNCTION(CreateKernel),
        FUNCTION(ReleaseKernel),
        FUNCTION(SetKernelArg),
        FUNCTION(GetKernelWorkGroupInfo),
        FUNCTION(EnqueueNDRangeKernel),
        FUNCTION(EnqueueReadBuffer),
        FUNCTION(EnqueueWriteBuffer),
        FUNCTION(EnqueueCopyBuffer),
        FUNCTION(EnqueueMarkerWithWaitList),
        FUNCTION(ReleaseEvent),
        FUNCTION(Flush),
        FUNCTION(Finish),
#undef FUNCTION
    };
    const char *path = sweep_environment("SWEEP_OPENCL_LIBRARY");
    if (!path || !*path)
        path = "libOpenCL.so.1";
    void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (!library) {
        snprintf(api_why, sizeof api_why, "no OpenCL: %s cannot be opened", path);
        return;
    }
    for (size_t i = 0; i < sizeof functions / sizeof functions[0]; i++) {
        void *symbol = dlsym(library, functions[i].name);
        if (!symbol) {
            snprintf(api_why, sizeof api_why, "no OpenCL 1.2: %s lacks %s", path, functions[i].name);
            return;
        }
        memcpy((char *)&api + functions[i].at, &symbol, sizeof symbol);
    }
    api_open = true; /* the library stays open: its drivers do not bear closing */
}

const opencl_api *sweep_opencl_api(char *why, size_t why_bytes)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, open_api);
    if (!api_open && why)
        snprintf(why, why_bytes, "%s", api_why);
    return api_open ? &api : NULL;
}

sweep_status sweep_opencl_failed(sweep_device *device, const char *what, int32_t error)
{
    bool memory = error == CL_BAD_ALLOCATION || error == CL_NO_RESOURCES || error == CL_NO_HOST_MEMORY;
    return sweep_device_fail(device, memory ? SWEEP_ERR_MEMORY : SWEEP_ERR_DEVICE, "OpenCL: %s failed with error %d",
                             what, (int)error);
}

/* ---- devices --------------------------------------------------------------------------------------------------- */

enum { MOST_DEVICES = 64 };

typedef struct candidate {
    cl_handle platform, id;
    char platform_name[96], name[96];
    bool cpu;
    const char *refused; /* why it cannot be used */
} candidate;

static u64 number(const opencl_api *cl, cl_handle id, u32 what, size_t bytes)
{
    union {
        u64 eight;
        u32 four;
    } value = {0};
    if (cl->GetDeviceInfo(id, what, bytes, &value, NULL) != 0)
        return 0;
    return bytes == 8 ? value.eight : value.four;
}

static void device_text(const opencl_api *cl, cl_handle id, u32 what, char *text, size_t bytes)
{
    char all[1024] = "";
    (void)cl->GetDeviceInfo(id, what, sizeof all - 1, all, NULL);
    snprintf(text, bytes, "%s", all + strspn(all, " "));
}

static const char *why_refused(const opencl_api *cl, const candidate *c)
{
    char version[64];
    device_text(cl, c->id, CL_DEVICE_VERSION_, version, sizeof version);
    if (strstr(c->name, "llvmpipe") || strstr(c->name, "softpipe"))
        return "refused: this driver cuts long loops off and gives wrong results";
    if (!number(cl, c->id, CL_DEVICE_USABLE, 4))
        return "refused: the driver says that it is not available";
    if (!number(cl, c->id, CL_DEVICE_HAS_COMPILER, 4))
        return "refused: it has no compiler";
    if (!number(cl, c->id, CL_DEVICE_LITTLE_ENDIAN, 4))
        return "refused: it is big-endian";
    if (strncmp(version, "OpenCL 1.0", 10) == 0 || strncmp(version, "OpenCL 1.1", 10) == 0)
        return "refused: older than OpenCL 1.2";
    return NULL;
}

/* All devices: those that can be used first, and of these GPUs before processors. */
static u32 find_devices(const opencl_api *cl, candidate found[MOST_DEVICES])
{
    cl_handle platforms[16], ids[MOST_DEVICES];
    u32 platform_count = 0, count = 0, used = 0;
    candidate all[MOST_DEVICES];
    if (cl->GetPlatformIDs(16, platforms, &platform_count) != 0)
        return 0;
    for (u32 p = 0; p < platform_count && p < 16; p++) {
        u32 devices = 0;
        if (cl->GetDeviceIDs(platforms[p], CL_ALL_TYPES, MOST_DEVICES, ids, &devices) != 0)
            continue;
        for (u32 d = 0; d < devices && d < MOST_DEVICES && count < MOST_DEVICES; d++) {
            candidate *c = &all[count++];
            char name[1024] = "";
            *c = (candidate){.platform = platforms[p], .id = ids[d]};
            (void)cl->GetPlatformInfo(platforms[p], CL_PLATFORM_NAME_, sizeof name - 1, name, NULL);
            snprintf(c->platform_name, sizeof c->platform_name, "%.*s", (int)sizeof c->platform_name - 1, name);
            device_text(cl, ids[d], CL_DEVICE_NAME_, c->name, sizeof c->name);
            c->cpu = (number(cl, ids[d], CL_DEVICE_TYPE_, 8) & CL_TYPE_CPU) != 0;
            c->refused = why_refused(cl, c);
        }
    }
    for (int pass = 0; pass < 3; pass++)
        for (u32 i = 0; i < count; i++)
            if ((all[i].refused ? 2 : all[i].cpu ? 1 : 0) == pass)
                found[used++] = all[i];
    return used;
}

static void list_opencl(void (*report)(const sweep_device_info *, void *), void *user)
{
    sweep_device_info info = {SWEEP_ERR_UNSUPPORTED, "opencl", ""};
    const opencl_api *cl = sweep_opencl_api(info.description, sizeof info.description);
    candidate found[MOST_DEVICES];
    if (!cl) {
        report(&info, user);
        return;
    }
    u32 count = find_devices(cl, found);
    if (count == 0) {
        snprintf(info.description, sizeof info.description, "OpenCL is there, but no driver offers a device");
        report(&info, user);
    }
    for (u32 i = 0; i < count; i++) {
        snprintf(info.name, sizeof info.name, "opencl:%u", i);
        info.status = found[i].refused ? SWEEP_ERR_UNSUPPORTED : SWEEP_OK;
        snprintf(info.description, sizeof info.description, "%s (%s)%s%s", found[i].name, found[i].platform_name,
                 found[i].refused ? ", " : "", found[i].refused ? found[i].refused : "");
        report(&info, user);
    }
}

static bool contains(const char *text, const char *part)
{
    size_t length = strlen(part);
    for (; *text; text++)
        if (strncasecmp(text, part, length) == 0)
            return true;
    return false;
}

/* Going on from a hash: the text and the zero at its end. */
static u64 hash_text(u64 hash, const char *text)
{
    do
        hash = (hash ^ (unsigned char)*text) * 0x100000001b3u;
    while (*text++);
    return hash;
}

/* The options of the compiler, to be freed. */
static char *compiler_options(void)
{
    static const char standard[] = "-cl-std=CL1.2 ";
    const char *more = sweep_environment("SWEEP_OPENCL_OPTIONS");
    more = more ? more : "";
    char *options = malloc(sizeof standard + strlen(more));
    if (options) {
        memcpy(options, standard, sizeof standard);
        strcat(options, more);
    }
    return options;
}

sweep_status sweep_opencl_attach(sweep_device *device, const opencl_api *cl, cl_handle context, cl_handle id)
{
    char driver[1024], version[1024], name[1024], platform[1024] = "";
    cl_handle of = NULL;
    opencl_state *state = calloc(1, sizeof *state);
    if (!state)
        return SWEEP_ERR_MEMORY;
    *state = (opencl_state){cl, context, id, compiler_options()};
    if (!state->options || cl->RetainContext(context) != 0) {
        sweep_status status = state->options ? SWEEP_ERR_DEVICE : SWEEP_ERR_MEMORY;
        free(state->options);
        free(state);
        return status;
    }
    device->state = state;
    device->limits.local_bytes = (size_t)number(cl, id, CL_DEVICE_LOCAL_BYTES, 8);
    device->limits.largest_buffer = (size_t)number(cl, id, CL_DEVICE_LARGEST_BUFFER, 8);
    device->limits.threads = (u32)number(cl, id, CL_DEVICE_GROUP_SIZE, sizeof(size_t));
    device->limits.units = (u32)number(cl, id, CL_DEVICE_UNITS, 4);
    device->limits.cpu = (number(cl, id, CL_DEVICE_TYPE_, 8) & CL_TYPE_CPU) != 0;
    if (device->limits.units == 0)
        device->limits.units = 1;
    if (cl->GetDeviceInfo(id, CL_DEVICE_PLATFORM_, sizeof of, &of, NULL) == 0)
        (void)cl->GetPlatformInfo(of, CL_PLATFORM_NAME_, sizeof platform - 1, platform, NULL);
    device_text(cl, id, CL_DRIVER_VERSION_, driver, sizeof driver);
    device_text(cl, id, CL_DEVICE_VERSION_, version, sizeof version);
    device_text(cl, id, CL_DEVICE_NAME_, name, sizeof name);
    /* The texts may be long; that they differ behind what is shown of them, the hash tells. */
    const char *const texts[] = {platform, name, version, driver, state->options};
    u64 hash = 0xcbf29ce484222325u;
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++)
        hash = hash_text(hash, texts[i]);
    snprintf(device->identity, sizeof device->identity, "%.40s / %.50s / %.30s / %.30s / %016llx", platform, name,
             version, driver, (unsigned long long)hash);
    snprintf(device->description, sizeof device->description, "%.80s (%.50s), driver %.60s", name, platform, driver);
    return SWEEP_OK;
}

static sweep_status open_opencl(sweep_device *device, const char *selector)
{
    candidate found[MOST_DEVICES];
    const opencl_api *cl = sweep_opencl_api(NULL, 0);
    u32 count = cl ? find_devices(cl, found) : 0, chosen = 0;
    if (selector[strspn(selector, "0123456789")] == 0)
        chosen = strlen(selector) < 6 ? (u32)atoi(selector) : count;
    else
        while (chosen < count && !contains(found[chosen].name, selector) &&
               !contains(found[chosen].platform_name, selector))
            chosen++;
    if (chosen >= count || found[chosen].refused)
        return SWEEP_ERR_UNSUPPORTED;
    const intptr_t properties[3] = {0x1084, (intptr_t)found[chosen].platform, 0}; /* CL_CONTEXT_PLATFORM */
    int32_t error = 0;
    cl_handle context = cl->CreateContext(properties, 1, &found[chosen].id, NULL, NULL, &error);
    if (!context)
        return sweep_opencl_failed(device, "clCreateContext", error);
    snprintf(device->name, sizeof device->name, "opencl:%u", chosen);
    sweep_status status = sweep_opencl_attach(device, cl, context, found[chosen].id);
    (void)cl->ReleaseContext(context); /* the handle has its own hold on it */
    return status;
}

static void close_opencl(sweep_device *device)
{
    opencl_state *state = device->state;
    (void)state->cl->ReleaseContext(state->context);
    free(state->options);
    free(state);
}

/* ---- queues and buffers ---------------------------------------------------------------------------------------- */

static sweep_status queue_create(sweep_device *device, sweep_queue *queue)
{
    opencl_state *state = device->state;
    int32_t error = 0;
    queue->native = state->cl->CreateCommandQueue(state->context, state->id, 0, &error);
    return queue->native ? SWEEP_OK : sweep_opencl_failed(device, "clCreateCommandQueue", error);
}

static void queue_destroy(sweep_queue *queue)
{
    opencl_state *state = queue->device->state;
    (void)state->cl->ReleaseCommandQueue(queue->native);
}

static sweep_status buffer_create(sweep_device *device, size_t bytes, void **buffer)
{
    opencl_state *state = device->state;
    int32_t error = 0;
    *buffer = state->cl->CreateBuffer(state->context, CL_READ_WRITE, bytes, NULL, &error);
    return *buffer ? SWEEP_OK : sweep_opencl_failed(device, "clCreateBuffer", error);
}

static void buffer_destroy(sweep_device *device, void *buffer)
{
    opencl_state *state = device->state;
    (void)state->cl->ReleaseMemObject(buffer);
}

/* What a command waits for, and the event that the next one will wait for. In an out-of-order queue each command waits
   for the one before; the first waits for the caller's events. */
typedef struct order {
    unsigned count;
    const cl_handle *list;
    cl_handle event, *wanted;
} order;

static void before(sweep_queue *queue, order *o)
{
    bool chained = queue->last != NULL;
    o->count = chained ? 1 : queue->wait_count;
    o->list = o->count == 0 ? NULL : chained ? &queue->last : queue->wait_list;
    o->event = NULL;
    o->wanted = queue->out_of_order ? &o->event : NULL;
}

static sweep_status after(sweep_queue *queue, order *o, const char *what, int32_t error)
{
    opencl_state *state = queue->device->state;
    if (error != 0)
        return sweep_opencl_failed(queue->device, what, error);
    if (queue->last)
        (void)state->cl->ReleaseEvent(queue->last);
    queue->last = o->event;
    queue->wait_count = 0; /* an in-order queue waits once */
    return SWEEP_OK;
}

static sweep_status write_buffer(sweep_queue *queue, void *buffer, const void *from, size_t bytes)
{
    opencl_state *state = queue->device->state;
    order o;
    before(queue, &o);
    return after(queue, &o, "clEnqueueWriteBuffer",
                 state->cl->EnqueueWriteBuffer(queue->native, buffer, 1, 0, bytes, from, o.count, o.list, o.wanted));
}

static sweep_status read_buffer(sweep_queue *queue, void *to, void *buffer, size_t bytes)
{
    opencl_state *state = queue->device->state;
    order o;
    before(queue, &o);
    return after(queue, &o, "clEnqueueReadBuffer",
                 state->cl->EnqueueReadBuffer(queue->native, buffer, 1, 0, bytes, to, o.count, o.list, o.wanted));
}

static sweep_status copy_buffer(sweep_queue *queue, void *to, void *from, size_t bytes)
{
    opencl_state *state = queue->device->state;
    order o;
    before(queue, &o);
    return after(queue, &o, "clEnqueueCopyBuffer",
                 state->cl->EnqueueCopyBuffer(queue->native, from, to, 0, 0, bytes, o.count, o.list, o.wanted));
}

static sweep_status finish(sweep_queue *queue)
{
    opencl_state *state = queue->device->state;
    int32_t error = state->cl->Finish(queue->native);
    return error ? sweep_opencl_failed(queue->device, "clFinish", error) : SWEEP_OK;
}

/* ---- programs -------------------------------------------------------------------------------------------------- */

typedef struct compiled_program {
    cl_handle program, kernels[SWEEP_KERNELS];
} compiled_program;

static void program_destroy(sweep_device *device, void *compiled)
{
    opencl_state *state = device->state;
    compiled_program *gone = compiled;
    for (int k = 0; k < SWEEP_KERNELS; k++)
        if (gone->kernels[k])
            (void)state->cl->ReleaseKernel(gone->kernels[k]);
    if (gone->program)
        (void)state->cl->ReleaseProgram(gone->program);
    free(gone);
}

static sweep_status build(sweep_device *device, const sweep_shape *shape, const void *binary, size_t bytes,
                          compiled_program *made)
{
    opencl_state *state = device->state;
    const opencl_api *cl = state->cl;
    int32_t error = 0;
    if (binary) {
        const unsigned char *binaries[1] = {binary};
        int32_t one = 0;
        made->program = cl->CreateProgramWithBinary(state->context, 1, &state->id, &bytes, binaries, &one, &error);
    } else {
        char defines[SWEEP_DEFINES_BYTES];
        const char *texts[3] = {defines, sweep_text_opencl, sweep_text_kernels};
        sweep_shape_defines(shape, defines);
#ifdef SWEEP_TEST
        if (sweep_test_kernels)
            texts[2] = sweep_test_kernels;
#endif
        made->program = cl->CreateProgramWithSource(state->context, 3, texts, NULL, &error);
    }
    if (!made->program)
        return sweep_opencl_failed(device, "clCreateProgram", error);
    char log[1500] = "";
    error = cl->BuildProgram(made->program, 1, &state->id, state->options, NULL, NULL);
    if (error != 0) {
        (void)cl->GetProgramBuildInfo(made->program, state->id, CL_PROGRAM_LOG, sizeof log - 1, log, NULL);
        return sweep_device_fail(device, SWEEP_ERR_DEVICE, "OpenCL: the kernels do not compile (error %d): %s",
                                 (int)error, log);
    }
    return SWEEP_OK;
}

static sweep_status compile(sweep_device *device, const sweep_shape *shape, const void *binary, size_t bytes,
                            void **compiled)
{
    opencl_state *state = device->state;
    const opencl_api *cl = state->cl;
    compiled_program *made = calloc(1, sizeof *made);
    if (!made)
        return SWEEP_ERR_MEMORY;
    sweep_status status = build(device, shape, binary, bytes, made);
    for (int k = 0; k < SWEEP_KERNELS && status == SWEEP_OK; k++) {
        int32_t error = 0;
        size_t threads = 0;
        u64 local = 0;
        if (!sweep_kernel_exists(shape, (sweep_kernel)k))
            continue;
        made->kernels[k] = cl->CreateKernel(made->program, sweep_kernel_names[k], &error);
        if (!made->kernels[k]) {
            status = sweep_opencl_failed(device, "clCreateKernel", error);
            break;
        }
        (void)cl->GetKernelWorkGroupInfo(made->kernels[k], state->id, CL_KERNEL_GROUP_SIZE, sizeof threads, &threads,
                                         NULL);
        (void)cl->GetKernelWorkGroupInfo(made->kernels[k], state->id, CL_KERNEL_LOCAL_BYTES, sizeof local, &local,
                                         NULL);
        if (threads < shape->threads || local > device->limits.local_bytes)
            status = sweep_device_fail(device, SWEEP_ERR_UNSUPPORTED,
                                       "%s needs groups of %u work-items and %llu bytes; the device gives %zu and %zu",
                                       sweep_kernel_names[k], shape->threads, (unsigned long long)local, threads,
                                       device->limits.local_bytes);
    }
    if (status)
        program_destroy(device, made);
    else
        *compiled = made;
    return status;
}

/* A program may be built for one of its context's devices: its binaries come as one list for all. */
static sweep_status binary(sweep_device *device, void *compiled, void **bytes, size_t *count)
{
    opencl_state *state = device->state;
    const opencl_api *cl = state->cl;
    cl_handle program = ((compiled_program *)compiled)->program, ids[MOST_DEVICES];
    size_t sizes[MOST_DEVICES];
    unsigned char *all[MOST_DEVICES] = {NULL};
    u32 devices = 0, own = 0;
    if (cl->GetProgramInfo(program, CL_PROGRAM_DEVICE_COUNT, sizeof devices, &devices, NULL) != 0 || devices == 0 ||
        devices > MOST_DEVICES ||
        cl->GetProgramInfo(program, CL_PROGRAM_DEVICES_, devices * sizeof *ids, ids, NULL) != 0 ||
        cl->GetProgramInfo(program, CL_PROGRAM_BINARY_SIZES_, devices * sizeof *sizes, sizes, NULL) != 0)
        return SWEEP_ERR_UNSUPPORTED;
    while (own < devices && ids[own] != state->id)
        own++;
    if (own == devices || sizes[own] == 0)
        return SWEEP_ERR_UNSUPPORTED;
    all[own] = malloc(sizes[own]);
    if (!all[own])
        return SWEEP_ERR_MEMORY;
    if (cl->GetProgramInfo(program, CL_PROGRAM_BINARIES_, devices * sizeof *all, all, NULL) != 0) {
        free(all[own]);
        return SWEEP_ERR_UNSUPPORTED;
    }
    *bytes = all[own];
    *count = sizes[own];
    return SWEEP_OK;
}

static sweep_status launch(sweep_queue *queue, void *compiled, const sweep_shape *shape, sweep_kernel kernel,
                           u32 groups, void *const buffers[SWEEP_BUFFERS], const sweep_arguments *arguments)
{
    opencl_state *state = queue->device->state;
    const opencl_api *cl = state->cl;
    cl_handle launched = ((compiled_program *)compiled)->kernels[kernel];
    size_t local = shape->threads, global = (size_t)groups * local;
    int32_t error = 0;
    order o;
    for (u32 i = 0; i < SWEEP_BUFFERS && error == 0; i++)
        error = cl->SetKernelArg(launched, i, sizeof(cl_handle), buffers[i] ? &buffers[i] : NULL);
    if (error == 0)
        error = cl->SetKernelArg(launched, SWEEP_BUFFERS, sizeof *arguments, arguments);
    if (error)
        return sweep_opencl_failed(queue->device, "clSetKernelArg", error);
    before(queue, &o);
    return after(
        queue, &o, "clEnqueueNDRangeKernel",
        cl->EnqueueNDRangeKernel(queue->native, launched, 1, NULL, &global, &local, o.count, o.list, o.wanted));
}

const sweep_backend sweep_opencl_backend = {
    .kind = "opencl",
    .list = list_opencl,
    .open = open_opencl,
    .close = close_opencl,
    SWEEP_BACKEND_VERBS(),
    .binary = binary,
};
