/*
 * Prepares one sort of every width of keys and values, by both engines, so that the stand-in sees every text that the
 * library hands to Metal for them; where STAND_IN_SOURCES names a directory, it keeps them there.
 */
#include "world.h"

int main(int argc, char **argv)
{
    static const sweep_type types[] = {SWEEP_U32, SWEEP_U64, SWEEP_U128, SWEEP_U8, SWEEP_U16};
    static const size_t value_sizes[] = {0, 4, 8, 16, 1, 2, 12};
    sweep_device *device;
    size_t bytes;
    check_start("test_texts", argc, argv);
    world_open();
    CHECK_STATUS(SWEEP_OK, sweep_device_open(&device, "metal:0"));
    for (size_t t = 0; t < COUNT(types); t++)
        for (size_t v = 0; v < COUNT(value_sizes); v++)
            for (int split = 0; split < 2; split++) {
                sweep_device_options options = sweep_default_device_options();
                options.engine = split ? SWEEP_SPLIT : SWEEP_ONESWEEP;
                check_case("keys of type %d, values of %zu bytes, engine %d", (int)types[t], value_sizes[v],
                           (int)options.engine);
                CHECK_STATUS(SWEEP_OK, sweep_metal_scratch(
                                           device, value_sizes[v] ? SWEEP_OPERATION_SORT_PAIRS : SWEEP_OPERATION_SORT,
                                           1u << 20, types[t], value_sizes[v], &options, &bytes));
            }
    sweep_device_close(device);
    world_check_nothing_left();
    return check_finish();
}
