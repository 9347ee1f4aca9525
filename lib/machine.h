/* What this machine offers: usable cores. */
#ifndef SWEEP_MACHINE_H
#define SWEEP_MACHINE_H

/* Cores that this process may use now: its affinity mask, cut by the quota of its control groups; at least 1. */
unsigned sweep_machine_cores(void);

#endif
