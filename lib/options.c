/*
 * The checks of arguments (options.h).
 */
#include "options.h"

bool sweep_overlap(const void *a, size_t a_size, const void *b, size_t b_size)
{
    uintptr_t a_begin = (uintptr_t)a, b_begin = (uintptr_t)b;

    if (a_size > UINTPTR_MAX - a_begin || b_size > UINTPTR_MAX - b_begin)
        return true;
    return a_begin < b_begin + b_size && b_begin < a_begin + a_size;
}

sweep_status sweep_check_options(sweep_options *checked, const sweep_options *options, sweep_type type)
{
    *checked = sweep_default_options();
    if (!sweep_type_is_known(type))
        return SWEEP_ERR_ARGUMENT;
    unsigned width = (unsigned)sweep_type_size(type) * 8;

    if (options != NULL) {
        if (options->struct_size < sizeof *options || options->struct_size > 4096)
            return SWEEP_ERR_ARGUMENT;
        *checked = *options;
    }
    if ((unsigned)checked->order > SWEEP_DESCENDING || (unsigned)checked->float_order > SWEEP_NAN_FIRST ||
        (unsigned)checked->engine > SWEEP_SPLIT || checked->digit_bits > 16 || checked->reserved != 0)
        return SWEEP_ERR_ARGUMENT;
    if (checked->begin_bit > width || checked->end_bit > width ||
        (checked->end_bit != 0 && checked->begin_bit > checked->end_bit))
        return SWEEP_ERR_ARGUMENT;
    if (checked->end_bit == 0)
        checked->end_bit = width;
    if (options != NULL) {
        const unsigned char *bytes = (const unsigned char *)options;
        for (size_t i = sizeof *options; i < options->struct_size; i++)
            if (bytes[i] != 0)
                return SWEEP_ERR_UNSUPPORTED;
    }
    return SWEEP_OK;
}

bool sweep_operation_is_sound(sweep_operation operation, size_t value_size)
{
    switch (operation) {
    case SWEEP_OPERATION_SORT:
    case SWEEP_OPERATION_SORT_COPY: return value_size == 0;
    case SWEEP_OPERATION_SORT_PAIRS: return value_size != 0;
    case SWEEP_OPERATION_ARGSORT:
    case SWEEP_OPERATION_SORTPERM: return value_size == 4 || value_size == 8;
    }
    return false;
}

bool sweep_arrays_are_sound(sweep_operation operation, const void *keys, const void *keys_out, const void *values,
                            size_t n, sweep_type type, size_t value_size)
{
    size_t key_bytes = sweep_times(n, sweep_type_size(type)), value_bytes = sweep_times(n, value_size);

    if (key_bytes == SIZE_MAX || value_bytes == SIZE_MAX)
        return false;
    if (n == 0)
        return true;
    if (keys == NULL || (keys_out == NULL && operation != SWEEP_OPERATION_ARGSORT) ||
        (value_size != 0 && values == NULL))
        return false;
    if (sweep_overlap(keys, key_bytes, NULL, 0) ||
        (value_size != 0 && sweep_overlap(keys, key_bytes, values, value_bytes)))
        return false;
    return keys_out == NULL || keys_out == keys || !sweep_overlap(keys, key_bytes, keys_out, key_bytes);
}
