/*
 * SWEEP_SORT(keys, n) and the typed functions: every standard type is sorted as what it is. Compiled twice, with plain
 * char signed and unsigned, since the macro must follow it.
 */
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "case.h"
#include "check.h"
#include "patterns.h"

enum { N = 700 };

/* Fills an array of ctype, sorts it with SWEEP_SORT, and compares it with the reference for `expected`. */
#define TRY_GENERIC(ctype, expected)                                                                                   \
    do {                                                                                                               \
        static ctype keys[N];                                                                                          \
        check_case("SWEEP_SORT of %s", #ctype);                                                                        \
        CHECK(SWEEP_TYPE_OF(keys) == (expected));                                                                      \
        CHECK(sizeof(ctype) == reference_type_of(expected)->bytes);                                                    \
        pattern_fill(keys, N, (expected), PATTERN_SPECIALS, check_seed);                                               \
        CHECK_STATUS(SWEEP_OK, SWEEP_SORT(keys, 0));                                                                   \
        void *before = copy_of(keys, sizeof keys);                                                                     \
        CHECK_STATUS(SWEEP_OK, SWEEP_SORT(keys, N));                                                                   \
        compare_sorted(before, keys, (expected));                                                                      \
        free(before);                                                                                                  \
    } while (0)

static void *copy_of(const void *keys, size_t size)
{
    void *copy = malloc(size);
    memcpy(copy, keys, size);
    return copy;
}

static void compare_sorted(const void *before, const void *after, sweep_type type)
{
    size_t order[N];
    unsigned char expected[N * 16];
    reference_sort(before, N, type, NULL, order);
    reference_gather(before, expected, order, N, reference_type_of(type)->bytes);
    CHECK_SAME(expected, after, N, reference_type_of(type)->bytes, "keys");
}

/* The pair of functions of one type: the same as the general ones. */
#define TRY_TYPED(suffix, ctype, type)                                                                                 \
    do {                                                                                                               \
        static ctype keys[2 * N]; /* twice: the 128-bit functions are given pairs of uint64_t */                       \
        static uint64_t indices[N], expected[N];                                                                       \
        check_case("sweep_sort_%s", #suffix);                                                                          \
        pattern_fill(keys, N, (type), PATTERN_SPECIALS, check_seed + 1);                                               \
        CHECK_STATUS(SWEEP_OK, sweep_argsort(keys, expected, N, (type), 8, NULL));                                     \
        CHECK_STATUS(SWEEP_OK, sweep_argsort_##suffix(keys, indices, N));                                              \
        CHECK_SAME(expected, indices, N, sizeof *indices, "indices");                                                  \
        void *before = copy_of(keys, N * reference_type_of(type)->bytes);                                              \
        CHECK_STATUS(SWEEP_OK, sweep_sort_##suffix(keys, N));                                                          \
        compare_sorted(before, keys, (type));                                                                          \
        free(before);                                                                                                  \
    } while (0)

static void test_standard_types(void)
{
    TRY_GENERIC(_Bool, SWEEP_U8);
    TRY_GENERIC(char, CHAR_MIN < 0 ? SWEEP_I8 : SWEEP_U8);
    TRY_GENERIC(signed char, SWEEP_I8);
    TRY_GENERIC(unsigned char, SWEEP_U8);
    TRY_GENERIC(short, SWEEP_I16);
    TRY_GENERIC(unsigned short, SWEEP_U16);
    TRY_GENERIC(int, SWEEP_I32);
    TRY_GENERIC(unsigned, SWEEP_U32);
    TRY_GENERIC(long, sizeof(long) == 8 ? SWEEP_I64 : SWEEP_I32);
    TRY_GENERIC(unsigned long, sizeof(long) == 8 ? SWEEP_U64 : SWEEP_U32);
    TRY_GENERIC(long long, SWEEP_I64);
    TRY_GENERIC(unsigned long long, SWEEP_U64);
    TRY_GENERIC(float, SWEEP_F32);
    TRY_GENERIC(double, SWEEP_F64);
#ifdef __FLT16_MAX__
    TRY_GENERIC(sweep_float16, SWEEP_F16);
#else
    check_case("_Float16");
    check_skip("the compiler has none");
#endif
    TRY_GENERIC(int8_t, SWEEP_I8);
    TRY_GENERIC(uint64_t, SWEEP_U64);
    TRY_GENERIC(size_t, sizeof(size_t) == 8 ? SWEEP_U64 : SWEEP_U32);
#ifdef __SIZEOF_INT128__
    TRY_GENERIC(sweep_int128, SWEEP_I128);
    TRY_GENERIC(sweep_uint128, SWEEP_U128);
#else
    check_case("128-bit integers");
    check_skip("the compiler has none");
#endif
}

static void test_typed_functions(void)
{
    TRY_TYPED(u8, uint8_t, SWEEP_U8);
    TRY_TYPED(u16, uint16_t, SWEEP_U16);
    TRY_TYPED(u32, uint32_t, SWEEP_U32);
    TRY_TYPED(u64, uint64_t, SWEEP_U64);
    TRY_TYPED(u128, uint64_t, SWEEP_U128);
    TRY_TYPED(i8, int8_t, SWEEP_I8);
    TRY_TYPED(i16, int16_t, SWEEP_I16);
    TRY_TYPED(i32, int32_t, SWEEP_I32);
    TRY_TYPED(i64, int64_t, SWEEP_I64);
    TRY_TYPED(i128, uint64_t, SWEEP_I128);
    TRY_TYPED(f16, uint16_t, SWEEP_F16);
    TRY_TYPED(bf16, uint16_t, SWEEP_BF16);
    TRY_TYPED(f32, float, SWEEP_F32);
    TRY_TYPED(f64, double, SWEEP_F64);
}

/* Every 8-bit value in a plain char: I13. */
static void test_plain_char(void)
{
    char keys[256];
    check_case("plain char is %s", CHAR_MIN < 0 ? "signed" : "unsigned");
    for (int i = 0; i < 256; i++)
        keys[i] = (char)(i * 77);
    CHECK_STATUS(SWEEP_OK, SWEEP_SORT(keys, 256));
    for (int i = 0; i < 256; i++)
        CHECK(keys[i] == (char)(CHAR_MIN + i));
}

/* Sizes of values and indices are the pointers'; keys that are only read may be const; arguments are evaluated once. */
static void test_pairs_and_argsort(void)
{
    const int keys[] = {30, 10, 20};
    int moved[] = {30, 10, 20}, *at = moved;
    char names[][6] = {"c", "a", "b"};
    uint32_t order[3];
    unsigned long long wide[3];
    const double *none = NULL;
    check_case("SWEEP_ARGSORT of const keys");
    CHECK_STATUS(SWEEP_OK, SWEEP_ARGSORT(keys, order, 3));
    CHECK(order[0] == 1 && order[1] == 2 && order[2] == 0);
    CHECK_STATUS(SWEEP_OK, SWEEP_ARGSORT(keys, wide, 3));
    CHECK(wide[0] == 1 && wide[1] == 2 && wide[2] == 0);
    CHECK_STATUS(SWEEP_OK, SWEEP_ARGSORT(none, order, 0));
    CHECK(SWEEP_TYPE_OF(none) == SWEEP_F64);
    check_case("SWEEP_SORT_PAIRS");
    CHECK_STATUS(SWEEP_OK, SWEEP_SORT_PAIRS(moved, names, 3));
    CHECK(moved[0] == 10 && moved[2] == 30 && names[0][0] == 'a' && names[1][0] == 'b' && names[2][0] == 'c');
    check_case("arguments are evaluated once");
    CHECK_STATUS(SWEEP_OK, SWEEP_SORT(at++, 3));
    CHECK(at == moved + 1);
}

int main(int argc, char **argv)
{
    check_start(CHAR_MIN < 0 ? "test_generic, char signed" : "test_generic, char unsigned", argc, argv);
    CHECK((CHAR_MIN < 0) == (TEST_SIGNED_CHAR != 0));
    test_standard_types();
    test_typed_functions();
    test_plain_char();
    test_pairs_and_argsort();
    return check_finish();
}
