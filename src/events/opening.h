/* opening - random moves before a game, so that deterministic players do not play the same game
 * again and again.
 */
#ifndef DAMERO_EVENTS_OPENING_H
#define DAMERO_EVENTS_OPENING_H

#include "engines/engine.h"
#include "games/history.h"

typedef struct opening_terms {
    size_t moves; /* random moves before a game; 0: none */
    bool balanced;
} opening_terms;

/* Sets `to` to the position after random legal moves from `from` (NULL: the standard start), the
 * same ones for the same seed. The game is not over after them. If they are to be balanced, the
 * game's engine chooses the most even of twelve positions, with a limit in nodes, so that the
 * choice is the same on every machine. False if none was found, or if the game has dice. */
bool opening_draw(const game_rules *, const game_position *from, opening_terms, uint64_t seed,
                  game_position *to, error *);

/* How far a position is from even, by an engine; points already won count if the game has any.
 * `stop` may be NULL. */
int opening_worth(engine *, const game_position *, const engine_limits *, const atomic_bool *stop);

/* The seed of the opening that the games of a round of seats share, independent of the players' own
 * random choices. */
uint64_t opening_seed(uint64_t seed, uint64_t round);

/* The same into a history, which then has the moves. */
bool opening_play(const game_rules *, const game_position *from, size_t moves, uint64_t seed,
                  history *, error *);

#endif
