/*
 * The checks of arguments, and what is said of those that are refused (options.h).
 */
#include "options.h"

#include "sweep_limits.h"
#include "sweepsort_device.h"

bool sweep_overlap(const void *a, size_t a_size, const void *b, size_t b_size)
{
    uintptr_t a_begin = (uintptr_t)a, b_begin = (uintptr_t)b;

    if (a_size > UINTPTR_MAX - a_begin || b_size > UINTPTR_MAX - b_begin)
        return true;
    return a_begin < b_begin + b_size && b_begin < a_begin + a_size;
}

/* ---- reasons ---- */

/* In the sentences A and B stand for the names, M and N for the numbers. No other word has a capital. */
static const struct {
    sweep_status status;
    const char *sentence;
} reasons[SWEEP_REASONS] = {
    [SWEEP_REASON_NONE] = {SWEEP_OK, ""},
    [SWEEP_REASON_NULL] = {SWEEP_ERR_ARGUMENT, "A is a null pointer"},
    [SWEEP_REASON_STRUCT_SIZE] = {SWEEP_ERR_ARGUMENT, "struct_size of A is M"},
    [SWEEP_REASON_ABOVE] = {SWEEP_ERR_ARGUMENT, "A is M; the most is N"},
    [SWEEP_REASON_NOT_ZERO] = {SWEEP_ERR_ARGUMENT, "A is not 0"},
    [SWEEP_REASON_WINDOW] = {SWEEP_ERR_ARGUMENT, "begin_bit M lies above end_bit N"},
    [SWEEP_REASON_NO_BYTES] = {SWEEP_ERR_ARGUMENT, "A is 0"},
    [SWEEP_REASON_VALUES] = {SWEEP_ERR_ARGUMENT, "value_size is M; this operation has no values, and takes 0"},
    [SWEEP_REASON_INDEX_SIZE] = {SWEEP_ERR_ARGUMENT, "A is M; indices have 4 or 8 bytes"},
    [SWEEP_REASON_COUNT] = {SWEEP_ERR_ARGUMENT, "M elements of N bytes each in A are more bytes than can be counted"},
    [SWEEP_REASON_END] = {SWEEP_ERR_ARGUMENT, "A reach past the end of the address space"},
    [SWEEP_REASON_OVERLAP] = {SWEEP_ERR_ARGUMENT, "A and B overlap at byte M of A"},
    [SWEEP_REASON_NOT_DIVIDED] = {SWEEP_ERR_ARGUMENT, "A is M, no multiple of B, which is N"},
    [SWEEP_REASON_PAIR] = {SWEEP_ERR_ARGUMENT, "of A and B one is null and one is not"},
    [SWEEP_REASON_INDEX] = {SWEEP_ERR_ARGUMENT,
                            "an index is not below M, the number of elements that indices can name"},
    [SWEEP_REASON_REPEATED] = {SWEEP_ERR_ARGUMENT, "an index occurs twice"},
    [SWEEP_REASON_UNKNOWN] = {SWEEP_ERR_UNSUPPORTED, "A is M, which this version of the library does not know"},
    [SWEEP_REASON_NEWER] = {SWEEP_ERR_UNSUPPORTED, "A has fields set that this version of the library does not know"},
    [SWEEP_REASON_DIGITS] = {SWEEP_ERR_UNSUPPORTED, "digit_bits is M; A takes at most N"},
    [SWEEP_REASON_INDICES] = {SWEEP_ERR_UNSUPPORTED, "n is M: more keys than indices of 4 bytes can number"},
    [SWEEP_REASON_MEMORY_LIMIT] = {SWEEP_ERR_UNSUPPORTED,
                                   "memory_limit is M, and this call needs more bytes of scratch"},
    [SWEEP_REASON_MEMORY] = {SWEEP_ERR_MEMORY, "M bytes of scratch could not be allocated"},
    [SWEEP_REASON_THREADS] = {SWEEP_ERR_MEMORY, "the memory of M threads could not be allocated"},
    [SWEEP_REASON_BUSY] = {SWEEP_ERR_BUSY, "the workspace is serving another call"},
};

sweep_status sweep_refuse(struct sweep_refusal *refusal, enum sweep_reason reason, const char *a, const char *b,
                          size_t m, size_t n)
{
    *refusal = (struct sweep_refusal){reason, a, b, m, n};
    return reasons[reason].status;
}

