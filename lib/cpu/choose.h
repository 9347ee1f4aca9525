/*
 * The seam between choosing and doing.
 *
 * sweep_choose says how a bucket is sorted: by the candidate of least predicted cost. It reads no key, only what is
 * known of them; the engine (msd.c) executes the step and chooses nothing; the plan asks the same function about the
 * buckets that keys of full entropy would give. What differs by processor is numbers in sweep_costs, never code.
 *
 * A candidate is added in five lines: a name in enum sweep_candidate and in the table of names (costs.c); a function in
 * choose.c that says what it would cost, such as
 *
 *     static void offer_merge(const struct question *q, struct sweep_step *best)
 *     {
 *         if (q->sample != NULL && q->sample->runs <= q->costs->merge_most)
 *             offer(q, best, (struct sweep_step){.candidate = SWEEP_STEP_MERGE, .cost = q->n * q->costs->merge_ns});
 *     }
 *
 * its call in sweep_choose; its row in the costs; and its case in msd.c, which does it.
 */
#ifndef SWEEP_CPU_CHOOSE_H
#define SWEEP_CPU_CHOOSE_H

#include "../plan.h"
#include "sample.h"

/* MOST_BITS: of a digit. WIDER: bits that a digit may have beyond those that suffice for evenly spread keys. */
enum { SWEEP_MOST_BITS = 12, SWEEP_WIDER_BITS = 5, SWEEP_HEAVY_NESTED = 8 };

enum sweep_candidate {
    SWEEP_STEP_BASE_CASE,   /* sorted at once */
    SWEEP_STEP_COUNT_WRITE, /* how often each word occurs is counted, and the keys are written anew */
    SWEEP_STEP_HEAVY,       /* heavy hitters are counted, the others sorted, the hitters written between them */
    SWEEP_STEP_DIGIT,       /* partitioned by a digit: count, scan, scatter */
    SWEEP_STEP_IN_PLACE,    /* partitioned by a digit, by swaps, without scratch */
    /* not steps of their own, but what they may use, with names to be forbidden by */
    SWEEP_USE_TWO_DIGITS,   /* two digits counted in one read */
    SWEEP_USE_PACKING,      /* pairs packed into one word */
    SWEEP_USE_LOCAL_BUFFER, /* small buckets swept into a buffer that stays in the second-level cache */
    SWEEP_USE_RUNS,         /* scatters for neighbours that share their bucket */
    SWEEP_USE_SAMPLES_BELOW /* samples below the first partition */
};

/* What is known of a bucket before its keys are read. */
struct sweep_bucket {
    size_t n;
    unsigned begin, end;  /* its keys may differ in the bits [begin, end) of their ordered words */
    uint8_t key_size;     /* bytes */
    uint8_t value_size;   /* bytes that move along with a key; 0: none */
    uint8_t level;        /* partitions above it */
    uint8_t digit_bits;   /* what the caller asked for; 0: nothing */
    uint8_t counted_bits; /* its highest digit was counted together with the one above; 0: it was not */
    uint8_t heavy_above;  /* times that heavy hitters were taken out above it */
    bool rest;            /* it is what was left when heavy hitters were taken out */
    bool whole;           /* the window is the whole key */
    bool identical_ties;  /* known: equal keys have equal bits */
    bool looked;          /* all keys were looked at: they differ in bit end - 1, and identical_ties is exact */
    bool scratch;         /* there is scratch memory for a partition */
    unsigned threads;     /* that work on it together */
    size_t count_room;    /* counts that there is scratch for, beside the tables of digits */
};

struct sweep_step {
    enum sweep_candidate candidate;
    double cost; /* predicted, in ns */
    sweep_digit digit;
    uint8_t together; /* DIGIT: bits of this digit and the next, counted in one read; 0: it is counted alone */
    uint8_t heavy;    /* HEAVY: how many hitters the sample shows: words[0 .. heavy), the bits below digit.place, from
                         which up they are as in the first key */
    bool pack;        /* DIGIT: keys and values become one word, if the largest bucket fits where these can go */
    bool runs;        /* DIGIT: neighbours mostly share their bucket */
    uint64_t words[SWEEP_HEAVY_MOST];
};

/* Base cases of one kind: the mean that digits lead to is the best one on an average; [0] 32-bit words, [1] 64-bit. */
struct sweep_base_costs {
    size_t mean[2];
    double ns; /* a record */
};

/* Costs of one processor family. Times in ns a record. */
struct sweep_costs {
    const char *processor; /* where they were measured */
    const struct sweep_tier *tier;
    struct sweep_base_costs words, pairs;
    double read, count, scatter, write, swap; /* one pass over a record */
    double heavy;                             /* a record, for each four heavy hitters */
    double bucket;                            /* a bucket of a digit, whatever is in it */
    size_t piece_bytes;           /* buckets of a first partition fit this, so that the second happens in cache */
    size_t local_bytes;           /* a thread's buffer in the second-level cache; 0: there is none */
    unsigned fewer_bits;          /* rather large base cases of 32-bit words than more buckets than this */
    unsigned two_least, two_most; /* digits of so many bits in all are counted in one read, where the keys do not fit a
                                     cache of one's own */
    unsigned count_most_bits;     /* keys that differ in so few bits are counted and written, with 1.5 keys a word */
    size_t sample_from[2];        /* keys from which on a bucket is sampled: [0] the input, [1] below it */
    size_t pack_from;             /* pairs from which on they are packed */
    unsigned forbidden;           /* bits 1 << enum sweep_candidate */
};

/* The costs for this machine: the table of its processor family. In test builds SWEEP_TEST_FORBID names candidates that
   are not to be taken, such as "heavy,count_write". */
const struct sweep_costs *sweep_costs_choose(void);

/* The step of least cost for a bucket of more than sweep_base_most keys. sample: what 64 of its keys say, NULL: that it
   has full entropy. Pure. */
struct sweep_step sweep_choose(const struct sweep_bucket *bucket, const struct sweep_sample *sample,
                               const struct sweep_costs *costs);

/* Bucket sizes up to this are base cases, whatever the keys are. */
size_t sweep_base_most(const struct sweep_bucket *bucket, const struct sweep_costs *costs);

/* Whether a base case ranks whole keys as words: ties are bit-identical and nothing moves along. */
static inline bool sweep_bucket_is_words(const struct sweep_bucket *b)
{
    return b->identical_ties && b->whole && b->value_size == 0 && b->key_size <= 8;
}

/* The whole input of a sort. */
struct sweep_bucket sweep_input_bucket(const struct sweep_blueprint *blueprint);

/* A bucket of n keys that a step leaves, where keys are as the step expects. */
struct sweep_bucket sweep_bucket_below(const struct sweep_bucket *bucket, const struct sweep_step *step, size_t n);

/* Counts of one thread's tables: the digits of nested partitions consume the key's bits. mean: pairs.mean[1]. */
size_t sweep_table_entries(size_t n, size_t key_size, size_t record, unsigned digit_bits,
                           const struct sweep_costs *costs);

#endif
