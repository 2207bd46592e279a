/* dots key - the canonical key of a quiet position: equivalent positions share one.
 *
 * Independent chains and loops count as a multiset of lengths. The rest is keyed in one of two
 * ways, depending on the number of joints (which is the same for equivalent positions):
 * - many joints: the set of open lines, the smallest of its images under the symmetries of the
 *   graph; border lines of the same box (the outer lines of a corner) are interchangeable;
 * - few joints: the graph of joints, linked by plain lines and by chains of known length, up to
 *   isomorphism, wherever it lies on the board (graph_key in key.c).
 */
#ifndef DAMERO_DOTS_KEY_H
#define DAMERO_DOTS_KEY_H

#include "engines/dots/solver/survey.h"
#include "engines/dots/solver/table.h"

enum {
    DOTS_KEY_DIGITS = 11, /* a line set in base 64 */
    DOTS_KEY_DIGIT_VALUES = 64,
    DOTS_KEY_JOINTS = 8 /* up to this many joints a position is keyed as a graph */
};

typedef struct dots_keyer {
    const dots_graph *graph;
    int group_count;
    uint64_t group[DOTS_MAX_BOXES]; /* border lines of a box that has two or more */
    uint64_t salt;                  /* distinguishes line sets of different graphs in one table */
    int digits;
    uint64_t image[DOTS_MAX_SYMMETRIES][DOTS_KEY_DIGITS][DOTS_KEY_DIGIT_VALUES];
} dots_keyer;

/* The graph must live as long as the keyer. */
void dots_keyer_init(dots_keyer *keyer, const dots_graph *graph);

/* Swaps interchangeable border lines so that the lowest of each box are open. */
uint64_t dots_keyer_normalise(const dots_keyer *keyer, uint64_t open);

/* Removes lines from `safe` that are equivalent to another one left in it. */
uint64_t dots_keyer_distinct(const dots_keyer *keyer, uint64_t safe);

/* The key of a position whose open lines are normalised. */
dots_key dots_keyer_key(const dots_keyer *keyer, const dots_quiet *position,
                        const dots_survey *survey);

#endif