/* A text that is cut where its room ends; one byte is kept for the zero. */
struct text {
    char *at;
    size_t room;
};

static void add(struct text *text, char letter)
{
    if (text->room > 1) {
        *text->at++ = letter;
        text->room--;
    }
}

static void add_name(struct text *text, const char *name)
{
    for (; name != NULL && *name != 0; name++)
        add(text, *name);
}

static void add_number(struct text *text, size_t number)
{
    char digits[3 * sizeof number];
    int count = 0;

    do
        digits[count++] = (char)('0' + number % 10);
    while ((number /= 10) != 0);
    while (count > 0)
        add(text, digits[--count]);
}

void sweep_refusal_say(const struct sweep_refusal *refusal, char *text, size_t size)
{
    struct text out = {text, size};

    if (size == 0)
        return;
    for (const char *at = reasons[refusal->reason].sentence; *at != 0; at++)
        switch (*at) {
        case 'A': add_name(&out, refusal->a); break;
        case 'B': add_name(&out, refusal->b); break;
        case 'M': add_number(&out, refusal->m); break;
        case 'N': add_number(&out, refusal->n); break;
        default: add(&out, *at); break;
        }
    *out.at = 0;
}

sweep_status sweep_refusal_tell(const struct sweep_refusal *refusal, const sweep_options *checked, sweep_status status)
{
    if (checked->message != NULL)
        sweep_refusal_say(refusal, checked->message, checked->message_size);
    return status;
}

/* ---- structs of the caller's size ---- */

/* Bytes up to the end of a field. */
#define END_OF(type, field) (offsetof(type, field) + sizeof(((type *)0)->field))

/* The structs, and the size that each had in every release: by its last field then. A struct that grows gets a line. */
static const struct {
    const char *name;
    size_t size;        /* in this version */
    size_t releases[2]; /* ascending */
} inputs[] = {
    [SWEEP_INPUT_OPTIONS] = {"sweep_options",
                             sizeof(sweep_options),
                             {END_OF(sweep_options, reserved) /* 0.1 */, END_OF(sweep_options, message_size)}},
    [SWEEP_INPUT_WORKSPACE_CONFIG] = {"sweep_workspace_config",
                                      sizeof(sweep_workspace_config),
                                      {END_OF(sweep_workspace_config, user) /* 0.1 */}},
    [SWEEP_INPUT_DEVICE_OPTIONS] = {"sweep_device_options",
                                    sizeof(sweep_device_options),
                                    {END_OF(sweep_device_options, count) /* 0.1 */,
                                     END_OF(sweep_device_options, report_size)}},
};

/* Whether a release had this size, or a later one may have. */
static bool size_is_sound(enum sweep_input input, size_t size)
{
    bool released = false;

    for (size_t i = 0; i < sizeof inputs[input].releases / sizeof inputs[input].releases[0]; i++)
        released |= size != 0 && size == inputs[input].releases[i];
    return released || (size >= inputs[input].size && size <= SWEEP_STRUCT_MOST);
}

/* struct_size is the first field of all of them. */
static void set_size(void *structure, size_t size)
{
    memcpy(structure, &size, sizeof size);
}

sweep_status sweep_struct_read(struct sweep_refusal *refusal, enum sweep_input input, void *known, const void *given)
{
    const size_t known_size = inputs[input].size;
    size_t given_size = known_size;

    memset(known, 0, known_size);
    if (given != NULL)
        memcpy(&given_size, given, sizeof given_size);
    set_size(known, known_size);
    if (!size_is_sound(input, given_size))
        return sweep_refuse(refusal, SWEEP_REASON_STRUCT_SIZE, inputs[input].name, NULL, given_size, 0);
    if (given == NULL)
        return SWEEP_OK;
    memcpy(known, given, given_size < known_size ? given_size : known_size);
    set_size(known, known_size);
    for (size_t i = known_size; i < given_size; i++)
        if (((const unsigned char *)given)[i] != 0)
            return sweep_refuse(refusal, SWEEP_REASON_NEWER, inputs[input].name, NULL, 0, 0);
    return SWEEP_OK;
}

sweep_status sweep_struct_init(enum sweep_input input, void *given, size_t size)
{
    if (given == NULL || !size_is_sound(input, size))
        return SWEEP_ERR_ARGUMENT;
    memset(given, 0, size);
    set_size(given, size);
    return SWEEP_OK;
}

