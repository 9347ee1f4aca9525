/*
 * sweepsort on devices: the sorts of sweepsort.h for arrays in a device's memory, or for host arrays that a device
 * sorts. C99, serves C++ too. Link with -lsweepsort. Drivers are opened at run time; nothing here needs their headers.
 *
 *     sweep_device *device;
 *     if (sweep_device_open(&device, "opencl:0") == SWEEP_OK) {
 *         sweep_device_sort(device, keys, n, SWEEP_F32, NULL);
 *         sweep_device_close(device);
 *     }
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef SWEEPSORT_DEVICE_H
#define SWEEPSORT_DEVICE_H

#include "sweepsort.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- devices --------------------------------------------------------------------------------------------------- */

/* A device, its compiled programs, and a lock: threads may share one; their launches take turns. */
typedef struct sweep_device sweep_device;

/* Opens a device by name: "opencl:0" (the first of sweep_device_list's OpenCL devices), "opencl:NAME" (the first whose
   platform or device name contains NAME, in any case), "opencl" alone (as "opencl:0"); "cuda:N", "hip:N" and "metal:N",
   N being the number of the device from 0 on; "emulator", or "emulator:..." with the settings of docs/devices.md.
   SWEEP_ERR_ARGUMENT: no such kind of device; SWEEP_ERR_UNSUPPORTED: no driver, no such device or one that cannot run
   the kernels. On failure *device is NULL; what the kind lacks, if none of its devices can be opened, is said by the
   description in its entry of sweep_device_list. */
SWEEP_API SWEEP_NODISCARD sweep_status sweep_device_open(sweep_device **device, const char *name);

/* Frees the device and its programs. NULL does nothing. No call may be using it. */
SWEEP_API void sweep_device_close(sweep_device *device);

/* One device, or one kind of device that is absent. */
typedef struct sweep_device_info {
    uint32_t status;       /* sweep_status: SWEEP_OK, or why it is absent */
    char name[32];         /* what sweep_device_open takes */
    char description[224]; /* the device and its driver, or a sentence that says why it is absent */
} sweep_device_info;

/* Writes at most `room` entries and returns how many there are. Every kind of device that the library was built with
   has one entry at least. infos may be NULL with room 0. */
static inline size_t sweep_device_list(sweep_device_info *infos, size_t room);

/* What it calls: with the size of the caller's entries, from one to the next. Writes none where that is 0 or above
   4096. */
SWEEP_API size_t sweep_device_list_sized(sweep_device_info *infos, size_t info_size, size_t room);

static inline size_t sweep_device_list(sweep_device_info *infos, size_t room)
{
    return sweep_device_list_sized(infos, sizeof *infos, room);
}

/* Writes the device's name, driver and limits as text, a few lines, zero-terminated and cut to `size` bytes; text may
   be NULL with size 0. Returns the length of the whole text without its zero. */
SWEEP_API size_t sweep_device_describe(const sweep_device *device, char *text, size_t size);

/* The same for what the last failed call had to say: a compiler's log, a driver's error, the emulator's report. */
SWEEP_API size_t sweep_device_message(const sweep_device *device, char *text, size_t size);

/* ---- options --------------------------------------------------------------------------------------------------- */

/* Seconds that the parts of a call on host arrays took, by the host's clock. */
typedef struct sweep_device_times {
    double to_device, sort, to_host;
} sweep_device_times;

/* What became of one sweep that was launched. */
typedef enum sweep_device_fate {
    SWEEP_SKIPPED = 0,  /* all keys share the digit, or another plan was taken */
    SWEEP_SWEPT = 1,    /* the keys were moved by the digit */
    SWEEP_FINISHED = 2, /* the runs of keys that are equal from `place` up were sorted by the bits below */
    SWEEP_DEVICE_FATE_FORCE_32 = 0x7fffffff
} sweep_device_fate;

typedef struct sweep_device_step {
    uint8_t fate;        /* sweep_device_fate */
    uint8_t place, bits; /* the digit's */
    uint8_t from, to;    /* buffers of the keys: 0 input, 1 output (of an argsort scratch, too), 2 scratch */
} sweep_device_step;

