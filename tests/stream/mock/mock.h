/*
 * A driver of CUDA or HIP for machines without a GPU: a shared object that SWEEP_CUDA_LIBRARY or SWEEP_HIP_LIBRARY
 * names. It takes real compiled kernels, keeps contexts, streams, captures and graphs apart as the driver does, runs
 * what was enqueued when somebody waits for it, and hands each launch to the emulator's kernel of the same name and
 * shape. The text is compiled once for each; names.h of tests/cuda or tests/hip says which, and what lies beside it is
 * one's own.
 *
 * Tests reach its counters by mock_stream_driver(). The parts of the mock know each other by what stands below that.
 */
#ifndef TESTS_STREAM_MOCK_H
#define TESTS_STREAM_MOCK_H

#include "gpu/stream.h"
#include "names.h"

typedef struct mock_control {
    long calls;        /* calls so far of functions that can be made to fail */
    long failing_call; /* the number of the one that fails, -1: none */
    int failing_error;
    long first_read;  /* its number at the first copy to the host, if -1 was here before */
    char failed[48];  /* which one that was */
    long misuses;     /* what a real driver would not have borne */
    char misuse[256]; /* the first of them */
    long allocations, libraries, streams, graphs, contexts, retained; /* alive */
    long allocated, loaded, synchronised, launched;                   /* ever */
    int architecture;                                                 /* of device 0: CUDA's number */
    char target[64];                                                  /* HIP's name, and its waves */
    int wave;
    unsigned long long seed;
    int kernel_threads;    /* most work-items of every kernel's group; 0: those that it was compiled for */
    bool failing_exchange; /* of capture modes, which otherwise never fails */
} mock_control;

/* Exported under this name by the shared object. */
mock_control *mock_stream_driver(void);

/* ---- between the parts ------------------------------------------------------------------------------------------ */

#define MOCK_API __attribute__((visibility("default")))

enum {
    MOCK_DEVICES = 2,
    MOCK_INVALID_VALUE = 1,
    MOCK_NO_DEVICE = 100,
    MOCK_INVALID_DEVICE = 101,
    MOCK_INVALID_IMAGE = 200,
    MOCK_INVALID_CONTEXT = 201,
    MOCK_NO_BINARY = 209,
    MOCK_INVALID_HANDLE = 400,
    MOCK_NOT_FOUND = 500,
    MOCK_ILLEGAL_ADDRESS = 700,
    MOCK_CAPTURE_UNSUPPORTED = 900,
    MOCK_CAPTURE_INVALIDATED = 901,
    MOCK_CAPTURE_IMPLICIT = 906
};

/* A CUBIN or a code object, read. */
typedef struct mock_code {
    int architecture; /* of CUDA; HIP's number of an ELF file */
    u32 subgroup;     /* that the text was compiled for */
    sweep_shape shape;
    bool has[SWEEP_KERNELS];
    unsigned parameter_bytes[SWEEP_KERNELS], shared_bytes[SWEEP_KERNELS];
} mock_code;
bool mock_read_code(const void *bytes, mock_code *code);
extern const char *const mock_kernel_names[SWEEP_KERNELS];

/* The last words of sweep_compiled_for: a shape and a sub-group's size. */
bool mock_read_shape(const void *words, size_t bytes, mock_code *code);

typedef struct mock_library mock_library;
typedef struct mock_kernel {
    mock_library *library;
    sweep_kernel kernel;
} mock_kernel;
struct mock_library {
    mock_library *next;
    mock_code code;
    mock_kernel kernels[SWEEP_KERNELS];
    u64 loaded_in[64]; /* ids of contexts */
    int loaded_count;
};

/* Something that a stream does. */
typedef struct mock_command {
    struct mock_command *next;
    enum { MOCK_LAUNCH, MOCK_COPY, MOCK_EVENT } kind; /* an event: `to` receives the time */
    const mock_library *library;
    sweep_kernel kernel;
    sweep_shape shape;
    u32 groups, threads, subgroup;
    gpu_handle pointers[SWEEP_BUFFERS];
    sweep_arguments arguments;
    const void *from;
    void *to;
    bool from_device, to_device;
    size_t bytes;
} mock_command;

typedef struct mock_list {
    mock_command *first, **end;
} mock_list;

typedef struct mock_context mock_context;
typedef struct mock_stream {
    struct mock_stream *next;
    mock_context *context;
    bool blocking; /* waits for the legacy stream */
    mock_list commands;
    int capture; /* 0: none, 1: active, 2: invalidated */
    int capture_mode;
    mock_list captured;
} mock_stream;

struct mock_context {
    mock_context *next;
    u64 id;
    int device, retained;
    bool primary;
    mock_stream legacy, per_thread, *streams;
    gpu_error sticky; /* after an illegal address nothing works any more */
};

/* mock_driver.c and the family's own. Every exported function begins by taking the lock, and asking whether it is to
   fail. */
void mock_misuse(const char *format, ...) __attribute__((format(printf, 1, 2)));
bool mock_begin(const char *name, bool may_fail); /* false: it fails, with failing_error */
gpu_error mock_end(gpu_error error);
mock_context *mock_current(void); /* the family's own */
extern mock_library *mock_libraries;
void mock_add_library(mock_library *library);
mock_context *mock_new_context(int device, bool primary);
bool mock_loaded(const mock_library *library, u64 context_id);
mock_kernel *mock_kernel_of(gpu_handle kernel); /* NULL: no such kernel is loaded */
extern _Thread_local int mock_capture_mode;     /* how careful this thread is about captures */

/* mock_stream.c */
mock_stream *mock_stream_of(gpu_handle stream); /* NULL: no such stream */
bool mock_captures(void);                       /* an unsafe call of this thread breaks a capture: it is broken */
void mock_run_all(void);
bool mock_pending(const mock_library *library);
void mock_forget_context(mock_context *context);
extern mock_context *mock_contexts;

#define BEGIN_SAFE() (void)mock_begin(__func__, false)
#define BEGIN()                                                                                                        \
    do {                                                                                                               \
        if (!mock_begin(__func__, true))                                                                               \
            return mock_end(mock_stream_driver()->failing_error);                                                      \
    } while (0)
/* For what must not be called while somebody captures. */
#define BEGIN_UNSAFE()                                                                                                 \
    do {                                                                                                               \
        BEGIN();                                                                                                       \
        if (mock_captures()) {                                                                                         \
            mock_misuse("%s while a stream is being captured", __func__);                                              \
            return mock_end(MOCK_CAPTURE_UNSUPPORTED);                                                                 \
        }                                                                                                              \
    } while (0)

/* mock_memory.c: addresses are not host addresses, so nobody can look behind them by mistake. */
gpu_error mock_allocate(gpu_handle *memory, size_t bytes);
gpu_error mock_free(gpu_handle memory);
void *mock_host_address(const void *address, size_t bytes); /* NULL: not within one allocation */

/* mock_run.c */
void mock_append(mock_list *list, const mock_command *command);
void mock_clear(mock_list *list);
gpu_error mock_run(mock_command *command);

#endif