void sweep_struct_write(void *given, size_t given_size, const void *known, size_t known_size)
{
    size_t both = given_size < known_size ? given_size : known_size;

    memcpy(given, known, both);
    memset((unsigned char *)given + both, 0, given_size - both);
}

sweep_status sweep_check_output(struct sweep_refusal *refusal, const char *name, const char *size_name,
                                const void *given, size_t given_size)
{
    if (given == NULL)
        return sweep_refuse(refusal, SWEEP_REASON_NULL, name, NULL, 0, 0);
    if (given_size == 0)
        return sweep_refuse(refusal, SWEEP_REASON_NO_BYTES, size_name, NULL, 0, 0);
    if (given_size > SWEEP_STRUCT_MOST)
        return sweep_refuse(refusal, SWEEP_REASON_ABOVE, size_name, NULL, given_size, SWEEP_STRUCT_MOST);
    return SWEEP_OK;
}

sweep_status sweep_options_init(sweep_options *options, size_t size)
{
    return sweep_struct_init(SWEEP_INPUT_OPTIONS, options, size);
}

sweep_status sweep_workspace_config_init(sweep_workspace_config *config, size_t size)
{
    return sweep_struct_init(SWEEP_INPUT_WORKSPACE_CONFIG, config, size);
}

/* ---- arguments ---- */

size_t sweep_type_size(sweep_type type)
{
    return sweep_type_bytes(type);
}

sweep_status sweep_check_options(struct sweep_refusal *refusal, sweep_options *checked, const sweep_options *options,
                                 sweep_type type)
{
    sweep_status status = SWEEP_OK;

    refusal->reason = SWEEP_REASON_NONE;
    if (options == NULL)
        *checked = sweep_default_options();
    else if (options->struct_size == sizeof *options)
        *checked = *options;
    else
        status = sweep_struct_read(refusal, SWEEP_INPUT_OPTIONS, checked, options);
    if (status != SWEEP_OK)
        return status;
    if (!sweep_type_is_known(type))
        return sweep_refuse(refusal, SWEEP_REASON_UNKNOWN, "type", NULL, (size_t)type, 0);

    uint32_t width = (uint32_t)sweep_type_bytes(type) * 8;
    if (checked->order > SWEEP_DESCENDING)
        return sweep_refuse(refusal, SWEEP_REASON_UNKNOWN, "order", NULL, checked->order, 0);
    if (checked->float_order > SWEEP_NAN_FIRST)
        return sweep_refuse(refusal, SWEEP_REASON_UNKNOWN, "float_order", NULL, checked->float_order, 0);
    if (checked->engine > SWEEP_SPLIT)
        return sweep_refuse(refusal, SWEEP_REASON_UNKNOWN, "engine", NULL, checked->engine, 0);
    if (checked->digit_bits > 16)
        return sweep_refuse(refusal, SWEEP_REASON_ABOVE, "digit_bits", NULL, checked->digit_bits, 16);
    if (checked->reserved != 0)
        return sweep_refuse(refusal, SWEEP_REASON_NOT_ZERO, "reserved", NULL, 0, 0);
    if (checked->begin_bit > width)
        return sweep_refuse(refusal, SWEEP_REASON_ABOVE, "begin_bit", NULL, checked->begin_bit, width);
    if (checked->end_bit > width)
        return sweep_refuse(refusal, SWEEP_REASON_ABOVE, "end_bit", NULL, checked->end_bit, width);
    if (checked->end_bit != 0 && checked->begin_bit > checked->end_bit)
        return sweep_refuse(refusal, SWEEP_REASON_WINDOW, NULL, NULL, checked->begin_bit, checked->end_bit);
    if (checked->end_bit == 0)
        checked->end_bit = width;
    return SWEEP_OK;
}

static bool makes_indices(sweep_operation operation)
{
    return operation == SWEEP_OPERATION_ARGSORT || operation == SWEEP_OPERATION_SORTPERM;
}

bool sweep_operation_takes(sweep_operation operation, size_t value_size)
{
    return makes_indices(operation)                  ? value_size == 4 || value_size == 8
           : operation == SWEEP_OPERATION_SORT_PAIRS ? value_size != 0
                                                     : value_size == 0;
}

