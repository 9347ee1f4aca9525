/*
 * One sort tried from end to end: guarded arrays are made, the library is called, and the keys, values and indices
 * that come back are compared with the reference, bit for bit; so are the plan, the order check, the memory that the
 * hooks saw and the guards. For every test that sorts. case_finish belongs at the end of such a program.
 */
#ifndef TESTS_CASE_H
#define TESTS_CASE_H

#include "reference.h"

/* Where a case's scratch memory and threads come from. */
typedef enum case_workspace {
    CASE_WITHOUT,  /* no workspace: the call's own */
    CASE_OWN,      /* a fresh workspace with counted memory */
    CASE_REUSED,   /* one workspace a thread count, used by every such case of the program: any type, any size */
    CASE_RESERVED, /* a fresh workspace with counted memory, reserved: the sort must not allocate */
    CASE_REVERSED, /* counted memory; tasks run one after another, the last one first */
    CASE_MIXED,    /* counted memory; tasks run one after another in a mixed order */
    CASE_AT_ONCE,  /* counted memory; tasks run on threads of the test's own */
    CASE_WORKSPACES
} case_workspace;

typedef struct sort_case {
    const char *row; /* the row or group that the case belongs to: the first word of its name */
    sweep_operation operation;
    sweep_type type;
    size_t n;
    size_t value_size;     /* SORT_PAIRS: of a value; ARGSORT and SORTPERM: of an index, 4 or 8; else unused */
    sweep_options options; /* its workspace is set by case_run */
    case_workspace workspace;
    size_t reserve_more;                         /* CASE_RESERVED: keys reserved beyond n */
    unsigned keys_misaligned, values_misaligned; /* bytes, below 64 */
    bool in_place;                               /* SORT_COPY: out is in (false for every other operation) */
} sort_case;

/* Every engine, and their names by value. */
enum { CASE_ENGINES = 5 };
extern const sweep_engine case_engines[CASE_ENGINES];
extern const char *const case_engine_names[CASE_ENGINES];

/* Whether the engine has digits of so many bits (0: its own choice). */
bool case_engine_has(sweep_engine engine, unsigned digit_bits);

/* An operation on one type with the default options, index size 8 and value size 8. */
sort_case case_default(const char *row, sweep_operation operation, sweep_type type, size_t n);

/* The bytes of a value or index as the operation has it; 0: none. */
size_t case_value_size(const sort_case *tried);

/* Tries it on these keys (n of them, any alignment; only read). True if all held. */
bool case_run(const sort_case *tried, const void *keys);

/* The bare call: keys and out as the operation has them (SORT: out unused; SORT_PAIRS: values; ARGSORT, SORTPERM:
   indices; SORT_COPY: the output). */
sweep_status case_call(const sort_case *tried, void *keys, void *out);

size_t case_count(void); /* cases run so far */

/* Destroys what cases kept. */
void case_finish(void);

#endif
