/* What this machine offers: usable cores. */
#ifndef SWEEP_MACHINE_H
#define SWEEP_MACHINE_H

/* Cores that this process may use now: its affinity mask, cut by its control group's quota; at least 1. */
unsigned sweep_machine_cores(void);

#endif
