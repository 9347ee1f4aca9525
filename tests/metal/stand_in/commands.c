/*
 * The stand-in's command queues, command buffers and compute encoders. Nothing runs when it is encoded or committed:
 * who waits for a command buffer runs it, behind those that were committed to its queue before.
 */
#include "stand_in.h"

#include <stdlib.h>
#include <string.h>

typedef void code(void);

enum { NOT_ENQUEUED = 0, COMMITTED = 2, COMPLETED = 4, FAILED = 5, CONSTANTS_AT = SWEEP_BUFFERS };

/* ---- queues ---------------------------------------------------------------------------------------------------- */

static void run_all(object *queue);

static void free_queue(object *gone)
{
    run_all(gone);
}

static void *new_queue(object *self, void *selector)
{
    object *made = NULL;
    (void)selector;
    stand_in_lock();
    if (!stand_in_fails("newCommandQueue")) {
        made = stand_in_make("MTLCommandQueue", free_queue);
        made->device = self;
    }
    stand_in_unlock();
    return made;
}

/* ---- command buffers ------------------------------------------------------------------------------------------- */

static void free_command(stand_in_command *gone)
{
    stand_in_let_go(gone->pipeline);
    for (int i = 0; i < SWEEP_BUFFERS; i++)
        if (gone->buffers[i])
            stand_in_let_go(gone->buffers[i]);
    free(gone);
}

static void free_commands(object *gone)
{
    if (gone->encoder)
        stand_in_misuse("a command buffer was released with its encoder open");
    while (gone->first) {
        stand_in_command *command = gone->first;
        gone->first = command->next;
        free_command(command);
    }
    if (gone->pipeline)
        stand_in_let_go(gone->pipeline); /* an error of its own */
    stand_in_let_go(gone->other);
}

static void *command_buffer(object *self, void *selector)
{
    object *made = NULL;
    (void)selector;
    stand_in_lock();
    if (!stand_in_fails("commandBuffer")) {
        made = stand_in_make("MTLCommandBuffer", free_commands);
        made->device = self->device;
        made->other = stand_in_hold(self);
        stand_in_lend(made);
    }
    stand_in_unlock();
    return made;
}

static unsigned long status_of(object *self, void *selector)
{
    (void)selector;
    stand_in_lock();
    int status = self->status;
    stand_in_unlock();
    return (unsigned long)status;
}

static void *error_of(object *self, void *selector)
{
    (void)selector;
    stand_in_lock();
    object *found = self->pipeline;
    stand_in_unlock();
    return found;
}

static void commit(object *self, void *selector)
{
    (void)selector;
    stand_in_lock();
    if (self->encoder || self->status != NOT_ENQUEUED)
        stand_in_misuse(self->encoder ? "commit with an encoder open" : "commit a second time");
    self->status = COMMITTED;
    object **at = &self->other->waiting;
    while (*at)
        at = &(*at)->waiting;
    *at = stand_in_hold(self); /* until it has run */
    stand_in()->committed++;
    stand_in_unlock();
}

/* One that is made to fail stops half way. */
static void run_first(object *queue)
{
    object *commands = queue->waiting;
    bool fails = stand_in_fails("the command buffer");
    u32 count = 0, at = 0;
    for (const stand_in_command *c = commands->first; c; c = c->next)
        count++;
    commands->status = COMPLETED;
    for (const stand_in_command *c = commands->first; c && commands->status == COMPLETED; c = c->next)
        if ((fails && at++ > count / 2) || !stand_in_run(c))
            commands->status = FAILED;
    if (fails) {
        commands->status = FAILED;
        object *error = stand_in_make("NSError", NULL);
        error->code = stand_in()->failing_code;
        error->other = stand_in_make("NSString", NULL);
        error->other->text = strdup("this command buffer was made to fail");
        stand_in()->objects--; /* the text is no object that anybody could hold */
        commands->pipeline = error;
    }
    queue->waiting = commands->waiting;
    commands->waiting = NULL;
    stand_in_let_go(commands);
}

