/* dots moves - the moves of a quiet field: safe lines, and chains and loops to open.
 *
 * Boxes with two open lines form chains and loops; a box with three or four is a joint. A chain
 * that ends at a joint is a link. It does not matter which line of a chain is drawn, as the
 * opponent can take all of it; only in a chain of two boxes is the line between them better than
 * the others, because nothing can be handed over then. So a chain is one move.
 *
 * Loops, and chains with both ends on the ground, touch nothing else. Among those with the same
 * hand-over it is never better to open a longer one first, so the shortest stands for all
 * (endgame.h).
 */
#ifndef DAMERO_DOTS_MOVES_H
#define DAMERO_DOTS_MOVES_H

#include "engines/dots/field.h"

enum { DOTS_CHAINS_MAX = DOTS_BOXES_MAX };

typedef struct dots_chains {
    int count, links, joints;
    uint64_t key; /* for the transposition table: of independent chains and loops only the lengths
                     count */
    dots_chain chain[DOTS_CHAINS_MAX];
} dots_chains;

void dots_chains_find(const dots_map *, const dots_field *, dots_chains *);

/* The safe lines of a quiet field, from the centre outwards; of two equivalent ones only the lower.
 * Returns how many. */
int dots_safe_lines(const dots_map *, const dots_field *, uint16_t lines[DOTS_LINES_MAX]);

/* The chains worth opening, shortest first: all links, and the shortest independent chain or loop
 * for each hand-over. Returns how many, at most `found->count`. */
int dots_openings(const dots_chains *found, dots_chain openings[DOTS_CHAINS_MAX]);

/* The value of a field without joints. */
static inline int dots_chains_value(const dots_chains *found) {
    return dots_endgame_value(found->chain, found->count);
}

#endif
