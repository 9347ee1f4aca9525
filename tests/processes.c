#include "processes.h"

#include <dirent.h>
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

#include "check.h"

enum { CHILD_SECONDS = 120 };

pid_t process_start(void (*work)(void *argument), void *argument)
{
    fflush(stdout);
    pid_t child = fork();
    if (child == 0) {
        size_t failures = check_failures();
        alarm(CHILD_SECONDS);
        work(argument);
        fflush(stdout);
        _exit(check_failures() == failures ? 0 : 1);
    }
    CHECK(child > 0);
    return child;
}

void process_join(pid_t child)
{
    int status = -1;
    CHECK(waitpid(child, &status, 0) == child);
    CHECK_TEXT(WIFEXITED(status) && WEXITSTATUS(status) == 0, "the child ended with status %#x", (unsigned)status);
}

void process_apart(void (*work)(void *argument), void *argument)
{
    if (TEST_UNDER_TSAN)
        work(argument);
    else
        process_join(process_start(work, argument));
}

size_t process_threads(void)
{
    DIR *tasks = opendir("/proc/self/task");
    size_t count = 0;
    if (tasks == NULL)
        return 0;
    for (struct dirent *entry = readdir(tasks); entry != NULL; entry = readdir(tasks))
        count += entry->d_name[0] != '.';
    closedir(tasks);
    return count;
}

void process_check_threads(size_t expected, const char *when)
{
    size_t now = process_threads();
    for (int i = 0; i < 5000 && now != expected; i++) {
        usleep(1000);
        now = process_threads();
    }
    CHECK_TEXT(now == expected, "%zu threads %s, %zu expected", now, when, expected);
}
