/*
 * The header of NumPy's .npy files; see npy.h.
 *
 * The text is a Python dictionary such as {'descr': '<f8', 'fortran_order': False, 'shape': (3,), } with spaces and a
 * line feed behind it. It is read as what it is, value by value, in any order.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "npy.h"

#include <string.h>

static const unsigned char magic[NPY_MAGIC] = {0x93, 'N', 'U', 'M', 'P', 'Y'};

static bool machine_is_big_endian(void)
{
    const uint16_t one = 1;
    return *(const unsigned char *)&one == 0;
}

bool npy_begins(const unsigned char *bytes, size_t size)
{
    return size >= NPY_MAGIC && memcmp(bytes, magic, NPY_MAGIC) == 0;
}

/* ---- the prefix ---------------------------------------------------------------------------------------------- */

size_t npy_text_start(const unsigned char prefix[NPY_PREFIX])
{
    return prefix[6] == 1 ? 10 : 12;
}

size_t npy_header_size(const unsigned char prefix[NPY_PREFIX], const char *name, struct failure *failure)
{
    if (memcmp(prefix, magic, sizeof magic) != 0) {
        fail(failure, "%s: not a .npy file: it does not begin with \\x93NUMPY", name);
        return 0;
    }
    if (prefix[6] < 1 || prefix[6] > 3 || prefix[7] != 0) {
        fail(failure, "%s: .npy version %d.%d is unknown; 1.0, 2.0 and 3.0 are read", name, prefix[6], prefix[7]);
        return 0;
    }
    size_t size = prefix[8] | (size_t)prefix[9] << 8;
    if (prefix[6] > 1)
        size |= (size_t)prefix[10] << 16 | (size_t)prefix[11] << 24;
    if (size > NPY_LONGEST) {
        fail(failure, "%s: its .npy header has %zu bytes; up to %d are read", name, size, NPY_LONGEST);
        return 0;
    }
    return npy_text_start(prefix) + size;
}

/* ---- the dictionary ------------------------------------------------------------------------------------------ */

/* A place in the text; `at` never passes `end`. */
struct reader {
    const char *at, *end;
};

static void skip_space(struct reader *reader)
{
    while (reader->at < reader->end && strchr(" \t\r\n\f\v", *reader->at) && *reader->at)
        reader->at++;
}

/* Steps over one character, spaces before it included, if it is the next. */
static bool take(struct reader *reader, char what)
{
    skip_space(reader);
    if (reader->at == reader->end || *reader->at != what)
        return false;
    reader->at++;
    return true;
}

static bool take_word(struct reader *reader, const char *word)
{
    size_t length = strlen(word);
    skip_space(reader);
    if ((size_t)(reader->end - reader->at) < length || memcmp(reader->at, word, length) != 0)
        return false;
    reader->at += length;
    return true;
}

/* A string in single or double quotes without escapes, cut to `size` - 1 characters. */
static bool take_string(struct reader *reader, char *text, size_t size)
{
    skip_space(reader);
    if (reader->at == reader->end || (*reader->at != '\'' && *reader->at != '"'))
        return false;
    char quote = *reader->at++;
    size_t length = 0;
    for (; reader->at < reader->end && *reader->at != quote; reader->at++) {
        unsigned char c = (unsigned char)*reader->at;
        if (c == '\\' || c < ' ' || c > '~')
            return false;
        if (length + 1 < size)
            text[length++] = *reader->at;
    }
    text[length] = 0;
    return take(reader, quote);
}

/* A decimal number without sign; Python 2 wrote an L behind long ones. */
static bool take_number(struct reader *reader, uint64_t *number, bool *overflow)
{
    skip_space(reader);
    const char *start = reader->at;
    *number = 0;
    for (; reader->at < reader->end && *reader->at >= '0' && *reader->at <= '9'; reader->at++) {
        unsigned digit = (unsigned)(*reader->at - '0');
        *overflow |= *number > (UINT64_MAX - digit) / 10;
        *number = *number * 10 + digit;
    }
    bool any = reader->at != start;
    if (any && reader->at < reader->end && *reader->at == 'L')
        reader->at++;
    return any;
}

/* ---- descr: what a key is ------------------------------------------------------------------------------------ */

struct kind {
    const char *descr;
    sweep_type type;
};

