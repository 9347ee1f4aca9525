/*
 * A sort, digit by digit: what `explain` works out (explain_work.c) and shows (explain_text.c, explain_json.c,
 * explain_svg.c).
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef SWEEPSORT_PROGRAMS_EXPLAIN_H
#define SWEEPSORT_PROGRAMS_EXPLAIN_H

#include <stdbool.h>
#include <stdio.h>

#include "transform.h"

/* Up to so many keys, every key is shown; above, histograms alone. */
#define EXPLAIN_EVERY_KEY 64

/* One key in one sweep: it stands where it is in the array of moves, and goes to `to` = offset + rank. */
struct explain_move {
    size_t key; /* which key of the input */
    unsigned digit;
    size_t rank; /* how many keys of the same digit stand before it */
    size_t to;
};

struct explain_sweep {
    unsigned place, bits;     /* the digit [place, place + bits) of the transformed key */
    size_t buckets;           /* 2^bits */
    size_t filled;            /* how many buckets are not empty */
    size_t *counts, *offsets; /* the histogram and its exclusive scan */
    bool skipped;             /* every key has the same digit, `shared` */
    unsigned shared;
    struct explain_move *moves; /* n of them, in the order before the sweep; NULL above EXPLAIN_EVERY_KEY keys */
};

struct explanation {
    sweep_type type;
    sweep_order order;
    sweep_float_order float_order;
    unsigned begin_bit, end_bit; /* the window: end_bit is never 0 */
    size_t n;
    const char *keys;   /* as they were read */
    sweep_plan plan;    /* what the library would do with as many keys */
    wide_key differing; /* the bits of the transformed keys in which some two keys differ */
    unsigned sweep_count;
    struct explain_sweep *sweeps;
    size_t *sorted; /* which key of the input comes first, second ...; NULL above EXPLAIN_EVERY_KEY keys */
};

/* The key at `index` of the input: as text, and transformed. */
#define EXPLAIN_KEY_TEXT 64
const char *explain_key_text(const struct explanation *explanation, size_t index, char text[EXPLAIN_KEY_TEXT]);
wide_key explain_key(const struct explanation *explanation, size_t index);

/* Whether transformed keys differ from the keys' own bits: all but unsigned keys in ascending order. */
bool explain_is_transformed(const struct explanation *explanation);

/* A transformed key in hexadecimal, at the key's full width. */
const char *explain_hex(wide_key bits, sweep_type type, char text[EXPLAIN_KEY_TEXT]);

/* Works out one sweep a digit, least significant first. Type, orders, keys and plan are there already. Dies if memory
   is short. */
void explain_work(struct explanation *explanation, const sweep_digit *digits, unsigned digit_count);
void explain_release(struct explanation *explanation);

/* Whether every key has the same digit. */
bool explain_is_shared(const struct explanation *explanation, sweep_digit digit);

/* Print it; `only` is one sweep, counted from 1, or 0 for all. An SVG picture shows one sweep. */
void explain_print_text(FILE *out, const struct explanation *explanation, unsigned only);
void explain_print_json(FILE *out, const struct explanation *explanation, unsigned only);
void explain_print_svg(FILE *out, const struct explanation *explanation, unsigned only);

/* The counts and exclusive offsets of floor(key / place) % radix over the transformed keys. */
void explain_print_radix(FILE *out, const struct explanation *explanation, unsigned radix, wide_key place, bool json);

/* The plan that a device made for these keys: sorts a copy of them there. Dies where that fails. */
void explain_print_device(FILE *out, const struct explanation *explanation, const char *name, sweep_engine engine,
                          unsigned digit_bits, bool json);

#endif
