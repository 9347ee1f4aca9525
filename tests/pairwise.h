/*
 * All-pairs matrices: rows that choose one level of every factor so that each two levels of two factors meet in some
 * row, unless they must not. Greedy: a row starts from a pair not met yet and takes, factor by factor, the level that
 * meets most others. For any test.
 */
#ifndef TESTS_PAIRWISE_H
#define TESTS_PAIRWISE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "random.h"

enum { PAIRWISE_FACTORS = 20, PAIRWISE_LEVELS = 48, PAIRWISE_TRIES = 20 };

typedef struct pairwise {
    size_t factors;
    const unsigned *levels;                                      /* of each factor, at most PAIRWISE_LEVELS */
    bool (*allowed)(size_t f, unsigned a, size_t g, unsigned b); /* f < g; NULL: everything is */
    unsigned char met[PAIRWISE_FACTORS][PAIRWISE_LEVELS][PAIRWISE_FACTORS][PAIRWISE_LEVELS];
    random_stream stream;
    size_t lost; /* allowed pairs that no row could hold, because of a third factor */
} pairwise;

static inline bool pairwise_allowed(const pairwise *matrix, size_t f, unsigned a, size_t g, unsigned b)
{
    return matrix->allowed == NULL || (f < g ? matrix->allowed(f, a, g, b) : matrix->allowed(g, b, f, a));
}

/* How many new pairs level `a` of factor `f` meets with the factors chosen so far (row[g] < 0: not chosen); -1 where a
   chosen one forbids it. */
static inline int pairwise_gain(const pairwise *matrix, const int *row, size_t f, unsigned a)
{
    int gain = 0;
    for (size_t g = 0; g < matrix->factors; g++) {
        if (g == f || row[g] < 0)
            continue;
        if (!pairwise_allowed(matrix, f, a, g, (unsigned)row[g]))
            return -1;
        gain += !matrix->met[f][a][g][row[g]];
    }
    return gain;
}

/* Chooses the level of one factor: of those that gain most, one at random. False where every level is forbidden. */
static inline bool pairwise_choose(pairwise *matrix, int *row, size_t f)
{
    int best = -1;
    size_t ties = 0;
    for (unsigned a = 0; a < matrix->levels[f]; a++) {
        int gain = pairwise_gain(matrix, row, f, a);
        if (gain < 0 || gain < best)
            continue;
        ties = gain > best ? 1 : ties + 1;
        best = gain;
        if (random_below(&matrix->stream, ties) == 0)
            row[f] = (int)a;
    }
    return best >= 0;
}

/* Completes a row from one pair; false where the factors' prohibitions leave no level. */
static inline bool pairwise_complete(pairwise *matrix, int *row, size_t f, unsigned a, size_t g, unsigned b)
{
    size_t start = random_below(&matrix->stream, matrix->factors);
    for (size_t i = 0; i < matrix->factors; i++)
        row[i] = -1;
    row[f] = (int)a;
    row[g] = (int)b;
    for (size_t i = 0; i < matrix->factors; i++) {
        size_t next = (start + i) % matrix->factors;
        if (row[next] < 0 && !pairwise_choose(matrix, row, next))
            return false;
    }
    return true;
}

/* The next pair not met, from (*f, *g) on; false when there is none. */
static inline bool pairwise_missing(const pairwise *matrix, size_t *f, unsigned *a, size_t *g, unsigned *b)
{
    for (*f = 0; *f < matrix->factors; ++*f)
        for (*a = 0; *a < matrix->levels[*f]; ++*a)
            for (*g = *f + 1; *g < matrix->factors; ++*g)
                for (*b = 0; *b < matrix->levels[*g]; ++*b)
                    if (!matrix->met[*f][*a][*g][*b] && pairwise_allowed(matrix, *f, *a, *g, *b))
                        return true;
    return false;
}

/* Makes the next row: row[f] is the level of factor f. False when every allowed pair has been met. Start with a
   pairwise that is zero but for factors, levels, allowed and stream. */
static inline bool pairwise_next(pairwise *matrix, unsigned *row)
{
    size_t f, g;
    unsigned a, b;
    while (pairwise_missing(matrix, &f, &a, &g, &b)) {
        int chosen[PAIRWISE_FACTORS];
        bool complete = false;
        for (int tries = 0; tries < PAIRWISE_TRIES && !complete; tries++)
            complete = pairwise_complete(matrix, chosen, f, a, g, b);
        matrix->met[f][a][g][b] = matrix->met[g][b][f][a] = 1;
        if (!complete) {
            matrix->lost++;
            continue;
        }
        for (size_t i = 0; i < matrix->factors; i++) {
            row[i] = (unsigned)chosen[i];
            for (size_t j = 0; j < matrix->factors; j++)
                matrix->met[i][chosen[i]][j][chosen[j]] = 1;
        }
        return true;
    }
    return false;
}

#endif
