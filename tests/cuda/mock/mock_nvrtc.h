/* The counters of mock_nvrtc.c, for tests. */
#ifndef TESTS_CUDA_MOCK_NVRTC_H
#define TESTS_CUDA_MOCK_NVRTC_H

typedef struct mock_nvrtc_control {
    long calls;        /* calls so far of functions that can be made to fail */
    long failing_call; /* the number of the one that fails, -1: none */
    long compiled;     /* programs, ever */
    long programs;     /* alive */
} mock_nvrtc_control;

enum { MOCK_NVRTC_FAILED = 6, MOCK_NVRTC_ABSENT = 99 };

/* Exported under this name by the shared object. */
mock_nvrtc_control *mock_nvrtc(void);

#endif
