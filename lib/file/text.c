/*
 * Arrays as text; see text.h.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "text.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "numbers.h"

/* Bytes that are read or written in one go; no line is longer. */
#define BLOCK ((size_t)1 << 20)

/* Blanks may stand before and behind a number. */
static const char *skip_blanks(const char *at)
{
    while (*at == ' ' || *at == '\t')
        at++;
    return at;
}

/* What messages show of a line: its first characters, others as \xHH. */
static void quote(char text[64], const char *line, size_t length)
{
    size_t used = 0;
    for (size_t i = 0; i < length && used < 40; i++) {
        unsigned char c = (unsigned char)line[i];
        used += (size_t)snprintf(text + used, 64 - used, c >= ' ' && c <= '~' ? "%c" : "\\x%02x", c);
        if (used >= 40 && i + 1 < length)
            strcpy(text + used, "...");
    }
    text[used < 40 ? used : strlen(text)] = 0;
}

static bool refuse_line(const struct input *input, uint64_t line, const char *at, enum number_fault fault,
                        sweep_type type, struct failure *failure)
{
    size_t length = (size_t)((const char *)memchr(at, '\n', BLOCK + 2) - at);
    char shown[64];
    if (length && at[length - 1] == '\r')
        length--;
    quote(shown, at, length);
    if (skip_blanks(at) - at >= (ptrdiff_t)length)
        return fail(failure, "%s:%llu: blank line", input->name, (unsigned long long)line);
    return fail(failure, "%s:%llu: '%s' is %s %s", input->name, (unsigned long long)line, shown,
                fault == NUMBER_OUT_OF_RANGE ? "out of range for" : "no number of type", type_name(type));
}

/* Reads the lines of a block that ends with a line feed. */
static bool read_lines(const struct input *input, uint64_t *line, const char *at, const char *end, sweep_type type,
                       struct memory *memory, size_t *used, struct failure *failure)
{
    size_t size = type_size(type);
    while (at < end) {
        if (*used + size > memory->capacity && !memory_grow(memory, *used + size))
            return fail(failure, "%s: not enough memory for more than %zu keys", input->name, *used / size);
        const char *line_start = at, *after;
        at = skip_blanks(at);
        enum number_fault fault = number_read(at, &after, type, memory->bytes + *used);
        if (fault == NUMBER_FINE) {
            after = skip_blanks(after);
            after += *after == '\r';
            if (*after != '\n')
                fault = NUMBER_NONE;
        }
        if (fault != NUMBER_FINE)
            return refuse_line(input, *line, line_start, fault, type, failure);
        at = after + 1;
        *used += size;
        ++*line;
    }
    return true;
}

static const char *last_line_end(const char *block, size_t size)
{
    while (size && block[size - 1] != '\n')
        size--;
    return block + size;
}

bool text_read(struct input *input, sweep_type type, struct memory *memory, size_t *used, struct failure *failure)
{
    /* No line of a key is shorter than two bytes: room for all keys of a file, of which only what is written counts. */
    if (input->known && input->left / 2 < SIZE_MAX / 2 / type_size(type) - *used)
        memory_reserve(memory, *used + (size_t)(input->left / 2 + 1) * type_size(type));
    char *block = malloc(BLOCK + 2);
    if (!block)
        return fail(failure, "%s: not enough memory", input->name);
    uint64_t line = 1;
    size_t kept = 0; /* bytes of a line that is not complete, at the block's start */
    bool fine = true, more = true;
    while (fine && more) {
        size_t got;
        fine = input_read(input, block + kept, BLOCK - kept, &got, failure);
        if (!fine)
            break;
        more = got == BLOCK - kept;
        size_t size = kept + got;
        if (!more && size && block[size - 1] != '\n')
            block[size++] = '\n';
        const char *end = last_line_end(block, size);
        if (more && end == block) {
            fine = fail(failure, "%s:%llu: a line of more than %zu bytes", input->name, (unsigned long long)line,
                        BLOCK - 1);
            break;
        }
        fine = read_lines(input, &line, block, end, type, memory, used, failure);
        kept = (size_t)(block + size - end);
        memmove(block, end, kept);
    }
    free(block);
    return fine;
}

bool text_write(struct output *output, const void *keys, size_t count, sweep_type type, struct failure *failure)
{
    char *block = malloc(BLOCK);
    if (!block)
        return fail(failure, "%s: not enough memory", output->name);
    const char *key = keys;
    char *at = block;
    bool fine = true;
    for (size_t i = 0; i < count && fine; i++, key += type_size(type)) {
        at = number_print(at, key, type);
        *at++ = '\n';
        if (at > block + BLOCK - NUMBER_LONGEST - 1) {
            fine = output_write(output, block, (size_t)(at - block), failure);
            at = block;
        }
    }
    if (fine)
        fine = output_write(output, block, (size_t)(at - block), failure);
    free(block);
    return fine;
}
