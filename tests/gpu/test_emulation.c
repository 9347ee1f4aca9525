/*
 * The emulator's machine by itself, with kernels of its own: what it must run, what it must report and where. With an
 * argument --plant NAME it runs one kernel that a sanitizer must stop, and exits 0 if none did.
 */
#ifndef _DEFAULT_SOURCE
#define _DEFAULT_SOURCE
#endif
#include "../check.h"
#include "gpu/fibre.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#define SWEEP_KEY_BYTES 4
#define key_t u32
#include "gpu/dialect/host.h"

/* ---- kernels: the table holds what they are given and what they answer ----------------------------------------- */

/* table[group] = the sum of item + 1 over the group, by a tree of barriers. */
KERNEL(tree_sum)
{
    SHARED(u32, sums, SWEEP_THREADS);
    u32 item = ITEM, step;
    sums[item] = item + 1;
    for (step = 1; step < SWEEP_THREADS; step *= 2) {
        BARRIER();
        if (item % (2 * step) == 0 && item + step < SWEEP_THREADS)
            sums[item] += sums[item + step];
    }
    BARRIER();
    if (item == 0)
        table[GROUP] = sums[0];
}

/* Every lane votes by its parity; table[item] = how many lanes before it voted yes. */
KERNEL(vote)
{
    u32 item = ITEM, lane = item % SWEEP_SUBGROUP;
    lanes_t lanes = BALLOT(item % 3 == 0);
    table[item] = LANES_COUNT(lanes & LANES_BEFORE(lane));
}

/* Lanes of a sub-group turn their values round; table[item] = the value of the mirrored lane. */
KERNEL(turn_round)
{
    SHARED(u32, values, SWEEP_THREADS);
    u32 item = ITEM, first = item - item % SWEEP_SUBGROUP;
    u32 lanes = SWEEP_THREADS - first < SWEEP_SUBGROUP ? SWEEP_THREADS - first : SWEEP_SUBGROUP;
    values[item] = item * item;
    sweep_emulation_subgroup_barrier(__FILE__, __LINE__);
    table[item] = values[first + lanes - 1 - (item - first)];
}

KERNEL(unsynchronised_turn) /* the same without its barrier */
{
    SHARED(u32, values, SWEEP_THREADS);
    u32 item = ITEM, first = item - item % SWEEP_SUBGROUP;
    values[item] = item * item;
    BALLOT(1);
    table[item] = values[first + SWEEP_SUBGROUP - 1 - (item - first)];
}

KERNEL(unsynchronised_group)
{
    SHARED(u32, values, SWEEP_THREADS);
    u32 item = ITEM;
    values[item] = item;
    table[item] = values[(item + 1) % SWEEP_THREADS];
}

KERNEL(unordered_groups) /* every group writes the same word */
{
    if (ITEM == 0)
        table[0] = GROUP;
}

KERNEL(read_noise)
{
    SHARED(u32, words, 4);
    if (ITEM == 0)
        table[GROUP] = words[1];
}

enum { LINE_A = __LINE__ + 5, LINE_B = __LINE__ + 7 };
KERNEL(divergent)
{
    u32 item = ITEM;
    if (item % 2) {
        BARRIER();
    } else {
        BARRIER();
    }
}

enum { LINE_C = __LINE__ + 4 };
KERNEL(some_end)
{
    if (ITEM != 2)
        BARRIER();
}

enum { LINE_D = __LINE__ + 4 };
KERNEL(divergent_vote)
{
    if (ITEM % 2)
        table[0] = (u32)BALLOT(1);
    else
        table[1] = (u32)BALLOT(0);
}

/* Group 0 waits for what group 1 says. */
enum { LINE_E = __LINE__ + 6 };
KERNEL(wait_for_next)
{
    if (ITEM == 0 && GROUP == 0)
        /* clang-format off */
        while (
            ATOMIC_LOAD(table[0]) == 0)
            continue;
    /* clang-format on */
    if (ITEM == 0 && GROUP == 1)
        ATOMIC_STORE(table[0], 7);
    BARRIER();
}

KERNEL(log_order)
{
    table[1 + ATOMIC_ADD(table[0], 1)] = GROUP * SWEEP_THREADS + ITEM;
}

KERNEL(past_shared)
{
    SHARED(u32, first, 8);
    SHARED(u32, second, 8);
    if (ITEM == 0) {
        first[0] = second[0] = 1;
        ((volatile u32 *)first)[8] = 5;
    }
}

KERNEL(too_much_shared)
{
    SHARED(u32, small, 100);
    SHARED(u32, large, 9000);
    small[0] = large[0] = ITEM;
}

