/*
 * Opens the Objective-C runtime and Metal. In: SWEEP_METAL_LIBRARY of the environment, a library that stands for both.
 * Out: their functions, classes and selectors (metal_api.h).
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef _DEFAULT_SOURCE
#define _DEFAULT_SOURCE
#endif
#include "metal_api.h"
#include "../environment.h"

#include <dlfcn.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* ---- tables ---------------------------------------------------------------------------------------------------- */

#define TEXT0(class, result, name, selector) {#class, selector, #result, {NULL}},
#define TEXT1(class, result, name, selector, t0) {#class, selector, #result, {#t0}},
#define TEXT2(class, result, name, selector, t0, t1) {#class, selector, #result, {#t0, #t1}},
#define TEXT3(class, result, name, selector, t0, t1, t2) {#class, selector, #result, {#t0, #t1, #t2}},
#define TEXT4(class, result, name, selector, t0, t1, t2, t3) {#class, selector, #result, {#t0, #t1, #t2, #t3}},
const metal_message sweep_metal_messages[METAL_MESSAGE_COUNT] = {METAL_MESSAGES(TEXT0, TEXT1, TEXT2, TEXT3, TEXT4)};

/* The last one puts a default device within reach of programs without windows; it is opened for that alone. */
enum { RUNTIME, METAL, GRAPHICS, LIBRARIES };
static const char *const library_paths[LIBRARIES] = {
    "/usr/lib/libobjc.A.dylib",
    "/System/Library/Frameworks/Metal.framework/Metal",
    "/System/Library/Frameworks/CoreGraphics.framework/CoreGraphics",
};

typedef struct symbol {
    const char *name;
    size_t at;
    int library;
    bool optional;
} symbol;

static const symbol symbols[] = {
    {"objc_getClass", offsetof(metal_api, get_class), RUNTIME, false},
    {"sel_registerName", offsetof(metal_api, register_selector), RUNTIME, false},
    {"objc_msgSend", offsetof(metal_api, send), RUNTIME, false},
    {"objc_retain", offsetof(metal_api, retain), RUNTIME, false},
    {"objc_release", offsetof(metal_api, release), RUNTIME, false},
    {"objc_autoreleasePoolPush", offsetof(metal_api, pool_push), RUNTIME, false},
    {"objc_autoreleasePoolPop", offsetof(metal_api, pool_pop), RUNTIME, false},
    {"MTLCreateSystemDefaultDevice", offsetof(metal_api, default_device), METAL, false},
    {"MTLCopyAllDevices", offsetof(metal_api, all_devices), METAL, true},
};

/* ---- opening --------------------------------------------------------------------------------------------------- */

static metal_api api;
static char api_why[224];
static bool api_open;
static pid_t api_process;

/* The libraries stay open: neither bears closing. */
static bool open_libraries(void)
{
    const char *path = sweep_environment("SWEEP_METAL_LIBRARY");
    void *libraries[LIBRARIES] = {NULL};
    for (int i = 0; i < LIBRARIES; i++) {
        const char *at = path && *path ? path : library_paths[i];
        libraries[i] = dlopen(at, RTLD_NOW | RTLD_LOCAL);
        if (!libraries[i] && i != GRAPHICS) {
            snprintf(api_why, sizeof api_why, "no Metal: it is a part of Apple's systems, and %.120s cannot be opened",
                     at);
            return false;
        }
    }
    for (size_t i = 0; i < sizeof symbols / sizeof symbols[0]; i++) {
        void *found = dlsym(libraries[symbols[i].library], symbols[i].name);
        if (!found && !symbols[i].optional) {
            snprintf(api_why, sizeof api_why, "no Metal: %.120s lacks %s",
                     path && *path ? path : library_paths[symbols[i].library], symbols[i].name);
            return false;
        }
        memcpy((char *)&api + symbols[i].at, &found, sizeof found);
    }
    return true;
}

static void open_api(void)
{
    api_process = getpid();
    if (!open_libraries())
        return;
    for (int i = 0; i < METAL_MESSAGE_COUNT; i++)
        api.selectors[i] = api.register_selector(sweep_metal_messages[i].selector);
    api.string_class = api.get_class("NSString");
    api_open = api.string_class != NULL;
    if (!api_open)
        snprintf(api_why, sizeof api_why, "no Metal: the Objective-C runtime has no NSString");
}

const metal_api *sweep_metal_api(char *why, size_t why_bytes)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, open_api);
    bool forked = api_open && api_process != getpid();
    if (why && (forked || !api_open))
        snprintf(why, why_bytes, "%s", forked ? "Metal was opened before a fork" : api_why);
    return api_open && !forked ? &api : NULL;
}

sweep_status sweep_metal_failed(sweep_device *device, sweep_status status, const char *what, metal_id error)
{
    metal_id description = error ? metal_description_of(&api, error) : NULL;
    metal_text text = description ? metal_text_of(&api, description) : NULL;
    return sweep_device_fail(device, status, "Metal: %s failed%s%s", what, text ? ": " : "", text ? text : "");
}
