/*
 * The environment: its variables name drivers, compilers, folders and options, and are ignored where a program runs
 * with more rights than its caller.
 *
 * The program starts a copy of itself with such rights: as root, a copy that is set-user-ID for another user; else one
 * that is set-group-ID for another of the user's groups. Where the system grants neither, it says so and skips. The
 * copy looks at what the library does by the environment, with rights and (as a check of the check) without.
 */
#include <errno.h>
#include <fcntl.h>
#include <grp.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "check.h"
#include "environment.h"
#include "gpu/cache.h"
#include "sweepsort_device.h"

enum { NOBODY = 65534, OWNER = 1, NO_RIGHTS = 77, MOST = 32 };

static const char *const libraries[] = {"SWEEP_OPENCL_LIBRARY", "SWEEP_CUDA_LIBRARY", "SWEEP_HIP_LIBRARY",
                                        "SWEEP_METAL_LIBRARY"};
#define NO_SUCH "/nonexistent/named-by-the-caller"

/* ---- the copy ---- */

/* Whether a kind of device says that the library which the environment names cannot be opened. */
static size_t named_libraries(void)
{
    sweep_device_info infos[MOST];
    size_t count = sweep_device_list(infos, MOST), named = 0;
    for (size_t i = 0; i < count && i < MOST; i++)
        named += strstr(infos[i].description, NO_SUCH) != NULL;
    return named;
}

/* Stores something in the cache of the folder (everybody may write to it) that the environment names; whether it came
   there. */
static bool cache_is_used(const char *variable, const char *folder)
{
    struct stat status;
    char path[PATH_MAX + 80], home[PATH_MAX + 40];
    void *bytes = NULL;
    size_t count = 0;
    if (strcmp(variable, "HOME") == 0) { /* a home that others may write to would not be used */
        snprintf(home, sizeof home, "%s/home-%ld", folder, (long)geteuid());
        CHECK(mkdir(home, 0700) == 0);
        folder = home;
    }
    unsetenv("SWEEP_CACHE_DIR");
    unsetenv("XDG_CACHE_HOME");
    unsetenv("HOME");
    setenv(variable, folder, 1);
    snprintf(path, sizeof path, "%s/%s", folder,
             strcmp(variable, "SWEEP_CACHE_DIR") == 0  ? "made"
             : strcmp(variable, "XDG_CACHE_HOME") == 0 ? "sweepsort"
                                                       : ".cache");
    if (strcmp(variable, "SWEEP_CACHE_DIR") == 0)
        setenv(variable, path, 1);
    sweep_cache_store("a program", "its bytes", 10);
    bool loaded = sweep_cache_load("a program", &bytes, &count);
    free(bytes);
    bool there = stat(path, &status) == 0;
    CHECK_TEXT(there == loaded, "%s: the folder is %s", variable, there ? "there and not used" : "used and not there");
    return there;
}

/* Prints nothing but failures; the exit status says how many. */
static int look(bool trusted, const char *folder)
{
    static const char *const caches[] = {"SWEEP_CACHE_DIR", "XDG_CACHE_HOME", "HOME"};
    if ((getauxval(AT_SECURE) == 0) != trusted)
        return NO_RIGHTS;
    check_case("a program %s", trusted ? "as any other" : "with more rights than its caller");
    CHECK((sweep_environment("SWEEP_OPENCL_OPTIONS") != NULL) == trusted);
    CHECK(sweep_environment("SWEEP_NOT_SET") == NULL);
    size_t named = named_libraries();
    CHECK_TEXT(named == (trusted ? COUNT(libraries) : 0), "%zu libraries were taken from the environment", named);
    for (size_t i = 0; i < COUNT(caches); i++)
        CHECK_TEXT(cache_is_used(caches[i], folder) == trusted, "the cache's folder, by %s", caches[i]);
    return check_failures() == 0 ? 0 : 1;
}

/* ---- the start of the copy ---- */

/* A group of this user's that is not his first one; -1: he has none. */
static long another_group(void)
{
    gid_t groups[64];
    int count = getgroups(64, groups);
    for (int i = 0; i < count; i++)
        if (groups[i] != getegid() && groups[i] != getgid())
            return (long)groups[i];
    return -1;
}

