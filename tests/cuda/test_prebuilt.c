/*
 * CUBINs of the build, without any NVRTC: this program has a table of its own, of one shape for sm_80 and sm_86. And
 * the list of shapes that the build offers to embed (SHAPES) holds those that common sorts have.
 */
#ifndef _DEFAULT_SOURCE
#define _DEFAULT_SOURCE
#endif
#include "../gpu/device_case.h"
#include "gpu/cuda.h"
#include "gpu/sweep.h"
#include "mock/mock.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The shape as the build's list has it: without zeros at the end. */
static bool is_offered(const sweep_shape *shape)
{
    u32 words[sizeof(sweep_shape) / sizeof(u32)];
    size_t count = COUNT(words), length = 0;
    char text[200] = ",";
    memcpy(words, shape, sizeof words);
    while (count > 1 && words[count - 1] == 0)
        count--;
    length = 1;
    for (size_t i = 0; i < count; i++)
        length += (size_t)snprintf(text + length, sizeof text - length, "%s%u", i ? ":" : "", words[i]);
    snprintf(text + length, sizeof text - length, ",");
    return strstr(SHAPES, text) != NULL;
}

static void test_offered(sweep_device *device)
{
    static const sweep_type types[] = {SWEEP_U32, SWEEP_U64, SWEEP_U128, SWEEP_F32, SWEEP_F64};
    static const struct {
        sweep_operation operation;
        size_t value_size;
    } kinds[] = {{SWEEP_OPERATION_SORT, 0}, {SWEEP_OPERATION_SORT_PAIRS, 4}, {SWEEP_OPERATION_ARGSORT, 4}};
    for (size_t t = 0; t < COUNT(types); t++)
        for (size_t k = 0; k < COUNT(kinds); k++)
            for (size_t n = 1000; n < 100000000; n *= 1000) {
                sweep_device_plan plan;
                check_case("the build offers the shape of type %d, operation %d, n=%zu", (int)types[t],
                           (int)kinds[k].operation, n);
                CHECK_STATUS(SWEEP_OK, sweep_device_plan_make(&plan, device, kinds[k].operation, n, types[t],
                                                              kinds[k].value_size, NULL));
                CHECK_TEXT(is_offered(&plan.shape), "key %u value %u threads %u items %u set %u is not in %s",
                           plan.shape.key_bytes, plan.shape.value_bytes, plan.shape.threads, plan.shape.items,
                           plan.shape.set, SHAPES);
            }
}

static void try_architecture(mock_control *driver, int architecture, sweep_status expected)
{
    sweep_device *device;
    char message[2048];
    uint32_t keys[1000];
    driver->architecture = architecture;
    check_case("CUBINs for sm_80 and sm_86 on sm_%d", architecture);
    CHECK_STATUS(SWEEP_OK, sweep_device_open(&device, "cuda:0"));
    if (expected == SWEEP_OK) {
        device_case t = device_case_default(SWEEP_OPERATION_SORT, SWEEP_U32, 1000);
        device_case_pattern(device, &t, PATTERN_UNIFORM, check_seed);
    } else {
        CHECK_STATUS(expected, sweep_device_sort(device, keys, 1000, SWEEP_U32, NULL));
    }
    CHECK_STATUS(SWEEP_ERR_UNSUPPORTED, sweep_device_sort(device, keys, 500, SWEEP_U64, NULL));
    sweep_device_message(device, message, sizeof message);
    CHECK_TEXT(strstr(message, "no NVRTC") && strstr(message, "without a CUBIN"), "it says: %s", message);
    sweep_device_close(device);
}

int main(int argc, char **argv)
{
    mock_control *(*control)(void);
    void *library = dlopen(getenv("SWEEP_CUDA_LIBRARY"), RTLD_NOW | RTLD_LOCAL);
    void *found = library ? dlsym(library, "mock_stream_driver") : NULL;
    sweep_device *device;
    check_start("test_prebuilt", argc, argv);
    if (!found)
        return 1;
    memcpy(&control, &found, sizeof found);
    CHECK_STATUS(SWEEP_OK, sweep_device_open(&device, "cuda:0"));
    test_offered(device);
    sweep_device_close(device);
    try_architecture(control(), 80, SWEEP_OK);
    try_architecture(control(), 85, SWEEP_OK); /* the older CUBIN, for the other is newer than the device */
    try_architecture(control(), 86, SWEEP_OK);
    try_architecture(control(), 89, SWEEP_OK); /* of the same family and newer */
    try_architecture(control(), 75, SWEEP_ERR_UNSUPPORTED);
    try_architecture(control(), 90, SWEEP_ERR_UNSUPPORTED);
    CHECK(control()->misuses == 0 && control()->libraries == 0 && control()->contexts == 0);
    return check_finish();
}
