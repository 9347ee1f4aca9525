/*
 * One instance of the kernels for the emulator, for keys of SWEEP_KEY_BYTES bytes: the kernel text as host C, and the
 * table by which emulator.c finds them. The build includes this once a key width; tests include it with other text
 * named by SWEEP_KERNEL_TEXT.
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef SWEEP_KERNEL_TEXT
#define SWEEP_KERNEL_TEXT "kernels/kernels.h"
#endif
#include "dialect/host.h"

#include SWEEP_KERNEL_TEXT

#define SWEEP_PASTE(name, bytes) name##bytes
#define SWEEP_TABLE(name, bytes) SWEEP_PASTE(name, bytes)

/* In the order of enum sweep_kernel. */
extern sweep_emulated_kernel *const SWEEP_TABLE(sweep_emulated_kernels_, SWEEP_KEY_BYTES)[];
sweep_emulated_kernel *const SWEEP_TABLE(sweep_emulated_kernels_, SWEEP_KEY_BYTES)[] = {
    sweep_count,  sweep_scan,      sweep_add,    sweep_chain,    sweep_scatter, sweep_small,
#if SWEEP_KEY_BYTES == 4 || SWEEP_KEY_BYTES == 8
    sweep_gather,
#else
    NULL,
#endif
    sweep_clear,  sweep_histogram, sweep_decide, sweep_onesweep, sweep_settle,  sweep_retry, sweep_judge, sweep_finish,
};
