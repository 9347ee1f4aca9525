/*
 * The stand-in's strings, arrays, errors, devices, buffers, libraries, functions and pipelines.
 */
#include "stand_in.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

typedef void code(void);

/* ---- strings, arrays, errors ----------------------------------------------------------------------------------- */

static void free_text(object *gone)
{
    free(gone->text);
    gone->text = NULL;
}

static object *make_string(const char *text)
{
    object *made = stand_in_make("NSString", free_text);
    made->text = strdup(text);
    return made;
}

static void *string_of(object *class_of, void *selector, const char *text)
{
    (void)class_of;
    (void)selector;
    stand_in_lock();
    object *made = stand_in_fails("stringWithUTF8String:") ? NULL : stand_in_lend(make_string(text));
    stand_in_unlock();
    return made;
}

static const char *text_of(object *self, void *selector)
{
    (void)selector;
    stand_in_lock();
    const char *text = stand_in_fails("UTF8String") ? NULL : self->text;
    stand_in_unlock();
    return text;
}

static void free_error(object *gone)
{
    stand_in_let_go(gone->other);
}

object *stand_in_error(long number, const char *text)
{
    object *made = stand_in_make("NSError", free_error);
    made->other = make_string(text);
    made->code = number;
    return stand_in_lend(made);
}

static void *description_of(object *self, void *selector)
{
    (void)selector;
    stand_in_lock();
    object *found = stand_in_fails("localizedDescription") ? NULL : self->other;
    stand_in_unlock();
    return found;
}

static long code_of(object *self, void *selector)
{
    (void)selector;
    return self->code;
}

/* ---- devices --------------------------------------------------------------------------------------------------- */

enum { LOCAL_BYTES = 32 << 10, LARGEST_BUFFER = 256 << 20 };

static object *device(unsigned number)
{
    static object *made[2];
    if (!made[number]) {
        made[number] = stand_in_make("MTLDevice", NULL);
        made[number]->other = make_string(number ? "Stand-in, second" : "Stand-in");
        stand_in()->objects -= 2; /* the system's own */
    }
    return made[number];
}

EXPORTED void *MTLCreateSystemDefaultDevice(void)
{
    stand_in_lock();
    bool none = stand_in_fails("MTLCreateSystemDefaultDevice") || stand_in()->devices == 0;
    object *found = none ? NULL : stand_in_hold(device(0));
    stand_in_unlock();
    return found;
}

EXPORTED void *MTLCopyAllDevices(void)
{
    stand_in_lock();
    object *made = stand_in_fails("MTLCopyAllDevices") ? NULL : stand_in_make("NSArray", NULL);
    stand_in_unlock();
    return made;
}

static unsigned long count_of(object *self, void *selector)
{
    (void)self;
    (void)selector;
    return stand_in()->devices;
}

static void *element_of(object *self, void *selector, unsigned long at)
{
    (void)self;
    (void)selector;
    stand_in_lock();
    if (at >= stand_in()->devices)
        stand_in_misuse("objectAtIndex: past the end");
    object *found = device((unsigned)at % 2);
    stand_in_unlock();
    return found;
}

static void *name_of(object *self, void *selector)
{
    (void)selector;
    stand_in_lock();
    object *found = stand_in_fails("name") ? NULL : self->other;
    stand_in_unlock();
    return found;
}

static unsigned long shared_bytes_of(object *self, void *selector)
{
    (void)self;
    (void)selector;
    return LOCAL_BYTES;
}

static unsigned long largest_buffer_of(object *self, void *selector)
{
    (void)self;
    (void)selector;
    return LARGEST_BUFFER;
}

/* ---- buffers --------------------------------------------------------------------------------------------------- */

/* Memory of the host that lies in a buffer can only be read meanwhile: nobody is to write there. */
static void free_buffer(object *gone)
{
    if (gone->lies_over)
        (void)mprotect(gone->memory, gone->bytes, PROT_READ | PROT_WRITE);
    else
        free(gone->memory);
    gone->memory = NULL;
}

static object *make_buffer(object *self, unsigned char *memory, size_t bytes, bool lies_over)
{
    object *made = stand_in_make("MTLBuffer", free_buffer);
    made->device = self;
    made->memory = memory;
    made->bytes = bytes;
    made->lies_over = lies_over;
    return made;
}

