/*
 * Fibres: stacks of their own that hand over to each other. In: a function and its argument. Out: a fibre that runs it
 * from the first switch on; the function never returns, it switches away. For the emulator alone.
 * Address and thread sanitizers are told of every switch when they are in the process.
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef SWEEP_FIBRE_H
#define SWEEP_FIBRE_H

#include <stdbool.h>
#include <stddef.h>

/* The switch is assembly for the object files of Linux and the like. */
#if defined __ELF__ && (defined __x86_64__ || defined __aarch64__)
#define SWEEP_HAVE_FIBRES 1
#endif

typedef struct sweep_fibre {
    void *stack_pointer; /* while it does not run */
    char *mapping;       /* a guard page, then the stack; NULL for a thread's own stack */
    size_t mapping_bytes;
    const void *bottom; /* the stack's lowest address and size, for the address sanitizer */
    size_t bytes;
    void *fake_stack; /* the address sanitizer's */
    void *history;    /* the thread sanitizer's */
} sweep_fibre;

/* Makes a fibre with a stack and a guard page below it. */
bool sweep_fibre_create(sweep_fibre *fibre, void (*function)(void *), void *argument);

/* Lets a fibre that stopped anywhere begin again at its function. */
void sweep_fibre_restart(sweep_fibre *fibre, void (*function)(void *), void *argument);
void sweep_fibre_destroy(sweep_fibre *fibre);

/* Makes `fibre` stand for the calling thread, which is about to switch away from its own stack, and back. */
void sweep_fibre_adopt_thread(sweep_fibre *fibre);

/* Stops `from`, which is running, and continues `to`. Returns when something switches back. */
void sweep_fibre_switch(sweep_fibre *from, sweep_fibre *to);

/* A fibre's function calls this first: the other half of the switch that started it. */
void sweep_fibre_entered(sweep_fibre *self);

/* What happened before a release of `address` happens before what follows an acquire of it: for race detectors. */
void sweep_fibre_release(void *address);
void sweep_fibre_acquire(void *address);

/* Has all that a stopped fibre did happen before what follows in the running one: it will not go on. */
void sweep_fibre_settle(const sweep_fibre *stopped, const sweep_fibre *running);

/* Whether a race detector is in the process. */
bool sweep_fibre_races_watched(void);

/* Forbids (allows) memory to the address sanitizer, if there is one. */
void sweep_fibre_forbid(const void *memory, size_t bytes);
void sweep_fibre_allow(const void *memory, size_t bytes);

#endif
