/*
 * The benchmark of sweepsort beside its peers on CPUs: the command line, and the loop over cases.
 *
 * In: options (see print_help). Out: a table, and where asked for JSON, pictures and the list of targets. Exit status:
 * 0; 1 if a sort's output was wrong; 2 for what the program cannot do.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include <errno.h>
#include <getopt.h>
#include <limits.h>
#include <malloc.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "data.h"
#include "jobs.h"
#include "measure.h"
#include "report.h"
#include "targets.h"
#include "trouble.h"

static void print_help(void)
{
    puts("Usage: bench_cpu [OPTION]...\n"
         "Measures sweepsort beside its peers. Without options every case runs: hours. Start with --quick.\n"
         "\n"
         "  --quick          a selection in about three minutes\n"
         "  --targets        the cases with a target, then the targets, met or missed\n"
         "  --cases LIST     keys, pairs4+4, pairs8+8, pairs8+32, pairs (all three), argsort\n"
         "  --types LIST     u32, u64, u128, f32, f64\n"
         "  --n LIST         16,100,1e3,...,1e8 or any numbers; also A..B: those of the default list between them\n"
         "  --patterns LIST  uniform, sorted, reversed, nearly-sorted, few, zipf, narrow, organ-pipe, morton\n"
         "  --threads LIST   1,2 or any numbers\n"
         "                   With --quick and --targets these five keep what they name and leave out the rest.\n"
         "  --rounds N       rounds a case, up to 101; by default 5 or more, for --seconds\n"
         "  --seconds S      time a case, unless 5 rounds take longer (default 2; quick: 0.4)\n"
         "  --cold           every sort finds its own scratch\n"
         "  --seed N         of the data (default 1)\n"
         "  --peer FILE.so   another peer (see bench/cpu/peer.h); can be given again\n"
         "  --only LIST      these peers alone, by the names of the columns, beside sweepsort\n"
         "  --json FILE      the results, one case a line\n"
         "  --svg DIRECTORY  pictures: ns/key against n, one for cases that differ in n alone\n"
         "  --peers FILE     the list of built-in peers (default: peers.list beside the program); none: no list");
}

/* ---- reading lists ---------------------------------------------------------------------------------------------- */

/* The number of a name among names; -1 if it is none. */
static int find_name(const char *const names[], const char *name)
{
    for (int i = 0; names[i] != NULL; i++) {
        if (strcmp(names[i], name) == 0) {
            return i;
        }
    }
    return -1;
}

static unsigned read_names(const char *option, const char *const names[], char *list)
{
    unsigned mask = 0;
    for (char *name = strtok(list, ","); name != NULL; name = strtok(NULL, ",")) {
        int number = find_name(names, name);
        if (number >= 0) {
            mask |= 1u << number;
        } else if (names == form_names && strcmp(name, "pairs") == 0) {
            mask |= 1u << FORM_PAIRS_4_4 | 1u << FORM_PAIRS_8_8 | 1u << FORM_PAIRS_8_32;
        } else {
            die("%s: there is no '%s'; see --help", option, name);
        }
    }
    return mask;
}

static double read_number(const char *option, const char *text, double least, double most)
{
    char *end;
    errno = 0;
    double number = strtod(text, &end);
    if (end == text || *end != '\0' || errno != 0 || !(number >= least && number <= most)) {
        die("%s: '%s' is not a number from %g to %g", option, text, least, most);
    }
    return number;
}

static void add_size(struct choice *choice, size_t n)
{
    if (choice->size_count == CHOICE_MOST) {
        die("--n: more than %d numbers", CHOICE_MOST);
    }
    choice->sizes[choice->size_count++] = n;
}

static void read_sizes(struct choice *choice, char *list)
{
    choice->size_count = 0;
    for (char *item = strtok(list, ","); item != NULL; item = strtok(NULL, ",")) {
        char *dots = strstr(item, "..");
        if (dots == NULL) {
            add_size(choice, (size_t)read_number("--n", item, 1, 1e10));
            continue;
        }
        *dots = '\0';
        double from = read_number("--n", item, 1, 1e10), to = read_number("--n", dots + 2, 1, 1e10);
        for (unsigned i = 0; i < DEFAULT_SIZES; i++) {
            if ((double)default_sizes[i] >= from && (double)default_sizes[i] <= to) {
                add_size(choice, default_sizes[i]);
            }
        }
    }
}

