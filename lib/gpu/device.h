/*
 * What a backend offers: the few verbs that sweep.c launches a sort with. A backend is one file that fills in a
 * sweep_backend; a verb that fails returns a status and says why by sweep_device_fail. The verbs are called through
 * the functions below, which tests can make fail one after the other. Internal.
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef SWEEP_DEVICE_INTERNAL_H
#define SWEEP_DEVICE_INTERNAL_H

#include "sweepsort_device.h"

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

typedef uint32_t u32;
typedef uint64_t u64;
#include "kernels/arguments.h"

/* The kernels, in the order of sweep_kernel_names. A program holds those of one set. */
typedef enum sweep_kernel {
    SWEEP_KERNEL_COUNT,
    SWEEP_KERNEL_SCAN,
    SWEEP_KERNEL_ADD,
    SWEEP_KERNEL_CHAIN,
    SWEEP_KERNEL_SCATTER,
    SWEEP_KERNEL_SMALL,
    SWEEP_KERNEL_GATHER,
    SWEEP_KERNEL_CLEAR,
    SWEEP_KERNEL_HISTOGRAM,
    SWEEP_KERNEL_DECIDE,
    SWEEP_KERNEL_ONESWEEP,
    SWEEP_KERNEL_SETTLE,
    SWEEP_KERNEL_RETRY,
    SWEEP_KERNEL_JUDGE,
    SWEEP_KERNEL_FINISH,
    SWEEP_KERNELS
} sweep_kernel;
extern const char *const sweep_kernel_names[SWEEP_KERNELS];
typedef enum sweep_kernel_set { SWEEP_SET_SPLIT, SWEEP_SET_ONESWEEP } sweep_kernel_set;

/* The buffers that every kernel is given, in the order of its parameters. */
typedef enum sweep_buffer {
    SWEEP_KEYS_IN,
    SWEEP_KEYS_OUT,
    SWEEP_KEYS_SPARE,
    SWEEP_VALUES_IN,
    SWEEP_VALUES_OUT,
    SWEEP_VALUES_SPARE,
    SWEEP_TABLE,
    SWEEP_BUFFERS
} sweep_buffer;

/* Words a work-item scans (kernels/scan.h). */
#define SWEEP_SCAN_ITEMS 4

/* What a program is compiled for. The stages are OneSweep's (kernels/stages.h), 0 in SPLIT's set. */
typedef struct sweep_shape {
    u32 key_bytes, value_bytes, threads, items;
    u32 set;               /* sweep_kernel_set */
    u32 rank, early, look; /* stages */
    u32 blocks;            /* groups that a compute unit shall hold at once */
} sweep_shape;

/* Whether the program of a shape has this kernel. */
bool sweep_kernel_exists(const sweep_shape *shape, sweep_kernel kernel);

/* The lines that stand before dialect and kernels in a program's text: `#define SWEEP_KEY_BYTES 4` and so on. */
enum { SWEEP_DEFINES_BYTES = 512 };
void sweep_shape_defines(const sweep_shape *shape, char text[SWEEP_DEFINES_BYTES]);

typedef struct sweep_device_limits {
    size_t local_bytes; /* shared memory of a work-group */
    size_t largest_buffer;
    u32 threads;     /* most work-items of a group */
    u32 units;       /* compute units */
    u32 subgroup;    /* work-items that vote together; 0: the kernels do not vote there */
    bool cpu;        /* the device is a processor: other shapes suit it */
    bool match;      /* its sub-groups find equal numbers by one instruction */
    bool spins;      /* a group that has started goes on while others wait for it: measured, never guessed */
    bool looks_back; /* it is likely to: OneSweep is the better engine, though no wait is without an end */
} sweep_device_limits;

typedef struct sweep_backend sweep_backend;
typedef struct sweep_program sweep_program;

struct sweep_device {
    const sweep_backend *backend;
    void *state; /* the backend's */
    sweep_device_limits limits;
    char name[32];
    char description[224];
    char identity[256]; /* of device, driver and compiler: what a compiled program depends on */
    pid_t process;
    pthread_mutex_t launch_lock; /* held while a sort is enqueued */
    pthread_mutex_t program_lock;
    sweep_program *programs;
    pthread_mutex_t message_lock;
    char message[2048];
};

/* Where commands go. `native` is the backend's queue; the rest is for backends that order commands by events. */
typedef struct sweep_queue {
    sweep_device *device;
    void *native;
    bool out_of_order;
    void *last;          /* the event of the last command, if any */
    unsigned wait_count; /* events before the first command */
    void *const *wait_list;
} sweep_queue;

