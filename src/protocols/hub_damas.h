/* hub_damas - moves and positions of Damas as Hub writes them, beside PDN:
 *
 *     14x23x19     a capture: from, to, then the squares captured, in rising order
 *     Wbbbb...e    a position: who is on turn (W or B), then a character for each square by number:
 *                  w and b men, W and B kings, e empty
 *
 * Variants whose squares have no numbers (Russian and its relatives) have no Hub position.
 */
#ifndef DAMERO_HUB_DAMAS_H
#define DAMERO_HUB_DAMAS_H

#include "games/game.h"

void hub_damas_write_move(const game_rules *, const game_position *before, game_move, text *);

/* The legal move that this word means as Hub writes it, captured squares in any order; false where
 * there is none (it may still be PDN). */
bool hub_damas_find_move(const game_rules *, const game_position *, const char *word, game_move *);

/* False where the variant has no numbers. */
bool hub_damas_write_position(const game_rules *, const game_position *, text *);

#endif
