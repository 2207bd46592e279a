/* history - a game as it is played: where it started, its moves so far, the position now.
 *
 * Any number of moves can be taken back. Grows as it needs to; owned by the caller.
 */
#ifndef DAMERO_HISTORY_H
#define DAMERO_HISTORY_H

#include "games/game.h"

typedef struct history {
    const game_rules *rules; /* not owned */
    game_position *start, *now;
    game_move *moves;
    size_t count;
    /* private */
    size_t capacity;
    char *undo;
} history;

/* At the start of the game; false where there is no memory. */
bool history_create(history *, const game_rules *, error *);
void history_destroy(history *);

/* Begins again from this position, with no moves. */
void history_set(history *, const game_position *start);

/* Plays a legal move; false, with nothing changed, where there is no memory for it. */
bool history_play(history *, game_move, error *);

/* Reads a move, checks it and plays it. */
bool history_play_text(history *, const char *word, error *);

/* Reads and plays moves with blanks between them, numbered as in records or not, all or none: on an
 * error, which says which move it was, those before it are taken back. */
bool history_play_all(history *, const char *words, error *);

/* Takes back the last move; false where there is none. */
bool history_undo(history *);

#endif
