/*
 * sweep_take and sweep_put against loops: element sizes, index sizes, threads, any alignment, one array for both;
 * indices that are out of range or repeated; overlaps; memory that cannot be had.
 */
#include <stdlib.h>
#include <string.h>

#include "buffers.h"
#include "check.h"
#include "hooks.h"
#include "random.h"
#include "sweepsort.h"

static random_stream source;

static size_t below(size_t limit)
{
    return random_below(&source, limit);
}

static void set_index(unsigned char *indices, size_t i, size_t index_size, uint64_t index)
{
    uint32_t narrow = (uint32_t)index;
    memcpy(indices + i * index_size, index_size == 4 ? (void *)&narrow : (void *)&index, index_size);
}

static void fill(unsigned char *bytes, size_t size)
{
    for (size_t i = 0; i < size; i++)
        bytes[i] = (unsigned char)random_next(&source);
}

/* The order of 0 .. n - 1 drawn at random. */
static size_t *permutation(size_t n)
{
    size_t *order = malloc((n + 1) * sizeof *order);
    if (order == NULL)
        abort();
    for (size_t i = 0; i < n; i++) {
        size_t j = below(i + 1);
        order[i] = order[j];
        order[j] = i;
    }
    return order;
}

static void try_take(size_t in_count, size_t out_count, size_t size, size_t index_size, const sweep_options *options)
{
    check_case("take %zu of %zu, %zu bytes, indices of %zu", out_count, in_count, size, index_size);
    buffer in = buffer_create(in_count * size, below(64)), out = buffer_create(out_count * size, below(64));
    buffer indices = buffer_create(out_count * index_size, below(64));
    unsigned char *expected = malloc(out_count * size + 1), *kept = malloc(in_count * size + 1);
    fill(in.data, in.size);
    memcpy(kept, in.data, in.size);
    for (size_t i = 0; i < out_count; i++) {
        size_t index = i % 7 == 0 ? in_count - 1 : below(in_count);
        set_index(indices.data, i, index_size, index);
        memcpy(expected + i * size, in.data + index * size, size);
    }
    CHECK_STATUS(SWEEP_OK, sweep_take(in.data, in_count, out.data, out_count, size, indices.data, index_size, options));
    CHECK_SAME(expected, out.data, out_count, size, "elements taken");
    CHECK_SAME(kept, in.data, in_count, size, "input");
    if (out_count > 0) { /* one index that finds nothing: first, last, in between */
        const size_t places[] = {0, out_count - 1, out_count / 2};
        memcpy(expected, out.data, out.size);
        for (size_t k = 0; k < COUNT(places); k++) {
            unsigned char held[8];
            memcpy(held, indices.data + places[k] * index_size, index_size);
            set_index(indices.data, places[k], index_size, k == 2 ? UINT64_MAX : in_count);
            CHECK_STATUS(SWEEP_ERR_ARGUMENT,
                         sweep_take(in.data, in_count, out.data, out_count, size, indices.data, index_size, options));
            memcpy(indices.data + places[k] * index_size, held, index_size);
        }
        if (index_size == 8) {
            set_index(indices.data, 0, 8, (uint64_t)1 << 32);
            CHECK_STATUS(SWEEP_ERR_ARGUMENT,
                         sweep_take(in.data, in_count, out.data, out_count, size, indices.data, 8, options));
        }
        CHECK_SAME(expected, out.data, out_count, size, "elements after a wrong index");
    }
    CHECK(buffer_guards_hold(&in) && buffer_guards_hold(&out) && buffer_guards_hold(&indices));
    buffer_destroy(&in);
    buffer_destroy(&out);
    buffer_destroy(&indices);
    free(expected);
    free(kept);
}

