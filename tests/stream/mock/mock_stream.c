/*
 * The mock driver's streams, copies, launches, captures and graphs. Nothing runs when it is enqueued: what waits for a
 * stream runs it, and parts of the others, in an order drawn from a seed.
 */
#include "mock.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { PARAMETERS = SWEEP_BUFFERS * sizeof(gpu_handle) + sizeof(sweep_arguments) };

typedef struct graph {
    mock_list commands;
} graph;

/* ---- running --------------------------------------------------------------------------------------------------- */

static u64 draw(u64 below)
{
    mock_control *control = mock_stream_driver();
    control->seed = control->seed * 6364136223846793005u + 1442695040888963407u;
    return (control->seed >> 33) % below;
}

static void run_first(mock_stream *stream)
{
    mock_command *c = stream->commands.first;
    gpu_error error = stream->context->sticky ? stream->context->sticky : mock_run(c);
    stream->context->sticky = error;
    stream->commands.first = c->next;
    free(c);
}

static mock_stream *some_stream(mock_context *context)
{
    u64 count = 2;
    for (mock_stream *s = context->streams; s; s = s->next)
        count++;
    u64 pick = draw(count);
    if (pick < 2)
        return pick ? &context->legacy : &context->per_thread;
    mock_stream *s = context->streams;
    for (pick -= 2; pick > 0; pick--)
        s = s->next;
    return s;
}

static void run(mock_stream *stream)
{
    while (stream->commands.first) {
        mock_stream *other = some_stream(stream->context);
        if (other->commands.first)
            run_first(other);
        if (stream->commands.first)
            run_first(stream);
    }
}

/* The legacy stream waits for all blocking streams, and they for it. */
static void settle(mock_stream *stream)
{
    mock_context *context = stream->context;
    if (stream == &context->legacy) {
        for (mock_stream *s = context->streams; s; s = s->next)
            if (s->blocking)
                run(s);
        run(&context->per_thread);
    } else if (stream->blocking) {
        run(&context->legacy);
    }
}

static void enqueue(mock_stream *stream, const mock_command *command)
{
    if (stream->capture == 1) {
        mock_append(&stream->captured, command);
        return;
    }
    settle(stream);
    mock_append(&stream->commands, command);
}

void mock_run_all(void)
{
    for (mock_context *context = mock_contexts; context; context = context->next) {
        for (mock_stream *s = context->streams; s; s = s->next)
            run(s);
        run(&context->legacy);
        run(&context->per_thread);
    }
}

bool mock_pending(const mock_library *library)
{
    for (mock_context *context = mock_contexts; context; context = context->next)
        for (mock_stream *s = context->streams; s; s = s->next)
            for (mock_command *c = s->commands.first; c; c = c->next)
                if (c->kind == MOCK_LAUNCH && c->library == library)
                    return true;
    return false;
}

/* ---- streams --------------------------------------------------------------------------------------------------- */

mock_stream *mock_stream_of(gpu_handle stream)
{
    mock_context *current = mock_current();
    if (!stream || (uintptr_t)stream == GPU_STREAM_LEGACY)
        return current ? &current->legacy : NULL;
    if ((uintptr_t)stream == GPU_STREAM_PER_THREAD)
        return current ? &current->per_thread : NULL;
    for (mock_context *context = mock_contexts; context; context = context->next)
        for (mock_stream *s = context->streams; s; s = s->next)
            if (s == stream)
                return s;
    return NULL;
}

MOCK_API gpu_error MOCK_NAME(cuStreamCreate, hipStreamCreateWithFlags)(gpu_handle *stream, unsigned flags)
{
    BEGIN();
    mock_context *context = mock_current();
    if (!context)
        return mock_end(MOCK_INVALID_CONTEXT);
    mock_stream *made = calloc(1, sizeof *made);
    if (!made)
        abort();
    made->context = context;
    made->blocking = !(flags & GPU_STREAM_NON_BLOCKING);
    made->next = context->streams;
    context->streams = made;
    mock_stream_driver()->streams++;
    *stream = made;
    return mock_end(0);
}

