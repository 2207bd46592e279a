/* dots chains - the chains, loops and joints of a quiet field.
 *
 * Boxes with two open lines form chains and loops; a box with three or four is a joint. A chain
 * that ends at a joint is a link. Which line of a chain is drawn does not matter, the opponent can
 * take the whole of it; only in a chain of two boxes the line between them is better than the
 * others, since then nothing can be handed over. So a chain is one move.
 *
 * Chains with both ends on the ground and loops touch nothing else. Among those that hand over as
 * much it is never better to open a longer one first, so the shortest stands for all (ending.h).
 */
#ifndef DAMERO_DOTS_MOVES_H
#define DAMERO_DOTS_MOVES_H

#include "engines/dots/field.h"

enum { DOTS_CHAINS_MAX = DOTS_BOXES_MAX };

typedef struct dots_chains {
    int count, links, joints;
    uint64_t key; /* equal for fields that play alike: of independent chains and loops only the
                     lengths count */
    dots_chain chain[DOTS_CHAINS_MAX];
} dots_chains;

void dots_chains_find(const dots_map *, const dots_field *, dots_chains *);

/* The safe lines of a quiet field, from the centre outwards, of two that play alike the lower one;
 * returns how many. */
int dots_safe_lines(const dots_map *, const dots_field *, uint16_t lines[DOTS_LINES_MAX]);

/* The chains worth opening: all links, the shortest chain of one or two boxes, the shortest longer
 * one, the shortest loop; shortest first. Returns how many, at most `found->count`. */
int dots_openings(const dots_chains *found, dots_chain openings[DOTS_CHAINS_MAX]);

/* The value of a field without joints. */
static inline int dots_chains_value(const dots_chains *found) {
    return dots_endgame_value(found->chain, found->count);
}

#endif
