/*
 * sweepsort: a radix sort for C.
 *
 * This header is the whole public interface for arrays in memory. It is C99 and serves C++ too; SWEEP_SORT(keys, n) and
 * its like need C11, sweepsort::sort(keys, n) needs C++11. Link with -lsweepsort (and -pthread).
 *
 *     uint32_t keys[] = {3, 1, 2};
 *     if (SWEEP_SORT(keys, 3) != SWEEP_OK)                        // 1 2 3
 *         return 1;
 *     status = sweep_sort(keys, 3, SWEEP_U32, SWEEP_OPTIONS(.order = SWEEP_DESCENDING));
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef SWEEPSORT_H
#define SWEEPSORT_H

#include <float.h>
#include <limits.h>
#include <stddef.h>
#include <stdint.h>

#define SWEEP_VERSION_MAJOR 0
#define SWEEP_VERSION_MINOR 1
#define SWEEP_VERSION_PATCH 0
/* This header's version as a number that grows: 1002003 is 1.2.3. The library's own is sweep_version_number(). */
#define SWEEP_VERSION_NUMBER (SWEEP_VERSION_MAJOR * 1000000 + SWEEP_VERSION_MINOR * 1000 + SWEEP_VERSION_PATCH)

#if defined SWEEP_STATIC
#define SWEEP_API
#elif defined __GNUC__
#define SWEEP_API __attribute__((visibility("default")))
#else
#define SWEEP_API
#endif

/* The compiler warns where the status of such a function is ignored. */
#ifdef __GNUC__
#define SWEEP_NODISCARD __attribute__((warn_unused_result))
#else
#define SWEEP_NODISCARD
#endif

