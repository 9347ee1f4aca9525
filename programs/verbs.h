/*
 * The verbs of the command: one file each, one row each in verbs.c.
 *
 * A verb gets argv[0] = its name, parses its arguments with options_parse, and returns the exit status.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef SWEEPSORT_VERBS_H
#define SWEEPSORT_VERBS_H

#include "options.h"

extern const struct verb sort_verb, argsort_verb, check_verb;
extern const struct verb gen_verb, bench_verb, explain_verb, devices_verb;

/* Every verb that is built, in the order of the help; NULL at the end. */
extern const struct verb *const verbs[];

/* Verbs that are known by name, but not built: refused. */
extern const char *const unbuilt_verbs[];

#endif
