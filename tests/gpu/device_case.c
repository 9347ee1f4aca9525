/*
 * See device_case.h.
 */
#include "device_case.h"
#include "../buffers.h"

#include <stdio.h>

sweep_engine device_case_engine = SWEEP_AUTO;

device_case device_case_default(sweep_operation operation, sweep_type type, size_t n)
{
    device_case made = {.operation = operation, .type = type, .n = n, .options = sweep_default_device_options()};
    made.options.engine = device_case_engine;
    if (operation != SWEEP_OPERATION_SORT)
        made.value_size = 4;
    return made;
}

sweep_status device_case_call(sweep_device *device, const device_case *t, void *keys, void *out)
{
    switch (t->operation) {
    case SWEEP_OPERATION_SORT: return sweep_device_sort(device, keys, t->n, t->type, &t->options);
    case SWEEP_OPERATION_SORT_PAIRS:
        return sweep_device_sort_pairs(device, keys, out, t->n, t->type, t->value_size, &t->options);
    case SWEEP_OPERATION_ARGSORT:
        return sweep_device_argsort(device, keys, out, t->n, t->type, t->value_size, &t->options);
    default: return sweep_device_sortperm(device, keys, out, t->n, t->type, t->value_size, &t->options);
    }
}

static sweep_status cpu_call(const device_case *t, void *keys, void *out)
{
    sweep_options options = sweep_default_options();
    options.order = t->options.order;
    options.float_order = t->options.float_order;
    options.begin_bit = t->options.begin_bit;
    options.end_bit = t->options.end_bit;
    switch (t->operation) {
    case SWEEP_OPERATION_SORT: return sweep_sort(keys, t->n, t->type, &options);
    case SWEEP_OPERATION_SORT_PAIRS: return sweep_sort_pairs(keys, out, t->n, t->type, t->value_size, &options);
    case SWEEP_OPERATION_ARGSORT: return sweep_argsort(keys, out, t->n, t->type, t->value_size, &options);
    default: return sweep_sortperm(keys, out, t->n, t->type, t->value_size, &options);
    }
}

/* What the values (or indices) must be: the values were numbered bytes; indices are the order itself. */
static void expected_out(const device_case *t, const buffer *values, const size_t *order, buffer *expected)
{
    if (t->operation == SWEEP_OPERATION_SORT_PAIRS) {
        reference_gather(values->data, expected->data, order, t->n, t->value_size);
        return;
    }
    for (size_t i = 0; i < t->n; i++) {
        uint64_t index8 = order[i];
        uint32_t index4 = (uint32_t)order[i];
        memcpy(expected->data + i * t->value_size, t->value_size == 4 ? (void *)&index4 : (void *)&index8,
               t->value_size);
    }
}

bool device_case_run(sweep_device *device, const device_case *t, const void *keys)
{
    size_t key_size = reference_type_of(t->type)->bytes, failures = check_failures();
    sweep_options common = sweep_default_options();
    common.order = t->options.order;
    common.float_order = t->options.float_order;
    common.begin_bit = t->options.begin_bit;
    common.end_bit = t->options.end_bit;

    buffer in = buffer_copy_of(keys, t->n * key_size, t->misaligned);
    buffer out = buffer_create(t->n * t->value_size, (t->misaligned * 3) % 64);
    for (size_t i = 0; i < out.size; i++)
        out.data[i] = (unsigned char)(i * 7 + i / 251);
    buffer cpu_in = buffer_copy_of(in.data, in.size, 0), cpu_out = buffer_copy_of(out.data, out.size, 0);
    buffer right_in = buffer_copy_of(in.data, in.size, 0), right_out = buffer_copy_of(out.data, out.size, 0);
    size_t *order = malloc((t->n + 1) * sizeof *order);
    if (!order)
        abort();
    reference_sort(keys, t->n, t->type, &common, order);
    if (t->operation != SWEEP_OPERATION_ARGSORT)
        reference_gather(in.data, right_in.data, order, t->n, key_size);
    if (t->value_size)
        expected_out(t, &out, order, &right_out);

    sweep_status status = device_case_call(device, t, in.data, out.data);
    if (CHECK_STATUS(SWEEP_OK, status)) {
        CHECK_SAME(right_in.data, in.data, t->n, key_size, "keys");
        if (t->value_size)
            CHECK_SAME(right_out.data, out.data, t->n, t->value_size, "values or indices");
        CHECK_STATUS(SWEEP_OK, cpu_call(t, cpu_in.data, cpu_out.data));
        CHECK_SAME(cpu_in.data, in.data, t->n, key_size, "keys, as on the CPU");
        if (t->value_size)
            CHECK_SAME(cpu_out.data, out.data, t->n, t->value_size, "values or indices, as on the CPU");
    } else {
        char text[2048];
        sweep_device_message(device, text, sizeof text);
        printf("the device says: %s\n", text);
    }
    free(order);
    buffer *all[] = {&in, &out, &cpu_in, &cpu_out, &right_in, &right_out};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        CHECK(buffer_destroy(all[i]));
    return check_failures() == failures;
}

bool device_case_pattern(sweep_device *device, const device_case *t, pattern shape, uint64_t seed)
{
    void *keys = malloc(t->n * reference_type_of(t->type)->bytes + 1);
    if (!keys)
        abort();
    pattern_fill(keys, t->n, t->type, shape, seed);
    bool held = device_case_run(device, t, keys);
    free(keys);
    return held;
}

sweep_device *device_open_or_skip(const char *name)
{
    sweep_device *device;
    sweep_status status = sweep_device_open(&device, name);
    if (status == SWEEP_OK)
        return device;
    if (status == SWEEP_ERR_UNSUPPORTED) {
        sweep_device_info infos[32];
        size_t count = sweep_device_list(infos, 32);
        printf("SKIPPED: no device \"%s\" here:\n", name);
        for (size_t i = 0; i < count && i < 32; i++)
            printf("    %s: %s\n", infos[i].name, infos[i].description);
        exit(77);
    }
    printf("FAILED: %s: %s\n", name, sweep_status_string(status));
    exit(1);
}
