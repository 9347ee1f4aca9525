/*
 * Sorts an array in GPU memory on a stream of one's own; then captures the same sort in a graph and launches that on
 * new keys. Needs an NVIDIA GPU, its driver, and cuda.h:
 *
 *     cc sort.c -I/usr/local/cuda/include -lsweepsort -lcuda
 */
#include <cuda.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sweepsort_cuda.h>

enum { N = 20000, ROUNDS = 3 };

static void cuda(CUresult result, const char *what)
{
    const char *name = "an unknown error";
    if (result == CUDA_SUCCESS)
        return;
    cuGetErrorName(result, &name);
    fprintf(stderr, "%s: %s\n", what, name);
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

/* New keys, other ones each round. */
static void fill(uint32_t *keys, uint32_t round)
{
    for (uint32_t i = 0; i < N; i++)
        keys[i] = (i + round * 977u) * 2654435761u;
}

static void check(const uint32_t *keys, const char *how)
{
    for (int i = 1; i < N; i++)
        if (keys[i - 1] > keys[i]) {
            fprintf(stderr, "%s: key %d is out of order\n", how, i);
            exit(1);
        }
    printf("%d keys sorted %s: %u to %u\n", N, how, keys[0], keys[N - 1]);
}

int main(void)
{
    static uint32_t keys[N];
    CUdevice gpu;
    CUcontext context;
    CUstream stream;
    cuda(cuInit(0), "cuInit");
    cuda(cuDeviceGet(&gpu, 0), "cuDeviceGet");
    cuda(cuDevicePrimaryCtxRetain(&context, gpu), "cuDevicePrimaryCtxRetain");
    cuda(cuCtxSetCurrent(context), "cuCtxSetCurrent");
    cuda(cuStreamCreate(&stream, CU_STREAM_NON_BLOCKING), "cuStreamCreate");

    /* Once: the device of the stream, the scratch, and with it the kernels that such a sort needs. */
    sweep_device *device;
    size_t bytes;
    CUdeviceptr array, scratch;
    sorted(sweep_cuda_open(&device, stream), NULL);
    sorted(sweep_cuda_scratch(device, stream, SWEEP_OPERATION_SORT, N, SWEEP_U32, 0, NULL, &bytes), device);
    cuda(cuMemAlloc(&array, sizeof keys), "cuMemAlloc");
    cuda(cuMemAlloc(&scratch, bytes), "cuMemAlloc");

    /* On a stream: the call enqueues and returns. */
    fill(keys, 0);
    cuda(cuMemcpyHtoDAsync(array, keys, sizeof keys, stream), "cuMemcpyHtoDAsync");
    sorted(sweep_cuda_sort(device, stream, (void *)array, (void *)array, N, SWEEP_U32, NULL, (void *)scratch, bytes),
           device);
    cuda(cuMemcpyDtoHAsync(keys, array, sizeof keys, stream), "cuMemcpyDtoHAsync");
    cuda(cuStreamSynchronize(stream), "cuStreamSynchronize");
    check(keys, "on a stream");

    /* In a graph. */
    CUgraph graph;
    CUgraphExec executable;
    cuda(cuStreamBeginCapture(stream, CU_STREAM_CAPTURE_MODE_GLOBAL), "cuStreamBeginCapture");
    sorted(sweep_cuda_sort(device, stream, (void *)array, (void *)array, N, SWEEP_U32, NULL, (void *)scratch, bytes),
           device);
    cuda(cuStreamEndCapture(stream, &graph), "cuStreamEndCapture");
    cuda(cuGraphInstantiate(&executable, graph, 0), "cuGraphInstantiate");
    for (uint32_t round = 1; round <= ROUNDS; round++) {
        fill(keys, round);
        cuda(cuMemcpyHtoDAsync(array, keys, sizeof keys, stream), "cuMemcpyHtoDAsync");
        cuda(cuGraphLaunch(executable, stream), "cuGraphLaunch");
        cuda(cuMemcpyDtoHAsync(keys, array, sizeof keys, stream), "cuMemcpyDtoHAsync");
        cuda(cuStreamSynchronize(stream), "cuStreamSynchronize");
        check(keys, "in a graph");
    }

    /* The device last: graphs hold its kernels. */
    cuGraphExecDestroy(executable);
    cuGraphDestroy(graph);
    cuMemFree(scratch);
    cuMemFree(array);
    sweep_device_close(device);
    cuStreamDestroy(stream);
    cuDevicePrimaryCtxRelease(gpu);
    return 0;
}
