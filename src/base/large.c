#if defined(__linux__)
#define _DEFAULT_SOURCE
#include <sys/mman.h>
#endif

#include <stdint.h>
#include <stdlib.h>

#include "base/large.h"

enum { CACHE_LINE = 64, LARGE_PAGE = 2 << 20 };

bool large_create(large_block *b, size_t bytes) {
    size_t alignment = bytes >= LARGE_PAGE ? LARGE_PAGE : CACHE_LINE;
    *b = (large_block){0};
    if (bytes > SIZE_MAX - 2 * alignment) return false;
    size_t whole = (bytes + alignment - 1) / alignment * alignment;
    /* calloc leaves large blocks untouched until they are used. */
    b->memory = calloc(1, whole + alignment);
    if (!b->memory) return false;
    size_t past = (uintptr_t)b->memory % alignment;
    b->start = (char *)b->memory + (past == 0 ? 0 : alignment - past);
#ifdef MADV_HUGEPAGE
    if (alignment == LARGE_PAGE) (void)madvise(b->start, whole, MADV_HUGEPAGE);
#endif
    return true;
}

void large_destroy(large_block *b) {
    free(b->memory);
    *b = (large_block){0};
}
