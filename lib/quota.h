/* The CPU quota of the control groups that this process is in. */
#ifndef SWEEP_QUOTA_H
#define SWEEP_QUOTA_H

#include <stdbool.h>

/* Whole cores that the smallest quota allows, from the process's own group up to the root: 1.5 cores are one, and so is
   half a core. 0: no group has a quota. *sure becomes false where that could not be found out at this moment (no file
   descriptor left): ask again later. */
unsigned sweep_quota_cores(bool *sure);

#ifdef SWEEP_TEST
/* The folder that stands for the root wherever /proc and /sys are read here; "" is the machine's own. While it is set,
   nothing read is kept. */
extern const char *sweep_quota_root;
#endif

#endif
