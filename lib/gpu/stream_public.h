/*
 * The backend and the public functions of a family. In: STREAM_FAMILY, its gpu_family, and STREAM_NAME(name), which
 * makes sweep_cuda_sort of `sort`. Included once by cuda.c and once by hip.c, behind their families.
 * SPDX-License-Identifier: Apache-2.0
 */
static void list(void (*found)(const sweep_device_info *, void *), void *user)
{
    sweep_stream_list(&STREAM_FAMILY, found, user);
}

static sweep_status open_device(sweep_device *device, const char *selector)
{
    return sweep_stream_open(&STREAM_FAMILY, device, selector);
}

const sweep_backend STREAM_NAME(backend) = {
    .kind = STREAM_KIND,
    .list = list,
    .open = open_device,
    .close = sweep_stream_close,
    SWEEP_BACKEND_VERBS(sweep_stream_),
    .binary = sweep_stream_binary,
};

sweep_status STREAM_NAME(open)(sweep_device **device, void *stream)
{
    return sweep_stream_device(&STREAM_FAMILY, device, stream);
}

sweep_status STREAM_NAME(scratch)(sweep_device *device, void *stream, sweep_operation operation, size_t n,
                                  sweep_type type, size_t value_size, const sweep_device_options *options,
                                  size_t *bytes)
{
    const gpu_call call = {.operation = operation, .n = n, .type = type, .value_size = value_size, .options = options};
    return sweep_stream_scratch(&STREAM_FAMILY, device, stream, &call, bytes);
}

sweep_status STREAM_NAME(sort)(sweep_device *device, void *stream, const void *keys_in, void *keys_out, size_t n,
                               sweep_type type, const sweep_device_options *options, void *scratch,
                               size_t scratch_bytes)
{
    const gpu_call call = {SWEEP_OPERATION_SORT, keys_in, keys_out, NULL, NULL, n, 0, type, options, scratch,
                           scratch_bytes};
    return sweep_stream_sort(&STREAM_FAMILY, device, stream, &call);
}

sweep_status STREAM_NAME(sort_pairs)(sweep_device *device, void *stream, const void *keys_in, void *keys_out,
                                     const void *values_in, void *values_out, size_t n, sweep_type type,
                                     size_t value_size, const sweep_device_options *options, void *scratch,
                                     size_t scratch_bytes)
{
    const gpu_call call = {SWEEP_OPERATION_SORT_PAIRS,
                           keys_in,
                           keys_out,
                           values_in,
                           values_out,
                           n,
                           value_size,
                           type,
                           options,
                           scratch,
                           scratch_bytes};
    return sweep_stream_sort(&STREAM_FAMILY, device, stream, &call);
}

sweep_status STREAM_NAME(argsort)(sweep_device *device, void *stream, const void *keys, void *indices, size_t n,
                                  sweep_type type, size_t index_size, const sweep_device_options *options,
                                  void *scratch, size_t scratch_bytes)
{
    const gpu_call call = {
        SWEEP_OPERATION_ARGSORT, keys, NULL, NULL, indices, n, index_size, type, options, scratch, scratch_bytes};
    return sweep_stream_sort(&STREAM_FAMILY, device, stream, &call);
}

sweep_status STREAM_NAME(sortperm)(sweep_device *device, void *stream, const void *keys_in, void *keys_out,
                                   void *indices, size_t n, sweep_type type, size_t index_size,
                                   const sweep_device_options *options, void *scratch, size_t scratch_bytes)
{
    const gpu_call call = {SWEEP_OPERATION_SORTPERM,
                           keys_in,
                           keys_out,
                           NULL,
                           indices,
                           n,
                           index_size,
                           type,
                           options,
                           scratch,
                           scratch_bytes};
    return sweep_stream_sort(&STREAM_FAMILY, device, stream, &call);
}
