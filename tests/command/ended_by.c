/*
 * Runs a command and tells how it ended, which a shell cannot: "signal 15" is not "exit 143".
 *
 * In: a file's name, the command and its arguments. Out: the command's process number in FILE.pid while it runs, then
 * "signal N" or "exit N" in FILE. Used by signals.sh.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include <stdio.h>
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
    char pid_path[4096];
    int status;
    if (argc < 3)
        return 2;
    snprintf(pid_path, sizeof pid_path, "%s.pid", argv[1]);
    pid_t child = fork();
    if (child < 0)
        return 2;
    if (child == 0) {
        execvp(argv[2], argv + 2);
        _exit(127);
    }
    write_line(pid_path, "", (int)child);
    if (waitpid(child, &status, 0) != child)
        return 2;
    write_line(argv[1], WIFSIGNALED(status) ? "signal " : "exit ",
               WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status));
    return 0;
}
