/* make - looks for puzzles in games of self-play.
 *
 * Game number i of a seed is played by the engine with few nodes, with random moves mixed in so
 * that there are errors to punish, and every position is given to the prover. Games are
 * independent of each other, and the same seed gives the same puzzles on the same version.
 */
#ifndef DAMERO_PUZZLE_MAKE_H
#define DAMERO_PUZZLE_MAKE_H

#include <stdatomic.h>

#include "puzzles/prover.h"

typedef struct puzzle_making {
    size_t count; /* how many to make */
    uint64_t seed;
    const atomic_bool *stop; /* may be NULL */
    /* Called for each puzzle as it is found; false ends the work with an error that it sets. */
    bool (*found)(void *context, const puzzle *, error *);
    /* Called after each game; may be NULL. */
    void (*progress)(void *context, uint64_t games, uint64_t positions, size_t found);
    void *context;
} puzzle_making;

/* False with an error if it was stopped, or if there is no memory. */
bool puzzles_make(const game *, const puzzle_making *, error *);

#endif
