/* spectator - shows a match: as a live board on a terminal, as lines, or as JSON. */
#ifndef DAMERO_SPECTATOR_H
#define DAMERO_SPECTATOR_H

#include <jansson.h>

#include "cli/command.h"
#include "cli/tally.h"
#include "games/history.h"
#include "referee/match.h"

typedef enum spectator_form {
    SPECTATOR_QUIET,   /* only the result */
    SPECTATOR_RESULTS, /* the result of each game, and the figures after each pair */
    SPECTATOR_LINES,   /* a line for each event, the board at the end */
    SPECTATOR_LIVE,    /* the board, redrawn after each move */
    SPECTATOR_JSON,    /* one object per line for each event */
} spectator_form;

typedef struct spectator {
    spectator_form form;
    const game_rules *rules;          /* not owned */
    history shown;                    /* the game as far as it has been shown */
    int viewer;                       /* the seat whose secrets are shown, or GAME_NOBODY */
    game_position *revealed;          /* Perudo: the table at the last doubt, live until the viewer
                                         has moved; or NULL */
    const char *name[GAME_SEATS_MAX]; /* the player's name, not owned */
    bool by_name;                     /* players are called by these names, not by their seats */
    int64_t id;                       /* in the journal; 0: none */
    int game, games;                  /* the current game and the number of games */
    tally standing;                   /* of the games before this one */
    const sprt *test;                 /* that ends the series, or NULL */
    int player[GAME_SEATS_MAX];       /* the player in each seat */
    const match *match;               /* for its clocks; or NULL */
    int64_t since;                    /* when the series began here; 0: do not show progress */
    int played;                       /* games that ended since then */
    bool may_stop;                    /* the series may end before its last game */
} spectator;

/* Starts with a game from this position (NULL: the standard start), or with the game so far (NULL:
 * it begins now); false if there is no memory. */
bool spectator_begin(spectator *, const game_rules *, const game_position *start,
                     const history *so_far, error *);
void spectator_end(spectator *);

/* Shows an event and plays its move. */
void spectator_show(spectator *, const match_event *);

/* The score of the series as an object: for two players all figures of the first one, null for a
 * figure that is not known (yet). */
json_t *spectator_series_json(const spectator *, const char *event);

/* What a player is called: the name or the seat. */
const char *spectator_player(const spectator *, int seat);

/* Draws the board as the viewer sees it. */
void spectator_draw(const spectator *);

#endif
