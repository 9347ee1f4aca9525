/*
 * Sorts pairs that lie in the memory of an AMD GPU, on a stream of one's own. Needs ROCm's headers and runtime:
 *
 *     cc sort.c -D__HIP_PLATFORM_AMD__ -I/opt/rocm/include -lsweepsort -L/opt/rocm/lib -lamdhip64
 */
#include <hip/hip_runtime_api.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sweepsort_hip.h>

enum { N = 20000 };

static void hip(hipError_t error, const char *what)
{
    if (error == hipSuccess)
        return;
    fprintf(stderr, "%s: %s\n", what, hipGetErrorName(error));
    exit(1);
}

static void sorted(sweep_status status, sweep_device *device)
{
    char text[1024] = "";
    if (status == SWEEP_OK)
        return;
    sweep_device_message(device, text, sizeof text);
    fprintf(stderr, "%s: %s\n", sweep_status_string(status), text);
    exit(1);
}

int main(void)
{
    static uint32_t values[N];
    static float keys[N];
    hipStream_t stream;
    void *keys_there, *values_there, *scratch;
    size_t bytes;
    for (uint32_t i = 0; i < N; i++) {
        keys[i] = (float)(i * 2654435761u >> 8) - 8e6f;
        values[i] = i;
    }
    hip(hipInit(0), "hipInit");
    hip(hipStreamCreateWithFlags(&stream, hipStreamNonBlocking), "hipStreamCreateWithFlags");
    hip(hipMalloc(&keys_there, sizeof keys), "hipMalloc");
    hip(hipMalloc(&values_there, sizeof values), "hipMalloc");
    hip(hipMemcpyHtoDAsync(keys_there, keys, sizeof keys, stream), "hipMemcpyHtoDAsync");
    hip(hipMemcpyHtoDAsync(values_there, values, sizeof values, stream), "hipMemcpyHtoDAsync");

    /* Once: the device of the stream, the scratch, and with it the kernels that such a sort needs. */
    sweep_device *device;
    sorted(sweep_hip_open(&device, stream), NULL);
    sorted(sweep_hip_scratch(device, stream, SWEEP_OPERATION_SORT_PAIRS, N, SWEEP_F32, sizeof *values, NULL, &bytes),
           device);
    hip(hipMalloc(&scratch, bytes), "hipMalloc");

    /* The call enqueues and returns. */
    sorted(sweep_hip_sort_pairs(device, stream, keys_there, keys_there, values_there, values_there, N, SWEEP_F32,
                                sizeof *values, NULL, scratch, bytes),
           device);
    hip(hipMemcpyDtoHAsync(keys, keys_there, sizeof keys, stream), "hipMemcpyDtoHAsync");
    hip(hipMemcpyDtoHAsync(values, values_there, sizeof values, stream), "hipMemcpyDtoHAsync");
    hip(hipStreamSynchronize(stream), "hipStreamSynchronize");
    for (uint32_t i = 0; i < N; i++)
        if ((i > 0 && keys[i - 1] > keys[i]) || keys[i] != (float)(values[i] * 2654435761u >> 8) - 8e6f) {
            fprintf(stderr, "pair %u is wrong\n", i);
            return 1;
        }
    printf("%d pairs sorted on a stream: %.0f to %.0f\n", N, keys[0], keys[N - 1]);

    hip(hipFree(scratch), "hipFree");
    hip(hipFree(values_there), "hipFree");
    hip(hipFree(keys_there), "hipFree");
    sweep_device_close(device);
    hip(hipStreamDestroy(stream), "hipStreamDestroy");
    return 0;
}
