/* perudo notation - bids, rolls and positions as text.
 *
 * Moves of seats: a bid is count and face, `3x5` (three fives), `2x1` (two lamas); `dudo` doubts
 * the last bid; `calza` claims that it is exactly right, `calza:3` if seat 3 does so out of turn.
 * Events of chance: `starts:2` draws the first starter, `2:13345` is the roll of seat 2, `2:?????`
 * the same roll for others, who may not see it, and `2=13345` is seat 2 showing its dice. Seats
 * count from 1; dice are written in order and accepted in any order.
 *
 * A position is the hands, the starter of the round, its bids, and further fields if needed:
 *
 *     13345/?????/-/2 4 2x3,3x3 palifico down:4 round:2
 *
 * Hands are separated by `/`: dice, `?` for dice that are hidden or not rolled yet, `-` for a seat
 * without dice. The starter is a seat, or `-` before it is drawn. Bids are separated by commas,
 * with a call at the end (`2x3,3x5,dudo`), or `-` for none. Then, in this order: `roll:2` or
 * `show:2` (the seat that rolls or shows next) or `shown` (all have); `palifico` (this round is
 * one); `down:4` (the seats that have had theirs); `round:2` (finished rounds, if the rules limit
 * them). Only the hands are required; without a starter it is seat 1, or the first seat with dice.
 */
#ifndef DAMERO_PERUDO_NOTATION_H
#define DAMERO_PERUDO_NOTATION_H

#include "games/perudo/perudo.h"

size_t perudo_position_text_bytes(const perudo_rules *);

/* Writes the dice of a hand in order, or `dice` question marks for an unknown one. */
void perudo_write_hand(perudo_hand, int dice, text *);

/* Reads one or more dice in any order; false, without advancing, if there are none. */
bool perudo_read_hand(scan *, int faces, perudo_hand *);

void perudo_write_bid(perudo_bid, text *);

void perudo_write_move(const game_rules *, const game_position *, game_move, text *);
bool perudo_read_move(const game_rules *, const game_position *, const char *word, game_move *,
                      error *);
void perudo_write_position(const game_rules *, const game_position *, text *);
bool perudo_read_position(const game_rules *, const char *, game_position *, error *);

#endif
