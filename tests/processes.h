/*
 * Children and threads of a test program. For tests of what a crash, a fork or a thread left behind would show.
 */
#ifndef TESTS_PROCESSES_H
#define TESTS_PROCESSES_H

#include <stddef.h>
#include <sys/types.h>

/* Runs work in a forked child; its failed checks are the parent's, and so is its end by a signal. A child that hangs is
   ended by its alarm. */
pid_t process_start(void (*work)(void *argument), void *argument);
void process_join(pid_t child);

/* Runs work in a child and waits for it. Under the race detector, which does not let a forked child start threads, in
   this process. */
void process_apart(void (*work)(void *argument), void *argument);

/* The threads of this process; 0 where they cannot be counted. */
size_t process_threads(void);

/* Checks their number. A joined thread may stay visible for a moment: looks again until it is right, for some seconds.
 */
void process_check_threads(size_t expected, const char *when);

#endif