static void read_threads(struct choice *choice, char *list)
{
    choice->thread_count = 0;
    for (char *item = strtok(list, ","); item != NULL; item = strtok(NULL, ",")) {
        if (choice->thread_count == CHOICE_MOST) {
            die("--threads: more than %d numbers", CHOICE_MOST);
        }
        choice->threads[choice->thread_count++] = (unsigned)read_number("--threads", item, 1, 4096);
    }
}

/* ---- the command line ------------------------------------------------------------------------------------------- */

struct command {
    bool quick, targets;
    struct choice choice;
    struct settings settings;
    double seconds;
    const char *json, *svg, *only, *list;
    unsigned peer_count;
    const char *peers[PEERS_MOST];
};

enum {
    OPTION_HELP = 'h',
    OPTION_QUICK = 256,
    OPTION_TARGETS,
    OPTION_CASES,
    OPTION_TYPES,
    OPTION_N,
    OPTION_PATTERNS,
    OPTION_THREADS,
    OPTION_ROUNDS,
    OPTION_SECONDS,
    OPTION_COLD,
    OPTION_SEED,
    OPTION_PEER,
    OPTION_ONLY,
    OPTION_JSON,
    OPTION_SVG,
    OPTION_PEERS
};

static const struct option long_options[] = {
    {"help", no_argument, NULL, OPTION_HELP},
    {"quick", no_argument, NULL, OPTION_QUICK},
    {"targets", no_argument, NULL, OPTION_TARGETS},
    {"cases", required_argument, NULL, OPTION_CASES},
    {"types", required_argument, NULL, OPTION_TYPES},
    {"n", required_argument, NULL, OPTION_N},
    {"patterns", required_argument, NULL, OPTION_PATTERNS},
    {"threads", required_argument, NULL, OPTION_THREADS},
    {"rounds", required_argument, NULL, OPTION_ROUNDS},
    {"seconds", required_argument, NULL, OPTION_SECONDS},
    {"cold", no_argument, NULL, OPTION_COLD},
    {"seed", required_argument, NULL, OPTION_SEED},
    {"peer", required_argument, NULL, OPTION_PEER},
    {"only", required_argument, NULL, OPTION_ONLY},
    {"json", required_argument, NULL, OPTION_JSON},
    {"svg", required_argument, NULL, OPTION_SVG},
    {"peers", required_argument, NULL, OPTION_PEERS},
    {NULL, 0, NULL, 0},
};

static void read_option(struct command *command, int option)
{
    struct choice *choice = &command->choice;
    switch (option) {
    case OPTION_HELP: print_help(); exit(0);
    case OPTION_QUICK: command->quick = true; break;
    case OPTION_TARGETS: command->targets = true; break;
    case OPTION_CASES: choice->forms = read_names("--cases", form_names, optarg); break;
    case OPTION_TYPES: choice->types = read_names("--types", key_names, optarg); break;
    case OPTION_N: read_sizes(choice, optarg); break;
    case OPTION_PATTERNS: choice->data = read_names("--patterns", data_names, optarg); break;
    case OPTION_THREADS: read_threads(choice, optarg); break;
    case OPTION_ROUNDS: command->settings.rounds = (unsigned)read_number("--rounds", optarg, 1, 101); break;
    case OPTION_SECONDS: command->seconds = read_number("--seconds", optarg, 0, 1e6); break;
    case OPTION_COLD: command->settings.cold = true; break;
    case OPTION_SEED: command->settings.seed = (uint64_t)read_number("--seed", optarg, 0, 9007199254740992.0); break;
    case OPTION_PEER:
        if (command->peer_count == PEERS_MOST) {
            die("more than %d peers", PEERS_MOST);
        }
        command->peers[command->peer_count++] = optarg;
        break;
    case OPTION_ONLY: command->only = optarg; break;
    case OPTION_JSON: command->json = optarg; break;
    case OPTION_SVG: command->svg = optarg; break;
    case OPTION_PEERS: command->list = optarg; break;
    default: exit(2); /* getopt_long has said what it does not know */
    }
}

static void read_command(struct command *command, int argc, char **argv)
{
    const unsigned all = ~0u;
    *command =
        (struct command){.choice = {.forms = all, .types = all, .data = all}, .settings = {.seed = 1}, .seconds = -1};
    int option;
    while ((option = getopt_long(argc, argv, "h", long_options, NULL)) != -1) {
        read_option(command, option);
    }
    if (optind < argc) {
        die("unexpected '%s'; see --help", argv[optind]);
    }
    command->settings.seconds = command->seconds >= 0 ? command->seconds : command->quick ? 0.4 : 2;
    command->settings.slow_seconds = command->quick ? 0.1 : 3;
}

