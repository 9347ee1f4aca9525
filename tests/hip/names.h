/* The tests of streams and their mocks, for HIP: of each pair of names the second. */
#ifndef TESTS_NAMES_H
#define TESTS_NAMES_H

#include "sweepsort_hip.h"

#define STREAM_KIND "hip"
#define STREAM(name) sweep_hip_##name
#define FAMILY sweep_hip_family

#define MOCK_NAME(cuda, hip) hip
#define MOCK_STRING(cuda, hip) #hip
#define MOCK_SHARED_BYTES (64 << 10)
#define MOCK_HIDDEN_BYTES 256    /* parameters that the compiler adds */
#define MOCK_COMPILER_PATHS NULL /* the one that the environment names */

#define WORLD_SUBGROUP ((unsigned)gpu.driver->wave)
#define WORLD_ENTERING "hipGetDevice"
#define WORLD_UNKNOWN_NAME "gfx9999"
#define WORLD_DESCRIBED "waves of"
#define WORLD_NO_COMPILER "no clang that compiles for AMD GPUs here (clang-15 does): the HIP backend is not tested"

#endif
