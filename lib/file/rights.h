/*
 * The rights of a file: owner, group, permissions, access control list and the other extended attributes.
 *
 * In: an open file and an empty one that is to take its place. Out: whether the second has all the rights of the first,
 * no more and no fewer. Only output.c asks.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef SWEEPSORT_FILE_RIGHTS_H
#define SWEEPSORT_FILE_RIGHTS_H

#include <stdbool.h>

/* Gives `to`, a file of mode 0600 that nobody else has open, the rights of `from`, and reads them back. False: some of
   them cannot be given or cannot be seen; `to` may have any part of them then and must not be used. At no moment does
   `to` allow what `from` does not. What the kernel keeps for one content alone (file capabilities, IMA, EVM) is not
   copied. */
bool rights_copy(int from, int to);

#endif