static void run_all(object *queue)
{
    while (queue->waiting)
        run_first(queue);
}

static void wait(object *self, void *selector)
{
    (void)selector;
    stand_in_lock();
    if (self->status < COMMITTED)
        stand_in_misuse("waitUntilCompleted for what was not committed");
    while (self->status == COMMITTED && self->other->waiting)
        run_first(self->other);
    stand_in_unlock();
}

/* ---- encoders -------------------------------------------------------------------------------------------------- */

static void free_encoder(object *gone)
{
    if (!gone->ended)
        stand_in_misuse("an encoder was released without endEncoding");
    stand_in_let_go(gone->other);
}

static void *compute_encoder(object *self, void *selector)
{
    object *made = NULL;
    (void)selector;
    stand_in_lock();
    if (self->encoder || self->status != NOT_ENQUEUED)
        stand_in_misuse(self->encoder ? "a second encoder was opened" : "an encoder of a committed command buffer");
    else if (!stand_in_fails("computeCommandEncoder")) {
        made = stand_in_make("MTLComputeCommandEncoder", free_encoder);
        made->other = stand_in_hold(self);
        made->device = self->device;
        self->encoder = made;
        stand_in_lend(made);
    }
    stand_in_unlock();
    return made;
}

static bool is_open(const object *encoder, const char *what)
{
    if (encoder->ended)
        stand_in_misuse("%s behind endEncoding", what);
    return !encoder->ended;
}

static void set_pipeline(object *self, void *selector, object *pipeline)
{
    (void)selector;
    stand_in_lock();
    if (is_open(self, "setComputePipelineState:") && !stand_in_is(pipeline, "MTLComputePipelineState"))
        stand_in_misuse("setComputePipelineState: of what is none");
    else
        self->pipeline = pipeline;
    stand_in_unlock();
}

static void set_buffer(object *self, void *selector, object *buffer, unsigned long offset, unsigned long at)
{
    (void)selector;
    stand_in_lock();
    if (is_open(self, "setBuffer:") &&
        (!stand_in_is(buffer, "MTLBuffer") || at >= 31 || offset >= buffer->bytes || buffer->device != self->device)) {
        stand_in_misuse("setBuffer: %lu bytes into a buffer, at the index %lu", offset, at);
    } else {
        self->buffers[at] = buffer;
        self->offsets[at] = offset;
    }
    stand_in_unlock();
}

static void set_bytes(object *self, void *selector, const void *bytes, unsigned long length, unsigned long at)
{
    (void)selector;
    stand_in_lock();
    if (is_open(self, "setBytes:") && (!bytes || length == 0 || length > sizeof self->constants || at >= 31)) {
        stand_in_misuse("setBytes: of %lu bytes, at the index %lu", length, at);
    } else {
        memcpy(self->constants, bytes, length);
        self->constant_bytes = length;
        self->constants_at = at;
    }
    stand_in_unlock();
}

/* What a kernel's parameters point to must lie as it wants. */
static u32 alignment_of(const object *pipeline, int index)
{
    const sweep_shape *shape = &pipeline->shape;
    if (pipeline->kernel == SWEEP_KERNELS)
        return 1;
    return index < SWEEP_VALUES_IN ? shape->key_bytes : index == SWEEP_TABLE ? 4 : shape->value_bytes;
}

