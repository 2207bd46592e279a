/* explorer - which moves were played from a position, and with what results.
 *
 * Counts the first EXPLORER_PLIES moves of every match that is over, unless it is unlisted or was
 * aborted. The counts are a table by position, so that a query costs as much as there are different
 * moves, however many matches there are. Matches are counted after they have ended, in batches: a
 * batch is one transaction, so no match counts twice, whichever processes count.
 *
 * If a game hides something, its positions are those that a spectator sees.
 */
#ifndef DAMERO_EXPLORER_H
#define DAMERO_EXPLORER_H

#include "games/game.h"
#include "store/store.h"

enum { EXPLORER_PLIES = 40, EXPLORER_MOVES_MAX = 24 };

typedef struct explorer_move {
    char move[GAME_MOVE_TEXT];
    int64_t games, won, drawn; /* won: by the seat that made the move */
    int64_t match;             /* the newest of them */
} explorer_move;

/* Counts up to `most` more matches. Returns their number, 0 if none is left, -1 with an error. */
int explorer_count(store *, int most, error *);

/* How many matches are over but not counted yet. */
int64_t explorer_left(store *);

/* The moves from a position, the most frequent first. Returns their number, -1 with an error. */
int explorer_moves(store *, const game_rules *, const game_position *,
                   explorer_move moves[EXPLORER_MOVES_MAX], error *);

#endif