#ifdef __cplusplus
extern "C" {
#endif

/*
 * Enums: values never change. The last name of each makes it as wide as an int under every compiler option, and is not
 * a value. In structs they are uint32_t. A value that the library does not know is SWEEP_ERR_UNSUPPORTED; a status that
 * the program does not know is a failure.
 *
 * Structs that a program hands in begin with struct_size, the size of the struct in the program. The library takes the
 * size of every release: what a shorter one lacks counts as zero, which always means what it meant before. It also
 * takes a longer one, up to 4096 bytes, whose fields that it does not know are zero (else SWEEP_ERR_UNSUPPORTED). Any
 * other size is SWEEP_ERR_ARGUMENT. Structs that the library fills in go with their size: it writes as much as there is
 * room for, and zeros behind what it knows. No struct has padding. Arrays of structs are stepped by the caller's size;
 * structs inside other structs never grow.
 */

/* ---- what is sorted, and how ---------------------------------------------------------------------------------- */

/* Key types. f16 and bf16 are stored as uint16_t. The 128-bit types are arrays of 16 bytes in the machine's byte order
   (unsigned __int128 where the compiler has it). */
typedef enum sweep_type {
    SWEEP_U8 = 1,
    SWEEP_U16 = 2,
    SWEEP_U32 = 3,
    SWEEP_U64 = 4,
    SWEEP_U128 = 5,
    SWEEP_I8 = 6,
    SWEEP_I16 = 7,
    SWEEP_I32 = 8,
    SWEEP_I64 = 9,
    SWEEP_I128 = 10,
    SWEEP_F16 = 11,
    SWEEP_BF16 = 12,
    SWEEP_F32 = 13,
    SWEEP_F64 = 14,
    SWEEP_TYPE_FORCE_32 = 0x7fffffff
} sweep_type;

typedef enum sweep_order { SWEEP_ASCENDING = 0, SWEEP_DESCENDING = 1, SWEEP_ORDER_FORCE_32 = 0x7fffffff } sweep_order;

/* How floating-point keys are ordered; integer keys ignore it.
   NAN_LAST:    -0 and +0 tie, every NaN of either sign comes last, in both orders. NaNs tie with each other.
   TOTAL_ORDER: IEEE 754 totalOrder: -NaN < -inf < ... < -0 < +0 < ... < +inf < +NaN.
   NAN_FIRST:   as NAN_LAST, with every NaN first. */
typedef enum sweep_float_order {
    SWEEP_NAN_LAST = 0,
    SWEEP_TOTAL_ORDER = 1,
    SWEEP_NAN_FIRST = 2,
    SWEEP_FLOAT_ORDER_FORCE_32 = 0x7fffffff
} sweep_float_order;

/* The engines. All give the same bytes; they differ in speed and in what they show.
   AUTO:     what the plan picks.
   LSD:      least significant digit first; every histogram from one read, digits that all keys share skipped.
   ONESWEEP: one fused step a digit: tiles claimed by ticket, counts published, decoupled look-back, scatter.
   HYBRID:   most significant digit first until the pieces are a few keys, which vector networks sort at once.
   SPLIT:    the textbook form: count, scan, scatter, with stable one-bit splits inside a tile. The reference. */
typedef enum sweep_engine {
    SWEEP_AUTO = 0,
    SWEEP_LSD = 1,
    SWEEP_ONESWEEP = 2,
    SWEEP_HYBRID = 3,
    SWEEP_SPLIT = 4,
    SWEEP_ENGINE_FORCE_32 = 0x7fffffff
} sweep_engine;

typedef enum sweep_status {
    SWEEP_OK = 0,
    SWEEP_ERR_ARGUMENT = 1,      /* invalid argument */
    SWEEP_ERR_MEMORY = 2,        /* scratch memory could not be had */
    SWEEP_ERR_UNSUPPORTED = 3,   /* valid but unsupported (or it would need more than memory_limit) */
    SWEEP_ERR_BUSY = 4,          /* the workspace is serving another call at this moment */
    SWEEP_ERR_DEVICE = 5,        /* a device failed */
    SWEEP_ERR_IO = 6,            /* a file failed */
    SWEEP_ERR_INTERRUPTED = 7,   /* stopped by the caller */
    SWEEP_ERR_CAPACITY = 8,      /* an output is too small */
    SWEEP_ERR_COMMUNICATION = 9, /* another process of a distributed sort failed, or the way to it */
    SWEEP_STATUS_FORCE_32 = 0x7fffffff
} sweep_status;

/* What a plan is for. */
typedef enum sweep_operation {
    SWEEP_OPERATION_SORT = 1,
    SWEEP_OPERATION_SORT_PAIRS = 2,
    SWEEP_OPERATION_ARGSORT = 3,
    SWEEP_OPERATION_SORTPERM = 4,
    SWEEP_OPERATION_SORT_COPY = 5,
    SWEEP_OPERATION_FORCE_32 = 0x7fffffff
} sweep_operation;

/* Scratch memory and threads that calls can share. One workspace serves one call at a time. */
typedef struct sweep_workspace sweep_workspace;

/* As many threads as there are usable cores: those of the affinity mask, and no more than the smallest CPU quota of the
   process's control groups (version 1 and 2) has whole ones; at least 1. */
#define SWEEP_ALL_THREADS UINT_MAX

/* Options of a call. All zero but struct_size are the defaults; a NULL pointer means the defaults. */
typedef struct sweep_options {
    size_t struct_size;          /* sizeof(sweep_options) */
    uint32_t order;              /* sweep_order */
    uint32_t float_order;        /* sweep_float_order */
    uint32_t begin_bit, end_bit; /* sort by the bits [begin_bit, end_bit) of the transformed key alone; end_bit 0 means
                                    the key's width, so (0, 0) is the whole key, (k, 0) is [k, width). (k, k) with
                                    k > 0 orders nothing. See "The transformed key" below. */
    uint32_t threads;    /* 0: the workspace's, or 1 without one; SWEEP_ALL_THREADS: every usable core; never more
                            than the workspace has, or than 4096 */
    uint32_t digit_bits; /* 0: the plan chooses; 1 to 16 (SPLIT and ONESWEEP: 1 to 8) */
    size_t tile_size;    /* keys; 0: the plan chooses. Matters to SPLIT and ONESWEEP alone */
    size_t memory_limit; /* most scratch bytes; 0: no limit. AUTO and HYBRID then take one thread or sort in place
                            where that serves; a sort that needs more is refused */
    sweep_workspace *workspace; /* NULL: the call allocates and frees its own */
    uint32_t engine;            /* sweep_engine */
    uint32_t reserved;          /* zero */
    char *message; /* not NULL: a call that fails writes here, as a sentence, which argument was wrong and why (or what
                      else failed), zero-terminated and cut to message_size bytes; one that succeeds makes it empty.
                      Where struct_size itself is wrong nothing is written.
                      Does not overlap the call's arrays */
    size_t message_size;
} sweep_options;

/* Options as an argument: in C, SWEEP_OPTIONS(.order = SWEEP_DESCENDING, .threads = 2); in C and in C++, a variable
   from sweep_default_options() whose fields are then set. */
#ifndef __cplusplus
#define SWEEP_OPTIONS(...) (&(sweep_options){.struct_size = sizeof(sweep_options), __VA_ARGS__})
#endif
static inline sweep_options sweep_default_options(void)
{
    sweep_options options = {
        sizeof(sweep_options), SWEEP_ASCENDING, SWEEP_NAN_LAST, 0, 0, 0, 0, 0, 0, NULL, SWEEP_AUTO, 0, NULL, 0};
    return options;
}

/* The defaults, for callers that know the size of the struct alone: struct_size becomes `size`, all else zero.
   SWEEP_ERR_ARGUMENT, and nothing is written: NULL, or a size that no call would take. */
SWEEP_API SWEEP_NODISCARD sweep_status sweep_options_init(sweep_options *options, size_t size);

/*
 * The transformed key
 *
 * Every sort here is the stable ascending sort of the keys' transformed bits, read as an unsigned number: the sign bit
 * of a signed integer is flipped; a float's sign bit is flipped, or all its bits where it was set; for descending order
 * all bits are complemented; then, with NAN_LAST (NAN_FIRST), every NaN counts as all ones (all zeros) and -0 as +0.
 * Bit windows apply to the transformed key: keys that agree inside the window tie.
 *
 * What holds for every function
 *
 * - Stable, also descending: keys that tie keep their input order. The output is a bit-exact permutation of the input
 *   and depends on nothing but the input and the options: not on threads, engine, tile size, machine or run.
 * - Arrays may have any alignment. n = 0 with null pointers succeeds. Arrays must not overlap, except where the same
 *   pointer is allowed by name.
 * - A failing call returns a named status, leaves every array as it was, leaks nothing and prints nothing.
 * - SWEEP_ERR_ARGUMENT, at every n: a struct_size that no release had; begin_bit > width, end_bit > width,
 *   begin_bit > end_bit with end_bit not 0; digit_bits above 16; reserved not 0; index_size other than 4 or 8;
 *   value_size 0 in sweep_sort_pairs; a null array with n > 0; overlapping arrays; a product of sizes that overflows.
 * - SWEEP_ERR_UNSUPPORTED: an enum value that the library does not know; an engine that lacks the digit width; 4-byte
 *   indices with n > 2^32; scratch above memory_limit, where keys cannot be sorted in place (they can as keys alone, in
 *   the whole window, if equal keys have equal bits: integers, and floats in TOTAL_ORDER); a struct_size larger than
 *   the library knows with extra bytes that are not zero.
 * - SWEEP_ERR_MEMORY: the scratch could not be allocated. SWEEP_ERR_BUSY: another call is using the workspace.
 * - Safe to call from several threads at once (each with its own workspace, or none) and after fork().
 * - Signals: worker threads block every signal but SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP and SIGSYS, so a handler of
 *   those may run on a worker: it mends the fault and returns, or ends the process. The caller's mask stays as it is.
 * - Cancellation (pthread_cancel): a call that has begun ends first; it holds cancellation off around its threads, the
 *   workspace's functions and devices. A thread that sorts must not be asynchronously cancelable
 *   (PTHREAD_CANCEL_ASYNCHRONOUS).
 * - A call is left by returning alone: no exception, longjmp or pthread_exit out of the workspace's functions or out of
 *   a signal handler, and the workspace's functions do not switch cancellation on.
 * - In programs that run with more rights than their caller (set-user-ID, set-group-ID, file capabilities) the library
 *   ignores the environment.
 */

/* ---- sorting -------------------------------------------------------------------------------------------------- */

/* Sorts n keys in place.
   Scratch: n keys and the engine's tables (HYBRID: and up to 512 KiB a thread), in all exactly
   sweep_plan.scratch_bytes. "Scratch" below leaves the tables out. Time: O(n) sweeps of the key's digits,
   each one read and one write of the array; method: D. E. Knuth, The Art of Computer Programming vol. 3, 5.2.5
   (radix), 5.2 algorithm D (distribution counting); the ONESWEEP engine: A. Adinets and D. Merrill, "Onesweep: A
   Faster Least Significant Digit Radix Sort for GPUs", 2022. */
SWEEP_API SWEEP_NODISCARD sweep_status sweep_sort(void *keys, size_t n, sweep_type type, const sweep_options *options);

/* Sorts n keys in place and moves each key's value (value_size bytes, 1 or more; any number) with it.
   Values of 1, 2, 4, 8 and 16 bytes move along in every sweep; others are moved once, by index.
   Scratch: n keys and n values; where values move by index, two arrays of n indices (4 bytes up to n = 2^32, else 8)
   on top. */
SWEEP_API SWEEP_NODISCARD sweep_status sweep_sort_pairs(void *keys, void *values, size_t n, sweep_type type,
                                                        size_t value_size, const sweep_options *options);

/* Writes to indices (n numbers of index_size bytes, 4 or 8, uint32_t or uint64_t, counted from 0) where each key of
   the sorted sequence stands in keys: keys[indices[0]] comes first. keys is only read.
   Scratch: up to 2n keys and n indices. */
SWEEP_API SWEEP_NODISCARD sweep_status sweep_argsort(const void *keys, void *indices, size_t n, sweep_type type,
                                                     size_t index_size, const sweep_options *options);

/* As sweep_argsort, but sorts keys too: afterwards the key at i came from place indices[i].
   Scratch: n keys and n indices. */
SWEEP_API SWEEP_NODISCARD sweep_status sweep_sortperm(void *keys, void *indices, size_t n, sweep_type type,
                                                      size_t index_size, const sweep_options *options);

/* Writes the sorted keys of `in` to `out`. The two do not overlap, and `in` is only read; or they are the same pointer:
   then this is sweep_sort (whose plan and scratch apply). Scratch: n keys. */
SWEEP_API SWEEP_NODISCARD sweep_status sweep_sort_copy(const void *in, void *out, size_t n, sweep_type type,
                                                       const sweep_options *options);

/* Sets *first_out_of_order to the first i whose key belongs before the key at i - 1, or to n if there is none.
   first_out_of_order must not be NULL. Returns SWEEP_OK in both cases. Looks at order, float order and window alone.
   Reads up to the place found; no scratch. */
SWEEP_API SWEEP_NODISCARD sweep_status sweep_is_sorted(const void *keys, size_t n, sweep_type type,
                                                       size_t *first_out_of_order, const sweep_options *options);

/* ---- moving elements by index --------------------------------------------------------------------------------- */

/* out[i] = in[indices[i]] for every i < out_count: what sweep_argsort found applied to any other array. `in` has
   in_count elements of `size` bytes (1 or more), `out` and `indices` have out_count; an index has index_size bytes, 4
   or 8, is below in_count (else SWEEP_ERR_ARGUMENT, and nothing is written) and may occur any number of times. Any
   alignment. in and out may be the same array if in_count == out_count; else no two arrays overlap, but in and indices
   may. Of the options, all of which are checked, threads,
   memory_limit and workspace matter. Scratch: none; in_count elements if in == out. */
SWEEP_API SWEEP_NODISCARD sweep_status sweep_take(const void *in, size_t in_count, void *out, size_t out_count,
                                                  size_t size, const void *indices, size_t index_size,
                                                  const sweep_options *options);

/* out[indices[i]] = in[i] for every i < in_count: undoes sweep_take by the same indices. `in` and `indices` have
   in_count elements. An index that is not below out_count, or occurs twice, is SWEEP_ERR_ARGUMENT, and nothing is
   written. Places of `out` that no index names keep what they hold. The rest is as for sweep_take. Scratch: a bit an
   element of `out`; in_count elements more if in == out. */
SWEEP_API SWEEP_NODISCARD sweep_status sweep_put(const void *in, size_t in_count, void *out, size_t out_count,
                                                 size_t size, const void *indices, size_t index_size,
                                                 const sweep_options *options);

/* ---- asking before sorting ------------------------------------------------------------------------------------ */

/* One sweep: the digit [place, place + bits) of the transformed key. */
typedef struct sweep_digit {
    uint8_t place, bits;
} sweep_digit;

#define SWEEP_PLAN_SWEEPS 128
#define SWEEP_PLAN_THRESHOLDS 8

/* What a sort will do, decided before it runs. */
typedef struct sweep_plan {
    uint32_t engine;    /* sweep_engine, never SWEEP_AUTO */
    uint32_t operation; /* sweep_operation */
    uint32_t type;      /* sweep_type */
    uint32_t threads;   /* how many threads the work is cut for */
    size_t n;
    size_t value_size;       /* bytes of a value or index; 0: keys only */
    size_t tile_size;        /* keys; 0 where the engine has no tiles */
    size_t scratch_bytes;    /* all memory that the sort takes from its workspace or allocates */
    double predicted_x_copy; /* bytes moved over the bytes that one copy of the data moves */
    uint8_t insertion;       /* 1: so few keys that an insertion sort serves: no sweeps, no scratch */
    uint8_t by_index;        /* 1: indices are sorted and the values moved once */
    uint8_t copy_back;       /* 1: an odd count of sweeps ends in scratch and is copied to its place */
    uint8_t sweep_count;     /* for keys of full entropy; LSD and ONESWEEP skip digits that all keys share */
    uint8_t threshold_count;
    uint8_t in_place; /* 1: memory_limit leaves no scratch, and keys are swapped where they lie */
    uint8_t counting; /* 1: keys of 1 or 2 bytes are counted and written, not moved */
    uint8_t reserved[1];
    sweep_digit sweeps[SWEEP_PLAN_SWEEPS];    /* in the order in which they run */
    size_t thresholds[SWEEP_PLAN_THRESHOLDS]; /* ascending: each n at which these options, type and value size may
                                                 take another path than n - 1 (insertion, one leaf, threads, engine,
                                                 LSD's digits, size of indices). The digits that HYBRID chooses by
                                                 size change between them too */
} sweep_plan;

/* Fills in the plan that the operation would follow with these arguments. value_size is the size of a value
   (sort_pairs; not 0) or of an index (argsort, sortperm: 4 or 8), and 0 for keys alone. On failure *plan is as it
   was. Touches no array and allocates nothing; the same arguments give the same plan on the same machine. */
static inline SWEEP_NODISCARD sweep_status sweep_plan_sort(sweep_plan *plan, sweep_operation operation, size_t n,
                                                           sweep_type type, size_t value_size,
                                                           const sweep_options *options);

/* Writes the plan (NULL: an empty one) as text, a few lines, zero-terminated and cut to `size` bytes; text may be NULL
   with size 0. Returns the length of the whole text without its zero, as snprintf does. */
static inline size_t sweep_plan_describe(const sweep_plan *plan, char *text, size_t size);

/* What these two call: with the size of the caller's plan, 1 to 4096 bytes (else SWEEP_ERR_ARGUMENT, or the text of
   an empty plan). */
SWEEP_API SWEEP_NODISCARD sweep_status sweep_plan_sort_sized(sweep_plan *plan, size_t plan_size,
                                                             sweep_operation operation, size_t n, sweep_type type,
                                                             size_t value_size, const sweep_options *options);
SWEEP_API size_t sweep_plan_describe_sized(const sweep_plan *plan, size_t plan_size, char *text, size_t size);

static inline sweep_status sweep_plan_sort(sweep_plan *plan, sweep_operation operation, size_t n, sweep_type type,
                                           size_t value_size, const sweep_options *options)
{
    return sweep_plan_sort_sized(plan, sizeof *plan, operation, n, type, value_size, options);
}

static inline size_t sweep_plan_describe(const sweep_plan *plan, char *text, size_t size)
{
    return sweep_plan_describe_sized(plan, sizeof *plan, text, size);
}

/* ---- workspaces ----------------------------------------------------------------------------------------------- */

/* What a workspace is made of. A NULL configuration: one thread, the library's own memory (which asks for huge pages
   where it maps large pieces). */
typedef struct sweep_workspace_config {
    size_t struct_size; /* sizeof(sweep_workspace_config) */
    uint32_t threads;   /* 0: one; SWEEP_ALL_THREADS: every usable core. At most 4096 */
    uint32_t reserved;  /* zero */
    void *(*allocate)(size_t size, size_t alignment, void *user); /* NULL on failure; alignment a power of two */
    void (*deallocate)(void *memory, size_t size, void *user);    /* both NULL: the library's own */
    void (*parallel_for)(size_t tasks, void (*task)(size_t index, void *argument), void *argument, void *user);
    /* NULL: a team of threads that stays as long as the workspace; else a
       program's own pool, which runs every task exactly once before it returns, in
       any order, at the same time or one after another */
    void *user; /* handed to the three functions above */
} sweep_workspace_config;

/* As for options: SWEEP_WORKSPACE_CONFIG(.threads = 4) in C, and the way for others. */
#ifndef __cplusplus
#define SWEEP_WORKSPACE_CONFIG(...)                                                                                    \
    (&(sweep_workspace_config){.struct_size = sizeof(sweep_workspace_config), __VA_ARGS__})
#endif
SWEEP_API SWEEP_NODISCARD sweep_status sweep_workspace_config_init(sweep_workspace_config *config, size_t size);

/* Makes a workspace, and starts its threads (fewer than asked where the system refuses some: results are the same).
   On failure *workspace is NULL. */
SWEEP_API SWEEP_NODISCARD sweep_status sweep_workspace_create(sweep_workspace **workspace,
                                                              const sweep_workspace_config *config);

/* Makes room for a sort of n keys: afterwards a sort of n keys or fewer of this type, value size and options
   allocates nothing: sweep_sort and sweep_sort_copy with value_size 0, sweep_sort_pairs, and (value_size 4 or 8)
   sweep_argsort and sweep_sortperm; what any of these would be refused is refused here. options->workspace is ignored.
   A workspace keeps what it has; it never shrinks. */
SWEEP_API SWEEP_NODISCARD sweep_status sweep_workspace_reserve(sweep_workspace *workspace, size_t n, sweep_type type,
                                                               size_t value_size, const sweep_options *options);

/* Ends the threads and frees everything. NULL does nothing. No call may be using the workspace. */
SWEEP_API void sweep_workspace_destroy(sweep_workspace *workspace);

/* A short English text for a status; "unknown status" for anything else. Never NULL; not to be freed. */
SWEEP_API const char *sweep_status_string(sweep_status status);

/* Bytes of a key of this type, and its name ("u8", "bf16", ...); 0 and "unknown type" for anything else. */
SWEEP_API size_t sweep_type_size(sweep_type type);
SWEEP_API const char *sweep_type_name(sweep_type type);

/* The library's version, as "MAJOR.MINOR.PATCH" and as a number (SWEEP_VERSION_NUMBER says how). */
SWEEP_API const char *sweep_version(void);
SWEEP_API uint32_t sweep_version_number(void);

/* ---- one pair of functions a type ------------------------------------------------------------------------------ */

/* sweep_sort_u32(keys, n) sorts in place, sweep_argsort_u32(keys, indices, n) fills n uint64_t indices; both with the
   default options. f16 and bf16 take uint16_t; the 128-bit forms take any pointer to 16-byte keys. */
#define SWEEP_TYPED(suffix, ctype, type)                                                                               \
    static inline SWEEP_NODISCARD sweep_status sweep_sort_##suffix(ctype *keys, size_t n)                              \
    {                                                                                                                  \
        return sweep_sort(keys, n, type, NULL);                                                                        \
    }                                                                                                                  \
    static inline SWEEP_NODISCARD sweep_status sweep_argsort_##suffix(const ctype *keys, uint64_t *indices, size_t n)  \
    {                                                                                                                  \
        return sweep_argsort(keys, indices, n, type, sizeof(uint64_t), NULL);                                          \
    }
SWEEP_TYPED(u8, uint8_t, SWEEP_U8)
SWEEP_TYPED(u16, uint16_t, SWEEP_U16)
SWEEP_TYPED(u32, uint32_t, SWEEP_U32)
SWEEP_TYPED(u64, uint64_t, SWEEP_U64)
SWEEP_TYPED(u128, void, SWEEP_U128)
SWEEP_TYPED(i8, int8_t, SWEEP_I8)
SWEEP_TYPED(i16, int16_t, SWEEP_I16)
SWEEP_TYPED(i32, int32_t, SWEEP_I32)
SWEEP_TYPED(i64, int64_t, SWEEP_I64)
SWEEP_TYPED(i128, void, SWEEP_I128)
SWEEP_TYPED(f16, uint16_t, SWEEP_F16)
SWEEP_TYPED(bf16, uint16_t, SWEEP_BF16)
SWEEP_TYPED(f32, float, SWEEP_F32)
SWEEP_TYPED(f64, double, SWEEP_F64)
#undef SWEEP_TYPED

#ifdef __cplusplus
}
#endif

