/*
 * The state behind check.h: the name of the case, the seed and the counts. Output goes to standard output, one line a
 * failure; after a hundred lines failures are only counted.
 */
#include "check.h"

#include <inttypes.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { LINES_PRINTED = 100, BYTES_SHOWN = 16 };

uint64_t check_seed;
bool check_long;

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static char case_name[512];
static bool case_open, case_failed;
static size_t cases_passed, cases_failed, checks, failures, skips;

static void close_case(void)
{
    if (case_open && case_failed)
        cases_failed++;
    else if (case_open)
        cases_passed++;
    case_open = case_failed = false;
}

/* A fork waits until no check is half done, so that the child can go on checking. */
static void take_lock(void)
{
    pthread_mutex_lock(&lock);
}

static void give_lock(void)
{
    pthread_mutex_unlock(&lock);
}

void check_start(const char *program, int argc, char **argv)
{
    const char *long_form = getenv("SWEEP_TEST_LONG");
    const char *seed = getenv("SWEEP_TEST_SEED");
    check_long = long_form != NULL && strcmp(long_form, "0") != 0 && *long_form != '\0';
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--long") == 0) {
            check_long = true;
        } else if (strncmp(argv[i], "--seed=", 7) == 0) {
            seed = argv[i] + 7;
        } else {
            fprintf(stderr, "usage: %s [--long] [--seed=N]\n", program);
            exit(2);
        }
    }
    check_seed = check_long ? (uint64_t)time(NULL) : 20240917;
    if (seed != NULL && *seed != '\0')
        check_seed = strtoull(seed, NULL, 0);
    setvbuf(stdout, NULL, _IOLBF, 0);
    pthread_atfork(take_lock, give_lock, give_lock);
    printf("%s: seed %" PRIu64 " (SWEEP_TEST_SEED sets it), %s form\n", program, check_seed,
           check_long ? "long" : "short");
}

void check_case(const char *format, ...)
{
    va_list arguments;
    pthread_mutex_lock(&lock);
    close_case();
    va_start(arguments, format);
    vsnprintf(case_name, sizeof case_name, format, arguments);
    va_end(arguments);
    case_open = true;
    pthread_mutex_unlock(&lock);
}

void check_skip(const char *format, ...)
{
    va_list arguments;
    pthread_mutex_lock(&lock);
    skips++;
    printf("SKIPPED: %s: ", case_name);
    va_start(arguments, format);
    vprintf(format, arguments);
    va_end(arguments);
    printf("\n");
    pthread_mutex_unlock(&lock);
}

int check_finish(void)
{
    pthread_mutex_lock(&lock);
    close_case();
    if (failures > LINES_PRINTED)
        printf("... and %zu failed checks more\n", failures - LINES_PRINTED);
    printf("%zu checks, %zu failed, %zu skipped (seed %" PRIu64 ")\n", checks, failures, skips, check_seed);
    printf("%zu passed, %zu failed\n", cases_passed, cases_failed);
    int status = failures == 0 && checks > 0 ? EXIT_SUCCESS : EXIT_FAILURE;
    pthread_mutex_unlock(&lock);
    return status;
}

size_t check_failures(void)
{
    pthread_mutex_lock(&lock);
    size_t count = failures;
    pthread_mutex_unlock(&lock);
    return count;
}

/* Counts a check; true when it failed and there is a line to print, with the lock held and the line begun. */
static bool begin_line(bool holds, const char *file, int line)
{
    pthread_mutex_lock(&lock);
    checks++;
    if (!holds) {
        case_failed = true;
        if (++failures <= LINES_PRINTED) {
            printf("FAILED: %s:%d: [%s] seed %" PRIu64 ": ", file, line, case_name, check_seed);
            return true;
        }
    }
    pthread_mutex_unlock(&lock);
    return false;
}

static void end_line(void)
{
    printf("\n");
    fflush(stdout);
    pthread_mutex_unlock(&lock);
}

bool check_that(bool holds, const char *file, int line, const char *format, ...)
{
    if (begin_line(holds, file, line)) {
        va_list arguments;
        va_start(arguments, format);
        vprintf(format, arguments);
        va_end(arguments);
        end_line();
    }
    return holds;
}

bool check_status(int expected, int got, const char *file, int line, const char *call)
{
    if (begin_line(expected == got, file, line)) {
        printf("status %d expected, %d returned by %s", expected, got, call);
        end_line();
    }
    return expected == got;
}

static void print_bytes(const unsigned char *bytes, size_t size)
{
    for (size_t i = 0; i < size && i < BYTES_SHOWN; i++)
        printf("%02x", bytes[i]);
    if (size > BYTES_SHOWN)
        printf("...");
}

bool check_same(const void *expected, const void *got, size_t count, size_t element, const char *file, int line,
                const char *what)
{
    bool same = count == 0 || memcmp(expected, got, count * element) == 0;
    if (begin_line(same, file, line)) {
        const unsigned char *left = expected, *right = got;
        size_t i = 0;
        while (memcmp(left + i * element, right + i * element, element) == 0)
            i++;
        printf("%s: index %zu of %zu: expected bytes ", what, i, count);
        print_bytes(left + i * element, element);
        printf(", got ");
        print_bytes(right + i * element, element);
        end_line();
    }
    return same;
}