static void destroy_stream(mock_stream *gone)
{
    mock_stream **at = &gone->context->streams;
    while (*at != gone)
        at = &(*at)->next;
    *at = gone->next;
    mock_clear(&gone->commands);
    mock_clear(&gone->captured);
    free(gone);
    mock_stream_driver()->streams--;
}

void mock_forget_context(mock_context *context)
{
    while (context->streams)
        destroy_stream(context->streams);
    mock_clear(&context->legacy.commands);
    mock_clear(&context->per_thread.commands);
    mock_clear(&context->per_thread.captured);
}

MOCK_API gpu_error MOCK_NAME(cuStreamDestroy_v2, hipStreamDestroy)(gpu_handle stream)
{
    BEGIN_SAFE();
    mock_stream *gone = mock_stream_of(stream);
    if (!gone)
        return mock_end(MOCK_INVALID_HANDLE);
    run(gone);
    destroy_stream(gone);
    return mock_end(0);
}

MOCK_API gpu_error MOCK_NAME(cuStreamSynchronize, hipStreamSynchronize)(gpu_handle stream)
{
    BEGIN();
    mock_stream *s = mock_stream_of(stream);
    if (!s)
        return mock_end(MOCK_INVALID_HANDLE);
    if (s->capture) {
        s->capture = 2;
        mock_misuse("waiting for a stream that is being captured");
        return mock_end(MOCK_CAPTURE_UNSUPPORTED);
    }
    settle(s);
    run(s);
    mock_stream_driver()->synchronised++;
    return mock_end(s->context->sticky);
}

/* ---- captures -------------------------------------------------------------------------------------------------- */

static bool someone_captures(mock_context *context)
{
    bool found = context->per_thread.capture == 1;
    for (mock_stream *s = context->streams; s; s = s->next)
        found = found || s->capture == 1;
    return found;
}

bool mock_captures(void)
{
    bool broken = false;
    if (mock_capture_mode == GPU_CAPTURE_RELAXED)
        return false;
    for (mock_context *context = mock_contexts; context; context = context->next)
        for (mock_stream *s = context->streams; s; s = s->next)
            if (s->capture == 1 && s->capture_mode != GPU_CAPTURE_RELAXED) {
                s->capture = 2;
                broken = true;
            }
    return broken;
}

MOCK_API gpu_error MOCK_NAME(cuThreadExchangeStreamCaptureMode, hipThreadExchangeStreamCaptureMode)(int *mode)
{
    BEGIN_SAFE();
    if (mock_stream_driver()->failing_exchange)
        return mock_end(mock_stream_driver()->failing_error);
    int before = mock_capture_mode;
    mock_capture_mode = *mode;
    *mode = before;
    return mock_end(0);
}

MOCK_API gpu_error MOCK_NAME(cuStreamIsCapturing, hipStreamIsCapturing)(gpu_handle stream, int *status)
{
    BEGIN();
    mock_stream *s = mock_stream_of(stream);
    if (!s)
        return mock_end(MOCK_INVALID_HANDLE);
    if (s == &s->context->legacy && someone_captures(s->context))
        return mock_end(MOCK_CAPTURE_IMPLICIT);
    *status = s->capture;
    return mock_end(0);
}

MOCK_API gpu_error MOCK_NAME(cuStreamBeginCapture_v2, hipStreamBeginCapture)(gpu_handle stream, int mode)
{
    BEGIN();
    mock_stream *s = mock_stream_of(stream);
    if (!s || s == &s->context->legacy || s->capture)
        return mock_end(MOCK_CAPTURE_UNSUPPORTED);
    s->capture = 1;
    s->capture_mode = mode;
    return mock_end(0);
}