/* put undoes take, in two arrays and in one; a place that no index names is not written. */
static void try_put(size_t n, size_t room, size_t size, size_t index_size, const sweep_options *options)
{
    check_case("put %zu in %zu, %zu bytes, indices of %zu", n, room, size, index_size);
    buffer in = buffer_create(n * size, below(64)), out = buffer_create(room * size, below(64));
    buffer indices = buffer_create(n * index_size, below(64));
    unsigned char *expected = malloc(room * size + 1), *original = malloc(n * size + 1);
    size_t *order = permutation(room);
    fill(in.data, in.size);
    fill(out.data, out.size);
    memcpy(original, in.data, in.size);
    memcpy(expected, out.data, out.size);
    for (size_t i = 0; i < n; i++) {
        set_index(indices.data, i, index_size, order[i]);
        memcpy(expected + order[i] * size, in.data + i * size, size);
    }
    CHECK_STATUS(SWEEP_OK, sweep_put(in.data, n, out.data, room, size, indices.data, index_size, options));
    CHECK_SAME(expected, out.data, room, size, "elements put");
    CHECK_SAME(original, in.data, n, size, "input");
    memset(in.data, 0, in.size);
    CHECK_STATUS(SWEEP_OK, sweep_take(out.data, room, in.data, n, size, indices.data, index_size, options));
    CHECK_SAME(original, in.data, n, size, "elements taken back");
    if (n == room && n > 0) {
        CHECK_STATUS(SWEEP_OK, sweep_put(in.data, n, in.data, n, size, indices.data, index_size, options));
        CHECK_SAME(expected, in.data, n, size, "elements put in their own array");
        CHECK_STATUS(SWEEP_OK, sweep_take(in.data, n, in.data, n, size, indices.data, index_size, options));
        CHECK_SAME(original, in.data, n, size, "elements taken back in their own array");
    }
    if (n > 1) { /* twice the same place, neighbours and far apart; a place behind the end */
        set_index(indices.data, n - 1, index_size, order[0]);
        CHECK_STATUS(SWEEP_ERR_ARGUMENT,
                     sweep_put(in.data, n, out.data, room, size, indices.data, index_size, options));
        set_index(indices.data, n - 1, index_size, order[n - 2]);
        CHECK_STATUS(SWEEP_ERR_ARGUMENT,
                     sweep_put(in.data, n, out.data, room, size, indices.data, index_size, options));
        set_index(indices.data, n - 1, index_size, room);
        CHECK_STATUS(SWEEP_ERR_ARGUMENT,
                     sweep_put(in.data, n, out.data, room, size, indices.data, index_size, options));
        CHECK_SAME(expected, out.data, room, size, "elements after a wrong index");
    }
    CHECK(buffer_guards_hold(&in) && buffer_guards_hold(&out) && buffer_guards_hold(&indices));
    buffer_destroy(&in);
    buffer_destroy(&out);
    buffer_destroy(&indices);
    free(expected);
    free(original);
    free(order);
}

static void test_sizes(void)
{
    static const size_t sizes[] = {1, 2, 3, 4, 8, 16, 17, 64, 300}, counts[] = {1, 31, 32, 33, 34, 100, 2000};
    for (size_t s = 0; s < COUNT(sizes); s++)
        for (size_t c = 0; c < COUNT(counts); c++)
            for (size_t index_size = 4; index_size <= 8; index_size += 4) {
                try_take(counts[c], counts[c], sizes[s], index_size, NULL);
                try_take(1 + below(3000), counts[c], sizes[s], index_size, NULL);
                try_put(counts[c], counts[c], sizes[s], index_size, NULL);
                try_put(counts[c], counts[c] + below(1000), sizes[s], index_size, NULL);
            }
}

static void test_threads(void)
{
    static const size_t sizes[] = {1, 4, 16, 24};
    for (unsigned threads = 2; threads <= 8; threads += 3)
        for (size_t s = 0; s < COUNT(sizes); s++) {
            size_t n = (1 << 20) / sizes[s] + below(1000);
            sweep_options options = sweep_default_options();
            options.threads = threads;
            try_take(n / 2, n, sizes[s], 4, &options);
            try_put(n, n, sizes[s], 4, &options);
            try_put(n, n + below(100), sizes[s], 8, &options);
        }
}

