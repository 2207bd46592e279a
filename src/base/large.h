/* base/large - memory for tables with random access.
 *
 * Zeroed, and aligned to a cache line. A large block uses huge pages if the system has them, since
 * otherwise each access would start with a page table walk. Untouched pages take no memory. */
#ifndef DAMERO_LARGE_H
#define DAMERO_LARGE_H

#include <stdbool.h>
#include <stddef.h>

typedef struct large_block {
    void *start;
    void *memory; /* the allocation */
} large_block;

/* False if there is no memory. */
bool large_create(large_block *, size_t bytes);
void large_destroy(large_block *);

#endif
