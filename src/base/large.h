/* base/large - memory for tables that are read at random places.
 *
 * Zeroed, and begins on a cache line; a large block lies on large pages where the system has them,
 * as each access would else begin with a walk through the page tables. Pages that are never touched
 * take no memory. */
#ifndef DAMERO_LARGE_H
#define DAMERO_LARGE_H

#include <stdbool.h>
#include <stddef.h>

typedef struct large_block {
    void *start;
    void *memory; /* what was allocated */
} large_block;

/* False where there is no memory. */
bool large_create(large_block *, size_t bytes);
void large_destroy(large_block *);

#endif
