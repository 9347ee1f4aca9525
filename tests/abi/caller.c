/*
 * A program that hands every struct of the headers to a library that may be older or younger than it. Compiled with
 * GROWN, its structs have the fields `grown` and `grown_more` behind those of today.
 */
#include "sweepsort.h"
#include "sweepsort_device.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int wrong;

#define EXPECT(condition) expect((condition), #condition, __LINE__)

static void expect(int holds, const char *condition, int line)
{
    if (!holds) {
        fprintf(stderr, "caller.c:%d: not so: %s\n", line, condition);
        wrong = 1;
    }
}

/* A struct with bytes around it that no call may touch. */
#define GUARDED(type)                                                                                                  \
    struct {                                                                                                           \
        unsigned char before[64];                                                                                      \
        type it;                                                                                                       \
        unsigned char behind[512];                                                                                     \
    }

#define GUARD(guarded) memset(&(guarded), 0xa5, sizeof(guarded))
#define EXPECT_GUARDED(guarded)                                                                                        \
    EXPECT(all((guarded).before, 0xa5, sizeof(guarded).before) && all((guarded).behind, 0xa5, sizeof(guarded).behind))

static int all(const void *bytes, unsigned char byte, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (((const unsigned char *)bytes)[i] != byte)
            return 0;
    return 1;
}

/* Whether the fields behind those of today are zero, where there are any. */
#ifdef GROWN
#define EXPECT_NEWER_ZERO(structure) EXPECT((structure).grown == 0 && (structure).grown_more == 0)
#else
#define EXPECT_NEWER_ZERO(structure) (void)0
#endif

/* Whether the library's options are longer than today's. */
static int library_grown;

static void look_at_library(void)
{
    /* A field set right behind today's: a grown library has it, today's refuses it. */
    struct {
        unsigned char bytes[4096];
    } space = {{0}};
    const size_t today = 4 * sizeof(size_t) + 8 * sizeof(uint32_t) + 2 * sizeof(size_t), grown = today + 8;
    uint32_t keys[] = {2, 1};
    memcpy(&space, &grown, sizeof grown);
    space.bytes[today] = 1;
    sweep_status status = sweep_sort(keys, 2, SWEEP_U32, (const sweep_options *)(const void *)&space);
    EXPECT(status == SWEEP_OK || status == SWEEP_ERR_UNSUPPORTED);
    library_grown = status == SWEEP_OK;
}

static void try_options(void)
{
    uint32_t keys[] = {2, 3, 1};
    char message[100] = "untouched";
    EXPECT(sweep_sort(keys, 3, SWEEP_U32, SWEEP_OPTIONS(.order = SWEEP_DESCENDING)) == SWEEP_OK);
    EXPECT(keys[0] == 3 && keys[1] == 2 && keys[2] == 1);
    EXPECT(sweep_sort(NULL, 3, SWEEP_U32, SWEEP_OPTIONS(.message = message, .message_size = sizeof message)) ==
           SWEEP_ERR_ARGUMENT);
    EXPECT(strcmp(message, "keys is a null pointer") == 0);

    GUARDED(sweep_options) options;
    GUARD(options);
    EXPECT(sweep_options_init(&options.it, sizeof options.it) == SWEEP_OK);
    EXPECT_GUARDED(options);
    EXPECT(all((unsigned char *)&options.it + sizeof(size_t), 0, sizeof options.it - sizeof(size_t)));
    EXPECT(sweep_sort(keys, 3, SWEEP_U32, &options.it) == SWEEP_OK && keys[0] == 1);
#ifdef GROWN
    options.it.grown_more = 1;
    EXPECT(sweep_sort(keys, 3, SWEEP_U32, &options.it) == (library_grown ? SWEEP_OK : SWEEP_ERR_UNSUPPORTED));
#endif
}