static void *new_buffer(object *self, void *selector, unsigned long bytes, unsigned long options)
{
    object *made = NULL;
    (void)selector;
    stand_in_lock();
    if (bytes == 0 || bytes > LARGEST_BUFFER || options != 0)
        stand_in_misuse("a buffer of %lu bytes with the options %lu", bytes, options);
    else if (!stand_in_fails("newBufferWithLength:options:")) {
        made = make_buffer(self, malloc(bytes), bytes, false);
        for (size_t i = 0; i < bytes; i++)
            made->memory[i] = (unsigned char)(i * 167 + 13);
        stand_in()->allocated++;
    }
    stand_in_unlock();
    return made;
}

static void *new_buffer_over(object *self, void *selector, void *memory, unsigned long bytes, unsigned long options,
                             void *deallocator)
{
    object *made = NULL;
    size_t page = (size_t)sysconf(_SC_PAGESIZE);
    (void)selector;
    stand_in_lock();
    if (!memory || (uintptr_t)memory % page != 0 || bytes == 0 || bytes % page != 0 || options != 0 || deallocator)
        stand_in_misuse("a buffer over %p, %lu bytes, with the options %lu", memory, bytes, options);
    else if (!stand_in_fails("newBufferWithBytesNoCopy:") && mprotect(memory, bytes, PROT_READ) == 0) {
        made = make_buffer(self, memory, bytes, true);
        stand_in()->lain_over++;
    }
    stand_in_unlock();
    return made;
}

static unsigned long length_of(object *self, void *selector)
{
    (void)selector;
    return self->bytes;
}

static void *contents_of(object *self, void *selector)
{
    (void)selector;
    stand_in_lock();
    void *memory = stand_in_fails("contents") ? NULL : self->memory;
    stand_in_unlock();
    return memory;
}

static void *device_of(object *self, void *selector)
{
    (void)selector;
    return self->device;
}

/* ---- libraries and pipelines ----------------------------------------------------------------------------------- */

static const char *const kernel_names[SWEEP_KERNELS] = {
    "sweep_count",    "sweep_scan",   "sweep_add",   "sweep_chain",     "sweep_scatter",
    "sweep_small",    "sweep_gather", "sweep_clear", "sweep_histogram", "sweep_decide",
    "sweep_onesweep", "sweep_settle", "sweep_retry", "sweep_judge",     "sweep_finish"};

/* A number that the source defines. */
static u32 defined(const char *source, const char *name, bool *all)
{
    char line[80];
    snprintf(line, sizeof line, "#define SWEEP_%s ", name);
    const char *found = strstr(source, line);
    *all = *all && found;
    return found ? (u32)strtoul(found + strlen(line), NULL, 10) : 0;
}

static bool read_shape(const char *source, sweep_shape *shape)
{
    bool all = true;
    *shape = (sweep_shape){.key_bytes = defined(source, "KEY_BYTES", &all),
                           .value_bytes = defined(source, "VALUE_BYTES", &all),
                           .threads = defined(source, "THREADS", &all),
                           .items = defined(source, "ITEMS", &all),
                           .set = defined(source, "SET", &all),
                           .rank = defined(source, "RANK", &all),
                           .early = defined(source, "EARLY", &all),
                           .look = defined(source, "LOOK", &all),
                           .blocks = defined(source, "BLOCKS", &all)};
    return all && strstr(source, "#include <metal_stdlib>") && strstr(source, "KERNEL(sweep_count)");
}

/* Where a test wants to see what is compiled, each text goes to a file of its own. */
static void keep(const char *source)
{
    static unsigned number;
    const char *directory = getenv("STAND_IN_SOURCES");
    char path[600];
    if (!directory)
        return;
    snprintf(path, sizeof path, "%s/%u.metal", directory, number++);
    FILE *file = fopen(path, "w");
    if (!file || fputs(source, file) < 0 || fclose(file) != 0)
        stand_in_misuse("%s cannot be written", path);
}

static void *new_library(object *self, void *selector, object *source, void *options, void **error)
{
    object *made = NULL;
    (void)self;
    (void)selector;
    stand_in_lock();
    if (!stand_in_is(source, "NSString") || options || !error)
        stand_in_misuse("newLibraryWithSource: of what is no string, with options, or without room for an error");
    else if (stand_in_fails("newLibraryWithSource:options:error:"))
        *error = stand_in_error(stand_in()->failing_code, "program_source:7:1: error: this was made to fail");
    else {
        made = stand_in_make("MTLLibrary", NULL);
        made->copies = strstr(source->text, "kernel void sweep_copy(") != NULL;
        if (!made->copies && !read_shape(source->text, &made->shape))
            stand_in_misuse("a source that has no kernels or does not say their shape");
        keep(source->text);
        stand_in()->compiled++;
    }
    stand_in_unlock();
    return made;
}

