/* hub_damas - Hub's notation for moves and positions of Damas; PDN is accepted too:
 *
 *     14x23x19     a capture: from, to, then the squares captured, in ascending order
 *     c3xe5xd4     the same in variants whose squares have letters (Russian and its relatives)
 *     Wbbbb...e    a position: side to move (W or B), then a character for each square by number,
 *                  or in the order a1, c1, ..., h8: w and b men, W and B kings, e empty
 */
#ifndef DAMERO_HUB_DAMAS_H
#define DAMERO_HUB_DAMAS_H

#include "games/game.h"

/* Whether these are rules of Damas: the only game for which Hub has a notation of its own. */
bool hub_damas_applies(const game_rules *);

void hub_damas_write_move(const game_rules *, const game_position *before, game_move, text *);

/* The legal move that this word means in Hub's notation, captured squares in any order; false if
 * there is none (it may still be PDN). */
bool hub_damas_find_move(const game_rules *, const game_position *, const char *word, game_move *);

void hub_damas_write_position(const game_rules *, const game_position *, text *);

/* Reads what hub_damas_write_position writes. */
bool hub_damas_read_position(const game_rules *, const char *, game_position *, error *);

#endif