static const struct kind sorted_kinds[] = {
    {"u1", SWEEP_U8},  {"u2", SWEEP_U16}, {"u4", SWEEP_U32}, {"u8", SWEEP_U64}, {"i1", SWEEP_I8},  {"i2", SWEEP_I16},
    {"i4", SWEEP_I32}, {"i8", SWEEP_I64}, {"f2", SWEEP_F16}, {"f4", SWEEP_F32}, {"f8", SWEEP_F64}, {"b1", SWEEP_U8},
};

/* What NumPy has beyond that, by the letter. */
static const char *refused_kind(const char *descr)
{
    switch (descr[0]) {
    case 'c': return "complex numbers";
    case 'M':
    case 'm': return "times of an unknown unit";
    case 'S':
    case 'a': return "byte strings";
    case 'U': return "Unicode strings";
    case 'V': return "raw or structured data (void)";
    case 'O': return "Python objects";
    case 'T': return "strings";
    }
    if (strcmp(descr, "f16") == 0 || strcmp(descr, "f12") == 0)
        return "long doubles";
    return NULL;
}

/* M8 and m8 alone, or with a unit behind them: [ns], [10ms]. */
static bool is_time(const char *kind)
{
    static const char *const units[] = {"Y", "M", "W", "D", "h", "m", "s", "ms", "us", "ns", "ps", "fs", "as"};
    if ((kind[0] != 'M' && kind[0] != 'm') || kind[1] != '8' || strlen(kind) >= NPY_TIME)
        return false;
    if (!kind[2])
        return true;
    const char *unit = kind + 3 + strspn(kind + 3, "0123456789");
    bool found = false;
    for (size_t i = 0; kind[2] == '[' && i < sizeof units / sizeof *units; i++)
        found = found || (strncmp(unit, units[i], strlen(units[i])) == 0 && strcmp(unit + strlen(units[i]), "]") == 0);
    return found;
}

void npy_time_name(const char time[NPY_TIME], char name[2 * NPY_TIME])
{
    if (time[0])
        snprintf(name, 2 * NPY_TIME, "%s64%s", time[0] == 'M' ? "datetime" : "timedelta", time + 2);
    else
        strcpy(name, "i64");
}

static bool read_descr(struct npy_header *header, struct reader *reader, const char *name, struct failure *failure)
{
    char text[64];
    if (take(reader, '['))
        return fail(failure, "%s: its keys are structured data, which is not sorted", name);
    if (!take_string(reader, text, sizeof text))
        return fail(failure, "%s: damaged .npy header: 'descr' is no string", name);
    const char *kind = text[0] && strchr("<>=|", text[0]) ? text + 1 : text;
    header->big_endian = kind == text || text[0] == '=' ? machine_is_big_endian() : text[0] == '>';
    for (size_t i = 0; i < sizeof sorted_kinds / sizeof *sorted_kinds; i++)
        if (strcmp(kind, sorted_kinds[i].descr) == 0) {
            header->type = sorted_kinds[i].type;
            header->boolean = kind[0] == 'b';
            if (type_size(header->type) == 1)
                header->big_endian = false;
            else if (text[0] == '|')
                return fail(failure, "%s: damaged .npy header: '%s' has no byte order", name, text);
            return true;
        }
    if (is_time(kind)) {
        if (text[0] == '|')
            return fail(failure, "%s: damaged .npy header: '%s' has no byte order", name, text);
        header->type = SWEEP_I64;
        strcpy(header->time, kind);
        return true;
    }
    const char *refused = refused_kind(kind);
    if (refused)
        return fail(failure, "%s: its keys are %s ('%s'), which are not sorted", name, refused, text);
    return fail(failure, "%s: its keys are of an unknown type, '%s'", name, text);
}

/* ---- shape: one dimension ------------------------------------------------------------------------------------ */

