/*
 * Every function of one key kind. The includer names the kind: KIND (i8 ... f64) and BITS (its width), for floats with
 * rules also the PLAIN kind, which is included before; this file includes
 * the concepts under these names and undefines them again.
 */
#define PASTE2(a, b) a##_##b
#define PASTE(a, b) PASTE2(a, b)
#define NAMED(name) PASTE(name, KIND)
#define WORD PASTE(sweep_word, BITS)
#define LOAD PASTE(sweep_load, BITS)
#define STORE PASTE(sweep_store, BITS)
#define DIGIT PASTE(sweep_digit, BITS)
#define WINDOWED PASTE(sweep_windowed, BITS)
#define LESS PASTE(sweep_less, BITS)
#define ORDERED PASTE(sweep_ordered, KIND)

#include "histogram.h"
#include "small.h"
#include "leaf.h"
#include "few.h"

#define VALUED(name) PASTE(NAMED(name), keys)
#include "scatter.h"
#undef VALUED

#define VALUED(name) PASTE(NAMED(name), PASTE(value, VALUE_BITS))
#define VALUE_LOAD PASTE(sweep_load, VALUE_BITS)
#define VALUE_STORE PASTE(sweep_store, VALUE_BITS)
#define VALUE_INDEX PASTE(index, VALUE_BITS)
#define VALUE_BITS 8
#include "scatter.h"
#undef VALUE_BITS
#define VALUE_BITS 16
#include "scatter.h"
#undef VALUE_BITS
#define VALUE_BITS 32
#include "scatter.h"
#undef VALUE_BITS
#define VALUE_BITS 64
#include "scatter.h"
#undef VALUE_BITS
#define VALUE_BITS 128
#include "scatter.h"
#undef VALUE_BITS
#undef VALUED
#undef VALUE_LOAD
#undef VALUE_STORE
#undef VALUE_INDEX

static const struct sweep_kernels NAMED(kernels) = {
    .histogram = NAMED(histogram),
#if BITS <= 64 && !defined PLAIN
    .write_counted = NAMED(write_counted),
#endif
    .digits = NAMED(digits),
    .scatter = {PASTE(NAMED(scatter), keys), PASTE(NAMED(scatter), PASTE(value, 8)),
                PASTE(NAMED(scatter), PASTE(value, 16)), PASTE(NAMED(scatter), PASTE(value, 32)),
                PASTE(NAMED(scatter), PASTE(value, 64)), PASTE(NAMED(scatter), PASTE(value, 128))},
    .swap_to_buckets = NAMED(swap_to_buckets),
    .insertion = NAMED(insertion),
    .order = NAMED(order),
    .first_out_of_order = NAMED(first_out_of_order),
    .first_not_falling = NAMED(first_not_falling),
    .difference = NAMED(difference),
    .fragments = NAMED(fragments),
    .leaf = NAMED(leaf),
#if !defined PLAIN && BITS <= 64
    .few_split = NAMED(few_split),
    .few_merge = NAMED(few_merge),
#endif
};

#undef PASTE2
#undef PASTE
#undef NAMED
#undef WORD
#undef LOAD
#undef STORE
#undef DIGIT
#undef WINDOWED
#undef LESS
#undef ORDERED
#undef KIND
#undef PLAIN
#undef BITS
