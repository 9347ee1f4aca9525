/*
 * SPLIT: the textbook form, and the reference that the other engines are tested against. For each digit, in three
 * steps:
 *
 *     count    every tile counts its keys by digit: counts[bucket][tile]
 *     scan     one exclusive scan over all counts, bucket by bucket and within a bucket tile by tile
 *     scatter  every tile sorts its keys by the digit, one bit at a time: a stable split puts the zeros first, then the
 *              ones; then each run of equal digits goes out to its offset
 *
 * A tile is always whole: the tail of the last one is padded with the key that sorts last, whose digit is all ones. It
 * stands behind every real key and no split can carry it before one, so the first keys of the sorted tile are the real
 * ones and nothing else is written. No sweep is skipped and no tile waits for another.
 */
#include "buffers.h"

struct split {
    const struct sweep_job *job;
    const struct sweep_blueprint *b;
    struct sweep_route route;
    sweep_digit digit;
    size_t *counts; /* [bucket][tile], then offsets */
};

/* A tile as a thread holds it: of each key its digit, and its place in the tile before the splits. */
struct tile {
    uint8_t *digits, *digits_after;
    uint32_t *order, *order_after;
    size_t number, begin, n, size;
};

/* Tiles are handed out in turn: thread t takes t, t + threads, ... */
static struct tile tile_of_thread(const struct split *s, size_t thread)
{
    const sweep_plan *plan = &s->b->plan;
    unsigned char *memory = sweep_scratch(s->job, s->b->layout.tiles);
    struct tile tile = {.number = thread, .size = plan->tile_size};

    /* all orders first, then all digits, so that the orders are aligned */
    tile.order = (uint32_t *)(void *)memory + 2 * thread * tile.size;
    tile.order_after = tile.order + tile.size;
    tile.digits = memory + (size_t)plan->threads * 8 * tile.size + 2 * thread * tile.size;
    tile.digits_after = tile.digits + tile.size;
    return tile;
}

/* Reads the digits of the tile's keys; false when the tile's number is past the last one. */
static bool load_tile(const struct split *s, struct tile *tile)
{
    const struct sweep_blueprint *b = s->b;

    if (tile->number >= b->tile_count)
        return false;
    tile->begin = tile->number * tile->size;
    tile->n = b->plan.n - tile->begin < tile->size ? b->plan.n - tile->begin : tile->size;
    s->job->kernels->digits(sweep_element(s->route.keys, tile->begin, b->key_size), tile->n, &b->transform, s->digit,
                            tile->digits);
    memset(tile->digits + tile->n, (1 << s->digit.bits) - 1, tile->size - tile->n); /* the padding */
    return true;
}

static void count_tiles(size_t thread, void *argument)
{
    const struct split *s = argument;

    for (struct tile tile = tile_of_thread(s, thread); load_tile(s, &tile); tile.number += s->b->plan.threads) {
        size_t counts[256] = {0};
        for (size_t i = 0; i < tile.n; i++)
            counts[tile.digits[i]]++;
        for (size_t d = 0; d < (size_t)1 << s->digit.bits; d++)
            s->counts[d * s->b->tile_count + tile.number] = counts[d];
    }
}

static void scan(size_t *counts, size_t n)
{
    size_t sum = 0;

    for (size_t i = 0; i < n; i++) {
        size_t count = counts[i];
        counts[i] = sum;
        sum += count;
    }
}

/* A stable split by one bit: keys whose bit is 0 keep their order and come first, then those whose bit is 1. */
static void split_by_bit(struct tile *tile, unsigned bit)
{
    size_t zeros = 0, scan = 0;

    for (size_t i = 0; i < tile->size; i++)
        zeros += !(tile->digits[i] >> bit & 1);
    for (size_t i = 0; i < tile->size; i++) {
        size_t flag = tile->digits[i] >> bit & 1;
        size_t to = flag ? zeros + scan : i - scan; /* scan: the ones before i, so i - scan are the zeros */
        scan += flag;
        tile->digits_after[to] = tile->digits[i];
        tile->order_after[to] = tile->order[i];
    }
    uint8_t *digits = tile->digits;
    uint32_t *order = tile->order;
    tile->digits = tile->digits_after;
    tile->order = tile->order_after;
    tile->digits_after = digits;
    tile->order_after = order;
}

static inline void move_element(void *to, size_t to_index, const void *from, size_t from_index, size_t size)
{
    unsigned char *t = (unsigned char *)to + to_index * size;
    const unsigned char *f = (const unsigned char *)from + from_index * size;

    switch (size) {
    case 1: *t = *f; break;
    case 2: memcpy(t, f, 2); break;
    case 4: memcpy(t, f, 4); break;
    case 8: memcpy(t, f, 8); break;
    default: memcpy(t, f, 16); break;
    }
}

static void scatter_tiles(size_t thread, void *argument)
{
    const struct split *s = argument;
    const struct sweep_blueprint *b = s->b;
    struct sweep_route r = s->route;

    for (struct tile tile = tile_of_thread(s, thread); load_tile(s, &tile); tile.number += b->plan.threads) {
        for (size_t i = 0; i < tile.size; i++)
            tile.order[i] = (uint32_t)i;
        for (unsigned bit = 0; bit < s->digit.bits; bit++)
            split_by_bit(&tile, bit);
        for (size_t i = 0, run = 0; i < tile.n; i++) {
            unsigned d = tile.digits[i];
            if (i > 0 && d != tile.digits[i - 1])
                run = i;
            size_t from = tile.begin + tile.order[i], to = s->counts[d * b->tile_count + tile.number] + i - run;
            if (r.keys_out != NULL)
                move_element(r.keys_out, to, r.keys, from, b->key_size);
            if (r.values_out != NULL && r.values != NULL)
                move_element(r.values_out, to, r.values, from, b->moved_size);
            else if (r.values_out != NULL)
                sweep_store_index(r.values_out, to, b->moved_size, from);
        }
    }
}

void sweep_run_split(const struct sweep_job *job)
{
    const struct sweep_blueprint *b = job->blueprint;
    const sweep_plan *plan = &b->plan;

    for (unsigned i = 0; i < plan->sweep_count; i++) {
        struct split s = {job, b, sweep_route_of(job, plan->sweep_count, i), plan->sweeps[i],
                          sweep_scratch(job, b->layout.states)};
        sweep_parallel_for(job->workspace, plan->threads, count_tiles, &s);
        scan(s.counts, ((size_t)1 << s.digit.bits) * b->tile_count);
        sweep_parallel_for(job->workspace, plan->threads, scatter_tiles, &s);
    }
    sweep_finish(job, plan->sweep_count);
}