static int kernel_of(const object *library, const char *name)
{
    const sweep_shape *shape = &library->shape;
    if (library->copies)
        return strcmp(name, "sweep_copy") == 0 ? SWEEP_KERNELS : -1;
    for (int k = 0; k < SWEEP_KERNELS; k++) {
        bool onesweep = k > SWEEP_KERNEL_GATHER;
        if (strcmp(name, kernel_names[k]) == 0 && onesweep == (shape->set == SWEEP_SET_ONESWEEP) &&
            (k != SWEEP_KERNEL_GATHER || shape->key_bytes == 4 || shape->key_bytes == 8))
            return k;
    }
    return -1;
}

static void *new_function(object *self, void *selector, object *name)
{
    object *made = NULL;
    (void)selector;
    stand_in_lock();
    if (!stand_in_is(name, "NSString"))
        stand_in_misuse("newFunctionWithName: of what is no string");
    else if (!stand_in_fails("newFunctionWithName:") && kernel_of(self, name->text) >= 0) {
        made = stand_in_make("MTLFunction", NULL);
        made->shape = self->shape;
        made->kernel = kernel_of(self, name->text);
    }
    stand_in_unlock();
    return made;
}

static void *new_pipeline(object *self, void *selector, object *function, void **error)
{
    object *made = NULL;
    (void)self;
    (void)selector;
    stand_in_lock();
    if (!stand_in_is(function, "MTLFunction") || !error)
        stand_in_misuse("newComputePipelineState: of what is no function, or without room for an error");
    else if (stand_in_fails("newComputePipelineStateWithFunction:error:"))
        *error = stand_in_error(stand_in()->failing_code, "this pipeline was made to fail");
    else {
        made = stand_in_make("MTLComputePipelineState", NULL);
        made->shape = function->shape;
        made->kernel = function->kernel;
    }
    stand_in_unlock();
    return made;
}

static unsigned long threads_of(object *self, void *selector)
{
    (void)self;
    (void)selector;
    return stand_in()->most_threads;
}

static unsigned long width_of(object *self, void *selector)
{
    (void)self;
    (void)selector;
    return stand_in()->width;
}

static unsigned long static_bytes_of(object *self, void *selector)
{
    (void)self;
    (void)selector;
    return stand_in()->static_bytes;
}

const stand_in_method stand_in_object_methods[] = {
    {"NSString class", "stringWithUTF8String:", "@@:r*", (code *)string_of},
    {"NSString", "UTF8String", "r*@:", (code *)text_of},
    {"NSArray", "count", "Q@:", (code *)count_of},
    {"NSArray", "objectAtIndex:", "@@:Q", (code *)element_of},
    {"NSError", "localizedDescription", "@@:", (code *)description_of},
    {"NSError", "code", "q@:", (code *)code_of},
    {"MTLDevice", "name", "@@:", (code *)name_of},
    {"MTLDevice", "maxThreadgroupMemoryLength", "Q@:", (code *)shared_bytes_of},
    {"MTLDevice", "maxBufferLength", "Q@:", (code *)largest_buffer_of},
    {"MTLDevice", "newBufferWithLength:options:", "@@:QQ", (code *)new_buffer},
    {"MTLDevice", "newBufferWithBytesNoCopy:length:options:deallocator:", "@@:^vQQ@?", (code *)new_buffer_over},
    {"MTLDevice", "newLibraryWithSource:options:error:", "@@:@@^@", (code *)new_library},
    {"MTLDevice", "newComputePipelineStateWithFunction:error:", "@@:@^@", (code *)new_pipeline},
    {"MTLLibrary", "newFunctionWithName:", "@@:@", (code *)new_function},
    {"MTLComputePipelineState", "maxTotalThreadsPerThreadgroup", "Q@:", (code *)threads_of},
    {"MTLComputePipelineState", "threadExecutionWidth", "Q@:", (code *)width_of},
    {"MTLComputePipelineState", "staticThreadgroupMemoryLength", "Q@:", (code *)static_bytes_of},
    {"MTLBuffer", "length", "Q@:", (code *)length_of},
    {"MTLBuffer", "contents", "^v@:", (code *)contents_of},
    {"MTLBuffer", "device", "@@:", (code *)device_of},
    {"MTLCommandBuffer", "device", "@@:", (code *)device_of},
};
const size_t stand_in_object_method_count = sizeof stand_in_object_methods / sizeof *stand_in_object_methods;
