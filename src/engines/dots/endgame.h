/* dots endgame - captures and endings in closed form, for both the solver and the player.
 *
 * A player who can take k boxes either takes all of them, or leaves the last h (2 of an open chain,
 * 4 of a loop) and hands over the turn. V is the value, for the player to move, of what is left
 * after all k are taken.
 */
#ifndef DAMERO_DOTS_ENDGAME_H
#define DAMERO_DOTS_ENDGAME_H

#include <stdint.h>

#include "games/dots/chains.h"

typedef struct dots_chain {
    uint16_t boxes;
    uint8_t kind;     /* a dots_chain_kind */
    uint16_t opening; /* the line that opens it */
} dots_chain;

/* Value for the player who can take; h is 0 if nothing can be handed over. */
static inline int dots_taking_value(int boxes, int handover, int value_left) {
    int turn = value_left + handover;
    if (handover == 0) return boxes + value_left;
    return boxes - handover + (turn < 0 ? -turn : turn);
}

/* What can be handed over of a chain or loop that was opened by its best line. */
static inline int dots_chain_handover(int boxes) { return boxes >= 3 ? 2 : 0; }
static inline int dots_loop_handover(int boxes) { return boxes >= 4 ? 4 : 0; }

/* Which independent chains and loops are worth opening: among those with the same h (0, 2 or 4)
 * only the shortest. Proof: let v(G + n) be the value of G together with a chain of n boxes. Two
 * chains n < m with the same h differ only by the m - n boxes taken, and play elsewhere preserves
 * or shrinks a difference, so |v(G + n) - v(G + m)| <= m - n. In G + n + m, opening n gives the
 * opponent n - h + |v(G + m) + h|, which is at most the m - h + |v(G + n) + h| of opening m. Chains
 * with different h cannot replace each other: while joints are left it may be right to open a chain
 * of three and keep one of one box, which is a spare turn.
 */
static inline int dots_independent_handover(dots_chain chain) {
    return chain.kind == DOTS_LOOP ? dots_loop_handover(chain.boxes)
                                   : dots_chain_handover(chain.boxes);
}

enum { DOTS_HANDOVERS = 3 }; /* h / 2 is 0, 1 or 2 */

/* Value, for the player to move, of `count` independent chains and loops and nothing else. Without
 * joints the shortest chain may stand for all chains (checked against every order for 60,060
 * multisets, up to six chains of 1 to 7 boxes and three loops). That leaves the choice between the
 * shortest chain and the shortest loop: a small table over (chains opened, loops opened). Buzzard
 * and Ciere, "Playing simple loony dots and boxes endgames optimally" (2014), give formulas for
 * chains of three and more; this covers one and two as well.
 */
int dots_endgame_value(const dots_chain *, int count);

#endif
