/*
 * A call's stack: at most 32 KiB, in a thread that has 64, with every engine and type, base cases of all sizes, keys
 * that lead deep and keys that need no scratch. The thread's stack is painted; what a call has written over is what it
 * took. In builds without optimisation or with sanitizers only that it works with a large stack.
 */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "patterns.h"
#include "random.h"
#include "sweepsort.h"

#if defined __OPTIMIZE__ && !defined __SANITIZE_ADDRESS__ && !defined __SANITIZE_THREAD__
#define MEASURED 1
#else
#define MEASURED 0
#endif

enum { MOST = 70000, STACK = MEASURED ? 64 << 10 : 1 << 20, ALLOWED = 32 << 10, PAINT = 0xa5 };

typedef struct call {
    sweep_type type;
    size_t n, value; /* value: 0 none, 4, 8, 16 values, 1 indices */
    sweep_options options;
    sweep_status status;
} call;

static _Alignas(4096) unsigned char stack[STACK];
static unsigned char keys[MOST * 16], values[MOST * 16];

static void *run(void *argument)
{
    call *c = argument;
    if (c->value == 1)
        c->status = sweep_argsort(keys, values, c->n, c->type, 8, &c->options);
    else if (c->value > 0)
        c->status = sweep_sort_pairs(keys, values, c->n, c->type, c->value, &c->options);
    else if (c->n > 0)
        c->status = sweep_sort(keys, c->n, c->type, &c->options);
    return NULL;
}

/* Bytes of its stack that a thread takes for this call. */
static size_t taken(call *c)
{
    pthread_t thread;
    pthread_attr_t attributes;
    size_t untouched = 0;
    memset(stack, PAINT, sizeof stack);
    pthread_attr_init(&attributes);
    CHECK(pthread_attr_setstack(&attributes, stack, sizeof stack) == 0);
    CHECK(pthread_create(&thread, &attributes, run, c) == 0);
    pthread_join(thread, NULL);
    pthread_attr_destroy(&attributes);
    while (untouched < sizeof stack && stack[untouched] == PAINT)
        untouched++;
    return sizeof stack - untouched;
}

/* Key i of n: anything; or all in one bucket at every level; or few values. */
static void fill(unsigned shape, size_t n, sweep_type type)
{
    unsigned size = reference_type_of(type)->bytes, width = 8 * size;
    random_stream stream = {check_seed + shape};
    for (size_t i = 0; i < n; i++) {
        reference_bits any = (reference_bits)random_next(&stream) << 64 | random_next(&stream);
        reference_bits bits = shape == 0   ? any
                              : shape == 1 ? any >> (128 - width) >> (i % width)
                                           : (any % 5) << (width - 4) | (i % 50 == 0 ? any & 0xffffff : 0);
        pattern_key_at(keys + i * size, type, bits & (~(reference_bits)0 >> (128 - width)));
    }
}

int main(int argc, char **argv)
{
    static const size_t sizes[] = {16, 200, 256, 1000, 1024, 2048, 4096, 9000, MOST}, value_sizes[] = {0, 4, 8, 16, 1};
    static const sweep_engine engines[] = {SWEEP_AUTO, SWEEP_HYBRID, SWEEP_LSD, SWEEP_ONESWEEP, SWEEP_SPLIT};
    size_t turn = 0, most = 0;
    check_start("test_stack", argc, argv);
    call nothing = {.options = sweep_default_options()};
    const size_t thread = taken(&nothing); /* what any thread takes */
    for (size_t t = 0; t < REFERENCE_TYPES; t++)
        for (size_t s = 0; s < COUNT(sizes); s++)
            for (size_t v = 0; v < COUNT(value_sizes); v++)
                for (unsigned shape = 0; shape < 3; shape++, turn++) {
                    call c = {reference_types[t].type, sizes[s], value_sizes[v], sweep_default_options(), SWEEP_OK};
                    c.options.engine = engines[turn % COUNT(engines)];
                    c.options.digit_bits = turn % 7 == 0 ? 1 : turn % 7 == 1 ? 8 : 0;
                    c.options.float_order = (sweep_float_order)(turn % 3);
                    if (c.value == 0 && turn % 4 == 0 && c.options.engine < SWEEP_LSD) {
                        c.options.memory_limit = 1;
                        c.options.float_order = SWEEP_TOTAL_ORDER;
                    }
                    check_case("stack: %s n=%zu value %zu, engine %d, digit %u, shape %u", reference_types[t].name, c.n,
                               c.value, (int)c.options.engine, c.options.digit_bits, shape);
                    fill(shape, c.n, c.type);
                    size_t bytes = taken(&c) - thread;
                    CHECK_STATUS(SWEEP_OK, c.status);
                    if (MEASURED)
                        CHECK_TEXT(bytes <= ALLOWED, "%zu bytes of stack", bytes);
                    most = bytes > most ? bytes : most;
                }
    printf("%zu bytes at most\n", most);
    if (!MEASURED) {
        check_case("measured");
        check_skip("stacks are small in release builds alone");
    }
    return check_finish();
}
