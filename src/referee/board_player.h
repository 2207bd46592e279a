/* board_player - the engine of a contest board: how `damero board` and the firmware choose moves.
 *
 * The Dots contest allows passing. If both sides pass instead of giving boxes away, little is
 * played, so this player does not start it. But a player who never passes loses everything to one
 * who does. So it keeps two engines: one that does not know passing, and one that takes over once
 * either side has passed.
 */
#ifndef DAMERO_REFEREE_BOARD_PLAYER_H
#define DAMERO_REFEREE_BOARD_PLAYER_H

#include "engines/engine.h"
#include "games/history.h"

typedef struct board_player {
    game_rules *rules;        /* of the contest: the board's */
    game_rules *thinking;     /* without what the contest adds */
    engine *engine, *passing; /* `passing` is NULL if the contest adds nothing */
} board_player;

/* Settings as given to board_rules. False with an error; nothing is left to destroy then. */
bool board_player_create(board_player *, const engine_kind *, const char *settings,
                         const engine_options *, error *);
void board_player_destroy(board_player *);

/* A legal move for the seat on turn. */
void board_player_choose(board_player *, const history *, const engine_limits *,
                         const engine_watch *, engine_result *);

#endif
