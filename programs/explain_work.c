/*
 * A sort worked out digit by digit, in the plainest way: count, exclusive scan, rank, move.
 *
 * In: an explanation with its keys. Out: its sweeps. The library takes no part. Used by explain.c.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include <stdlib.h>
#include <string.h>

#include "errors.h"
#include "explain.h"

static void *allocate(size_t count, size_t size)
{
    void *memory = calloc(count + 1, size);
    if (memory == NULL) {
        die("not enough memory");
    }
    return memory;
}

wide_key explain_key(const struct explanation *explanation, size_t index)
{
    wide_key bits = key_load(explanation->keys + index * type_size(explanation->type), explanation->type);
    return key_transform(bits, explanation->type, explanation->order, explanation->float_order);
}

bool explain_is_transformed(const struct explanation *explanation)
{
    return type_is_signed(explanation->type) || type_is_float(explanation->type) ||
           explanation->order == SWEEP_DESCENDING;
}

const char *explain_hex(wide_key bits, sweep_type type, char text[EXPLAIN_KEY_TEXT])
{
    int digits = 2 * (int)type_size(type);
    for (int i = 0; i < digits; i++) {
        text[i] = "0123456789abcdef"[wide_low(wide_right(bits, 4 * (unsigned)(digits - 1 - i))) & 15];
    }
    text[digits] = '\0';
    return text;
}

static unsigned digit_of(wide_key key, unsigned place, unsigned bits)
{
    return (unsigned)wide_low(wide_right(key, place)) & ((1u << bits) - 1);
}

bool explain_is_shared(const struct explanation *explanation, sweep_digit digit)
{
    return digit_of(explanation->differing, digit.place, digit.bits) == 0;
}

static void find_differing(struct explanation *explanation)
{
    wide_key differing = wide_of(0, 0);
    for (size_t i = 1; i < explanation->n; i++) {
        differing = wide_or(differing, wide_xor(explain_key(explanation, i), explain_key(explanation, 0)));
    }
    explanation->differing = differing;
}

/* The histogram does not depend on the order of the keys: it needs no earlier sweep. */
static void count_and_scan(const struct explanation *explanation, struct explain_sweep *sweep)
{
    for (size_t i = 0; i < explanation->n; i++) {
        sweep->counts[digit_of(explain_key(explanation, i), sweep->place, sweep->bits)]++;
    }
    size_t before = 0;
    for (size_t digit = 0; digit < sweep->buckets; digit++) {
        sweep->offsets[digit] = before;
        before += sweep->counts[digit];
        sweep->filled += sweep->counts[digit] > 0;
    }
}

/* Where each key of `order` goes, and the order afterwards. */
static void move_keys(const struct explanation *explanation, struct explain_sweep *sweep, size_t *order)
{
    size_t n = explanation->n;
    size_t *ranks = allocate(sweep->buckets, sizeof *ranks);
    sweep->moves = allocate(n, sizeof *sweep->moves);
    for (size_t i = 0; i < n; i++) {
        struct explain_move *move = &sweep->moves[i];
        move->key = order[i];
        move->digit = digit_of(explain_key(explanation, order[i]), sweep->place, sweep->bits);
        move->rank = ranks[move->digit]++;
        move->to = sweep->offsets[move->digit] + move->rank;
    }
    for (size_t i = 0; i < n; i++) {
        order[sweep->moves[i].to] = sweep->moves[i].key;
    }
    free(ranks);
}

void explain_work(struct explanation *explanation, const sweep_digit *digits, unsigned digit_count)
{
    find_differing(explanation);
    explanation->sweep_count = digit_count;
    explanation->sweeps = allocate(digit_count, sizeof *explanation->sweeps);
    bool every_key = explanation->n <= EXPLAIN_EVERY_KEY;
    explanation->sorted = every_key ? allocate(explanation->n, sizeof *explanation->sorted) : NULL;
    for (size_t i = 0; every_key && i < explanation->n; i++) {
        explanation->sorted[i] = i;
    }
    for (unsigned i = 0; i < digit_count; i++) {
        struct explain_sweep *sweep = &explanation->sweeps[i];
        sweep->place = digits[i].place;
        sweep->bits = digits[i].bits;
        sweep->buckets = (size_t)1 << sweep->bits;
        sweep->counts = allocate(sweep->buckets, sizeof *sweep->counts);
        sweep->offsets = allocate(sweep->buckets, sizeof *sweep->offsets);
        sweep->skipped = explain_is_shared(explanation, digits[i]);
        sweep->shared = explanation->n > 0 ? digit_of(explain_key(explanation, 0), sweep->place, sweep->bits) : 0;
        count_and_scan(explanation, sweep);
        if (every_key) {
            move_keys(explanation, sweep, explanation->sorted);
        }
    }
}

void explain_release(struct explanation *explanation)
{
    for (unsigned i = 0; i < explanation->sweep_count; i++) {
        free(explanation->sweeps[i].counts);
        free(explanation->sweeps[i].offsets);
        free(explanation->sweeps[i].moves);
    }
    free(explanation->sweeps);
    free(explanation->sorted);
}
