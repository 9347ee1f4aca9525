/*
 * The few things that the benchmarks ask of CUDA's driver, which is opened at run time (SWEEP_CUDA_LIBRARY, else
 * libcuda.so.1): memory, copies, one stream, times between events, graphs. Everything ends the program with a sentence
 * where it fails, but driver_allocate, for a card may be too small for a row. Used by bench_gpu.c and tune_gpu.c.
 */
#ifndef SWEEPSORT_BENCH_GPU_DRIVER_H
#define SWEEPSORT_BENCH_GPU_DRIVER_H

#include <stdbool.h>
#include <stddef.h>

/* Opens the driver and device number `ordinal`, and makes its primary context current. */
void driver_open(int ordinal);
void driver_close(void);

extern char driver_card[128];   /* the device's name */
extern char driver_version[64]; /* "driver 580.65.06, CUDA 13.0" as far as it is known */
extern int driver_architecture; /* 90 */
extern void *driver_stream;

void *driver_allocate(size_t bytes); /* NULL: there is no room */
void driver_free(void *memory);
void driver_upload(void *to, const void *from, size_t bytes);
void driver_download(void *to, const void *from, size_t bytes);
void driver_copy(void *to, const void *from, size_t bytes); /* enqueues */
void driver_finish(void);

/* Milliseconds on the device between the two calls. */
void driver_begin(void);
double driver_end(void);

/* What is enqueued between begin and end becomes a graph. */
void driver_graph_begin(void);
void *driver_graph_end(void);
void driver_graph_launch(void *graph);
void driver_graph_free(void *graph);

#endif
