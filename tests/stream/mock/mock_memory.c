/*
 * The mock's device memory: each allocation is a block of the host with an address of its own. Blocks start as noise,
 * and end where the address sanitizer looks.
 */
#include "mock.h"

#include <stdlib.h>
#include <string.h>

typedef struct block {
    struct block *next;
    uintptr_t address;
    size_t bytes;
    unsigned char *host;
} block;

static block *blocks;
static uintptr_t next_address = 0x7f0000000000u;
enum { ALIGNMENT = 512, GAP = 4096 };

gpu_error mock_allocate(gpu_handle *memory, size_t bytes)
{
    block *made = bytes > 0 && bytes < (size_t)1 << 40 ? calloc(1, sizeof *made) : NULL;
    if (bytes == 0)
        return MOCK_INVALID_VALUE;
    if (!made)
        return GPU_OUT_OF_MEMORY;
    made->host = malloc(bytes);
    if (!made->host) {
        free(made);
        return GPU_OUT_OF_MEMORY;
    }
    for (size_t i = 0; i < bytes; i++)
        made->host[i] = (unsigned char)(i * 167 + 13);
    made->address = next_address;
    made->bytes = bytes;
    next_address += (bytes + GAP + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
    made->next = blocks;
    blocks = made;
    *memory = (gpu_handle)made->address;
    mock_stream_driver()->allocations++;
    mock_stream_driver()->allocated++;
    return 0;
}

gpu_error mock_free(gpu_handle memory)
{
    for (block **at = &blocks; *at; at = &(*at)->next)
        if ((*at)->address == (uintptr_t)memory) {
            block *gone = *at;
            *at = gone->next;
            free(gone->host);
            free(gone);
            mock_stream_driver()->allocations--;
            return 0;
        }
    mock_misuse("freed what was never allocated");
    return MOCK_INVALID_VALUE;
}

void *mock_host_address(const void *address, size_t bytes)
{
    uintptr_t at = (uintptr_t)address;
    for (block *b = blocks; b; b = b->next)
        if (at >= b->address && at < b->address + b->bytes && bytes <= b->address + b->bytes - at)
            return b->host + (at - b->address);
    return NULL;
}
