/*
 * Checks a sort of key-value pairs so that its answer says where to look for the fault.
 *
 *     pairs_check [--plant key|payload INDEX]
 *
 * Sorts 100000 pairs with many ties by sweep_sort_pairs and by a stable merge sort of its own, and compares. Keys
 * first: a wrong key means that the sort itself went wrong, and then payloads say nothing. Keys right and a payload
 * wrong means that a payload did not follow its key, or that ties lost their order. The first failing index is printed
 * with the key and both payloads. --plant spoils one pair after the sort, to see the check fail. Exit status: 0 right,
 * 1 wrong, 2 trouble.
 */
#include <sweepsort.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { N = 100000, DISTINCT = 5000 };

struct pair {
    uint32_t key, payload;
};

/* Merges the sorted halves [0, middle) and [middle, n) of `from` into `to`; of equal keys the first half's go first. */
static void merge(const struct pair *from, struct pair *to, size_t middle, size_t n)
{
    size_t left = 0, right = middle;
    for (size_t i = 0; i < n; i++) {
        const int take_left = left < middle && (right == n || from[left].key <= from[right].key);
        to[i] = take_left ? from[left++] : from[right++];
    }
}

/* The reference: a stable merge sort, from small pieces up. */
static void merge_sort(struct pair *pairs, struct pair *scratch, size_t n)
{
    for (size_t run = 1; run < n; run *= 2) {
        for (size_t at = 0; at < n; at += 2 * run) {
            const size_t end = at + 2 * run < n ? at + 2 * run : n;
            merge(pairs + at, scratch + at, at + run < end ? run : end - at, end - at);
        }
        memcpy(pairs, scratch, n * sizeof *pairs);
    }
}

/* Compares and reports. Returns whether keys and payloads are all right. */
static int check(const uint32_t *keys, const uint32_t *payloads, const struct pair *expected, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        if (keys[i] != expected[i].key) {
            printf("wrong key at index %zu: key %u, expected %u; payload %u, expected %u\n", i, keys[i],
                   expected[i].key, payloads[i], expected[i].payload);
            return 0;
        }
    }
    for (size_t i = 0; i < n; i++) {
        if (payloads[i] != expected[i].payload) {
            printf("wrong payload at index %zu: key %u (all keys are right); payload %u, expected %u\n", i, keys[i],
                   payloads[i], expected[i].payload);
            return 0;
        }
    }
    printf("%zu pairs: keys right, payloads right\n", n);
    return 1;
}

int main(int argc, char **argv)
{
    static uint32_t keys[N], payloads[N];
    static struct pair expected[N], scratch[N];
    uint32_t *plant = NULL;

    if (argc == 4 && strcmp(argv[1], "--plant") == 0) {
        const unsigned long index = strtoul(argv[3], NULL, 10);
        if (index < N && strcmp(argv[2], "key") == 0)
            plant = &keys[index];
        if (index < N && strcmp(argv[2], "payload") == 0)
            plant = &payloads[index];
    }
    if (argc != 1 && !plant) {
        fprintf(stderr, "usage: pairs_check [--plant key|payload INDEX], INDEX below %d\n", N);
        return 2;
    }

    uint32_t random = 2463534242u;
    for (uint32_t i = 0; i < N; i++) {
        random ^= random << 13, random ^= random >> 17, random ^= random << 5;
        keys[i] = random % DISTINCT;
        payloads[i] = i;
        expected[i] = (struct pair){keys[i], payloads[i]};
    }
    merge_sort(expected, scratch, N);

    const sweep_status status = sweep_sort_pairs(keys, payloads, N, SWEEP_U32, sizeof payloads[0], NULL);
    if (status != SWEEP_OK) {
        fprintf(stderr, "pairs_check: %s\n", sweep_status_string(status));
        return 2;
    }
    if (plant)
        *plant += 1;
    return check(keys, payloads, expected, N) ? 0 : 1;
}