/* The plan that the device made for a sort by ONESWEEP from what it read in the keys, in the order of the launches. */
typedef struct sweep_device_report {
    uint32_t step_count;    /* 0: no plan was made there, as for few keys or by SPLIT */
    uint32_t enough_digits; /* what a sample said; 0: all, or it was not asked */
    uint32_t fell_back;     /* 1: a run was too long for a tile: all digits were ranked after all */
    uint32_t recounts;      /* tiles that another one counted, because it had looked in vain for their counts */
    sweep_device_step steps[2 * SWEEP_PLAN_SWEEPS + 1];
    uint8_t reserved[3];
} sweep_device_report;

/* Options of a call. All zero but struct_size are the defaults; a NULL pointer means the defaults. The first fields
   mean what they mean in sweep_options. */
typedef struct sweep_device_options {
    size_t struct_size;          /* sizeof(sweep_device_options) */
    uint32_t order, float_order; /* sweep_order, sweep_float_order */
    uint32_t begin_bit, end_bit;
    uint32_t engine;                  /* sweep_engine: AUTO, SPLIT or ONESWEEP; others are not built for devices */
    uint32_t digit_bits;              /* 0: the library's choice; 1 to 8 */
    size_t tile_size;                 /* keys that a work-group sorts at once; 0: the library's choice */
    uint32_t work_items;              /* work-items a group; 0: the library's choice. It divides the tile */
    uint32_t work_groups;             /* work-groups that share the tiles; 0: the library's choice */
    sweep_device_times *times;        /* not NULL: filled in by calls on host arrays that succeed */
    uint32_t enough_digits;           /* ONESWEEP: how many of the highest varying digits are ranked before the runs of
                                         keys that have them in common are finished; where a run is too long for that,
                                         all digits are ranked after all. 0: as a sample of the keys says, where it
                                         would pay; SWEEP_ALL_DIGITS: every digit is ranked */
    uint32_t reserved;                /* zero */
    sweep_device_report *report;      /* not NULL: filled in likewise */
    void *count;                      /* device arrays: a buffer there that holds a sweep_device_count; NULL: n keys */
    uint32_t times_size, report_size; /* sizeof *times and *report, at most 4096; 0: as they were in version 0.1 */
} sweep_device_options;

#define SWEEP_ALL_DIGITS 0xffffffffu

/* A count of keys that an earlier command on the same queue leaves in device memory. The call's n is its bound:
   launches and scratch are made for n keys, and so many as `n` says here, at most that, are sorted; the rest of
   the arrays stays as it is. `status` becomes SWEEP_OK; or SWEEP_ERR_ARGUMENT where n is above the bound, and then
   nothing is written. ONESWEEP alone has this, and AUTO takes it. The buffer is aligned as its struct is. */
typedef struct sweep_device_count {
    uint64_t n;
    uint32_t status, reserved;
} sweep_device_count;

#ifndef __cplusplus
#define SWEEP_DEVICE_OPTIONS(...)                                                                                      \
    (&(sweep_device_options){.struct_size = sizeof(sweep_device_options),                                              \
                             .times_size = sizeof(sweep_device_times),                                                 \
                             .report_size = sizeof(sweep_device_report),                                               \
                             __VA_ARGS__})
#endif
static inline sweep_device_options sweep_default_device_options(void)
{
    sweep_device_options options = {sizeof(sweep_device_options),
                                    SWEEP_ASCENDING,
                                    SWEEP_NAN_LAST,
                                    0,
                                    0,
                                    SWEEP_AUTO,
                                    0,
                                    0,
                                    0,
                                    0,
                                    NULL,
                                    0,
                                    0,
                                    NULL,
                                    NULL,
                                    sizeof(sweep_device_times),
                                    sizeof(sweep_device_report)};
    return options;
}

/* As sweep_options_init. times_size and report_size stay 0: a caller that wants what 0.1 did not have sets them. */
SWEEP_API SWEEP_NODISCARD sweep_status sweep_device_options_init(sweep_device_options *options, size_t size);

