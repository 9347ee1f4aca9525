/*
 * The thread that prints progress blocks every signal but the faults of what it does itself (a mapped file cut short, a
 * page not there): those the program's handlers get.
 */
#include <dirent.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "progress.h"

static const int faults[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGSYS};

/* The signals that a thread of this process blocks, as the kernel tells it: signal n is bit n - 1. */
static unsigned long long blocked_by(const char *thread)
{
    char path[300], line[300];
    unsigned long long blocked = 0;
    snprintf(path, sizeof path, "/proc/self/task/%s/status", thread);
    FILE *file = fopen(path, "r");
    while (file && fgets(line, sizeof line, file))
        if (strncmp(line, "SigBlk:", 7) == 0)
            blocked = strtoull(line + 7, NULL, 16);
    if (file)
        fclose(file);
    return blocked;
}

/* Standard error becomes a terminal: progress shows itself there alone. */
static int open_terminal(void)
{
    int terminal = posix_openpt(O_RDWR | O_NOCTTY);
    if (terminal < 0 || grantpt(terminal) != 0 || unlockpt(terminal) != 0)
        return -1;
    int other = open(ptsname(terminal), O_RDWR | O_NOCTTY);
    return other >= 0 && dup2(other, STDERR_FILENO) >= 0 ? terminal : -1;
}

int main(void)
{
    int printers = 0, wrong = 0;
    if (open_terminal() < 0) {
        printf("SKIPPED: no terminal can be made here\n");
        return 77;
    }
    progress_start();
    DIR *threads = opendir("/proc/self/task");
    if (!threads) {
        printf("SKIPPED: /proc/self/task cannot be read\n");
        return 77;
    }
    for (struct dirent *entry = readdir(threads); entry; entry = readdir(threads)) {
        if (entry->d_name[0] == '.' || atoi(entry->d_name) == getpid())
            continue;
        /* Until a new thread takes on the mask that it inherits, the C library has every signal blocked in it. */
        unsigned long long blocked = blocked_by(entry->d_name);
        for (int wait = 0; wait < 1000 && (blocked >> (SIGSEGV - 1) & 1) != 0; wait++) {
            usleep(10000);
            blocked = blocked_by(entry->d_name);
        }
        printers++;
        for (size_t i = 0; i < sizeof faults / sizeof *faults; i++)
            wrong += (blocked >> (faults[i] - 1) & 1) != 0;
        wrong += (blocked >> (SIGTERM - 1) & 1) == 0;
        wrong += (blocked >> (SIGUSR1 - 1) & 1) == 0;
        printf("the printer blocks %016llx\n", blocked);
    }
    closedir(threads);
    progress_stop();
    sigset_t own;
    pthread_sigmask(SIG_BLOCK, NULL, &own);
    for (int signal = 1; signal < 32; signal++)
        wrong += sigismember(&own, signal) == 1;
    printf("%d printers, %d signals wrong\n", printers, wrong);
    return printers == 1 && wrong == 0 ? 0 : 1;
}
