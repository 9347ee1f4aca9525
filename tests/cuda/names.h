/* The tests of streams and their mocks, for CUDA: of each pair of names the first. */
#ifndef TESTS_NAMES_H
#define TESTS_NAMES_H

#include "sweepsort_cuda.h"

#define STREAM_KIND "cuda"
#define STREAM(name) sweep_cuda_##name
#define FAMILY sweep_cuda_family

#define MOCK_NAME(cuda, hip) cuda
#define MOCK_STRING(cuda, hip) #cuda
#define MOCK_SHARED_BYTES (48 << 10)
#define MOCK_HIDDEN_BYTES 0
#define MOCK_COMPILER_PATHS "libnvrtc.so.13", "libnvrtc.so.12", "/usr/local/cuda/lib64/libnvrtc.so"

#define WORLD_SUBGROUP 32u
#define WORLD_ENTERING "cuCtxPushCurrent_v2"
#define WORLD_UNKNOWN_NAME "sm_77"
#define WORLD_DESCRIBED "compute capability"
#define WORLD_NO_COMPILER "no NVRTC here (libnvrtc.so of the CUDA toolkit): the CUDA backend is not tested"

#endif