sweep_status sweep_check_operation(struct sweep_refusal *refusal, sweep_operation operation, size_t n, sweep_type type,
                                   size_t value_size, const sweep_options *checked)
{
    size_t key_size = sweep_type_bytes(type);

    if (operation < SWEEP_OPERATION_SORT || operation > SWEEP_OPERATION_SORT_COPY)
        return sweep_refuse(refusal, SWEEP_REASON_UNKNOWN, "operation", NULL, (size_t)operation, 0);
    if (!sweep_operation_takes(operation, value_size))
        return makes_indices(operation)
                   ? sweep_refuse(refusal, SWEEP_REASON_INDEX_SIZE, "index_size", NULL, value_size, 0)
               : value_size == 0 ? sweep_refuse(refusal, SWEEP_REASON_NO_BYTES, "value_size", NULL, 0, 0)
                                 : sweep_refuse(refusal, SWEEP_REASON_VALUES, NULL, NULL, value_size, 0);
    if (sweep_times(n, key_size) == SIZE_MAX)
        return sweep_refuse(refusal, SWEEP_REASON_COUNT, "keys", NULL, n, key_size);
    if (sweep_times(n, value_size) == SIZE_MAX)
        return sweep_refuse(refusal, SWEEP_REASON_COUNT, makes_indices(operation) ? "indices" : "values", NULL, n,
                            value_size);
    if (checked->digit_bits > 8 && (checked->engine == SWEEP_SPLIT || checked->engine == SWEEP_ONESWEEP))
        return sweep_refuse(refusal, SWEEP_REASON_DIGITS,
                            checked->engine == SWEEP_SPLIT ? "SWEEP_SPLIT" : "SWEEP_ONESWEEP", NULL,
                            checked->digit_bits, 8);
    if (makes_indices(operation) && value_size == 4 && n > sweep_limits.index32)
        return sweep_refuse(refusal, SWEEP_REASON_INDICES, NULL, NULL, n, 0);
    return SWEEP_OK;
}

/* Refuses two arrays that overlap, or of which one wraps. */
static sweep_status check_apart(struct sweep_refusal *refusal, const char *a_name, const void *a, size_t a_size,
                                const char *b_name, const void *b, size_t b_size)
{
    if (!sweep_overlap(a, a_size, b, b_size))
        return SWEEP_OK;
    if (sweep_overlap(a, a_size, NULL, 0))
        return sweep_refuse(refusal, SWEEP_REASON_END, a_name, NULL, 0, 0);
    if (sweep_overlap(b, b_size, NULL, 0))
        return sweep_refuse(refusal, SWEEP_REASON_END, b_name, NULL, 0, 0);
    size_t at = (uintptr_t)b > (uintptr_t)a ? (size_t)((uintptr_t)b - (uintptr_t)a) : 0;
    return sweep_refuse(refusal, SWEEP_REASON_OVERLAP, a_name, b_name, at, 0);
}

sweep_status sweep_check_arrays(struct sweep_refusal *refusal, sweep_operation operation, const void *keys,
                                const void *keys_out, const void *values, size_t n, sweep_type type, size_t value_size)
{
    size_t key_bytes = sweep_times(n, sweep_type_bytes(type)), value_bytes = sweep_times(n, value_size);
    bool copies = operation == SWEEP_OPERATION_SORT_COPY;
    const char *keys_name = copies ? "in" : "keys", *values_name = makes_indices(operation) ? "indices" : "values";

    if (n == 0)
        return SWEEP_OK;
    if (keys == NULL)
        return sweep_refuse(refusal, SWEEP_REASON_NULL, keys_name, NULL, 0, 0);
    if (copies && keys_out == NULL)
        return sweep_refuse(refusal, SWEEP_REASON_NULL, "out", NULL, 0, 0);
    if (value_size != 0 && values == NULL)
        return sweep_refuse(refusal, SWEEP_REASON_NULL, values_name, NULL, 0, 0);
    sweep_status status = value_size != 0
                              ? check_apart(refusal, keys_name, keys, key_bytes, values_name, values, value_bytes)
                              : check_apart(refusal, keys_name, keys, key_bytes, NULL, NULL, 0);
    if (status == SWEEP_OK && copies && keys_out != keys)
        status = check_apart(refusal, "in", keys, key_bytes, "out", keys_out, key_bytes);
    return status;
}