struct sweep_backend {
    const char *kind; /* "opencl": the name before the colon */
    /* Calls found() for each device, or once with the reason why there is none. */
    void (*list)(void (*found)(const sweep_device_info *info, void *user), void *user);
    /* Opens what the text after the colon selects ("" if none); fills in state, limits, name, description, identity. */
    sweep_status (*open)(sweep_device *device, const char *selector);
    void (*close)(sweep_device *device);
    sweep_status (*queue_create)(sweep_device *device, sweep_queue *queue);
    void (*queue_destroy)(sweep_queue *queue);
    sweep_status (*buffer_create)(sweep_device *device, size_t bytes, void **buffer);
    /* A buffer that lies over a host array, which stays as it is while the buffer lives and is only read. NULL: never;
       false: not over this one; then it is copied. */
    bool (*buffer_over)(sweep_device *device, const void *host, size_t bytes, void **buffer);
    void (*buffer_destroy)(sweep_device *device, void *buffer);
    sweep_status (*write)(sweep_queue *queue, void *buffer, const void *from, size_t bytes); /* done on return */
    sweep_status (*read)(sweep_queue *queue, void *to, void *buffer, size_t bytes);          /* done on return */
    sweep_status (*copy)(sweep_queue *queue, void *to, void *from, size_t bytes);
    /* binary: what `binary` gave for this shape and identity before, or NULL: compile the source. */
    sweep_status (*compile)(sweep_device *device, const sweep_shape *shape, const void *binary, size_t bytes,
                            void **compiled);
    sweep_status (*binary)(sweep_device *device, void *compiled, void **binary, size_t *bytes); /* NULL: gives none */
    void (*program_destroy)(sweep_device *device, void *compiled);
    /* Some of the buffers may be NULL, or the same. */
    sweep_status (*launch)(sweep_queue *queue, void *compiled, const sweep_shape *shape, sweep_kernel kernel,
                           u32 groups, void *const buffers[SWEEP_BUFFERS], const sweep_arguments *arguments);
    sweep_status (*finish)(sweep_queue *queue);
    bool survives_fork; /* a child process may go on using the device */
};

/* The verbs of a backend whose functions are called as the verbs are, behind a prefix or none. */
#define SWEEP_BACKEND_VERBS(prefix)                                                                                    \
    .queue_create = prefix##queue_create, .queue_destroy = prefix##queue_destroy,                                      \
    .buffer_create = prefix##buffer_create, .buffer_destroy = prefix##buffer_destroy, .write = prefix##write_buffer,   \
    .read = prefix##read_buffer, .copy = prefix##copy_buffer, .compile = prefix##compile,                              \
    .program_destroy = prefix##program_destroy, .launch = prefix##launch, .finish = prefix##finish

extern const sweep_backend sweep_emulator_backend, sweep_opencl_backend, sweep_cuda_backend, sweep_hip_backend;

extern const sweep_backend sweep_metal_backend;

/* A handle for a backend whose open() has not been called yet; NULL: no memory. */
sweep_device *sweep_device_new(const sweep_backend *backend);
void sweep_device_free_handle(sweep_device *device);

/* Keeps the text for sweep_device_message and returns the status. */
sweep_status sweep_device_fail(sweep_device *device, sweep_status status, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* The same with a refusal's sentence (../options.h). */
struct sweep_refusal;
sweep_status sweep_device_refuse(sweep_device *device, const struct sweep_refusal *refusal, sweep_status status);

/* ---- the verbs ------------------------------------------------------------------------------------------------- */

sweep_status sweep_verb_queue(sweep_device *device, sweep_queue *queue);
sweep_status sweep_verb_buffer(sweep_device *device, size_t bytes, void **buffer);
sweep_status sweep_verb_write(sweep_queue *queue, void *buffer, const void *from, size_t bytes);
sweep_status sweep_verb_read(sweep_queue *queue, void *to, void *buffer, size_t bytes);
sweep_status sweep_verb_copy(sweep_queue *queue, void *to, void *from, size_t bytes);
sweep_status sweep_verb_compile(sweep_device *device, const sweep_shape *shape, const void *binary, size_t bytes,
                                void **compiled);
sweep_status sweep_verb_launch(sweep_queue *queue, const sweep_program *program, sweep_kernel kernel, u32 groups,
                               void *const buffers[SWEEP_BUFFERS], const sweep_arguments *arguments);
sweep_status sweep_verb_finish(sweep_queue *queue);

/* ---- programs (programs.c) ------------------------------------------------------------------------------------- */

struct sweep_program {
    sweep_program *next;
    sweep_shape shape;
    void *compiled;
};

/* The program of a shape: from the handle, else from the disk, else compiled. */
sweep_status sweep_program_get(sweep_device *device, const sweep_shape *shape, const sweep_program **program);
void sweep_programs_free(sweep_device *device);

/* ---- for tests ------------------------------------------------------------------------------------------------- */

#ifdef SWEEP_TEST
extern u64 sweep_test_portion; /* keys of a portion, 0: the library's */
/* OneSweep's stages, -1: the table's */
extern int sweep_test_rank, sweep_test_early, sweep_test_look, sweep_test_blocks;
extern void (*sweep_test_around)(bool after); /* called before and after each launch of the fused kernel, or NULL */
extern bool sweep_test_ask;                   /* the sample is asked at every n */
extern long sweep_test_spin;                  /* looks before a tile is counted again, -1: the device's */
extern long sweep_test_verbs;                 /* verbs called so far */
extern long sweep_test_failing_verb;          /* the number of the one that fails, -1: none */
extern const char *sweep_test_kernels;        /* other kernel text, NULL: the library's */
#endif

#endif
