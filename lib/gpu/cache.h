/*
 * Compiled programs on disk. In: a text that says all that a program depends on. Out: the bytes stored under it, if
 * they are whole. For programs.c.
 *
 * The directory is $SWEEP_CACHE_DIR, else $XDG_CACHE_HOME/sweepsort, else $HOME/.cache/sweepsort; an empty
 * SWEEP_CACHE_DIR turns the cache off. It may be deleted at any time, be read-only, hold garbage, and be shared by
 * processes: a file is written under another name and renamed, checked when it is read, and never trusted otherwise.
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef SWEEP_CACHE_H
#define SWEEP_CACHE_H

#include <stdbool.h>
#include <stddef.h>

/* True: *bytes (to be freed) is what was stored for this text. */
bool sweep_cache_load(const char *text, void **bytes, size_t *count);

/* Stores, if it can. */
void sweep_cache_store(const char *text, const void *bytes, size_t count);

#endif
