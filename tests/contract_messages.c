/*
 * options.message: a call that fails says which argument was wrong and why, in the room that it is given; one that
 * succeeds leaves it empty.
 */
#include "contract.h"

#include <stdio.h>

static char message[200];

/* The options of a case, with room for a message that a call must overwrite. */
static sweep_options telling(void)
{
    sweep_options options = sweep_default_options();
    strcpy(message, "untouched");
    options.message = message;
    options.message_size = sizeof message;
    return options;
}

static void expect(const char *sentence, sweep_status expected, sweep_status status)
{
    check_case("message: %s", sentence);
    CHECK_STATUS(expected, status);
    CHECK_TEXT(strcmp(message, sentence) == 0, "it says: %s", message);
}

static void test_arrays(void)
{
    static unsigned char space[4096];
    sweep_options o = telling();
    expect("keys and values overlap at byte 12 of keys", SWEEP_ERR_ARGUMENT,
           sweep_sort_pairs(space, space + 12, 10, SWEEP_U32, 4, &o));
    o = telling();
    expect("keys and indices overlap at byte 0 of keys", SWEEP_ERR_ARGUMENT,
           sweep_argsort(space + 12, space, 10, SWEEP_U32, 4, &o));
    o = telling();
    expect("in and out overlap at byte 1 of in", SWEEP_ERR_ARGUMENT,
           sweep_sort_copy(space, space + 1, 10, SWEEP_U32, &o));
    o = telling();
    expect("keys is a null pointer", SWEEP_ERR_ARGUMENT, sweep_sort(NULL, 10, SWEEP_U32, &o));
    o = telling();
    expect("values is a null pointer", SWEEP_ERR_ARGUMENT, sweep_sort_pairs(space, NULL, 10, SWEEP_U32, 4, &o));
    o = telling();
    expect("indices is a null pointer", SWEEP_ERR_ARGUMENT, sweep_sortperm(space, NULL, 10, SWEEP_U32, 4, &o));
    o = telling();
    expect("in is a null pointer", SWEEP_ERR_ARGUMENT, sweep_sort_copy(NULL, space, 10, SWEEP_U32, &o));
    o = telling();
    expect("out is a null pointer", SWEEP_ERR_ARGUMENT, sweep_sort_copy(space, NULL, 10, SWEEP_U32, &o));
    o = telling();
    expect("first_out_of_order is a null pointer", SWEEP_ERR_ARGUMENT, sweep_is_sorted(space, 9, SWEEP_U8, NULL, &o));
    o = telling();
    expect("keys reach past the end of the address space", SWEEP_ERR_ARGUMENT,
           sweep_sort(space, SIZE_MAX - 100, SWEEP_U8, &o));
}

static void test_sizes(void)
{
    static unsigned char keys[64], values[64];
    char counted[120];
    sweep_options o = telling();
    expect("value_size is 0", SWEEP_ERR_ARGUMENT, sweep_sort_pairs(keys, values, 2, SWEEP_U32, 0, &o));
    o = telling();
    expect("index_size is 3; indices have 4 or 8 bytes", SWEEP_ERR_ARGUMENT,
           sweep_argsort(keys, values, 2, SWEEP_U32, 3, &o));
    o = telling();
    snprintf(counted, sizeof counted, "%zu elements of 8 bytes each in keys are more bytes than can be counted",
             SIZE_MAX / 2);
    expect(counted, SWEEP_ERR_ARGUMENT, sweep_sort(keys, SIZE_MAX / 2, SWEEP_U64, &o));
    o = telling();
    snprintf(counted, sizeof counted, "%zu elements of 16 bytes each in values are more bytes than can be counted",
             SIZE_MAX / 8);
    expect(counted, SWEEP_ERR_ARGUMENT, sweep_sort_pairs(keys, values, SIZE_MAX / 8, SWEEP_U8, 16, &o));
    sweep_plan plan;
    o = telling();
    expect("value_size is 4; this operation has no values, and takes 0", SWEEP_ERR_ARGUMENT,
           sweep_plan_sort(&plan, SWEEP_OPERATION_SORT, 10, SWEEP_U32, 4, &o));
    o = telling();
    expect("operation is 9, which this version of the library does not know", SWEEP_ERR_UNSUPPORTED,
           sweep_plan_sort(&plan, (sweep_operation)9, 10, SWEEP_U32, 4, &o));
    o = telling();
    expect("plan is a null pointer", SWEEP_ERR_ARGUMENT,
           sweep_plan_sort(NULL, SWEEP_OPERATION_SORT, 10, SWEEP_U32, 0, &o));
    o = telling();
    expect("plan_size is 0", SWEEP_ERR_ARGUMENT,
           sweep_plan_sort_sized(&plan, 0, SWEEP_OPERATION_SORT, 10, SWEEP_U32, 0, &o));
    o = telling();
    expect("plan_size is 4097; the most is 4096", SWEEP_ERR_ARGUMENT,
           sweep_plan_sort_sized(&plan, 4097, SWEEP_OPERATION_SORT, 10, SWEEP_U32, 0, &o));
}

