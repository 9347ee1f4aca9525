/*
 * How far long work has come; see progress.h. A thread of its own looks at the counts and prints them.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "progress.h"
#include "../signals.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static _Atomic(const char *) phase;
static _Atomic uint64_t expected, done;

static pthread_t printer;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t wake = PTHREAD_COND_INITIALIZER;
static bool running, stopping;

/* Waits so many milliseconds, or less when it is told to stop; whether it goes on. Called with the lock held. */
static bool wait_on(long milliseconds)
{
    struct timespec until;
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_nsec += milliseconds % 1000 * 1000000;
    until.tv_sec += milliseconds / 1000 + until.tv_nsec / 1000000000;
    until.tv_nsec %= 1000000000;
    while (!stopping && pthread_cond_timedwait(&wake, &lock, &until) == 0)
        ;
    return !stopping;
}

static void print_line(unsigned seconds)
{
    const char *what = atomic_load(&phase);
    uint64_t total = atomic_load(&expected), so_far = atomic_load(&done);
    char line[128];
    int length;
    if (!what)
        return;
    if (total)
        length = snprintf(line, sizeof line, "\r\033[K%s %3.0f%% (%u s)", what,
                          so_far < total ? 100 * (double)so_far / (double)total : 100, seconds);
    else if (so_far)
        length = snprintf(line, sizeof line, "\r\033[K%s %.0f MB (%u s)", what, (double)so_far / 1e6, seconds);
    else
        length = snprintf(line, sizeof line, "\r\033[K%s (%u s)", what, seconds);
    if (write(STDERR_FILENO, line, (size_t)length) < 0)
        return;
}

static void *print_lines(void *unused)
{
    bool printed = false;
    unsigned tenths = 10;
    pthread_mutex_lock(&lock);
    for (bool on = wait_on(1000); on; on = wait_on(200), tenths += 2) {
        print_line(tenths / 10);
        printed = true;
    }
    pthread_mutex_unlock(&lock);
    if (printed && write(STDERR_FILENO, "\r\033[K", 4) < 0)
        return NULL;
    return unused;
}

void progress_start(void)
{
    if (running || !isatty(STDERR_FILENO))
        return;
    /* Signals are for the other threads: a handler there finds the program's own work, not the printer's. */
    sigset_t blocked, before;
    sweep_signals_of_worker(&blocked);
    pthread_sigmask(SIG_SETMASK, &blocked, &before);
    running = pthread_create(&printer, NULL, print_lines, NULL) == 0;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    if (running)
        atexit(progress_stop);
}

void progress_stop(void)
{
    if (!running)
        return;
    pthread_mutex_lock(&lock);
    stopping = true;
    pthread_cond_signal(&wake);
    pthread_mutex_unlock(&lock);
    pthread_join(printer, NULL);
    running = stopping = false;
}

void progress_phase(const char *what)
{
    atomic_store(&expected, 0);
    atomic_store(&done, 0);
    atomic_store(&phase, what);
}

void progress_expect(uint64_t bytes)
{
    atomic_fetch_add(&expected, bytes);
}

void progress_advance(uint64_t bytes)
{
    atomic_fetch_add(&done, bytes);
}
