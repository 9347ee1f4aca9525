/*
 * Work that threads share: arrays cut in parts that are looked at, counted and written apart, and pieces that all
 * threads sweep together. What differs only between parts, what stands in a later part alone, more parts than there is
 * room for, and buckets around every size at which sharing begins.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "case.h"
#include "check.h"
#include "patterns.h"
#include "random.h"

/* BRIEF: sanitizers are slow, and find what they look for in fewer cases. */
enum { MOST = 270000, BRIEF = TEST_UNDER_TSAN || TEST_UNDER_ASAN };

static unsigned char keys[16 * MOST];
static const unsigned threads[] = {1, 2, 3, 8};

/* Key i is the one at this place in the type's order. */
static void put(size_t i, sweep_type type, reference_bits ordinal)
{
    unsigned size = reference_type_of(type)->bytes;
    pattern_key_at(keys + i * size, type, ordinal & ~(reference_bits)0 >> (128 - 8 * size));
}

static sort_case shared(const char *row, sweep_operation operation, sweep_type type, size_t n, unsigned thread_count)
{
    sort_case tried = case_default(row, operation, type, n);
    tried.options.engine = SWEEP_HYBRID;
    tried.options.threads = thread_count;
    tried.workspace = thread_count <= 8 ? CASE_REUSED : CASE_MIXED; /* many threads need not be real ones */
    return tried;
}

/* ---- differences ---- */

/* The parts differ in one bit, which a narrow key and a wide one has; within a part all keys are alike, or differ in
   lower bits alone. */
static void test_parts_that_differ(void)
{
    static const sweep_type types[] = {SWEEP_U32, SWEEP_I64, SWEEP_F32, SWEEP_F64, SWEEP_U128};
    static const unsigned bits[] = {0, 7, 16, 30};
    const size_t n = 100003;
    size_t turn = 0;
    for (size_t t = 0; t < COUNT(types); t++)
        for (size_t c = 0; c < COUNT(threads); c++)
            for (size_t b = 0; b < COUNT(bits); b++, turn++) {
                if (!check_long && turn % (BRIEF ? 5 : 2) != 0 && (BRIEF || bits[b] != 7))
                    continue;
                size_t cuts = threads[c] == 1 ? 2 : threads[c];
                reference_bits base = (reference_bits)3 << (8 * reference_type_of(types[t])->bytes - 3);
                random_stream stream = {check_seed + turn};
                for (size_t i = 0; i < n; i++) { /* the bit is set in the first part and in each second one after it */
                    reference_bits bit = (reference_bits)(i * cuts / n % 2 == 0) << bits[b];
                    put(i, types[t], base + bit + (bits[b] >= 7 && b != 3 - c % 2 ? random_below(&stream, 32) : 0));
                }
                sort_case tried =
                    shared("parts that differ", turn % 3 == 0 ? SWEEP_OPERATION_SORT_COPY : SWEEP_OPERATION_SORT,
                           types[t], n, threads[c]);
                case_run(&tried, keys);
                tried.operation = SWEEP_OPERATION_ARGSORT;
                if (check_long || turn % 5 == 0)
                    case_run(&tried, keys);
            }
}

/* Blocks of one value, none like its neighbours: whatever is looked at at a time must be compared with the rest. */
static void test_blocks_that_differ(void)
{
    static const sweep_type types[] = {SWEEP_U32, SWEEP_U64, SWEEP_U128};
    static const size_t blocks[] = {1024, 2048, 4096, 16384, 32768, 65536};
    const size_t n = 262144;
    for (size_t t = 0; t < COUNT(types); t++)
        for (size_t b = t % 2; b < COUNT(blocks); b += check_long ? 1 : 2) {
            for (size_t i = 0; i < n; i++) {
                random_stream drawn = {i / blocks[b] * 7919};
                reference_bits high = random_next(&drawn);
                put(i, types[t], high << 64 | random_next(&drawn));
            }
            sort_case tried = shared("blocks that differ", SWEEP_OPERATION_SORT, types[t], n, threads[b % 3]);
            case_run(&tried, keys);
        }
}

/* ---- specials ---- */

/* Numbers of a narrow range and of a wide one, and one -0 or NaN in each place where a part begins or ends. Zeros and
   NaNs keep their bits, and those of one value their order. */
