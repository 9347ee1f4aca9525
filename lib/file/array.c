/*
 * Arrays of keys in files; see array.h.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "array.h"

#include <string.h>

#include "input.h"
#include "npy.h"
#include "text.h"

/* Bytes that are turned round at a time on their way out. */
#define BLOCK ((size_t)256 << 10)

static bool machine_is_big_endian(void)
{
    const uint16_t one = 1;
    return *(const unsigned char *)&one == 0;
}

/* Turns the bytes of each key round. */
static void swap_bytes(void *keys, size_t count, size_t size)
{
    unsigned char *key = keys;
    uint16_t half;
    uint32_t word;
    uint64_t wide;
    for (size_t i = 0; i < count; i++, key += size)
        switch (size) {
        case 2:
            memcpy(&half, key, 2);
            half = __builtin_bswap16(half);
            memcpy(key, &half, 2);
            break;
        case 4:
            memcpy(&word, key, 4);
            word = __builtin_bswap32(word);
            memcpy(key, &word, 4);
            break;
        case 8:
            memcpy(&wide, key, 8);
            wide = __builtin_bswap64(wide);
            memcpy(key, &wide, 8);
            break;
        }
}

enum file_format format_of_name(const char *path)
{
    size_t length = strlen(path);
    if (length >= 4 && strcmp(path + length - 4, ".npy") == 0)
        return FORMAT_NPY;
    if (length >= 4 && strcmp(path + length - 4, ".txt") == 0)
        return FORMAT_TEXT;
    return FORMAT_ANY;
}

/* ---- reading: each format puts keys behind the first *used bytes of the memory ------------------------------- */

static bool read_raw(struct array *array, struct input *input, size_t *used, struct failure *failure)
{
    size_t before = *used, size = type_size(array->type);
    if (!input_read_rest(input, &array->memory, used, failure))
        return false;
    if ((*used - before) % size)
        return fail(failure, "%s: its %zu byte%s no whole number of %s keys (%zu bytes each)", input->name,
                    *used - before, *used - before == 1 ? " is" : "s are", type_name(array->type), size);
    return true;
}

static bool read_npy_header(struct npy_header *header, struct input *input, struct failure *failure)
{
    unsigned char bytes[NPY_PREFIX + NPY_LONGEST];
    size_t got, size;
    if (!input_read(input, bytes, NPY_PREFIX, &got, failure))
        return false;
    if (got < NPY_PREFIX)
        return fail(failure, "%s: not a .npy file: it has only %zu byte%s", input->name, got, got == 1 ? "" : "s");
    if (!(size = npy_header_size(bytes, input->name, failure)))
        return false;
    if (size < NPY_PREFIX)
        return fail(failure, "%s: damaged .npy header: no dictionary", input->name);
    if (!input_read(input, bytes + NPY_PREFIX, size - NPY_PREFIX, &got, failure))
        return false;
    if (got < size - NPY_PREFIX)
        return fail(failure, "%s: it ends within its .npy header", input->name);
    size_t start = npy_text_start(bytes);
    return npy_header_read(header, (const char *)bytes + start, size - start, input->name, failure);
}

static bool read_npy_keys(struct array *array, const struct npy_header *header, struct input *input, size_t *used,
                          struct failure *failure)
{
    size_t size = type_size(header->type), before = *used;
    uint64_t bytes = header->count * size;
    bool absurd = header->count > (SIZE_MAX - before) / size;
    if (absurd || (input->known && bytes > input->left))
        return fail(failure, "%s: its header tells of %llu keys of %zu bytes, but it ends before", input->name,
                    (unsigned long long)header->count, size);
    if (input->known && bytes < input->left)
        return fail(failure, "%s: %llu byte%s behind its last key", input->name,
                    (unsigned long long)(input->left - bytes), input->left - bytes == 1 ? " stands" : "s stand");
    if (!input_read_rest(input, &array->memory, used, failure))
        return false;
    if (*used - before < bytes)
        return fail(failure, "%s: its header tells of %llu keys of %zu bytes, but it ends before", input->name,
                    (unsigned long long)header->count, size);
    if (*used - before > bytes)
        return fail(failure, "%s: %llu byte%s behind its last key", input->name,
                    (unsigned long long)(*used - before - bytes), *used - before - bytes == 1 ? " stands" : "s stand");
    if (header->big_endian != machine_is_big_endian() && size > 1)
        swap_bytes(array->memory.bytes + before, (size_t)header->count, size);
    return true;
}

static bool set_type(struct array *array, sweep_type type, const char *name, struct failure *failure)
{
    if (array->type && type != array->type)
        return fail(failure, "%s: its keys are %s, not %s", name, type_name(type), type_name(array->type));
    array->type = type;
    return true;
}

