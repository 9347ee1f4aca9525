/*
 * Temporary files that must not stay behind; see leftovers.h.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "leftovers.h"

#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>
#include <unistd.h>

static const int deadly[] = {SIGHUP, SIGINT, SIGQUIT, SIGPIPE, SIGALRM, SIGTERM, SIGXCPU, SIGXFSZ, SIGUSR1, SIGUSR2};

static const char *volatile listed[LEFTOVERS];
static sigset_t held_before;

/* The program's last part belongs to a signal or to the work, whichever comes first. */
enum { UNDECIDED, DYING, OUTLASTING };
static atomic_int decided = UNDECIDED;

static bool decide(int what)
{
    int before = UNDECIDED;
    return atomic_compare_exchange_strong(&decided, &before, what) || before == what;
}

static void remove_listed(void)
{
    for (int i = 0; i < LEFTOVERS; i++)
        if (listed[i])
            unlink(listed[i]);
}

/* Removes the files, then lets the signal do what it would have done. */
static void die_of(int number)
{
    sigset_t only;
    if (!decide(DYING))
        return;
    remove_listed();
    signal(number, SIG_DFL);
    sigemptyset(&only);
    sigaddset(&only, number);
    pthread_sigmask(SIG_UNBLOCK, &only, NULL);
    raise(number);
}

static void deadly_set(sigset_t *set)
{
    sigemptyset(set);
    for (size_t i = 0; i < sizeof deadly / sizeof *deadly; i++)
        sigaddset(set, deadly[i]);
}

void leftovers_catch_signals(void)
{
    struct sigaction action = {.sa_handler = die_of, .sa_flags = SA_RESTART}, before;
    deadly_set(&action.sa_mask);
    for (size_t i = 0; i < sizeof deadly / sizeof *deadly; i++)
        if (sigaction(deadly[i], NULL, &before) == 0 && before.sa_handler != SIG_IGN)
            sigaction(deadly[i], &action, NULL);
    atexit(remove_listed);
}

void leftovers_hold_signals(void)
{
    sigset_t set;
    deadly_set(&set);
    pthread_sigmask(SIG_BLOCK, &set, &held_before);
}

void leftovers_release_signals(void)
{
    pthread_sigmask(SIG_SETMASK, &held_before, NULL);
}

void leftovers_outlast_signals(void)
{
    while (!decide(OUTLASTING))
        pause();
}

void leftovers_add(const char *path)
{
    for (int i = 0; i < LEFTOVERS; i++)
        if (!listed[i]) {
            listed[i] = path;
            return;
        }
}

void leftovers_drop(const char *path)
{
    for (int i = 0; i < LEFTOVERS; i++)
        if (listed[i] == path)
            listed[i] = NULL;
}
