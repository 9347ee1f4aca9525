/*
 * The cache of programs on disk by itself: whose folders and files it uses, and that nothing under an entry's name can
 * hold it up. What only root can try is skipped elsewhere, and said.
 */
#ifndef _DEFAULT_SOURCE
#define _DEFAULT_SOURCE
#endif
#include "../check.h"
#include "gpu/cache.h"

#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { SOMEBODY = 65534 };

static char home[] = "/tmp/sweepsort-home-XXXXXX";
static char cache[64], folder[96]; /* of home */

static bool stored(const char *text)
{
    void *bytes = NULL;
    size_t count = 0;
    sweep_cache_store(text, "12345", 5);
    bool found = sweep_cache_load(text, &bytes, &count) && count == 5 && memcmp(bytes, "12345", 5) == 0;
    free(bytes);
    return found;
}

static bool loads(const char *text)
{
    void *bytes = NULL;
    size_t count = 0;
    bool found = sweep_cache_load(text, &bytes, &count);
    free(bytes);
    return found;
}

/* How many files there are; the path of one of them. */
static int files(const char *where, char path[400])
{
    DIR *opened = opendir(where);
    struct dirent *entry;
    int count = 0;
    while (opened && (entry = readdir(opened)) != NULL)
        if (strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0) {
            snprintf(path, 400, "%s/%s", where, entry->d_name);
            count++;
        }
    if (opened)
        closedir(opened);
    return count;
}

static void test_entries(void)
{
    char path[400], other[440];
    check_case("an entry is stored and loaded");
    CHECK(stored("one"));
    CHECK(files(folder, path) == 1);
    snprintf(other, sizeof other, "%s.other", path);

    check_case("what others may write is not trusted");
    for (mode_t mode = 0666; mode >= 0600; mode -= 022) {
        CHECK(chmod(path, mode) == 0 && loads("one") == ((mode & 022) == 0));
        if (mode == 0600)
            break;
    }
    CHECK(chmod(path, 0620) == 0 && !loads("one"));
    CHECK(chmod(path, 0602) == 0 && !loads("one"));
    CHECK(chmod(path, 0644) == 0 && loads("one"));
    if (geteuid() == 0) {
        CHECK(chown(path, SOMEBODY, (gid_t)-1) == 0 && !loads("one"));
        CHECK(stored("one")); /* it is replaced */
    } else {
        printf("SKIPPED: only root can try the files of others\n");
    }

    check_case("a link is not followed");
    CHECK(rename(path, other) == 0 && symlink(other, path) == 0 && !loads("one"));
    CHECK(unlink(path) == 0 && link(other, path) == 0 && loads("one"));
    CHECK(unlink(path) == 0 && unlink(other) == 0);

    check_case("a pipe under an entry's name does not hold it up");
    char entry[256];
    CHECK(stored("one"));
    FILE *file = fopen(path, "rb");
    size_t bytes = file ? fread(entry, 1, sizeof entry, file) : 0;
    if (file)
        fclose(file);
    CHECK(unlink(path) == 0 && mkfifo(path, 0600) == 0);
    alarm(20);
    CHECK(!loads("one"));
    check_case("nor is a pipe an entry that has all the bytes of one");
    int both_ends = open(path, O_RDWR | O_NONBLOCK);
    CHECK(both_ends >= 0 && write(both_ends, entry, bytes) == (ssize_t)bytes && !loads("one"));
    alarm(0);
    if (both_ends >= 0)
        close(both_ends);
    CHECK(stored("one"));

    check_case("an entry whose name is taken leaves nothing behind");
    CHECK(unlink(path) == 0 && mkdir(path, 0700) == 0);
    snprintf(other, sizeof other, "%s/inside", path);
    CHECK(mkdir(other, 0700) == 0);
    CHECK(!stored("one"));
    CHECK_TEXT(files(folder, other) == 1, "%d files, one of them %s", files(folder, other), other);
    snprintf(other, sizeof other, "%s/inside", path);
    CHECK(rmdir(other) == 0 && rmdir(path) == 0);
}

/* Whether the cache is used. */
static bool used(void)
{
    char path[400];
    bool found = stored("two");
    int count = files(folder, path);
    CHECK_TEXT(found || count == 0 || !loads("two"), "it is used by half");
    if (count)
        CHECK(unlink(path) == 0);
    return found;
}

static void test_folders(void)
{
    check_case("a folder that others may write");
    const char *const folders[] = {folder, cache, home};
    for (size_t i = 0; i < COUNT(folders); i++) {
        CHECK(used());
        CHECK(chmod(folders[i], 0770) == 0 && !used());
        CHECK(chmod(folders[i], 0707) == 0 && !used());
        CHECK(chmod(folders[i], 01777) == 0 && !used());
        CHECK(chmod(folders[i], 0755) == 0 && used());
    }
    check_case("folders that are a link");
    char elsewhere[100];
    snprintf(elsewhere, sizeof elsewhere, "%s/elsewhere", home);
    CHECK(rename(cache, elsewhere) == 0 && symlink("elsewhere", cache) == 0 && used());
    CHECK(chmod(elsewhere, 0777) == 0 && !used());
    CHECK(chmod(elsewhere, 0700) == 0 && unlink(cache) == 0 && rename(elsewhere, cache) == 0);

    check_case("a folder that the environment names");
    setenv("XDG_CACHE_HOME", cache, 1);
    CHECK(used() && chmod(cache, 0770) == 0 && !used() && chmod(cache, 0700) == 0);
    unsetenv("XDG_CACHE_HOME");
    setenv("SWEEP_CACHE_DIR", folder, 1);
    CHECK(used() && chmod(cache, 0770) == 0 && !used() && chmod(cache, 0700) == 0);
    setenv("HOME", "/nonexistent/home", 1); /* then only the folder itself is asked for */
    CHECK(used() && chmod(folder, 0770) == 0 && !used() && chmod(folder, 0700) == 0);
    unsetenv("SWEEP_CACHE_DIR");
    CHECK(!stored("two") && access("/nonexistent", F_OK) != 0); /* home is not made */
    setenv("HOME", home, 1);

    check_case("root with the home of another");
    if (geteuid() != 0) {
        printf("SKIPPED: only root can have the home of another\n");
        return;
    }
    CHECK(rmdir(folder) == 0 && rmdir(cache) == 0 && chown(home, SOMEBODY, SOMEBODY) == 0);
    CHECK(!stored("two") && access(cache, F_OK) != 0);
    CHECK(mkdir(cache, 0700) == 0 && chown(home, 0, 0) == 0 && chown(cache, SOMEBODY, SOMEBODY) == 0);
    CHECK(!stored("two") && access(folder, F_OK) != 0);
    CHECK(chown(cache, 0, 0) == 0 && mkdir(folder, 0700) == 0 && chown(folder, SOMEBODY, SOMEBODY) == 0);
    CHECK(!used());
    CHECK(chown(folder, 0, 0) == 0 && used());
}

int main(int argc, char **argv)
{
    check_start("test_cache", argc, argv);
    if (!CHECK(mkdtemp(home) != NULL))
        return check_finish();
    umask(0);
    snprintf(cache, sizeof cache, "%s/.cache", home);
    snprintf(folder, sizeof folder, "%s/sweepsort", cache);
    setenv("HOME", home, 1);
    unsetenv("SWEEP_CACHE_DIR");
    unsetenv("XDG_CACHE_HOME");
    test_entries();
    test_folders();
    CHECK(rmdir(folder) == 0 && rmdir(cache) == 0 && rmdir(home) == 0);
    return check_finish();
}
