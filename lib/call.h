/*
 * What every call outside the sorts has in common: its threads, and a workspace, the caller's or one of its own.
 */
#ifndef SWEEP_CALL_H
#define SWEEP_CALL_H

#include "options.h"
#include "workspace.h"

struct sweep_call {
    struct sweep_workspace own, *workspace;
};

/* Threads that checked options give a call which has so many bytes to move: one where that is little. */
unsigned sweep_call_threads(const sweep_options *checked, size_t bytes);

/* Takes the options' workspace, or makes one with so many threads for this call, with room for `scratch` bytes. Where
   it fails nothing is held. */
sweep_status sweep_call_begin(struct sweep_call *call, struct sweep_refusal *refusal, const sweep_options *checked,
                              unsigned threads, size_t scratch);

void sweep_call_end(struct sweep_call *call);

#endif
