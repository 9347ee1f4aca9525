// What a card does at least, without sorting: reading, writing, and writing runs of 30 keys to places far apart, as a
// sweep does with 256 digits and tiles of some 8,000 keys. See peer_cub.h.
#include "peer_cub.h"

#include <cstdint>

namespace {

enum { THREADS = 256, RUN = 30 };

__global__ void read_all(const uint4 *in, uint32_t *out, size_t n)
{
    uint32_t sum = 0;
    for (size_t i = blockIdx.x * size_t(blockDim.x) + threadIdx.x; i < n; i += size_t(gridDim.x) * blockDim.x)
        sum += in[i].x ^ in[i].y ^ in[i].z ^ in[i].w;
    if (sum == 0x12345678u) // hardly ever; the compiler cannot know
        out[0] = sum;
}

__global__ void write_all(uint4 *out, size_t n)
{
    for (size_t i = blockIdx.x * size_t(blockDim.x) + threadIdx.x; i < n; i += size_t(gridDim.x) * blockDim.x)
        out[i] = make_uint4(uint32_t(i), 1, 2, 3);
}

// Key i goes to the same place of run (its run * odd) modulo the runs: each run somewhere else, each place once.
__global__ void scatter_runs(const uint32_t *in, uint32_t *out, size_t runs, size_t odd)
{
    for (size_t i = blockIdx.x * size_t(blockDim.x) + threadIdx.x; i < runs * RUN; i += size_t(gridDim.x) * blockDim.x)
        out[i / RUN * odd % runs * RUN + i % RUN] = in[i];
}

} // namespace

extern "C" int peer_floor(peer_floor_kind kind, void *stream, const void *in, void *out, size_t bytes)
{
    cudaStream_t on = static_cast<cudaStream_t>(stream);
    const unsigned blocks = 4096;
    size_t runs = bytes / 4 / RUN, odd = 40503; // a prime
    if (runs % odd == 0)
        runs--;
    switch (kind) {
    case PEER_READ:
        read_all<<<blocks, THREADS, 0, on>>>(static_cast<const uint4 *>(in), static_cast<uint32_t *>(out), bytes / 16);
        break;
    case PEER_WRITE: write_all<<<blocks, THREADS, 0, on>>>(static_cast<uint4 *>(out), bytes / 16); break;
    default:
        scatter_runs<<<blocks, THREADS, 0, on>>>(static_cast<const uint32_t *>(in), static_cast<uint32_t *>(out), runs,
                                                 odd);
    }
    return cudaGetLastError() != cudaSuccess;
}
