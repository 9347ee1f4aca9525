/* The counters of mock_compiler.c, for tests. */
#ifndef TESTS_STREAM_MOCK_COMPILER_H
#define TESTS_STREAM_MOCK_COMPILER_H

typedef struct mock_compiler_control {
    long calls;        /* calls so far of functions that can be made to fail */
    long failing_call; /* the number of the one that fails, -1: none */
    long compiled;     /* programs, ever */
    long programs;     /* alive */
} mock_compiler_control;

enum { MOCK_COMPILER_FAILED = 6, MOCK_COMPILER_ABSENT = 99 };

/* Exported under this name by the shared object. */
mock_compiler_control *mock_stream_compiler(void);

#endif
