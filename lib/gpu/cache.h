/*
 * Compiled programs on disk. In: a text that says all that a program depends on. Out: the bytes stored under it, if
 * they are whole. For programs.c.
 *
 * The folder is $SWEEP_CACHE_DIR, else $XDG_CACHE_HOME/sweepsort, else $HOME/.cache/sweepsort; an empty SWEEP_CACHE_DIR
 * turns the cache off. What lies there will run on the device, so it is used only if the folder, and home and every
 * folder between the two where it lies in home, belongs to the effective user and cannot be written by its group or by
 * others; the same holds for each entry, which must be a regular file. The folder may be deleted at any time, be
 * read-only, hold garbage, and be shared by processes: a file is written under another name and renamed, and checked
 * when it is read.
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
