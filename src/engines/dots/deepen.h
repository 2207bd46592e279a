/* dots deepen - iterative deepening over quiet fields.
 *
 * Alpha-beta with a transposition table. A move is a safe line or a whole chain with its capture,
 * so that every node is quiet. Where only chains and loops are left the value is known; at the
 * depth limit it is guessed by playouts whose random numbers come from the field itself, so that a
 * field has one guess. A value that rests on no guess is proven, and where the whole tree is
 * proven the deepening ends. The larger board the search meets, the sooner it has to guess: it is
 * exact in the endgame and for boards that are small.
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
    int depth;     /* of the last iteration that was finished */
    bool proven;
} dots_found;

/* One iteration: the value of a quiet field with lines left, and its best line, `depth` moves deep.
 * False where the guard ended it; then it is the best of the lines looked at, which begin with the
 * best of the iteration before, and where there was time for none nothing is written. */
bool dots_deepen(dots_deepening *, const dots_field *, int depth, dots_found *);

/* What the table knows of a quiet field with these chains: true where its value is proven, with the
 * best line. */
bool dots_deepening_known(const dots_deepening *, const dots_field *, const dots_chains *,
                          dots_found *);

/* Puts what another has proven into the table. */
void dots_deepening_learn(dots_deepening *, const dots_field *, const dots_found *);

#endif