MOCK_API gpu_error MOCK_NAME(cuStreamEndCapture, hipStreamEndCapture)(gpu_handle stream, gpu_handle *made)
{
    BEGIN();
    mock_stream *s = mock_stream_of(stream);
    bool whole = s && s->capture == 1;
    *made = NULL;
    if (!s)
        return mock_end(MOCK_INVALID_HANDLE);
    s->capture = 0;
    if (whole) {
        graph *g = calloc(1, sizeof *g);
        if (!g)
            abort();
        g->commands = s->captured;
        s->captured.first = NULL;
        mock_stream_driver()->graphs++;
        *made = g;
    } else {
        mock_clear(&s->captured);
    }
    return mock_end(whole ? 0 : MOCK_CAPTURE_INVALIDATED);
}

MOCK_API gpu_error MOCK_NAME(cuGraphInstantiateWithFlags, hipGraphInstantiateWithFlags)(gpu_handle *executable,
                                                                                        gpu_handle from, u64 flags)
{
    (void)flags;
    BEGIN();
    graph *made = calloc(1, sizeof *made);
    if (!made)
        abort();
    for (mock_command *c = ((graph *)from)->commands.first; c; c = c->next)
        mock_append(&made->commands, c);
    mock_stream_driver()->graphs++;
    *executable = made;
    return mock_end(0);
}

MOCK_API gpu_error MOCK_NAME(cuGraphLaunch, hipGraphLaunch)(gpu_handle executable, gpu_handle stream)
{
    BEGIN();
    mock_stream *s = mock_stream_of(stream);
    if (!s)
        return mock_end(MOCK_INVALID_HANDLE);
    for (mock_command *c = ((graph *)executable)->commands.first; c; c = c->next)
        enqueue(s, c);
    return mock_end(0);
}

static gpu_error destroy_graph(graph *gone)
{
    mock_clear(&gone->commands);
    free(gone);
    mock_stream_driver()->graphs--;
    return 0;
}

MOCK_API gpu_error MOCK_NAME(cuGraphDestroy, hipGraphDestroy)(gpu_handle gone)
{
    BEGIN_SAFE();
    return mock_end(destroy_graph(gone));
}

MOCK_API gpu_error MOCK_NAME(cuGraphExecDestroy, hipGraphExecDestroy)(gpu_handle gone)
{
    BEGIN_SAFE();
    return mock_end(destroy_graph(gone));
}

/* ---- copies --------------------------------------------------------------------------------------------------- */

static gpu_error copy(gpu_handle stream, mock_command command)
{
    mock_stream *s = mock_stream_of(stream);
    if (!s || s->context != mock_current())
        return mock_end(s ? MOCK_INVALID_CONTEXT : MOCK_INVALID_HANDLE);
    command.kind = MOCK_COPY;
    enqueue(s, &command);
    return mock_end(0);
}

MOCK_API gpu_error MOCK_NAME(cuMemcpyHtoDAsync_v2, hipMemcpyHtoDAsync)(gpu_handle to, const void *from, size_t bytes,
                                                                       gpu_handle stream)
{
    BEGIN();
    return copy(stream, (mock_command){.to = to, .to_device = true, .from = from, .bytes = bytes});
}

MOCK_API gpu_error MOCK_NAME(cuMemcpyDtoHAsync_v2, hipMemcpyDtoHAsync)(void *to, gpu_handle from, size_t bytes,
                                                                       gpu_handle stream)
{
    BEGIN();
    if (mock_stream_driver()->first_read < 0)
        mock_stream_driver()->first_read = mock_stream_driver()->calls - 1;
    return copy(stream, (mock_command){.to = to, .from = from, .from_device = true, .bytes = bytes});
}

MOCK_API gpu_error MOCK_NAME(cuMemcpyDtoDAsync_v2, hipMemcpyDtoDAsync)(gpu_handle to, gpu_handle from, size_t bytes,
                                                                       gpu_handle stream)
{
    BEGIN();
    return copy(stream, (mock_command){.to = to, .to_device = true, .from = from, .from_device = true, .bytes = bytes});
}

/* ---- events ---------------------------------------------------------------------------------------------------- */

