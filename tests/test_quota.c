/*
 * CPU quotas of control groups, in made-up trees of /proc and /sys: version 1 and 2, below the root, in containers,
 * mounted at odd places; and what a plan makes of them.
 */
#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "check.h"
#include "quota.h"
#include "sweepsort.h"

enum { FILES = 6 };

typedef struct tree {
    const char *name, *cgroup, *mountinfo;
    struct {
        const char *path, *text;
    } file[FILES];
    unsigned cores; /* 0: no quota */
} tree;

/* Lines of mountinfo. */
#define OTHERS                                                                                                         \
    "22 28 0:20 / /sys rw,nosuid shared:7 - sysfs sysfs rw\n"                                                          \
    "28 1 8:1 / / rw,relatime shared:1 - ext4 /dev/sda1 rw,errors=remount-ro\n"
#define V2 "30 22 0:27 / /sys/fs/cgroup rw,nosuid shared:9 - cgroup2 cgroup2 rw,nsdelegate\n"
#define V2_OF(root) "30 22 0:27 " root " /sys/fs/cgroup ro - cgroup2 cgroup rw\n"
#define V1_CPUSET "35 24 0:31 / /sys/fs/cgroup/cpuset rw shared:16 - cgroup cgroup rw,cpuset\n"
#define V1_ACCOUNT "36 24 0:32 / /sys/fs/cgroup/cpuacct rw shared:17 - cgroup cgroup rw,cpuacct\n"
#define V1 "33 24 0:30 / /sys/fs/cgroup/cpu,cpuacct rw,nosuid shared:15 master:2 - cgroup cgroup rw,cpu,cpuacct\n"
#define V1_OF(root) "33 24 0:30 " root " /sys/fs/cgroup/cpu,cpuacct ro - cgroup cgroup rw,cpu,cpuacct\n"
#define V1_GROUP(path) "12:pids:/x\n5:cpuset:/y\n4:cpu,cpuacct:" path "\n1:name=systemd:/z\n0::/z\n"
#define V1_FILES(folder, quota)                                                                                        \
    {folder "/cpu.cfs_quota_us", quota "\n"},                                                                          \
    {                                                                                                                  \
        folder "/cpu.cfs_period_us", "100000\n"                                                                        \
    }

