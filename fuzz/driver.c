/*
 * The fuzz target without libFuzzer, for any compiler: runs the files named in the arguments, else random inputs drawn
 * from the seed. An input that fails aborts the program after its checks have been printed; the last line before tells
 * which input it was.
 *
 *     fuzz_api [--long] [--seed=N] [FILE...]
 */
#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "case.h"
#include "check.h"
#include "random.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { LARGEST = 1 << 16, SHORT_RUNS = 2500, LONG_RUNS = 300000 };

static char running[256]; /* the input that is being run */

static void tell_input(int signal_number)
{
    ssize_t written = write(STDOUT_FILENO, running, strlen(running));
    (void)written;
    signal(signal_number, SIG_DFL);
    raise(signal_number);
}

static void run_file(const char *path)
{
    static uint8_t data[LARGEST];
    FILE *file = fopen(path, "rb");
    check_case("file %s", path);
    if (!CHECK_TEXT(file != NULL, "cannot be opened"))
        return;
    size_t size = fread(data, 1, sizeof data, file);
    fclose(file);
    snprintf(running, sizeof running, "fuzz_api: the failing input is the file %s\n", path);
    LLVMFuzzerTestOneInput(data, size);
}

/* A random header and up to 200 bytes of keys, often of few values. */
static void run_random(uint64_t seed)
{
    uint8_t data[256];
    random_stream stream = {seed};
    size_t size = 16 + random_below(&stream, 200);
    unsigned mask = random_below(&stream, 3) == 0 ? 0x81 : 0xff;
    for (size_t i = 0; i < size; i++)
        data[i] = (uint8_t)(i < 16 ? random_next(&stream) : random_next(&stream) & mask);
    snprintf(running, sizeof running, "fuzz_api: the failing input is that of SWEEP_TEST_SEED=%" PRIu64 "\n", seed);
    LLVMFuzzerTestOneInput(data, size);
}

int main(int argc, char **argv)
{
    char *options[8] = {argv[0]};
    int option_count = 1, files = 0;
    for (int i = 1; i < argc; i++)
        if (argv[i][0] == '-' && option_count < 8)
            options[option_count++] = argv[i];
    check_start("fuzz_api", option_count, options);
    signal(SIGABRT, tell_input);
    for (int i = 1; i < argc; i++)
        if (argv[i][0] != '-') {
            run_file(argv[i]);
            files++;
        }
    size_t runs = files > 0 ? 0 : check_long ? LONG_RUNS : SHORT_RUNS;
    for (size_t i = 0; i < runs; i++)
        run_random(check_seed + i);
    printf("%zu random inputs, %d files, %zu sorts compared with the reference\n", runs, files, case_count());
    case_finish();
    return check_finish();
}
