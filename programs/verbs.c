/*
 * The table of verbs; see verbs.h.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "verbs.h"

const struct verb *const verbs[] = {
    &sort_verb, &argsort_verb, &check_verb, &gen_verb, &bench_verb, &explain_verb, &devices_verb, NULL,
};

const char *const unbuilt_verbs[] = {
    NULL,
};