typedef struct event {
    struct timespec time;
    mock_stream *stream; /* where it was recorded */
} event;

MOCK_API gpu_error MOCK_NAME(cuEventCreate, hipEventCreateWithFlags)(gpu_handle *made, unsigned flags)
{
    (void)flags;
    BEGIN();
    *made = calloc(1, sizeof(event));
    return mock_end(*made ? 0 : GPU_OUT_OF_MEMORY);
}

MOCK_API gpu_error MOCK_NAME(cuEventDestroy_v2, hipEventDestroy)(gpu_handle gone)
{
    BEGIN_SAFE();
    free(gone);
    return mock_end(0);
}

MOCK_API gpu_error MOCK_NAME(cuEventRecord, hipEventRecord)(gpu_handle recorded, gpu_handle stream)
{
    BEGIN();
    event *e = recorded;
    e->stream = mock_stream_of(stream);
    if (!e->stream)
        return mock_end(MOCK_INVALID_HANDLE);
    enqueue(e->stream, &(mock_command){.kind = MOCK_EVENT, .to = &e->time});
    return mock_end(0);
}

MOCK_API gpu_error MOCK_NAME(cuEventSynchronize, hipEventSynchronize)(gpu_handle recorded)
{
    BEGIN();
    event *e = recorded;
    if (e->stream)
        run(e->stream);
    return mock_end(e->stream ? e->stream->context->sticky : MOCK_INVALID_HANDLE);
}

MOCK_API gpu_error MOCK_NAME(cuEventElapsedTime, hipEventElapsedTime)(float *milliseconds, gpu_handle from,
                                                                      gpu_handle to)
{
    BEGIN();
    const event *a = from, *b = to;
    *milliseconds =
        (float)((double)(b->time.tv_sec - a->time.tv_sec) * 1e3 + (double)(b->time.tv_nsec - a->time.tv_nsec) * 1e-6);
    return mock_end(0);
}

/* ---- launches -------------------------------------------------------------------------------------------------- */

MOCK_API gpu_error MOCK_NAME(cuLaunchKernel, hipModuleLaunchKernel)(gpu_handle kernel, unsigned grid_x, unsigned grid_y,
                                                                    unsigned grid_z, unsigned block_x, unsigned block_y,
                                                                    unsigned block_z, unsigned shared_bytes,
                                                                    gpu_handle stream, void **arguments, void **extra)
{
    BEGIN();
    mock_stream *s = mock_stream_of(stream);
    mock_kernel *found = mock_kernel_of(kernel);
    if (!s || !found)
        return mock_end(MOCK_INVALID_HANDLE);
    const mock_code *code = &found->library->code;
    unsigned bytes = code->parameter_bytes[found->kernel];
    if (grid_x == 0 || grid_y != 1 || grid_z != 1 || block_x != code->shape.threads || block_y != 1 || block_z != 1 ||
        shared_bytes != 0 || extra || bytes < PARAMETERS || bytes > PARAMETERS + MOCK_HIDDEN_BYTES) {
        mock_misuse("a launch of %u groups of %u, with %u bytes of parameters", grid_x, block_x, bytes);
        return mock_end(MOCK_INVALID_VALUE);
    }
    if (!mock_loaded(found->library, s->context->id)) {
        mock_misuse("a kernel was launched in a context that it was not loaded in");
        return mock_end(MOCK_INVALID_CONTEXT);
    }
    mock_command command = {.kind = MOCK_LAUNCH,
                            .library = found->library,
                            .kernel = found->kernel,
                            .shape = code->shape,
                            .groups = grid_x,
                            .threads = block_x,
                            .subgroup = code->subgroup};
    for (int i = 0; i < SWEEP_BUFFERS; i++)
        memcpy(&command.pointers[i], arguments[i], sizeof(gpu_handle));
    memcpy(&command.arguments, arguments[SWEEP_BUFFERS], sizeof command.arguments);
    enqueue(s, &command);
    mock_stream_driver()->launched++;
    return mock_end(0);
}
