// CUB's DeviceRadixSort, see peer_cub.h. For an argsort its users fill an array with indices and sort pairs: the fill
// is part of it, and so is its scratch.
#include "peer_cub.h"

#include <cstdint>
#include <cstdio>

#include <cub/device/device_radix_sort.cuh>
#include <cub/version.cuh>

namespace {

__global__ void fill_indices(uint32_t *indices, size_t n)
{
    for (size_t i = blockIdx.x * size_t(blockDim.x) + threadIdx.x; i < n; i += size_t(gridDim.x) * blockDim.x)
        indices[i] = uint32_t(i);
}

template <typename Key>
cudaError_t keys(void *scratch, size_t &bytes, const void *in, void *out, size_t n, cudaStream_t stream)
{
    return cub::DeviceRadixSort::SortKeys(scratch, bytes, static_cast<const Key *>(in), static_cast<Key *>(out), n, 0,
                                          int(sizeof(Key) * 8), stream);
}

template <typename Key>
cudaError_t pairs(void *scratch, size_t &bytes, const void *in, void *out, const void *values_in, void *values_out,
                  size_t n, cudaStream_t stream)
{
    return cub::DeviceRadixSort::SortPairs(scratch, bytes, static_cast<const Key *>(in), static_cast<Key *>(out),
                                           static_cast<const uint32_t *>(values_in),
                                           static_cast<uint32_t *>(values_out), n, 0, int(sizeof(Key) * 8), stream);
}

cudaError_t run(peer_kind kind, void *scratch, size_t &bytes, const void *in, void *out, const void *values_in,
                void *values_out, size_t n, cudaStream_t stream)
{
    switch (kind) {
    case PEER_U32: return keys<uint32_t>(scratch, bytes, in, out, n, stream);
    case PEER_U64: return keys<uint64_t>(scratch, bytes, in, out, n, stream);
    case PEER_U128: return keys<unsigned __int128>(scratch, bytes, in, out, n, stream);
    case PEER_F32: return keys<float>(scratch, bytes, in, out, n, stream);
    case PEER_F64: return keys<double>(scratch, bytes, in, out, n, stream);
    case PEER_U64_PAIRS4: return pairs<uint64_t>(scratch, bytes, in, out, values_in, values_out, n, stream);
    default: return pairs<uint32_t>(scratch, bytes, in, out, values_in, values_out, n, stream);
    }
}

size_t rounded(size_t bytes)
{
    return (bytes + 255) / 256 * 256;
}

} // namespace

extern "C" const char *peer_version(void)
{
    static char text[32];
    std::snprintf(text, sizeof text, "CUB %d.%d.%d", CUB_MAJOR_VERSION, CUB_MINOR_VERSION, CUB_SUBMINOR_VERSION);
    return text;
}

extern "C" size_t peer_scratch(peer_kind kind, size_t n)
{
    size_t bytes = 0;
    if (run(kind, nullptr, bytes, nullptr, nullptr, nullptr, nullptr, n, nullptr) != cudaSuccess)
        return 0;
    return rounded(bytes) + (kind == PEER_U32_ARGSORT ? 2 * rounded(n * 4) : 0);
}

// An argsort's keys go to scratch, as nobody wants them.
extern "C" int peer_sort(peer_kind kind, void *stream, const void *keys_in, void *keys_out, const void *values_in,
                         void *values_out, size_t n, void *scratch, size_t bytes)
{
    cudaStream_t on = static_cast<cudaStream_t>(stream);
    char *at = static_cast<char *>(scratch);
    if (kind == PEER_U32_ARGSORT) {
        uint32_t *indices = reinterpret_cast<uint32_t *>(at);
        keys_out = at + rounded(n * 4);
        at += 2 * rounded(n * 4);
        bytes -= 2 * rounded(n * 4);
        fill_indices<<<1024, 256, 0, on>>>(indices, n);
        values_in = indices;
    }
    return run(kind, at, bytes, keys_in, keys_out, values_in, values_out, n, on) != cudaSuccess;
}