static const tree trees[] = {
    {"2: no quota", "0::/a/b\n", OTHERS V2, {{"/sys/fs/cgroup/a/b/cpu.max", "max 100000\n"}}, 0},
    {"2: the group's own", "0::/a/b\n", OTHERS V2, {{"/sys/fs/cgroup/a/b/cpu.max", "300000 100000\n"}}, 3},
    {"2: a parent's is smaller",
     "0::/a/b/c\n",
     OTHERS V2,
     {{"/sys/fs/cgroup/a/b/c/cpu.max", "400000 100000\n"},
      {"/sys/fs/cgroup/a/b/cpu.max", "max 100000\n"},
      {"/sys/fs/cgroup/a/cpu.max", "200000 100000\n"}},
     2},
    {"2: a parent's is larger",
     "0::/a/b\n",
     OTHERS V2,
     {{"/sys/fs/cgroup/a/b/cpu.max", "100000 100000\n"}, {"/sys/fs/cgroup/a/cpu.max", "700000 100000\n"}},
     1},
    {"2: a container, with its own view", "0::/\n", OTHERS V2, {{"/sys/fs/cgroup/cpu.max", "200000 100000\n"}}, 2},
    {"2: a container's mount, the host's names",
     "0::/docker/f00/sub\n",
     OTHERS V2_OF("/docker/f00"),
     {{"/sys/fs/cgroup/cpu.max", "300000 100000\n"}, {"/sys/fs/cgroup/sub/cpu.max", "200000 100000\n"}},
     2},
    {"2: the group lies outside of the mount",
     "0::/../other\n",
     OTHERS V2,
     {{"/sys/fs/cgroup/cpu.max", "500000 100000\n"}, {"/sys/fs/other/cpu.max", "100000 100000\n"}},
     5},
    {"2: a name that only begins alike",
     "0::/docker/f00d\n",
     OTHERS V2_OF("/docker/f00"),
     {{"/sys/fs/cgroup/cpu.max", "400000 100000\n"}, {"/sys/fs/cgroup/d/cpu.max", "100000 100000\n"}},
     4},
    {"2: mounted elsewhere, with a space in the name",
     "0::/a b\n",
     OTHERS "30 22 0:27 / /my\\040groups rw - cgroup2 cgroup2 rw\n",
     {{"/my groups/a b/cpu.max", "200000 100000\n"}},
     2},
    {"2: a removed group", "0::/a/gone (deleted)\n", OTHERS V2, {{"/sys/fs/cgroup/a/cpu.max", "200000 100000\n"}}, 2},
    {"2: one core and a half", "0::/a\n", OTHERS V2, {{"/sys/fs/cgroup/a/cpu.max", "150000 100000\n"}}, 1},
    {"2: half a core", "0::/a\n", OTHERS V2, {{"/sys/fs/cgroup/a/cpu.max", "5000 10000\n"}}, 1},
    {"2: two and a half", "0::/a\n", OTHERS V2, {{"/sys/fs/cgroup/a/cpu.max", "25000 10000\n"}}, 2},
    {"2: a huge quota", "0::/a\n", OTHERS V2, {{"/sys/fs/cgroup/a/cpu.max", "9000000000000000000 1\n"}}, ~0u},
    {"2: files with nothing to read",
     "0::/a/b/c\n",
     OTHERS V2,
     {{"/sys/fs/cgroup/a/b/c/cpu.max", ""},
      {"/sys/fs/cgroup/a/b/cpu.max", "nonsense\n"},
      {"/sys/fs/cgroup/a/cpu.max", "100000\n"}},
     0},
    {"2: mounted twice, shown in part",
     "0::/a/b\n",
     OTHERS V2 "31 22 0:27 /a /part rw - cgroup2 cgroup2 rw\n",
     {{"/part/b/cpu.max", "300000 100000\n"}, {"/sys/fs/cgroup/a/cpu.max", "400000 100000\n"}},
     3},

    {"1: no quota", V1_GROUP("/a/b"), OTHERS V1, {V1_FILES("/sys/fs/cgroup/cpu,cpuacct/a/b", "-1")}, 0},
    {"1: at the root", V1_GROUP("/"), OTHERS V1, {V1_FILES("/sys/fs/cgroup/cpu,cpuacct", "200000")}, 2},
    {"1: below the root", V1_GROUP("/a/b"), OTHERS V1, {V1_FILES("/sys/fs/cgroup/cpu,cpuacct/a/b", "200000")}, 2},
    {"1: a parent's is smaller",
     V1_GROUP("/a/b"),
     OTHERS V1,
     {V1_FILES("/sys/fs/cgroup/cpu,cpuacct/a/b", "400000"), V1_FILES("/sys/fs/cgroup/cpu,cpuacct/a", "300000"),
      V1_FILES("/sys/fs/cgroup/cpu,cpuacct", "-1")},
     3},
    {"1: a container's mount, the host's names",
     V1_GROUP("/docker/f00"),
     OTHERS V1_OF("/docker/f00"),
     {V1_FILES("/sys/fs/cgroup/cpu,cpuacct", "200000")},
     2},
    {"1: a container's mount, its own names",
     V1_GROUP("/"),
     OTHERS V1_OF("/docker/f00"),
     {V1_FILES("/sys/fs/cgroup/cpu,cpuacct", "200000")},
     2},
    {"1: controllers whose names begin alike are others",
     "3:cpuset:/a\n2:cpuacct:/a\n1:cpu:/b\n",
     OTHERS V1_CPUSET V1_ACCOUNT "33 24 0:30 / /cpu rw - cgroup cgroup rw,cpu\n",
     {V1_FILES("/cpu/b", "400000"), V1_FILES("/cpu/a", "100000"), V1_FILES("/sys/fs/cgroup/cpuacct/a", "200000")},
     4},
    {"1: mounted alone",
     "1:cpu:/b\n",
     OTHERS "33 24 0:30 / /cpu rw - cgroup none rw,cpu\n",
     {V1_FILES("/cpu/b", "400000")},
     4},
    {"1: a quota without a period",
     V1_GROUP("/a"),
     OTHERS V1,
     {{"/sys/fs/cgroup/cpu,cpuacct/a/cpu.cfs_quota_us", "100000\n"}},
     0},
    {"1 and 2 at once, the quota in 1",
     V1_GROUP("/a"),
     OTHERS V1 "42 24 0:26 / /sys/fs/cgroup/unified rw shared:10 - cgroup2 cgroup2 rw\n",
     {V1_FILES("/sys/fs/cgroup/cpu,cpuacct/a", "200000")},
     2},

    {"no files at all", NULL, NULL, {{NULL, NULL}}, 0},
    {"no mounts", "0::/a\n", NULL, {{"/sys/fs/cgroup/a/cpu.max", "100000 100000\n"}}, 0},
    {"no groups", NULL, OTHERS V2 V1, {{"/sys/fs/cgroup/cpu.max", "100000 100000\n"}}, 0},
    {"lines cut short",
     "0\n\n0:\n0::\n:\n::\n4:cpu\n4:cpu:",
     "\n30\n30 22 0:27 / /sys/fs/cgroup rw\n30 22 0:27 / /x rw - cgroup2",
     {{"/sys/fs/cgroup/cpu.max", "100000 100000\n"}},
     0},
    {"no line feed at the end",
     "0::/a",
     "30 22 0:27 / /c rw - cgroup2 cgroup2 rw",
     {{"/c/a/cpu.max", "300000 100000"}},
     3},
};

