/*
 * The contract, part by part: what the files of test_contract share. Every call that fails must leave its arrays as
 * they were; contract_refused sees to that.
 */
#ifndef TESTS_CONTRACT_H
#define TESTS_CONTRACT_H

#include <stdlib.h>
#include <string.h>

#include "buffers.h"
#include "case.h"
#include "check.h"
#include "hooks.h"
#include "patterns.h"

/* Bytes of sweep_options in version 0.1. */
#define CONTRACT_OPTIONS_0_1 (4 * sizeof(size_t) + 8 * sizeof(uint32_t))

/* The operations on arrays, and the order check as a sixth. */
enum { CONTRACT_IS_SORTED = 6, CONTRACT_OPERATIONS = 6 };

/* Calls operation 1 to 6 with these arguments; value_size serves pairs, argsort and sortperm. */
sweep_status contract_call(int operation, void *keys, void *out, size_t n, sweep_type type, size_t value_size,
                           const sweep_options *options);

/* Each operation at n = 0, 1 and 5000 returns this status with these options, and no byte of keys, out or workspace
   memory changes. The plan and reserving answer the same. */
void contract_refused(const char *what, sweep_status expected, sweep_type type, const sweep_options *options);

void contract_arguments(void);  /* contract_arguments.c: what cannot be meant, what is not there */
void contract_workspaces(void); /* contract_workspaces.c: making, reserving, being busy */
void contract_messages(void);   /* contract_messages.c: what a call that fails says */
void contract_plans(void);      /* contract_plans.c: what the plan says is what happens */

#endif
