/* position_json - a position as its viewer may see it, in JSON (docs/api.md, STATE).
 *
 * Everything is written from the game's `view`: the memory read here does not contain anything that
 * a seat may not see.
 */
#ifndef DAMERO_SERVER_POSITION_JSON_H
#define DAMERO_SERVER_POSITION_JSON_H

#include <jansson.h>

#include "arena/match.h"

/* What to show, and to whom. */
typedef struct position_look {
    const history *game;          /* up to the position shown */
    int seat;                     /* the viewer; GAME_NOBODY: a spectator */
    bool open;                    /* the match is over: nothing is secret any more */
    const match_verdict *verdict; /* NULL while the match goes on, or for an earlier position */
    const char *last;             /* the last move's text as the viewer may see it; NULL: none */
    const transcript_secret *secrets; /* commitments to hidden rolls; NULL: none are known */
    size_t secret_count;
} position_look;

/* The caller releases it; NULL if there is no memory. */
json_t *position_json(const position_look *);

/* An array of a score for each seat. */
json_t *scores_json(const game_rules *, const int *score);

/* Whether positions of this game can have odds (the chances that bids hold). */
bool game_has_odds(const game *);

/* The odds of the bids of `seat`, from what it sees; NULL if the game has none in this position.
 */
json_t *odds_json(const game_rules *, const game_position *view, int seat);

/* What a game adds to its positions and moves: position_json_<game>.c, listed in position_json.c. A
 * game without a writer is shown with the common fields only. */
typedef struct position_writer {
    const char *game;
    void (*add)(const position_look *, const game_position *view, json_t *state);
    /* NULL: a move's text is enough. */
    void (*add_move)(const game_rules *, const game_position *view, game_move, json_t *move);
    json_t *(*odds)(const game_rules *, const game_position *view, int seat); /* NULL: none */
} position_writer;

#endif