static bool read_shape(struct npy_header *header, struct reader *reader, const char *name, struct failure *failure)
{
    uint64_t number;
    unsigned dimensions = 0;
    bool overflow = false, comma = false;
    if (!take(reader, '('))
        return fail(failure, "%s: damaged .npy header: 'shape' is no tuple", name);
    while (!take(reader, ')')) {
        if (dimensions && !comma)
            return fail(failure, "%s: damaged .npy header: 'shape' is no tuple of numbers", name);
        if (take(reader, '-'))
            return fail(failure, "%s: damaged .npy header: a negative number in 'shape'", name);
        if (!take_number(reader, &number, &overflow))
            return fail(failure, "%s: damaged .npy header: 'shape' is no tuple of numbers", name);
        if (dimensions++ == 0)
            header->count = number;
        comma = take(reader, ',');
    }
    if (dimensions == 1 && !comma)
        return fail(failure, "%s: damaged .npy header: 'shape' is no tuple", name);
    if (dimensions != 1)
        return fail(failure, "%s: it has %u dimensions; arrays of one dimension are sorted", name, dimensions);
    if (overflow)
        return fail(failure, "%s: damaged .npy header: a number in 'shape' is too large", name);
    return true;
}

bool npy_header_read(struct npy_header *header, const char *text, size_t size, const char *name,
                     struct failure *failure)
{
    struct reader reader = {text, text + size};
    bool descr = false, order = false, shape = false;
    *header = (struct npy_header){.count = 0};
    if (!take(&reader, '{'))
        return fail(failure, "%s: damaged .npy header: no dictionary", name);
    while (!take(&reader, '}')) {
        char key[32];
        if (!take_string(&reader, key, sizeof key) || !take(&reader, ':'))
            return fail(failure, "%s: damaged .npy header: no dictionary", name);
        bool *seen = strcmp(key, "descr") == 0           ? &descr
                     : strcmp(key, "fortran_order") == 0 ? &order
                     : strcmp(key, "shape") == 0         ? &shape
                                                         : NULL;
        if (!seen)
            return fail(failure, "%s: damaged .npy header: '%s' is no key of it", name, key);
        if (*seen)
            return fail(failure, "%s: damaged .npy header: '%s' stands twice", name, key);
        *seen = true;
        if (seen == &descr && !read_descr(header, &reader, name, failure))
            return false;
        if (seen == &shape && !read_shape(header, &reader, name, failure))
            return false;
        if (seen == &order && !take_word(&reader, "False") && !take_word(&reader, "True"))
            return fail(failure, "%s: damaged .npy header: 'fortran_order' is neither True nor False", name);
        if (!take(&reader, ',') && !(reader.at < reader.end && *reader.at == '}'))
            return fail(failure, "%s: damaged .npy header: no dictionary", name);
    }
    skip_space(&reader);
    if (reader.at != reader.end)
        return fail(failure, "%s: damaged .npy header: something stands behind the dictionary", name);
    if (!descr || !order || !shape)
        return fail(failure, "%s: damaged .npy header: no '%s'", name,
                    !descr   ? "descr"
                    : !order ? "fortran_order"
                             : "shape");
    return true;
}

/* ---- writing ------------------------------------------------------------------------------------------------- */

bool npy_has_type(sweep_type type)
{
    for (size_t i = 0; i < sizeof sorted_kinds / sizeof *sorted_kinds; i++)
        if (sorted_kinds[i].type == type)
            return true;
    return false;
}

size_t npy_header_write(unsigned char bytes[NPY_WRITTEN], const struct npy_header *header)
{
    const char *kind = header->time[0] ? header->time : "b1";
    for (size_t i = 0; !header->boolean && !header->time[0] && i < sizeof sorted_kinds / sizeof *sorted_kinds; i++)
        if (sorted_kinds[i].type == header->type) {
            kind = sorted_kinds[i].descr;
            break;
        }
    char order = type_size(header->type) == 1 ? '|' : header->big_endian ? '>' : '<';
    memcpy(bytes, magic, sizeof magic);
    bytes[6] = 1;
    bytes[7] = 0;
    char *text = (char *)bytes + 10;
    size_t length =
        (size_t)snprintf(text, NPY_WRITTEN - 10, "{'descr': '%c%s', 'fortran_order': False, 'shape': (%llu,), }", order,
                         kind, (unsigned long long)header->count);
    size_t size = (10 + length + 1 + 63) / 64 * 64;
    memset(text + length, ' ', size - 10 - length);
    bytes[size - 1] = '\n';
    bytes[8] = (unsigned char)((size - 10) & 255);
    bytes[9] = (unsigned char)((size - 10) >> 8);
    return size;
}
