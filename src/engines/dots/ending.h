/* dots ending - what captures and endings come to in closed form; solver and engine share it.
 *
 * Who can take k boxes takes all, or leaves the last h of them (2 of an open chain, 4 of a loop)
 * and hands the turn over; V is the value to its mover of what is left after all k.
 */
#ifndef DAMERO_DOTS_ENDING_H
#define DAMERO_DOTS_ENDING_H

#include <stdint.h>

typedef enum dots_chain_kind {
    DOTS_CHAIN,
    DOTS_LOOP,
    DOTS_LINK /* a chain with an end at a joint: a box with three open lines or more */
} dots_chain_kind;

typedef struct dots_chain {
    uint8_t boxes, kind;
    uint16_t opening; /* the line to draw */
} dots_chain;

/* The value to who can take. Without a hand-over h is 0. */
static inline int dots_taking_value(int boxes, int handover, int value_left) {
    int turn = value_left + handover;
    if (handover == 0) return boxes + value_left;
    return boxes - handover + (turn < 0 ? -turn : turn);
}

/* What can be handed over of a chain or loop that was opened at its best line. */
static inline int dots_chain_handover(int boxes) { return boxes >= 3 ? 2 : 0; }
static inline int dots_loop_handover(int boxes) { return boxes >= 4 ? 4 : 0; }

/* Which independent chains and loops need to be opened: the shortest of those with the same h (0, 2
 * or 4). For let v(G + n) be the value of G and a chain of n boxes beside it. Two chains n < m with
 * the same h differ by what is taken only, m - n, and all that is played elsewhere passes a
 * difference on or lessens it, so |v(G + n) - v(G + m)| <= m - n. Of G + n + m the opponent gets
 * n - h + |v(G + m) + h| where n is opened, and that is at most m - h + |v(G + n) + h|. Chains with
 * different h cannot stand for each other: where joints are left it may be right to open a chain of
 * three and keep one of one box, which is a turn to spare.
 */
static inline int dots_independent_handover(dots_chain chain) {
    return chain.kind == DOTS_LOOP ? dots_loop_handover(chain.boxes)
                                   : dots_chain_handover(chain.boxes);
}

enum { DOTS_HANDOVERS = 3 }; /* h / 2 is 0, 1 or 2 */

/* The value to the mover of independent chains and loops alone, lengths ascending. Without joints
 * the shortest chain may stand for all (compared with all orders for 60,060 multisets, up to six
 * chains of 1 to 7 boxes and three loops), so only the choice between the shortest chain and the
 * shortest loop is left: a small table over (chains opened, loops opened). Buzzard and Ciere,
 * "Playing simple loony dots and boxes endgames optimally" (2014), give formulas for chains of
 * three and more; this covers one and two as well.
 */
int dots_ending_value(const uint8_t *chain, int chains, const uint8_t *loop, int loops);

#endif
