/*
 * The rows F, I and T of the inputs that broke other sorts (tests/regressions_*.c), on a device: usage: test_rows
 * DEVICE.
 *
 * The rows' inputs are those of the CPU's test; here the functions to which they hand them try each on the device, with
 * configurations that take turns. Rows which try one configuration of their own run it on the CPU, as there. An input
 * larger than a device that is emulated sorts in a moment is left out, and counted.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../regressions.h"
#include "device_case.h"

enum { MOST_EMULATED = 3001, MOST = 70000 };

static sweep_device *device;
static size_t most, turn, turns_of_row, tried_inputs, left_out;

static const struct {
    sweep_operation operation;
    size_t value_size;
} operations[] = {
    {SWEEP_OPERATION_SORT, 0},         {SWEEP_OPERATION_ARGSORT, 4},     {SWEEP_OPERATION_SORT_PAIRS, 4},
    {SWEEP_OPERATION_SORTPERM, 8},     {SWEEP_OPERATION_SORT_PAIRS, 12}, {SWEEP_OPERATION_ARGSORT, 8},
    {SWEEP_OPERATION_SORT_PAIRS, 384},
};
static const unsigned digit_bits[] = {0, 4, 8, 1, 7};
static const size_t tiles[] = {64, 0, 256};

static void try_turn(const char *row, sweep_type type, const void *keys, size_t n, regression_fixed fixed)
{
    size_t t = turn++;
    /* in the short form a row with many inputs tries some of them */
    if (turns_of_row++ >= 100 && t % 11 != 0 && !check_long)
        return;
    if (n > most) {
        left_out++;
        return;
    }
    device_case c = device_case_default(operations[t % COUNT(operations)].operation, type, n);
    c.value_size = operations[t % COUNT(operations)].value_size;
    c.options.begin_bit = fixed.begin_bit;
    c.options.end_bit = fixed.end_bit;
    c.options.order = fixed.orders ? fixed.order : t % 2 != 0 ? SWEEP_DESCENDING : SWEEP_ASCENDING;
    c.options.float_order = fixed.orders ? fixed.float_order : (sweep_float_order)(t / 2 % 3);
    c.options.digit_bits = digit_bits[t % COUNT(digit_bits)];
    c.options.tile_size = tiles[t % COUNT(tiles)];
    if (c.options.tile_size == 64)
        c.options.work_items = 16;
    check_case("%s n=%zu turn %zu", row, n, t);
    tried_inputs++;
    device_case_run(device, &c, keys);
}

void regression_some(const char *row, sweep_type type, const void *keys, size_t n, regression_fixed fixed,
                     size_t stride)
{
    (void)stride;
    try_turn(row, type, keys, n, fixed);
}

void regression_everywhere(const char *row, sweep_type type, const void *keys, size_t n, regression_fixed fixed)
{
    for (size_t i = 0; i < (check_long ? 105 : 3); i++)
        try_turn(row, type, keys, n, fixed);
}

void regression_kind(const char *row, sweep_type type, const void *keys, size_t n, regression_fixed fixed)
{
    regression_everywhere(row, type, keys, n, fixed);
}

void regression_engines(const char *row, sweep_type type, const void *keys, size_t n, regression_fixed fixed)
{
    fixed.orders = true;
    try_turn(row, type, keys, n, fixed);
}

static void run_rows(const regression *rows)
{
    for (; rows->row != NULL; rows++) {
        size_t before = tried_inputs, failures = check_failures();
        turns_of_row = 0;
        rows->run(rows->row);
        printf("%-4s %6zu sorts on the device%s  %s\n", rows->row, tried_inputs - before,
               check_failures() == failures ? "" : " FAILED", rows->what);
    }
}

int main(int argc, char **argv)
{
    const char *name = argc > 1 ? argv[1] : "emulator";
    check_start("test_rows", argc - (argc > 1), argv + (argc > 1));
    device = device_open_or_skip(name);
    most = strncmp(name, "emulator", 8) == 0 ? MOST_EMULATED : MOST;
    run_rows(regressions_float);
    run_rows(regressions_integer);
    run_rows(regressions_tie);
    case_finish();
    sweep_device_close(device);
    printf("%zu sorts on %s; %zu larger than %zu keys left out\n", tried_inputs, name, left_out, most);
    return check_finish();
}
