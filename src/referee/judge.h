/* judge - proves how a game of two without secrets ends, so that nobody has to play the rest.
 *
 * Our engine looks at every position for a few nodes: the solver of Dots, the endgame tables of
 * Damas, a win that is in sight. The limit is in nodes and the engine begins every game with empty
 * tables, so the verdict depends on neither the machine nor the games before. */
#ifndef DAMERO_REFEREE_JUDGE_H
#define DAMERO_REFEREE_JUDGE_H

#include "engines/engine.h"
#include "games/history.h"

/* Start with {.equip = ...}; it may serve one game after another, by the same rules. */
typedef struct judge {
    void (*equip)(engine *); /* gives the engine its endgame tables; or NULL */
    engine *engine;          /* made when it is first needed */
} judge;

/* Whether games by these rules can be judged. */
bool judge_knows(const game_rules *);

void judge_new_game(judge *);
void judge_close(judge *);

/* Whether the result is proven, and the winner (GAME_NOBODY: a draw). */
bool judge_proves(judge *, const history *, int *winner);

#endif