static char root[] = "quota-XXXXXX";

/* Writes a file below the root, and its folders. */
static void put(const char *path, const char *text)
{
    char name[6000];
    snprintf(name, sizeof name, "%s%s", root, path);
    for (char *slash = strchr(name, '/'); slash != NULL; slash = strchr(slash + 1, '/')) {
        *slash = 0;
        CHECK(mkdir(name, 0700) == 0 || errno == EEXIST);
        *slash = '/';
    }
    FILE *file = fopen(name, "w");
    CHECK_TEXT(file != NULL && fputs(text, file) >= 0 && fclose(file) == 0, "%s cannot be written", name);
}

static int remove_one(const char *path, const struct stat *status, int kind, struct FTW *walk)
{
    (void)status;
    (void)kind;
    (void)walk;
    return remove(path);
}

static void clear(void)
{
    nftw(root, remove_one, 16, FTW_DEPTH | FTW_PHYS);
    CHECK(mkdir(root, 0700) == 0);
}

static void check_quota(unsigned expected)
{
    bool sure = false;
    unsigned cores = sweep_quota_cores(&sure);
    CHECK_TEXT(cores == expected, "%u cores, not %u", cores, expected);
    CHECK(sure);
    sweep_plan plan;
    CHECK_STATUS(SWEEP_OK, sweep_plan_sort(&plan, SWEEP_OPERATION_SORT, 100000000, SWEEP_U64, 0,
                                           SWEEP_OPTIONS(.threads = SWEEP_ALL_THREADS)));
    CHECK_TEXT(expected == 0 || plan.threads <= expected, "%u threads planned", plan.threads);
}

static void test_trees(void)
{
    for (size_t t = 0; t < COUNT(trees); t++) {
        check_case("version %s", trees[t].name);
        clear();
        if (trees[t].cgroup != NULL)
            put("/proc/self/cgroup", trees[t].cgroup);
        if (trees[t].mountinfo != NULL)
            put("/proc/self/mountinfo", trees[t].mountinfo);
        for (size_t f = 0; f < FILES && trees[t].file[f].path != NULL; f++)
            put(trees[t].file[f].path, trees[t].file[f].text);
        check_quota(trees[t].cores);
    }
}

/* A line longer than any path, as a mount of many layers has, hides no other; lines end anywhere in what is read. */
static void test_long_lines(void)
{
    static char mounts[3 * 6000], options[5000];
    for (size_t length = 3900; length < 4900; length += 7) {
        memset(options, 'x', length);
        options[length] = 0;
        check_case("a line of %zu bytes and more", length);
        if (length == 3900) {
            clear();
            put("/proc/self/cgroup", "0::/a\n");
            put("/sys/fs/cgroup/a/cpu.max", "200000 100000\n");
        }
        snprintf(mounts, sizeof mounts,
                 "1 1 0:1 / / rw - overlay overlay lower=%s\n" V2 "2 1 0:1 / /x rw - overlay o %s\n", options, options);
        put("/proc/self/mountinfo", mounts);
        check_quota(2);
    }
}

/* Where no file can be opened for the moment, that is not taken for an answer. */
static void test_no_descriptors(void)
{
    struct rlimit before, none;
    bool sure = true;
    check_case("no file descriptor left");
    CHECK(getrlimit(RLIMIT_NOFILE, &before) == 0);
    none = before;
    none.rlim_cur = 0;
    CHECK(setrlimit(RLIMIT_NOFILE, &none) == 0);
    unsigned cores = sweep_quota_cores(&sure);
    CHECK(setrlimit(RLIMIT_NOFILE, &before) == 0);
    CHECK(cores == 0 && !sure);
    check_quota(2);
}

int main(int argc, char **argv)
{
    check_start("test_quota", argc, argv);
#ifndef __linux__
    check_skip("there are no control groups on this system");
    return check_finish();
#endif
    if (mkdtemp(root) == NULL) {
        check_skip("no folder can be made here");
        return check_finish();
    }
    sweep_quota_root = root;
    test_trees();
    test_long_lines();
    test_no_descriptors();
    clear();
    rmdir(root);
    return check_finish();
}