static void test_specials(void)
{
    static const sweep_type types[] = {SWEEP_F32, SWEEP_F64, SWEEP_F16, SWEEP_BF16};
    const size_t n = 100003;
    size_t turn = 0;
    for (size_t t = 0; t < COUNT(types); t++)
        for (int narrow = 0; narrow < 2; narrow++)
            for (int nan = 0; nan < 2; nan++)
                for (size_t place = 0; place < 6; place++, turn++) {
                    if (!check_long && turn % (BRIEF ? 7 : 3) != 0 && (BRIEF || types[t] != SWEEP_F32))
                        continue;
                    unsigned width = 8 * reference_type_of(types[t])->bytes;
                    reference_bits half = (reference_bits)1 << (width - 1);
                    unsigned thread_count = threads[1 + turn % 3];
                    const size_t at[] = {0, n / thread_count + 1, n - n / thread_count, n / 2, n - 1, n - 2};
                    random_stream stream = {check_seed + turn};
                    for (size_t i = 0; i < n; i++)
                        put(i, types[t],
                            narrow ? half + random_below(&stream, 200)
                                   : half / 4 + random_next(&stream) % (reference_bits)(half / 2));
                    put(n / 3, types[t], half); /* +0, with which -0 ties */
                    put(at[place], types[t], nan ? half * 2 - 5 : half - 1);
                    sort_case tried = shared(nan ? "one NaN" : "one -0",
                                             turn % 4 == 3 ? SWEEP_OPERATION_SORTPERM : SWEEP_OPERATION_SORT, types[t],
                                             n, thread_count);
                    tried.options.float_order = turn % 2 == 0 ? SWEEP_NAN_LAST : SWEEP_NAN_FIRST;
                    tried.options.order = turn % 5 < 3 ? SWEEP_ASCENDING : SWEEP_DESCENDING;
                    case_run(&tried, keys);
                    tried.options.threads = 1;
                    if (turn % 2 == 0)
                        case_run(&tried, keys);
                }
}

/* ---- how many parts ---- */

/* Narrow ranges of every width: the tables of the parts have room for many, for few, for one. And one key that no
   sample meets, which makes the range wider by a bit, by two, or wide. */
static void test_clamped_parts(void)
{
    static const unsigned many[] = {2, 3, 8, 63, 64, 65, 200, 1000};
    static const sweep_type types[] = {SWEEP_U32, SWEEP_I64, SWEEP_F32};
    for (unsigned bits = 1; bits <= 18; bits++)
        for (size_t c = 0; c < COUNT(many); c++) {
            if (!check_long && (bits + c) % (BRIEF ? 13 : 5) != 0)
                continue;
            size_t n = bits < 16 ? 70001 : bits < 17 ? 110001 : 205001;
            sweep_type type = types[(bits + c / 3) % COUNT(types)];
            const reference_bits outliers[] = {0, (reference_bits)1 << bits, (reference_bits)2 << bits,
                                               (reference_bits)1 << 28};
            random_stream stream = {check_seed + bits};
            for (size_t i = 0; i < n; i++)
                put(i, type, ((reference_bits)21 << 20) + random_below(&stream, (size_t)1 << bits));
            sort_case tried = shared("clamped parts", SWEEP_OPERATION_SORT, type, n, many[c]);
            case_run(&tried, keys);
            put(n - 7, type, ((reference_bits)21 << 20) + outliers[(bits / 3 + c) % COUNT(outliers)]);
            case_run(&tried, keys);
            tried.options.threads = 1;
            if (check_long || bits == 17)
                case_run(&tried, keys);
        }
}

/* Tables so large that LSD takes fewer chunks than threads, and so many threads that HYBRID does. */
static void test_clamped_chunks(void)
{
    static const sweep_type types[] = {SWEEP_U128, SWEEP_I64};
    pattern_fill(keys, 20011, SWEEP_U128, PATTERN_UNIFORM, check_seed);
    sort_case tried = shared("clamped chunks", SWEEP_OPERATION_SORTPERM, SWEEP_U128, 20011, 17);
    tried.options.engine = SWEEP_LSD;
    tried.options.digit_bits = 16;
    case_run(&tried, keys);
    for (size_t t = 0; t < COUNT(types); t++) {
        static const unsigned many[] = {255, 256, 257, 300};
        for (size_t c = t; c < COUNT(many); c += BRIEF && !check_long ? 2 : 1) {
            pattern_fill(keys, 70001, types[t], PATTERN_UNIFORM, check_seed);
            tried = shared("clamped chunks", SWEEP_OPERATION_SORT, types[t], 70001, many[c]);
            case_run(&tried, keys);
        }
    }
}

