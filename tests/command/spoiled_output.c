/*
 * output.c as it is, but with its calls of rename and link led through spoiled_sort.c.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#define rename spoiled_rename
#define link spoiled_link
#include "output.c"