/* ---- the type is the pointer's -------------------------------------------------------------------------------- */

/* With the default options; the sizes of keys, values and indices come from the pointers, too:
 *
 *     C:   SWEEP_SORT(keys, n)        SWEEP_SORT_PAIRS(keys, values, n)        SWEEP_ARGSORT(keys, indices, n)
 *     C++: sweepsort::sort(keys, n)   sweepsort::sort_pairs(keys, values, n)   sweepsort::argsort(keys, indices, n)
 *
 * Keys are of any standard integer or floating type, taken by its width (a plain char by its signedness, bool as u8),
 * and _Float16 where the compiler has it; in C also long double where it is a double, and __int128. indices are
 * unsigned integers of 4 or 8 bytes. Any other type does not compile. argsort takes const keys. Arguments are evaluated
 * once. */
#if defined __cplusplus
#if __cplusplus >= 201103L
#include <type_traits>

namespace sweepsort {

/* key<T>::type is the sweep_type of a T. */
template <class T> struct key {
    static_assert(std::is_arithmetic<T>::value && sizeof(T) <= 8 &&
                      (!std::is_floating_point<T>::value || sizeof(T) >= 4),
                  "sweepsort: not a type of keys");
    static constexpr unsigned log_size = sizeof(T) == 1 ? 0 : sizeof(T) == 2 ? 1 : sizeof(T) == 4 ? 2 : 3;
    static constexpr sweep_type type = std::is_floating_point<T>::value ? (sizeof(T) == 4 ? SWEEP_F32 : SWEEP_F64)
                                       : std::is_signed<T>::value       ? sweep_type(SWEEP_I8 + log_size)
                                                                        : sweep_type(SWEEP_U8 + log_size);
};
#ifdef __FLT16_MAX__
__extension__ typedef _Float16 float16;
template <> struct key<float16> {
    static constexpr sweep_type type = SWEEP_F16;
};
#endif

template <class Key> SWEEP_NODISCARD inline sweep_status sort(Key *keys, size_t n)
{
    return sweep_sort(keys, n, key<Key>::type, nullptr);
}

template <class Key, class Value> SWEEP_NODISCARD inline sweep_status sort_pairs(Key *keys, Value *values, size_t n)
{
    static_assert(std::is_trivially_copyable<Value>::value, "sweepsort: values are moved as bytes");
    return sweep_sort_pairs(keys, values, n, key<Key>::type, sizeof(Value), nullptr);
}

template <class Key, class Index> SWEEP_NODISCARD inline sweep_status argsort(const Key *keys, Index *indices, size_t n)
{
    static_assert(std::is_unsigned<Index>::value && (sizeof(Index) == 4 || sizeof(Index) == 8),
                  "sweepsort: indices are unsigned integers of 4 or 8 bytes");
    return sweep_argsort(keys, indices, n, key<Key>::type, sizeof(Index), nullptr);
}

} // namespace sweepsort
#endif
#elif defined __STDC_VERSION__ && __STDC_VERSION__ >= 201112L
/* clang-format off */
#define SWEEP_INTEGER(type, sign) \
    (sizeof(type) == 1 ? SWEEP_##sign##8 : sizeof(type) == 2 ? SWEEP_##sign##16 : sizeof(type) == 4 ? SWEEP_##sign##32 \
                                                                                                   : SWEEP_##sign##64)
#if LDBL_MANT_DIG == 53
#define SWEEP_LONG_DOUBLE , long double: SWEEP_F64
#else
#define SWEEP_LONG_DOUBLE
#endif
#ifdef __SIZEOF_INT128__
__extension__ typedef __int128 sweep_int128;
__extension__ typedef unsigned __int128 sweep_uint128;
#define SWEEP_INT128 , sweep_uint128: SWEEP_U128, sweep_int128: SWEEP_I128
#else
#define SWEEP_INT128
#endif
#ifdef __FLT16_MAX__
__extension__ typedef _Float16 sweep_float16;
#define SWEEP_FLOAT16 , sweep_float16: SWEEP_F16
#else
#define SWEEP_FLOAT16
#endif
/* The sweep_type of a pointer's target, const or not. */
#define SWEEP_TYPE_OF(pointer) _Generic(*(pointer), \
    _Bool: SWEEP_U8, \
    char: CHAR_MIN < 0 ? SWEEP_I8 : SWEEP_U8, \
    signed char: SWEEP_I8,                      unsigned char: SWEEP_U8, \
    short: SWEEP_INTEGER(short, I),             unsigned short: SWEEP_INTEGER(short, U), \
    int: SWEEP_INTEGER(int, I),                 unsigned int: SWEEP_INTEGER(int, U), \
    long: SWEEP_INTEGER(long, I),               unsigned long: SWEEP_INTEGER(long, U), \
    long long: SWEEP_INTEGER(long long, I),     unsigned long long: SWEEP_INTEGER(long long, U), \
    float: SWEEP_F32,                           double: SWEEP_F64 \
    SWEEP_LONG_DOUBLE SWEEP_INT128 SWEEP_FLOAT16)
#define SWEEP_INDEX_SIZE(pointer) _Generic(*(pointer), \
    unsigned int: sizeof(unsigned int), unsigned long: sizeof(unsigned long), \
    unsigned long long: sizeof(unsigned long long))
/* clang-format on */
#define SWEEP_SORT(keys, n) sweep_sort((keys), (n), SWEEP_TYPE_OF(keys), NULL)
#define SWEEP_SORT_PAIRS(keys, values, n)                                                                              \
    sweep_sort_pairs((keys), (values), (n), SWEEP_TYPE_OF(keys), sizeof *(values), NULL)
#define SWEEP_ARGSORT(keys, indices, n)                                                                                \
    sweep_argsort((keys), (indices), (n), SWEEP_TYPE_OF(keys), SWEEP_INDEX_SIZE(indices), NULL)
#endif

#endif
