/*
 * The key types by name: "u8" ... "f64" as the command line, the files and the messages spell them.
 *
 * In: a name or a sweep_type. Out: the other one, or what is known of it. Pure; anyone may call it.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef SWEEPSORT_FILE_TYPES_H
#define SWEEPSORT_FILE_TYPES_H

#include <stdbool.h>
#include <stddef.h>

#include "sweepsort.h"

/* The names in the order of the enum, NULL at the end: type_names[type - SWEEP_U8]. */
extern const char *const type_names[];

/* The type of that name; 0 if there is none. */
sweep_type type_from_name(const char *name);

/* The name of a type. */
const char *type_name(sweep_type type);

/* The bytes of a key. */
size_t type_size(sweep_type type);

/* Whether keys of the type are floating-point numbers; signed integers. */
bool type_is_float(sweep_type type);
bool type_is_signed(sweep_type type);

#endif