/*
 * What holds for every sort here
 *
 * - The bytes are those of sweepsort.h's functions with the same order, float order and window, on every device.
 * - Arguments are checked as there; sweep_device_message says which was wrong and why. SWEEP_ERR_ARGUMENT: invalid (a
 *   device that is NULL, too). SWEEP_ERR_UNSUPPORTED: valid but unsupported: an engine, digit_bits above 8, a tile or
 * group that the device cannot hold (tiles of more than 32 keys a work-item or 65,536 keys), 4-byte indices with n >
 * 2^32, an array larger than the device's largest buffer.
 * - SWEEP_ERR_MEMORY: host or device memory could not be had. SWEEP_ERR_DEVICE: the device, its driver or its compiler
 *   failed; sweep_device_message says how.
 * - A device opened before fork() serves its parent alone: a child gets SWEEP_ERR_UNSUPPORTED from OpenCL devices.
 */

/* ---- sorting host arrays --------------------------------------------------------------------------------------- */

/* As the functions of sweepsort.h: the arrays are copied to the device (or read where they lie, where the device can),
   sorted there and copied back. On failure they are as they were, unless the copy back itself failed half way: then
   SWEEP_ERR_DEVICE, and their contents are lost. */
SWEEP_API SWEEP_NODISCARD sweep_status sweep_device_sort(sweep_device *device, void *keys, size_t n, sweep_type type,
                                                         const sweep_device_options *options);
SWEEP_API SWEEP_NODISCARD sweep_status sweep_device_sort_pairs(sweep_device *device, void *keys, void *values, size_t n,
                                                               sweep_type type, size_t value_size,
                                                               const sweep_device_options *options);
SWEEP_API SWEEP_NODISCARD sweep_status sweep_device_argsort(sweep_device *device, const void *keys, void *indices,
                                                            size_t n, sweep_type type, size_t index_size,
                                                            const sweep_device_options *options);
SWEEP_API SWEEP_NODISCARD sweep_status sweep_device_sortperm(sweep_device *device, void *keys, void *indices, size_t n,
                                                             sweep_type type, size_t index_size,
                                                             const sweep_device_options *options);

/* Copies `bytes` bytes from `in` to `out` by way of two buffers in device memory; times->sort is the time of the copy
   between them, the yardstick of a sort. times may be NULL. */
static inline SWEEP_NODISCARD sweep_status sweep_device_copy(sweep_device *device, const void *in, void *out,
                                                             size_t bytes, sweep_device_times *times);

/* What it calls: with the size of the caller's times, 1 to 4096 bytes. */
SWEEP_API SWEEP_NODISCARD sweep_status sweep_device_copy_sized(sweep_device *device, const void *in, void *out,
                                                               size_t bytes, sweep_device_times *times,
                                                               size_t times_size);

static inline sweep_status sweep_device_copy(sweep_device *device, const void *in, void *out, size_t bytes,
                                             sweep_device_times *times)
{
    return sweep_device_copy_sized(device, in, out, bytes, times, sizeof *times);
}

/* ---- sorting device arrays ------------------------------------------------------------------------------------- */

/* Scratch is the caller's, in pieces, because a device may limit one buffer to less than all scratch needs. Sizes are
   bytes; a piece of size 0 is not needed and may be NULL. */
#define SWEEP_SCRATCH_PIECES 6

/* Fills in the sizes of the pieces for such a sort of n keys in place (a sort into another array needs no more), and
   prepares it: programs are compiled and kept in the device, so that the sort itself compiles and allocates nothing.
   value_size: of a value (sort_pairs) or an index (argsort, sortperm), 0 for keys alone. SORT_COPY is SORT. */
SWEEP_API SWEEP_NODISCARD sweep_status sweep_device_scratch(sweep_device *device, sweep_operation operation, size_t n,
                                                            sweep_type type, size_t value_size,
                                                            const sweep_device_options *options,
                                                            size_t sizes[SWEEP_SCRATCH_PIECES]);

