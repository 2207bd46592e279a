/* dots chains - the chains and loops of a position.
 *
 * A chain is a run of boxes with at most two open lines each, joined by open lines: a player who
 * can take one box of it can take them all. A run that closes on itself is a loop. A box with three
 * or four open lines is a joint, and a chain that ends at one is a link.
 *
 * This is for showing the chains of a position. The engines find them in their own representations,
 * which are too specialised to share: engines/dots/moves.h on fields, with hash keys, and
 * engines/dots/solver/survey.h on graphs, updated with every move.
 */
#ifndef DAMERO_DOTS_CHAINS_H
#define DAMERO_DOTS_CHAINS_H

#include "games/dots/dots.h"

typedef enum dots_chain_kind { DOTS_CHAIN, DOTS_LOOP, DOTS_LINK } dots_chain_kind;

/* All chains of a position: chain i has the boxes box[start[i]] up to box[start[i + 1]], in order.
 * The first `chains` of them are chains or links, the others loops. */
typedef struct dots_chain_list {
    int count, chains;
    uint16_t start[DOTS_BOXES_MAX + 1], box[DOTS_BOXES_MAX];
} dots_chain_list;

void dots_list_chains(const dots_rules *, const dots_position *, dots_chain_list *);

#endif