/* ---- the size from which on a bucket is shared ---- */

/* A bucket of each size around those at which one thread's share ends, inside the whole and inside another such bucket;
   the others hold the rest. */
static void test_shared_buckets(void)
{
    static const sweep_type types[] = {SWEEP_U32, SWEEP_U64, SWEEP_I128};
    size_t turn = 0;
    for (size_t c = 1; c < COUNT(threads); c++) {
        const size_t n = 200003, share = n / threads[c];
        const size_t sizes[] = {65535, 65536, 65537, share, share + 1, share + 2};
        for (size_t s = 0; s < COUNT(sizes); s++)
            for (int nested = 0; nested < 2; nested++, turn++) {
                if (sizes[s] < 60000 || (!check_long && turn % (BRIEF ? 5 : 2) != 0 &&
                                         (BRIEF || (sizes[s] != 65536 && sizes[s] != share + 1))))
                    continue;
                sweep_type type = types[turn % COUNT(types)];
                unsigned width = 8 * reference_type_of(type)->bytes;
                random_stream stream = {check_seed + turn};
                /* keys of the bucket begin with 0x70 and, nested, with 0x7050 below that; the others with anything
                   else: nested, with 0x70 too */
                for (size_t i = 0; i < n; i++) {
                    reference_bits low =
                        ((reference_bits)random_next(&stream) << 64 | random_next(&stream)) >> (128 - width) >> 16;
                    bool inside = i * 31 % n < sizes[s];
                    reference_bits high = inside                   ? 0x7050
                                          : nested && i % 50 != 49 ? 0x7000 + random_below(&stream, 0x50)
                                                                   : random_below(&stream, 0x7000);
                    put(i, type, high << (width - 16) | low);
                }
                sort_case tried =
                    shared("shared bucket", turn % 3 == 1 ? SWEEP_OPERATION_SORT_PAIRS : SWEEP_OPERATION_SORT, type, n,
                           threads[c]);
                tried.options.digit_bits = turn % 4 < 2 ? 8 : 0;
                tried.value_size = reference_type_of(type)->bytes;
                case_run(&tried, keys);
                tried.operation = SWEEP_OPERATION_SORT_PAIRS; /* packed where they can be, and where the size allows */
                if (sizes[s] == 65536 || check_long)
                    case_run(&tried, keys);
            }
    }
}

/* The first bucket of all is the large one, and the others are so small that pairs could be packed. */
static void test_first_bucket(void)
{
    static const sweep_type types[] = {SWEEP_U32, SWEEP_F32, SWEEP_U64};
    for (size_t t = 0; t < COUNT(types); t++)
        for (size_t c = 1; c < COUNT(threads); c++) {
            unsigned width = 8 * reference_type_of(types[t])->bytes;
            random_stream stream = {check_seed + t};
            for (size_t i = 0; i < 150001; i++)
                put(i, types[t],
                    (reference_bits)(i % 2 == 0 ? 0x10 : 0x400 + random_below(&stream, 0xf000)) << (width - 16) |
                        random_next(&stream) % ((reference_bits)1 << (width - 16)));
            sort_case tried = shared("first bucket", SWEEP_OPERATION_SORT_PAIRS, types[t], 150001, threads[c]);
            tried.options.float_order = SWEEP_TOTAL_ORDER;
            tried.value_size = width / 8;
            case_run(&tried, keys);
        }
}

int main(int argc, char **argv)
{
    check_start("test_parts", argc, argv);
    test_parts_that_differ();
    test_blocks_that_differ();
    test_specials();
    test_clamped_parts();
    test_clamped_chunks();
    test_shared_buckets();
    test_first_bucket();
    case_finish();
    printf("%zu sorts compared with the reference\n", case_count());
    return check_finish();
}