KERNEL(far_past_shared)
{
    SHARED(u32, words, 8);
    if (ITEM == 0)
        ((volatile u32 *)words)[(32768 + 4096) / 4 + 64] = 5; /* the pages of the shared memory end before */
}

static u32 down(u32 depth, volatile unsigned char *above)
{
    volatile unsigned char room[4096];
    room[0] = (unsigned char)depth;
    return depth == 0 ? above[0] : down(depth - 1, room) + room[0];
}

KERNEL(deep_stack)
{
    table[ITEM] = down(100000, (volatile unsigned char *)table);
}

/* ---- running them ---------------------------------------------------------------------------------------------- */

typedef struct setting {
    u32 groups, threads, subgroup, flight;
    u64 seed, spin;
} setting;

static char message[1024];
static u32 words[8192];

static bool run(sweep_emulated_kernel *kernel, setting s)
{
    sweep_emulation_config config = {s.seed, s.spin ? s.spin : 1000000, s.flight ? s.flight : 4, 32768};
    sweep_emulation_shape shape = {
        .threads = s.threads, .items = 1, .value_bytes = 4, .subgroup = s.subgroup ? s.subgroup : 32, .ballot = 1};
    sweep_arguments arguments = {0};
    void *const buffers[7] = {NULL, NULL, NULL, NULL, NULL, NULL, words};
    sweep_emulation *emulation = sweep_emulation_create(&config);
    if (!emulation)
        abort();
    memset(words, 0, sizeof words);
    bool ran = sweep_emulation_run(emulation, kernel, s.groups, &shape, buffers, &arguments, message, sizeof message);
    if (!ran) { /* a failed launch does no harm to the next */
        char later[256];
        u32 kept = words[0];
        CHECK(sweep_emulation_run(emulation, tree_sum, 3, &shape, buffers, &arguments, later, sizeof later));
        CHECK(words[0] == s.threads * (s.threads + 1) / 2);
        words[0] = kept;
    }
    sweep_emulation_destroy(emulation);
    return ran;
}

static void must_say(const char *part)
{
    CHECK_TEXT(strstr(message, part) != NULL, "\"%s\" in \"%s\"", part, message);
}

static void must_name_line(int line)
{
    char text[64];
    snprintf(text, sizeof text, "test_emulation.c:%d", line);
    must_say(text);
}

static void test_right_kernels(void)
{
    const u32 threads[] = {1, 2, 5, 64, 100, 256, 1024};
    for (size_t i = 0; i < sizeof threads / sizeof *threads; i++)
        for (u32 flight = 1; flight <= 8; flight += 3) {
            check_case("tree of barriers, %u work-items, %u groups in flight", threads[i], flight);
            CHECK(run(tree_sum, (setting){.groups = 9, .threads = threads[i], .flight = flight, .seed = i}));
            for (u32 g = 0; g < 9; g++)
                CHECK(words[g] == threads[i] * (threads[i] + 1) / 2);
        }
    for (u32 size = 1; size <= 64; size++) {
        check_case("ballots and sub-group barriers of %u lanes", size);
        CHECK(run(vote, (setting){.groups = 1, .threads = 150, .subgroup = size}));
        for (u32 i = 0; i < 150; i++) {
            u32 before = 0;
            for (u32 k = i - i % size; k < i; k++)
                before += k % 3 == 0;
            CHECK(words[i] == before);
        }
        CHECK(run(turn_round, (setting){.groups = 1, .threads = 150, .subgroup = size}));
        for (u32 i = 0; i < 150; i++) {
            u32 first = i - i % size, lanes = 150 - first < size ? 150 - first : size,
                other = first + lanes - 1 - i % size;
            CHECK(words[i] == other * other);
        }
    }
    check_case("a group waits for one in flight");
    CHECK(run(wait_for_next, (setting){.groups = 2, .threads = 8, .flight = 2}));
}

static void test_orders(void)
{
    u32 first[65], different = 0;
    check_case("the order comes from the seed");
    CHECK(run(log_order, (setting){.groups = 4, .threads = 16, .seed = 1}));
    memcpy(first, words, sizeof first);
    CHECK(first[0] == 64);
    CHECK(run(log_order, (setting){.groups = 4, .threads = 16, .seed = 1}));
    CHECK_SAME(first, words, 65, 4, "the same seed");
    for (u64 seed = 2; seed < 22; seed++) {
        CHECK(run(log_order, (setting){.groups = 4, .threads = 16, .seed = seed}));
        different += memcmp(first, words, sizeof first) != 0;
    }
    CHECK(different == 20);
}

