/* dots order - a fixed order of the lines that give nothing away.
 *
 * The search tries moves by merits (search.c) in which this order weighs most: with one order for
 * both players and all positions the play runs into the same positions again and again. (Orders
 * that learn, by killers or a history, made 3x4 three times slower.) The best fixed order cuts the
 * board into halves and quarters first, then goes from the centre outwards: parts that hang
 * together no more are many times alike, and the key knows them again.
 */
#ifndef DAMERO_DOTS_ORDER_H
#define DAMERO_DOTS_ORDER_H

#include "engines/dots/solver/graph.h"

/* Gives every open line a rank; a line with a higher rank is tried earlier. Ranks are distinct. */
void dots_order_lines(const dots_graph *graph, uint8_t rank[DOTS_MAX_LINES]);

#endif
