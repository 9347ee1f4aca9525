/*
 * rights.c as it is, but with its calls of fsetxattr led through spoiled_sort.c.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifdef __linux__
#include <sys/xattr.h>

#include "spoiled_sort.h"

#define fsetxattr spoiled_fsetxattr
#endif
#include "rights.c"
