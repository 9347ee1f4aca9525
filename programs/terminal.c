/*
 * No bytes on a terminal by accident; see terminal.h.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "terminal.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "errors.h"

void refuse_terminal(const char *path, const char *what, const char *instead)
{
    if ((!path || strcmp(path, "-") == 0) && isatty(STDOUT_FILENO))
        die("%s, and standard output is a terminal: %s", what, instead);
}

void refuse_terminal_for_keys(const char *path, enum file_format format, const char *option)
{
    char instead[64];
    snprintf(instead, sizeof instead, "-o FILE, a pipe, or --%s text", option);
    if (format != FORMAT_TEXT)
        refuse_terminal(path, format == FORMAT_NPY ? "a .npy file is no text" : "raw keys are no text", instead);
}