/* Fills in the plan of such a sort in place, as sweep_plan_sort does for the CPU: the engine, its sweeps, tile and
   scratch (the sum of the pieces), and how many times the bytes of one copy the sweeps move; `threads` is the number of
   work-groups. With enough_digits the sweeps are those of keys of full entropy, and a finish follows them. A sort of at
   most a tile of keys is one launch: `insertion` is 1 and it has no sweeps. Compiles nothing. */
static inline SWEEP_NODISCARD sweep_status sweep_device_plan_sort(sweep_device *device, sweep_plan *plan,
                                                                  sweep_operation operation, size_t n, sweep_type type,
                                                                  size_t value_size,
                                                                  const sweep_device_options *options);

/* What it calls: with the size of the caller's plan, 1 to 4096 bytes. */
SWEEP_API SWEEP_NODISCARD sweep_status sweep_device_plan_sort_sized(sweep_device *device, sweep_plan *plan,
                                                                    size_t plan_size, sweep_operation operation,
                                                                    size_t n, sweep_type type, size_t value_size,
                                                                    const sweep_device_options *options);

static inline sweep_status sweep_device_plan_sort(sweep_device *device, sweep_plan *plan, sweep_operation operation,
                                                  size_t n, sweep_type type, size_t value_size,
                                                  const sweep_device_options *options)
{
    return sweep_device_plan_sort_sized(device, plan, sizeof *plan, operation, n, type, value_size, options);
}

/* Opens the OpenCL device of a caller's own queue (a cl_command_queue) for buffers of that queue's context. The library
   retains the context until sweep_device_close. */
SWEEP_API SWEEP_NODISCARD sweep_status sweep_opencl_open(sweep_device **device, void *queue);

/* Sorts in buffers (cl_mem) of the device's context, on a queue (cl_command_queue) of that context and device, in order
   or out of order. The call enqueues and returns; it begins after the wait_count events (cl_event) of wait_list, and
   `event`, if not NULL, becomes one that is complete when the sort is. keys_out (values_out) may be keys_in
   (values_in), or another buffer that does not overlap it: then the input is only read. Elements start at a buffer's
   first byte: give a sub-buffer for others. scratch holds SWEEP_SCRATCH_PIECES buffers of the sizes asked for with the
   same arguments; nothing else may use them before the event. With n = 0 buffers may be NULL.
   A buffer that is too small is SWEEP_ERR_ARGUMENT. After SWEEP_ERR_DEVICE what was enqueued still runs, and the
   contents of all output buffers are undefined. */
SWEEP_API SWEEP_NODISCARD sweep_status sweep_opencl_sort(sweep_device *device, void *queue, void *keys_in,
                                                         void *keys_out, size_t n, sweep_type type,
                                                         const sweep_device_options *options, void *const *scratch,
                                                         unsigned wait_count, void *const *wait_list, void **event);
SWEEP_API SWEEP_NODISCARD sweep_status sweep_opencl_sort_pairs(sweep_device *device, void *queue, void *keys_in,
                                                               void *keys_out, void *values_in, void *values_out,
                                                               size_t n, sweep_type type, size_t value_size,
                                                               const sweep_device_options *options,
                                                               void *const *scratch, unsigned wait_count,
                                                               void *const *wait_list, void **event);
SWEEP_API SWEEP_NODISCARD sweep_status sweep_opencl_argsort(sweep_device *device, void *queue, void *keys,
                                                            void *indices, size_t n, sweep_type type, size_t index_size,
                                                            const sweep_device_options *options, void *const *scratch,
                                                            unsigned wait_count, void *const *wait_list, void **event);
SWEEP_API SWEEP_NODISCARD sweep_status sweep_opencl_sortperm(sweep_device *device, void *queue, void *keys_in,
                                                             void *keys_out, void *indices, size_t n, sweep_type type,
                                                             size_t index_size, const sweep_device_options *options,
                                                             void *const *scratch, unsigned wait_count,
                                                             void *const *wait_list, void **event);

#ifdef __cplusplus
}
#endif

#endif