/* NumPy orders times of one unit alone, and its NaT is no number. */
static bool set_time(struct array *array, bool first, const char time[NPY_TIME], const char *name,
                     struct failure *failure)
{
    char own[2 * NPY_TIME], others[2 * NPY_TIME];
    if (first)
        memcpy(array->time, time, NPY_TIME);
    if (strcmp(array->time, time) == 0)
        return true;
    npy_time_name(time, own);
    npy_time_name(array->time, others);
    return fail(failure, "%s: its keys are %s, not %s", name, own, others);
}

/* A header that is sorted as if it were keys destroys the file. */
static bool refuse_header(struct input *input, const char *read_as, struct failure *failure)
{
    unsigned char bytes[NPY_MAGIC];
    size_t got;
    if (!input_peek(input, bytes, sizeof bytes, &got, failure))
        return false;
    return !npy_begins(bytes, got) ||
           fail(failure, "%s: it begins as a .npy file; --format npy reads it as one, --format %s as %s", input->name,
                read_as, strcmp(read_as, "raw") == 0 ? "keys from its first byte on" : "lines");
}

static bool read_input(struct array *array, struct input *input, enum file_format format, sweep_type type,
                       struct failure *failure)
{
    bool first = !array->type;
    size_t used = first ? 0 : array->count * type_size(array->type);
    struct npy_header header = {.count = 0};
    if (type && !set_type(array, type, input->name, failure))
        return false;
    if (format == FORMAT_NPY) {
        if (!read_npy_header(&header, input, failure) || !set_type(array, header.type, input->name, failure))
            return false;
    } else if (!array->type) {
        return fail(failure, "%s: %s keys need --type", input->name, format == FORMAT_TEXT ? "text" : "raw");
    }
    if (!set_time(array, first, header.time, input->name, failure))
        return false;
    if (first) {
        array->format = format;
        array->big_endian = format == FORMAT_NPY ? header.big_endian : machine_is_big_endian();
    }
    array->boolean = header.boolean && (first || array->boolean);
    bool fine = format == FORMAT_NPY    ? read_npy_keys(array, &header, input, &used, failure)
                : format == FORMAT_TEXT ? text_read(input, array->type, &array->memory, &used, failure)
                                        : read_raw(array, input, &used, failure);
    array->keys = array->memory.bytes;
    array->count = used / type_size(array->type);
    return fine;
}

bool array_read(struct array *array, const char *path, enum file_format format, sweep_type type,
                struct failure *failure)
{
    struct input input;
    if (!input_open(&input, path, failure))
        return false;
    bool fine = true;
    if (format == FORMAT_ANY && (format = format_of_name(path)) != FORMAT_NPY) {
        format = format == FORMAT_ANY ? FORMAT_RAW : format;
        fine = refuse_header(&input, format == FORMAT_TEXT ? "text" : "raw", failure);
    }
    fine = fine && read_input(array, &input, format, type, failure);
    input_close(&input);
    return fine;
}

/* ---- writing ------------------------------------------------------------------------------------------------- */

static bool write_swapped(const struct array *array, struct output *output, struct failure *failure)
{
    struct memory block = {NULL, 0};
    size_t size = type_size(array->type), step = BLOCK / size;
    bool fine = memory_reserve(&block, BLOCK) || fail(failure, "%s: not enough memory", output->name);
    for (size_t i = 0; fine && i < array->count; i += step) {
        size_t count = array->count - i < step ? array->count - i : step;
        memcpy(block.bytes, (const char *)array->keys + i * size, count * size);
        swap_bytes(block.bytes, count, size);
        fine = output_write(output, block.bytes, count * size, failure);
    }
    memory_free(&block);
    return fine;
}

static bool write_npy(const struct array *array, struct output *output, struct failure *failure)
{
    if (!npy_has_type(array->type))
        return fail(failure, "%s: .npy files have no %s keys", output->name, type_name(array->type));
    struct npy_header header = {array->type, array->boolean, "", array->big_endian, array->count};
    memcpy(header.time, array->time, sizeof header.time);
    unsigned char bytes[NPY_WRITTEN];
    size_t size = npy_header_write(bytes, &header);
    if (!output_write(output, bytes, size, failure))
        return false;
    if (array->big_endian != machine_is_big_endian() && type_size(array->type) > 1)
        return write_swapped(array, output, failure);
    return output_write(output, array->keys, array->count * type_size(array->type), failure);
}

bool array_write(const struct array *array, struct output *output, enum file_format format, struct failure *failure)
{
    switch (format) {
    case FORMAT_NPY: return write_npy(array, output, failure);
    case FORMAT_TEXT: return text_write(output, array->keys, array->count, array->type, failure);
    default: return output_write(output, array->keys, array->count * type_size(array->type), failure);
    }
}

void array_free(struct array *array)
{
    memory_free(&array->memory);
    *array = (struct array){.count = 0};
}
