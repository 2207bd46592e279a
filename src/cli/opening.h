/* opening - random moves before a game, so that players who always answer alike do not play the
 * same game again and again.
 */
#ifndef DAMERO_OPENING_H
#define DAMERO_OPENING_H

#include "games/game.h"

/* Sets `to` to the position after so many random legal moves from `from` (NULL: the usual start),
 * the same ones for the same seed. The game goes on after them. False where none was found, or the
 * game has dice. */
bool opening_draw(const game_rules *, const game_position *from, size_t moves, uint64_t seed,
                  game_position *to, error *);

#endif
