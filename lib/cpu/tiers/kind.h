/*
 * Every function of one key kind, and their table. The includer (kinds.h) names the kind: KIND (i8 ... f64) and BITS,
 * its width; for floats with rules also PLAIN, the kind without them, which comes before. Undefined again here.
 */
#include "histogram.h"
#include "small.h"
#include "look.h"
#include "base_pairs.h"
#if BITS <= 64 && !defined PLAIN
#include "base_words.h"
#include "count_write.h"
#include "heavy.h"
#endif

#define VALUE_BITS 0
#include "scatter.h"
#define VALUE_BITS 8
#include "scatter.h"
#define VALUE_BITS 16
#include "scatter.h"
#define VALUE_BITS 32
#include "scatter.h"
#define VALUE_BITS 64
#include "scatter.h"
#define VALUE_BITS 128
#include "scatter.h"

static const struct sweep_kernels NAMED(kernels) = {
    .histogram = NAMED(histogram),
    .digits = NAMED(digits),
    .scatter = {PASTE(NAMED(scatter), value_0), PASTE(NAMED(scatter), value_8), PASTE(NAMED(scatter), value_16),
                PASTE(NAMED(scatter), value_32), PASTE(NAMED(scatter), value_64), PASTE(NAMED(scatter), value_128)},
    .swap_to_buckets = NAMED(swap_to_buckets),
    .insertion = NAMED(insertion),
    .order = NAMED(order),
    .first_out_of_order = NAMED(first_out_of_order),
    .first_not_falling = NAMED(first_not_falling),
    .difference = NAMED(difference),
    .fragments = NAMED(fragments),
    .base_pairs = NAMED(base_pairs),
#if BITS <= 64 && !defined PLAIN
    .base_words = NAMED(base_words),
    .count_write = NAMED(count_write),
    .heavy_count = NAMED(heavy_count),
    .heavy_write = NAMED(heavy_write),
#endif
};

#undef KIND
#undef PLAIN
#undef BITS
