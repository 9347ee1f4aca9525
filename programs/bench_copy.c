/*
 * Copying as fast as the machine can: see bench_copy.h.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "bench_copy.h"

#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "errors.h"

#if defined __SSE2__
#include <emmintrin.h>
#define HAS_NON_TEMPORAL 1
#else
#define HAS_NON_TEMPORAL 0
#endif

const char *const copy_way_names[COPY_WAYS] = {"memcpy", "non-temporal"};

int copy_has_non_temporal(void)
{
    return HAS_NON_TEMPORAL;
}

static void copy_non_temporal(char *to, const char *from, size_t size)
{
#if HAS_NON_TEMPORAL
    size_t head = (size_t)(-(uintptr_t)to & 15);
    head = head < size ? head : size;
    memcpy(to, from, head);
    to += head, from += head, size -= head;
    for (; size >= 64; to += 64, from += 64, size -= 64) {
        __m128i a = _mm_loadu_si128((const __m128i *)(const void *)from);
        __m128i b = _mm_loadu_si128((const __m128i *)(const void *)(from + 16));
        __m128i c = _mm_loadu_si128((const __m128i *)(const void *)(from + 32));
        __m128i d = _mm_loadu_si128((const __m128i *)(const void *)(from + 48));
        _mm_stream_si128((__m128i *)(void *)to, a);
        _mm_stream_si128((__m128i *)(void *)(to + 16), b);
        _mm_stream_si128((__m128i *)(void *)(to + 32), c);
        _mm_stream_si128((__m128i *)(void *)(to + 48), d);
    }
    _mm_sfence();
#endif
    memcpy(to, from, size);
}

/* Where all threads meet. Not every system has pthread_barrier_t. */
struct meeting {
    pthread_mutex_t mutex;
    pthread_cond_t all_there;
    unsigned threads, waiting, turn;
};

static int meeting_init(struct meeting *meeting, unsigned threads)
{
    meeting->threads = threads;
    meeting->waiting = meeting->turn = 0;
    int failure = pthread_mutex_init(&meeting->mutex, NULL);
    return failure != 0 ? failure : pthread_cond_init(&meeting->all_there, NULL);
}

static void meeting_destroy(struct meeting *meeting)
{
    pthread_cond_destroy(&meeting->all_there);
    pthread_mutex_destroy(&meeting->mutex);
}

static void meet(struct meeting *meeting)
{
    pthread_mutex_lock(&meeting->mutex);
    unsigned turn = meeting->turn;
    if (++meeting->waiting == meeting->threads) {
        meeting->waiting = 0;
        meeting->turn++;
        pthread_cond_broadcast(&meeting->all_there);
    }
    while (meeting->turn == turn) {
        pthread_cond_wait(&meeting->all_there, &meeting->mutex);
    }
    pthread_mutex_unlock(&meeting->mutex);
}

struct member {
    struct copy_team *team;
    unsigned index;
    pthread_t thread;
};

struct copy_team {
    unsigned threads;
    int ending;
    char *to;
    const char *from;
    size_t size;
    enum copy_way way;
    struct meeting start, done;
    struct member members[];
};

/* Stretches end on whole cache lines, so that no two threads write one. */
static void copy_stretch(const struct copy_team *team, unsigned index)
{
    size_t stretch = (team->size / team->threads + 63) / 64 * 64 + 64;
    size_t begin = stretch * index < team->size ? stretch * index : team->size;
    size_t size = team->size - begin < stretch ? team->size - begin : stretch;
    if (team->way == COPY_NON_TEMPORAL) {
        copy_non_temporal(team->to + begin, team->from + begin, size);
    } else {
        memcpy(team->to + begin, team->from + begin, size);
    }
}

static void *serve(void *argument)
{
    struct member *member = argument;
    struct copy_team *team = member->team;
    for (;;) {
        meet(&team->start);
        if (team->ending) {
            return NULL;
        }
        copy_stretch(team, member->index);
        meet(&team->done);
    }
}

struct copy_team *copy_team_start(unsigned threads)
{
    struct copy_team *team = calloc(1, sizeof *team + threads * sizeof team->members[0]);
    if (team == NULL) {
        die("not enough memory");
    }
    team->threads = threads;
    if (meeting_init(&team->start, threads) != 0 || meeting_init(&team->done, threads) != 0) {
        die("cannot start %u threads", threads);
    }
    for (unsigned i = 1; i < threads; i++) {
        team->members[i] = (struct member){.team = team, .index = i};
        int failure = pthread_create(&team->members[i].thread, NULL, serve, &team->members[i]);
        if (failure != 0) {
            die("cannot start %u threads: %s", threads, strerror(failure));
        }
    }
    return team;
}

void copy_team_end(struct copy_team *team)
{
    team->ending = 1;
    meet(&team->start);
    for (unsigned i = 1; i < team->threads; i++) {
        pthread_join(team->members[i].thread, NULL);
    }
    meeting_destroy(&team->start);
    meeting_destroy(&team->done);
    free(team);
}

void copy_bytes(struct copy_team *team, void *to, const void *from, size_t size, enum copy_way way)
{
    team->to = to;
    team->from = from;
    team->size = size;
    team->way = way;
    meet(&team->start);
    copy_stretch(team, 0);
    meet(&team->done);
}