static void test_reports(void)
{
    check_case("divergent barrier");
    CHECK(!run(divergent, (setting){.groups = 2, .threads = 8}));
    must_say("divergent barrier");
    must_name_line(LINE_A);
    must_name_line(LINE_B);
    check_case("a barrier that some miss");
    CHECK(!run(some_end, (setting){.groups = 1, .threads = 8}));
    must_say("divergent barrier");
    must_name_line(LINE_C);
    check_case("divergent ballot");
    CHECK(!run(divergent_vote, (setting){.groups = 1, .threads = 8, .subgroup = 8}));
    must_say("divergent ballot");
    must_name_line(LINE_D);
    check_case("deadlock");
    CHECK(!run(wait_for_next, (setting){.groups = 2, .threads = 8, .flight = 1, .spin = 1000}));
    must_say("deadlock");
    must_say("group 0: 1 at test_emulation.c");
    must_say(" 7 at test_emulation.c");
    must_name_line(LINE_E);
    check_case("too much shared memory");
    CHECK(!run(too_much_shared, (setting){.groups = 1, .threads = 2}));
    must_say("large");
    must_say("32768");
    check_case("noise in shared memory");
    CHECK(run(read_noise, (setting){.groups = 64, .threads = 2}));
    u32 zeros = 0, same = 0;
    for (u32 g = 0; g < 64; g++) {
        zeros += words[g] == 0;
        same += words[g] == words[0];
    }
    CHECK(zeros == 0 && same < 32);
    check_case("a launch that cannot be");
    CHECK(!run(tree_sum, (setting){.groups = 1, .threads = 1}) || words[0] == 1);
    if (TEST_UNDER_ASAN)
        return; /* the sanitizer itself stops the next one: below */
    check_case("red zone");
    CHECK(!run(past_shared, (setting){.groups = 1, .threads = 2}));
    must_say("past the end of its shared array first");
}

/* ---- what ends the process: tried in another one --------------------------------------------------------------- */

static int plant(const char *name)
{
    bool ran = false;
    if (strcmp(name, "group") == 0)
        ran = run(unsynchronised_group, (setting){.groups = 1, .threads = 8});
    else if (strcmp(name, "subgroup") == 0)
        ran = run(unsynchronised_turn, (setting){.groups = 1, .threads = 8, .subgroup = 8});
    else if (strcmp(name, "groups") == 0)
        ran = run(unordered_groups, (setting){.groups = 4, .threads = 8});
    else if (strcmp(name, "red") == 0)
        ran = run(past_shared, (setting){.groups = 1, .threads = 2});
    else if (strcmp(name, "guard") == 0)
        ran = run(far_past_shared, (setting){.groups = 1, .threads = 2});
    else if (strcmp(name, "stack") == 0)
        ran = run(deep_stack, (setting){.groups = 1, .threads = 2});
    return ran ? 0 : 3;
}

/* Runs this program with --plant name; what it printed must hold `part` ("": it must die by a signal). */
static void must_stop(const char *program, const char *name, const char *part)
{
    char command[1024], output[1 << 15];
    check_case("planted: %s", name);
    snprintf(command, sizeof command, "'%s' --plant %s 2>&1", program, name);
    FILE *pipe = popen(command, "r");
    if (!CHECK(pipe != NULL))
        return;
    size_t length = fread(output, 1, sizeof output - 1, pipe);
    output[length] = 0;
    while (fgetc(pipe) != EOF)
        continue;
    int status = pclose(pipe);
    CHECK_TEXT(status != 0, "%s ended with status %d", name, status);
    CHECK_TEXT(strstr(output, part) != NULL, "\"%s\" in the output of %s", part, name);
}

int main(int argc, char **argv)
{
    if (argc == 3 && strcmp(argv[1], "--plant") == 0)
        return plant(argv[2]);
    check_start("test_emulation", argc, argv);
    test_right_kernels();
    test_orders();
    test_reports();
    if (TEST_UNDER_TSAN) {
        must_stop(argv[0], "group", "data race");
        must_stop(argv[0], "subgroup", "data race");
        must_stop(argv[0], "groups", "data race");
    } else {
        must_stop(argv[0], "guard", TEST_UNDER_ASAN ? "AddressSanitizer" : "");
        must_stop(argv[0], "stack", TEST_UNDER_ASAN ? "AddressSanitizer" : "");
    }
    if (TEST_UNDER_ASAN)
        must_stop(argv[0], "red", "AddressSanitizer");
    return check_finish();
}
