/*
 * Threads and a workspace for a call: see call.h.
 */
#include "call.h"

#include "tuning.h"

unsigned sweep_call_threads(const sweep_options *checked, size_t bytes)
{
    unsigned most = checked->workspace != NULL ? checked->workspace->threads : SWEEP_MOST_THREADS;
    unsigned asked = checked->threads != 0        ? sweep_thread_count(checked->threads)
                     : checked->workspace != NULL ? most
                                                  : 1;

    if (bytes < SWEEP_PARALLEL_BYTES)
        return 1;
    return asked < most ? asked : most;
}

sweep_status sweep_call_begin(struct sweep_call *call, struct sweep_refusal *refusal, const sweep_options *checked,
                              unsigned threads, size_t scratch)
{
    if (checked->memory_limit != 0 && scratch > checked->memory_limit)
        return sweep_refuse(refusal, SWEEP_REASON_MEMORY_LIMIT, NULL, NULL, checked->memory_limit, 0);
    call->workspace = checked->workspace;
    if (call->workspace == NULL) {
        call->workspace = &call->own;
        if (!sweep_workspace_open(call->workspace, threads))
            return sweep_refuse(refusal, SWEEP_REASON_THREADS, NULL, NULL, threads, 0);
    } else if (!sweep_workspace_enter(call->workspace)) {
        return sweep_refuse(refusal, SWEEP_REASON_BUSY, NULL, NULL, 0, 0);
    }
    if (sweep_workspace_grow(call->workspace, scratch))
        return SWEEP_OK;
    sweep_call_end(call);
    return sweep_refuse(refusal, SWEEP_REASON_MEMORY, NULL, NULL, scratch, 0);
}

void sweep_call_end(struct sweep_call *call)
{
    if (call->workspace == &call->own)
        sweep_workspace_close(call->workspace);
    else
        sweep_workspace_leave(call->workspace);
}
