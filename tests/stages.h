/*
 * The library's stages alone, through its internal headers: what the files of test_stages share.
 */
#ifndef TESTS_STAGES_H
#define TESTS_STAGES_H

#include <stdlib.h>
#include <string.h>

#include "buffers.h"
#include "case.h"
#include "check.h"
#include "cpu/engine.h"
#include "patterns.h"
#include "random.h"

/* A job with its blueprint and workspace, for keys and values in the caller's arrays. End it with stage_close. */
typedef struct stage {
    struct sweep_blueprint blueprint;
    struct sweep_workspace workspace;
    struct sweep_job job;
    sweep_options options; /* checked */
} stage;

void stage_open(stage *opened, sweep_operation operation, sweep_type type, size_t n, size_t value_size,
                const sweep_options *options, void *keys, void *out);
void stage_close(stage *opened);

/* The kind of a type's keys under these options: the plain one where no rule applies. */
static inline enum sweep_kind stage_kind(sweep_type type, const sweep_options *options)
{
    enum sweep_kind kind = sweep_type_kind(type);
    return options->float_order == SWEEP_TOTAL_ORDER ? sweep_plain_kind(kind) : kind;
}

/* The digit [place, place + bits) of a key's whole transformed key, by the reference. */
unsigned stage_digit(const void *key, sweep_type type, const sweep_options *options, sweep_digit digit);

void stages_keys(const struct sweep_tier *tier); /* stages_kernels.c: transforms, histograms, scatters, insertion */
void stages_leaf(const struct sweep_tier *tier); /* stages_leaf.c: what keys differ in; leaves */
void stages_pingpong(void);                      /* stages_kernels.c: where each sweep reads and writes */
void stages_lsd(void);                           /* stages_lsd.c: the counting read, exclusive offsets */
void stages_split(void);                         /* stages_split.c: stable one-bit splits, padding */
void stages_choose(void);                        /* stages_choose.c: choosing, and that it is what is done */
void stages_onesweep(void);                      /* stages_onesweep.c: published counts and the look-back */

#endif
