/*
 * Peer: sweepsort itself, the first among them. See ../peer.h. Warm scratch is a reserved workspace.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include <stdio.h>

#include "sweepsort.h"
#include "../peer.h"

#if defined __clang__
#define COMPILER "clang " __clang_version__
#else
#define COMPILER "gcc " __VERSION__
#endif

static const sweep_type types[] = {SWEEP_U32, SWEEP_U64, SWEEP_U128, SWEEP_F32, SWEEP_F64};

static enum bench_layout supports(const struct bench_case *what)
{
    (void)what;
    return BENCH_ARRAYS;
}

static sweep_workspace *make_workspace(const struct bench_case *what)
{
    sweep_workspace_config config = {.struct_size = sizeof config, .threads = what->threads};
    sweep_workspace *workspace;
    return sweep_workspace_create(&workspace, &config) == SWEEP_OK ? workspace : NULL;
}

static void *prepare(const struct bench_case *what)
{
    sweep_workspace *workspace = make_workspace(what);
    sweep_options options = sweep_default_options();
    options.threads = what->threads;
    sweep_type type = types[what->type - BENCH_U32];
    if (workspace != NULL &&
        sweep_workspace_reserve(workspace, what->n, type, what->value_size, &options) != SWEEP_OK) {
        sweep_workspace_destroy(workspace);
        workspace = NULL;
    }
    return workspace;
}

static void release(void *scratch)
{
    sweep_workspace_destroy(scratch);
}

static int sort(const struct bench_case *what, void *keys, void *values, void *scratch)
{
    sweep_options options = sweep_default_options();
    options.threads = what->threads;
    options.workspace = scratch;
    sweep_type type = types[what->type - BENCH_U32];
    switch (what->operation) {
    case BENCH_KEYS: return (int)sweep_sort(keys, what->n, type, &options);
    case BENCH_PAIRS: return (int)sweep_sort_pairs(keys, values, what->n, type, what->value_size, &options);
    default: return (int)sweep_argsort(keys, values, what->n, type, sizeof(uint64_t), &options);
    }
}

const struct bench_peer *bench_peer_at(unsigned index)
{
    static char about[128];
    static const struct bench_peer peer = {.version = BENCH_PEER_VERSION,
                                           .stable = 1,
                                           .name = "sweepsort",
                                           .about = about,
                                           .supports = supports,
                                           .prepare = prepare,
                                           .sort = sort,
                                           .release = release};
    snprintf(about, sizeof about, "%s%s, %s", sweep_version(), SWEEP_BENCH_REVISION, COMPILER);
    return index == 0 ? &peer : NULL;
}
