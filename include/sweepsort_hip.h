/*
 * sweepsort on a caller's own HIP streams: the sorts of sweepsort.h for arrays in device memory. C99, serves C++ too.
 * Link with -lsweepsort; the HIP runtime is opened at run time, and none of its headers is needed here: a stream is a
 * hipStream_t, a device array a pointer from hipMalloc and the like. For AMD GPUs.
 *
 *     sweep_device *device;
 *     size_t bytes;
 *     void *scratch;
 *     sweep_hip_open(&device, stream);
 *     sweep_hip_scratch(device, stream, SWEEP_OPERATION_SORT, n, SWEEP_U32, 0, NULL, &bytes);
 *     hipMalloc(&scratch, bytes);
 *     sweep_hip_sort(device, stream, keys, keys, n, SWEEP_U32, NULL, scratch, bytes);
 *
 * Emulated and compiled, not run on hardware: docs/hip.md says what was tested, and how.
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef SWEEPSORT_HIP_H
#define SWEEPSORT_HIP_H

#include "sweepsort_device.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Opens the device of a stream; the handle serves every stream of that device. NULL (or HIP's handles for the legacy
   and the per-thread default stream) means the thread's current device. sweep_device_open(&device, "hip:0") is the
   other way: it takes HIP's own number of a device. SWEEP_ERR_ARGUMENT: no stream; SWEEP_ERR_UNSUPPORTED: no HIP
   runtime of version 5 or later, a device that is not AMD's, or the runtime was opened before a fork. On failure
   *device is NULL; what is missing is said by the descriptions in the entries for HIP of sweep_device_list. */
SWEEP_API SWEEP_NODISCARD sweep_status sweep_hip_open(sweep_device **device, void *stream);

/* Says how many bytes of scratch such a sort of n keys needs, and prepares it for the stream's device: kernels are
   compiled and loaded, so that the sort itself compiles, allocates and synchronises nothing. What serves n keys serves
   fewer of the same type, value size and options. value_size: of a value (sort_pairs) or an index (argsort, sortperm),
   0 for keys alone. SORT_COPY is SORT. Refused while the stream is being captured. */
SWEEP_API SWEEP_NODISCARD sweep_status sweep_hip_scratch(sweep_device *device, void *stream, sweep_operation operation,
                                                         size_t n, sweep_type type, size_t value_size,
                                                         const sweep_device_options *options, size_t *bytes);

/*
 * What holds for every sort here
 *
 * - The call enqueues on the stream and returns. Sorts on several streams, with scratch of their own, run side by side;
 *   threads may share a device. While the stream is being captured, the launches become nodes of the graph.
 * - It works on the stream's device, whatever device is current, and leaves the thread's current one as it was. The
 *   NULL stream is the default stream of the current device. A stream of another device than the handle's is
 *   SWEEP_ERR_ARGUMENT.
 * - keys_out (values_out) may be keys_in (values_in), or another array that does not overlap it: then the input is only
 *   read. Arrays are aligned to their elements: keys to their size; values to the largest power of two, at most 16,
 *   that divides theirs. Anything else, and arrays that overlap in part, is SWEEP_ERR_ARGUMENT.
 * - scratch is aligned to 256 bytes, holds what sweep_hip_scratch asked for, overlaps no array, may hold anything, and
 *   belongs to the sort until the stream has passed it.
 * - A sort that was not prepared prepares itself; inside a capture it is SWEEP_ERR_UNSUPPORTED.
 * - Pointers are not looked at: one that the device cannot reach makes the stream fail, as with any kernel.
 * - After SWEEP_ERR_DEVICE what was enqueued still runs; all output arrays are undefined.
 * - Other statuses are those of sweepsort_device.h. A child process of the one that opened the device gets
 *   SWEEP_ERR_UNSUPPORTED.
 */
SWEEP_API SWEEP_NODISCARD sweep_status sweep_hip_sort(sweep_device *device, void *stream, const void *keys_in,
                                                      void *keys_out, size_t n, sweep_type type,
                                                      const sweep_device_options *options, void *scratch,
                                                      size_t scratch_bytes);
SWEEP_API SWEEP_NODISCARD sweep_status sweep_hip_sort_pairs(sweep_device *device, void *stream, const void *keys_in,
                                                            void *keys_out, const void *values_in, void *values_out,
                                                            size_t n, sweep_type type, size_t value_size,
                                                            const sweep_device_options *options, void *scratch,
                                                            size_t scratch_bytes);
SWEEP_API SWEEP_NODISCARD sweep_status sweep_hip_argsort(sweep_device *device, void *stream, const void *keys,
                                                         void *indices, size_t n, sweep_type type, size_t index_size,
                                                         const sweep_device_options *options, void *scratch,
                                                         size_t scratch_bytes);
SWEEP_API SWEEP_NODISCARD sweep_status sweep_hip_sortperm(sweep_device *device, void *stream, const void *keys_in,
                                                          void *keys_out, void *indices, size_t n, sweep_type type,
                                                          size_t index_size, const sweep_device_options *options,
                                                          void *scratch, size_t scratch_bytes);

#ifdef __cplusplus
}
#endif

#endif
