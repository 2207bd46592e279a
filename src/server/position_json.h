/* position_json - a position as the one who looks at it may see it, in JSON (docs/api.md, STATE).
 *
 * Everything is written from `view` of the game: what a seat may not see is not in the memory that
 * is read here.
 */
#ifndef DAMERO_SERVER_POSITION_JSON_H
#define DAMERO_SERVER_POSITION_JSON_H

#include <jansson.h>

#include "arena/game.h"

/* What is shown, and to whom. */
typedef struct state_look {
    const history *game;          /* up to the position that is shown */
    int seat;                     /* who looks; GAME_NOBODY: a spectator */
    bool open;                    /* the match is over: nothing is secret any more */
    const match_verdict *verdict; /* NULL while the match goes on, or of an earlier position */
    const char *last;             /* the last move's text as it may be seen; NULL: none */
    const transcript_secret *secrets;  /* commitments to what is hidden; NULL: none are known */
    size_t secret_count;
} state_look;

/* The caller's to release; NULL where there is no memory. */
json_t *state_json(const state_look *);

/* A legal move of a position as it is seen, with what it does (MOVE). */
json_t *state_move(const game_rules *, const game_position *view, game_move);

/* An array of a score for each seat. */
json_t *state_scores(const game_rules *, const int *score);

/* What the games add; each is named after its own. `view` may be written to and must come back as
 * it was. */
typedef struct state_kind {
    const char *game;
    void (*add)(const state_look *, const game_position *view, json_t *state);
    void (*add_move)(const game_rules *, const game_position *view, game_move, json_t *move);
} state_kind;

extern const state_kind state_dots, state_trax, state_damas, state_perudo;

#endif
