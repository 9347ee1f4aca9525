/*
 * sweepsort in a caller's own Metal command buffers: the sorts of sweepsort.h for arrays in MTLBuffers. C99, serves C++
 * and Objective-C too. Link with -lsweepsort; Metal is opened at run time, and none of its headers is needed here: a
 * device is an id<MTLDevice>, a command buffer an id<MTLCommandBuffer>, an array a place in an id<MTLBuffer>; from
 * Objective-C with ARC each is passed as (__bridge void *)object.
 *
 *     sweep_device *device;
 *     size_t bytes;
 *     sweep_metal_open(&device, metal_device);
 *     sweep_metal_scratch(device, SWEEP_OPERATION_SORT, n, SWEEP_U32, 0, NULL, &bytes);
 *     sweep_metal_array keys = {buffer, 0}, scratch = {new_buffer_of(bytes), 0};
 *     sweep_metal_sort(device, command_buffer, keys, keys, n, SWEEP_U32, NULL, scratch);
 *
 * Never run on Apple hardware: docs/metal.md says what was tested, and how.
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef SWEEPSORT_METAL_H
#define SWEEPSORT_METAL_H

#include "sweepsort_device.h"

#ifdef __cplusplus
extern "C" {
#endif

/* An array: the MTLBuffer it lies in, and the byte of that buffer at which it begins. */
typedef struct sweep_metal_array {
    void *buffer;
    size_t offset;
} sweep_metal_array;

/* Opens an MTLDevice, and retains it until sweep_device_close. sweep_device_open(&device, "metal:0") is the other way:
   it takes the system's default device, "metal:1" and so on the others. SWEEP_ERR_UNSUPPORTED: no Metal here, or it was
   opened before a fork. On failure *device is NULL; why there is no Metal here is said by the description in the entry
   for Metal of sweep_device_list. */
SWEEP_API SWEEP_NODISCARD sweep_status sweep_metal_open(sweep_device **device, void *metal_device);

/* Says how many bytes of scratch such a sort of n keys needs, and prepares it: kernels are compiled, so that the sort
   itself compiles and allocates nothing. What serves n keys serves fewer of the same type, value size and options.
   value_size: of a value (sort_pairs) or an index (argsort, sortperm), 0 for keys alone. SORT_COPY is SORT.
   Few keys need 0 bytes: then scratch may be {NULL, 0}, for Metal has no buffer without bytes.
   SWEEP_ERR_UNSUPPORTED, too, where the device's largest buffer has no room for it. */
SWEEP_API SWEEP_NODISCARD sweep_status sweep_metal_scratch(sweep_device *device, sweep_operation operation, size_t n,
                                                           sweep_type type, size_t value_size,
                                                           const sweep_device_options *options, size_t *bytes);

/*
 * What holds for every sort here
 *
 * - The call encodes into the command buffer and returns; committing is the caller's. The command buffer has not been
 *   committed, and none of its encoders is open: the sort opens one of its own and ends it. Metal itself ends the
 *   program where another one is open, and there is no way to ask.
 * - One thread at a time encodes into a command buffer. Sorts in several, with scratch of their own, may run side by
 *   side; threads may share a device.
 * - keys_out (values_out) may be keys_in (values_in), or another array that does not overlap it: then the input is only
 *   read. Arrays are aligned to their elements: keys to their size; values to the largest power of two, at most 16,
 *   that divides theirs. Anything else, arrays that overlap in part, reach past their buffer's end, or lie in a buffer
 *   of another device are SWEEP_ERR_ARGUMENT; so is a command buffer that is NULL, committed, or of another device.
 * - Buffers may be shared, managed or private. Those that Metal does not track (of a heap, say) need the caller's
 *   fences before and behind the sort; its own dispatches run one after the other.
 * - scratch begins at a multiple of 256 bytes and holds from there what sweep_metal_scratch asked for; it overlaps no
 *   array, may hold anything, and belongs to the sort until the command buffer has completed.
 * - options->count is an MTLBuffer that holds a sweep_device_count at its first byte.
 * - The device's handle stays open until the command buffer has completed, and a command buffer that retains nothing
 *   needs the arrays until then as well.
 * - A sort that was not prepared prepares itself. After SWEEP_ERR_DEVICE what was encoded stays encoded; committed, it
 *   leaves output arrays undefined.
 * - Other statuses are those of sweepsort_device.h. A child process of the one that opened the device gets
 *   SWEEP_ERR_UNSUPPORTED. With n = 0 arrays may be {NULL, 0}.
 */
SWEEP_API SWEEP_NODISCARD sweep_status sweep_metal_sort(sweep_device *device, void *command_buffer,
                                                        sweep_metal_array keys_in, sweep_metal_array keys_out, size_t n,
                                                        sweep_type type, const sweep_device_options *options,
                                                        sweep_metal_array scratch);
SWEEP_API SWEEP_NODISCARD sweep_status sweep_metal_sort_pairs(sweep_device *device, void *command_buffer,
                                                              sweep_metal_array keys_in, sweep_metal_array keys_out,
                                                              sweep_metal_array values_in, sweep_metal_array values_out,
                                                              size_t n, sweep_type type, size_t value_size,
                                                              const sweep_device_options *options,
                                                              sweep_metal_array scratch);
SWEEP_API SWEEP_NODISCARD sweep_status sweep_metal_argsort(sweep_device *device, void *command_buffer,
                                                           sweep_metal_array keys, sweep_metal_array indices, size_t n,
                                                           sweep_type type, size_t index_size,
                                                           const sweep_device_options *options,
                                                           sweep_metal_array scratch);
SWEEP_API SWEEP_NODISCARD sweep_status sweep_metal_sortperm(sweep_device *device, void *command_buffer,
                                                            sweep_metal_array keys_in, sweep_metal_array keys_out,
                                                            sweep_metal_array indices, size_t n, sweep_type type,
                                                            size_t index_size, const sweep_device_options *options,
                                                            sweep_metal_array scratch);

#ifdef __cplusplus
}
#endif

#endif
