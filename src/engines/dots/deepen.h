/* dots deepen - iterative deepening over quiet fields.
 *
 * Alpha-beta with a transposition table. A move is a safe line or a whole chain with its capture,
 * so every node is quiet. If only chains and loops are left the value is known. At the depth limit
 * it is estimated by playouts whose random numbers derive from the field, so that a field always
 * has the same estimate. A value that does not depend on an estimate is proven, and once the whole
 * tree is proven the deepening ends: it is exact in endgames and on small boards.
 */
#ifndef DAMERO_DOTS_DEEPEN_H
#define DAMERO_DOTS_DEEPEN_H

#include "engines/dots/playout.h"
#include "engines/search/table.h"
#include "engines/search/time.h"

enum { DOTS_DEPTH_MAX = 250 };

typedef struct dots_deepening {
    const dots_map *map;
    search_table *table;
    search_guard *guard;
    int playouts;  /* at a leaf */
    uint64_t seed; /* of the playouts */
} dots_deepening;

typedef struct dots_found {
    int value;
    uint16_t line; /* in the field */
    int depth;     /* of the last finished iteration */
    bool proven;
} dots_found;

/* One iteration, `depth` moves deep: the value of a quiet field with lines left, and its best line.
 * False if the guard ended it. Then the result is the best of the lines searched so far, the first
 * of which is the best of the last iteration; if there was no time for any, nothing is written. */
bool dots_deepen(dots_deepening *, const dots_field *, int depth, dots_found *);

/* The proven value and best line of a quiet field with these chains, if the table has them. */
bool dots_deepening_known(const dots_deepening *, const dots_field *, const dots_chains *,
                          dots_found *);

/* Stores a value that was proven elsewhere. */
void dots_deepening_learn(dots_deepening *, const dots_field *, const dots_found *);

#endif
