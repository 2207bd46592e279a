/* history - a game in progress: its start, the moves so far, the current position.
 *
 * Any number of moves can be taken back. Grows as needed; owned by the caller.
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

/* At the start of the game; false if there is no memory. */
bool history_create(history *, const game_rules *, error *);
void history_destroy(history *);

/* Restarts from this position, without moves. */
void history_set(history *, const game_position *start);

/* Plays a legal move; false, with nothing changed, if there is no memory. */
bool history_play(history *, game_move, error *);

/* Reads a move, checks it and plays it. */
bool history_play_text(history *, const char *word, error *);

/* Reads and plays moves separated by blanks, with or without numbers as in records. All or none: on
 * an error, which names the move, those before it are taken back. */
bool history_play_all(history *, const char *words, error *);

/* Takes back the last move; false if there is none. */
bool history_undo(history *);

#endif