/* Enums as parameters, in structs and as results, whatever the compiler makes them. */
static void try_enums(void)
{
    double numbers[] = {0.5, -1, 2};
    uint64_t order[3];
    sweep_options options = sweep_default_options();
    options.engine = SWEEP_SPLIT;
    options.float_order = SWEEP_TOTAL_ORDER;
    options.order = SWEEP_DESCENDING;
    EXPECT(sizeof(sweep_type) == 4 && sizeof(sweep_status) == 4 && sizeof(sweep_operation) == 4);
    EXPECT(sweep_argsort(numbers, order, 3, SWEEP_F64, sizeof order[0], &options) == SWEEP_OK);
    EXPECT(order[0] == 2 && order[1] == 0 && order[2] == 1);
    options.engine = SWEEP_ENGINE_FORCE_32;
    EXPECT(sweep_argsort(numbers, order, 3, SWEEP_F64, sizeof order[0], &options) == SWEEP_ERR_UNSUPPORTED);
    EXPECT(sweep_sort(numbers, 3, (sweep_type)0x10e, NULL) == SWEEP_ERR_UNSUPPORTED); /* SWEEP_F64 in its lowest byte */
    EXPECT(strcmp(sweep_type_name(SWEEP_F64), "f64") == 0 && sweep_type_size(SWEEP_F64) == 8);
}

static void try_plan(void)
{
    GUARDED(sweep_plan) plan;
    GUARD(plan);
    EXPECT(sweep_plan_sort(&plan.it, SWEEP_OPERATION_SORT, 100000, SWEEP_U32, 0, NULL) == SWEEP_OK);
    EXPECT_GUARDED(plan);
    EXPECT(plan.it.n == 100000 && plan.it.type == SWEEP_U32 && plan.it.operation == SWEEP_OPERATION_SORT);
    EXPECT(plan.it.thresholds[0] > 0 && plan.it.scratch_bytes >= 400000);
    EXPECT_NEWER_ZERO(plan.it);
    char whole[500], cut[500];
    size_t length = sweep_plan_describe(&plan.it, whole, sizeof whole);
    EXPECT(length == strlen(whole) && strstr(whole, "scratch") != NULL);
    /* a plan that ends behind the number of its threads */
    sweep_plan copy = plan.it;
    memset((unsigned char *)&copy + 16, 0xff, sizeof copy - 16);
    (void)sweep_plan_describe_sized(&copy, 16, cut, sizeof cut);
    EXPECT(strstr(cut, "scratch    0 bytes") != NULL);
    GUARD(plan);
    EXPECT(sweep_plan_sort_sized(&plan.it, 16, SWEEP_OPERATION_SORT, 100000, SWEEP_U32, 0, NULL) == SWEEP_OK);
    EXPECT(plan.it.type == SWEEP_U32 && all((unsigned char *)&plan.it + 16, 0xa5, sizeof plan.it - 16));
}

static void try_workspace(void)
{
    uint32_t keys[] = {2, 3, 1};
    sweep_workspace *workspace = NULL;
    GUARDED(sweep_workspace_config) config;
    GUARD(config);
    EXPECT(sweep_workspace_config_init(&config.it, sizeof config.it) == SWEEP_OK);
    EXPECT_GUARDED(config);
    config.it.threads = 2;
    EXPECT(sweep_workspace_create(&workspace, &config.it) == SWEEP_OK);
    EXPECT(sweep_workspace_reserve(workspace, 1000, SWEEP_U32, 0, NULL) == SWEEP_OK);
    EXPECT(sweep_sort(keys, 3, SWEEP_U32, SWEEP_OPTIONS(.workspace = workspace)) == SWEEP_OK && keys[2] == 3);
    sweep_workspace_destroy(workspace);
    EXPECT(sweep_workspace_create(&workspace, SWEEP_WORKSPACE_CONFIG(.threads = 1)) == SWEEP_OK);
    sweep_workspace_destroy(workspace);
#ifdef GROWN
    config.it.grown = 1;
    EXPECT(sweep_workspace_create(&workspace, &config.it) == (library_grown ? SWEEP_OK : SWEEP_ERR_UNSUPPORTED));
    sweep_workspace_destroy(workspace);
#endif
}

