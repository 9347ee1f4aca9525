/*
 * The checks of every test program. A program calls check_start first and returns check_finish last; between them
 * check_case names what is being tried and CHECK, CHECK_STATUS and CHECK_SAME say what must hold. A check that fails
 * prints file, line, case and seed, is counted, and the program goes on. Safe to call from several threads, except
 * check_start, check_case and check_finish, which belong to the main thread.
 */
#ifndef TESTS_CHECK_H
#define TESTS_CHECK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#if defined __SANITIZE_THREAD__
#define TEST_UNDER_TSAN 1
#elif defined __has_feature
#if __has_feature(thread_sanitizer)
#define TEST_UNDER_TSAN 1
#endif
#endif
#ifndef TEST_UNDER_TSAN
#define TEST_UNDER_TSAN 0
#endif

#if defined __SANITIZE_ADDRESS__
#define TEST_UNDER_ASAN 1
#elif defined __has_feature
#if __has_feature(address_sanitizer)
#define TEST_UNDER_ASAN 1
#endif
#endif
#ifndef TEST_UNDER_ASAN
#define TEST_UNDER_ASAN 0
#endif

/* Sanitizers and emulated processors (TEST_EMULATED) are slow: what they look for, they find in fewer cases. */
#if TEST_UNDER_TSAN || TEST_UNDER_ASAN || defined TEST_EMULATED
#define TEST_BRIEF 1
#else
#define TEST_BRIEF 0
#endif

/* How many elements an array has. */
#define COUNT(array) (sizeof(array) / sizeof *(array))

extern uint64_t check_seed; /* SWEEP_TEST_SEED, else the same in every short run and a new one in every long run */
extern bool check_long;     /* --long or SWEEP_TEST_LONG=1: the long form of the program */

/* Reads --long and --seed=N (or the environment) and prints the seed. */
void check_start(const char *program, int argc, char **argv);

/* Ends the case before and begins the one named; a case has passed when all its checks have. */
void check_case(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* Says loudly that something was not tried, and why. */
void check_skip(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* Prints "N passed, N failed"; the exit status of the program. */
int check_finish(void);

size_t check_failures(void); /* checks that failed so far */

bool check_that(bool holds, const char *file, int line, const char *format, ...) __attribute__((format(printf, 4, 5)));
bool check_status(int expected, int got, const char *file, int line, const char *call);
bool check_same(const void *expected, const void *got, size_t count, size_t element, const char *file, int line,
                const char *what);

#define CHECK(condition) check_that((condition), __FILE__, __LINE__, "%s", #condition)

/* The same, with a text of one's own in place of the condition. */
#define CHECK_TEXT(condition, ...) check_that((condition), __FILE__, __LINE__, __VA_ARGS__)

/* The call returns this status. */
#define CHECK_STATUS(expected, call) check_status((int)(expected), (int)(call), __FILE__, __LINE__, #call)

/* Two arrays of `count` elements of `element` bytes are the same, bit for bit; prints the first index that differs. */
#define CHECK_SAME(expected, got, count, element, what)                                                                \
    check_same((expected), (got), (count), (element), __FILE__, __LINE__, (what))

#endif
