/*
 * The kernel text and the dialects as the library carries them: zero-terminated strings that the build makes from
 * kernels/ and dialect/ (embed.cmake). For programs.c and the backends that compile.
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef SWEEP_TEXT_H
#define SWEEP_TEXT_H

extern const char sweep_text_kernels[], sweep_text_opencl[], sweep_text_cuda[], sweep_text_hip[];

extern const char sweep_text_metal[], sweep_text_metal_copy[];

/* The texts one behind the other, the last followed by NULL, as a string to be freed; NULL if there is no memory. */
char *sweep_text_join(const char *const *texts);

#endif
