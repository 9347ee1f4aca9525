/*
 * What is checked before a call does anything, for sorts by the processor and on devices alike: structs of the caller's
 * size, enums, bit windows, sizes, arrays. A check that refuses says why by a reason, which has one status and one
 * sentence.
 */
#ifndef SWEEP_OPTIONS_H
#define SWEEP_OPTIONS_H

#include "key.h"

/* ---- sizes and places ---- */

/* a * b and a + b, or SIZE_MAX where that does not fit. */
static inline size_t sweep_times(size_t a, size_t b)
{
    return b != 0 && a > SIZE_MAX / b ? SIZE_MAX : a * b;
}

static inline size_t sweep_plus(size_t a, size_t b)
{
    return a > SIZE_MAX - b ? SIZE_MAX : a + b;
}

/* Whether the arrays [a, a + a_size) and [b, b + b_size) share a byte, or one of them wraps round the address space. */
bool sweep_overlap(const void *a, size_t a_size, const void *b, size_t b_size);

/* ---- reasons ---- */

/* In the sentences of options.c: A and B are names of arguments, M and N numbers. */
enum sweep_reason {
    SWEEP_REASON_NONE,
    /* invalid argument */
    SWEEP_REASON_NULL,        /* A */
    SWEEP_REASON_STRUCT_SIZE, /* of A: M */
    SWEEP_REASON_ABOVE,       /* A is M, above N */
    SWEEP_REASON_NOT_ZERO,    /* A */
    SWEEP_REASON_WINDOW,      /* begin_bit M above end_bit N */
    SWEEP_REASON_NO_BYTES,    /* A, a size, is 0 */
    SWEEP_REASON_VALUES,      /* of M bytes, for an operation that takes none */
    SWEEP_REASON_INDEX_SIZE,  /* A is M */
    SWEEP_REASON_COUNT,       /* M elements of N bytes in A */
    SWEEP_REASON_END,         /* A wraps round the address space */
    SWEEP_REASON_OVERLAP,     /* A and B from byte M of A on */
    SWEEP_REASON_NOT_DIVIDED, /* A, which is M, by B, which is N */
    SWEEP_REASON_PAIR,        /* A without B or the reverse */
    SWEEP_REASON_INDEX,       /* an index is M or more */
    SWEEP_REASON_REPEATED,    /* an index occurs twice */
    /* valid but unsupported */
    SWEEP_REASON_UNKNOWN,      /* A is M */
    SWEEP_REASON_NEWER,        /* fields behind those of A that are known are not zero */
    SWEEP_REASON_DIGITS,       /* A takes at most N bits, not M */
    SWEEP_REASON_INDICES,      /* of 4 bytes, for M keys */
    SWEEP_REASON_MEMORY_LIMIT, /* M bytes */
    /* later than the checks */
    SWEEP_REASON_MEMORY, /* M bytes of scratch; SIZE_MAX: more than can be counted */
    SWEEP_REASON_THREADS,
    SWEEP_REASON_BUSY,
    SWEEP_REASONS
};

/* Why a call is refused. */
struct sweep_refusal {
    enum sweep_reason reason;
    const char *a, *b;
    size_t m, n;
};

/* Fills it in, and returns the reason's status. */
sweep_status sweep_refuse(struct sweep_refusal *refusal, enum sweep_reason reason, const char *a, const char *b,
                          size_t m, size_t n);

/* Its sentence, zero-terminated and cut to `size` bytes; empty without a reason. */
enum { SWEEP_SENTENCE = 160 }; /* bytes that hold any of them */
void sweep_refusal_say(const struct sweep_refusal *refusal, char *text, size_t size);

/* Puts it into the caller's options.message, if there is one, and returns the status. */
sweep_status sweep_refusal_tell(const struct sweep_refusal *refusal, const sweep_options *checked, sweep_status status);

/* ---- structs of the caller's size ---- */

enum { SWEEP_STRUCT_MOST = 4096 }; /* bytes */

/* The structs that callers hand in. */
enum sweep_input { SWEEP_INPUT_OPTIONS, SWEEP_INPUT_WORKSPACE_CONFIG, SWEEP_INPUT_DEVICE_OPTIONS };

/* Copies a caller's struct (NULL: the defaults) to *known, this version's struct: what a shorter one lacks is zero.
   Where its size is not one that the caller can mean, *known is the defaults; where a longer one has more than zeros
   behind, *known is what is known of it. */
sweep_status sweep_struct_read(struct sweep_refusal *refusal, enum sweep_input input, void *known, const void *given);

/* The defaults in so many bytes; refused, and nothing written, for a size that sweep_struct_read would refuse. */
sweep_status sweep_struct_init(enum sweep_input input, void *given, size_t size);

/* Gives a caller what there is room for of a struct of this version, and zeros behind it. */
void sweep_struct_write(void *given, size_t given_size, const void *known, size_t known_size);

/* Whether an output and its size, which go by these names, can be meant. */
sweep_status sweep_check_output(struct sweep_refusal *refusal, const char *name, const char *size_name,
                                const void *given, size_t given_size);

/* ---- arguments ---- */

/* Checks the options (NULL: the defaults) against the type and copies what this version knows of them to *checked,
   with end_bit resolved. */
sweep_status sweep_check_options(struct sweep_refusal *refusal, sweep_options *checked, const sweep_options *options,
                                 sweep_type type);

/* Whether there is such an operation, for n keys and values or indices of this size, by the engine of the options. */
sweep_status sweep_check_operation(struct sweep_refusal *refusal, sweep_operation operation, size_t n, sweep_type type,
                                   size_t value_size, const sweep_options *checked);

/* Whether a value or index of this size goes with the operation. */
bool sweep_operation_takes(sweep_operation operation, size_t value_size);

/* Whether the arrays of a call can be meant: nothing missing, no overlap but of keys_out that is keys. keys_out and
   values are not there (NULL) where the operation has none. */
sweep_status sweep_check_arrays(struct sweep_refusal *refusal, sweep_operation operation, const void *keys,
                                const void *keys_out, const void *values, size_t n, sweep_type type, size_t value_size);

#endif