static void test_options(void)
{
    uint32_t keys[] = {2, 1};
    sweep_options o = telling();
    o.order = 7;
    expect("order is 7, which this version of the library does not know", SWEEP_ERR_UNSUPPORTED,
           sweep_sort(keys, 2, SWEEP_U32, &o));
    o = telling();
    o.float_order = 3;
    expect("float_order is 3, which this version of the library does not know", SWEEP_ERR_UNSUPPORTED,
           sweep_sort(keys, 2, SWEEP_U32, &o));
    o = telling();
    o.engine = 99;
    expect("engine is 99, which this version of the library does not know", SWEEP_ERR_UNSUPPORTED,
           sweep_sort(keys, 2, SWEEP_U32, &o));
    o = telling();
    expect("type is 0, which this version of the library does not know", SWEEP_ERR_UNSUPPORTED,
           sweep_sort(keys, 2, (sweep_type)0, &o));
    o = telling();
    o.digit_bits = 17;
    expect("digit_bits is 17; the most is 16", SWEEP_ERR_ARGUMENT, sweep_sort(keys, 2, SWEEP_U32, &o));
    o = telling();
    o.digit_bits = 9;
    o.engine = SWEEP_SPLIT;
    expect("digit_bits is 9; SWEEP_SPLIT takes at most 8", SWEEP_ERR_UNSUPPORTED, sweep_sort(keys, 2, SWEEP_U32, &o));
    o = telling();
    o.begin_bit = 33;
    expect("begin_bit is 33; the most is 32", SWEEP_ERR_ARGUMENT, sweep_sort(keys, 2, SWEEP_U32, &o));
    o = telling();
    o.end_bit = 40;
    expect("end_bit is 40; the most is 32", SWEEP_ERR_ARGUMENT, sweep_sort(keys, 2, SWEEP_U32, &o));
    o = telling();
    o.begin_bit = 5;
    o.end_bit = 3;
    expect("begin_bit 5 lies above end_bit 3", SWEEP_ERR_ARGUMENT, sweep_sort(keys, 2, SWEEP_U32, &o));
    o = telling();
    o.reserved = 1;
    expect("reserved is not 0", SWEEP_ERR_ARGUMENT, sweep_sort(keys, 2, SWEEP_U32, &o));
    struct {
        sweep_options options;
        size_t unknown;
    } newer = {telling(), 1};
    newer.options.struct_size = sizeof newer;
    expect("sweep_options has fields set that this version of the library does not know", SWEEP_ERR_UNSUPPORTED,
           sweep_sort(keys, 2, SWEEP_U32, &newer.options));
    CHECK(keys[0] == 2 && keys[1] == 1);
}

/* What is found later than in the arguments: memory and the workspace. */
static void test_resources(void)
{
    enum { N = 100000 };
    uint64_t *keys = calloc(N, sizeof *keys), *values = calloc(N, sizeof *values);
    sweep_options o = telling();
    o.memory_limit = 10;
    expect("memory_limit is 10, and this call needs more bytes of scratch", SWEEP_ERR_UNSUPPORTED,
           sweep_sort_pairs(keys, values, N, SWEEP_U64, 8, &o));
    test_hooks hooks;
    hooks_init(&hooks);
    sweep_workspace_config config = hooks_config(&hooks, 1);
    sweep_plan plan;
    char wanted[100];
    o = telling();
    CHECK_STATUS(SWEEP_OK, sweep_workspace_create(&o.workspace, &config));
    CHECK_STATUS(SWEEP_OK, sweep_plan_sort(&plan, SWEEP_OPERATION_SORT_PAIRS, N, SWEEP_U64, 8, &o));
    o.memory_limit = plan.scratch_bytes - 1; /* what is tried at last: without buffers that only make it faster */
    CHECK_STATUS(SWEEP_OK, sweep_plan_sort(&plan, SWEEP_OPERATION_SORT_PAIRS, N, SWEEP_U64, 8, &o));
    o.memory_limit = 0;
    hooks.fail_from_there = true;
    snprintf(wanted, sizeof wanted, "%zu bytes of scratch could not be allocated", plan.scratch_bytes);
    hooks.fail_at = hooks.calls + 1;
    expect(wanted, SWEEP_ERR_MEMORY, sweep_sort_pairs(keys, values, N, SWEEP_U64, 8, &o));
    sweep_workspace_destroy(o.workspace);
    hooks_finish(&hooks);
    free(keys);
    free(values);
}

/* It is cut where its room ends; without room nothing is written; success leaves it empty. */
static void test_room(void)
{
    uint32_t keys[] = {2, 1};
    char around[32];
    static const char whole[] = "begin_bit 5 lies above end_bit 3";
    for (size_t room = 0; room < sizeof around; room++) {
        check_case("message: %zu bytes of room", room);
        sweep_options o = sweep_default_options();
        memset(around, '#', sizeof around);
        o.message = around;
        o.message_size = room;
        o.begin_bit = 5;
        o.end_bit = 3;
        CHECK_STATUS(SWEEP_ERR_ARGUMENT, sweep_sort(keys, 2, SWEEP_U32, &o));
        CHECK(room == 0 || (memcmp(around, whole, room - 1) == 0 && around[room - 1] == 0));
        for (size_t i = room; i < sizeof around; i++)
            CHECK(around[i] == '#');
    }
    sweep_options o = telling();
    expect("", SWEEP_OK, sweep_sort(keys, 2, SWEEP_U32, &o));
    o = telling();
    o.struct_size = CONTRACT_OPTIONS_0_1; /* a program of 0.1 has no message: what lies there is not its */
    expect("untouched", SWEEP_ERR_ARGUMENT, sweep_sort(NULL, 2, SWEEP_U32, &o));
    o = telling();
    o.struct_size = 0;
    expect("untouched", SWEEP_ERR_ARGUMENT, sweep_sort(keys, 2, SWEEP_U32, &o));
    CHECK(strstr(sweep_status_string(SWEEP_ERR_ARGUMENT), "struct_size") != NULL);
}

void contract_messages(void)
{
    test_arrays();
    test_sizes();
    test_options();
    test_resources();
    test_room();
}