/* The words of the command line as one text. */
static char *join(int argc, char **argv)
{
    size_t length = 1;
    for (int i = 0; i < argc; i++) {
        length += strlen(argv[i]) + 1;
    }
    char *text = get_zeros(length, 1);
    for (int i = 0; i < argc; i++) {
        strcat(strcat(text, i > 0 ? " " : ""), argv[i]);
    }
    return text;
}

/* peers.list in the directory that the program lies in. */
static const char *list_beside(void)
{
    static char path[4096 + 16];
    ssize_t length = readlink("/proc/self/exe", path, 4095);
    if (length < 0) {
        die("cannot find the list of peers: give it by --peers");
    }
    path[length] = '\0';
    strcpy(strrchr(path, '/') + 1, "peers.list");
    return path;
}

/* Peers that allocate while they sort should have huge pages too: the C library learns that from the environment when a
   program starts, so the program starts itself once more. Goes on as it is where that fails. */
static void ask_for_huge_pages(char **argv)
{
    const char *name = "GLIBC_TUNABLES", *value = "glibc.malloc.hugetlb=1";
    if (getenv(name) == NULL && setenv(name, value, 1) == 0) {
        execv("/proc/self/exe", argv);
    }
}

/* ... and find their memory warm: the C library keeps what they free. */
static void keep_freed_memory(void)
{
    mallopt(M_MMAP_MAX, 0);
    mallopt(M_TRIM_THRESHOLD, INT_MAX);
}

/* Runs the cases; returns whether every output was right. */
static bool run_jobs(const struct jobs *jobs, const struct run *run, struct results *results, FILE *json)
{
    bool right = true;
    results->all = get_zeros(jobs->count, sizeof results->all[0]);
    for (size_t i = 0; i < jobs->count; i++) {
        const struct job *job = &jobs->all[i];
        size_t needed = data_bytes(&job->what), available = memory_available();
        if (needed > available / 10 * 9) {
            printf("SKIPPED: %s, %s, n = %zu, which takes about %zu MiB: %zu MiB are there\n", case_name(&job->what),
                   data_names[job->data_kind], job->what.n, needed >> 20, available >> 20);
            continue;
        }
        struct result *result = &results->all[results->count];
        measure(result, &job->what, job->data_kind, run->peers, run->settings);
        table_row(result, results->count > 0 ? result - 1 : NULL);
        if (json != NULL) {
            json_row(json, result);
        }
        for (unsigned entry = 0; entry < result->count; entry++) {
            right = right && result->entries[entry].wrong[0] == '\0';
        }
        results->count++;
    }
    return right;
}

int main(int argc, char **argv)
{
    ask_for_huge_pages(argv);
    struct command command;
    struct peers peers = {0};
    struct jobs jobs;
    struct results results = {0};
    char *words = join(argc, argv);
    struct run run = {.command = words, .peers = &peers, .settings = &command.settings};
    read_command(&command, argc, argv);
    if (!command.settings.cold) {
        keep_freed_memory();
    }
    jobs_choose(&jobs, &command.choice, command.quick, command.targets);
    if (command.list == NULL || strcmp(command.list, "none") != 0) {
        peers_open_built(&peers, command.list != NULL ? command.list : list_beside());
    }
    for (unsigned i = 0; i < command.peer_count; i++) {
        peers_open(&peers, command.peers[i]);
    }
    if (peers.count == 0) {
        die("no peers: neither a list nor --peer names one");
    }
    peers_add_yardsticks(&peers);
    if (command.only != NULL) {
        peers_keep(&peers, command.only);
    }
    FILE *json = NULL;
    if (command.json != NULL && (json = fopen(command.json, "w")) == NULL) {
        die("cannot write %s: %s", command.json, strerror(errno));
    }
    run_describe(&run);
    table_head(&run);
    if (json != NULL) {
        json_head(json, &run);
    }
    bool right = run_jobs(&jobs, &run, &results, json);
    if (command.targets) {
        targets_print(&results);
    }
    if (json != NULL && fclose(json) != 0) {
        die("cannot write %s: %s", command.json, strerror(errno));
    }
    if (command.svg != NULL) {
        printf("\n%u pictures in %s\n", plot_all(command.svg, &results, &run), command.svg);
    }
    free(results.all);
    free(jobs.all);
    free(words);
    return right ? 0 : 1;
}
