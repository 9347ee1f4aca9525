/*
 * The table of verbs; see verbs.h.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "verbs.h"

const struct verb *const verbs[] = {
    &sort_verb,
    &argsort_verb,
    &check_verb,
    NULL,
};

const char *const unbuilt_verbs[] = {
    "gen", "bench", "explain", "devices", NULL,
};
