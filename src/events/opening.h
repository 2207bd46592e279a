/* opening - random moves before a game, so that deterministic players do not play the same game
 * again and again.
 */
#ifndef DAMERO_EVENTS_OPENING_H
#define DAMERO_EVENTS_OPENING_H

#include "games/history.h"

/* Sets `to` to the position after that number of random legal moves from `from` (NULL: the standard
 * start), the same ones for the same seed. The game is not over after them. False if none was
 * found, or if the game has dice. */
bool opening_draw(const game_rules *, const game_position *from, size_t moves, uint64_t seed,
                  game_position *to, error *);

/* The seed of the opening that the games of a round of seats share, independent of the players' own
 * random choices. */
uint64_t opening_seed(uint64_t seed, uint64_t round);

/* The same into a history, which then has the moves. */
bool opening_play(const game_rules *, const game_position *from, size_t moves, uint64_t seed,
                  history *, error *);

#endif