/* Copies this program into the folder, set-user-ID or set-group-ID with rights. The path stays in `path`. */
static bool copy_program(const char *folder, bool rights, char *path, size_t room)
{
    char block[65536];
    snprintf(path, room, "%s/%s", folder, rights ? "with-rights" : "without");
    int from = open("/proc/self/exe", O_RDONLY | O_CLOEXEC), to = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0700);
    bool done = from >= 0 && to >= 0;
    for (ssize_t got = 1; done && got > 0;) {
        got = read(from, block, sizeof block);
        done = got >= 0 && write(to, block, (size_t)got) == got;
    }
    mode_t mode = 0755;
    if (rights && geteuid() == 0) {
        mode |= S_ISUID;
        done = done && fchown(to, OWNER, (gid_t)-1) == 0;
    } else if (rights) {
        mode |= S_ISGID;
        done = done && fchown(to, (uid_t)-1, (gid_t)another_group()) == 0;
    }
    done = done && fchmod(to, mode) == 0;
    close(from);
    return close(to) == 0 && done;
}

/* Runs the copy as an ordinary user; its exit status. */
static int run_copy(const char *path, bool trusted, const char *folder)
{
    fflush(stdout);
    pid_t child = fork();
    if (child == 0) {
        if (geteuid() == 0 && (setgroups(0, NULL) != 0 || setgid(NOBODY) != 0 || setuid(NOBODY) != 0))
            _exit(NO_RIGHTS);
        for (size_t i = 0; i < COUNT(libraries); i++)
            setenv(libraries[i], NO_SUCH, 1);
        setenv("SWEEP_OPENCL_OPTIONS", "-D NAMED_BY_THE_CALLER", 1);
        execl(path, path, "--look", trusted ? "trusted" : "untrusted", folder, (char *)NULL);
        fprintf(stderr, "%s cannot be started: %s\n", path, strerror(errno));
        _exit(NO_RIGHTS);
    }
    int status = -1;
    CHECK(child > 0 && waitpid(child, &status, 0) == child && WIFEXITED(status));
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

/* Tries in this folder; false where the system grants no rights there. */
static bool try_in(const char *parent)
{
    char whole[PATH_MAX], folder[PATH_MAX + 40], path[PATH_MAX + 80], clean[PATH_MAX + 80];
    if (realpath(parent, whole) == NULL)
        return false;
    snprintf(folder, sizeof folder, "%s/sweep-environment-XXXXXX", whole);
    if (mkdtemp(folder) == NULL)
        return false;
    CHECK(chmod(folder, 0777) == 0);
    bool done = copy_program(folder, true, path, sizeof path);
    int status = done ? run_copy(path, false, folder) : NO_RIGHTS;
    if (status != NO_RIGHTS) {
        CHECK_TEXT(status == 0, "the copy with rights ended with status %d", status);
        CHECK(copy_program(folder, false, path, sizeof path));
        status = run_copy(path, true, folder);
        CHECK_TEXT(status == 0, "the copy without rights ended with status %d", status);
    }
    snprintf(clean, sizeof clean, "rm -rf '%s'", folder);
    CHECK(system(clean) == 0);
    return status != NO_RIGHTS;
}

int main(int argc, char **argv)
{
    if (argc == 4 && strcmp(argv[1], "--look") == 0)
        return look(strcmp(argv[2], "trusted") == 0, argv[3]);
    check_start("test_environment", argc, argv);
    check_case("set-user-ID");
    if (geteuid() != 0 && another_group() < 0) {
        printf("SKIPPED: neither root nor a user with two groups: no program can be given rights here\n");
        return 77;
    }
    static const char *const folders[] = {".", "/tmp", "/var/tmp", "/run"};
    for (size_t i = 0; i < COUNT(folders); i++)
        if (try_in(folders[i]))
            return check_finish();
    printf("SKIPPED: this system gives set-user-ID programs no rights (mounted nosuid, or no_new_privs)\n");
    return 77;
}
