/*
 * The Objective-C runtime and Metal for machines without them: a shared object that SWEEP_METAL_LIBRARY names. Every
 * message is looked up in the class of its receiver, with arguments where the caller's machine code left them; objects
 * count who holds them; command buffers and encoders know what may be done with them when; what was committed runs when
 * somebody waits for it, by the emulator's kernels.
 *
 * Tests reach its counters by stand_in(). The parts know each other by what stands below that.
 */
#ifndef TESTS_METAL_STAND_IN_H
#define TESTS_METAL_STAND_IN_H

#include "gpu/device.h"

typedef struct stand_in_control {
    long calls;                                                 /* calls so far that can be made to fail */
    long failing_call;                                          /* the number of the one that fails, -1: none */
    long failing_code;                                          /* the NSError's code, where there is one */
    char failed[64];                                            /* which one that was */
    long misuses;                                               /* what a real system would not have borne */
    char misuse[256];                                           /* the first of them */
    long objects, pools;                                        /* alive; devices apart */
    long lent;                                                  /* objects that wait in a pool */
    long held_devices;                                          /* how often devices are retained */
    long compiled, allocated, lain_over, committed, dispatched; /* ever */
    unsigned long most_threads, width, static_bytes;            /* what pipelines say */
    unsigned devices;                                           /* 0 to 2 */
    unsigned withhold; /* tiles whose number this divides publish nothing; 0: all publish */
} stand_in_control;

/* What a class answers to, as the system's headers declare it, in the runtime's encoding of types. */
typedef struct stand_in_method {
    const char *class_name, *selector, *types;
    void (*code)(void);
} stand_in_method;

/* Exported by the shared object. */
stand_in_control *stand_in(void);
const stand_in_method *stand_in_methods(size_t *count);

/* ---- between the parts ------------------------------------------------------------------------------------------ */

#define EXPORTED __attribute__((visibility("default")))

typedef struct object object;
struct object {
    const char *class_name; /* first: it tells an object from anything else */
    u32 magic;
    bool dead;
    long held;
    object *next;              /* of all that ever were */
    void (*destroy)(object *); /* frees what it has, and lets go of what it holds */
    object *device;            /* a buffer's, queue's, command buffer's, encoder's */
    object *other;             /* a command buffer's queue, an encoder's command buffer, an error's text, a name */
    char *text;                /* a string's, a source's */
    long code;                 /* an error's */
    unsigned char *memory;     /* a buffer's */
    size_t bytes;
    bool lies_over, copies;                /* a buffer over the host's memory; a library that copies */
    sweep_shape shape;                     /* a library's, function's, pipeline's */
    int kernel;                            /* a function's, a pipeline's; SWEEP_KERNELS: the copy */
    int status;                            /* of a command buffer, as Metal counts */
    object *encoder;                       /* of a command buffer: the open one */
    struct stand_in_command *first, *last; /* of a command buffer */
    object *waiting;                       /* of a queue: the first committed command buffer; of that: the next one */
    object *pipeline, *buffers[31];        /* of an encoder: what is set */
    size_t offsets[31];
    unsigned char constants[256];
    size_t constant_bytes, constants_at;
    bool ended;
};

typedef struct stand_in_command {
    struct stand_in_command *next;
    object *pipeline, *buffers[SWEEP_BUFFERS];
    size_t offsets[SWEEP_BUFFERS];
    unsigned char constants[256];
    u32 groups, threads;
} stand_in_command;

/* runtime.c. Methods run under one lock. */
void stand_in_misuse(const char *format, ...) __attribute__((format(printf, 1, 2)));
void stand_in_lock(void);
void stand_in_unlock(void);
bool stand_in_fails(const char *what); /* a call that can be made to fail: does it? */
object *stand_in_make(const char *class_name, void (*destroy)(object *));
object *stand_in_hold(object *held); /* under the lock, as the next two */
void stand_in_let_go(object *held);
object *stand_in_lend(object *made); /* to the pool */
bool stand_in_is(const object *tried, const char *class_name);
object *stand_in_error(long code, const char *text); /* lent */

/* objects.c and commands.c: the methods; encoders and command buffers. */
extern const stand_in_method stand_in_object_methods[], stand_in_command_methods[];
extern const size_t stand_in_object_method_count, stand_in_command_method_count;

/* run.c: runs one command; false: it went wrong, and the misuse says how. */
bool stand_in_run(const stand_in_command *command);

#endif
