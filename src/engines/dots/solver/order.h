/* dots order - a fixed order of the safe lines.
 *
 * The search orders moves by merits (search.c) in which this order weighs most: with one order for
 * both players and all positions, play runs into the same positions again and again. (Adaptive
 * orders, by killers or a history, made 3x4 three times slower.) The best fixed order cuts the
 * board into halves and quarters first, then goes from the centre outwards: disconnected parts are
 * often equivalent, and the key recognises them.
 */
#ifndef DAMERO_DOTS_ORDER_H
#define DAMERO_DOTS_ORDER_H

#include "engines/dots/solver/graph.h"

/* Gives every open line a distinct rank; lines with a higher rank are tried earlier. */
void dots_order_lines(const dots_graph *graph, uint8_t rank[DOTS_MAX_LINES]);

#endif
