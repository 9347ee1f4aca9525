/*
 * Runs a command and tells how it ended, which a shell cannot: "signal 15" is not "exit 143".
 *
 * In: a file's name, the command and its arguments. Out: the command's process number in FILE.pid while it runs, then
 * "signal N" or "exit N" in FILE, and the most memory it had, in KB, in FILE.memory. Used by signals.sh and memory.sh.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include <stdio.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

static void write_line(const char *path, const char *word, int number)
{
    FILE *file = fopen(path, "w");
    if (file) {
        fprintf(file, "%s%d\n", word, number);
        fclose(file);
    }
}

int main(int argc, char **argv)
{
    char path[4096];
    int status;
    struct rusage used;
    if (argc < 3)
        return 2;
    snprintf(path, sizeof path, "%s.pid", argv[1]);
    pid_t child = fork();
    if (child < 0)
        return 2;
    if (child == 0) {
        execvp(argv[2], argv + 2);
        _exit(127);
    }
    write_line(path, "", (int)child);
    if (waitpid(child, &status, 0) != child)
        return 2;
    getrusage(RUSAGE_CHILDREN, &used);
    snprintf(path, sizeof path, "%s.memory", argv[1]);
    write_line(path, "", (int)used.ru_maxrss);
    write_line(argv[1], WIFSIGNALED(status) ? "signal " : "exit ",
               WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status));
    return 0;
}