/* Entries of the caller's size, one behind the other; room for one less than there are stays within its bounds. */
static void try_list(void)
{
    size_t count = sweep_device_list(NULL, 0);
    GUARDED(sweep_device_info) last;
    sweep_device_info *infos = malloc((count + 1) * sizeof *infos);
    EXPECT(count >= 2 && infos != NULL);
    if (infos == NULL)
        return;
    memset(infos, 0xa5, (count + 1) * sizeof *infos);
    EXPECT(sweep_device_list(infos, count) == count);
    EXPECT(all(&infos[count], 0xa5, sizeof *infos));
    for (size_t i = 0; i < count; i++) {
        EXPECT(memchr(infos[i].name, 0, sizeof infos[i].name) != NULL && strlen(infos[i].name) >= 3);
        EXPECT(infos[i].status <= SWEEP_ERR_COMMUNICATION);
        EXPECT_NEWER_ZERO(infos[i]);
    }
    EXPECT(strcmp(infos[count - 1].name, "emulator") == 0);
    GUARD(last);
    EXPECT(sweep_device_list(&last.it, 1) == count);
    EXPECT_GUARDED(last);
    free(infos);
}

static void try_device(void)
{
    uint32_t keys[3000], copy[3000];
    sweep_device *device = NULL;
    GUARDED(sweep_device_times) times;
    GUARDED(sweep_device_report) report;
    GUARDED(sweep_plan) plan;
    GUARDED(sweep_device_options) options;
    GUARD(times);
    GUARD(report);
    GUARD(plan);
    GUARD(options);
    for (uint32_t i = 0; i < 3000; i++)
        keys[i] = i * 2654435761u;
    EXPECT(sweep_device_open(&device, "emulator") == SWEEP_OK);
    EXPECT(sweep_device_options_init(&options.it, sizeof options.it) == SWEEP_OK);
    EXPECT_GUARDED(options);
    options.it =
        *SWEEP_DEVICE_OPTIONS(.engine = SWEEP_ONESWEEP, .tile_size = 256, .times = &times.it, .report = &report.it);
    EXPECT(sweep_device_sort(device, keys, 3000, SWEEP_U32, &options.it) == SWEEP_OK);
    for (uint32_t i = 1; i < 3000; i++)
        EXPECT(keys[i - 1] <= keys[i]);
    EXPECT_GUARDED(times);
    EXPECT_GUARDED(report);
    EXPECT(times.it.sort >= 0 && times.it.sort < 1000 && report.it.step_count >= 4);
    EXPECT_NEWER_ZERO(times.it);
    EXPECT_NEWER_ZERO(report.it);
    GUARD(times);
    GUARD(report);
    options.it.times_size = options.it.report_size = 0; /* as in version 0.1 */
    EXPECT(sweep_device_sort(device, keys, 3000, SWEEP_U32, &options.it) == SWEEP_OK);
    EXPECT_GUARDED(times);
    EXPECT_GUARDED(report);
    EXPECT(all((unsigned char *)&times.it + 24, 0xa5, sizeof times.it - 24));
    EXPECT(all((unsigned char *)&report.it + 1304, 0xa5, sizeof report.it - 1304));
    EXPECT(sweep_device_plan_sort(device, &plan.it, SWEEP_OPERATION_SORT, 3000, SWEEP_U32, 0, &options.it) == SWEEP_OK);
    EXPECT_GUARDED(plan);
    EXPECT(plan.it.tile_size == 256 && plan.it.sweep_count == 4);
    EXPECT_NEWER_ZERO(plan.it);
    EXPECT(sweep_device_copy(device, keys, copy, sizeof keys, &times.it) == SWEEP_OK);
    EXPECT_GUARDED(times);
    EXPECT_NEWER_ZERO(times.it);
    EXPECT(memcmp(keys, copy, sizeof keys) == 0);
#ifdef GROWN
    options.it.grown_more = 1;
    EXPECT(sweep_device_sort(device, keys, 3000, SWEEP_U32, &options.it) ==
           (library_grown ? SWEEP_OK : SWEEP_ERR_UNSUPPORTED));
#endif
    sweep_device_close(device);
}

int run(void);
int run(void)
{
    look_at_library();
    try_options();
    try_enums();
    try_plan();
    try_workspace();
    try_list();
    try_device();
    return wrong;
}