/* Whether all is set that the kernel names. */
static bool is_whole(const object *encoder)
{
    const object *pipeline = encoder->pipeline;
    if (!stand_in_is(pipeline, "MTLComputePipelineState")) {
        stand_in_misuse("a dispatch without a pipeline");
        return false;
    }
    bool copies = pipeline->kernel == SWEEP_KERNELS;
    int count = copies ? 2 : SWEEP_BUFFERS;
    for (int i = 0; i < count; i++) {
        u32 alignment = alignment_of(pipeline, i);
        if (!stand_in_is(encoder->buffers[i], "MTLBuffer") || (alignment && encoder->offsets[i] % alignment != 0)) {
            stand_in_misuse("a dispatch whose buffer %d is not set, or not aligned to %u bytes", i, alignment);
            return false;
        }
    }
    size_t wanted = copies ? 2 * sizeof(u64) : sizeof(sweep_arguments);
    if (encoder->constants_at != (size_t)count || encoder->constant_bytes != wanted) {
        stand_in_misuse("a dispatch whose constants are %zu bytes at the index %zu", encoder->constant_bytes,
                        encoder->constants_at);
        return false;
    }
    return true;
}

typedef struct size3 {
    unsigned long width, height, depth;
} size3;

static void dispatch(object *self, void *selector, size3 groups, size3 threads)
{
    (void)selector;
    stand_in_lock();
    if (is_open(self, "a dispatch") && is_whole(self)) {
        const object *pipeline = self->pipeline;
        bool copies = pipeline->kernel == SWEEP_KERNELS;
        if (groups.width == 0 || groups.width > 1u << 24 || groups.height != 1 || groups.depth != 1 ||
            threads.height != 1 || threads.depth != 1 || threads.width == 0 ||
            threads.width > stand_in()->most_threads || (!copies && threads.width != pipeline->shape.threads)) {
            stand_in_misuse("a dispatch of %lu, %lu, %lu groups of %lu, %lu, %lu threads", groups.width, groups.height,
                            groups.depth, threads.width, threads.height, threads.depth);
        } else {
            stand_in_command *made = calloc(1, sizeof *made);
            if (!made)
                abort();
            made->pipeline = stand_in_hold(self->pipeline);
            for (int i = 0; i < (copies ? 2 : SWEEP_BUFFERS); i++) {
                made->buffers[i] = stand_in_hold(self->buffers[i]);
                made->offsets[i] = self->offsets[i];
            }
            memcpy(made->constants, self->constants, sizeof made->constants);
            made->groups = (u32)groups.width;
            made->threads = (u32)threads.width;
            object *commands = self->other;
            if (commands->last)
                commands->last->next = made;
            else
                commands->first = made;
            commands->last = made;
            stand_in()->dispatched++;
        }
    }
    stand_in_unlock();
}

static void end_encoding(object *self, void *selector)
{
    (void)selector;
    stand_in_lock();
    if (is_open(self, "endEncoding")) {
        self->ended = true;
        self->other->encoder = NULL;
    }
    stand_in_unlock();
}

const stand_in_method stand_in_command_methods[] = {
    {"MTLDevice", "newCommandQueue", "@@:", (code *)new_queue},
    {"MTLCommandQueue", "commandBuffer", "@@:", (code *)command_buffer},
    {"MTLCommandBuffer", "status", "Q@:", (code *)status_of},
    {"MTLCommandBuffer", "error", "@@:", (code *)error_of},
    {"MTLCommandBuffer", "computeCommandEncoder", "@@:", (code *)compute_encoder},
    {"MTLCommandBuffer", "commit", "v@:", (code *)commit},
    {"MTLCommandBuffer", "waitUntilCompleted", "v@:", (code *)wait},
    {"MTLComputeCommandEncoder", "setComputePipelineState:", "v@:@", (code *)set_pipeline},
    {"MTLComputeCommandEncoder", "setBuffer:offset:atIndex:", "v@:@QQ", (code *)set_buffer},
    {"MTLComputeCommandEncoder", "setBytes:length:atIndex:", "v@:r^vQQ", (code *)set_bytes},
    {"MTLComputeCommandEncoder", "dispatchThreadgroups:threadsPerThreadgroup:", "v@:{?=QQQ}{?=QQQ}", (code *)dispatch},
    {"MTLComputeCommandEncoder", "endEncoding", "v@:", (code *)end_encoding},
};
const size_t stand_in_command_method_count = sizeof stand_in_command_methods / sizeof *stand_in_command_methods;