static void test_arguments(void)
{
    unsigned char in[64] = {1, 2, 3}, out[64] = {0}, none[64] = {0};
    uint32_t indices[16] = {0};

    check_case("arguments");
    CHECK_STATUS(SWEEP_OK, sweep_take(NULL, 0, NULL, 0, 4, NULL, 4, NULL));
    CHECK_STATUS(SWEEP_OK, sweep_put(NULL, 0, out, 8, 4, NULL, 4, NULL));
    CHECK_STATUS(SWEEP_ERR_ARGUMENT, sweep_take(in, 0, out, 1, 4, indices, 4, NULL));
    CHECK_STATUS(SWEEP_ERR_ARGUMENT, sweep_put(in, 1, NULL, 0, 4, indices, 4, NULL));
    CHECK_STATUS(SWEEP_ERR_ARGUMENT, sweep_take(in, 16, out, 16, 0, indices, 4, NULL));
    CHECK_STATUS(SWEEP_ERR_ARGUMENT, sweep_take(in, 16, out, 16, 4, indices, 2, NULL));
    CHECK_STATUS(SWEEP_ERR_ARGUMENT, sweep_take(NULL, 16, out, 16, 4, indices, 4, NULL));
    CHECK_STATUS(SWEEP_ERR_ARGUMENT, sweep_take(in, 16, NULL, 16, 4, indices, 4, NULL));
    CHECK_STATUS(SWEEP_ERR_ARGUMENT, sweep_take(in, 16, out, 16, 4, NULL, 4, NULL));
    CHECK_STATUS(SWEEP_ERR_ARGUMENT, sweep_take(in, SIZE_MAX / 2, out, 1, 4, indices, 4, NULL));
    CHECK_STATUS(SWEEP_ERR_ARGUMENT, sweep_take(in, 8, in + 4, 8, 4, indices, 4, NULL));
    CHECK_STATUS(SWEEP_ERR_ARGUMENT, sweep_take(in, 8, in, 7, 4, indices, 4, NULL));
    CHECK_STATUS(SWEEP_ERR_ARGUMENT, sweep_take(in, 16, indices, 16, 4, indices, 4, NULL));
    CHECK_STATUS(SWEEP_ERR_ARGUMENT, sweep_put(in, 16, indices, 16, 4, indices, 4, NULL));
    CHECK_SAME(none, out, 16, 4, "output of refused calls");
}

static void test_memory(void)
{
    enum { N = 1000 };
    uint32_t values[N], kept[N], indices[N];
    sweep_options options = sweep_default_options();

    check_case("memory");
    for (uint32_t i = 0; i < N; i++) {
        kept[i] = values[i] = i;
        indices[i] = N - 1 - i;
    }
    options.memory_limit = 100;
    CHECK_STATUS(SWEEP_OK, sweep_take(kept, N, values, N, 4, indices, 4, &options));
    CHECK_STATUS(SWEEP_ERR_UNSUPPORTED, sweep_take(kept, N, kept, N, 4, indices, 4, &options));
    CHECK_STATUS(SWEEP_ERR_UNSUPPORTED, sweep_put(kept, N, values, N, 4, indices, 4, &options));
    CHECK(values[0] == N - 1 && kept[1] == 1);
    test_hooks hooks;
    hooks_init(&hooks);
    sweep_workspace_config config = hooks_config(&hooks, 1);
    sweep_workspace *workspace;
    CHECK_STATUS(SWEEP_OK, sweep_workspace_create(&workspace, &config));
    options = sweep_default_options();
    options.workspace = workspace;
    hooks.fail_at = hooks.calls + 1;
    CHECK_STATUS(SWEEP_ERR_MEMORY, sweep_put(kept, N, values, N, 4, indices, 4, &options));
    CHECK(values[0] == N - 1);
    CHECK_STATUS(SWEEP_OK, sweep_put(kept, N, values, N, 4, indices, 4, &options));
    CHECK_STATUS(SWEEP_OK, sweep_take(kept, N, kept, N, 4, indices, 4, &options));
    CHECK_SAME(values, kept, N, 4, "both ways round");
    sweep_workspace_destroy(workspace);
    hooks_finish(&hooks);
}

int main(int argc, char **argv)
{
    check_start("test_moves", argc, argv);
    source.counter = check_seed;
    test_sizes();
    test_threads();
    test_arguments();
    test_memory();
    return check_finish();
}
