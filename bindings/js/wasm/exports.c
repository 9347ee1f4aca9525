/*
 * What JavaScript calls: the library's functions on arrays that it has copied into this memory, with the options as
 * plain numbers. A call takes its scratch from the same memory and gives it back.
 */
#include "memory.h"
#include "threads_js.h"

#include "sweepsort.h"

#define EXPORT(name) __attribute__((export_name(#name)))

EXPORT(take) void *js_take(size_t size)
{
    return memory_take(size);
}

EXPORT(mark) size_t js_mark(void)
{
    return memory_mark();
}

EXPORT(return_to) void js_return_to(size_t mark)
{
    memory_return_to(mark);
}

EXPORT(set_helpers) void js_set_helpers(unsigned count)
{
    team_set_helpers(count);
}

EXPORT(work) void js_work(void)
{
    team_work();
}

EXPORT(end) void js_end(void)
{
    team_end();
}

static void *allocate(size_t size, size_t alignment, void *user)
{
    (void)alignment; /* at most 64 */
    (void)user;
    return memory_take(size);
}

static void deallocate(void *memory, size_t size, void *user)
{
    (void)memory; /* all of it goes back at the end of the call */
    (void)size;
    (void)user;
}

/* One more operation beside sweep_operation's. */
enum { FIRST_OUT_OF_ORDER = 100 };

/* Runs one operation. values: values or indices of value_size bytes; FIRST_OUT_OF_ORDER writes the place it found
   there, a size_t. */
EXPORT(run)
sweep_status js_run(unsigned operation, void *keys, void *values, size_t n, sweep_type type, size_t value_size,
                    sweep_order order, sweep_float_order float_order, unsigned begin_bit, unsigned end_bit,
                    unsigned threads, unsigned digit_bits, size_t tile_size, size_t memory_limit, sweep_engine engine)
{
    const sweep_workspace_config config = {
        .struct_size = sizeof config,
        .threads = SWEEP_ALL_THREADS,
        .allocate = allocate,
        .deallocate = deallocate,
    };
    sweep_options options = {
        .struct_size = sizeof options,
        .order = order,
        .float_order = float_order,
        .begin_bit = begin_bit,
        .end_bit = end_bit,
        .threads = threads,
        .digit_bits = digit_bits,
        .tile_size = tile_size,
        .memory_limit = memory_limit,
        .engine = engine,
    };
    size_t mark = memory_mark();

    sweep_status status = sweep_workspace_create(&options.workspace, &config);
    if (status != SWEEP_OK)
        return status;
    switch (operation) {
    case SWEEP_OPERATION_SORT: status = sweep_sort(keys, n, type, &options); break;
    case SWEEP_OPERATION_SORT_PAIRS: status = sweep_sort_pairs(keys, values, n, type, value_size, &options); break;
    case SWEEP_OPERATION_ARGSORT: status = sweep_argsort(keys, values, n, type, value_size, &options); break;
    case SWEEP_OPERATION_SORTPERM: status = sweep_sortperm(keys, values, n, type, value_size, &options); break;
    case FIRST_OUT_OF_ORDER: status = sweep_is_sorted(keys, n, type, values, &options); break;
    default: status = SWEEP_ERR_ARGUMENT; break;
    }
    sweep_workspace_destroy(options.workspace);
    memory_return_to(mark);
    return status;
}
