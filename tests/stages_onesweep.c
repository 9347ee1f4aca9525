/*
 * The OneSweep engine's published counts and its look-back: a count of 0 is a count, partial counts add up to the first
 * inclusive one, a tile that has not published is waited for, a partial count may become inclusive at any moment.
 * Includes the engine to reach its insides.
 */
#include "cpu/onesweep.c"

#include <pthread.h>

#include "stages.h"

enum { TILES = 40, RADIX = 4 };

static void start(struct onesweep *o, struct sweep_blueprint *b, _Atomic uint64_t *states)
{
    *b = (struct sweep_blueprint){.radix = RADIX, .tile_count = TILES};
    *o = (struct onesweep){.b = b, .states = states};
    for (size_t i = 0; i < TILES * RADIX; i++)
        atomic_store(&states[i], 0);
}

/* Counts of each tile, published partial or inclusive in a random way; every look-back finds the sum of those before.
 */
static void test_sums(void)
{
    static _Atomic uint64_t states[TILES * RADIX];
    struct sweep_blueprint b;
    struct onesweep o;
    random_stream stream = {check_seed};
    for (unsigned round = 0; round < 200; round++) {
        size_t sums[RADIX] = {0};
        size_t most = round % 4 == 0 ? 1 : round % 4 == 1 ? 2 : (size_t)1 << (10 * (round % 6));
        check_case("look-back: round %u, counts below %zu", round, most);
        start(&o, &b, states);
        for (size_t tile = 0; tile < TILES; tile++)
            for (unsigned d = 0; d < RADIX; d++) {
                size_t count = random_below(&stream, most); /* often 0 */
                size_t found = look_back(&o, tile, d);
                CHECK_TEXT(found == sums[d], "tile %zu, bucket %u: %zu found, %zu expected", tile, d, found, sums[d]);
                sums[d] += count;
                if (tile == 0 || random_below(&stream, 3) == 0)
                    publish(&o, tile, d, sums[d], INCLUSIVE);
                else
                    publish(&o, tile, d, count, PARTIAL);
            }
    }
}

typedef struct publisher {
    struct onesweep *o;
    random_stream stream;
} publisher;

/* Publishes every tile's count of 1, partial first, inclusive later or never; the last tiles first. */
static void *publish_slowly(void *argument)
{
    publisher *me = argument;
    for (size_t tile = TILES; tile-- > 1;) {
        for (unsigned i = 0; i < random_below(&me->stream, 300); i++)
            sched_yield();
        publish(me->o, tile, 1, 1, PARTIAL);
        if (random_below(&me->stream, 2) == 0)
            publish(me->o, tile, 1, tile + 1, INCLUSIVE);
    }
    publish(me->o, 0, 1, 1, INCLUSIVE);
    return NULL;
}

static void test_waiting(void)
{
    static _Atomic uint64_t states[TILES * RADIX];
    struct sweep_blueprint b;
    struct onesweep o;
    for (unsigned round = 0; round < 20; round++) {
        publisher other = {&o, {check_seed + round}};
        pthread_t thread;
        check_case("look-back while others publish: round %u", round);
        start(&o, &b, states);
        CHECK(pthread_create(&thread, NULL, publish_slowly, &other) == 0);
        for (size_t tile = TILES; tile > 0; tile -= 3 < tile ? 3 : tile) {
            size_t found = look_back(&o, tile, 1);
            CHECK_TEXT(found == tile, "tile %zu: %zu found", tile, found);
        }
        pthread_join(thread, NULL);
    }
}

void stages_onesweep(void)
{
    test_sums();
    test_waiting();
}
