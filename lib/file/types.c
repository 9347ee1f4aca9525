/*
 * The key types by name; see types.h.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "types.h"

const char *const type_names[] = {"u8",  "u16",  "u32", "u64",  "u128", "i8",  "i16", "i32",
                                  "i64", "i128", "f16", "bf16", "f32",  "f64", NULL};

static const unsigned char sizes[] = {1, 2, 4, 8, 16, 1, 2, 4, 8, 16, 2, 2, 4, 8};

sweep_type type_from_name(const char *name)
{
    for (int i = 0; type_names[i]; i++)
        if (strcmp(type_names[i], name) == 0)
            return (sweep_type)(SWEEP_U8 + i);
    return (sweep_type)0;
}

const char *type_name(sweep_type type)
{
    return type_names[type - SWEEP_U8];
}

size_t type_size(sweep_type type)
{
    return sizes[type - SWEEP_U8];
}

bool type_is_float(sweep_type type)
{
    return type >= SWEEP_F16;
}

bool type_is_signed(sweep_type type)
{
    return type >= SWEEP_I8 && type <= SWEEP_I128;
}
