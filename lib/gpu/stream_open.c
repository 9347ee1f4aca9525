/*
 * Opens a family's driver and its run-time compiler. In: the libraries that it names, or the environment's. Out: their
 * functions, once in a process (stream.h).
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef _DEFAULT_SOURCE
#define _DEFAULT_SOURCE
#endif
#include "stream.h"
#include "../environment.h"

#include <dlfcn.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* The first of the libraries that this process has open already, for streams come from there; else the first one that
   is here. */
static void *first_of(const char *const *paths)
{
    void *library = NULL;
    for (size_t i = 0; paths[i] && !library; i++)
        library = dlopen(paths[i], RTLD_NOW | RTLD_LOCAL | RTLD_NOLOAD);
    for (size_t i = 0; paths[i] && !library; i++)
        library = dlopen(paths[i], RTLD_NOW | RTLD_LOCAL);
    return library;
}

/* Opens the library that the variable names, else one of the paths, and finds its functions. It stays open: drivers do
   not bear closing. */
static bool open_library(gpu_library *wanted)
{
    const char *path = sweep_environment(wanted->variable);
    bool named = path && *path;
    void *library = named ? dlopen(path, RTLD_NOW | RTLD_LOCAL) : first_of(wanted->paths);
    if (!named)
        path = wanted->paths[0];
    if (!library) {
        snprintf(wanted->why, sizeof wanted->why, "no %s: %s cannot be opened", wanted->what, path);
        return false;
    }
    for (const gpu_symbol *symbol = wanted->symbols; symbol->name; symbol++) {
        void *found = dlsym(library, symbol->name);
        if (!found && !symbol->optional) {
            snprintf(wanted->why, sizeof wanted->why, "no %s of %s: %s lacks %s", wanted->what, wanted->needs, path,
                     symbol->name);
            return false;
        }
        memcpy(symbol->at, &found, sizeof found);
    }
    return true;
}

static const char *name_of(const gpu_api *api, gpu_error error)
{
    const char *name = api->error_name(error);
    return name ? name : "an unknown error";
}

static void open_driver(const gpu_family *family)
{
    gpu_library *opened = family->driver;
    opened->process = getpid();
    if (!open_library(opened))
        return;
    gpu_error error = family->api->init(0);
    if (error == GPU_NO_DEVICE || error == GPU_INVALID_DEVICE)
        snprintf(opened->why, sizeof opened->why, "the %s is there, but it offers no device", opened->what);
    else if (error)
        snprintf(opened->why, sizeof opened->why, "the %s does not start: %s", opened->what,
                 name_of(family->api, error));
    opened->open = error == 0;
}

const gpu_api *sweep_stream_api(const gpu_family *family, char *why, size_t why_bytes)
{
    gpu_library *opened = family->driver;
    pthread_mutex_lock(&opened->lock);
    if (!opened->tried)
        open_driver(family);
    opened->tried = true;
    pthread_mutex_unlock(&opened->lock);
    bool forked = opened->open && opened->process != getpid();
    if (why && forked)
        snprintf(why, why_bytes, "the %s was opened before a fork", opened->what);
    else if (why && !opened->open)
        snprintf(why, why_bytes, "%s", opened->why);
    return opened->open && !forked ? family->api : NULL;
}

const gpu_compiler *sweep_stream_compiler(const gpu_family *family, char *why, size_t why_bytes)
{
    gpu_library *opened = family->compiler;
    pthread_mutex_lock(&opened->lock);
    if (!opened->tried)
        opened->open = open_library(opened);
    opened->tried = true;
    pthread_mutex_unlock(&opened->lock);
    if (!opened->open && why)
        snprintf(why, why_bytes, "%s", opened->why);
    return opened->open ? family->compiler_api : NULL;
}

sweep_status sweep_stream_failed(sweep_device *device, const gpu_family *family, const char *what, gpu_error error)
{
    return sweep_device_fail(device, error == GPU_OUT_OF_MEMORY ? SWEEP_ERR_MEMORY : SWEEP_ERR_DEVICE,
                             "%s: %s failed with error %d, %s", family->title, what, error,
                             name_of(family->api, error));
}
